"""Rules about the data of a mesh: indices, unit normals and tangents, colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.formats.gltf.codes import FLOATS, INTEGER_RANGES
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.extent import Extent, extent, numbers
from pantin.formats.gltf.rules.attribute import formats_of
from pantin.formats.gltf.rules.mesh import INDEX_FORMATS, TRIANGLES, mode_of
from pantin.formats.gltf.rules.usage import Attribute, PrimitiveRef, attributes, primitives, vertex_count
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, rule
from pantin.report.wording import counted

# Three components in steps of 1/127 are off by half a step each, a length by sqrt(3)/254 = 0.0068 at the very
# most; the Khronos validator's bound is just above the greatest error that occurs.
UNIT_LENGTH_TOLERANCE: Final = 0.00674
# Rows looked at at a time: 192 KiB of three components in float64, which stay in a processor's cache.
CHUNK_ROWS: Final = 1 << 13
# How far the sum of a few squares may be off in single precision: each rounds to 2^-24 of a number near 1.
ROUNDING_OF_SQUARES: Final = 1e-5


def divisor(extent: Extent) -> float | None:
    """The divisor for stored integers; None if the accessor is not normalized."""
    if not extent.accessor.normalized or extent.accessor.component_type in FLOATS:
        return None
    return float(INTEGER_RANGES[extent.accessor.component_type or 0][1])


def fractions(stored: NDArray[Any], whole: float | None) -> NDArray[np.float64]:
    """Stored numbers as float64, integers normalised if there is a divisor."""
    wide = stored.astype(np.float64)
    if whole is None:
        return wide
    wide /= whole
    return np.maximum(wide, -1.0, out=wide)


def index_lists(scope: Scope) -> list[tuple[PrimitiveRef, Extent, NDArray[Any]]]:
    """The readable indices of primitives in a valid format, with their accessor."""
    lists = []
    for owner in scope.fact(primitives):
        indices = extent(scope, owner.primitive.indices)
        if indices is not None and indices.format in INDEX_FORMATS:
            array = numbers(scope, indices)
            if array is not None:
                lists.append((owner, indices, array[:, 0]))
    return lists


@rule(
    "GLTF-ACCESSOR_INDEX_OOB",
    "error",
    "index {position} of {primitive} is {value}, but the primitive has only {vertices}{more}",
)
def accessor_index_oob(scope: Scope) -> Iterator[Finding]:
    """Vertex index is out of range.

    What: The indices of a primitive must be smaller than its number of vertices.
    Why: Graphics hardware reads past the end of the vertex buffer.
    Fix: Correct the indices, or add the missing vertices.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner, accessor, indices in scope.fact(index_lists):
        vertices = max(vertex_count(scope, owner), 0)
        restart = allowed_restart(scope, owner, accessor)
        if scope.measure_once(_highest, accessor, indices, restart) < vertices:
            continue
        wrong = np.flatnonzero((indices >= vertices) & (indices != (-1 if restart is None else restart)))
        k = int(wrong[0])
        values: dict[str, Any] = {
            "position": k,
            "value": indices[k],
            "primitive": owner.describe(scope),
            "vertices": counted(vertices, "vertex"),
            "more": others(len(wrong), "index"),
        }
        yield accessor_index_oob.at(owner.pointer("indices"), **values)


