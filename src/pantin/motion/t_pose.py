"""The T-pose of a VRM character (VRMC_vrm 1.0, "VRM T-pose"): the angle of the arms from it at rest, and the
pose with the arms rotated into it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.base.records import Record
from pantin.maths import affine, quaternion
from pantin.motion.transforms import world_transforms
from pantin.rig import Doubles, Pose, Rig

TILT = 15.0
"""Degrees that an arm may be away from the T-pose: artists lower shoulders and bend elbows a little, while an
A-pose has 30° and more."""

ALIGNED = 1e-5
"""Degrees up to which a joint is not rotated: cosines near 1 give angles to about 1e-6."""

SIDES = {"left": 1.0, "right": -1.0}
"""Where the arms of a model that faces +Z point, along X."""


class Arm(Record):
    """The nodes of an arm from the upper arm to the hand, and the sign of the X axis that it points along in
    T-pose."""

    side: str
    nodes: tuple[int, ...]
    sign: float

    @property
    def axis(self) -> str:
        return "+X" if self.sign > 0 else "−X"

    def tilt(self, world: Doubles) -> float | None:
        """Degrees from the T-pose to the line from the upper arm to the hand, by the world transforms (n, 3,
        4) of a pose; None for an arm without a finite length."""
        along = world[self.nodes[-1], :, 3] - world[self.nodes[0], :, 3]
        return degrees_between(along, np.array([self.sign, 0.0, 0.0]))


def find_arms(rig: Rig) -> Iterator[Arm]:
    """The arms of the character of a rig that have an upper arm and a hand."""
    character = rig.character
    if character is None or rig.dimension != 3:
        return
    for side, sign in SIDES.items():
        bones = [character.humanoid.get(f"{side}{part}") for part in ("UpperArm", "LowerArm", "Hand")]
        if bones[0] is not None and bones[2] is not None:
            nodes = tuple(bone for bone in bones if bone is not None)
            yield Arm(side, nodes, -sign if character.faces_back else sign)


def turn_arms(rig: Rig) -> Pose:
    """The rest pose with the upper and lower arms that are off the T-pose rotated into it, by the smallest
    rotations; hands and everything below follow, and so do nodes that constraints tie to them.

    Raises `ValueError` if rotating joints is not enough.
    """
    from pantin.motion.constraints import solve_constraints

    arms = list(find_arms(rig))
    _require_front(rig, arms)
    rest = pose = rig.rest_pose()
    world = world_transforms(rig)
    for arm in arms:
        if (arm.tilt(world) or 0.0) > TILT:
            for node, towards in zip(arm.nodes, arm.nodes[1:], strict=False):
                pose = _point_along(pose, node, towards, arm.sign)
    if rig.constraints:
        # What the turned joints move by constraints; a node that was off its constraint at rest stays so.
        before, after = solve_constraints(rig, rest), solve_constraints(rig, pose)
        for node in {constraint.node for constraint in rig.constraints}:
            if not np.array_equal(before.local[node], after.local[node]):
                pose = pose.with_local(node, rotation=after.rotations[node])
    for arm in arms:
        if (arm.tilt(world_transforms(rig, pose)) or 0.0) > TILT:
            raise ValueError(f"rotating the joints of the {arm.side} arm does not bring it to {arm.axis}")
    return pose


def _require_front(rig: Rig, arms: list[Arm]) -> None:
    """Refuse a model with shoulders that are not along X: it must be rotated as a whole."""
    if len(arms) < len(SIDES):
        return
    left, right = arms
    positions = world_transforms(rig)[:, :, 3]
    across = positions[left.nodes[0]] - positions[right.nodes[0]]
    angle = degrees_between(across, np.array([left.sign, 0.0, 0.0]))
    if angle is None or angle > TILT:
        front = "−Z" if rig.character is not None and rig.character.faces_back else "+Z"
        raise ValueError(f"the model does not face {front}: rotate the whole model, not only its arms")


def _point_along(pose: Pose, node: int, towards: int, sign: float) -> Pose:
    """The pose with a node rotated so that another below it lies along X from it."""
    from pantin.motion.constraints import rotation_between

    world = world_transforms(pose.rig, pose)
    parent = int(pose.rig.nodes.parents[node])
    to_parent, singular = affine.invert(affine.identity(3) if parent < 0 else world[parent])
    if bool(singular):
        return pose
    # Directions in the space of the parent: a line along X of the world is one there, whatever its scale.
    now = affine.apply(to_parent, world[towards, :, 3]) - pose.local[node, :, 3]
    wanted = to_parent[:, 0] * sign
    if (degrees_between(now, wanted) or 0.0) < ALIGNED:
        return pose
    turn = rotation_between(now, wanted)
    rotation = quaternion.normalize(pose.rotations[node])
    return pose.with_local(node, rotation=quaternion.normalize(quaternion.product(turn, rotation)))


def degrees_between(first: Doubles, second: Doubles) -> float | None:
    """The angle between two directions; None where one has no finite length."""
    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.sqrt((first * first).sum()) * np.sqrt((second * second).sum())
    if not (lengths > 0 and np.isfinite(lengths)):
        return None
    return float(np.degrees(np.arccos(np.clip((first * second).sum() / lengths, -1.0, 1.0))))
