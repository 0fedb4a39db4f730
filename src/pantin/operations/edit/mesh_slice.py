"""Slice a boundary in N dimensions with a hyperplane: a closed boundary in N − 1, oriented outwards.

In 4D a boundary is made of tetrahedra, the hyperplane is a 3-space, and the slice a mesh of triangles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.records import Record
from pantin.maths import affine
from pantin.operations.edit.coplanar_faces import merge_coplanar

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

ON = 1e-12
"""A vertex nearer to a hyperplane than this, of its coordinates, is on it: posing a vertex and measuring its
distance takes about a hundred roundings of 1e-16 each, at most a thousand."""

FLATTEST = 1e-7
"""Simplexes smaller than this, relative to the longest edge to the power of the dimension, count as flat: the
size is the root of a determinant, and roundings of 1e-16 make that up to 1e-15."""


class Hyperplane(Record, eq=False):
    """The space of all x with normal · x = offset. `basis` (N − 1, N) are its axes: with the normal they make
    a frame of positive orientation."""

    normal: Doubles
    offset: float
    basis: Doubles

    @classmethod
    def from_normal(cls, normal: ArrayLike, offset: float) -> Hyperplane:
        """The hyperplane with this normal, at distance `offset` from the origin.

        For a normal along an axis the basis is the other axes in order (the last one reversed if the
        orientation needs it); else axes made orthogonal to it one after another.
        """
        direction = np.asarray(normal, np.float64)
        if (
            direction.ndim != 1
            or len(direction) < 4
            or not np.isfinite(direction).all()
            or not direction.any()
        ):
            raise ValueError("the normal of a 3-space must be four finite numbers that are not all 0")
        if not np.isfinite(offset):
            raise ValueError(f"the offset of a 3-space must be finite, not {offset}")
        size = len(direction)
        # Between 1/2 and 1, exactly, so that no square is out of range.
        direction = np.ldexp(direction, -int(np.frexp(direction)[1][direction != 0].max()))
        unit = direction / float(np.sqrt((direction * direction).sum()))
        order = np.argsort(np.abs(unit), kind="stable")
        rows: list[Doubles] = []
        for axis in sorted(order[: size - 1].tolist()):
            vector = np.eye(size)[axis]
            for other in (unit, *rows):
                vector = vector - (vector @ other) * other
            rows.append(vector / np.sqrt(vector @ vector))
        basis = np.stack(rows)
        if float(affine.determinant(np.concatenate([basis, unit[None]]))) < 0:
            basis[-1] *= -1
        return cls(unit, float(offset), basis)

    @classmethod
    def at_last(cls, value: float, dimension: int) -> Hyperplane:
        """The hyperplane where the last coordinate has this value; its axes are the others."""
        return cls.from_normal(np.eye(dimension)[-1], value)

    @classmethod
    def at_w(cls, w: float) -> Hyperplane:
        """The 3-space of all points with this w; its axes are x, y and z."""
        return cls.at_last(w, 4)

    def before_rotation(self, rotation: Doubles) -> Hyperplane:
        """The hyperplane that gives the same slices of a model as this one gives of the model rotated by the
        matrix (N, N)."""
        return Hyperplane(self.normal @ rotation, self.offset, self.basis @ rotation)


class Slice(Record, eq=False):
    """A boundary in N − 1 dimensions.

    positions  (P, N − 1) in the axes of the hyperplane
    simplexes  (T, N − 1), oriented outwards; triangles where N is 4
    parts      (T,) the part of the boundary that each is of
    sources    (T,) the simplex that each was cut from; −1 where several were joined
    ends       (T, N − 1, 2) the two corners of the source between which each corner lies
    shares     (T, N − 1) how far along from the first to the second
    """

    positions: Doubles
    simplexes: Ints
    parts: Ints
    sources: Ints
    ends: Ints
    shares: Doubles

    def volume(self) -> float:
        """The volume that a closed slice encloses: Σ det(a, b, c) / 6 in three dimensions."""
        size = self.positions.shape[1]
        if not len(self.simplexes):
            return 0.0
        sum_ = float(affine.determinant(self.positions[self.simplexes]).sum())
        return sum_ / factorial(size) * (1 if size % 2 else -1)


def slice_mesh(
    points: Doubles,
    simplexes: Ints,
    plane: Hyperplane,
    *,
    parts: Ints | None = None,
    mirrored: bool = False,
    flatten: bool = True,
    kept: Ints | None = None,
    solid: bool = False,
) -> Slice:
    """Cut the simplexes (S, N) of a boundary in N dimensions, whose vertices are at `points` (V, N).

    A vertex on the hyperplane counts as above it, or as below it if nothing else is below, so that neighbours
    agree and a closed boundary gives a closed slice, also where a facet lies in the hyperplane. `parts` (S,)
    numbers surfaces that make up the boundary together. `mirrored`: the pose turned the boundary inside out.
    `flatten`, in 4D, joins triangles in one plane again, so that a polytope's slice has only its true
    corners, except in the parts that `kept` lists. Flat simplexes are left out, unless they are `solid`:
    pieces of an earlier slice, which would leave a hole.
    """
    size = points.shape[1]
    sides = _sides(points, plane)
    above = sides >= 0 if bool((sides < 0).any()) else sides > 0
    parts = np.zeros(len(simplexes), np.int64) if parts is None else parts
    crossing = np.flatnonzero(above[simplexes].any(1) & (~above[simplexes]).any(1))
    if not solid:
        crossing = crossing[_have_size(points, simplexes[crossing])]
    ends, source = _pieces(simplexes[crossing], above)
    if mirrored:
        ends[:, :2] = ends[:, 1::-1]
    sources = crossing[source]
    corners = simplexes[sources[:, None, None], ends]
    # From the lower vertex to the higher one, so that neighbours compute the same bits.
    turned = corners[..., :1] > corners[..., 1:]
    ends, corners = np.where(turned, ends[..., ::-1], ends), np.where(turned, corners[..., ::-1], corners)
    used, index = np.unique(_keys(corners, sides), return_inverse=True)
    index = index.reshape(-1, size - 1)
    low, high = used // len(points), used % len(points)
    positions = (
        points[low] + _shares(sides[low], sides[high])[:, None] * (points[high] - points[low])
    ) @ plane.basis.T
    whole = _have_distinct_corners(index)
    sources, ends = sources[whole], ends[whole]
    shares = _shares(sides[corners[whole][..., 0]], sides[corners[whole][..., 1]])
    result = Slice(*keep_used_points(positions, index[whole]), parts[sources], sources, ends, shares)
    return _flatten(result, kept) if flatten and size == 4 else result


def _flatten(cut: Slice, kept: Ints | None) -> Slice:
    keep = np.isin(cut.parts, [] if kept is None else kept)
    positions, triangles, parts, origins = merge_coplanar(cut.positions, cut.simplexes, cut.parts, keep)
    joined = origins < 0
    sources = np.where(joined, -1, cut.sources[origins]) if len(cut.sources) else cut.sources
    return Slice(positions, triangles, parts, sources, cut.ends[origins], cut.shares[origins])


def _have_distinct_corners(simplexes: Ints) -> NDArray[np.bool_]:
    ordered = np.sort(simplexes, axis=1)
    return np.asarray((ordered[:, 1:] != ordered[:, :-1]).all(1))


def intersects(points: Doubles, simplexes: Ints, planes: Sequence[Hyperplane]) -> NDArray[np.bool_]:
    """(S,) which simplexes meet every one of some hyperplanes, each in the axes of the one before. They need
    not meet all of them in one point."""
    hits = np.ones(len(simplexes), bool)
    for plane in planes:
        sides = np.sign(_sides(points, plane))[simplexes]
        hits &= (sides.min(1, initial=1) <= 0) & (sides.max(1, initial=-1) >= 0)
        points = points @ plane.basis.T
    return hits


def _sides(points: Doubles, plane: Hyperplane) -> Doubles:
    """How far each point is above the hyperplane; exactly 0 where only rounding would decide the side."""
    sides = points @ plane.normal - plane.offset
    size = max(float(np.abs(points).max(initial=0.0)), abs(plane.offset))
    return np.where(np.abs(sides) <= ON * size, 0.0, sides)


def _have_size(points: Doubles, simplexes: Ints) -> NDArray[np.bool_]:
    """Which simplexes are not flat: flat ones have no outer side and add nothing to a slice."""
    ways = points[simplexes[:, 1:]] - points[simplexes[:, :1]]
    reach = np.abs(ways).max((1, 2), initial=0.0)
    shape = ways / np.where(reach > 0, reach, 1.0)[:, None, None]
    return np.sqrt(np.abs(affine.determinant(shape @ shape.swapaxes(1, 2)))) > FLATTEST


def _pieces(cut: Ints, above: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """(T, N − 1, 2) simplexes with corners on edges of the simplexes `cut` (S, N), oriented outwards, each
    edge as two corners of its simplex; and which simplex each is of.

    The section of a simplex with p vertices above and q below is a product of two simplexes. It is divided
    along staircases (see `_staircases`) with the vertices of either side in the order of their numbers, so
    that neighbours divide what they share in the same way. The orientation follows from the order of the
    vertices and from which are above, not from lengths, so neighbours agree however thin the pieces are.
    """
    size = cut.shape[1]
    inside = above[cut]
    order = np.lexsort((cut, ~inside), axis=1)
    inversions = sum(order[:, a] > order[:, b] for a, b in combinations(range(size), 2))
    odd = np.asarray(inversions) % 2 == 1
    counts = inside.sum(1)
    pieces = [np.zeros((0, size - 1, 2), np.int64)]
    source = [np.zeros(0, np.int64)]
    for count in range(1, size):
        mine = np.flatnonzero(counts == count)
        for stairs in _staircases(count, size - count):
            piece = order[mine][:, stairs.reshape(-1)].reshape(-1, size - 1, 2)
            piece[odd[mine], :2] = piece[odd[mine], 1::-1]
            pieces.append(piece)
            source.append(mine)
    return np.concatenate(pieces), np.concatenate(source)


@lru_cache
def _staircases(up: int, down: int) -> tuple[Ints, ...]:
    """The simplexes of Δᵘᵖ⁻¹ × Δᵈᵒʷⁿ⁻¹, each as pairs (vertex above, vertex below), the vertices above
    numbered first: the ways from the first pair to the last that go one step at a time on either side.

    With n the normal of the simplex that is cut, h that of the hyperplane, m the part of n in the hyperplane
    and g the part of h in the simplex, the directions P of a piece have det(P, m, h) = −det(P, g, n). A piece
    is oriented outwards, det(P, m) > 0 in the slice, where det(P, g) < 0 in the simplex's own space.
    """
    steps = up + down - 2
    paths = []
    corners = np.eye(up + down, up + down - 1, -1)  # the simplex 0, e₁, e₂, …, of positive orientation
    heights = np.where(np.arange(up + down) < up, 1.0, -1.0)
    gradient = heights[1:] - heights[0]
    for climbs in combinations(range(steps), up - 1):
        pairs, a, b = [(0, up)], 0, up
        for step in range(steps):
            a, b = (a + 1, b) if step in climbs else (a, b + 1)
            pairs.append((a, b))
        stairs = np.array(pairs, np.int64)
        middle = corners[stairs].mean(1)
        if affine.determinant(np.concatenate([middle[1:] - middle[0], gradient[None]])) > 0:
            stairs[:2] = stairs[1::-1]
        paths.append(stairs)
    return tuple(paths)


def _keys(edges: Ints, sides: Doubles) -> Ints:
    """One number for each point: of its edge, or of the vertex where the edge ends on the hyperplane."""
    low, high = edges[..., 0], edges[..., 1]
    low, high = np.where(sides[high] == 0, high, low), np.where(sides[low] == 0, low, high)
    return np.asarray(low * len(sides) + high)


def _shares(low: Doubles, high: Doubles) -> Doubles:
    """The position of the hyperplane along an edge, from 0 to 1, by the heights of both ends."""
    reach = low - high
    share = np.where(reach == 0, 0.0, low / np.where(reach == 0, 1.0, reach))
    return np.asarray(np.where(high == 0, np.where(low == 0, 0.0, 1.0), share))


def keep_used_points(positions: Doubles, simplexes: Ints) -> tuple[Doubles, Ints]:
    """The points that simplexes use, and the simplexes as indices into these."""
    used, index = np.unique(simplexes, return_inverse=True)
    return positions[used], index.reshape(simplexes.shape).astype(np.int64)
