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

    edges: dict[tuple[int, int], int] = {}
    for at, row in enumerate(triangles.tolist()):
        for start, end in ((row[0], row[1]), (row[1], row[2]), (row[2], row[0])):
            other = edges.pop((end, start), None)
            if other is None:
                edges[start, end] = at
            elif float(np.abs(normals[at] - normals[other]).max()) < FLAT * 100:
                parent[root(at)] = root(other)
    faces: dict[int, list[int]] = {}
    for at in range(len(triangles)):
        faces.setdefault(root(at), []).append(at)
    return faces


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
    first = np.full((count, 3), np.nan)
    second = np.full((count, 3), np.nan)
    corners = np.zeros(count, bool)
    for row, normal in zip(triangles.tolist(), normals, strict=True):
        for point in row:
            if np.isnan(first[point, 0]):
                first[point] = normal
            elif np.isnan(second[point, 0]):
                if np.abs(np.cross(first[point], normal)).max() > FLAT * 100:
                    second[point] = normal
            elif abs(float(np.cross(first[point], second[point]) @ normal)) > FLAT * 100:
                corners[point] = True
    return corners


def _ears(positions: Doubles, loop: list[int], normal: Doubles) -> list[tuple[int, int, int]] | None:
    """Triangles of a polygon without holes, by cutting ears; None where it has no area."""
    if len(loop) < 3:
        return None
    axis = int(np.argmax(np.abs(normal)))
    plane = [one for one in range(3) if one != axis]
    flat = positions[:, plane] * (1.0 if (normal[axis] > 0) == (axis != 1) else np.array([-1.0, 1.0]))
    left, made = list(loop), []
    while len(left) > 3:
        for at in range(len(left)):
            a, b, c = left[at - 1], left[at], left[(at + 1) % len(left)]
            if _turn(flat, a, b, c) <= 0:
                continue
            others = (one for one in left if one not in (a, b, c))
            if any(
                min(_turn(flat, a, b, p), _turn(flat, b, c, p), _turn(flat, c, a, p)) >= 0 for p in others
            ):
                continue
            made.append((a, b, c))
            del left[at]
            break
        else:
            return None
    return [*made, (left[0], left[1], left[2])]


def _turn(flat: Doubles, a: int, b: int, c: int) -> float:
    u, v = flat[b] - flat[a], flat[c] - flat[a]
    return float(u[0] * v[1] - u[1] * v[0])
