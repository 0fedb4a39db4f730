# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc"
"""How far vertices are from their counterparts at most: of each vertex, or of each node and frame.

Frames are the inner loop, so that vector instructions work on them. Needs numba.
"""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .engine import compile_options, njit_cached, numba_wanted

Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]

OPTIONS = compile_options(strict=False)


class WeightedPoints(NamedTuple):
    """Vertices as sums of points that follow nodes.

    starts  (V + 1,) where the rows of each vertex begin
    nodes   (R,)
    local   (R, 4) weighted positions relative to the node, and the weight
    world   (n, 12, F) transforms, row by row
    """

    starts: Indices
    nodes: Indices
    local: Doubles
    world: Doubles


def _add(starts, nodes, local, world, vertex, sign, x, y, z):
    """Add a vertex, in all frames, times ±1."""
    for row in range(starts[vertex], starts[vertex + 1]):
        m = world[nodes[row]]
        lx, ly, lz, w = sign * local[row, 0], sign * local[row, 1], sign * local[row, 2], sign * local[row, 3]
        for f in range(len(x)):
            x[f] += m[0, f] * lx + m[1, f] * ly + m[2, f] * lz + m[3, f] * w
            y[f] += m[4, f] * lx + m[5, f] * ly + m[6, f] * lz + m[7, f] * w
            z[f] += m[8, f] * lx + m[9, f] * ly + m[10, f] * lz + m[11, f] * w


if numba_wanted():
    import numba

    # Here, because a compiled function captured in a closure keeps its caller out of the disk cache.
    _add = numba.njit(**OPTIONS)(_add)


def find_furthest(a: WeightedPoints, b: WeightedPoints) -> tuple[Doubles, Indices]:
    """(V,) the largest distance of each vertex between A and B, and the frame; NaN counts as infinite."""
    count = len(a.starts) - 1
    distances, frames = np.zeros(count), np.zeros(count, np.int64)
    _kernel()(*a, *b, distances, frames)
    return distances, frames


@functools.cache
def _kernel() -> Any:
    def furthest(starts, nodes, local, world, starts_b, nodes_b, local_b, world_b, distances, frames):
        count = world.shape[2]
        x, y, z = np.empty(count), np.empty(count), np.empty(count)
        for vertex in range(len(starts) - 1):
            x[:] = 0.0
            y[:] = 0.0
            z[:] = 0.0
            _add(starts, nodes, local, world, vertex, 1.0, x, y, z)
            _add(starts_b, nodes_b, local_b, world_b, vertex, -1.0, x, y, z)
            worst, where = -1.0, 0
            for f in range(count):
                square = x[f] * x[f] + y[f] * y[f] + z[f] * z[f]
                if not square <= worst:
                    worst, where = square, f
                    if not square <= math.inf:
                        worst = math.inf
                        break
            distances[vertex] = math.sqrt(worst) if count else 0.0
            frames[vertex] = where

    return njit_cached(furthest, **OPTIONS)


def find_by_node(points: WeightedPoints, least_weight: float) -> Doubles:
    """(n, F) the largest length of the sums of the vertices that follow each node by more than a weight. With
    differences of transforms as `points.world`, these are distances."""
    result = np.zeros((len(points.world), points.world.shape[2]))
    _node_kernel()(*points, least_weight, result)
    return np.sqrt(result)


@functools.cache
def _node_kernel() -> Any:
    def largest(starts, nodes, local, world, least_weight, result):
        count = world.shape[2]
        x, y, z = np.empty(count), np.empty(count), np.empty(count)
        for vertex in range(len(starts) - 1):
            if starts[vertex] == starts[vertex + 1]:
                continue
            x[:] = 0.0
            y[:] = 0.0
            z[:] = 0.0
            _add(starts, nodes, local, world, vertex, 1.0, x, y, z)
            for f in range(count):
                x[f] = x[f] * x[f] + y[f] * y[f] + z[f] * z[f]
            for row in range(starts[vertex], starts[vertex + 1]):
                if local[row, 3] > least_weight:
                    most = result[nodes[row]]
                    for f in range(count):
                        most[f] = x[f] if not x[f] <= most[f] else most[f]

    return njit_cached(largest, **OPTIONS)
