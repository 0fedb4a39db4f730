"""The closest points of triangles: a tree of boxes, searched level by level; the compiled twin in
`closest_points_numba.py` searches point by point and has the same bits.

Both look into every box that may hold a triangle as close as the closest one, rounding included, compute with
the same operations, and take the lowest index of equally close triangles, so the order of the search does not
matter.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from . import engine
from .triangle_distance import LEAF, morton_order

Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]

ROUNDING = 1e-13
"""Bound for the error of a distance, relative to its operands: about a hundred roundings of 1.1e-16."""

FLAT = 1e-14
"""Triangles with a squared sine below this count as degenerate: only their edges are used."""

BLOCK = 1 << 12
"""Points that the reference handles at once: it keeps about ten boxes for each."""

WORK = 32
"""Items of work for a point: NumPy takes some 3 µs."""


class Boxes(NamedTuple):
    """A complete binary tree over triangles, the leaves last.

    corners  (L · LEAF, 3, 3) of the triangles in the order of the leaves, padded with the last one
    order    (L · LEAF,) the index of each
    bounds   (2 L − 1, 6) least, then largest coordinates
    extent   the largest coordinate
    """

    corners: Doubles
    order: Indices
    bounds: Doubles
    extent: float


class Closest(NamedTuple):
    """For each point: the closest triangle (−1: none), the barycentric coordinates of its
    closest point, and the distance."""

    triangles: Indices
    barycentric: Doubles
    distances: Doubles


def closest_points(points: Doubles, vertices: Doubles, triangles: NDArray[np.integer[Any]]) -> Closest:
    """The closest point of a mesh for each of (n, 3) points: vertices (V, 3), triangles (T, 3)."""
    if not len(triangles) or not len(points):
        count = len(points)
        return Closest(np.full(count, -1, np.int64), np.zeros((count, 3)), np.full(count, np.inf))
    middle = (vertices.max(axis=0) + vertices.min(axis=0)) / 2
    boxes = build_boxes((vertices - middle)[triangles])
    return CLOSEST_POINTS(WORK * len(points), np.ascontiguousarray(points - middle), boxes)


def build_boxes(corners: Doubles) -> Boxes:
    order = morton_order(corners.mean(axis=1))
    leaves = 1
    while leaves * LEAF < len(order):
        leaves *= 2
    order = np.concatenate([order, np.full(leaves * LEAF - len(order), order[-1])])
    sorted_corners = np.ascontiguousarray(corners[order])
    points = sorted_corners.reshape(leaves, 3 * LEAF, 3)
    levels = [np.concatenate([points.min(axis=1), points.max(axis=1)], axis=1)]
    while len(levels[-1]) > 1:
        pairs = levels[-1].reshape(-1, 2, 6)
        low, high = pairs[:, :, :3].min(axis=1), pairs[:, :, 3:].max(axis=1)
        levels.append(np.concatenate([low, high], axis=1))
    bounds = np.concatenate(levels[::-1])
    return Boxes(sorted_corners, order, bounds, float(np.abs(bounds).max()))


def search_numpy(points: Doubles, boxes: Boxes) -> Closest:
    """The reference: all boxes of a level that are close enough, for a block of points at a time."""
    parts = [_search_block(points[begin : begin + BLOCK], boxes) for begin in range(0, len(points), BLOCK)]
    return Closest(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _search_block(points: Doubles, boxes: Boxes) -> Closest:
    queries, nodes = np.arange(len(points)), np.zeros(len(points), np.int64)
    first, depth = 0, (len(boxes.bounds) + 1) // 2
    bounds = np.full(len(points), np.inf)
    while True:
        width = len(boxes.order) // (first + 1)
        corner = boxes.corners[(nodes - first) * width, 0]
        np.minimum.at(bounds, queries, square_length(corner - points[queries]))
        low, high = boxes.bounds[nodes, :3], boxes.bounds[nodes, 3:]
        gaps = np.maximum(np.maximum(low - points[queries], points[queries] - high), 0.0)
        near = square_length(gaps) <= pad_distance(bounds[queries], boxes.extent)
        queries, nodes = queries[near], nodes[near]
        if first == depth - 1:
            break
        queries = np.repeat(queries, 2)
        nodes = (2 * nodes[:, None] + np.array([1, 2])).reshape(-1)
        first = 2 * first + 1
    slots = ((nodes - first)[:, None] * LEAF + np.arange(LEAF)).reshape(-1)
    return _choose(points, np.repeat(queries, LEAF), slots, boxes)


def _choose(points: Doubles, queries: Indices, slots: Indices, boxes: Boxes) -> Closest:
    """The closest of these pairs of a point and a triangle; every point has at least one."""
    corners = boxes.corners[slots]
    barycentric = barycentric_of(points[queries], corners)
    nearest = sum_corners(barycentric, corners)
    squares = square_length(nearest - points[queries])
    order = np.lexsort((boxes.order[slots], squares, queries))
    best = order[np.flatnonzero(np.diff(queries[order], prepend=-1))]
    return Closest(boxes.order[slots[best]], barycentric[best], np.sqrt(squares[best]))


def pad_distance(square: Doubles, extent: float) -> Doubles:
    """A squared distance plus the rounding error that it and the distance to a box may have. Coordinates are
    at most the extent plus the distance, and their error is relative to that."""
    distance = np.sqrt(square)
    error = ROUNDING * (extent + distance)
    wide: Doubles = square + 2.0 * error * distance + error * error
    return wide


def sum_corners(barycentric: Doubles, corners: Doubles) -> Doubles:
    shares = barycentric[:, :, None] * corners
    total: Doubles = shares[:, 0] + shares[:, 1] + shares[:, 2]
    return total


def barycentric_of(points: Doubles, corners: Doubles) -> Doubles:
    """Barycentric coordinates (n, 3) of the closest point of (n, 3, 3) triangles: inside the triangle, else
    on the closest edge. A triangle without an area has only edges."""
    a = corners[:, 0]
    ab, ac, ap = corners[:, 1] - a, corners[:, 2] - a, points - a
    d1, d2 = dot(ab, ap), dot(ac, ap)
    aa, cc, mixed = dot(ab, ab), dot(ac, ac), dot(ab, ac)
    area = aa * cc - mixed * mixed
    sound = area > FLAT * aa * cc
    safe = np.where(sound, area, 1.0)
    v, w = (cc * d1 - mixed * d2) / safe, (aa * d2 - mixed * d1) / safe
    inside = sound & (v >= 0) & (w >= 0) & (v + w <= 1)
    result = np.stack([1 - v - w, v, w], axis=1)
    rows = np.flatnonzero(~inside)
    if len(rows):
        result[rows] = _on_edges(points[rows], corners[rows])
    return result


def _on_edges(points: Doubles, corners: Doubles) -> Doubles:
    best = np.full(len(points), np.inf)
    result = np.zeros((len(points), 3))
    for start, end in ((0, 1), (1, 2), (2, 0)):
        along = corners[:, end] - corners[:, start]
        offset = points - corners[:, start]
        square = dot(along, along)
        share = np.clip(dot(along, offset) / np.where(square > 0, square, 1.0), 0, 1)
        away = square_length(offset - share[:, None] * along)
        nearer = away < best
        best[nearer] = away[nearer]
        result[nearer] = 0
        result[nearer, start] = 1 - share[nearer]
        result[nearer, end] = share[nearer]
    return result


def dot(left: Doubles, right: Doubles) -> Doubles:
    product: Doubles = left[:, 0] * right[:, 0] + left[:, 1] * right[:, 1] + left[:, 2] * right[:, 2]
    return product


def square_length(vectors: Doubles) -> Doubles:
    return dot(vectors, vectors)


CLOSEST_POINTS = engine.Kernel(
    "closest points", search_numpy, Later("pantin.kernels.closest_points_numba", "search")
)
