"""Values bound to corners, simplexes, edges or cells, posed: normals turned, texture coordinates blended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.deformation.moments import Moments
from pantin.maths import affine
from pantin.rig import Doubles, Instance, Pose, Reals, Rig, Surface
from pantin.rig.topology import Bound


@dataclass(frozen=True, eq=False, slots=True)
class PosedBound:
    """The bound values of one surface in a pose, one array for each `Bound` of its topology.

    normals    (I, N) in world space, of length 1
    texcoords  (I, any)
    kept       how many normals could not be posed: they vanished, or their maps flatten space. The blended
               normal, or else the stored one, stands in their place
    """

    node: int
    mesh: int
    surface: int
    normals: tuple[Doubles, ...]
    texcoords: tuple[Doubles, ...]
    kept: int


def deform_bound(rig: Rig, pose: Pose, *, scene: int | None = None) -> list[PosedBound]:
    """The bound values of every surface that a scene shows, in the order of `deform`."""
    moments = Moments.of(rig, pose)
    shown = rig.shown(scene)
    found = []
    for at, instance in enumerate(rig.instances):
        if not shown[instance.node]:
            continue
        for number, surface in enumerate(rig.meshes[instance.mesh].surfaces):
            found.append(_posed(moments, at, instance, number, surface))
    return found


def _posed(moments: Moments, at: int, instance: Instance, number: int, surface: Surface) -> PosedBound:
    topology = surface.topology
    amounts = moments.blend[at][0]
    normals, kept = [], 0
    for one in topology.normals if topology else ():
        maps = element_maps(one, vertex_maps(moments, instance, surface))
        turned, lost = turned_normals(blended(one, amounts), one.values, one.which, maps)
        normals.append(turned)
        kept += lost
    texcoords = [blended(one, amounts)[one.which] for one in topology.texcoords] if topology else []
    return PosedBound(instance.node, instance.mesh, number, tuple(normals), tuple(texcoords), kept)


def blended(bound: Bound, amounts: Doubles) -> Doubles:
    """(K, any) values with the differences of all blend shapes added; not of length 1 any more."""
    total = bound.values.astype(np.float64)
    for one, amount in zip(bound.targets, amounts.tolist(), strict=False):
        if one is None or amount == 0:
            continue
        if one.indices is None:
            total += amount * one.values.astype(np.float64)
        else:
            np.add.at(total, one.indices, amount * one.values.astype(np.float64))
    return total


def vertex_maps(moments: Moments, instance: Instance, surface: Surface) -> Doubles:
    """(V, N, N) linear maps of the vertices into the world, or (1, N, N) where they all share one."""
    influences = surface.influences
    if instance.skin is None or influences is None:
        return np.asarray(moments.placed[0, instance.node][None, :, :-1])
    palette = moments.palettes(instance.skin)[0][..., :-1]
    offsets = influences.offsets.astype(np.int64)
    total = np.zeros((len(offsets) - 1, *palette.shape[1:]))
    counts = np.diff(offsets)
    for turn in range(int(counts.max(initial=0))):
        rows = np.flatnonzero(counts > turn)
        entries = offsets[rows] + turn
        weights = influences.weights[entries].astype(np.float64)
        total[rows] += weights[:, None, None] * palette[influences.joints[entries]]
    return total


def element_maps(bound: Bound, maps: Doubles) -> Doubles:
    """(I, N, N), or (1, N, N) for all: an element's map is the mean of those of its vertices."""
    if len(maps) == 1 or not len(bound.which):
        return maps[:1]
    if len(bound.vertices) == len(bound.which):
        return maps[bound.vertices]
    starts = bound.offsets[:-1].astype(np.int64)
    sums = np.add.reduceat(maps[bound.vertices], starts, axis=0)
    return np.asarray(sums / np.diff(bound.offsets)[:, None, None])


def turned_normals(
    blended_values: Doubles, stored: Reals, which: NDArray[np.integer], maps: Doubles
) -> tuple[Doubles, int]:
    """(I, N) unit normals: the inverse transpose of each map on the blended normal; and how many had to be
    kept as they were."""
    base = stored.astype(np.float64)[which]
    normals = blended_values[which]
    vanished = ~(np.abs(normals).max(axis=1, initial=0) > 0)
    normals[vanished] = base[vanished]
    flat = np.concatenate([maps, np.zeros((*maps.shape[:-1], 1))], axis=-1)
    back, singular = affine.invert(flat)
    turned = np.einsum(
        "...ji,...j->...i", np.broadcast_to(back[..., :-1], (len(which), *maps.shape[1:])), normals
    )
    stuck = np.broadcast_to(singular, len(which))
    turned[stuck] = normals[stuck]
    lengths = np.sqrt(np.einsum("ki,ki->k", turned, turned))
    # A stored normal of no length has no direction to keep; the last axis is as good as any.
    turned[lengths == 0, -1] = 1.0
    turned /= np.where(lengths == 0, 1.0, lengths)[:, None]
    return turned, int((vanished | stuck).sum())
