"""How deep feet are: their ankles, their toes, and what of the mesh moves with them."""

from __future__ import annotations

from itertools import product

import numpy as np

from pantin.deformation import PosedMesh, deform
from pantin.maths import affine
from pantin.motion import sample, world_transforms
from pantin.operations.humanoid.body import Body
from pantin.operations.humanoid.segments import SIDES
from pantin.rig import Clip, Doubles, Indices, Rig

DIRECTIONS = np.array([way for way in product((-1.0, 0.0, 1.0), repeat=3) if any(way)])
"""A foot is known by its farthest points along these: 26 for any number of vertices."""


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
    """The farthest points of what moves with each node, in its space, and its origin."""
    owner = np.full(len(rig.nodes), -1)
    for node in rig.order.tolist():
        parent = int(rig.nodes.parents[node])
        owner[node] = node if node in nodes else owner[parent] if parent >= 0 else -1
    world = world_transforms(rig)
    found = {node: [np.zeros((1, 3))] for node in nodes}
    for mesh in deform(rig, rig.rest_pose(), normals=False):
        owners = owner[_leading_joints(rig, mesh)]
        for node in nodes:
            own = np.asarray(mesh.positions, np.float64)[owners == node]
            if len(own):
                local = affine.apply(affine.invert(world[node])[0], own)
                found[node].append(local[(local @ DIRECTIONS.T).argmax(axis=0)])
    return {node: np.concatenate(parts) for node, parts in found.items()}


def _leading_joints(rig: Rig, mesh: PosedMesh) -> Indices:
    """(V,) the node that moves each vertex of a mesh most."""
    surface = rig.meshes[mesh.mesh].surfaces[mesh.surface]
    skin, influences = rig.instances[rig.instance_at(mesh.node)].skin, surface.influences
    leading = np.full(len(mesh.positions), mesh.node)
    if skin is None or influences is None:
        return leading
    counts = np.diff(influences.offsets)
    rows = np.repeat(np.arange(len(counts)), counts)
    by_weight = np.lexsort((influences.weights, rows))
    bound = np.flatnonzero(counts)
    last = by_weight[influences.offsets[1:][bound] - 1]
    leading[bound] = rig.skins[skin].joints[influences.joints[last]]
    return leading
