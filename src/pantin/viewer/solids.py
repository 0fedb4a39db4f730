"""Spheres, capsules, bones and squares as triangles: what overlays are made of."""

from __future__ import annotations

from functools import cache
from math import pi

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rig import Doubles
from pantin.viewer.geometry import Geometry, piece
from pantin.viewer.paint import Paint

ROUND = 20
"""Corners of the equator of a sphere."""


def sphere(centre: ArrayLike, radius: float, paint: Paint) -> Geometry:
    """A sphere."""
    return spheres(np.array([centre], np.float64), np.array([radius]), paint)


def spheres(centres: Doubles, radii: Doubles, paint: Paint) -> Geometry:
    """A sphere of each radius (n,) around each centre (n, 3), in their order."""
    unit, faces = _ball()
    points = centres[:, None] + radii[:, None, None] * unit
    starts = np.arange(len(centres))[:, None, None] * len(unit)
    normals = np.tile(unit, (len(centres), 1))
    return piece(points.reshape(-1, 3), normals, (faces + starts).reshape(-1, 3), paint)


def capsule(start: ArrayLike, end: ArrayLike, radius: float, paint: Paint) -> Geometry:
    """Everything that is `radius` away from a line: a sphere drawn out along it."""
    first, last = np.asarray(start, np.float64), np.asarray(end, np.float64)
    unit, faces = _ball()
    (axes,) = frames((last - first)[None])
    turned = unit[:, 0, None] * axes[0] + unit[:, 1, None] * axes[1] + unit[:, 2, None] * axes[2]
    middles = np.where(unit[:, 1, None] > 0, last, first)
    return piece(middles + radius * turned, turned, faces, paint)


BONE_FACES = 8


def bones(starts: Doubles, ends: Doubles, radii: Doubles, paint: Paint) -> Geometry:
    """Bones as riggers know them, in their order: octahedra that are thickest near their starts (n, 3) and
    point at their ends (n, 3)."""
    across, _, beside = frames(ends - starts).swapaxes(0, 1)
    thick = starts + 0.16 * (ends - starts)
    ring = [thick + radii[:, None] * one for one in (across, beside, -across, -beside)]
    corners = []
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        corners += [(starts, a, b), (ends, b, a)]
    points = np.array(corners).transpose(2, 0, 1, 3)
    flat = np.cross(points[:, :, 1] - points[:, :, 0], points[:, :, 2] - points[:, :, 0])
    outside = ((points.mean(axis=2) - thick[:, None]) * flat).sum(axis=2) > 0
    points = np.where(outside[..., None, None], points, points[:, :, ::-1])
    flat = np.where(outside[..., None], flat, -flat)
    lengths = np.sqrt((flat * flat).sum(axis=2))
    normals = np.repeat(flat / np.where(lengths > 0, lengths, 1)[..., None], 3, axis=1)
    faces = np.arange(len(starts) * BONE_FACES * 3).reshape(-1, 3)
    return piece(points.reshape(-1, 3), normals.reshape(-1, 3), faces, paint)


def square(centre: ArrayLike, normal: ArrayLike, reach: float, paint: Paint) -> Geometry:
    """A square of twice `reach` along each side, at right angles to `normal`."""
    middle = np.asarray(centre, np.float64)
    across, along, beside = frames(np.array([normal], np.float64))[0]
    points = [middle + reach * (a * across + b * beside) for a, b in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
    return piece(np.array(points), np.tile(along, (4, 1)), np.array([[0, 1, 2], [0, 2, 3]]), paint)


def frames(directions: Doubles) -> Doubles:
    """(n, 3, 3) three axes of length 1 each, right-handed, the second along a direction (n, 3), or along y
    where it has no length."""
    lengths = np.sqrt((directions * directions).sum(axis=1))[:, None]
    along = np.where(lengths > 0, directions / np.where(lengths > 0, lengths, 1.0), (0.0, 1.0, 0.0))
    # The axis that the direction has least of gives the cross product its length.
    across = np.cross(along, np.eye(3)[np.abs(along).argmin(axis=1)])
    across = across / np.sqrt((across * across).sum(axis=1))[:, None]
    return np.stack([across, along, np.cross(across, along)], axis=1)


@cache
def _ball() -> tuple[Doubles, NDArray[np.int64]]:
    """A unit sphere about y with its equator twice, once for each half, so that halves can be drawn apart."""
    half = ROUND // 4
    rising = np.concatenate([np.linspace(-pi / 2, -1e-9, half + 1), np.linspace(1e-9, pi / 2, half + 1)])
    around = np.arange(ROUND) * (2 * pi / ROUND)
    up, turn = np.meshgrid(rising, around, indexing="ij")
    points = np.stack([np.cos(up) * np.cos(turn), np.sin(up), np.cos(up) * np.sin(turn)], axis=-1)
    faces = []
    for ring in range(len(rising) - 1):
        for side in range(ROUND):
            a, b = ring * ROUND + side, ring * ROUND + (side + 1) % ROUND
            faces += [(a, a + ROUND, b), (b, a + ROUND, b + ROUND)]
    unit = points.reshape(-1, 3)
    unit.flags.writeable = False
    return unit, np.array(faces)
