"""Split polygons into triangles: fans where the polygon allows one, else ears cut off one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]

FLAT = 1e-9
"""The sine of a turn, relative to the lengths of the two edges, below which a corner counts as straight:
positions in single precision have seven digits."""


def split_polygons(points: NDArray[np.floating], counts: Ints, indices: Ints) -> tuple[Ints, Ints]:
    """Triangles of polygons in three dimensions: (T, 3) positions in `indices`, and the (T,)
    polygon of each. A polygon with n corners gives n − 2 triangles with its own winding.

    counts   (F,) corners of each polygon
    indices  (corners,) the point of each corner

    A polygon with one reflex corner is seen from that corner as a whole, so that a fan around it never leaves
    the polygon; a convex one has a fan around its first corner.
    """
    starts = np.cumsum(counts) - counts
    fans = np.maximum(counts - 2, 0)
    polygons = np.repeat(np.arange(len(counts)), fans)
    step = np.arange(len(polygons)) - np.repeat(np.cumsum(fans) - fans, fans)
    centres = np.zeros(len(counts), np.int64)
    several: list[int] = []
    reflex = np.zeros(len(counts), np.int64)
    most = int(counts.max(initial=0))
    for corners in (np.flatnonzero(np.bincount(counts)[4:]) + 4).tolist() if most > 3 else ():
        same = np.flatnonzero(counts == corners)
        owners, places = _bent_corners(points, indices, starts, same, corners)
        reflex += np.bincount(owners, minlength=len(counts))
        centres[owners] = places
    if most > 4:
        several = np.flatnonzero((reflex > 1) & (counts > 4)).tolist()  # four such corners cross themselves
    size = np.maximum(counts[polygons], 1)
    around = centres[polygons]
    local = np.stack([around, (around + step + 1) % size, (around + step + 2) % size], axis=1)
    triangles = starts[polygons][:, None] + local
    first = np.cumsum(fans) - fans
    for polygon in several:
        start, count = int(starts[polygon]), int(counts[polygon])
        ears = _cut_ears(_project(points[indices[start : start + count]].astype(np.float64)))
        triangles[first[polygon] : first[polygon] + count - 2] = start + ears
    return triangles, polygons


def _bent_corners(
    points: NDArray[np.floating], indices: Ints, starts: Ints, polygons: Ints, size: int
) -> tuple[Ints, Ints]:
    """The corners that turn against the normal of their polygon, of polygons with `size` corners each: the
    polygon and the position in it."""
    corners = points[indices[starts[polygons][:, None] + np.arange(size)]].astype(np.float64)
    sides = np.moveaxis(corners, -1, 0)
    after = [np.roll(side, -1, 1) - side for side in sides]
    before = [np.roll(side, 1, 1) for side in after]
    moved = [side - side[:, :1] for side in sides]
    normal = [part.sum(1)[:, None] for part in _cross(moved, after)]  # Newell's, from the first corner
    turns = _dot(_cross(before, after), normal)
    rows, places = np.nonzero(turns < 0)
    if not len(rows):
        return polygons[rows], places
    lengths = [np.sqrt(_dot(each, each)) for each in (before, after, normal)]
    bound = FLAT * lengths[0][rows, places] * lengths[1][rows, places] * lengths[2][rows, 0]
    bent = turns[rows, places] < -bound
    return polygons[rows[bent]], places[bent]


def _cross(first: Sequence[Doubles], second: Sequence[Doubles]) -> list[Doubles]:
    (ax, ay, az), (bx, by, bz) = first, second
    return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]


def _dot(first: Sequence[Doubles], second: Sequence[Doubles]) -> Doubles:
    return first[0] * second[0] + first[1] * second[1] + first[2] * second[2]


def _project(corners: Doubles) -> Doubles:
    """(n, 2) the corners of a polygon in its plane, counterclockwise."""
    moved = corners - corners[0]
    normal = np.cross(moved, np.roll(moved, -1, axis=0)).sum(axis=0)
    normal /= np.linalg.norm(normal)
    across = np.eye(3)[np.abs(normal).argmin()]
    right = np.cross(across, normal)
    right /= np.linalg.norm(right)
    flat: Doubles = moved @ np.stack([right, np.cross(normal, right)], axis=1)
    return flat


def _cut_ears(corners: Doubles) -> Ints:
    """(n − 2, 3) triangles of a polygon in the plane, counterclockwise. Where it crosses itself and no ear is
    left, a corner is cut off as it comes."""
    before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
    reflex = corners[_side(before, corners, after) <= 0]  # no other corner can be inside an ear
    left = list(range(len(corners)))
    triangles, index, passed = [], 0, 0
    while len(left) > 3:
        index %= len(left)
        ear = left[index - 1], left[index], left[(index + 1) % len(left)]
        if passed > len(left) or _is_ear(corners[list(ear)], reflex):
            triangles.append(ear)
            del left[index]
            passed = 0
        else:
            index, passed = index + 1, passed + 1
    return np.array([*triangles, tuple(left)], np.int64)


def _is_ear(triangle: Doubles, reflex: Doubles) -> bool:
    """Whether the second corner of a triangle is convex, and no reflex corner is inside or on its edges."""
    a, b, c = triangle
    if _side(a, b, c) <= 0:
        return False
    others = reflex[~((reflex == a).all(1) | (reflex == b).all(1) | (reflex == c).all(1))]
    inside = (_side(a, b, others) >= 0) & (_side(b, c, others) >= 0) & (_side(c, a, others) >= 0)
    return not bool(inside.any())


def _side(start: Doubles, end: Doubles, points: Doubles) -> Doubles:
    """Twice the area of the triangle to each point: above 0 to the left of the edge."""
    edge, to = end - start, points - start
    area: Doubles = edge[..., 0] * to[..., 1] - edge[..., 1] * to[..., 0]
    return area
