"""The keys of many channels, looked at together: a rig may have ten thousand channels of a few keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Channel, Reals
from pantin.rig.arrays import LARGE, MemoryKey, memory_key

BATCH = 1 << 18
"""Numbers that are looked at together: 1 or 2 MB, about a second-level cache."""

Rows = list[int]


def keys_of(channel: Channel) -> Reals:
    """The values at the times of a channel, without the tangents of a spline."""
    return channel.values[:, 1] if channel.interpolation == "CUBICSPLINE" else channel.values


def find_rows(arrays: Sequence[Reals], find: Callable[[Reals], NDArray[np.bool_]]) -> list[Rows]:
    """For each array the rows for which `find` is true, which is given several arrays as one.

    An array that is given several times is looked at once, and so are large ones over the same memory: a
    small file may have thousands over one long accessor.
    """
    known: dict[MemoryKey | int, Rows] = {}
    results: list[Rows] = []
    batches: dict[tuple[int, np.dtype[Any]], tuple[list[Reals], list[Rows]]] = {}
    for array in arrays:
        key = memory_key(array) if array.size > LARGE else id(array)
        rows = known.get(key)
        if rows is None:
            rows = known[key] = []
            batch, bad_rows = batches.setdefault((array.shape[1], array.dtype), ([], []))
            batch.append(array)
            bad_rows.append(rows)
        results.append(rows)
    for batch, bad_rows in batches.values():
        _find_in_batch(batch, find, bad_rows)
    return results


def _find_in_batch(
    arrays: list[Reals], find: Callable[[Reals], NDArray[np.bool_]], results: list[Rows]
) -> None:
    """Add the rows of arrays with the same dtype and width to the result of each, some arrays at a time."""
    begin = 0
    while begin < len(arrays):
        end, size = begin + 1, arrays[begin].size
        while end < len(arrays) and size + arrays[end].size <= BATCH:
            size += arrays[end].size
            end += 1
        part = arrays[begin:end]
        rows = np.flatnonzero(find(np.concatenate(part) if len(part) > 1 else part[0]))
        if len(rows):
            firsts = np.cumsum([0, *map(len, part[:-1])])
            owners = np.searchsorted(firsts, rows, "right") - 1
            for owner, row in zip(owners.tolist(), (rows - firsts[owners]).tolist(), strict=True):
                results[begin + owner].append(row)
        begin = end
