"""Texture coordinates: the generators of UV sets, from positions at rest or the order of tessellation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from pantin.formats.rigy.schema.document import Mesh
from pantin.formats.rigy.shapes import CAP_RINGS, LATITUDES, RING, ROWS, SEGMENTS, Points, Solid, around

GENERATORS: dict[str, tuple[str, ...]] = {
    "planar_xy@1": ("box", "sphere", "cylinder", "capsule", "wedge"),
    "box_project@1": ("box",),
    "sphere_latlong@1": ("sphere",),
    "cylindrical@1": ("cylinder",),
    "capsule_cyl_latlong@1": ("capsule",),
}
"""The types of primitives each generator is for (Rigy chapter 9)."""

ROLES = ("albedo", "detail", "directional", "radial", "decal", "lightmap")

_BOX_SIDES = ((2, -1, 1, 1), (2, 1, 1, 1), (0, 1, 2, -1), (0, 1, 2, 1), (0, 1, 1, 1), (0, -1, 1, 1))
"""For each face of a box: the axis and the sign of u, then of v."""


def uv_sets(mesh: Mesh, solids: Sequence[Solid]) -> list[Points]:
    """The sets of a mesh in the order uv0, uv1, …; (V, 2) each, over all its primitives."""
    names = sorted(mesh.uv_sets or {}, key=lambda name: int(name[2:]))
    return [
        np.concatenate([_generate(str((mesh.uv_sets or {})[name].generator), solid) for solid in solids])
        for name in names
    ]


def _generate(generator: str, solid: Solid) -> Points:
    if generator == "planar_xy@1":
        return solid.positions[:, :2].copy()
    if generator == "box_project@1":
        return _box(solid.positions)
    return _by_order(generator)


def _box(positions: Points) -> Points:
    coordinates = np.empty((len(positions), 2))
    for face, (u, u_sign, v, v_sign) in enumerate(_BOX_SIDES):
        corners = slice(4 * face, 4 * face + 4)
        coordinates[corners, 0] = positions[corners, u] if u_sign > 0 else -positions[corners, u]
        coordinates[corners, 1] = positions[corners, v] if v_sign > 0 else -positions[corners, v]
    return coordinates


@cache
def _by_order(generator: str) -> Points:
    """Coordinates that do not depend on positions: all rings have the same u."""
    if generator == "sphere_latlong@1":
        return _rings(np.arange(LATITUDES + 1) / LATITUDES)
    if generator == "cylindrical@1":
        cosines, sines = around()
        rim = np.stack([0.5 + 0.5 * cosines, 0.5 + 0.5 * sines], axis=1)
        cap = np.concatenate([[(0.5, 0.5)], rim])
        return np.concatenate([_rings(np.array([0.0, 1.0])), cap, cap])
    top = np.arange(CAP_RINGS + 1)
    rows = CAP_RINGS + np.arange(ROWS + 1)
    bottom = CAP_RINGS + ROWS + np.arange(1, CAP_RINGS + 1)
    return _rings(np.concatenate([top, rows, bottom]) / (2 * CAP_RINGS + ROWS))


def _rings(heights: Points) -> Points:
    coordinates = np.empty((len(heights), RING, 2))
    coordinates[:, :, 0] = np.arange(RING) / SEGMENTS
    coordinates[:, :, 1] = heights[:, None]
    return coordinates.reshape(-1, 2)
