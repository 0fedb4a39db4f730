"""Rules about the numbers in any accessor: finite, within the stated bounds, sparse indices in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import PantinError
from pantin.base.records import Record, replace
from pantin.formats.gltf.accessor import sparse_indices
from pantin.formats.gltf.codes import FLOATS
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.extent import Extent, numbers
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.accessor_table import suspects
from pantin.formats.gltf.rules.number_ranges import extremes, find_suspects
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig.arrays import is_finite


def by_columns(array: NDArray[Any]) -> NDArray[Any]:
    """An array with one row per element, matrices in column-major order as in the file."""
    if array.ndim == 2:
        return array
    return array.transpose(0, 2, 1).reshape(len(array), -1)


def _readable(scope: Scope, suspects: list[Extent]) -> Iterator[tuple[Extent, NDArray[Any]]]:
    for extent in suspects:
        array = numbers(scope, extent)
        if array is not None:
            yield extent, array


@rule(
    "GLTF-ACCESSOR_INVALID_FLOAT",
    "error",
    "component {component} of element {element} of {accessor} is {value}, expected a finite number{more}",
)
def accessor_invalid_float(scope: Scope) -> Iterator[Finding]:
    """Number is not finite.

    What: Accessors of floats must not contain NaN or infinity.
    Why: One such number spreads through every calculation it enters, and whole meshes disappear.
    Fix: Write the correct number. Often a normal or weight was divided by zero.
    Source: glTF 2.0 §3.6.2.2.
    """
    for extent, array in _readable(scope, scope.fact(find_suspects).not_finite):
        if extent.accessor.component_type not in FLOATS or _is_finite(scope, extent, array):
            continue
        wrong = np.argwhere(~np.isfinite(by_columns(array)))
        element, component = (int(k) for k in wrong[0])
        value = by_columns(array)[element, component]
        values: dict[str, Any] = {
            "element": element,
            "component": component,
            "value": value,
            "accessor": scope.named("accessor", extent.index),
            "more": others(len(wrong), "number"),
        }
        yield accessor_invalid_float.at(pointer("accessors", extent.index), **values)


def _is_finite(scope: Scope, extent: Extent, array: NDArray[Any]) -> bool:
    """Whether all numbers are finite, decided by the range that is computed for bounds anyway."""
    if extent.accessor.min is None and extent.accessor.max is None:
        return scope.measure_once(is_finite, extent, array)
    least, greatest = scope.measure_once(_range, extent, array)
    return all(map(isfinite, least.tolist())) and all(map(isfinite, greatest.tolist()))


def _range(array: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Minimum and maximum of each component; NaN if any of its numbers is NaN."""
    return extremes(by_columns(array))


class Bound(Record):
    """A stated bound of one component in `min` or `max` of an accessor, and the actual one. `rounded`: a
    compression filter rounded the numbers after the bounds were computed, and the difference is within its
    rounding."""

    accessor: int
    component: int
    pointer: str
    stated: Any
    actual: Any
    outside: int
    rounded: bool = False


def least(scope: Scope) -> list[Bound]:
    """The `min` values that differ from the actual ones."""
    return _mismatched_bounds(scope, scope.fact(find_suspects).min, "min")


def greatest(scope: Scope) -> list[Bound]:
    """The `max` values that differ from the actual ones."""
    return _mismatched_bounds(scope, scope.fact(find_suspects).max, "max")


def _mismatched_bounds(scope: Scope, suspects: list[Extent], member: str) -> list[Bound]:
    mismatched: list[Bound] = []
    for extent, array in _readable(scope, suspects):
        bounds = extent.accessor.min if member == "min" else extent.accessor.max
        if bounds is not None:
            # Floats are stored in single precision, so the stated bound is compared in single precision too.
            stated = np.array(bounds, np.float64).astype(array.dtype)
            actual = scope.measure_once(_range, extent, array)[member == "max"]
            if stated.tolist() == actual.tolist():
                continue
            if (actual != actual).any():
                actual = scope.measure_once(_extreme, extent, array, member)
            wrong = list(_mismatches(extent.index, stated, array, actual, member))
            mismatched += _mark_rounded(scope, extent, wrong) if wrong else ()
    return mismatched


def _mark_rounded(scope: Scope, extent: Extent, wrong: list[Bound]) -> list[Bound]:
    """The bounds, with a mark on those that a compression filter may have changed."""
    steps = filter_steps(scope, extent)
    if steps is None:
        return wrong
    return [
        replace(bound, rounded=abs(float(bound.stated) - float(bound.actual)) <= steps[bound.component])
        for bound in wrong
    ]


