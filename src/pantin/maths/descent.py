"""Affine maps carried down a tree, node by node in plain numbers: for trees that are deep and narrow.

One array operation a level is best where levels are wide. In a chain each would multiply a single pair of
maps, and take several times as long as the 36 products themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def descend(parents: NDArray[np.int64], order: NDArray[np.int64], local: Array) -> Array:
    """World maps (n, N, N+1): parent's world map times local map; `order` names parents first.

    The sums are those of `affine.multiply`, in the same order: equal bits. What is too large is infinite.
    """
    size, width = local.shape[1:]
    world = np.array(local, np.float64, order="C")
    entries = Struct(f"{size * width}d")
    read, write, step = entries.unpack_from, entries.pack_into, entries.size
    held = world.data.cast("B") if world.size else memoryview(b"")
    for node, above in zip(order.tolist(), parents[order].tolist(), strict=True):
        if above >= 0:
            write(held, node * step, *_product(read(held, above * step), read(held, node * step), size))
    return world


def _product(a: Sequence[float], b: Sequence[float], size: int) -> list[float]:
    """The entries of a after b, row by row."""
    width = size + 1
    columns = [b[column::width] for column in range(width)]
    entries = []
    for first in range(0, size * width, width):
        row = a[first : first + size]
        for column in columns:
            total = row[0] * column[0]
            for k in range(1, size):
                total += row[k] * column[k]
            entries.append(total)
        entries[-1] += a[first + size]
    return entries
