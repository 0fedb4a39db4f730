"""Balls of N dimensions, as fine meshes of simplexes."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from pantin.base.arguments import check_arguments
from pantin.maths.trigonometry import sin_cos_degrees
from pantin.operations.shapes.polytope import Polytope
from pantin.operations.shapes.regular import check_dimension, scale_to
from pantin.rig import Doubles
from pantin.rig.triangulation import Lists, orient_outward

CREASE = 60.0
"""Degrees: more than between neighbours of a coarse ball, and less than at the rim of a cylinder."""

MOST_SIMPLEXES = 8192
"""The most simplexes of a ball without given fineness."""

LIMIT = 250_000
"""Simplexes of any ball: 128,000 of them take eleven seconds."""


@check_arguments
def ball(dimension: int, size: float = 1.0, segments: int | None = None) -> Polytope:
    """The ball of radius `size`: its surface is an orthoplex whose facets are divided, with its vertices on
    the sphere, shaded round. `segments` edges, a multiple of four, are around it; by default as many as give
    up to 8,192 simplexes.

    >>> pantin.shapes.ball(4, segments=8).counts()
    (32, 160, 256, 128)
    """
    check_dimension(dimension)
    parts = min(int((MOST_SIMPLEXES / 2**dimension + 0.5) ** (1 / (dimension - 1))), 16)
    if segments is not None:
        if segments < 4 or segments % 4:
            raise ValueError(f"segments must be a multiple of 4, not {segments}")
        parts = segments // 4
    corners, simplexes = subdivided_sphere(dimension, parts)
    corners = scale_to(corners, size)
    if dimension == 2:
        return Polytope(corners, ([_polygon(corners)],))
    return Polytope(corners, tuple(simplex_elements(orient_outward(corners, simplexes))), CREASE)


def subdivided_sphere(dimension: int, parts: int) -> tuple[Doubles, NDArray[np.int64]]:
    """Vertices on the unit sphere, and simplexes: each facet of the orthoplex, with `parts` edges for each of
    its edges.

    Points of a facet have whole coordinates that sum to `parts`. Their partial sums, an ascending sequence,
    are a grid that Freudenthal's triangulation divides: from a point, one step along each axis in any order.
    """
    count = 2**dimension * parts ** (dimension - 1)
    if count > LIMIT:
        raise ValueError(f"{4 * parts} segments make {count:,} simplexes; the limit is {LIMIT:,}")
    points: dict[tuple[int, ...], int] = {}
    rows: list[list[int]] = []
    facet = list(_facet_simplexes(dimension, parts))
    for signs in product((1, -1), repeat=dimension):
        for corners in facet:
            row = []
            for corner in corners:
                signed = tuple(sign * number for sign, number in zip(signs, corner, strict=True))
                row.append(points.setdefault(signed, len(points)))
            rows.append(row)
    # The sine spreads the points: along an edge of the orthoplex, to equal angles.
    vertices, _ = sin_cos_degrees(np.array(list(points)) * (90 / parts))
    return vertices / np.sqrt((vertices * vertices).sum(1, keepdims=True)), np.array(rows, np.int64)


def _facet_simplexes(dimension: int, parts: int) -> list[list[tuple[int, ...]]]:
    """The simplexes of one facet, each as its corners, whose coordinates sum to `parts`."""
    free = dimension - 1
    simplexes = []
    for base in product(range(parts), repeat=free):
        for order in permutations(range(free)):
            corners, sums = [base], list(base)
            for axis in order:
                sums[axis] += 1
                corners.append(tuple(sums))
            if all(_is_ascending(corner, parts) for corner in corners):
                simplexes.append([_coordinates(corner, parts) for corner in corners])
    return simplexes


def _is_ascending(sums: tuple[int, ...], parts: int) -> bool:
    return all(a <= b for a, b in zip((0, *sums), (*sums, parts), strict=True))


def _coordinates(sums: tuple[int, ...], parts: int) -> tuple[int, ...]:
    return tuple(b - a for a, b in zip((0, *sums), (*sums, parts), strict=True))


def _polygon(corners: Doubles) -> list[int]:
    """The corners of a circle, in their order around it."""
    order: list[int] = np.argsort(np.arctan2(corners[:, 1], corners[:, 0]), kind="stable").tolist()
    return order


def simplex_elements(simplexes: NDArray[np.int64]) -> list[Lists]:
    """The elements of simplexes by dimension: triangles with their winding, then lists of parts."""
    cells: list[tuple[int, ...]] = [tuple(row) for row in simplexes.tolist()]
    tiers: list[Lists] = []
    while cells and len(cells[0]) > 3:
        parts: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        lists: Lists = []
        for cell in cells:
            row = []
            for corner in range(len(cell)):
                facet = cell[:corner] + cell[corner + 1 :]
                key = tuple(sorted(facet))
                if key not in parts:
                    parts[key] = (len(parts), facet)
                row.append(parts[key][0])
            lists.append(row)
        tiers.insert(0, lists)
        cells = [facet for _, facet in parts.values()]
    return [[list(cell) for cell in cells], *tiers]
