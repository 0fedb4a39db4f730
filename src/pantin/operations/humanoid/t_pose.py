"""`t_posed`: the bones of any humanoid as a character in a T-pose, and its clip for it."""

from __future__ import annotations

import numpy as np

from pantin.maths import quaternion
from pantin.operations.humanoid.body import Body, make_body
from pantin.operations.humanoid.bone_map import declare_bones
from pantin.operations.humanoid.retarget import retarget_clip
from pantin.operations.humanoid.segments import HIPS
from pantin.rig import Character, Clip, Doubles, Node, Rig, Scene, build
from pantin.rig.human_bones import BONE_PARENTS, parent_bone


@np.errstate(all="ignore")  # numbers of a file may be anything
def t_posed(body: Body, clip: Clip) -> Rig:
    """A rig of the bones alone: in the axes of VRM, without rotations at rest, with straight arms. The clip
    moves it as it moves the body."""
    bones = [bone for bone in BONE_PARENTS if bone in body.bones]
    index = {bone: slot for slot, bone in enumerate(bones)}
    nodes = []
    for bone in bones:
        above = parent_bone(bone, body.bones)
        nodes.append(Node(bone, -1 if above is None else index[above], _offset(body, bone, above)))
    character = Character(humanoid=index)
    roots = tuple(slot for slot, node in enumerate(nodes) if node.parent < 0)
    rig = build(nodes=nodes, character=character, scenes=[Scene(roots)], default_scene=0)
    moved = retarget_clip(clip, body, make_body(rig, declare_bones(index))).clip
    return rig.replace(clips=[moved])


def _offset(body: Body, bone: str, above: str | None) -> Doubles:
    """Where a bone is from the bone above it in the T-pose; the hips from the ground that the feet stand
    on."""
    position = body.transforms[body.bones[bone]][:, 3]
    if above is None:
        offset = quaternion.rotate(body.axes, position)
        return offset + np.array([0.0, body.height - offset[1], 0.0]) if bone == HIPS else offset
    return quaternion.rotate(body.axes, position - body.transforms[body.bones[above]][:, 3])
