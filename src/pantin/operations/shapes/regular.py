"""The regular polytopes: three in every dimension, two more in three and three more in four."""

from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.operations.shapes.polytope import Polytope, from_facets
from pantin.rig import Doubles

GOLDEN = (1 + 5**0.5) / 2

NEAR = 1e-9
"""Dot products of unit vectors that differ by less are the same: those of regular polytopes differ by 0.1 or
more, and a sum of four products is off by some 1e-16."""


@check_arguments
def hypercube(dimension: int, size: float = 1.0) -> Polytope:
    """The cube of N dimensions, its edges along the axes; `size` is the distance of its corners from the
    centre.

    >>> pantin.shapes.hypercube(5).counts()
    (32, 80, 80, 40, 10)
    """
    check_dimension(dimension)
    corners = np.array(list(product((-1.0, 1.0), repeat=dimension)))
    facets = [np.flatnonzero(corners[:, axis] == sign) for axis in range(dimension) for sign in (-1, 1)]
    return from_facets(scale_to(corners, size), [facet.tolist() for facet in facets])


@check_arguments
def simplex(dimension: int, size: float = 1.0) -> Polytope:
    """The regular simplex, one corner at the end of the last axis; `size` is the distance of its corners from
    the centre.

    >>> pantin.shapes.simplex(4).counts()
    (5, 10, 10, 5)
    """
    check_dimension(dimension)
    corners = np.array([[-1.0], [1.0]])
    for height in range(2, dimension + 1):
        base = np.column_stack([corners * (1 - height**-2) ** 0.5, np.full(len(corners), -1 / height)])
        corners = np.concatenate([base, np.eye(height)[-1:]])
    return from_facets(scale_to(corners, size), list(combinations(range(dimension + 1), dimension)))


@check_arguments
def orthoplex(dimension: int, size: float = 1.0) -> Polytope:
    """The dual of the cube: its corners are on the axes, at the distance `size` from the centre.

    >>> pantin.shapes.orthoplex(4).counts()
    (8, 24, 32, 16)
    """
    check_dimension(dimension)
    corners = np.concatenate([np.eye(dimension), -np.eye(dimension)])
    facets = [
        [axis + dimension * sign for axis, sign in enumerate(signs)]
        for signs in product((0, 1), repeat=dimension)
    ]
    return from_facets(scale_to(corners, size), facets)


@check_arguments
def icosahedron(size: float = 1.0) -> Polytope:
    """The icosahedron: 20 triangles; `size` is the distance of its corners from the centre.

    >>> pantin.shapes.icosahedron().counts()
    (12, 30, 20)
    """
    corners, normals = _icosahedron_corners(), _dodecahedron_corners()
    return from_facets(scale_to(corners, size), _farthest(corners, normals))


@check_arguments
def dodecahedron(size: float = 1.0) -> Polytope:
    """The dodecahedron: 12 pentagons, the dual of the icosahedron; `size` is the distance of its corners from
    the centre.

    >>> pantin.shapes.dodecahedron().counts()
    (20, 30, 12)
    """
    corners, normals = _dodecahedron_corners(), _icosahedron_corners()
    return from_facets(scale_to(corners, size), _farthest(corners, normals))


def _icosahedron_corners() -> Doubles:
    rectangle = np.array([[0.0, a, b * GOLDEN] for a, b in product((-1, 1), repeat=2)])
    return np.concatenate([np.roll(rectangle, shift, axis=1) for shift in range(3)])


def _dodecahedron_corners() -> Doubles:
    rectangle = np.array([[0.0, a * GOLDEN, b / GOLDEN] for a, b in product((-1, 1), repeat=2)])
    others = [np.roll(rectangle, shift, axis=1) for shift in range(3)]
    return np.concatenate([np.array(list(product((-1.0, 1.0), repeat=3))), *others])


