"""The closest points of a triangle mesh, by a tree of the centres of its triangles."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.rig import Doubles, Indices

FIRST, MOST = 3, 48
"""Triangles that are tried for a point at first, and at most. More would be needed only for a point that is
much farther away than the triangles are large; the error is then below the size of a triangle."""

BLOCK = 1 << 15
"""Points that are searched for at once, which bounds the memory of the candidates."""


class Closest(NamedTuple):
    """For each point: the triangle that is closest (−1: there is none), the barycentric coordinates of its
    closest point, and the distance."""

    triangles: Indices
    barycentric: Doubles
    distances: Doubles


def closest_points(points: Doubles, vertices: Doubles, triangles: Indices) -> Closest:
    """The closest point of a mesh for each of (n, 3) points.

    Triangles of similar size share a tree: a triangle can only be the closest one if its centre is at most
    its radius farther away than the best point that is known.
    """
    found = Closest(
        np.full(len(points), -1, np.int64), np.zeros((len(points), 3)), np.full(len(points), np.inf)
    )
    if not len(triangles) or not len(points):
        return found
    corners = vertices[triangles]
    centres = corners.mean(axis=1)
    radii = np.sqrt(((corners - centres[:, None]) ** 2).sum(axis=2).max(axis=1))
    for members in size_classes(radii):
        _search(found, points, corners, centres, members, float(radii[members].max()))
    return found


def size_classes(radii: Doubles) -> list[Indices]:
    """The triangles by size, the largest class first: sizes in a class differ by a factor of four at most."""
    smallest = max(float(radii.max()) * 2.0**-16, np.finfo(np.float64).tiny)
    levels = np.floor(np.log2(np.maximum(radii, smallest) / smallest) / 2)
    classes = [np.flatnonzero(levels == level) for level in np.unique(levels)]
    return sorted(classes, key=lambda members: -len(members))


def _search(
    found: Closest, points: Doubles, corners: Doubles, centres: Doubles, members: Indices, radius: float
) -> None:
    """Improve what was found by the triangles of one size."""
    from scipy.spatial import cKDTree

    tree = cKDTree(centres[members])
    for begin in range(0, len(points), BLOCK):
        pending = np.arange(begin, min(begin + BLOCK, len(points)))
        count, tried = FIRST, 0
        while len(pending):
            count = min(count, len(members))
            limit = found.distances[pending].max() + radius if tried == 0 else np.inf
            away, near = tree.query(points[pending], list(range(1, count + 1)), distance_upper_bound=limit)
            reach = found.distances[pending, None] + radius
            rows, columns = np.nonzero((near[:, tried:] < len(members)) & (away[:, tried:] < reach))
            _improve(found, points, corners, pending[rows], members[near[rows, columns + tried]])
            if count in (MOST, len(members)):
                break
            pending = pending[away[:, -1] < found.distances[pending] + radius]
            tried, count = count, count * 2


def _improve(found: Closest, points: Doubles, corners: Doubles, queries: Indices, triangles: Indices) -> None:
    """Take over the closest of these pairs of a point and a triangle; of equal ones, the triangle with the
    lowest index."""
    if not len(queries):
        return
    barycentric = barycentric_of(points[queries], corners[triangles])
    nearest = (barycentric[:, :, None] * corners[triangles]).sum(axis=1)
    distances = np.sqrt(((nearest - points[queries]) ** 2).sum(axis=1))
    order = np.lexsort((triangles, distances, queries))
    first = order[np.flatnonzero(np.diff(queries[order], prepend=-1))]
    better = first[distances[first] < found.distances[queries[first]]]
    where = queries[better]
    found.triangles[where] = triangles[better]
    found.barycentric[where] = barycentric[better]
    found.distances[where] = distances[better]


def barycentric_of(points: Doubles, corners: Doubles) -> Doubles:
    """Barycentric coordinates (n, 3) of the closest point of (n, 3, 3) triangles: inside the triangle, else
    on the closest edge. A triangle without an area has only edges."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    ab, ac, ap = b - a, c - a, points - a
    d1, d2 = _dot(ab, ap), _dot(ac, ap)
    aa, cc, mixed = _dot(ab, ab), _dot(ac, ac), _dot(ab, ac)
    area = aa * cc - mixed * mixed
    sound = area > 1e-14 * aa * cc
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
        square = _dot(along, along)
        share = np.clip(_dot(along, offset) / np.where(square > 0, square, 1.0), 0, 1)
        away = ((offset - share[:, None] * along) ** 2).sum(axis=1)
        nearer = away < best
        best[nearer] = away[nearer]
        result[nearer] = 0
        result[nearer, start] = 1 - share[nearer]
        result[nearer, end] = share[nearer]
    return result


def _dot(left: Doubles, right: Doubles) -> Doubles:
    product: Doubles = left[:, 0] * right[:, 0] + left[:, 1] * right[:, 1] + left[:, 2] * right[:, 2]
    return product
