"""A clip as a recording: joints without rest rotations, and their motion in each frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.base.records import Record
from pantin.maths import quaternion
from pantin.motion.sampling import sample
from pantin.motion.transforms import world_transforms
from pantin.rig import Clip, Doubles, Pose, Poses, Rig

AT_ONCE = 1 << 18
"""Poses times nodes that are sampled in one pass: 25 MB of matrices."""

STILL = 1e-9
"""A joint that moves less than this against its parent, relative to the size of the model, is fixed to it:
more than the rounding of float64, less than any motion."""


class Recording(Record, eq=False):
    """J joints in F frames.

    nodes      (J,) the nodes of the rig that are recorded
    parents    (J,) indices of joints; −1 for a root
    offsets    (J, 3) from the parent at rest, in world axes
    rotations  (F, J, 4) relative to the parent: those of all joints are the identity at rest
    positions  of the roots, and of joints that move against their parent: (F, 3), by joint
    """

    nodes: tuple[int, ...]
    parents: tuple[int, ...]
    offsets: Doubles
    rotations: Doubles
    positions: dict[int, Doubles]


def record(rig: Rig, clip: Clip, times: Doubles, nodes: Sequence[int]) -> Recording:
    """The motion of some nodes, with the same world positions; the motion of unrecorded ancestors is added to
    the first recorded node below them.

    With W the world rotation of a node (rotations multiplied down the tree) and D = W · W(rest)⁻¹, the
    rotation of a joint is D(parent)⁻¹ · D, and its offset the way from the parent in the axes of
    D(parent). Scales are in the offsets.
    """
    slot = {node: index for index, node in enumerate(nodes)}
    parents = tuple(_nearest_recorded_ancestor(rig, node, slot) for node in nodes)
    rest_rotations, rest_places = _world(rig, rig.rest_pose(), nodes)
    offsets = _offsets(parents, None, rest_places)
    size = float(np.ptp(rest_places, axis=0).max(initial=0.0))
    rotations, moved = np.empty((len(times), len(nodes), 4)), np.empty((len(times), len(nodes), 3))
    step = max(1, AT_ONCE // max(1, len(rig.nodes)))
    for begin in range(0, len(times), step):
        part = slice(begin, begin + step)
        poses = sample(rig, clip, times[part])
        world, joint_points = _world(rig, poses, nodes)
        turned = quaternion.product(world, quaternion.conjugate(rest_rotations))
        moved[part] = _offsets(parents, turned, joint_points)
        rotations[part] = _relative_to_parents(parents, turned)
    still = np.abs(moved - offsets).max((0, 2), initial=0.0) <= STILL * size
    free = [joint for joint, parent in enumerate(parents) if parent < 0 or not still[joint]]
    positions = {joint: moved[:, joint] for joint in free}
    return Recording(tuple(nodes), parents, offsets, rotations, positions)


def _nearest_recorded_ancestor(rig: Rig, node: int, slot: dict[int, int]) -> int:
    """The joint of the nearest ancestor that is recorded; −1 for none."""
    above = int(rig.nodes.parents[node])
    while above >= 0 and above not in slot:
        above = int(rig.nodes.parents[above])
    return slot.get(above, -1)


def _world(rig: Rig, poses: Pose | Poses, nodes: Sequence[int]) -> tuple[Doubles, Doubles]:
    """World rotations (…, J, 4), scales left out, and world positions (…, J, 3) of nodes."""
    world = quaternion.normalize(poses.rotations)
    for node in rig.nodes.order.tolist():
        parent = int(rig.nodes.parents[node])
        if parent >= 0:
            world[..., node, :] = quaternion.product(world[..., parent, :], world[..., node, :])
    chosen = list(nodes)
    return world[..., chosen, :], world_transforms(rig, poses)[..., 3][..., chosen, :]


def _offsets(parents: Sequence[int], turned: Doubles | None, positions: Doubles) -> Doubles:
    """The way from the parent to each joint, in the axes of the parent; positions of roots stay."""
    offsets = positions.copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            way = positions[..., joint, :] - positions[..., parent, :]
            back = None if turned is None else quaternion.conjugate(turned[..., parent, :])
            offsets[..., joint, :] = way if back is None else quaternion.rotate(back, way)
    return offsets


def _relative_to_parents(parents: Sequence[int], turned: Doubles) -> Doubles:
    relative = turned.copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            back = quaternion.conjugate(turned[..., parent, :])
            relative[..., joint, :] = quaternion.product(back, turned[..., joint, :])
    return relative
