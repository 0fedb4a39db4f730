"""Edges as tubes with balls at their ends, coloured and thick by how near they are along w."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.rig import Doubles
from pantin.viewer.geometry import Geometry, build_geometry, join
from pantin.viewer.materials import Material, TextureUse
from pantin.viewer.solids import axes_along, spheres

SIDES = 12

BALL = 1.9
"""Radius of a ball relative to that of the tubes that meet there."""

MAX_BALLS = 4000
"""Balls in an image: each has 440 triangles, and where there are more they are dots."""


class Wires(Record, eq=False):
    """V points (V, 3), the radius (V,) and the share of the colour scale (V,) at each, and edges (E, 2)."""

    points: Doubles
    radii: Doubles
    shares: Doubles
    edges: NDArray[np.int64]


def tube_geometry(wires: Wires, texture: int) -> Geometry:
    """The tubes and balls of wires; `texture` is the index of that of the scale."""
    material = Material((1.0, 1.0, 1.0, 1.0), roughness=0.45, base_texture=TextureUse(texture))
    pieces = [_tubes(wires, material)]
    ends = np.unique(wires.edges)
    if len(ends) <= MAX_BALLS:
        pieces.append(_balls(wires, ends, material))
    return join(pieces)


def _tubes(wires: Wires, material: Material) -> Geometry:
    along = wires.points[wires.edges[:, 1]] - wires.points[wires.edges[:, 0]]
    kept = np.isfinite(along).all(axis=1) & along.any(axis=1)
    edges = wires.edges[kept]
    across, _, beside = axes_along(along[kept]).swapaxes(0, 1)
    angles = np.arange(SIDES) * (2 * np.pi / SIDES)
    out = across[:, None] * np.cos(angles)[:, None] + beside[:, None] * np.sin(angles)[:, None]
    normals = np.repeat(out[:, None], 2, axis=1)  # (E, end, side, 3)
    corners = wires.points[edges][:, :, None] + wires.radii[edges][:, :, None, None] * normals
    shares = np.repeat(wires.shares[edges], SIDES, axis=1).reshape(-1)
    return build_geometry(
        corners.reshape(-1, 3),
        normals.reshape(-1, 3),
        _tube_faces(len(edges)),
        material,
        texcoords=[_coordinates(shares)],
    )


def _tube_faces(count: int) -> NDArray[np.int64]:
    """Two triangles per side of each tube; its vertices are those around its start, then around its end."""
    side = np.arange(SIDES)
    following = (side + 1) % SIDES
    tube = np.concatenate(
        [[side, side + SIDES, following], [following, side + SIDES, following + SIDES]], axis=1
    ).T
    faces: NDArray[np.int64] = np.arange(count)[:, None, None] * (2 * SIDES) + tube
    return faces.reshape(-1, 3)


def _balls(wires: Wires, ends: NDArray[np.int64], material: Material) -> Geometry:
    balls = spheres(wires.points[ends], wires.radii[ends] * BALL, material)
    shares = np.repeat(wires.shares[ends], len(balls.positions) // max(1, len(ends)))
    return replace(balls, texcoords=_coordinates(shares)[:, None])


def _coordinates(shares: Doubles) -> Doubles:
    return np.stack([shares, np.full(len(shares), 0.5)], axis=1)
