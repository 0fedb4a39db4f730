"""Spheres, capsules, bones and squares as triangles, for overlays."""

from __future__ import annotations

from functools import cache
from math import pi

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rig import Doubles
from pantin.viewer.geometry import Geometry, build_geometry
from pantin.viewer.materials import Material

SEGMENTS = 20
"""Segments around a sphere."""


def sphere(centre: ArrayLike, radius: float, material: Material) -> Geometry:
    """A sphere."""
    return spheres(np.array([centre], np.float64), np.array([radius]), material)


def spheres(centres: Doubles, radii: Doubles, material: Material) -> Geometry:
    """Spheres of each radius (n,) around each centre (n, 3), in order."""
    unit, faces = _unit_sphere()
    points = centres[:, None] + radii[:, None, None] * unit
    starts = np.arange(len(centres))[:, None, None] * len(unit)
    normals = np.tile(unit, (len(centres), 1))
    return build_geometry(points.reshape(-1, 3), normals, (faces + starts).reshape(-1, 3), material)


def capsule(start: ArrayLike, end: ArrayLike, radius: float, material: Material) -> Geometry:
    """A capsule: all points within `radius` of a line segment."""
    first, last = np.asarray(start, np.float64), np.asarray(end, np.float64)
    unit, faces = _unit_sphere()
    (axes,) = axes_along((last - first)[None])
    normals = unit[:, 0, None] * axes[0] + unit[:, 1, None] * axes[1] + unit[:, 2, None] * axes[2]
    centres = np.where(unit[:, 1, None] > 0, last, first)
    return build_geometry(centres + radius * normals, normals, faces, material)


BONE_FACES = 8


def bones(starts: Doubles, ends: Doubles, radii: Doubles, material: Material) -> Geometry:
    """Octahedral bones as in Blender, in order: thickest near their starts (n, 3), pointing at their ends
    (n, 3)."""
    across, _, beside = axes_along(ends - starts).swapaxes(0, 1)
    thick = starts + 0.16 * (ends - starts)
    ring = [thick + radii[:, None] * offset for offset in (across, beside, -across, -beside)]
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
    return build_geometry(points.reshape(-1, 3), normals.reshape(-1, 3), faces, material)


def square(centre: ArrayLike, normal: ArrayLike, reach: float, material: Material) -> Geometry:
    """A square with sides of twice `reach`, perpendicular to `normal`."""
    middle = np.asarray(centre, np.float64)
    across, along, beside = axes_along(np.array([normal], np.float64))[0]
    points = [middle + reach * (a * across + b * beside) for a, b in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
    return build_geometry(
        np.array(points), np.tile(along, (4, 1)), np.array([[0, 1, 2], [0, 2, 3]]), material
    )


def axes_along(directions: Doubles) -> Doubles:
    """(n, 3, 3) right-handed orthonormal axes; the second is along a direction (n, 3), or along y if it has
    no length."""
    lengths = np.sqrt((directions * directions).sum(axis=1))[:, None]
    along = np.where(lengths > 0, directions / np.where(lengths > 0, lengths, 1.0), (0.0, 1.0, 0.0))
    # The axis of the smallest component gives the longest cross product.
    across = np.cross(along, np.eye(3)[np.abs(along).argmin(axis=1)])
    across = across / np.sqrt((across * across).sum(axis=1))[:, None]
    return np.stack([across, along, np.cross(across, along)], axis=1)


@cache
def _unit_sphere() -> tuple[Doubles, NDArray[np.int64]]:
    """A unit sphere about y with a doubled equator, so that a capsule can move its halves apart."""
    half = SEGMENTS // 4
    latitudes = np.concatenate([np.linspace(-pi / 2, -1e-9, half + 1), np.linspace(1e-9, pi / 2, half + 1)])
    longitudes = np.arange(SEGMENTS) * (2 * pi / SEGMENTS)
    up, turn = np.meshgrid(latitudes, longitudes, indexing="ij")
    points = np.stack([np.cos(up) * np.cos(turn), np.sin(up), np.cos(up) * np.sin(turn)], axis=-1)
    faces = []
    for ring in range(len(latitudes) - 1):
        for side in range(SEGMENTS):
            a, b = ring * SEGMENTS + side, ring * SEGMENTS + (side + 1) % SEGMENTS
            faces += [(a, a + SEGMENTS, b), (b, a + SEGMENTS, b + SEGMENTS)]
    unit = points.reshape(-1, 3)
    unit.flags.writeable = False
    return unit, np.array(faces)
