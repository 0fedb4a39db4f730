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
"""Hands further below the hips than this part of the feet's distance below them are forefeet."""

VERTICAL = 0.7
"""The cosine, at least, between the legs and an axis of the world for that to be the vertical."""

BELOW_LEGS = 0.5
"""Hips that are further below the tops of the legs than this part of a leg are a root on the floor."""

BESIDE_LEGS = 0.5
"""…unless they are further beside them than this part of a leg."""

ASTRIDE = 1.0
"""How far apart feet are at most, as a part of a leg: the legs of a person who straddles by 60°. Spiders and
lizards spread their legs further."""

STRAIGHT = 0.9
"""The cosine between the spine and the legs, at least, in frames that show a person where the rest pose does
not. A kaiju that walks has 0.65 to 0.85."""

MIRRORED = 0.1
"""How far a joint of a leg may be from the mirror image of the other one, as a part of the leg."""

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
    """For joints at (…, n, 3), whether they stand like a person: upright, with thighs and shins along
    the legs. False where bones for it are missing."""
    standing = leans_upright(positions, bones)
    if can_stand(bones):
        legs = [_leg(positions, bones, side) for side in SIDES]
        down = _leg_directions(legs)
        for leg in legs:
            for start, end in pairwise(leg):
                standing = standing & (_cosine(unit(end - start), down) > HANGING)
    return standing


def leans_upright(positions: Doubles, bones: Mapping[str, int]) -> NDArray[np.bool_]:
    """For joints at (…, n, 3) whether the spine is opposite to the legs, shoulders are parallel to hips, feet
    are below the body, and hands are off the ground: a person in most frames of a walk, and no animal."""
    if not can_stand(bones):
        return np.zeros(positions.shape[:-2], bool)
    legs = [_leg(positions, bones, side) for side in SIDES]
    down, hips = _leg_directions(legs), hip_point(positions, bones)
    upright = straightness(positions, bones) > UPRIGHT
    across = unit(legs[0][0] - legs[1][0])
    arms = [bones.get(f"{side}UpperArm") for side in SIDES]
    if None not in arms:
        left, right = arms
        upright &= _cosine(unit(positions[..., left, :] - positions[..., right, :]), across) > PARALLEL
    length, tops = _leg_length(legs), (legs[0][0] + legs[1][0]) / 2
    upright &= np.linalg.norm(hips - tops, axis=-1) < length
    upright &= np.linalg.norm(legs[0][-1] - legs[1][-1], axis=-1) < ASTRIDE * length + _hip_width(legs)
    vertical = _nearest_axis(down)
    for side in SIDES:
        if {f"{side}Hand", f"{side}Foot"} <= bones.keys():
            hand, foot = (
                _cosine(positions[..., bones[side + end], :] - hips, vertical) for end in ("Hand", "Foot")
            )
            upright &= hand < ON_GROUND * foot
    return np.asarray(upright)


def rest_up(positions: Doubles, bones: Mapping[str, int]) -> Doubles | None:
    """The up direction at rest, for joints at (n, 3): opposite to legs that hang side by side along an axis
    of the world, as mirror images of each other. None for other rest poses, such as all offsets along one
    axis."""
    legs = [_leg(positions, bones, side) for side in SIDES]
    across, down = unit(legs[0][0] - legs[1][0]), _nearest_axis(_leg_directions(legs))
    length = float(_leg_length(legs))
    if np.abs(down).max() < 1.0 or length <= 0 or len(legs[0]) != len(legs[1]):
        return None
    middle = (legs[0][0] + legs[1][0]) / 2
    for left, right in zip(*legs, strict=True):
        mirrored = right - 2 * across * float((right - middle) @ across)
        if float(np.linalg.norm(left - mirrored)) > MIRRORED * length:
            return None
    return -down if float(straightness(positions, bones)) > -HANGING else None


def _nearest_axis(directions: Doubles) -> Doubles:
    """Directions (…, 3), each as the axis of the world near it, if one is."""
    most = np.abs(directions).argmax(axis=-1)[..., None]
    largest = np.take_along_axis(directions, most, axis=-1)
    axes = np.zeros_like(directions)
    np.put_along_axis(axes, most, np.sign(largest), axis=-1)
    return np.where(np.abs(largest) > VERTICAL, axes, directions)


def hip_point(positions: Doubles, bones: Mapping[str, int]) -> Doubles:
    """For joints at (…, n, 3) where the hips are: their joint, or between the tops of the legs where that
    joint is a root on the floor."""
    hips = positions[..., bones[HIPS], :]
    if not can_stand(bones):
        return np.asarray(hips)
    legs = [_leg(positions, bones, side) for side in SIDES]
    tops, length = (legs[0][0] + legs[1][0]) / 2, _leg_length(legs)
    down = _nearest_axis(_leg_directions(legs))
    below = _cosine(hips - tops, down)
    aside = np.linalg.norm(hips - tops - below[..., None] * down, axis=-1)
    sunken = (below > BELOW_LEGS * length) & (aside < BESIDE_LEGS * length)
    return np.asarray(np.where(sunken[..., None], tops, hips))


def straightness(positions: Doubles, bones: Mapping[str, int]) -> Doubles:
    """For joints at (…, n, 3) the cosine between the spine and the legs, taken upwards."""
    top = next(bones[bone] for bone in TOPS if bone in bones)
    spine = unit(positions[..., top, :] - hip_point(positions, bones))
    return _cosine(spine, -_leg_directions([_leg(positions, bones, side) for side in SIDES]))


def _leg_length(legs: list[list[Doubles]]) -> Doubles:
    """The mean distance of the feet from the tops of their legs."""
    return np.asarray(sum(np.linalg.norm(leg[-1] - leg[0], axis=-1) for leg in legs) / 2)


def _hip_width(legs: list[list[Doubles]]) -> Doubles:
    return np.asarray(np.linalg.norm(legs[0][0] - legs[1][0], axis=-1))


def _leg_directions(legs: list[list[Doubles]]) -> Doubles:
    """Unit vectors along both legs."""
    return unit(sum((leg[-1] - leg[0] for leg in legs), np.zeros(3)))


def _leg(positions: Doubles, bones: Mapping[str, int], side: str) -> list[Doubles]:
    """The joints of a leg, those that the rig has."""
    roles = ("UpperLeg", "LowerLeg", "Foot")
    return [positions[..., bones[side + role], :] for role in roles if side + role in bones]


def _cosine(a: Doubles, b: Doubles) -> Doubles:
    return np.asarray((a * b).sum(axis=-1))
