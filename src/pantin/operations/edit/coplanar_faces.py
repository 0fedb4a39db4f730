"""Join coplanar triangles into faces again: a closed mesh of corners only, without points in between."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

FLAT = 1e-7
"""Directions closer than this count as equal."""

THIN = 1e-9
"""A triangle with a smaller height, relative to the coordinates, has no direction: roundings of 1e-16 rotate
it by `FLAT`."""


def merge_coplanar(
    positions: Doubles, triangles: Ints, parts: Ints, kept: NDArray[np.bool_]
) -> tuple[Doubles, Ints, Ints, Ints]:
    """The mesh without the points inside a face or on a straight edge; for each triangle, its part (`parts`
    numbers the parts of the given triangles); and its previous number, −1 for a new triangle. `kept`
    triangles do not change.

    Triangles of one part that share an edge and a plane make a face. A face with one border is retriangulated
    from its corners; others keep their triangles and all points on them. If all parts together are closed,
    they stay closed.
    """
    unchanged = positions, triangles, parts, np.arange(len(triangles))
    if kept.all():
        return unchanged
    normals, thin, longest = _normals(positions, triangles)
    faces = _faces(triangles, parts, normals, thin, longest, kept)
    upright = [next((member for member in members if not thin[member]), None) for members in faces]
    borders = [
        None if representative is None or kept[members[0]] else _border(triangles[members])
        for members, representative in zip(faces, upright, strict=True)
    ]
    corners = _corners(
        positions, triangles, faces, [normals[representative or 0] for representative in upright]
    )
    for members, border in zip(faces, borders, strict=True):
        if border is None:
            corners[triangles[members]] = True
    result: list[tuple[int, int, int]] = []
    owners: list[int] = []
    origins: list[int] = []
    for members, representative, border in zip(faces, upright, borders, strict=True):
        cut: list[tuple[int, int, int]] | None
        if representative is None or border is None:
            cut = [(row[0], row[1], row[2]) for row in triangles[members].tolist()]
        else:
            cut = _ears(positions, [point for point in border if corners[point]], normals[representative])
        if cut is None:
            # A face that cannot be cut by its corners alone: all keep their pieces, since cracks are worse.
            return unchanged
        result += cut
        owners += [int(parts[members[0]])] * len(cut)
        origins += members if border is None else [-1] * len(cut)
    used, index = np.unique(np.array(result, np.int64).reshape(-1), return_inverse=True)
    renumbered = index.reshape(-1, 3).astype(np.int64)
    return positions[used], renumbered, np.array(owners, np.int64), np.array(origins, np.int64)


def _normals(positions: Doubles, triangles: Ints) -> tuple[Doubles, NDArray[np.bool_], Ints]:
    """The unit normal of each triangle, whether it is too thin to have one, and its longest edge: edge i
    goes from corner i to the next."""
    a, b, c = (positions[triangles[:, corner]] for corner in range(3))
    edges = np.stack([b - a, c - b, a - c], axis=1)
    reach = np.sqrt(np.einsum("tei,tei->te", edges, edges))
    crossed = np.cross(b - a, c - a)
    lengths = np.sqrt(np.einsum("ij,ij->i", crossed, crossed))
    size = float(np.abs(positions).max(initial=0.0))
    thin = lengths <= THIN * size * reach.max(1)
    return crossed / np.where(lengths > 0, lengths, 1.0)[:, None], thin, reach.argmax(1)


def _faces(
    triangles: Ints,
    parts: Ints,
    normals: Doubles,
    thin: NDArray[np.bool_],
    longest: Ints,
    kept: NDArray[np.bool_],
) -> list[list[int]]:
    """Triangles by face: neighbours across an edge with the same normal form a face, and a thin triangle
    joins its neighbour across its longest edge."""
    parent = list(range(len(triangles)))

    def root(triangle: int) -> int:
        while parent[triangle] != triangle:
            parent[triangle] = parent[parent[triangle]]
            triangle = parent[triangle]
        return triangle

    edge, opposite = _neighbours(triangles)
    near, far = edge // 3, opposite // 3
    level = np.abs(normals[near] - normals[far]).max(1, initial=0.0) < FLAT
    level &= ~(thin[near] | thin[far])
    level |= (thin[near] & (longest[near] == edge % 3)) | (thin[far] & (longest[far] == opposite % 3))
    level &= (parts[near] == parts[far]) & ~kept[near]
    for first, second in zip(near[level].tolist(), far[level].tolist(), strict=True):
        parent[root(first)] = root(second)
    faces: dict[int, list[int]] = {}
    for index in range(len(triangles)):
        faces.setdefault(root(index), []).append(index)
    return list(faces.values())


def _edges(triangles: Ints) -> tuple[Ints, Ints, Ints]:
    """Where each edge starts and ends, edge 3 t + i being the i-th of triangle t; and a number for both
    ways along it."""
    starts, ends = triangles.reshape(-1), np.roll(triangles, -1, 1).reshape(-1)
    keys = np.minimum(starts, ends) * (triangles.max(initial=0) + 1) + np.maximum(starts, ends)
    return starts, ends, keys


def _neighbours(triangles: Ints) -> tuple[Ints, Ints]:
    """Pairs of coinciding edges that two triangles use in opposite directions. An edge of more than two
    triangles joins none.
    """
    starts, ends, keys = _edges(triangles)
    order = np.argsort(keys, kind="stable")
    _, first, uses = np.unique(keys[order], return_index=True, return_counts=True)
    first_use, other = (order[first[uses == 2] + offset] for offset in (0, 1))
    opposite = starts[first_use] == ends[other]
    return first_use[opposite], other[opposite]


def _border(triangles: Ints) -> list[int] | None:
    """The one loop of points round a face; None where there are several, or it crosses itself."""
    follow: dict[int, int] = {}
    inner = {(row[index], row[index - 2]) for row in triangles.tolist() for index in range(3)}
    for row in triangles.tolist():
        for corner in range(3):
            start, end = row[corner], row[corner - 2]
            if (end, start) not in inner:
                if start in follow:
                    return None
                follow[start] = end
    if not follow:
        return None
    first = next(iter(follow))
    loop, corner = [first], follow[first]
    while corner != first:
        if corner not in follow or len(loop) > len(follow):
            return None
        loop.append(corner)
        corner = follow[corner]
    return loop if len(loop) == len(follow) else None


def _corners(
    positions: Doubles, triangles: Ints, faces: list[list[int]], normals: list[Doubles]
) -> NDArray[np.bool_]:
    """Points where three faces meet, or two that lie back to back; any other two faces meet along a straight
    line. On the rim of an open mesh, also the points where two faces meet, or where the rim turns."""
    label = np.zeros(len(triangles), np.int64)
    for face, members in enumerate(faces):
        label[members] = face
    # Each point with each of its faces, once.
    points, labels = np.divmod(np.unique(triangles * len(faces) + label[:, None]), len(faces))
    meeting = np.bincount(points, minlength=len(positions))
    corners = meeting > 2
    first = np.flatnonzero(points[1:] == points[:-1])
    ways = np.stack(normals)
    crossed = np.cross(ways[labels[first]], ways[labels[first + 1]])
    corners[points[first[np.abs(crossed).max(1, initial=0.0) < FLAT]]] = True
    rim, turning = _rim(positions, triangles)
    return corners | (rim & (meeting > 1)) | turning


def _rim(positions: Doubles, triangles: Ints) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The points on edges that are used more often in one direction than in the other; and those among them
    where these edges are not straight."""
    starts, ends, keys = _edges(triangles)
    _, which = np.unique(keys, return_inverse=True)
    open_ = np.bincount(which, weights=np.sign(ends - starts))[which] != 0
    starts, ends = starts[open_], ends[open_]
    ways = positions[ends] - positions[starts]
    lengths = np.sqrt(np.einsum("ij,ij->i", ways, ways))
    ways /= np.where(lengths > 0, lengths, 1.0)[:, None]
    bend = np.zeros_like(positions)
    np.add.at(bend, starts, ways)
    np.subtract.at(bend, ends, ways)
    leaving = np.bincount(starts, minlength=len(positions))
    arriving = np.bincount(ends, minlength=len(positions))
    rim = leaving + arriving > 0
    through = (leaving == 1) & (arriving == 1)
    return rim, rim & ~(through & (np.abs(bend).max(1, initial=0.0) < FLAT))


