"""Triangles in one plane joined to faces again: a closed mesh of its corners, without points between."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

FLAT = 1e-9
"""Directions closer than this are one: normals of small triangles are off by some roundings of 1e-16, divided
by how small they are against the mesh."""


def flattened(positions: Doubles, triangles: Ints) -> tuple[Doubles, Ints]:
    """The mesh with fewer points: those inside a face or on a straight edge are left out.

    Triangles that share an edge and a plane make a face. A face with one border is cut into triangles anew
    by its corners; others keep their triangles, and all the points on them.
    """
    if not len(triangles):
        return positions, triangles
    normals, areas = _normals(positions, triangles)
    triangles = triangles[areas > 0]
    normals = normals[areas > 0]
    faces = _faces(triangles, normals)
    borders = {face: _border(triangles[members]) for face, members in faces.items()}
    corners = _corners(triangles, normals, len(positions))
    for face, border in borders.items():
        if border is None:
            corners[triangles[faces[face]]] = True
    made: list[tuple[int, int, int]] = []
    for face, members in faces.items():
        border = borders[face]
        if border is None:
            made += [(row[0], row[1], row[2]) for row in triangles[members].tolist()]
            continue
        cut = _ears(positions, [one for one in border if corners[one]], normals[members[0]])
        if cut is None:
            # A face that cannot be cut by its corners alone: all keep their pieces, since cracks are worse.
            return positions, triangles
        made += cut
    used, index = np.unique(np.array(made, np.int64).reshape(-1), return_inverse=True)
    return positions[used], index.reshape(-1, 3).astype(np.int64)


def _normals(positions: Doubles, triangles: Ints) -> tuple[Doubles, Doubles]:
    a, b, c = (positions[triangles[:, corner]] for corner in range(3))
    crossed = np.cross(b - a, c - a)
    lengths = np.sqrt(np.einsum("ij,ij->i", crossed, crossed))
    size = float(np.abs(positions).max(initial=0.0)) or 1.0
    # Slivers of rounding have no direction.
    areas = np.where(lengths > FLAT * size * size * 1e-3, lengths, 0.0)
    return crossed / np.where(lengths > 0, lengths, 1.0)[:, None], areas


def _faces(triangles: Ints, normals: Doubles) -> dict[int, list[int]]:
    """Triangles by face: neighbours over an edge with the same normal belong together."""
    parent = list(range(len(triangles)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    one, other = _neighbours(triangles)
    level = np.abs(normals[one] - normals[other]).max(1, initial=0.0) < FLAT * 100
    for at, beside in zip(one[level].tolist(), other[level].tolist(), strict=True):
        parent[root(at)] = root(beside)
    faces: dict[int, list[int]] = {}
    for at in range(len(triangles)):
        faces.setdefault(root(at), []).append(at)
    return faces


def _neighbours(triangles: Ints) -> tuple[Ints, Ints]:
    """Pairs of triangles that share an edge, which each goes along the other way. An edge of more than two
    triangles joins none.
    """
    starts, ends = triangles.reshape(-1), np.roll(triangles, -1, 1).reshape(-1)
    keys = np.minimum(starts, ends) * (triangles.max(initial=0) + 1) + np.maximum(starts, ends)
    order = np.argsort(keys, kind="stable")
    _, first, uses = np.unique(keys[order], return_index=True, return_counts=True)
    one, other = (order[first[uses == 2] + at] for at in (0, 1))
    opposite = starts[one] == ends[other]
    return one[opposite] // 3, other[opposite] // 3


def _border(triangles: Ints) -> list[int] | None:
    """The one loop of points round a face; None where there are several, or it crosses itself."""
    follow: dict[int, int] = {}
    inner = {(row[at], row[at - 2]) for row in triangles.tolist() for at in range(3)}
    for row in triangles.tolist():
        for at in range(3):
            start, end = row[at], row[at - 2]
            if (end, start) not in inner:
                if start in follow:
                    return None
                follow[start] = end
    if not follow:
        return None
    first = next(iter(follow))
    loop, at = [first], follow[first]
    while at != first:
        if at not in follow or len(loop) > len(follow):
            return None
        loop.append(at)
        at = follow[at]
    return loop if len(loop) == len(follow) else None


def _corners(triangles: Ints, normals: Doubles, count: int) -> NDArray[np.bool_]:
    """Points where faces of three directions meet."""
    points, normals = triangles.reshape(-1), np.repeat(normals, 3, axis=0)
    first = _first(points, normals, count)
    apart = np.abs(np.cross(first[points], normals)).max(1, initial=0.0) > FLAT * 100
    second = _first(points[apart], normals[apart], count)
    spanned = np.einsum("ij,ij->i", np.cross(first, second)[points], normals)
    corners = np.zeros(count, bool)
    corners[points[np.abs(spanned) > FLAT * 100]] = True
    return corners


def _first(points: Ints, values: Doubles, count: int) -> Doubles:
    """The value that comes first with each point, zero where none does."""
    found = np.zeros((count, 3))
    used, at = np.unique(points, return_index=True)
    found[used] = values[at]
    return found


def _ears(positions: Doubles, loop: list[int], normal: Doubles) -> list[tuple[int, int, int]] | None:
    """Triangles of a polygon without holes, by cutting ears; None where it has no area."""
    if len(loop) < 3:
        return None
    axis = int(np.argmax(np.abs(normal)))
    plane = [one for one in range(3) if one != axis]
    flat = positions[loop][:, plane] * (1.0 if (normal[axis] > 0) == (axis != 1) else np.array([-1.0, 1.0]))
    left, made = _Polygon(flat.tolist()), []
    while len(left.points) > 3:
        ear = left.cut()
        if ear is None:
            return None
        made.append(ear)
    return [(loop[a], loop[b], loop[c]) for a, b, c in [*made, (*left.points,)]]


class _Polygon:
    """What is left of a polygon while ears are cut from it."""

    def __init__(self, flat: list[list[float]]) -> None:
        self.flat = flat
        self.points = list(range(len(flat)))
        # Where the border does not turn left. Only such a point can be in the way of an ear.
        self.hollow: set[int] = set()
        for at in self.points:
            self._judge(at)

    def cut(self) -> tuple[int, int, int] | None:
        for at in range(len(self.points)):
            a, b, c = self._around(at)
            if b in self.hollow or any(self._inside(a, b, c, p) for p in self.hollow - {a, c}):
                continue
            del self.points[at]
            for beside in (at - 1, at % len(self.points)):
                self._judge(beside)
            return a, b, c
        return None

    def _judge(self, at: int) -> None:
        a, b, c = self._around(at)
        (self.hollow.discard if self._turn(a, b, c) > 0 else self.hollow.add)(b)

    def _around(self, at: int) -> tuple[int, int, int]:
        return self.points[at - 1], self.points[at], self.points[(at + 1) % len(self.points)]

    def _inside(self, a: int, b: int, c: int, p: int) -> bool:
        return min(self._turn(a, b, p), self._turn(b, c, p), self._turn(c, a, p)) >= 0

    def _turn(self, a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = self.flat[a], self.flat[b], self.flat[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
