"""Posed meshes as geometry to draw: in their own colours, or coloured by the weight of one joint."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.deformation import PosedMesh
from pantin.rig import Doubles, Rig, Surface
from pantin.viewer.geometry import Geometry, flattened, piece
from pantin.viewer.paint import Paint, Paints

WEIGHTLESS = Paint((0.45, 0.47, 0.50, 1.0), double_sided=True)
"""Grey: a surface that no skin moves has no weights to show."""


def coloured(rig: Rig, posed: list[PosedMesh], paints: Paints) -> list[Geometry]:
    """The meshes as their materials paint them. Points and lines have no triangles and are not among them."""
    return [_coloured(rig, one, paints) for one in posed if one.normals is not None]


def _coloured(rig: Rig, posed: PosedMesh, paints: Paints) -> Geometry:
    surface = rig.meshes[posed.mesh].surfaces[posed.surface]
    paint = paints.of(surface.material)
    assert posed.normals is not None
    made = piece(
        posed.positions,
        posed.normals,
        _faces(surface, bool(posed.mirrored)),
        paint,
        texcoords=_texcoords(posed, paint),
        colours=posed.colours[0] if posed.colours else None,
    )
    return made if surface.normals is not None else flattened(made)


def _faces(surface: Surface, mirrored: bool) -> NDArray[np.int64]:
    return surface.triangles[:, ::-1] if mirrored else surface.triangles


def _texcoords(posed: PosedMesh, paint: Paint) -> Doubles | None:
    if paint.texture is None or paint.texcoords >= len(posed.texcoords):
        return None
    u, v = np.asarray(posed.texcoords[paint.texcoords], np.float64)[:, :2].T
    (a, b, c), (d, e, f) = paint.placed
    return np.stack([a * u + b * v + c, d * u + e * v + f], axis=1)


def weighted(rig: Rig, posed: list[PosedMesh], node: int, ramp: int) -> list[Geometry]:
    """The meshes coloured by how much a joint moves each vertex; `ramp` is the texture of the scale."""
    scale = Paint((1.0, 1.0, 1.0, 1.0), double_sided=True, texture=ramp)
    pieces = []
    for one in posed:
        if one.normals is None:
            continue
        surface = rig.meshes[one.mesh].surfaces[one.surface]
        weights = joint_weights(rig, one, node)
        across = None if weights is None else np.stack([weights, np.full(len(weights), 0.5)], axis=1)
        faces = _faces(surface, bool(one.mirrored))
        paint = WEIGHTLESS if across is None else scale
        made = piece(one.positions, one.normals, faces, paint, texcoords=across)
        pieces.append(made if surface.normals is not None else flattened(made))
    return pieces


def joint_weights(rig: Rig, posed: PosedMesh, node: int) -> Doubles | None:
    """(V,) the weight of a joint at each vertex; None where no skin moves the surface."""
    surface = rig.meshes[posed.mesh].surfaces[posed.surface]
    skin = rig.instances[rig.instance_at(posed.node)].skin
    if skin is None or surface.influences is None:
        return None
    found = surface.influences
    counts = np.diff(found.offsets)
    mine = rig.skins[skin].joints[found.joints] == node
    rows = np.repeat(np.arange(len(counts)), counts)
    return np.bincount(rows[mine], found.weights[mine], minlength=len(counts)).astype(np.float64)
