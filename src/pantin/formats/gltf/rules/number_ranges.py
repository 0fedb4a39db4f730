"""Compute the minimum and maximum of all accessors together, to find those that break a rule."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.tuples import NamedTuple
from pantin.formats.gltf.codes import FLOATS
from pantin.formats.gltf.extent import Extent, extents
from pantin.formats.gltf.rules.accessor_table import LARGEST, AccessorTable, Column, Mask, table
from pantin.formats.gltf.rules.packed_numbers import Packed, packed_groups, stretches
from pantin.formats.gltf.scope import Scope
from pantin.rig.arrays import all_finite

LARGE = 1 << 12
"""Accessors with at least this many numbers are measured one by one: the work outweighs the calls."""

BATCH = 1 << 18
"""Numbers measured at once: 1 MB, less than a second-level cache."""

BLOCK = 1 << 13
"""Elements of a large accessor measured at once: about 100 KB, part of a second-level cache."""


class Suspects(NamedTuple):
    """Accessors that may have non-finite numbers, or extremes that differ from `min` and `max`."""

    not_finite: list[Extent]
    min: list[Extent]
    max: list[Extent]


def find_suspects(scope: Scope) -> Suspects:
    """Find the suspects. Accessors that are not packed, such as sparse and interleaved ones, are suspects for
    every rule."""
    columns, known = scope.fact(table), scope.fact(extents)
    if columns is None:
        scope.read_plain_arrays()
        listed = known.all()
        return Suspects(listed, listed, listed)
    wrong = {name: np.ones(len(columns.accessors), bool) for name in Suspects._fields}
    groups = scope.fact(packed_groups)
    finite = _finite_buffers(groups)
    for group in groups:
        for name, rows in _wrong_in(group, columns, finite[id(group.buffer)]).items():
            wrong[name][group.accessors] = rows
    wrong["not_finite"] &= np.isin(columns.component_type, list(FLOATS))
    lists = ([known[index] for index in np.flatnonzero(mask).tolist()] for mask in wrong.values())
    return Suspects(*([extent for extent in each if extent is not None] for each in lists))


def _wrong_in(group: Packed, columns: AccessorTable, is_finite: bool) -> dict[str, Mask]:
    """The accessors of a group that are suspects, by rule. Only those with bounds are measured, unless some
    numbers of the buffer are not finite: most keys of clips have no bounds."""
    accessors = [columns.accessors[index] for index in group.accessors.tolist()]
    bounded = np.array([each.min is not None or each.max is not None for each in accessors], bool)
    rows = np.flatnonzero(bounded) if is_finite else np.arange(len(accessors))
    wrong = {name: np.zeros(len(accessors), bool) for name in Suspects._fields}
    if len(rows):
        least, greatest = _measure(group, rows)
        wrong["not_finite"][rows] = ~np.isfinite([least, greatest]).all((0, 2))
        wrong["min"][rows] = _differ([accessors[row].min for row in rows.tolist()], least)
        wrong["max"][rows] = _differ([accessors[row].max for row in rows.tolist()], greatest)
    return wrong


def _finite_buffers(groups: list[Packed]) -> dict[int, bool]:
    """Whether the numbers of all groups in the same buffer, given by its `id`, are finite or integers."""
    by_buffer: dict[int, list[Packed]] = {}
    for group in groups:
        by_buffer.setdefault(id(group.buffer), []).append(group)
    return {
        buffer: inside[0].buffer.dtype.kind != "f" or all_finite(stretches(inside))
        for buffer, inside in by_buffer.items()
    }


def _differ(stated: list[Any], actual: NDArray[Any]) -> Mask:
    """Which stated bounds differ from the actual ones, compared in the type of the numbers."""
    rows = [row for row, bounds in enumerate(stated) if bounds is not None]
    differ = np.zeros(len(stated), bool)
    if rows:
        bounds = np.array([stated[row] for row in rows], np.float64).astype(actual.dtype)
        differ[rows] = (bounds != actual[rows]).any(1)
    return differ


def _measure(group: Packed, rows: Column) -> tuple[NDArray[Any], NDArray[Any]]:
    """Minimum and maximum of each component of these accessors; shared bytes are measured once."""
    spans = group.starts[rows] * LARGEST + group.lengths[rows]
    _, first, same = np.unique(spans, return_index=True, return_inverse=True)
    runs, lengths = [group.numbers[row] for row in rows[first].tolist()], group.lengths[rows][first]
    least = np.empty((len(runs), group.components), runs[0].dtype)
    greatest = np.empty_like(least)
    for run in np.flatnonzero(lengths > LARGE).tolist():
        least[run], greatest[run] = extremes(runs[run])
    short = np.flatnonzero(lengths <= LARGE)
    batches = np.cumsum(lengths[short]) // BATCH
    for batch in np.split(short, np.flatnonzero(np.diff(batches)) + 1) if len(short) else ():
        parts = [runs[run] for run in batch.tolist()]
        least[batch], greatest[batch] = _extremes_of_all(parts, group.components, lengths[batch])
    return least[same], greatest[same]


def extremes(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Minimum and maximum of each component, over the rows."""
    if len(rows) > BLOCK:
        parts = [extremes(rows[first : first + BLOCK]) for first in range(0, len(rows), BLOCK)]
        least, greatest = zip(*parts, strict=True)
        return np.minimum.reduce(least), np.maximum.reduce(greatest)
    # Component by component: reducing short rows along the long axis is ten times slower. A copy in that
    # order takes less time than it saves.
    columns = np.ascontiguousarray(rows.T)
    return np.minimum.reduce(columns, axis=1), np.maximum.reduce(columns, axis=1)


def _extremes_of_all(
    parts: list[NDArray[Any]], width: int, lengths: Column
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Minimum and maximum of each component in many short runs of numbers, with a row for each run."""
    joined = np.concatenate(parts)
    firsts = (np.cumsum(lengths) - lengths) // width
    columns = [np.ascontiguousarray(joined[:, component]) for component in range(width)]
    least = np.stack([np.minimum.reduceat(column, firsts) for column in columns], 1)
    return least, np.stack([np.maximum.reduceat(column, firsts) for column in columns], 1)