def _ears(positions: Doubles, loop: list[int], normal: Doubles) -> list[tuple[int, int, int]] | None:
    """Triangles of a polygon without holes, by cutting ears. Degenerate corners with coinciding neighbours
    give no triangle. None if the polygon cannot be cut."""
    if len(loop) < 3:
        return []
    axis = int(np.argmax(np.abs(normal)))
    plane = [index for index in range(3) if index != axis]
    flat = positions[loop][:, plane] * (1.0 if (normal[axis] > 0) == (axis != 1) else np.array([-1.0, 1.0]))
    left, triangles = _Polygon(flat.tolist()), []
    while len(left.points) > 3:
        ear = left.cut()
        if ear is None:
            return None
        triangles.append(ear)
    return [(loop[a], loop[b], loop[c]) for a, b, c in [*triangles, (*left.points,)]]


class _Polygon:
    """The rest of a polygon while its ears are cut."""

    def __init__(self, flat: list[list[float]]) -> None:
        self.flat = flat
        self.points = list(range(len(flat)))
        # Where the border does not turn left. Only such a point can be in the way of an ear.
        self.hollow: set[int] = set()
        for point in self.points:
            self._classify(point)

    def cut(self) -> tuple[int, int, int] | None:
        for index in range(len(self.points)):
            a, b, c = self._neighbours(index)
            if b in self.hollow or any(self._contains_point(a, b, c, p) for p in self.hollow - {a, c}):
                continue
            del self.points[index]
            for beside in (index - 1, index % len(self.points)):
                self._classify(beside)
            return a, b, c
        return None

    def _classify(self, point: int) -> None:
        a, b, c = self._neighbours(point)
        (self.hollow.discard if self._turn(a, b, c) > 0 else self.hollow.add)(b)

    def _neighbours(self, point: int) -> tuple[int, int, int]:
        return self.points[point - 1], self.points[point], self.points[(point + 1) % len(self.points)]

    def _contains_point(self, a: int, b: int, c: int, p: int) -> bool:
        return min(self._turn(a, b, p), self._turn(b, c, p), self._turn(c, a, p)) >= 0

    def _turn(self, a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = self.flat[a], self.flat[b], self.flat[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
