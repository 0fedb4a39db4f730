"""Blend shapes: base + Σ amount · delta for sparse and dense shapes, F frames in one call.

`bind_shapes` checks and sorts once; every vertex sums its shapes in their order, so the bits depend neither
on the engine nor on the threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.later import Later
from pantin.base.records import Record

from . import engine

Array = NDArray[Any]

# Vertices of one block: its share of the result (48 KiB at three floats) stays in the second-level cache
# through all shapes.
BLOCK = 4096


class ShapeDeltas(Record, eq=False):
    """Checked deltas of S shapes over V vertices with C components.

    vertex uint32 (total): sorted within a shape, unused for dense shapes; delta (total, C); first int64 (S
    + 1). start int64 (S, blocks + 1): where each vertex block begins in `delta`, for the parallel scatter.
    """

    vertices: int
    components: int
    dense: NDArray[np.bool_]
    first: NDArray[np.int64]
    vertex: NDArray[np.uint32]
    delta: Array
    start: NDArray[np.int64]


def bind_shapes(
    vertices: int,
    components: int,
    shapes: Sequence[tuple[ArrayLike | None, ArrayLike]],
    *,
    dtype: Any = np.float32,
) -> ShapeDeltas:
    """Shapes as (indices (M,) or None, deltas (M, C)); None means one delta a vertex. A ValueError names the
    array that does not fit.

    A vertex named twice in one shape is moved twice.
    """
    parts, names = [], []
    edges = np.minimum(np.arange(-(-vertices // BLOCK) + 1) * BLOCK, vertices)
    starts, total = [], 0
    for number, (indices, deltas) in enumerate(shapes):
        values = np.asarray(deltas, dtype)
        index = None if indices is None else np.asarray(indices)
        _check_shape(number, index, values, vertices, components)
        if index is None:
            starts.append(total + edges)
            names.append(np.arange(vertices, dtype=np.uint32))
        else:
            turn = np.argsort(index, kind="stable")
            index, values = index[turn], values[turn]
            starts.append(total + np.searchsorted(index, edges))
            names.append(index.astype(np.uint32))
        parts.append(values)
        total += len(values)
    first = np.concatenate([[0], np.cumsum([len(p) for p in parts])]).astype(np.int64)
    return ShapeDeltas(
        vertices,
        components,
        np.array([indices is None for indices, _ in shapes], bool),
        first,
        np.concatenate([np.zeros(0, np.uint32), *names]),
        np.concatenate([np.zeros((0, components), dtype), *parts]),
        np.array(starts, np.int64).reshape(len(parts), len(edges)),
    )


def _check_shape(number: int, index: Array | None, values: Array, vertices: int, components: int) -> None:
    count = vertices if index is None else len(index)
    if values.shape != (count, components):
        raise ValueError(f"deltas of shape {number} must be {(count, components)}, not {values.shape}")
    if index is not None and (index.ndim != 1 or (index.size and index.dtype.kind not in "iu")):
        raise ValueError(f"indices of shape {number} must be a flat list of integers")
    if index is not None and index.size and (int(index.min()) < 0 or int(index.max()) >= vertices):
        raise ValueError(f"shape {number} moves a vertex outside 0 … {vertices - 1}")


def blend(shapes: ShapeDeltas, base: Array, amounts: ArrayLike, *, out: Array | None = None) -> Array:
    """(F, V, C) in the shapes' dtype: base (V, C) plus Σ amounts[f, s] · delta_s; a shape of amount 0 costs
    nothing.
    """
    kind = shapes.delta.dtype
    amount = np.ascontiguousarray(amounts, kind)
    if amount.ndim != 2 or amount.shape[1] != len(shapes.dense):
        raise ValueError(f"weights must have shape (F, {len(shapes.dense)}), not {amount.shape}")
    if not np.all(np.isfinite(amount)):
        raise ValueError("an amount is not a finite number")
    if base.shape != (shapes.vertices, shapes.components):
        raise ValueError(f"base must have shape {(shapes.vertices, shapes.components)}, not {base.shape}")
    points = np.ascontiguousarray(base, kind)
    shape = (len(amount), *points.shape)
    target = np.empty(shape, kind) if out is None else out
    if target.shape != shape or target.dtype != kind or not target.flags.c_contiguous:
        raise ValueError(f"out must be a C-contiguous {kind} array of shape {shape}")
    if np.may_share_memory(target, points) or np.may_share_memory(target, shapes.delta):
        raise ValueError("out shares memory with an input")
    if target.size:
        BLEND_SHAPES(len(amount) * max(shapes.vertices, len(shapes.delta)), shapes, points, amount, target)
    return target


def blend_numpy(shapes: ShapeDeltas, base: Array, amounts: Array, target: Array) -> None:
    """The reference: shape after shape; `add.at` because a vertex may be named twice."""
    for row, result in zip(amounts, target, strict=True):
        result[...] = base
        for s in np.flatnonzero(row).tolist():
            part = slice(shapes.first[s], shapes.first[s + 1])
            step = row[s] * shapes.delta[part]
            if shapes.dense[s]:
                result += step
            else:
                np.add.at(result, shapes.vertex[part], step)


BLEND_SHAPES = engine.Kernel("blend shapes", blend_numpy, Later("pantin.kernels.blend_shapes_numba", "blend"))
