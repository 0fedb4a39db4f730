"""Attributes of corners, simplexes, edges or cells, posed: normals transformed, texture coordinates
blended."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.deformation.frames import PosedNodes
from pantin.kernels import sums
from pantin.maths import affine
from pantin.rig import Doubles, Instance, Pose, Reals, Rig, Surface
from pantin.rig.topology import ElementAttribute


class PosedElements(Record, eq=False):
    """The element attributes of one surface in a pose, one array for each `ElementAttribute` of its topology.

    normals             (I, N) in world space, of length 1
    texcoords           (I, any)
    degenerate_normals  how many normals vanished or had a singular matrix: the blended normal replaces them,
                        or the stored one
    """

    node: int
    mesh: int
    surface: int
    normals: tuple[Doubles, ...]
    texcoords: tuple[Doubles, ...]
    degenerate_normals: int


def deform_elements(rig: Rig, pose: Pose, *, scene: int | None = None) -> list[PosedElements]:
    """The element attributes of every surface that a scene shows, in the order of `deform`."""
    frames = PosedNodes.from_poses(rig, pose)
    shown = rig.shown(scene)
    return [
        _pose_elements(frames, index, instance, number, surface)
        for index, instance in enumerate(rig.instances)
        if shown[instance.node]
        for number, surface in enumerate(rig.meshes[instance.mesh].surfaces)
    ]


def _pose_elements(
    frames: PosedNodes, instance_index: int, instance: Instance, number: int, surface: Surface
) -> PosedElements:
    topology = surface.topology
    weights = frames.blend[instance_index][0]
    normals, degenerate = [], 0
    for attribute in topology.normals if topology else ():
        matrices = element_matrices(attribute, vertex_matrices(frames, instance, surface))
        blended = blend_values(attribute, weights)
        posed, count = transform_normals(blended, attribute.values, attribute.value_indices, matrices)
        normals.append(posed)
        degenerate += count
    texcoords = tuple(
        blend_values(attribute, weights)[attribute.value_indices]
        for attribute in (topology.texcoords if topology else ())
    )
    return PosedElements(instance.node, instance.mesh, number, tuple(normals), texcoords, degenerate)


def blend_values(attribute: ElementAttribute, weights: Doubles) -> Doubles:
    """(K, any) values with the differences of all blend shapes added; normals lose their length 1."""
    total = attribute.values.astype(np.float64)
    for deltas, weight in zip(attribute.blend_deltas, weights.tolist(), strict=False):
        if deltas is None or weight == 0:
            continue
        if deltas.indices is None:
            total += weight * deltas.values.astype(np.float64)
        else:
            np.add.at(total, deltas.indices, weight * deltas.values.astype(np.float64))
    return total


def vertex_matrices(frames: PosedNodes, instance: Instance, surface: Surface) -> Doubles:
    """(V, N, N) linear transforms of the vertices into the world, or (1, N, N) where they all share one."""
    influences = surface.influences
    if instance.skin is None or influences is None:
        return np.asarray(frames.world[0, instance.node][None, :, :-1])
    palette = frames.palettes(instance.skin)[0][..., :-1]
    offsets = influences.offsets.astype(np.int64)
    total = np.zeros((len(offsets) - 1, *palette.shape[1:]))
    counts = np.diff(offsets)
    for slot in range(int(counts.max(initial=0))):
        rows = np.flatnonzero(counts > slot)
        entries = offsets[rows] + slot
        weights = influences.weights[entries].astype(np.float64)
        total[rows] += weights[:, None, None] * palette[influences.joints[entries]]
    return total


def element_matrices(attribute: ElementAttribute, matrices: Doubles) -> Doubles:
    """(I, N, N), or (1, N, N) for all: the matrix of an element is the mean of those of its vertices."""
    if len(matrices) == 1 or not len(attribute.value_indices):
        return matrices[:1]
    if len(attribute.vertices) == len(attribute.value_indices):
        return matrices[attribute.vertices]
    starts = attribute.offsets[:-1].astype(np.int64)
    totals = np.add.reduceat(matrices[attribute.vertices], starts, axis=0)
    return np.asarray(totals / np.diff(attribute.offsets)[:, None, None])


def transform_normals(
    blended: Doubles, stored: Reals, value_indices: NDArray[np.integer], matrices: Doubles
) -> tuple[Doubles, int]:
    """(I, N) unit normals: the inverse transpose of each matrix times the blended normal; and how many were
    degenerate and kept their direction."""
    base = stored.astype(np.float64)[value_indices]
    normals = blended[value_indices]
    vanished = ~(np.abs(normals).max(axis=1, initial=0) > 0)
    normals[vanished] = base[vanished]
    inverse, singular = affine.invert(
        np.concatenate([matrices, np.zeros((*matrices.shape[:-1], 1))], axis=-1)
    )
    shape = (len(value_indices), *matrices.shape[1:])
    posed = sums.apply(np.broadcast_to(inverse[..., :-1], shape).swapaxes(-1, -2), normals)
    unchanged = np.broadcast_to(singular, len(value_indices))
    posed[unchanged] = normals[unchanged]
    lengths = np.sqrt(sums.dot(posed, posed))
    # A stored normal of length 0 has no direction to keep; the last axis is as good as any.
    posed[lengths == 0, -1] = 1.0
    posed /= np.where(lengths == 0, 1.0, lengths)[:, None]
    return posed, int((vanished | unchanged).sum())
