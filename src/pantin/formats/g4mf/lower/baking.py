"""Meshes moved to where their skeleton binds them, where every pose stays the same."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import Unsuitable
from pantin.base.records import replace
from pantin.maths import affine
from pantin.rig import BlendShape, Deltas, Doubles, Mesh, Surface

SAME = 1e-6
"""The joints of a vertex agree where to move it within this, relative to the size of the transforms."""


def bake_bind_pose(mesh: Mesh, moves: Doubles, joint: int) -> Mesh:
    """The mesh with each vertex moved by the transform (one per slot of its skin) that its joints agree on.

    Blending commutes with a transform that is the same for all joints of a vertex, so every pose stays the
    same. Raises `Unsupported`, naming `joint`, where the joints of a vertex do not agree.
    """
    return replace(mesh, surfaces=tuple(_bake_surface(surface, moves, joint) for surface in mesh.surfaces))


def _bake_surface(surface: Surface, moves: Doubles, joint: int) -> Surface:
    if surface.influences is None:
        return surface
    counts = np.diff(surface.influences.offsets)
    rows = np.repeat(np.arange(len(counts)), counts)
    used = surface.influences.weights != 0
    rows, slots = rows[used], surface.influences.joints[used].astype(np.int64)
    own = np.tile(affine.identity(moves.shape[1]), (len(counts), 1, 1))
    own[rows] = moves[slots]
    size = max(float(np.abs(moves).max(initial=0.0)), 1.0)
    bound = surface.topology is not None and bool(surface.topology.normals)
    if bound or (len(rows) and np.abs(own[rows] - moves[slots]).max() > SAME * size):
        raise Unsuitable(f"joint {joint} has two bind poses; G4MF has only one rest pose per bone")
    return replace(
        surface,
        positions=affine.apply(own, surface.positions).astype(surface.positions.dtype),
        normals=None if surface.normals is None else _transform_normals(own, surface.normals),
        blend_shapes=tuple(_bake_target(own, target, surface.normals) for target in surface.blend_shapes),
    )


def _transform_normals(own: Doubles, normals: NDArray[Any]) -> NDArray[Any]:
    """Normals by the inverse transpose, normalised; those that become zero stay as they are."""
    inverse, singular = affine.invert(own)
    transformed = affine.apply_linear(inverse[:, :, :-1].transpose(0, 2, 1), normals)
    length = np.sqrt(sum(transformed[:, axis, None] ** 2 for axis in range(transformed.shape[1])))
    valid = ~singular[:, None] & (length > 0)
    return np.where(valid, transformed / np.where(valid, length, 1.0), normals).astype(normals.dtype)


def _bake_target(own: Doubles, target: BlendShape, normals: NDArray[Any] | None) -> BlendShape:
    """The offsets of a shape, transformed with the vertices; offsets of normals are recomputed."""
    positions = None if target.positions is None else _transform_offsets(own, target.positions)
    offsets = target.normals
    if offsets is not None and normals is not None:
        rows = np.arange(len(normals)) if offsets.indices is None else offsets.indices.astype(np.int64)
        after = _transform_normals(own[rows], normals[rows] + offsets.values) - _transform_normals(
            own[rows], normals[rows]
        )
        offsets = Deltas(after.astype(offsets.values.dtype), offsets.indices)
    return replace(target, positions=positions, normals=offsets)


def _transform_offsets(own: Doubles, deltas: Deltas) -> Deltas:
    transforms = own if deltas.indices is None else own[deltas.indices.astype(np.int64)]
    values = affine.apply_linear(transforms[:, :, :-1], deltas.values)
    return Deltas(values.astype(deltas.values.dtype), deltas.indices)
