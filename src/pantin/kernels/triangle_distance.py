"""The largest distance from a surface to another one in a pose, including points inside triangles; the
compiled twin in `triangle_distance_numba.py` has the same bits.

The distance to one triangle is convex, so over a triangle it is largest at a corner. That bounds the distance
of all points of a triangle to the surface; where the bound is too large, the triangle is divided. Both
engines divide the same triangles together, and take the lowest index of equally close ones, so that the order
of a search does not matter.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from . import engine

Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]

LEAF = 4
"""Triangles in a leaf of the tree."""

DEPTH = 7
"""The most times a triangle is divided."""

AT_ONCE = 256
"""Triangles that are divided together, level by level. What they have found spares the next ones."""

CLOSE = 1.01
"""Bounds less than this much above the largest squared distance so far are not refined."""

PAD = 1e-13
"""Boxes this much further away than the nearest triangle are searched too: the bound for the rounding of both
distances, relative to the square of the largest coordinate. The order of the search does not matter then."""

WORK = 30
"""Items of work for a vertex or triangle: NumPy takes some microseconds."""

BLOCK = 1 << 12
"""Points that the reference handles at once: it keeps about ten boxes for each."""


class Tree(NamedTuple):
    """Boxes around triangles: a complete binary tree, leaves last, each with `LEAF` triangles in order.

    triangles  (T, 3)
    boxes      (2 L − 1, 6) least, then largest coordinates
    """

    triangles: Indices
    boxes: Doubles


def plant(triangles: Indices, centres: Doubles) -> Tree:
    """A tree over triangles, in which triangles with near centres are neighbours; its boxes are empty."""
    order = morton_order(centres)
    leaves = 1
    while leaves * LEAF < len(triangles):
        leaves *= 2
    return Tree(np.ascontiguousarray(triangles[order]), np.zeros((2 * leaves - 1, 6)))


def morton_order(centres: Doubles) -> Indices:
    """Triangles along a space-filling curve (Morton)."""
    low, size = centres.min(axis=0), float(np.ptp(centres, axis=0).max(initial=0.0)) or 1.0
    cells = np.clip((centres - low) / size * 1023, 0, 1023).astype(np.int64)
    code = np.zeros(len(centres), np.int64)
    for bit in range(10):
        for axis in range(3):
            code |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(code, kind="stable")


def square_distances(points: Doubles, corners: Doubles) -> Doubles:
    """The squared distances of points (…, 3) to triangles (…, 3, 3) (Ericson, Real-Time Collision Detection,
    5.1.5)."""
    a, b, c = corners[..., 0, :], corners[..., 1, :], corners[..., 2, :]
    ab, ac, ap, bp, cp = b - a, c - a, points - a, points - b, points - c
    d1, d2, d3, d4, d5, d6 = dot(ab, ap), dot(ac, ap), dot(ab, bp), dot(ac, bp), dot(ab, cp), dot(ac, cp)
    vc, vb, va = d1 * d4 - d3 * d2, d5 * d2 - d1 * d6, d3 * d6 - d5 * d4
    total, span = va + vb + vc, (d4 - d3) + (d5 - d6)
    with np.errstate(divide="ignore", invalid="ignore"):
        on_bc = (d4 - d3) / span
        cases = (
            ((vc <= 0) & (d1 >= 0) & (d3 <= 0) & (d1 > d3), d1 / (d1 - d3), 0.0),
            ((vb <= 0) & (d2 >= 0) & (d6 <= 0) & (d2 > d6), 0.0, d2 / (d2 - d6)),
            ((va <= 0) & (d4 - d3 >= 0) & (d5 - d6 >= 0) & (span > 0), 1.0 - on_bc, on_bc),
            (total > 0, vb / total, vc / total),
        )
    conditions = [case[0] for case in cases]
    v = np.select(conditions, [case[1] for case in cases], 0.0)
    w = np.select(conditions, [case[2] for case in cases], 0.0)
    away = ap - v[..., None] * ab - w[..., None] * ac
    corner_cases = [(d1 <= 0) & (d2 <= 0), (d3 >= 0) & (d4 <= d3), (d6 >= 0) & (d5 <= d6)]
    result: Doubles = np.select(corner_cases, [dot(ap, ap), dot(bp, bp), dot(cp, cp)], dot(away, away))
    return result


def dot(left: Doubles, right: Doubles) -> Doubles:
    product: Doubles = (
        left[..., 0] * right[..., 0] + left[..., 1] * right[..., 1] + left[..., 2] * right[..., 2]
    )
    return product


def measure_pose(
    tree: Tree, points: Doubles, triangles: Indices, vertices: Indices, hints: Indices, floor: float = 0.0
) -> float:
    """The largest squared distance of triangles to those of a tree in a pose.

    points    (V, 3) of both surfaces
    vertices  of the triangles, each once
    hints     (V,) a triangle of the tree for each vertex, near it or not: replaced by nearer ones
    floor     distances below it are ignored
    """
    work = WORK * (len(vertices) + len(triangles))
    points = np.ascontiguousarray(points)
    return TRIANGLE_DISTANCE(work, tree, points, triangles, vertices, hints, float(floor))


def furthest_numpy(
    tree: Tree, points: Doubles, triangles: Indices, vertices: Indices, hints: Indices, floor: float
) -> float:
    """The reference."""
    surface = _Surface(tree, points)
    far = vertices[surface.distances(points[vertices], hints[vertices]) > floor]
    hints[far], distances = surface.nearest(points[far], hints[far])
    floor = max(floor, float(distances.max(initial=0.0)))
    pieces = triangles[surface.bounds(points[triangles], hints[triangles]) > floor * CLOSE]
    far = np.unique(pieces)
    hints[far], _ = surface.nearest(points[far], hints[far])
    for first in range(0, len(pieces), AT_ONCE):
        some = pieces[first : first + AT_ONCE]
        floor = surface.search_inside(points[some], hints[some], floor)
    return floor


class _Surface:
    """The triangles of a tree in a pose."""

    def __init__(self, tree: Tree, points: Doubles) -> None:
        self.corners = points[tree.triangles]
        self.extent = float(np.abs(self.corners).max(initial=0.0))
        self.leaves = (len(tree.boxes) + 1) // 2
        boxes = np.tile([np.inf] * 3 + [-np.inf] * 3, (self.leaves * LEAF, 1))
        boxes[: len(self.corners), :3] = self.corners.min(axis=1)
        boxes[: len(self.corners), 3:] = self.corners.max(axis=1)
        levels, width = [boxes], LEAF
        while width > 1 or len(levels[-1]) > 1:
            groups = levels[-1].reshape(-1, width if len(levels) == 1 else 2, 6)
            levels.append(
                np.concatenate([groups[:, :, :3].min(axis=1), groups[:, :, 3:].max(axis=1)], axis=1)
            )
            width = 1
        self.boxes = np.concatenate(levels[:0:-1])

    def distances(self, points: Doubles, triangles: Indices) -> Doubles:
        return square_distances(points, self.corners[triangles])

    def nearest(self, points: Doubles, hints: Indices) -> tuple[Indices, Doubles]:
        """The triangle nearest to each point, and its squared distance."""
        best, least = hints.copy(), np.zeros(len(points))
        for first in range(0, len(points), BLOCK):
            some = slice(first, first + BLOCK)
            best[some], least[some] = self._search_block(points[some], hints[some])
        return best, least

    def _search_block(self, points: Doubles, hints: Indices) -> tuple[Indices, Doubles]:
        limits = self.distances(points, hints)
        pad = PAD * self.extent * self.extent
        queries, boxes = np.arange(len(points)), np.zeros(len(points), np.int64)
        first = 0
        while True:
            low, high, own = self.boxes[boxes, :3], self.boxes[boxes, 3:], points[queries]
            slots = np.minimum((boxes - first) * (self.leaves // (first + 1)) * LEAF, len(self.corners) - 1)
            away = self.corners[slots, 0] - own
            np.minimum.at(limits, queries, dot(away, away))  # the hint may be far away
            gaps = np.maximum(np.maximum(low - own, own - high), 0.0)
            near = dot(gaps, gaps) <= limits[queries] + pad
            queries, boxes = queries[near], boxes[near]
            if first == self.leaves - 1:
                break
            queries, first = np.repeat(queries, 2), 2 * first + 1
            boxes = (2 * boxes[:, None] + np.array([1, 2])).reshape(-1)
        slots = ((boxes - first)[:, None] * LEAF + np.arange(LEAF)).reshape(-1)
        queries = np.repeat(queries, LEAF)
        real = slots < len(self.corners)
        slots, queries = (
            np.concatenate([hints, slots[real]]),
            np.append(np.arange(len(points)), queries[real]),
        )
        squares = self.distances(points[queries], slots)
        order = np.lexsort((slots, squares, queries))
        chosen = order[np.flatnonzero(np.diff(queries[order], prepend=-1))]
        return slots[chosen], squares[chosen]

    def bounds(self, corners: Doubles, hints: Indices) -> Doubles:
        """No point of a triangle is further away than this: the distance to one triangle is convex."""
        far = [
            self.distances(corners, np.repeat(hints[:, which, None], 3, axis=1)).max(axis=1)
            for which in range(3)
        ]
        least: Doubles = np.minimum(np.minimum(far[0], far[1]), far[2])
        return least

    def search_inside(self, corners: Doubles, hints: Indices, floor: float) -> float:
        """The largest squared distance inside triangles, if it is above `floor`."""
        for depth in range(DEPTH + 1):
            bounds = self.bounds(corners, hints)
            open_pieces = bounds > floor * CLOSE
            corners, hints = corners[open_pieces], hints[open_pieces]
            if not len(corners) or depth == DEPTH:
                return max(floor, float(bounds.max(initial=0.0)) if len(corners) else 0.0)
            middles = 0.5 * (corners + np.roll(corners, -1, axis=1))
            near, far = self.nearest(middles.reshape(-1, 3), hints.reshape(-1))
            near, floor = near.reshape(-1, 3), max(floor, float(far.max(initial=0.0)))
            corners = _divide(corners, middles)
            hints = _divide(hints, near)
        return floor


def _divide(corners: NDArray[Any], middles: NDArray[Any]) -> NDArray[Any]:
    """The four parts of each triangle, for values of its corners and of the middles of its edges."""
    parts = [
        np.stack([corners[:, corner], middles[:, corner], middles[:, corner - 1]], axis=1)
        for corner in range(3)
    ]
    return np.concatenate([*parts, middles])


TRIANGLE_DISTANCE = engine.Kernel(
    "triangle distance", furthest_numpy, Later("pantin.kernels.triangle_distance_numba", "furthest")
)
