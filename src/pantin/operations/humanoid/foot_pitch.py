"""How far planted feet of a motion point up or down compared with their rest pose."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.maths import quaternion
from pantin.operations.humanoid.contacts import LOW_PART, find_planted
from pantin.operations.humanoid.sampled_motion import Samples
from pantin.operations.humanoid.segments import FRONT, LEFT, SIDES
from pantin.rig import Doubles

CLEAR = np.radians(4.0)
"""Feet planted within 4° of their rest pose keep it, as on even ground. A foot a quarter as long as the leg
that is off by 4° has its toes 2 % of the leg below the floor."""

TIPTOE = np.radians(25.0)
"""Feet with a larger difference stand on their toes, or on a slope."""


def level_feet(
    motion: Samples, bones: Mapping[str, int], reference: dict[str, Doubles], leg: float
) -> dict[str, Doubles]:
    """A T-pose with the feet pitched as they are planted in a motion: CMU feet rest level with their joints
    and are planted 5° to 19° lower. The rest pose is only corrected if both feet are off by the same
    angle."""
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
    """The median angle in radians by which a planted foot points further up than in a T-pose."""
    ankle = motion.positions[:, node]
    planted = find_planted(ankle, motion.times, leg)
    if not planted.any():
        planted = ankle[:, 1] <= np.percentile(ankle[:, 1], LOW_PART)
    moved = quaternion.product(motion.turns[node], quaternion.conjugate(reference))
    height = np.clip(quaternion.rotate(moved, FRONT)[planted, 1], -1.0, 1.0)
    return float(np.median(np.arcsin(height)))
