"""Whether joints stand as a person does: the test of a rest pose, and of who is a humanoid at all."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pantin.operations.humanoid.segments import HIPS, SIDES, unit
from pantin.rig import Doubles

UPRIGHT = 0.7
"""The cosine, at least, of the angle between the spine and the legs, taken upwards: a person may lean by
45°. A fox has 65° to 80° there, a bird 74°, a dragon that walks on two legs 55°."""

HANGING = 0.5
"""The cosine, at least, of the angle between each part of a leg and the whole of both."""

PARALLEL = 0.5
"""The cosine, at least, between the lines from right to left of shoulders and of hips."""

ON_GROUND = 0.9
"""Hands that are further below the hips than this part of a leg are forefeet."""

BELOW_LEGS = 0.5
"""Hips that are further below the tops of the legs than this part of a leg are a root on the floor."""

TOPS = ("neck", "upperChest", "chest", "head")
"""The first of these is the upper end of the spine."""


def can_stand(bones: Mapping[str, int]) -> bool:
    """Whether a rig has the bones that `is_standing` looks at."""
    legs = all(
        f"{side}UpperLeg" in bones and (f"{side}LowerLeg" in bones or f"{side}Foot" in bones)
        for side in SIDES
    )
    return HIPS in bones and legs and any(bone in bones for bone in TOPS)


def is_standing(positions: Doubles, bones: Mapping[str, int]) -> NDArray[np.bool_]:
    """For joints at (…, n, 3) whether they stand as those of a person: upright, with thighs and shins along
    the legs. False where bones for it are missing."""
    standing = leans_upright(positions, bones)
    if can_stand(bones):
        legs = [_leg(positions, bones, side) for side in SIDES]
        down = _down(legs)
        for leg in legs:
            for start, end in pairwise(leg):
                standing = standing & (_cosine(unit(end - start), down) > HANGING)
    return standing


def leans_upright(positions: Doubles, bones: Mapping[str, int]) -> NDArray[np.bool_]:
    """For joints at (…, n, 3) whether the spine is opposite to the legs, shoulders are parallel to hips, the
    hips are at the tops of the legs, and hands are off the ground: a person in most frames of a walk, and no
    animal."""
    if not can_stand(bones):
        return np.zeros(positions.shape[:-2], bool)
    legs = [_leg(positions, bones, side) for side in SIDES]
    down = _down(legs)
    upright = straightness(positions, bones) > UPRIGHT
    across = unit(legs[0][0] - legs[1][0])
    arms = [bones.get(f"{side}UpperArm") for side in SIDES]
    if None not in arms:
        left, right = arms
        upright &= _cosine(unit(positions[..., left, :] - positions[..., right, :]), across) > PARALLEL
    length = sum(np.linalg.norm(leg[-1] - leg[0], axis=-1) for leg in legs) / 2
    tops = (legs[0][0] + legs[1][0]) / 2
    upright &= _cosine(positions[..., bones[HIPS], :] - tops, down) < BELOW_LEGS * length
    for side in SIDES:
        if {f"{side}Hand", f"{side}Foot"} <= bones.keys():
            below = _cosine(positions[..., bones[f"{side}Hand"], :] - positions[..., bones[HIPS], :], down)
            upright &= below < ON_GROUND * length
    return np.asarray(upright)


def straightness(positions: Doubles, bones: Mapping[str, int]) -> Doubles:
    """For joints at (…, n, 3) the cosine between the spine and the legs, taken upwards."""
    top = next(bones[bone] for bone in TOPS if bone in bones)
    spine = unit(positions[..., top, :] - positions[..., bones[HIPS], :])
    return _cosine(spine, -_down([_leg(positions, bones, side) for side in SIDES]))


def _down(legs: list[list[Doubles]]) -> Doubles:
    """Unit vectors along both legs."""
    return unit(sum((leg[-1] - leg[0] for leg in legs), np.zeros(3)))


def _leg(positions: Doubles, bones: Mapping[str, int], side: str) -> list[Doubles]:
    """The joints of a leg, those that the rig has."""
    roles = ("UpperLeg", "LowerLeg", "Foot")
    return [positions[..., bones[side + role], :] for role in roles if side + role in bones]


def _cosine(a: Doubles, b: Doubles) -> Doubles:
    return np.asarray((a * b).sum(axis=-1))
