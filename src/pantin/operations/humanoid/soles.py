"""The lowest points of feet: ankles, toes, and the parts of the mesh that move with them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from pantin.maths import affine
from pantin.motion import sample, world_transforms
from pantin.operations.humanoid.body import Body
from pantin.operations.humanoid.segments import SIDES
from pantin.rig import Clip, Doubles, Instance, Rig, Surface

DIRECTIONS = np.array([way for way in product((-1.0, 0.0, 1.0), repeat=3) if any(way)])
"""Directions along which the farthest points of a foot are kept: 26 for any number of vertices."""


def measure_sinking(body: Body, clip: Clip, times: Doubles) -> Doubles:
    """(F,) how far the lowest point of the higher foot is below where it stands; nothing without feet."""
    feet = {side: body.bones[f"{side}Foot"] for side in SIDES if f"{side}Foot" in body.bones}
    parts = {
        side: [foot, *([body.bones[f"{side}Toes"]] if f"{side}Toes" in body.bones else [])]
        for side, foot in feet.items()
    }
    points = _part_points(body.rig, [node for nodes in parts.values() for node in nodes])
    moved = world_transforms(body.rig, sample(body.rig, clip, times))
    sunk = []
    for side, foot in feet.items():
        still = _lowest(body, body.transforms, parts[side], points)
        ankle = float(body.transforms[foot][:, 3] @ body.up)
        sunk.append(body.ankle + still - ankle - _lowest(body, moved, parts[side], points))
    return np.min(sunk, axis=0) if sunk else np.zeros(0)


def _lowest(body: Body, transforms: Doubles, nodes: list[int], points: dict[int, Doubles]) -> Doubles:
    """(…,) the height of the lowest point of some nodes."""
    heights = [
        (affine.apply(transforms[..., node, None, :, :], points[node]) @ body.up).min(axis=-1)
        for node in nodes
    ]
    return np.asarray(np.min(heights, axis=0))


def _part_points(rig: Rig, nodes: list[int]) -> dict[int, Doubles]:
    """The farthest points of the vertices that move with each node, in its space, and its origin."""
    owner = np.full(len(rig.nodes), -1)
    for node in rig.order.tolist():
        parent = int(rig.nodes.parents[node])
        owner[node] = node if node in nodes else owner[parent] if parent >= 0 else -1
    world = world_transforms(rig)
    points = {node: [np.zeros((1, 3))] for node in nodes}
    for instance in rig.instances:
        for surface in rig.meshes[instance.mesh].surfaces:
            for carrier, cloud in _carried_points(rig, instance, surface):
                node = int(owner[carrier])
                if node >= 0 and len(cloud):
                    farthest = cloud[(cloud @ DIRECTIONS.T).argmax(axis=0)]
                    inside = affine.multiply(affine.invert(world[node])[0], world[carrier])
                    points[node].append(affine.apply(inside, farthest))
    return {node: np.concatenate(parts) for node, parts in points.items()}


def _carried_points(rig: Rig, instance: Instance, surface: Surface) -> Iterator[tuple[int, Doubles]]:
    """Each node that moves vertices of a surface more than others do, and these vertices in its space."""
    positions, influences = np.asarray(surface.positions, np.float64), surface.influences
    if instance.skin is None or influences is None:
        yield instance.node, positions
        return
    skin = rig.skins[instance.skin]
    counts = np.diff(influences.offsets)
    rows = np.repeat(np.arange(len(counts)), counts)
    by_weight = np.lexsort((influences.weights, rows))
    bound = np.flatnonzero(counts)
    leading = influences.joints[by_weight[influences.offsets[1:][bound] - 1]]
    for joint in np.unique(leading).tolist():
        if skin.joints[joint] >= 0:
            moved = positions[bound[leading == joint]]
            binds = skin.inverse_binds
            yield int(skin.joints[joint]), moved if binds is None else affine.apply(binds[joint], moved)
