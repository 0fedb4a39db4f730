"""`HipJoint`: adds hips to a rig that has a root on the floor instead, with spine and legs side by side below
it.

To rotate about the tops of the legs, such a rig gets one more node there, as the parent of its root. A motion
of that node becomes one of the root, and the reverse:

    root = (t + R · o, R)     o is the position of the root in that node's space; both rest alike
"""

from __future__ import annotations

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import affine, quaternion
from pantin.motion import world_transforms
from pantin.motion.arithmetic import rest_channel
from pantin.motion.channels import sample_channel
from pantin.operations.humanoid.bone_map import BoneMap
from pantin.operations.humanoid.posture import hip_point
from pantin.operations.humanoid.retarget import densify
from pantin.operations.humanoid.segments import HIPS
from pantin.rig import Channel, Clip, Doubles, Node, Rig

RATE = 30.0
"""Keys per second at least where a turn moves a node along an arc."""


class HipJoint(Record, eq=False):
    """A rig with a node for its hips, `node`, above the root that its file has, `root`, which is at `offset`
    in the space of the node; and its bones."""

    rig: Rig
    bones: BoneMap
    root: int
    node: int
    offset: Doubles

    def from_root(self, clip: Clip, rig: Rig) -> Clip:
        """A motion of the rig without the node as one of the rig with it."""
        return _move(clip, rig, self.root, self.node, -self.offset)

    def to_root(self, clip: Clip) -> Clip:
        """A motion of the rig with the node as one of the rig without it."""
        return _move(clip, self.rig, self.node, self.root, self.offset)


def make_hip_joint(rig: Rig, bones: BoneMap) -> HipJoint | None:
    """The hip joint for a rig with a root on the floor as its hips; None for other rigs, or if the file
    declares the hips."""
    if bones.declared or not bones.humanoid or HIPS not in bones.nodes:
        return None
    world, root = world_transforms(rig), bones.nodes[HIPS]
    point, parent = hip_point(world[..., 3], bones.nodes), int(rig.nodes.parents[root])
    inverse, singular = affine.invert(affine.identity(3) if parent < 0 else world[parent])
    if np.array_equal(point, world[root, :, 3]) or singular.any() or rig.nodes.general[root]:
        return None
    nodes, rest = rig.node_list(), rig.rest_pose()
    turn, place = quaternion.normalize(rest.rotations[root]), affine.apply(inverse, point)
    offset = quaternion.rotate(quaternion.conjugate(turn), rest.local[root][:, 3] - place)
    nodes[root] = nodes[root].replace(parent=len(nodes), translation=offset, rotation=quaternion.IDENTITY)
    nodes.append(Node("hips", parent, place, turn))
    raised = replace(bones, nodes={**bones.nodes, HIPS: len(nodes) - 1})
    working = rig.replace(nodes=nodes, clips=(), scenes=(), default_scene=None)
    joint = HipJoint(working, raised, root, len(nodes) - 1, offset)
    return replace(joint, rig=working.replace(clips=[joint.from_root(clip, rig) for clip in rig.clips[:1]]))


def _move(clip: Clip, rig: Rig, source: int, target: int, offset: Doubles) -> Clip:
    """The clip with the motion of one node of a rig given to another, which is at an offset in its space."""
    moving = {channel.property: channel for channel in clip.channels if channel.node == source}
    turns, places = moving.get("rotation"), moving.get("translation")
    if turns is None and places is None:
        return clip
    channels = [replace(each, node=target) if each.node == source else each for each in clip.channels]
    kept = [each for each in channels if (each.node, each.property) != (target, "translation")]
    times = _times([each for each in (turns, places) if each is not None])
    at = rest_channel(rig, (source, "translation")) if places is None else places
    turn = rest_channel(rig, (source, "rotation")) if turns is None else turns
    moved = sample_channel(at, times) + quaternion.rotate(sample_channel(turn, times), offset)
    return replace(clip, channels=(*kept, Channel(target, "translation", times, moved)), node_names=None)


def _times(channels: list[Channel]) -> Doubles:
    keys = [channel.times.astype(np.float64) for channel in channels]
    return densify(np.unique(np.concatenate(keys)), RATE)
