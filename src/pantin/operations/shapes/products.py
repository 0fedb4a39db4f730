"""Products of shapes: duoprisms, and with a disc or a ball for a factor, cylinders of four dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.maths.trigonometry import sin_cos_degrees
from pantin.operations.shapes.balls import CREASE, subdivided_sphere
from pantin.operations.shapes.polytope import Polytope, from_facets
from pantin.operations.shapes.regular import scale_to
from pantin.rig import Doubles

MOST_SIDES = 100
"""The most sides of a polygon: a duoprism of two such has 10,000 corners."""


class _Factor(NamedTuple):
    """The corners of a polytope, and the corners of each of its facets."""

    corners: Doubles
    facets: Sequence[Sequence[int]]


@check_arguments
def duoprism(p: int, q: int, size: float = 1.0) -> Polytope:
    """The product of two regular polygons with edges of the same length, one in xy and one in zw; `size` is
    the distance of its corners from the centre.

    >>> pantin.shapes.duoprism(5, 7).counts()
    (35, 70, 47, 12)
    """
    return _product(_polygon(p), _polygon(q), size)


@check_arguments
def cylinder(size: float = 1.0, segments: int = 32) -> Polytope:
    """A disc in xy times a segment along z as long as the disc is wide, shaded round; `size` is the distance
    of its rims from the centre.

    >>> pantin.shapes.cylinder(segments=16).counts()
    (32, 48, 18)
    """
    disc = _polygon(segments)
    segment = _Factor(np.array([[-1.0], [1.0]]), [[0], [1]])
    return _product(_Factor(scale_to(disc.corners, 1.0), disc.facets), segment, size, CREASE)


@check_arguments
def duocylinder(size: float = 1.0, segments: int = 32) -> Polytope:
    """The product of two discs, as polygons with `segments` sides, shaded round; `size` is the distance of
    its ridge from the centre.

    >>> pantin.shapes.duocylinder(segments=16).counts()
    (256, 512, 288, 32)
    """
    return _product(_polygon(segments), _polygon(segments), size, CREASE)


@check_arguments
def cubinder(size: float = 1.0, segments: int = 32) -> Polytope:
    """The product of a disc and a square with sides as long as the disc is wide, shaded round; `size` is the
    distance of its corners from the centre.

    >>> pantin.shapes.cubinder(segments=16).counts()
    (64, 128, 84, 20)
    """
    disc = _polygon(segments)
    square = _Factor(scale_to(_polygon(4).corners, 2**0.5), _polygon(4).facets)
    return _product(_Factor(scale_to(disc.corners, 1.0), disc.facets), square, size, CREASE)


@check_arguments
def spherinder(size: float = 1.0, segments: int = 32) -> Polytope:
    """The product of a ball in xyz and a segment along w, as long as the ball is wide, shaded round.
    `segments` edges, a multiple of four, are around the ball; `size` is the distance of the farthest points
    from the centre.

    >>> pantin.shapes.spherinder(segments=16).counts()
    (132, 450, 448, 130)
    """
    if segments < 4 or segments % 4:
        raise ValueError(f"segments must be a multiple of 4, not {segments}")
    corners, triangles = subdivided_sphere(3, segments // 4)
    segment = _Factor(np.array([[-1.0], [1.0]]), [[0], [1]])
    return _product(_Factor(corners, triangles.tolist()), segment, size, CREASE)


def _polygon(sides: int) -> _Factor:
    """A regular polygon with edges of length 2, one of them at the bottom."""
    if not 3 <= sides <= MOST_SIDES:
        raise ValueError(f"a polygon must have 3 to {MOST_SIDES} sides, not {sides}")
    angles = (np.arange(sides) + 0.5) * (360 / sides) - 90
    sine, cosine = sin_cos_degrees(angles)
    radius = 1 / float(sin_cos_degrees(180 / sides)[0])
    facets = [[side, (side + 1) % sides] for side in range(sides)]
    return _Factor(np.column_stack([cosine, sine]) * radius, facets)


def _product(a: _Factor, b: _Factor, size: float, crease: float | None = None) -> Polytope:
    """All pairs of points of two polytopes: each facet of one times the whole of the other."""
    count_a, count_b = len(a.corners), len(b.corners)
    corners = np.column_stack([np.repeat(a.corners, count_b, axis=0), np.tile(b.corners, (count_a, 1))])
    facets = [[i * count_b + j for i in facet for j in range(count_b)] for facet in a.facets]
    facets += [[i * count_b + j for i in range(count_a) for j in facet] for facet in b.facets]
    return from_facets(scale_to(corners, size), facets, crease)
