"""Bind influences to a kernel: check every index once, pad rows to 4 or 8, convert joints to palette offsets.

The kernels check nothing, so an `InfluenceRows` can only be made by `bind`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.records import Record

PADDED_COUNTS = (4, 8)
DIMENSIONS = range(2, 9)


def padded_rows(dimension: int) -> int:
    """Rows of one palette column: a column never straddles two vector registers."""
    return 4 if dimension <= 4 else 8


class InfluenceRows(Record, eq=False, dict=True):
    """Checked influences of `vertices` vertices over `joints` palette entries, in compressed rows and
    kernel form.

    offsets int64 (V + 1), joint int64 (total), weight dtype (total): as given, for the NumPy reference.
    table (V, K) or (total,): offsets into one frame's palette in units of 8 bytes, uint16 or uint32.
    table_weight: weights in the same layout. `padded` is K, or 0 for compressed rows.
    """

    vertices: int
    joints: int
    dimension: int
    dtype: np.dtype[Any]
    offsets: NDArray[np.int64]
    joint: NDArray[np.int64]
    weight: NDArray[Any]
    padded: int
    table: NDArray[Any]
    table_weight: NDArray[Any]

    @property
    def index_bits(self) -> int:
        return self.table.itemsize * 8

    @cached_property
    def largest_sum(self) -> float:
        """The largest sum of the absolute weights of a vertex."""
        vertex = np.repeat(np.arange(self.vertices), np.diff(self.offsets))
        return float(np.bincount(vertex, np.abs(self.weight)).max(initial=0.0))

    @cached_property
    def leading(self) -> NDArray[np.int64]:
        """(V,) place of each vertex's largest weight in the rows, the first of equal ones; -1 without any."""
        lead = np.full(self.vertices, -1, np.int64)
        most = np.full(self.vertices, -np.inf)
        counts = np.diff(self.offsets)
        for turn in range(int(counts.max(initial=0))):
            rows = np.flatnonzero(counts > turn)
            entry = self.offsets[rows] + turn
            better = self.weight[entry] > most[rows]
            rows, entry = rows[better], entry[better]
            lead[rows], most[rows] = entry, self.weight[entry]
        return lead

    @cached_property
    def leading_offset(self) -> NDArray[np.int64]:
        """(V,) the entry of `table` for the leading influence of each vertex; 0 without any. For padded
        influences only."""
        offset = np.maximum(self.leading - self.offsets[:-1], 0)
        return np.take_along_axis(self.table, offset[:, None], 1)[:, 0].astype(np.int64)

    @cached_property
    def leading_first(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """`table` and `table_weight` of padded influences with the leading one of each vertex in front."""
        table, weight = self.table.copy(), self.table_weight.copy()
        rows = np.flatnonzero(self.leading > self.offsets[:-1])
        offset = self.leading[rows] - self.offsets[rows]
        for array in (table, weight):
            array[rows, 0], array[rows, offset] = array[rows, offset], array[rows, 0]
        return table, weight


def bind(
    offsets: ArrayLike, joint: ArrayLike, weight: ArrayLike, joints: int, *, dimension: int = 3,
    dtype: Any = np.float32,
) -> InfluenceRows:  # fmt: skip
    """Check compressed rows (offsets (V+1), joint, weight) against a palette of `joints` entries;
    a ValueError says what is wrong.
    """
    start = np.asarray(offsets)
    kind = np.dtype(dtype)
    if dimension not in DIMENSIONS:
        raise ValueError(f"skinning supports 2 to 8 dimensions, not {dimension}")
    if kind not in (np.dtype(np.float32), np.dtype(np.float64)):
        raise ValueError(f"skinning supports float32 and float64, not {kind}")
    index, amount = np.asarray(joint), np.asarray(weight)
    _check_rows(start, index, amount)
    if index.size and (int(index.min()) < 0 or int(index.max()) >= joints):
        worst = int(np.flatnonzero((index < 0) | (index >= joints))[0])
        vertex = int(np.searchsorted(start, worst, side="right")) - 1
        raise ValueError(
            f"vertex {vertex} names joint {int(index[worst])}, but the palette has {joints} entries"
        )
    start, index = start.astype(np.int64), index.astype(np.int64)
    amount = np.ascontiguousarray(amount, kind)
    padded = _padded_count(start)
    table, table_weight = _kernel_form(start, index, amount, padded, joints, dimension)
    return InfluenceRows(
        len(start) - 1, joints, dimension, kind, start, index, amount, padded, table, table_weight
    )


def bind_padded(
    joint: ArrayLike, weight: ArrayLike, joints: int, *, dimension: int = 3, dtype: Any = np.float32
) -> InfluenceRows:
    """Bind influences given as a rectangle: joint and weight (V, K)."""
    index, amount = np.asarray(joint), np.asarray(weight)
    if index.ndim != 2 or index.shape != amount.shape:
        raise ValueError(
            f"joint and weight must share one shape (V, K), not {index.shape} and {amount.shape}"
        )
    offsets = np.arange(len(index) + 1, dtype=np.int64) * index.shape[1]
    return bind(offsets, index.ravel(), amount.ravel(), joints, dimension=dimension, dtype=dtype)


def _check_rows(start: NDArray[Any], index: NDArray[Any], amount: NDArray[Any]) -> None:
    if (
        start.ndim != 1
        or len(start) < 1
        or start.dtype.kind not in "iu"
        or (index.size and index.dtype.kind not in "iu")
    ):
        raise ValueError("offsets (V + 1) and joints must be flat integer arrays")
    if index.ndim != 1 or index.shape != amount.shape:
        raise ValueError(
            f"joint and weight must be flat and of one length, not {index.shape} and {amount.shape}"
        )
    if int(start[0]) != 0 or int(start[-1]) != len(index) or bool(np.any(start[1:] < start[:-1])):
        raise ValueError(f"offsets must be ascending, from 0 to the number of influences, {len(index)}")
    if not np.all(np.isfinite(amount)):
        raise ValueError("a weight is not a finite number")


def _padded_count(start: NDArray[np.int64]) -> int:
    most = int(np.diff(start).max(initial=0))
    return next((count for count in PADDED_COUNTS if most <= count), 0)


def _kernel_form(
    start: NDArray[np.int64],
    index: NDArray[np.int64],
    amount: NDArray[Any],
    padded: int,
    joints: int,
    dimension: int,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Palette offsets and weights as the kernel reads them; padding points at entry 0 with weight 0."""
    row = (dimension + 1) * padded_rows(dimension) * amount.itemsize // 8
    kind = np.uint16 if joints * row <= 1 << 16 else np.uint32
    if joints * row > 1 << 32:
        raise ValueError(f"a palette of {joints} entries is larger than 32 GiB")
    if not padded:
        return (index * row).astype(kind), amount
    vertices = len(start) - 1
    counts = np.diff(start)
    filled = np.arange(padded) < counts[:, None]
    table, weight = np.zeros((vertices, padded), kind), np.zeros((vertices, padded), amount.dtype)
    table[filled], weight[filled] = index * row, amount
    return table, weight