def _farthest(corners: Doubles, normals: Doubles) -> list[list[int]]:
    """The corners of the facet along each normal."""
    heights = normals @ corners.T
    return [np.flatnonzero(row > row.max() - NEAR).tolist() for row in heights]


@check_arguments
def cell24(size: float = 1.0) -> Polytope:
    """The 24-cell: 24 octahedra; the corners of a 16-cell and a tesseract, at the distance `size` from the
    centre.

    >>> pantin.shapes.cell24().counts()
    (24, 96, 96, 24)
    """
    halves = np.array(list(product((-0.5, 0.5), repeat=4)))
    corners = np.concatenate([np.eye(4), -np.eye(4), halves])
    normals = [
        np.eye(4)[first] * a + np.eye(4)[second] * b
        for first, second in combinations(range(4), 2)
        for a, b in product((-1, 1), repeat=2)
    ]
    facets = [np.flatnonzero(corners @ normal == 1).tolist() for normal in normals]
    return from_facets(scale_to(corners, size), facets)


@check_arguments
def cell600(size: float = 1.0) -> Polytope:
    """The 600-cell: 600 tetrahedra, twenty at every corner; `size` is the distance of its corners from the
    centre.

    >>> pantin.shapes.cell600().counts()
    (120, 720, 1200, 600)
    """
    corners = _icosians()
    return from_facets(scale_to(corners, size), _tetrahedra(corners))


@check_arguments
def cell120(size: float = 1.0) -> Polytope:
    """The 120-cell: 120 dodecahedra, the dual of the 600-cell; `size` is the distance of its corners from the
    centre.

    >>> pantin.shapes.cell120().counts()
    (600, 1200, 720, 120)
    """
    corners = _icosians()
    cells = np.array(_tetrahedra(corners))
    facets = [np.flatnonzero((cells == corner).any(1)).tolist() for corner in range(len(corners))]
    return from_facets(scale_to(corners[cells].sum(1), size), facets)


def _icosians() -> Doubles:
    """The 120 unit icosians (Conway and Smith, On Quaternions and Octonions, §3.5): the corners of the
    600-cell."""
    some = [GOLDEN / 2, 0.5, 0.5 / GOLDEN, 0.0]
    even = [order for order in permutations(range(4)) if _inversions(order) % 2 == 0]
    rows = [
        [signed[position] for position in order]
        for signs in product((-1, 1), repeat=3)
        for signed in ([sign * number for sign, number in zip((*signs, 1), some, strict=True)],)
        for order in even
    ]
    halves = list(product((-0.5, 0.5), repeat=4))
    return np.concatenate([np.eye(4), -np.eye(4), halves, rows])


def _inversions(order: tuple[int, ...]) -> int:
    return sum(a > b for a, b in combinations(order, 2))


def _tetrahedra(corners: Doubles) -> list[list[int]]:
    """The cells of the 600-cell: four corners, each pair as near as any two are."""
    near = np.abs(corners @ corners.T - GOLDEN / 2) < NEAR
    beside = [set(np.flatnonzero(row).tolist()) for row in near]
    return [
        [a, b, c, d]
        for a in range(len(corners))
        for b in sorted(beside[a])
        if b > a
        for c in sorted(beside[a] & beside[b])
        if c > b
        for d in sorted(beside[a] & beside[b] & beside[c])
        if d > c
    ]


def check_dimension(dimension: int) -> None:
    if not 2 <= dimension <= 8:
        raise ValueError(f"shapes have 2 to 8 dimensions, not {dimension}")


def check_size(size: float) -> None:
    if not 0 < size < np.inf:
        raise ValueError(f"size must be a finite number larger than 0, not {size:g}")


def scale_to(corners: Doubles, size: float) -> Doubles:
    """The corners, scaled so that the farthest is at the distance `size` from the origin."""
    check_size(size)
    return np.asarray(corners * (size / float(np.sqrt((corners * corners).sum(1).max()))))
