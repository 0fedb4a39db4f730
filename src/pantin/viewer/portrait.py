"""Portraits: the part of a humanoid that a thumbnail shows."""

from __future__ import annotations

import numpy as np

from pantin.motion import world_transforms
from pantin.operations.humanoid.bone_map import map_bones
from pantin.rig import Doubles, Pose
from pantin.viewer.camera import ViewAngles

PORTRAIT_VIEW = ViewAngles(15.0, 3.0)
"""Almost from the front, so that the nose is seen too."""

PORTRAIT_SIZE = (512, 512)

MOST_BONES = 2000
"""Nodes of a rig that is looked at for a human body: no game character has more."""

REACH = 0.12
"""The radius of a head with its hair, relative to the height of the body."""

SMALLEST_HEAD, LARGEST_HEAD = 0.08, 0.3
"""The height of a head above its joint, relative to that of the body: from realistic proportions to those of
figures that are three heads high. Hats and ears above are not part of it."""

BELOW, ABOVE, BESIDE = 0.45, 0.1, 0.8
"""Room below the joint of the head (for neck and collar), above it and beside it, relative to its height."""


def face_points(pose: Pose, points: Doubles) -> Doubles | None:
    """Points (8, 3) around the face of a humanoid, in the pose whose vertices are `points` (n, 3); None for
    a rig without a head."""
    rig = pose.rig
    if len(rig.nodes) > MOST_BONES or not len(points):
        return None
    bones = map_bones(rig)
    if not bones.humanoid or "head" not in bones.nodes:
        return None
    joint = world_transforms(rig, pose)[bones.nodes["head"], :, 3]
    height = float(np.ptp(points[:, 1]))
    from_joint = points - joint
    beside = np.hypot(from_joint[:, 0], from_joint[:, 2]) < REACH * height
    top = float(from_joint[beside, 1].max(initial=0.0))
    head = float(np.clip(top, SMALLEST_HEAD * height, LARGEST_HEAD * height))
    low, high = -BELOW * head, (1 + ABOVE) * head
    # Seen from any side it is as wide: two points of each height, and two behind each other.
    corners = [(x, y, z) for x, z in ((1, 0), (-1, 0), (0, 1), (0, -1)) for y in (low, high)]
    return np.array([[BESIDE * head * x, y, BESIDE * head * z] for x, y, z in corners]) + joint