def filter_steps(scope: Scope, extent: Extent) -> Sequence[float] | None:
    """The rounding of each component of an accessor by the compression of its buffer view; None without
    compression.
    """
    view = get(scope.model.buffer_views, extent.accessor.buffer_view)
    if view is None or not view.extensions or extent.accessor.component_type not in FLOATS:
        return None
    for name in view.extensions:
        extension = find(name)
        if extension is not None and extension.packing.rounding is not None:
            steps: Sequence[float] | None = extension.packing.rounding(scope.document, extent.accessor)
            return None if steps is None else steps[: extent.components]
    return None


def _mismatches(
    index: int, stated: NDArray[Any], array: NDArray[Any], actual: NDArray[Any], member: str
) -> Iterator[Bound]:
    for c in np.flatnonzero(stated != actual).tolist():
        column = by_columns(array)[:, c] if array.ndim == 3 else array[:, c]
        beyond = column < stated[c] if member == "min" else column > stated[c]
        where = pointer("accessors", index, member, c)
        yield Bound(index, c, where, stated[c], actual[c], int(np.count_nonzero(beyond)))


def _extreme(array: NDArray[Any], member: str) -> NDArray[Any]:
    """Minimum or maximum per component. NaN counts only in the first element, as in a loop of comparisons."""
    reduce, neutral = (np.min, np.inf) if member == "min" else (np.max, -np.inf)
    rows = by_columns(array)
    return np.array([_extreme_of(rows[:, c], reduce, neutral) for c in range(rows.shape[1])])


def _extreme_of(column: NDArray[Any], reduce: Callable[[NDArray[Any]], Any], neutral: float) -> Any:
    extreme = reduce(column)
    if extreme == extreme:
        return extreme
    return column[0] if np.isnan(column[0]) else reduce(np.where(np.isnan(column), neutral, column))


def _bound_findings(
    scope: Scope, rule: Rule[[Scope]], bounds: list[Bound], *, outside: bool
) -> Iterator[Finding]:
    for bound in bounds:
        if not bound.rounded and (bound.outside or not outside):
            values: dict[str, Any] = {
                "stated": bound.stated,
                "actual": bound.actual,
                "outside": counted(bound.outside, "value"),
                "component": bound.component,
                "accessor": scope.named("accessor", bound.accessor),
            }
            yield rule.at(bound.pointer, **values)


@rule(
    "GLTF-ACCESSOR_MIN_MISMATCH",
    "error",
    "min of component {component} of {accessor} is {stated}, but the smallest value is {actual}",
)
def accessor_min_mismatch(scope: Scope) -> Iterator[Finding]:
    """Minimum does not match the data.

    What: Every number in `min` of an accessor must be the smallest value of its component, in single
    precision.
    Why: Readers use it for bounding boxes and animation lengths without reading the data.
    Fix: Write the actual minimum, after sparse substitution and before normalisation.
    Source: glTF 2.0 §3.6.2.5.
    """
    yield from _bound_findings(scope, accessor_min_mismatch, scope.fact(least), outside=False)


@rule(
    "GLTF-ACCESSOR_MAX_MISMATCH",
    "error",
    "max of component {component} of {accessor} is {stated}, but the largest value is {actual}",
)
def accessor_max_mismatch(scope: Scope) -> Iterator[Finding]:
    """Maximum does not match the data.

    What: Every number in `max` of an accessor must be the largest value of its component, in single
    precision.
    Why: Readers use it for bounding boxes and animation lengths without reading the data.
    Fix: Write the actual maximum, after sparse substitution and before normalisation.
    Source: glTF 2.0 §3.6.2.5.
    """
    yield from _bound_findings(scope, accessor_max_mismatch, scope.fact(greatest), outside=False)


@rule(
    "GLTF-ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND",
    "error",
    "component {component} of {accessor} has {outside} below its min of {stated}",
)
def accessor_element_out_of_min_bound(scope: Scope) -> Iterator[Finding]:
    """Values below the minimum.

    What: No value of an accessor may be smaller than its `min`.
    Why: Parts outside a bounding box may be culled while they are visible.
    Fix: Write the actual minimum.
    Source: glTF 2.0 §3.6.2.5.
    """
    yield from _bound_findings(scope, accessor_element_out_of_min_bound, scope.fact(least), outside=True)


@rule(
    "GLTF-ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND",
    "error",
    "component {component} of {accessor} has {outside} above its max of {stated}",
)
def accessor_element_out_of_max_bound(scope: Scope) -> Iterator[Finding]:
    """Values above the maximum.

    What: No value of an accessor may be larger than its `max`.
    Why: Parts outside a bounding box may be culled while they are visible.
    Fix: Write the actual maximum.
    Source: glTF 2.0 §3.6.2.5.
    """
    yield from _bound_findings(scope, accessor_element_out_of_max_bound, scope.fact(greatest), outside=True)


