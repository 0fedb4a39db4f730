"""`Foot`: the points of a sole, by which rules tell where a foot is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.motion import world_transforms
from pantin.rig import Doubles, Indices, Instance, Rig, Surface
from pantin.rig.tree import subtree_mask

UP = 1
GROUND = (0, 2)
"""The axes of the world along the ground; +Y is up."""

MOST_POINTS = 24
"""Number of points of a sole that are tracked."""

STRONG = 0.6
"""The least weight of the joint that a point of a sole moves with."""


class Foot:
    """A foot and its toes, with points of its sole in the space of the joint that moves each."""

    def __init__(self, rig: Rig, node: int, toes: int | None) -> None:
        self.node = node
        self.toes = toes
        self.owners, self.points = _sole(rig, node)
        self.rest_heights: Doubles = self.follow(world_transforms(rig)[None])[0, :, UP]

    def follow(self, world: Doubles) -> Doubles:
        """(F, P, 3) the points of the sole in frames with these world transforms."""
        transforms = world[:, self.owners]
        return np.asarray(
            np.einsum("fpij,pj->fpi", transforms[..., :3], self.points) + transforms[..., 3], np.float64
        )


def _sole(rig: Rig, node: int) -> tuple[list[int], Doubles]:
    """The lowest points at rest of the surfaces that move with a foot: nodes, and positions in their spaces.
    Without surfaces, the joints themselves."""
    below = subtree_mask(rig.nodes.parents, rig.nodes.order, np.array([node]))
    parts = [part for instance in rig.instances for part in _parts_of_foot(rig, instance, below)]
    if not parts:
        nodes = np.flatnonzero(below).tolist()
        return nodes, np.zeros((len(nodes), 3))
    owners = np.concatenate([owners for owners, _ in parts])
    sole = np.concatenate([points for _, points in parts])
    rest = world_transforms(rig)[owners]
    heights = np.einsum("pj,pj->p", rest[:, UP, :3], sole) + rest[:, UP, 3]
    lowest = np.argsort(heights, kind="stable")[:: max(1, len(owners) // 400)][:MOST_POINTS]
    return owners[lowest].tolist(), sole[lowest]


def _parts_of_foot(
    rig: Rig, instance: Instance, below: NDArray[np.bool_]
) -> Iterator[tuple[Indices, Doubles]]:
    """For each surface of an instance, the nodes of a foot and the points (P, 3) that move with them."""
    for surface in rig.meshes[instance.mesh].surfaces:
        positions = np.asarray(surface.positions, np.float64)
        if instance.skin is None:
            if below[instance.node]:
                yield np.full(len(positions), instance.node), positions
            continue
        skin = rig.skins[instance.skin]
        vertices, slots = _vertices_of_joints(surface, skin.joints, below)
        if len(vertices):
            points = positions[vertices]
            if skin.inverse_binds is not None:
                binds = np.asarray(skin.inverse_binds, np.float64)[slots]
                points = np.einsum("pij,pj->pi", binds[..., :3], points) + binds[..., 3]
            yield np.asarray(skin.joints[slots], np.int64), points


def _vertices_of_joints(
    surface: Surface, joints: Indices, below: NDArray[np.bool_]
) -> tuple[Indices, Indices]:
    """Vertices that one joint of a foot moves alone or almost, with the slots of these joints."""
    influences = surface.influences
    if influences is None or not len(influences.joints):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    slots = influences.joints
    ours = (slots >= 0) & below[np.where(joints[np.maximum(slots, 0)] >= 0, joints[np.maximum(slots, 0)], 0)]
    strong = np.flatnonzero(ours & (influences.weights >= STRONG))
    vertices = np.searchsorted(influences.offsets, strong, side="right") - 1
    return np.asarray(vertices, np.int64), np.asarray(slots[strong], np.int64)
