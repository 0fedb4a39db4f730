"""`stand_upright`: rotates a motion in undeclared axes so that +Y is up."""

from __future__ import annotations

from collections.abc import Collection

from pantin.maths import quaternion
from pantin.operations.humanoid.body import make_body
from pantin.operations.humanoid.bone_map import map_bones
from pantin.operations.humanoid.reference import shortest_arc
from pantin.operations.humanoid.segments import UP
from pantin.rig import Clip, Doubles, Rig

TILTED = 0.9
"""A body is rotated if the cosine between its up direction and +Y is smaller."""


def up_of(rig: Rig) -> Doubles | None:
    """The up direction of the person in a rig; None if that is +Y, or if the rig is not a person."""
    if rig.dimension != 3 or not rig.clips:
        return None
    bones = map_bones(rig)
    if not bones.humanoid or bones.declared:
        return None
    up = make_body(rig, bones, clip=rig.clips[0]).up
    return None if float(up @ UP) > TILTED else up


def stand_upright(rig: Rig) -> Rig:
    """The rig with its roots rotated so that its person stands along +Y; unchanged if the person already
    does, or if the rig is not a person."""
    up = up_of(rig)
    if up is None:
        return rig
    turn = shortest_arc(up, UP)
    rest, nodes = rig.rest_pose(), rig.node_list()
    for index, node in enumerate(nodes):
        if node.parent < 0:
            nodes[index] = node.replace(
                translation=quaternion.rotate(turn, rest.local[index][:, 3]),
                rotation=quaternion.product(turn, quaternion.normalize(rest.rotations[index])),
            )
    roots = {index for index, node in enumerate(nodes) if node.parent < 0}
    return rig.replace(nodes=nodes, clips=[_turn_clip(clip, roots, turn) for clip in rig.clips])


def _turn_clip(clip: Clip, roots: Collection[int], turn: Doubles) -> Clip:
    """The clip with the keys and tangents of roots rotated."""
    turned = {"rotation": quaternion.product, "translation": quaternion.rotate}
    return clip.replace(
        channels=tuple(
            channel.replace(values=turned[channel.property](turn, channel.values))
            if channel.node in roots and channel.property in turned
            else channel
            for channel in clip.channels
        )
    )
