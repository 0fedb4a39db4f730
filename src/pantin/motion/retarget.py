"""A clip of one rig carried over to another: by the names of nodes, or by humanoid bones."""

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
    """The clip for the other rig, and how many channels have no counterpart there."""

    clip: Clip
    dropped: int


def retarget_by_name(clip: Clip, source: Rig, target: Rig) -> Retargeted:
    """Each channel on the node of the same name; one whose name is missing or repeated there is dropped.

    Blend amounts go over where the mesh has as many shapes.
    """
    counted = Counter(target.nodes.names)
    places = {name: at for at, name in enumerate(target.nodes.names) if name and counted[name] == 1}
    shapes = {one.node: target.meshes[one.mesh].blend_shape_count for one in target.instances}
    kept: dict[tuple[int, str], Channel] = {}
    for channel in clip.channels:
        place = places.get(source.nodes.names[channel.node] or "")
        if place is None or (channel.property == "weights" and shapes.get(place) != channel.values.shape[-1]):
            continue
        kept.setdefault((place, channel.property), replace(channel, node=place))
    return Retargeted(Clip(tuple(kept.values()), clip.name), len(clip.channels) - len(kept))


def retarget_humanoid(
    clip: Clip,
    source: Rig,
    source_bones: Mapping[str, int],
    target: Rig,
    target_bones: Mapping[str, int],
    *,
    turned: bool = False,
) -> Retargeted:
    """Rotations of humanoid bones, and the translation of the hips (VRMC_vrm_animation 1.0).

    A rotation is carried as the turn from rest seen in the world's axes, so that bones which rest otherwise
    turn alike; the place of the hips is scaled by the height they rest at. `turned` is for a target that
    looks along -Z, as VRM 0.x models do.
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
            values = from_rest.turn(channel.node, channel.values.astype(np.float64))
            if turned:
                values = values * (-1.0, 1.0, -1.0, 1.0)
            kept.append(replace(channel, node=node, values=to_rest.local_rotation(node, values)))
        elif channel.property == "translation" and bone == HIPS:
            ratio = _ratio(from_rest.height(channel.node), to_rest.height(node))
            kept.append(
                replace(channel, node=node, values=_moved(channel, from_rest, to_rest, node, ratio, turned))
            )
    return Retargeted(Clip(tuple(kept), clip.name), len(clip.channels) - len(kept))


class _Rest:
    """A rig at rest: where the parent of a node is, and how it is turned."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.world = world_transforms(rig)
        self.local = quaternion.normalize(rig.rest_pose().rotations)

    def above(self, node: int) -> Doubles:
        """The world map of the parent."""
        parent = int(self.rig.nodes.parents[node])
        return affine.identity(3) if parent < 0 else self.world[parent]

    def rotation_above(self, node: int) -> Doubles:
        return affine.decompose(self.above(node)).rotation

    def height(self, node: int) -> float:
        return float(self.world[node][1, 3])

    def turn(self, node: int, values: Doubles) -> Doubles:
        """Local rotations as turns from rest in the world's axes: P q rest* P*."""
        above = self.rotation_above(node)
        back = quaternion.conjugate(quaternion.product(above, self.local[node]))
        return quaternion.product(quaternion.product(above, values), back)

    def local_rotation(self, node: int, values: Doubles) -> Doubles:
        """The inverse of `turn`: P* n P rest."""
        above = self.rotation_above(node)
        front = quaternion.conjugate(above)
        return quaternion.product(
            quaternion.product(front, values), quaternion.product(above, self.local[node])
        )


def _ratio(source: float, target: float) -> float:
    """How much higher the target's hips rest; 1 where a height says nothing."""
    return target / source if source > 0 and target > 0 else 1.0


def _moved(channel: Channel, source: _Rest, target: _Rest, node: int, ratio: float, turned: bool) -> Doubles:
    """Places of the hips: out of the source's parent, scaled, into the target's parent. Tangents have no
    origin.
    """
    values = channel.values.astype(np.float64)
    out, into = source.above(channel.node), affine.invert(target.above(node))[0]
    sides = np.array([-ratio, ratio, -ratio]) if turned else np.full(3, ratio)
    linear = affine.apply_linear(into[:, :3], affine.apply_linear(out[:, :3], values) * sides)
    origin = affine.apply(into, out[:, 3] * sides)
    if channel.interpolation != "CUBICSPLINE":
        return linear + origin
    linear[:, 1] += origin
    return linear
