"""The T-pose of a body as world rotations of its bones: from its rest pose, or from its motion.

A clip keeps the directions of limbs and spine if both bodies are compared with a pose in which those point
the same way. A rest pose that describes a person is corrected to that pose: arms, legs and spine by the
smallest rotations, each from where its parent has carried it; hands and fingers go with the arm, feet,
shoulders and head stay as they rest. Any other rest pose (all offsets along one axis, a joint twisted about
itself) is ignored, and the pose is derived from the motion (`motion_reference`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.maths import quaternion
from pantin.operations.humanoid.sampled_motion import Samples
from pantin.operations.humanoid.segments import (
    FRONT,
    HIPS,
    LEFT,
    OUTWARD,
    SIDES,
    SPINE,
    UP,
    end_point,
    t_direction,
    unit,
)
from pantin.rig import Doubles

IDENTITY = np.array(quaternion.IDENTITY)

Ends = Mapping[str, tuple[int, ...]]

LEANING = np.cos(np.radians(10.0))
"""A body that leans by less than 10° at rest stands: hips are level, whatever spine and legs say."""

BENT = 0.25
"""The sine of the angle at a knee or an elbow, about 15°, above which it shows the axis that it bends
about."""

BACKWARDS = -0.3
"""The rest pose cannot be right if the cosine between the axis that knees (elbows) bend about and their axis
in a T-pose is smaller: it is 1 in a T-pose, and 0 for arms with palms to the front."""


def shortest_arc(start: Doubles, end: Doubles) -> Doubles:
    """The smallest rotation (…, 4) from one direction (…, 3) to another; opposite ones turn about any axis
    at a right angle, and a direction without length does not turn."""
    a, b = unit(start), unit(end)
    cosine = (a * b).sum(axis=-1)
    axis = np.cross(a, b)
    least = np.eye(3)[np.abs(a).argmin(axis=-1)]
    opposite = cosine < -1.0 + 1e-12
    axis = np.where(opposite[..., None], unit(np.cross(a, least)), axis)
    real = np.where(opposite, 0.0, 1.0 + cosine)
    return quaternion.normalize(np.concatenate([axis, real[..., None]], axis=-1))


def correct_rest(rest: Samples, bones: Mapping[str, int], ends: Ends) -> dict[str, Doubles]:
    """The rotation of each bone in a T-pose, from a rest pose in the axes of VRM."""
    positions = rest.positions[0]
    level = _level_hips(positions, bones)
    turns = dict.fromkeys(bones, level)
    for bone in ends:
        carried = turns[_carrier(bone, ends)] if _carrier(bone, ends) else level
        along = end_point(positions, ends[bone]) - positions[bones[bone]]
        straight = shortest_arc(quaternion.rotate(carried, along), t_direction(bone))
        turns[bone] = quaternion.product(straight, carried)
    for side in SIDES:
        last = next((side + role for role in ("LowerArm", "UpperArm") if side + role in ends), None)
        for bone in bones:
            if last is not None and is_hand(bone, side):
                turns[bone] = turns[last]
    return {bone: quaternion.product(turns[bone], rest.turns[node][0]) for bone, node in bones.items()}


def _carrier(bone: str, ends: Ends) -> str:
    """The upper part of a limb, which carries the lower one."""
    upper = bone.replace("Lower", "Upper")
    return upper if upper != bone and upper in ends else ""


def is_hand(bone: str, side: str) -> bool:
    """Whether a bone is the hand of a side or a part of it."""
    return bone.startswith(side) and bone.endswith(
        ("Hand", "Proximal", "Intermediate", "Distal", "Metacarpal")
    )


def left_direction(positions: Doubles, bones: Mapping[str, int]) -> Doubles:
    """Unit vectors (…, 3) from the right to the left of a body: by its hips, else by what else it has."""
    for role in ("UpperLeg", "UpperArm", "LowerLeg", "Shoulder", "Foot", "Hand"):
        ends = [bones.get(side + role) for side in SIDES]
        if None not in ends:
            apart = positions[..., ends[0], :] - positions[..., ends[1], :]
            if np.linalg.norm(apart, axis=-1).max() > 0:
                return unit(apart)
    return np.broadcast_to(LEFT, (*positions.shape[:-2], 3))


def up_direction(positions: Doubles, bones: Mapping[str, int]) -> Doubles:
    """Unit vectors (…, 3) up along a body: between its spine and its legs."""
    top = next((bones[bone] for bone in ("neck", "head", *SPINE[::-1]) if bone in bones), None)
    hips = bones.get(HIPS)
    spine = (
        np.zeros(3) if top is None or hips is None else unit(positions[..., top, :] - positions[..., hips, :])
    )
    legs = [
        positions[..., bones[f"{side}UpperLeg"], :] - positions[..., bones[side + end], :]
        for side in SIDES
        for end in ("Foot", "LowerLeg")
        if {f"{side}UpperLeg", side + end} <= bones.keys()
    ]
    direction = unit(spine + unit(sum(legs, np.zeros(3))))
    return np.where(np.linalg.norm(direction, axis=-1, keepdims=True) > 0, direction, UP)


def _level_hips(positions: Doubles, bones: Mapping[str, int]) -> Doubles:
    """The rotation that makes the hips face the front, and stands a body upright that leans as a whole."""
    left, up = left_direction(positions, bones), up_direction(positions, bones)
    facing = shortest_arc(left, LEFT)
    up = quaternion.rotate(facing, up)
    up = unit(up - LEFT * float(up @ LEFT))
    if float(up @ UP) > LEANING:
        return facing
    return quaternion.product(shortest_arc(up, UP), facing)


def reference_fits_motion(
    motion: Samples, bones: Mapping[str, int], ends: Ends, reference: Mapping[str, Doubles]
) -> bool:
    """Whether a T-pose fits the motion: knees and elbows bend about human axes, the body is upright, and no
    bone is twisted about itself."""
    moved = {
        bone: quaternion.product(motion.turns[node], quaternion.conjugate(reference[bone]))
        for bone, node in bones.items()
    }
    for upper, lower, axis in hinges(ends):
        hinge = hinge_axes(motion.positions, bones, ends, upper, lower)
        for bone in (upper, lower):
            expected = quaternion.rotate(moved[bone], axis)
            total = float(np.linalg.norm(hinge, axis=-1).sum())
            if total > 0 and float((hinge * expected).sum()) < BACKWARDS * total:
                return False
    left, up = left_direction(motion.positions, bones), up_direction(motion.positions, bones)
    if float((quaternion.rotate(moved[HIPS], UP) * up).sum(axis=-1).mean()) < 0.5:
        return False
    if float((quaternion.rotate(moved[HIPS], LEFT) * left).sum(axis=-1).mean()) < 0.5:
        return False
    torso = [bone for bone in (*SPINE, "head") if bone in bones]
    front = quaternion.rotate(moved[HIPS], FRONT)
    return all(
        float((quaternion.rotate(moved[bone], FRONT) * front).sum(axis=-1).mean()) > 0 for bone in torso
    )


def hinges(ends: Ends) -> list[tuple[str, str, Doubles]]:
    """The joints that bend one way: upper and lower bone, and the axis of bending in a T-pose. Knees bend
    about +X, which brings the shin back; elbows about −Y on the left, which brings the forearm to the
    front."""
    axes = []
    for side in SIDES:
        for limb, axis in (("Leg", LEFT), ("Arm", np.cross(OUTWARD[side], FRONT))):
            upper, lower = f"{side}Upper{limb}", f"{side}Lower{limb}"
            if {upper, lower} <= ends.keys():
                axes.append((upper, lower, axis))
    return axes


def hinge_axes(positions: Doubles, bones: Mapping[str, int], ends: Ends, upper: str, lower: str) -> Doubles:
    """(F, 3) the axis that a joint bends about, as long as the sine of its angle; 0 where it is straight."""
    first = unit(end_point(positions, ends[upper]) - positions[:, bones[upper]])
    second = unit(end_point(positions, ends[lower]) - positions[:, bones[lower]])
    axis = np.cross(first, second)
    return np.where(np.linalg.norm(axis, axis=-1, keepdims=True) > BENT, axis, 0.0)
