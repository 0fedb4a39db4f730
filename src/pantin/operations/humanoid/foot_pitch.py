"""How far feet of a motion point up or down while they are planted, from how they rest."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.maths import quaternion
from pantin.operations.humanoid.contacts import LOW_PART, find_planted
from pantin.operations.humanoid.sampled_motion import Samples
from pantin.operations.humanoid.segments import FRONT, LEFT, SIDES
from pantin.rig import Doubles

CLEAR = np.radians(4.0)
"""Feet that are planted within 4° of their rest pose are left as they rest: those of people on even ground
are, and a foot of a quarter of a leg's length that is off by 4° has its toes 2 % of the leg below the
floor."""

TIPTOE = np.radians(25.0)
"""Feet that are off by more stand on their toes, or on a slope."""


def level_feet(
    motion: Samples, bones: Mapping[str, int], reference: dict[str, Doubles], leg: float
) -> dict[str, Doubles]:
    """A T-pose with its feet turned up or down to where they are planted in a motion: those of CMU rest level
    on their joints, and are planted 5° to 19° below that. Both feet are off alike, or nothing is wrong with
    the rest pose."""
    pitches = {
        f"{side}Foot": planted_pitch(motion, bones[f"{side}Foot"], reference[f"{side}Foot"], leg)
        for side in SIDES
        if f"{side}Foot" in bones.keys() & reference.keys()
    }
    both = np.array(list(pitches.values()))
    if len(both) < len(SIDES) or np.ptp(np.sign(both)) > 0:
        return reference
    if not CLEAR < float(np.abs(both).mean()) < TIPTOE:
        return reference
    turned = {
        bone: quaternion.product(quaternion.from_axis_angle(LEFT, -pitch), reference[bone])
        for bone, pitch in pitches.items()
    }
    return reference | turned


def planted_pitch(motion: Samples, node: int, reference: Doubles, leg: float) -> float:
    """The median angle in radians that a planted foot points up from where it does in a T-pose."""
    ankle = motion.positions[:, node]
    planted = find_planted(ankle, motion.times, leg)
    if not planted.any():
        planted = ankle[:, 1] <= np.percentile(ankle[:, 1], LOW_PART)
    moved = quaternion.product(motion.turns[node], quaternion.conjugate(reference))
    height = np.clip(quaternion.rotate(moved, FRONT)[planted, 1], -1.0, 1.0)
    return float(np.median(np.arcsin(height)))
