# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled twin of `blend_shapes.py`: blocks of vertices, all shapes in order within a block, one writer
for every vertex.

A scatter shape by shape over the whole mesh was a fifth faster on one thread and cannot be shared between
threads.
"""

from __future__ import annotations

import functools
from typing import Any

import numba as nb
from numpy.typing import NDArray

from .blend_shapes import BLOCK, Shapes
from .engine import compile_options, launch, njit_cached

Array = NDArray[Any]


def blend(shapes: Shapes, base: Array, amounts: Array, target: Array) -> None:
    """As `blend_shapes.blend_numpy`."""
    work = len(amounts) * max(shapes.vertices, len(shapes.delta))
    arrays = (shapes.dense, shapes.first, shapes.start, shapes.vertex, shapes.delta)
    launch(scatter(shapes.components), work, base, amounts, *arrays, target)


@functools.cache
def scatter(components: int) -> Any:
    """(base (V, C), amounts (F, S), dense, first, start, vertex, delta, out (F, V, C)); C is a constant."""

    def add_shapes(base, amounts, dense, first, start, vertex, delta, out):
        vertices = base.shape[0]
        for block in nb.prange((vertices + BLOCK - 1) // BLOCK):
            low, high = block * BLOCK, min(vertices, block * BLOCK + BLOCK)
            for frame in range(amounts.shape[0]):
                result = out[frame]
                for v in range(low, high):
                    for c in range(components):
                        result[v, c] = base[v, c]
                for s in range(amounts.shape[1]):
                    amount = amounts[frame, s]
                    if amount == 0:
                        continue
                    if dense[s]:
                        row = first[s]
                        for v in range(low, high):
                            for c in range(components):
                                result[v, c] += amount * delta[row + v, c]
                    else:
                        for k in range(start[s, block], start[s, block + 1]):
                            v = vertex[k]
                            for c in range(components):
                                result[v, c] += amount * delta[k, c]

    return njit_cached(add_shapes, parallel=True, **compile_options(strict=True))
