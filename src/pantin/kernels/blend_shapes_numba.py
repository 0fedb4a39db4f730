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

from numpy.typing import NDArray

from pantin.base.threads import share_frames

from .blend_shapes import BLOCK, ShapeDeltas
from .engine import compile_options, njit_cached

Array = NDArray[Any]

SECONDS = 2.5e-9
"""Estimated time for one delta, or one vertex, in one frame, on one thread."""


def blend(shapes: ShapeDeltas, base: Array, amounts: Array, target: Array) -> None:
    """As `blend_shapes.blend_numpy`."""
    work = len(amounts) * max(shapes.vertices, len(shapes.delta))
    arrays = (shapes.dense, shapes.first, shapes.start, shapes.vertex, shapes.delta)
    kernel = scatter(shapes.components)

    def run(frames: slice, begin: int, end: int) -> None:
        kernel(base, amounts[frames], *arrays, target[frames], begin, end)

    share_frames(run, len(amounts), -(-shapes.vertices // BLOCK), SECONDS * work)


@functools.cache
def scatter(components: int) -> Any:
    """(base (V, C), amounts (F, S), dense, first, start, vertex, delta, out (F, V, C)) for a range of
    blocks; C is a constant."""

    def add_shapes(base, amounts, dense, first, start, vertex, delta, out, begin, end):
        vertices = base.shape[0]
        for block in range(begin, end):
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

    return njit_cached(add_shapes, **compile_options(strict=True))
