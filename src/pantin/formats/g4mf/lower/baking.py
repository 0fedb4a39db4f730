"""Meshes moved to where a skeleton would have bound them, where that says the same in every pose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.errors import Unsupported
from pantin.maths import affine
from pantin.rig import BlendShape, Deltas, Doubles, Mesh, Surface

SAME = 1e-6
"""The joints of a vertex agree where to move it within this, relative to the size of the maps."""


def baked(mesh: Mesh, moves: Doubles, joint: int) -> Mesh:
    """The mesh with each vertex moved by the map (one per slot of its skin) that all its joints agree on.

    Blending commutes with a map that is the same for all joints of a vertex, so that every pose stays as it
    was. Raises `Unsupported`, naming `joint`, where the joints of a vertex do not agree.
    """
    return replace(mesh, surfaces=tuple(_baked(one, moves, joint) for one in mesh.surfaces))


def _baked(surface: Surface, moves: Doubles, joint: int) -> Surface:
    if surface.influences is None:
        return surface
    counts = np.diff(surface.influences.offsets)
    rows = np.repeat(np.arange(len(counts)), counts)
    held = surface.influences.weights != 0
    rows, slots = rows[held], surface.influences.joints[held].astype(np.int64)
    own = np.tile(affine.identity(moves.shape[1]), (len(counts), 1, 1))
    own[rows] = moves[slots]
    size = max(float(np.abs(moves).max(initial=0.0)), 1.0)
    bound = surface.topology is not None and bool(surface.topology.normals)
    if bound or (len(rows) and np.abs(own[rows] - moves[slots]).max() > SAME * size):
        raise Unsupported(f"joint {joint} is bound in two places, and G4MF has one rest for it")
    return replace(
        surface,
        positions=affine.apply(own, surface.positions).astype(surface.positions.dtype),
        normals=None if surface.normals is None else _turned(own, surface.normals),
        blend_shapes=tuple(_shape(own, one, surface.normals) for one in surface.blend_shapes),
    )


def _turned(own: Doubles, normals: NDArray[Any]) -> NDArray[Any]:
    """Normals by the inverse transpose, made unit; those without a direction stay as they are."""
    inverse, flat = affine.invert(own)
    turned = affine.apply_linear(inverse[:, :, :-1].transpose(0, 2, 1), normals)
    length = np.sqrt(sum(turned[:, at, None] ** 2 for at in range(turned.shape[1])))
    fit = ~flat[:, None] & (length > 0)
    return np.where(fit, turned / np.where(fit, length, 1.0), normals).astype(normals.dtype)


def _shape(own: Doubles, target: BlendShape, normals: NDArray[Any] | None) -> BlendShape:
    """What a shape adds, turned with the vertices; the difference of normals is that of turned normals."""
    moved = None if target.positions is None else _linear(own, target.positions)
    turned = target.normals
    if turned is not None and normals is not None:
        rows = np.arange(len(normals)) if turned.indices is None else turned.indices.astype(np.int64)
        after = _turned(own[rows], normals[rows] + turned.values) - _turned(own[rows], normals[rows])
        turned = Deltas(after.astype(turned.values.dtype), turned.indices)
    return replace(target, positions=moved, normals=turned)


def _linear(own: Doubles, deltas: Deltas) -> Deltas:
    maps = own if deltas.indices is None else own[deltas.indices.astype(np.int64)]
    values = affine.apply_linear(maps[:, :, :-1], deltas.values)
    return Deltas(values.astype(deltas.values.dtype), deltas.indices)
