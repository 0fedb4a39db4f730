"""The frames of a clip that a body is measured on."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pantin.base.records import Record
from pantin.maths import quaternion
from pantin.motion import sample, world_transforms
from pantin.rig import Clip, Doubles, Pose, Poses, Rig

MOST_FRAMES = 1200
"""The most frames that are sampled: 40 s. In longer clips, every second, third … frame."""

RATE = 30.0
"""Frames a second at most."""


class Samples(Record, eq=False):
    """Frames of a motion in the world of the rig.

    positions (F, n, 3)
    turns     (F, 4) by node: rotations multiplied down the tree, without scale
    children  the nodes below each
    """

    times: Doubles
    positions: Doubles
    turns: dict[int, Doubles]
    children: dict[int, list[int]]

    def in_axes(self, axes: Doubles) -> Samples:
        """The same frames in other axes."""
        turns = {node: quaternion.product(axes, turn) for node, turn in self.turns.items()}
        return Samples(self.times, quaternion.rotate(axes, self.positions), turns, self.children)


def sample_motion(rig: Rig, clip: Clip, nodes: Iterable[int]) -> Samples:
    """Frames of a clip, with the rotations of some nodes."""
    keys = np.unique(np.concatenate([channel.times.astype(np.float64) for channel in clip.channels]))
    count = min(len(keys), MOST_FRAMES, int((keys[-1] - keys[0]) * RATE) + 1)
    chosen = keys[np.unique(np.linspace(0, len(keys) - 1, count).round().astype(np.int64))]
    return sample_poses(rig, sample(rig, clip, chosen), nodes, chosen)


def sample_pose(rig: Rig, pose: Pose, nodes: Iterable[int]) -> Samples:
    """One pose as a motion of one frame."""
    turns = world_rotations(rig, quaternion.normalize(pose.rotations)[None], nodes)
    return Samples(np.zeros(1), world_transforms(rig, pose)[None, :, :, 3], turns, _children(rig))


def sample_poses(rig: Rig, poses: Poses, nodes: Iterable[int], times: Doubles) -> Samples:
    turns = world_rotations(rig, quaternion.normalize(poses.rotations), nodes)
    return Samples(times, world_transforms(rig, poses)[..., 3], turns, _children(rig))


def world_rotations(rig: Rig, local: Doubles, nodes: Iterable[int]) -> dict[int, Doubles]:
    """(F, 4) rotations of nodes in the world, of local ones (F, n, 4)."""
    rotations: dict[int, Doubles] = {}

    def world(node: int) -> Doubles:
        if node not in rotations:
            parent = int(rig.nodes.parents[node])
            own = local[:, node]
            rotations[node] = (
                own if parent < 0 else quaternion.normalize(quaternion.product(world(parent), own))
            )
        return rotations[node]

    return {node: world(node) for node in nodes}


def _children(rig: Rig) -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(rig.nodes.parents.tolist()):
        children.setdefault(parent, []).append(node)
    return children