@rule(
    "GLTF-ACCESSOR_INDEX_PRIMITIVE_RESTART",
    "error",
    "index {position} of {primitive} is {value}, which is reserved for primitive restart{more}",
)
def accessor_index_primitive_restart(scope: Scope) -> Iterator[Finding]:
    """Index has the primitive restart value.

    What: Indices must not have the largest value of their type.
    Why: Graphics APIs take it as the start of a new primitive.
    Fix: Store the indices in a wider type.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner, accessor, indices in scope.fact(index_lists):
        restart = INTEGER_RANGES[accessor.accessor.component_type or 0][1]
        if allowed_restart(scope, owner, accessor) is not None:
            continue
        if scope.measure_once(_highest, accessor, indices, None) == restart:
            wrong = np.flatnonzero(indices == restart)
            values: dict[str, Any] = {
                "position": int(wrong[0]),
                "value": restart,
                "primitive": owner.describe(scope),
                "more": others(len(wrong), "index"),
            }
            yield accessor_index_primitive_restart.at(owner.pointer("indices"), **values)


@rule(
    "GLTF-ACCESSOR_INDEX_TRIANGLE_DEGENERATE",
    "info",
    "{primitive} has {wrong} (of {total}), in which a vertex occurs more than once",
)
def accessor_index_triangle_degenerate(scope: Scope) -> Iterator[Finding]:
    """Degenerate triangles.

    What: The three indices of a triangle should be different.
    Why: Such triangles have no area: they cost time and are never visible.
    Fix: Remove these triangles.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner, accessor, indices in scope.fact(index_lists):
        if mode_of(scope, owner) not in (TRIANGLES, None):
            continue
        wrong = scope.measure_once(_degenerate, accessor, indices)
        if wrong:
            values = {"primitive": owner.describe(scope), "wrong": counted(wrong, "degenerate triangle")}
            total = f"{len(indices) // 3:,}"
            yield accessor_index_triangle_degenerate.at(owner.pointer("indices"), **values, total=total)


def allowed_restart(scope: Scope, owner: PrimitiveRef, accessor: Extent) -> int | None:
    """The restart index for a strip, loop or fan of a primitive; None if restarts are not allowed."""
    component_type = accessor.accessor.component_type
    if mode_of(scope, owner) not in scope.fact(restart_modes) or component_type is None:
        return None
    return INTEGER_RANGES[component_type][1]


def restart_modes(scope: Scope) -> frozenset[int]:
    """The primitive modes in which indices may have the largest value of their type."""
    records = (find(name) for name in scope.used_extensions)
    return frozenset().union(*(record.restart_modes for record in records if record is not None))


def _highest(indices: NDArray[Any], restart: int | None) -> int:
    """The highest index; -1 if all are restarts."""
    if restart is None:
        return int(indices.max())
    return int(np.where(indices == restart, 0, indices).max()) if (indices != restart).any() else -1


