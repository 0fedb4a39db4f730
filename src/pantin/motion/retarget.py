"""Retarget a clip to another rig: by the names of nodes, or by humanoid bones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from pantin.maths import affine, quaternion
from pantin.motion.transforms import world_transforms
from pantin.rig import Channel, Clip, Doubles, Rig

HIPS = "hips"


@dataclass(frozen=True, eq=False, slots=True)
class Retargeted:
    """The clip for the other rig, and how many channels were dropped."""

    clip: Clip
    dropped: int


def retarget_by_name(clip: Clip, source: Rig, target: Rig) -> Retargeted:
    """Move each channel to the node of the same name; drop it where that name is missing or repeated.

    Blend weights are kept where the mesh has the same number of shapes.
    """
    count = Counter(target.nodes.names)
    node_of = {name: node for node, name in enumerate(target.nodes.names) if name and count[name] == 1}
    shapes = {instance.node: target.meshes[instance.mesh].blend_shape_count for instance in target.instances}
    kept: dict[tuple[int, str], Channel] = {}
    for channel in clip.channels:
        node = node_of.get(source.nodes.names[channel.node] or "")
        if node is None or (channel.property == "weights" and shapes.get(node) != channel.values.shape[-1]):
            continue
        kept.setdefault((node, channel.property), replace(channel, node=node))
    return Retargeted(Clip(tuple(kept.values()), clip.name), len(clip.channels) - len(kept))


def retarget_humanoid(
    clip: Clip,
    source: Rig,
    source_bones: Mapping[str, int],
    target: Rig,
    target_bones: Mapping[str, int],
    *,
    flip_facing: bool = False,
) -> Retargeted:
    """Rotations of humanoid bones, and the translation of the hips (VRMC_vrm_animation 1.0).

    Rotations are transferred as rotations from rest in world axes, so that bones with other rest poses rotate
    the same way; the position of the hips is scaled by their rest height. `flip_facing` is for a target that
    faces −Z, as VRM 0.x models do.
    """
    named = {node: bone for bone, node in source_bones.items() if bone in target_bones}
    from_rest, to_rest = _Rest(source), _Rest(target)
    kept: list[Channel] = []
    for channel in clip.channels:
        bone = named.get(channel.node)
        if bone is None:
            continue
        node = target_bones[bone]
        if channel.property == "rotation":
            values = from_rest.rotation_from_rest(channel.node, channel.values.astype(np.float64))
            if flip_facing:
                values = values * (-1.0, 1.0, -1.0, 1.0)
            kept.append(replace(channel, node=node, values=to_rest.local_rotation(node, values)))
        elif channel.property == "translation" and bone == HIPS:
            ratio = _ratio(from_rest.height(channel.node), to_rest.height(node))
            kept.append(
                replace(
                    channel,
                    node=node,
                    values=_retarget_positions(channel, from_rest, to_rest, node, ratio, flip_facing),
                )
            )
    return Retargeted(Clip(tuple(kept), clip.name), len(clip.channels) - len(kept))


class _Rest:
    """The rest pose of a rig: world transforms of parents, and local rotations."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.world = world_transforms(rig)
        self.local = quaternion.normalize(rig.rest_pose().rotations)

    def parent_transform(self, node: int) -> Doubles:
        """The world transform of the parent."""
        parent = int(self.rig.nodes.parents[node])
        return affine.identity(3) if parent < 0 else self.world[parent]

    def parent_rotation(self, node: int) -> Doubles:
        return affine.decompose(self.parent_transform(node)).rotation

    def height(self, node: int) -> float:
        return float(self.world[node][1, 3])

    def rotation_from_rest(self, node: int, values: Doubles) -> Doubles:
        """Local rotations as rotations from rest in world axes: P q rest* P*."""
        parent = self.parent_rotation(node)
        inverse = quaternion.conjugate(quaternion.product(parent, self.local[node]))
        return quaternion.product(quaternion.product(parent, values), inverse)

    def local_rotation(self, node: int, values: Doubles) -> Doubles:
        """The inverse of `rotation_from_rest`: P* n P rest."""
        parent = self.parent_rotation(node)
        inverse = quaternion.conjugate(parent)
        return quaternion.product(
            quaternion.product(inverse, values), quaternion.product(parent, self.local[node])
        )


def _ratio(source: float, target: float) -> float:
    """The ratio of the hips' rest heights; 1 where one of them is not positive."""
    return target / source if source > 0 and target > 0 else 1.0


def _retarget_positions(
    channel: Channel, source: _Rest, target: _Rest, node: int, ratio: float, flip_facing: bool
) -> Doubles:
    """Positions of the hips: from the space of the source's parent, scaled, into that of the target's parent.
    Tangents are directions.
    """
    values = channel.values.astype(np.float64)
    out, into = source.parent_transform(channel.node), affine.invert(target.parent_transform(node))[0]
    sides = np.array([-ratio, ratio, -ratio]) if flip_facing else np.full(3, ratio)
    linear = affine.apply_linear(into[:, :3], affine.apply_linear(out[:, :3], values) * sides)
    origin = affine.apply(into, out[:, 3] * sides)
    if channel.interpolation != "CUBICSPLINE":
        return linear + origin
    linear[:, 1] += origin
    return linear
