"""Split polygons into triangles: fans where the polygon allows one, else ears cut off one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]

FLAT = 1e-9
"""The sine of a turn, relative to the lengths of the two edges, below which a corner counts as straight:
positions in single precision have seven digits."""

MOST_WORK = 1000
"""The most cells and corners that are visited per corner of a polygon. A maze of 25,000 corners takes 87, a
star of 64,000 spikes 840. Beyond this limit, the polygon must intersect itself, and the rest is cut in
order."""


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
    # A row for each corner: whole rows are added and multiplied several times as fast as columns.
    places_of = indices[np.arange(size)[:, None] + starts[polygons]]
    sides = [np.asarray(points[:, axis], np.float64)[places_of] for axis in range(3)]
    after = [np.roll(side, -1, 0) - side for side in sides]
    before = [np.roll(side, 1, 0) for side in after]
    moved = [side - side[:1] for side in sides]
    normal = [part.sum(0) for part in _cross(moved, after)]  # Newell's, from the first corner
    turns = _dot(_cross(before, after), normal)
    rows, places = np.nonzero(turns.T < 0)
    if not len(rows):
        return polygons[rows], places
    lengths = [np.sqrt(_dot(each, each)) for each in (before, after, normal)]
    bound = FLAT * lengths[0][places, rows] * lengths[1][places, rows] * lengths[2][rows]
    bent = turns[places, rows] < -bound
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
    """(n − 2, 3) triangles of a polygon in the plane, counterclockwise. If it intersects itself and no ear is
    left, the next corner is cut off."""
    before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
    reflex = _Reflex(corners, np.flatnonzero(_side(before, corners, after) <= 0))
    count = len(corners)
    previous, following = [count - 1, *range(count - 1)], [*range(1, count), 0]
    most = MOST_WORK * count
    triangles: list[tuple[int, int, int]] = []
    corner, passed = 0, 0
    while len(triangles) < count - 3:
        first, last = previous[corner], following[corner]
        left = count - len(triangles)
        if passed > left or reflex.work > most or reflex.leaves_ear(first, corner, last):
            triangles.append((first, corner, last))
            following[first], previous[last] = last, first
            reflex.remove(corner)
            for side in (first, last):
                reflex.remove_convex(previous[side], side, following[side])
            passed = 0
        else:
            passed += 1
        corner = last
    rest = sorted((corner, previous[corner], following[corner]))
    return np.array([*triangles, rest], np.int64)


class _Reflex:
    """The reflex corners of the remaining polygon, in a grid with about one per cell: no other
    corner can be inside an ear.

    work  how many cells and corners were visited
    """

    def __init__(self, corners: Doubles, reflex: Ints) -> None:
        self._x: list[float] = corners[:, 0].tolist()
        self._y: list[float] = corners[:, 1].tolist()
        self.work = 0
        self._side = max(int(len(reflex) ** 0.5), 1)
        low, high = corners.min(0), corners.max(0)
        self._low = low.tolist()
        self._scale = (self._side / np.maximum(high - low, np.finfo(np.float64).tiny)).tolist()
        self._cells: list[list[int]] = [[] for _ in range(self._side * self._side)]
        self._left = set(reflex.tolist())
        for corner in reflex.tolist():
            self._cells[self._cell(corner)].append(corner)

    def _column(self, value: float, axis: int) -> int:
        place = (value - self._low[axis]) * self._scale[axis]
        if place >= self._side:
            return self._side - 1
        return int(place) if place > 0 else 0  # also for what is not a number

    def _cell(self, corner: int) -> int:
        return self._column(self._y[corner], 1) * self._side + self._column(self._x[corner], 0)

    def remove(self, corner: int) -> None:
        if corner in self._left:
            self._left.remove(corner)
            self._cells[self._cell(corner)].remove(corner)

    def remove_convex(self, first: int, corner: int, last: int) -> None:
        """Remove a corner that is no longer reflex."""
        if corner in self._left and self._turn(first, corner, last) > 0:
            self.remove(corner)

    def _turn(self, first: int, corner: int, last: int) -> float:
        x, y = self._x, self._y
        across, along = x[corner] - x[first], y[corner] - y[first]
        return across * (y[last] - y[first]) - along * (x[last] - x[first])

    def leaves_ear(self, first: int, corner: int, last: int) -> bool:
        """Whether a corner is convex, and no reflex corner is inside its triangle or on the edges."""
        if not self._turn(first, corner, last) > 0:
            return False
        xs, ys = self._x, self._y
        ax, ay, bx, by, cx, cy = xs[first], ys[first], xs[corner], ys[corner], xs[last], ys[last]
        for other in self._near(min(ax, bx, cx), max(ax, bx, cx), min(ay, by, cy), max(ay, by, cy)):
            self.work += 1
            x, y = xs[other], ys[other]
            if (
                (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
                and (cx - bx) * (y - by) - (cy - by) * (x - bx) >= 0
                and (ax - cx) * (y - cy) - (ay - cy) * (x - cx) >= 0
                and (x, y) not in ((ax, ay), (bx, by), (cx, cy))
            ):
                return False
        return True

    def _near(self, left: float, right: float, bottom: float, top: float) -> Iterator[int]:
        """The corners in the cells of a rectangle."""
        begin, end = self._column(left, 0), self._column(right, 0) + 1
        rows = range(self._column(bottom, 1), self._column(top, 1) + 1)
        if (end - begin) * len(rows) > len(self._left):
            yield from self._left
            return
        self.work += (end - begin) * len(rows)
        for row in rows:
            for cell in self._cells[row * self._side + begin : row * self._side + end]:
                yield from cell


def _side(start: Doubles, end: Doubles, points: Doubles) -> Doubles:
    """Twice the area of the triangle to each point: above 0 to the left of the edge."""
    edge, to = end - start, points - start
    area: Doubles = edge[..., 0] * to[..., 1] - edge[..., 1] * to[..., 0]
    return area
