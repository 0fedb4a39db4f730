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
    unit, faces = _ball()
    return piece(np.asarray(centre) + radius * unit, unit, faces, paint)


def capsule(start: ArrayLike, end: ArrayLike, radius: float, paint: Paint) -> Geometry:
    """Everything that is `radius` away from a line: a sphere drawn out along it."""
    first, last = np.asarray(start, np.float64), np.asarray(end, np.float64)
    unit, faces = _ball()
    axes = frame(last - first)
    turned = unit[:, 0, None] * axes[0] + unit[:, 1, None] * axes[1] + unit[:, 2, None] * axes[2]
    middles = np.where(unit[:, 1, None] > 0, last, first)
    return piece(middles + radius * turned, turned, faces, paint)


def bone(start: ArrayLike, end: ArrayLike, radius: float, paint: Paint) -> Geometry:
    """A bone as riggers know it: an octahedron that is thickest near its start and points at its end."""
    first, last = np.asarray(start, np.float64), np.asarray(end, np.float64)
    across, _, beside = frame(last - first)
    thick = first + 0.16 * (last - first)
    ring = [thick + radius * one for one in (across, beside, -across, -beside)]
    corners = []
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        corners += [(first, a, b), (last, b, a)]
    points = np.array(corners)
    flat = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    outside = ((points.mean(axis=1) - thick) * flat).sum(axis=1) > 0
    points = np.where(outside[:, None, None], points, points[:, ::-1])
    flat = np.where(outside[:, None], flat, -flat)
    lengths = np.sqrt((flat * flat).sum(axis=1))
    normals = np.repeat(flat / np.where(lengths > 0, lengths, 1)[:, None], 3, axis=0)
    return piece(points.reshape(-1, 3), normals, np.arange(24).reshape(-1, 3), paint)


def square(centre: ArrayLike, normal: ArrayLike, reach: float, paint: Paint) -> Geometry:
    """A square of twice `reach` along each side, at right angles to `normal`."""
    middle = np.asarray(centre, np.float64)
    across, along, beside = frame(np.asarray(normal, np.float64))
    points = [middle + reach * (a * across + b * beside) for a, b in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
    return piece(np.array(points), np.tile(along, (4, 1)), np.array([[0, 1, 2], [0, 2, 3]]), paint)


def frame(direction: Doubles) -> Doubles:
    """Three axes of length 1, right-handed, the second along `direction`, or along y where it has no
    length."""
    length = float(np.sqrt((direction * direction).sum()))
    along = direction / length if length > 0 else np.array([0.0, 1.0, 0.0])
    # The axis that the direction has least of gives the cross product its length.
    other = np.eye(3)[int(np.abs(along).argmin())]
    across = np.cross(along, other)
    across = across / np.sqrt((across * across).sum())
    return np.array([across, along, np.cross(across, along)])


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
