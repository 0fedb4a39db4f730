"""The keys of many channels, looked at together: a rig may have ten thousand channels of a few keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Channel, Reals
from pantin.rig.arrays import MemoryKey, memory_key

BATCH = 1 << 18
"""Numbers that are looked at together: 1 or 2 MB, about a second-level cache."""

Rows = list[int]


def keys_of(channel: Channel) -> Reals:
    """The values at the times of a channel, without the tangents of a spline."""
    return channel.values[:, 1] if channel.interpolation == "CUBICSPLINE" else channel.values


def find_rows(arrays: Sequence[Reals], find: Callable[[Reals], NDArray[np.bool_]]) -> list[Rows]:
    """For each array the rows for which `find` is true, which is given several arrays as one.

    Arrays over the same memory are looked at once: a small file may have thousands over one long accessor.
    """
    known: dict[MemoryKey, Rows] = {}
    keys = [memory_key(array) for array in arrays]
    batches: dict[tuple[int, str], list[Reals]] = {}
    for key, array in zip(keys, arrays, strict=True):
        if key in known:
            continue
        known[key] = []
        batches.setdefault((array.shape[1], array.dtype.str), []).append(array)
    for batch in batches.values():
        _find_in_batch(batch, find, known)
    return [known[key] for key in keys]


def _find_in_batch(
    arrays: list[Reals], find: Callable[[Reals], NDArray[np.bool_]], known: dict[MemoryKey, Rows]
) -> None:
    """Add the rows of arrays with the same dtype and width, some arrays at a time."""
    begin = 0
    while begin < len(arrays):
        end, size = begin + 1, arrays[begin].size
        while end < len(arrays) and size + arrays[end].size <= BATCH:
            size += arrays[end].size
            end += 1
        part = arrays[begin:end]
        found = np.flatnonzero(find(np.concatenate(part) if len(part) > 1 else part[0]))
        if len(found):
            firsts = np.cumsum([0, *map(len, part[:-1])])
            owners = np.searchsorted(firsts, found, "right") - 1
            for owner, row in zip(owners.tolist(), (found - firsts[owners]).tolist(), strict=True):
                known[memory_key(part[owner])].append(row)
        begin = end
