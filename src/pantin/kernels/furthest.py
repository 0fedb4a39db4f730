# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc"
"""The largest distance of vertices to their counterparts: for each vertex, or for each node and frame.

Frames are the inner loop, so that vector instructions work on them. Needs numba.

Vertices that follow the same nodes in both motions are not all computed (`find_furthest_groups`): vertices in
a small ball move no further than the ball, and bounding the ball takes a few products.
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

GROUP, BLOCK = 64, 16
"""Vertices of a group, and frames of a block: small sizes have tighter bounds, large sizes take less time per
item."""


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


def _bound_groups(totals, ball_starts, ball_nodes, balls, world):
    """(groups, blocks) upper bounds for the movement of the vertices of a group in a block of frames, from
    its balls."""
    count, groups = world.shape[2], len(totals)
    blocks = (count + BLOCK - 1) // BLOCK
    stretch = np.empty((len(world), count))
    for node in range(len(world)):
        m = world[node]
        for f in range(count):
            square = m[0, f] ** 2 + m[1, f] ** 2 + m[2, f] ** 2 + m[4, f] ** 2 + m[5, f] ** 2
            square += m[6, f] ** 2 + m[8, f] ** 2 + m[9, f] ** 2 + m[10, f] ** 2
            stretch[node, f] = math.sqrt(square)
    bounds, bound = np.empty((groups, blocks)), np.empty(count)
    for group in range(groups):
        bound[:] = 0.0
        for ball in range(ball_starts[group], ball_starts[group + 1]):
            m, more = world[ball_nodes[ball]], stretch[ball_nodes[ball]]
            x, y, z, radius = balls[ball, 0], balls[ball, 1], balls[ball, 2], balls[ball, 3]
            for f in range(count):
                dx = m[0, f] * x + m[1, f] * y + m[2, f] * z + m[3, f]
                dy = m[4, f] * x + m[5, f] * y + m[6, f] * z + m[7, f]
                dz = m[8, f] * x + m[9, f] * y + m[10, f] * z + m[11, f]
                most = math.sqrt(dx * dx + dy * dy + dz * dz) + more[f] * radius
                most = most if most < math.inf else math.inf
                bound[f] = most if most > bound[f] else bound[f]
        for block in range(blocks):
            most = 0.0
            for f in range(block * BLOCK, min((block + 1) * BLOCK, count)):
                most = max(most, bound[f])
            bounds[group, block] = totals[group] * most
    return bounds


if numba_wanted():
    import numba

    # Here, because a compiled function captured in a closure keeps its caller out of the disk cache.
    _add = numba.njit(**OPTIONS)(_add)
    _bound_groups = numba.njit(**OPTIONS)(_bound_groups)


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


class Groups(NamedTuple):
    """Groups of vertices near each other, with the same nodes if possible, and a ball around the points of
    each node.

    starts        (G + 1,) where the vertices of each group begin
    vertices      (V,)
    totals        (G,) the largest sum of weights of a vertex
    ball_starts   (G + 1,) where the balls of each group begin
    ball_nodes    (B,)
    balls         (B, 4) centres and radii
    """

    starts: Indices
    vertices: Indices
    totals: Doubles
    ball_starts: Indices
    ball_nodes: Indices
    balls: Doubles


def make_groups(points: WeightedPoints) -> Groups:
    """Groups of vertices that follow nodes; vertices without a node are in no group."""
    vertex = np.repeat(np.arange(len(points.starts) - 1), np.diff(points.starts))
    weights = points.local[:, 3]
    places = points.local[:, :3] / np.where(weights == 0, 1.0, weights)[:, None]
    heaviest = np.lexsort((-np.abs(weights), vertex))
    used, first = np.unique(vertex[heaviest], return_index=True)
    heaviest = heaviest[first]
    order = np.lexsort((_curve(places[heaviest]), points.nodes[heaviest]))
    group_of = np.full(len(points.starts) - 1, -1)
    group_of[used[order]] = np.arange(len(used)) // GROUP
    totals = np.zeros(-(-len(used) // GROUP))
    np.maximum.at(totals, group_of[used], np.bincount(vertex, np.abs(weights))[used])
    rows = np.lexsort((points.nodes, group_of[vertex]))
    pairs = np.column_stack([group_of[vertex], points.nodes])[rows]
    begins = np.flatnonzero(np.append(True, (pairs[1:] != pairs[:-1]).any(axis=1))) if len(rows) else rows
    sizes = np.diff(np.append(begins, len(rows)))
    centres = (
        (np.minimum.reduceat(places[rows], begins) + np.maximum.reduceat(places[rows], begins)) / 2
        if len(rows)
        else places
    )
    far = np.linalg.norm(places[rows] - np.repeat(centres, sizes, axis=0), axis=1)
    radii = np.maximum.reduceat(far, begins) if len(rows) else far
    return Groups(
        np.minimum(np.arange(len(totals) + 1) * GROUP, len(used)),
        used[order],
        totals,
        np.searchsorted(pairs[begins, 0], np.arange(len(totals) + 1)),
        np.ascontiguousarray(pairs[begins, 1]),
        np.column_stack([centres, radii]),
    )


def _curve(places: Doubles) -> Indices:
    """Positions of points along a space-filling curve: near numbers mean near points."""
    low = places.min(axis=0, initial=np.inf)
    span = np.maximum(places.max(axis=0, initial=-np.inf) - low, 1e-30)
    cells = np.nan_to_num((places - low) / span * 31, posinf=0.0, neginf=0.0).astype(np.int64)
    code = np.zeros(len(places), np.int64)
    for bit in range(5):
        for axis in range(3):
            code |= (cells[:, axis] >> bit & 1) << 3 * bit + axis
    return code


def find_furthest_groups(
    points: WeightedPoints, groups: Groups, part: float, worst: float
) -> tuple[Doubles, Indices, float]:
    """(V,) the largest length of the sums of each vertex, and the frame, then the largest of all. Vertices
    below `part` times the largest length, which is at least `worst`, may be 0."""
    count = len(points.starts) - 1
    distances, frames = np.zeros(count), np.zeros(count, np.int64)
    largest = _group_kernel()(*groups, *points, part, worst, distances, frames)
    return distances, frames, float(largest)


@functools.cache
def _group_kernel() -> Any:
    def furthest(
        group_starts,
        members,
        totals,
        ball_starts,
        ball_nodes,
        balls,
        starts,
        nodes,
        local,
        world,
        part,
        worst,
        distances,
        frames,
    ):
        count, blocks = world.shape[2], (world.shape[2] + BLOCK - 1) // BLOCK
        bounds = _bound_groups(totals, ball_starts, ball_nodes, balls, world)
        x, y, z = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
        first = bounds.argmax() if bounds.size else 0
        for step in range(bounds.size):
            # The one with the largest bound first: what is found there excludes most of the others.
            at = first if step == 0 else step - 1 if step <= first else step
            group, block = at // blocks, at % blocks
            if bounds[group, block] <= part * worst:
                continue
            begin, end = block * BLOCK, min((block + 1) * BLOCK, count)
            some = end - begin
            for slot in range(group_starts[group], group_starts[group + 1]):
                vertex = members[slot]
                x[:] = 0.0
                y[:] = 0.0
                z[:] = 0.0
                _add(starts, nodes, local, world[:, :, begin:end], vertex, 1.0, x[:some], y[:some], z[:some])
                for f in range(some):
                    length = math.sqrt(x[f] * x[f] + y[f] * y[f] + z[f] * z[f])
                    length = length if length <= math.inf else math.inf
                    if length > distances[vertex]:
                        distances[vertex], frames[vertex] = length, begin + f
                        worst = max(worst, length)
        return worst

    return njit_cached(furthest, **OPTIONS)


def find_by_node(points: WeightedPoints, least_weight: float) -> Doubles:
    """(n, F) for each node, the largest length of the sums of vertices that follow it by more than a given
    weight. If `points.world` holds differences of transforms, these are distances."""
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
