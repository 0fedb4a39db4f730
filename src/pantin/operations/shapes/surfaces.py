"""Surfaces that close on themselves: the torus, and the Klein bottle, which needs four dimensions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.maths.trigonometry import sin_cos_degrees
from pantin.operations.shapes.balls import CREASE
from pantin.operations.shapes.polytope import Polytope
from pantin.operations.shapes.regular import check_size
from pantin.rig import Doubles

TUBE = 1 / 3
"""Radius of the tube, relative to the size of all: the hole is as wide as the tube is thick."""

FEWEST = 3


@check_arguments
def torus(size: float = 1.0, segments: int = 48, sides: int = 24) -> Polytope:
    """A ring around the z axis, shaded round: `segments` around it, and `sides` around its tube; `size` is
    the distance of its outer rim from the centre.

    >>> pantin.shapes.torus(segments=16, sides=8).counts()
    (128, 256, 128)
    """
    check_size(size)
    around, through = _angles(segments, sides)
    width = size * (1 - TUBE) + size * TUBE * through[1]
    depth = np.broadcast_to(size * TUBE * through[0], (segments, sides))
    points = np.stack([width * around[1], width * around[0], depth], axis=-1)
    faces = _faces(segments, sides, lambda side: side)
    return Polytope(points.reshape(-1, 3), (faces,), CREASE, keeps_winding=True)


@check_arguments
def klein_bottle(size: float = 1.0, segments: int = 48, sides: int = 24) -> Polytope:
    """The Klein bottle in four dimensions, where it does not intersect itself: a tube around the xy plane
    that makes half a turn in zw on its way. It is a surface and bounds no volume, so files store its edges.

    >>> bottle = pantin.shapes.klein_bottle(segments=16, sides=8)
    >>> bottle.dimension, bottle.counts()
    (4, (128, 256, 128, 0))
    """
    check_size(size)
    around, through = _angles(segments, sides)
    half = sin_cos_degrees(np.arange(segments)[:, None] * (180.0 / segments))
    width = size * (1 - TUBE) + size * TUBE * through[1]
    depth = size * TUBE * through[0]
    points = np.stack([width * around[1], width * around[0], depth * half[1], depth * half[0]], axis=-1)
    faces = _faces(segments, sides, lambda side: -side % sides)
    return Polytope(points.reshape(-1, 4), (faces,))


def _angles(segments: int, sides: int) -> tuple[tuple[Doubles, Doubles], tuple[Doubles, Doubles]]:
    """Sine and cosine around the ring (segments, 1), and around the tube (1, sides)."""
    if min(segments, sides) < FEWEST:
        raise ValueError(f"segments and sides must be at least {FEWEST}, not {segments} and {sides}")
    ring = sin_cos_degrees(np.arange(segments)[:, None] * (360.0 / segments))
    tube = sin_cos_degrees(np.arange(sides)[None, :] * (360.0 / sides))
    return ring, tube


def _faces(segments: int, sides: int, meets: Callable[[int], int]) -> list[list[int]]:
    """Quadrilaterals between the rings of vertices; `meets` is the side of the first ring that a side of the
    last one continues in."""

    def vertex(segment: int, side: int) -> int:
        side %= sides
        return segment * sides + side if segment < segments else meets(side)

    return [
        [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)]
        for i in range(segments)
        for j in range(sides)
    ]
