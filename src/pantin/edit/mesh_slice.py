"""Slice a posed 4D mesh with a 3-space: a closed mesh of triangles with outward winding."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.edit.coplanar_faces import merge_coplanar
from pantin.maths import affine

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

ON = 1e-12
"""A vertex nearer to a 3-space than this, of its coordinates, is on it: posing a vertex and measuring its
distance makes some hundred roundings of 1e-16 each, and at most a thousand."""

FLATTEST = 1e-7
"""The 3-volume of a tetrahedron, of the cube of its longest edge, below which it counts as flat: it is the
root of a determinant that roundings of 1e-16 make as large as 1e-15."""


@dataclass(frozen=True, eq=False, slots=True)
class Hyperplane:
    """The 3-space of all x with normal · x = offset. `basis` (3, 4) are its axes: with the normal they make a
    frame of positive orientation."""

    normal: Doubles
    offset: float
    basis: Doubles

    @classmethod
    def of(cls, normal: ArrayLike, offset: float) -> Hyperplane:
        """The 3-space with this normal, at distance `offset` from the origin.

        For a normal along an axis the basis is the other axes in order (the last one turned round where that
        is needed for the orientation); else axes made orthogonal to it one after another.
        """
        given = np.asarray(normal, np.float64)
        if given.shape != (4,) or not np.isfinite(given).all() or not given.any():
            raise ValueError("the normal of a 3-space must be four finite numbers that are not all 0")
        if not np.isfinite(offset):
            raise ValueError(f"the offset of a 3-space must be finite, not {offset}")
        # Between 1/2 and 1, exactly, so that no square is out of range.
        given = np.ldexp(given, -int(np.frexp(given)[1][given != 0].max()))
        unit = given / float(np.sqrt((given * given).sum()))
        order = np.argsort(np.abs(unit), kind="stable")
        chosen = sorted(order[:3].tolist())
        rows: list[Doubles] = []
        for axis in chosen:
            vector = np.eye(4)[axis]
            for other in (unit, *rows):
                vector = vector - (vector @ other) * other
            rows.append(vector / np.sqrt(vector @ vector))
        basis = np.stack(rows)
        if float(affine.determinant(np.concatenate([basis, unit[None]]))) < 0:
            basis[2] *= -1
        return cls(unit, float(offset), basis)

    @classmethod
    def at_w(cls, w: float) -> Hyperplane:
        """The 3-space of all points with this w; its axes are x, y and z."""
        return cls.of([0, 0, 0, 1], w)

    def before_rotation(self, rotation: Doubles) -> Hyperplane:
        """The 3-space that cuts a model as this one cuts the model rotated by the matrix (4, 4): the slices
        are the same."""
        return Hyperplane(self.normal @ rotation, self.offset, self.basis @ rotation)


@dataclass(frozen=True, eq=False, slots=True)
class Slice:
    """positions (P, 3) in the axes of the 3-space; triangles (T, 3), wound outwards; parts (T,) the part of
    the boundary that each triangle is of."""

    positions: Doubles
    triangles: Ints
    parts: Ints

    def volume(self) -> float:
        """What a closed slice encloses: Σ det(a, b, c) / 6."""
        return (
            float(affine.determinant(self.positions[self.triangles]).sum() / 6)
            if len(self.triangles)
            else 0.0
        )


def slice_mesh(
    points: Doubles,
    simplexes: Ints,
    plane: Hyperplane,
    *,
    parts: Ints | None = None,
    mirrored: bool = False,
    flatten: bool = True,
) -> Slice:
    """Cut the tetrahedra `simplexes` (S, 4) of a boundary in 4D, whose vertices are at `points` (V, 4).

    A vertex on the 3-space counts as above it, or where nothing is below it as below, so that neighbours
    agree and a closed boundary gives a closed slice, also where a facet lies in the 3-space. `parts` (S,)
    numbers surfaces that make up the boundary together. `mirrored`: the pose turned the boundary inside
    out. `flatten` joins triangles in one plane again, so that a polytope's slice has the corners and no
    others.
    """
    sides = _sides(points, plane)
    above = sides >= 0 if bool((sides < 0).any()) else sides > 0
    parts = np.zeros(len(simplexes), np.int64) if parts is None else parts
    crossing = np.flatnonzero(above[simplexes].any(1) & (~above[simplexes]).any(1))
    crossing = crossing[_solid(points, simplexes[crossing])]
    if not len(crossing):
        return Slice(np.zeros((0, 3)), np.zeros((0, 3), np.int64), np.zeros(0, np.int64))
    pieces, source = _pieces(simplexes[crossing], above)
    used, index = np.unique(_keys(pieces, sides), return_inverse=True)
    index = index.reshape(-1, 3)
    if mirrored:
        index = index[:, ::-1]
    positions = _points(used, points, sides) @ plane.basis.T
    whole = (index[:, 0] != index[:, 1]) & (index[:, 1] != index[:, 2]) & (index[:, 2] != index[:, 0])
    sliced = (*keep_used_points(positions, index[whole]), parts[crossing[source[whole]]])
    return Slice(*(merge_coplanar(*sliced) if flatten else sliced))


def _sides(points: Doubles, plane: Hyperplane) -> Doubles:
    """How far each point is above the 3-space; exactly 0 where rounding alone says which side it is on."""
    sides = points @ plane.normal - plane.offset
    size = max(float(np.abs(points).max(initial=0.0)), abs(plane.offset))
    return np.where(np.abs(sides) <= ON * size, 0.0, sides)


def _solid(points: Doubles, simplexes: Ints) -> NDArray[np.bool_]:
    """Which tetrahedra have a volume: others have no side that is outside, and nothing to add to a slice."""
    ways = points[simplexes[:, 1:]] - points[simplexes[:, :1]]
    reach = np.abs(ways).max((1, 2), initial=0.0)
    shape = ways / np.where(reach > 0, reach, 1.0)[:, None, None]
    return np.sqrt(np.abs(affine.determinant(shape @ shape.swapaxes(1, 2)))) > FLATTEST


def _pieces(cut: Ints, above: NDArray[np.bool_]) -> tuple[NDArray[np.int64], Ints]:
    """(T, 3, 2) triangles whose corners are on edges of the tetrahedra, wound outwards; and which tetrahedron
    each is of.

    Which way round follows from the order of a tetrahedron's vertices and from who is above, not from
    lengths: so neighbours agree on their common edge however thin the pieces are. With the vertices above
    first, in an even order, the normal n of the tetrahedron and the gradient g in it, each loop below has
    det(b - a, c - a, g) < 0 in the tetrahedron's own space, and so det(b - a, c - a, n) > 0 in the slice.
    """
    inside = above[cut]
    order = np.argsort(~inside, axis=1, kind="stable")
    rows = np.take_along_axis(cut, order, 1)
    inversions = sum(order[:, a] > order[:, b] for a in range(4) for b in range(a + 1, 4))
    odd = np.asarray(inversions) % 2 == 1
    counts = inside.sum(1)
    pieces, source = [], []
    for count in (1, 2, 3):
        mine = np.flatnonzero(counts == count)
        up, down = rows[mine, :count], rows[mine, count:]
        if count == 2:
            a, b, c, d = up[:, 0], up[:, 1], down[:, 0], down[:, 1]
            loops = [((a, c), (a, d), (b, d)), ((a, c), (b, d), (b, c))]
        elif count == 1:
            loops = [tuple((up[:, 0], down[:, index]) for index in range(3))]  # type: ignore[list-item]
        else:
            loops = [tuple((up[:, index], down[:, 0]) for index in range(3))]  # type: ignore[list-item]
        for loop in loops:
            result = np.stack([np.stack(edge, -1) for edge in loop], 1)
            pieces.append(np.where(odd[mine][:, None, None], result[:, ::-1], result))
            source.append(mine)
    return np.concatenate(pieces), np.concatenate(source)


def _keys(triangles: Ints, sides: Doubles) -> Ints:
    """One number for each point: of its edge, or of the vertex where the edge ends on the 3-space."""
    low, high = triangles.min(-1), triangles.max(-1)
    low, high = np.where(sides[high] == 0, high, low), np.where(sides[low] == 0, low, high)
    return np.asarray(low * len(sides) + high)


def _points(keys: Ints, points: Doubles, sides: Doubles) -> Doubles:
    low, high = keys // len(points), keys % len(points)
    reach = sides[low] - sides[high]
    share = np.where(reach == 0, 0.0, sides[low] / np.where(reach == 0, 1.0, reach))
    return np.asarray(points[low] + share[:, None] * (points[high] - points[low]))


def keep_used_points(positions: Doubles, triangles: Ints) -> tuple[Doubles, Ints]:
    """The points that triangles have, and the triangles by their numbers among these."""
    used, index = np.unique(triangles, return_inverse=True)
    return positions[used], index.reshape(-1, 3).astype(np.int64)
