"""Compute the minimum and maximum of all accessors together, to find those that break a rule."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.tuples import NamedTuple
from pantin.formats.gltf.codes import FLOATS
from pantin.formats.gltf.extent import Extent, extents
from pantin.formats.gltf.rules.accessor_table import LARGEST, Column, Mask, table
from pantin.formats.gltf.rules.packed_numbers import Packed, packed_groups
from pantin.formats.gltf.scope import Scope

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
    columns = scope.fact(table)
    if columns is None:
        scope.read_plain_arrays()
        listed = [extent for extent in scope.fact(extents) if extent is not None]
        return Suspects(listed, listed, listed)
    count = len(columns.extents)
    wrong = {name: np.ones(count, bool) for name in Suspects._fields}
    for group in scope.fact(packed_groups):
        accessors = [columns.extents[index].accessor for index in group.accessors.tolist()]
        least, greatest = _measure(group)
        wrong["not_finite"][group.accessors] = ~np.isfinite([least, greatest]).all((0, 2))
        wrong["min"][group.accessors] = _differ([each.min for each in accessors], least)
        wrong["max"][group.accessors] = _differ([each.max for each in accessors], greatest)
    wrong["not_finite"] &= np.isin(columns.component_type, list(FLOATS))
    return Suspects(*([columns.extents[i] for i in np.flatnonzero(mask).tolist()] for mask in wrong.values()))


def _differ(stated: list[Any], actual: NDArray[Any]) -> Mask:
    """Which stated bounds differ from the actual ones, compared in the type of the numbers."""
    rows = [row for row, bounds in enumerate(stated) if bounds is not None]
    differ = np.zeros(len(stated), bool)
    if rows:
        bounds = np.array([stated[row] for row in rows], np.float64).astype(actual.dtype)
        differ[rows] = (bounds != actual[rows]).any(1)
    return differ


def _measure(group: Packed) -> tuple[NDArray[Any], NDArray[Any]]:
    """Minimum and maximum of each component of each accessor; shared bytes are measured once."""
    _, first, same = np.unique(group.starts * LARGEST + group.lengths, return_index=True, return_inverse=True)
    runs, lengths = [group.numbers[index] for index in first.tolist()], group.lengths[first]
    least = np.empty((len(runs), group.components), runs[0].dtype)
    greatest = np.empty_like(least)
    for row in np.flatnonzero(lengths > LARGE).tolist():
        least[row], greatest[row] = extremes(runs[row].reshape(-1, group.components))
    short = np.flatnonzero(lengths <= LARGE)
    batches = np.cumsum(lengths[short]) // BATCH
    for rows in np.split(short, np.flatnonzero(np.diff(batches)) + 1) if len(short) else ():
        batch = [runs[row] for row in rows.tolist()]
        least[rows], greatest[rows] = _extremes_of_all(batch, group.components, lengths[rows])
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
    joined = np.concatenate(parts).reshape(-1, width)
    firsts = (np.cumsum(lengths) - lengths) // width
    columns = [np.ascontiguousarray(joined[:, component]) for component in range(width)]
    least = np.stack([np.minimum.reduceat(column, firsts) for column in columns], 1)
    return least, np.stack([np.maximum.reduceat(column, firsts) for column in columns], 1)
