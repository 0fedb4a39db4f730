"""The keys of many channels, looked at together: a rig may have ten thousand channels of a few keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Reals
from pantin.rig.arrays import LARGE, MemoryKey, memory_key

BATCH = 1 << 18
"""Numbers that are looked at together: 1 or 2 MB, about a second-level cache."""

Rows = Sequence[int]
NONE: Rows = ()


def find_rows(arrays: Sequence[Reals], find: Callable[[Reals], NDArray[np.bool_]]) -> list[Rows]:
    """The rows of each array for which `find` is true; `find` gets several arrays as one.

    An array that is given several times is checked once, and so are large arrays over the same memory: a
    small file may have thousands over one long accessor.
    """
    keys: list[MemoryKey | int] = [memory_key(array) if array.size > LARGE else id(array) for array in arrays]
    distinct = dict(zip(keys, arrays, strict=True))
    batches: dict[tuple[int, np.dtype[Any]], list[MemoryKey | int]] = {}
    for key, array in distinct.items():
        batches.setdefault((array.shape[1], array.dtype), []).append(key)
    rows_of: dict[MemoryKey | int, Rows] = {}
    for batch in batches.values():
        for number, rows in _find_in_batch([distinct[key] for key in batch], find).items():
            rows_of[batch[number]] = rows
    return [rows_of.get(key, NONE) for key in keys]


def _find_in_batch(arrays: list[Reals], find: Callable[[Reals], NDArray[np.bool_]]) -> dict[int, list[int]]:
    """The rows of each of these arrays with the same dtype and width that has any, some arrays at a time."""
    ends, rows_of = np.cumsum([0, *map(len, arrays)]), dict[int, list[int]]()
    most = max(BATCH // arrays[0].shape[1], 1)
    begin = 0
    while begin < len(arrays):
        # At least one array, and as many more as fit.
        end = max(int(np.searchsorted(ends, ends[begin] + most, "right")) - 1, begin + 1)
        part = arrays[begin:end]
        rows = np.flatnonzero(find(np.concatenate(part) if len(part) > 1 else part[0]))
        if len(rows):
            owners = np.searchsorted(ends[begin:end], rows + ends[begin], "right") - 1
            own_rows = rows + ends[begin] - ends[begin + owners]
            for owner, row in zip(owners.tolist(), own_rows.tolist(), strict=True):
                rows_of.setdefault(begin + owner, []).append(row)
        begin = end
    return rows_of