def _degenerate(indices: NDArray[Any]) -> int:
    """The number of triangles that use a vertex more than once."""
    a, b, c = indices[: len(indices) // 3 * 3].reshape(-1, 3).T
    return int(np.count_nonzero((a == b) | (b == c) | (c == a)))


def _valid_attributes(scope: Scope, *semantics: str) -> Iterator[tuple[Attribute, NDArray[Any]]]:
    """The readable base attributes of these semantics in an allowed format."""
    for attribute in scope.fact(attributes):
        if attribute.target is not None or attribute.semantic not in semantics:
            continue
        if attribute.extent.format in (formats_of(scope, attribute) or ()):
            array = numbers(scope, attribute.extent)
            if array is not None:
                yield attribute, array


class OffUnit(Record):
    """The first of `count` rows without unit length."""

    row: int
    length: float
    count: int


def off_unit(stored: NDArray[Any], whole: float | None, components: int, tolerance: float) -> OffUnit | None:
    """The rows whose first `components` lack unit length, computed in double precision and in chunks."""
    first, count = None, 0
    for start in range(0, len(stored), CHUNK_ROWS):
        rows = stored[start : start + CHUNK_ROWS, :components]
        if rows.dtype.kind == "f" and _are_clearly_unit(rows, tolerance):
            continue
        wide = fractions(rows, whole)
        squares = wide[:, 0] * wide[:, 0]
        for c in range(1, components):
            squares += wide[:, c] * wide[:, c]
        lengths = np.sqrt(squares)
        wrong = np.flatnonzero(np.abs(lengths - 1.0) > tolerance)
        count += len(wrong)
        if first is None and len(wrong):
            first = start + int(wrong[0]), float(lengths[wrong[0]])
    return OffUnit(*first, count) if first is not None else None


def _are_clearly_unit(vectors: NDArray[Any], tolerance: float) -> bool:
    """Whether single precision suffices to show that all vectors have unit length, as in most files. This
    takes a quarter of the time."""
    # The square of a length 1 ± t is at least 1 - 2t + t² and at most 1 + 2t + t².
    allowed = 2 * tolerance - tolerance * tolerance - ROUNDING_OF_SQUARES
    if allowed <= 0:
        return False
    first, *others = vectors.T
    squares = first * first
    for component in others:
        squares += component * component
    # NaN compares false.
    return bool(squares.min(initial=1.0) >= 1 - allowed and squares.max(initial=1.0) <= 1 + allowed)


@rule(
    "GLTF-ACCESSOR_VECTOR3_NON_UNIT",
    "error",
    "element {element} of {attribute} has length {length:.6g}, expected 1{more}",
)
def accessor_vector3_non_unit(scope: Scope) -> Iterator[Finding]:
    """Normal or tangent is not of unit length.

    What: Every normal, and the first three components of every tangent, must have length 1.
    Why: Shaders use them as directions without normalising them.
    Fix: Normalise them. Where one is zero, recompute it from the adjacent triangles.
    Source: glTF 2.0 §3.7.2.1.
    """
    for attribute, array in _valid_attributes(scope, "NORMAL", "TANGENT"):
        extent = attribute.extent
        worst = scope.measure_once(off_unit, extent, array, divisor(extent), 3, UNIT_LENGTH_TOLERANCE)
        if worst is not None:
            values: dict[str, Any] = {"attribute": attribute.describe(scope), "element": worst.row}
            values |= {"length": worst.length, "more": others(worst.count, "element")}
            yield accessor_vector3_non_unit.at(attribute.pointer, **values)


@rule(
    "GLTF-ACCESSOR_INVALID_SIGN",
    "error",
    "the fourth component of element {element} of {attribute} is {value}, expected 1 or -1{more}",
    only_with=("TANGENT",),
)
def accessor_invalid_sign(scope: Scope) -> Iterator[Finding]:
    """Tangent has an invalid sign.

    What: The fourth component of a tangent must be 1 or -1.
    Why: It is the handedness of the tangent space and sets the direction of the bitangent.
    Fix: Write 1 where the texture is not mirrored, -1 where it is.
    Source: glTF 2.0 §3.7.2.1.
    """
    for attribute, array in _valid_attributes(scope, "TANGENT"):
        wrong_sign = scope.measure_once(_no_sign, attribute.extent, array, divisor(attribute.extent))
        if wrong_sign is not None:
            element, value, count = wrong_sign
            values: dict[str, Any] = {"element": element, "value": value}
            values |= {"attribute": attribute.describe(scope), "more": others(count, "element")}
            yield accessor_invalid_sign.at(attribute.pointer, **values)


def _no_sign(tangents: NDArray[Any], whole: float | None) -> tuple[int, Any, int] | None:
    """The first tangent whose fourth component is not 1 or -1, that component, and the number of these."""
    signs = fractions(tangents[:, 3], whole)
    wrong = np.flatnonzero((signs != 1.0) & (signs != -1.0))
    return (int(wrong[0]), signs[wrong[0]], len(wrong)) if len(wrong) else None


@rule(
    "GLTF-ACCESSOR_NON_CLAMPED",
    "error",
    "element {element} of {attribute} has a component of {value}, expected 0 to 1{more}",
)
def accessor_non_clamped(scope: Scope) -> Iterator[Finding]:
    """Vertex colour is out of range.

    What: The components of COLOR_0 must be from 0 to 1.
    Why: Other values look different in different readers.
    Fix: Clamp the colours.
    Source: glTF 2.0 §3.7.2.1.
    """
    for attribute, array in _valid_attributes(scope, "COLOR_0"):
        if attribute.extent.accessor.component_type not in FLOATS:
            continue
        wrong = np.argwhere((array > 1.0) | (array < 0.0))
        if len(wrong):
            element, component = (int(k) for k in wrong[0])
            values: dict[str, Any] = {
                "element": element,
                "value": array[element, component],
                "attribute": attribute.describe(scope),
                "more": others(len(wrong), "number"),
            }
            yield accessor_non_clamped.at(attribute.pointer, **values)


RULES = (
    accessor_index_oob,
    accessor_index_primitive_restart,
    accessor_index_triangle_degenerate,
    accessor_vector3_non_unit,
    accessor_invalid_sign,
    accessor_non_clamped,
)