@rule(
    "GLTF-ACCESSOR_BOUNDS_ROUNDED",
    "warning",
    "min and max of {accessor} are off by up to {difference:.3g}, the rounding of its compression filter",
    only_with=("extensions",),
)
def accessor_bounds_rounded(scope: Scope) -> Iterator[Finding]:
    """Bounds were computed before compression.

    What: `min` and `max` of an accessor should be those of its numbers after the exponential filter of
    EXT_meshopt_compression has rounded them.
    Why: The bounds are off by no more than that rounding, which is not visible but not exact either.
    Fix: Nothing, or write the actual minimum and maximum.
    Source: glTF 2.0 §3.6.2.5; EXT_meshopt_compression, "Mode 0: attributes" and "Filter 3: exponential".
    """
    largest: dict[int, float] = {}
    for bound in (*scope.fact(least), *scope.fact(greatest)):
        if bound.rounded:
            difference = abs(float(bound.stated) - float(bound.actual))
            largest[bound.accessor] = max(largest.get(bound.accessor, 0.0), difference)
    for index, difference in largest.items():
        name = scope.named("accessor", index)
        yield accessor_bounds_rounded.at(pointer("accessors", index), accessor=name, difference=difference)


def sparse_index_lists(scope: Scope) -> list[tuple[Extent, NDArray[Any]]]:
    """The readable sparse indices of accessors."""
    lists = []
    for extent in suspects(scope, lambda table: table.is_sparse):
        if extent.accessor.sparse is None or None in (extent.format) or extent.count == -1:
            continue
        part = extent.accessor.sparse.indices
        if part is not None and not scope.counts(part.buffer_view):
            continue
        try:
            # Like the Khronos validator, check those past the end of their view too.
            indices = sparse_indices(scope.document, extent.index, extent.accessor.sparse, past_view=True)
            lists.append((extent, indices))
        except PantinError:
            # Whatever keeps them from being read has its own rule.
            continue
    return lists


@rule(
    "GLTF-ACCESSOR_SPARSE_INDICES_NON_INCREASING",
    "error",
    "sparse index {position} of {accessor} is {value}, expected more than {before}, the previous one{more}",
    only_with=("sparse",),
)
def accessor_sparse_indices_non_increasing(scope: Scope) -> Iterator[Finding]:
    """Sparse indices are not increasing.

    What: The sparse indices of an accessor must be strictly increasing.
    Why: Readers step through elements and indices together, so an index out of order is never applied.
    Fix: Sort the indices with their values, and keep one value for each.
    Source: glTF 2.0 §3.6.2.3.
    """
    for extent, indices in scope.fact(sparse_index_lists):
        wrong = np.flatnonzero(indices[1:] <= indices[:-1])
        if len(wrong):
            k = int(wrong[0]) + 1
            values: dict[str, Any] = {
                "position": k,
                "value": indices[k],
                "before": indices[k - 1],
                "accessor": scope.named("accessor", extent.index),
                "more": others(len(wrong), "index"),
            }
            yield accessor_sparse_indices_non_increasing.at(
                pointer("accessors", extent.index, "sparse"), **values
            )


@rule(
    "GLTF-ACCESSOR_SPARSE_INDEX_OOB",
    "error",
    "sparse index {position} of {accessor} is {value}, but the accessor has only {count}{more}",
    only_with=("sparse",),
)
def accessor_sparse_index_oob(scope: Scope) -> Iterator[Finding]:
    """Sparse index is out of range.

    What: The sparse indices of an accessor must be smaller than its `count`.
    Why: There is no such element to replace.
    Fix: Correct the index, or the `count` of the accessor.
    Source: glTF 2.0 §3.6.2.3.
    """
    for extent, indices in scope.fact(sparse_index_lists):
        wrong = np.flatnonzero(indices >= extent.count)
        if len(wrong):
            k = int(wrong[0])
            values: dict[str, Any] = {
                "position": k,
                "value": indices[k],
                "count": counted(extent.count, "element"),
                "accessor": scope.named("accessor", extent.index),
                "more": others(len(wrong), "index"),
            }
            yield accessor_sparse_index_oob.at(pointer("accessors", extent.index, "sparse"), **values)


RULES = (
    accessor_sparse_indices_non_increasing,
    accessor_sparse_index_oob,
    accessor_invalid_float,
    accessor_min_mismatch,
    accessor_max_mismatch,
    accessor_element_out_of_min_bound,
    accessor_element_out_of_max_bound,
    accessor_bounds_rounded,
)
