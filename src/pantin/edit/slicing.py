"""A posed 4D mesh cut by a 3-space: a closed mesh of triangles, wound outwards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.edit.flattening import flattened
from pantin.maths import affine

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Hyperplane:
    """The 3-space of all x with normal · x = offset. `basis` (3, 4) are its axes: with the normal they make a
    frame of positive orientation."""

    normal: Doubles
    offset: float
    basis: Doubles

    @classmethod
    def of(cls, normal: ArrayLike, offset: float) -> Hyperplane:
        """The 3-space with this normal, at so many lengths of the unit normal from the origin.

        For a normal along an axis the basis is the other axes in order (the last one turned round where that
        is needed for the orientation); else axes made orthogonal to it one after another.
        """
        given = np.asarray(normal, np.float64)
        if given.shape != (4,) or not np.isfinite(given).all() or not given.any():
            raise ValueError("the normal of a 3-space is four finite numbers that are not all 0")
        if not np.isfinite(offset):
            raise ValueError(f"{offset} is no distance of a 3-space from the origin")
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


@dataclass(frozen=True, eq=False, slots=True)
class Slice:
    """positions (P, 3) in the axes of the 3-space; triangles (T, 3), wound outwards."""

    positions: Doubles
    triangles: Ints

    def volume(self) -> float:
        """What a closed slice encloses: Σ det(a, b, c) / 6."""
        return (
            float(affine.determinant(self.positions[self.triangles]).sum() / 6)
            if len(self.triangles)
            else 0.0
        )


def slice_mesh(
    points: Doubles, simplexes: Ints, plane: Hyperplane, *, mirrored: bool = False, flatten: bool = True
) -> Slice:
    """Cut the tetrahedra `simplexes` (S, 4) of a boundary in 4D, whose vertices are at `points` (V, 4).

    A vertex on the 3-space counts as above it, so that neighbours agree and a closed boundary gives a closed
    slice. `mirrored`: the pose turned the boundary inside out. `flatten` joins triangles in one plane again,
    so that a polytope's slice has the corners and no others.
    """
    sides = points @ plane.normal - plane.offset
    above = sides >= 0
    cut = simplexes[(above[simplexes].any(1)) & (~above[simplexes]).any(1)]
    if not len(cut):
        return Slice(np.zeros((0, 3)), np.zeros((0, 3), np.int64))
    triangles, source = _pieces(cut, above)
    keys = _keys(triangles, sides, len(points))
    used, index = np.unique(keys, return_inverse=True)
    index = index.reshape(-1, 3)
    positions = _points(used, points, sides) @ plane.basis.T
    whole = (index[:, 0] != index[:, 1]) & (index[:, 1] != index[:, 2]) & (index[:, 2] != index[:, 0])
    index, source = index[whole], source[whole]
    outward = _normals(points, cut)[source] @ plane.basis.T * (-1 if mirrored else 1)
    a, b, c = (positions[index[:, corner]] for corner in range(3))
    wrong = np.einsum("ij,ij->i", np.cross(b - a, c - a), outward) < 0
    index[wrong] = index[wrong][:, ::-1]
    made = Slice(*_used(positions, index))
    return Slice(*flattened(made.positions, made.triangles)) if flatten else made


def _pieces(cut: Ints, above: NDArray[np.bool_]) -> tuple[NDArray[np.int64], Ints]:
    """(T, 3, 2) triangles whose corners are on edges of the tetrahedra, and which tetrahedron each is of."""
    inside = above[cut]
    # Vertices above come first: the order within does not matter, the winding is set afterwards.
    order = np.argsort(~inside, axis=1, kind="stable")
    rows = np.take_along_axis(cut, order, 1)
    counts = inside.sum(1)
    found, source = [], []
    for count in (1, 2, 3):
        mine = np.flatnonzero(counts == count)
        up, down = rows[mine, :count], rows[mine, count:]
        if count == 2:
            a, b, c, d = up[:, 0], up[:, 1], down[:, 0], down[:, 1]
            loops = [((a, c), (a, d), (b, d)), ((a, c), (b, d), (b, c))]
        elif count == 1:
            loops = [tuple((up[:, 0], down[:, at]) for at in range(3))]  # type: ignore[list-item]
        else:
            loops = [tuple((up[:, at], down[:, 0]) for at in range(3))]  # type: ignore[list-item]
        for loop in loops:
            found.append(np.stack([np.stack(edge, -1) for edge in loop], 1))
            source.append(mine)
    return np.concatenate(found), np.concatenate(source)


def _keys(triangles: Ints, sides: Doubles, count: int) -> Ints:
    """One number for each point: of its edge, or of the vertex where the edge ends on the 3-space."""
    low, high = triangles.min(-1), triangles.max(-1)
    up = triangles[..., 0]
    touching = sides[up] == 0
    return np.asarray(np.where(touching, up * count + up, low * count + high))


def _points(keys: Ints, points: Doubles, sides: Doubles) -> Doubles:
    low, high = keys // len(points), keys % len(points)
    reach = sides[low] - sides[high]
    share = np.where(reach == 0, 0.0, sides[low] / np.where(reach == 0, 1.0, reach))
    return np.asarray(points[low] + share[:, None] * (points[high] - points[low]))


def _normals(points: Doubles, simplexes: Ints) -> Doubles:
    """The n with n · x = det(v₁ − v₀, v₂ − v₀, v₃ − v₀, x): the normal of each tetrahedron."""
    sides = points[simplexes[:, 1:]] - points[simplexes[:, :1]]
    columns = []
    for axis in range(4):
        others = [one for one in range(4) if one != axis]
        columns.append((-1) ** (3 + axis) * affine.determinant(sides[:, :, others]))
    return np.stack(columns, -1)


def _used(positions: Doubles, triangles: Ints) -> tuple[Doubles, Ints]:
    used, index = np.unique(triangles, return_inverse=True)
    return positions[used], index.reshape(-1, 3).astype(np.int64)
