"""Rules about VRM characters, whatever their file: the T-pose."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.motion import world_transforms
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import named
from pantin.rig import Rig

TILT = 15.0
"""Degrees that an arm may be away from the T-pose: artists lower shoulders and bend elbows a little, while an
A-pose has 30° and more."""


@rule(
    "RIG-T_POSE",
    "warning",
    "{bone} ({node}) points {degrees:.0f}° away from the T-pose, which is along {axis}",
)
def not_t_pose(rig: Rig) -> Iterator[Finding]:
    """Character does not rest in T-pose.

    What: At rest the arms of a character should point sideways, the left one along +X, the right one along −X
    if it faces +Z. A model of VRM 0.x faces −Z, with its left arm along −X.
    Why: Motions for any character are rotations from the T-pose. In another rest pose they bend the arms too
    far, or the whole model turns its back.
    Fix: Rotate the joints of the arms into T-pose, and turn the model to face its front.
    Source: VRMC_vrm 1.0, T-pose, definitions 1.1 and 1.4.
    """
    character = rig.character
    if character is None or rig.dimension != 3:
        return
    places = world_transforms(rig)[:, :, 3]
    for side, sign in (("left", 1.0), ("right", -1.0)):
        bones = [character.humanoid.get(f"{side}{part}") for part in ("UpperArm", "Hand")]
        upper, hand = bones
        if upper is None or hand is None:
            continue
        along = places[hand] - places[upper]
        length = float(np.sqrt((along * along).sum()))
        expected = -sign if character.faces_back else sign
        if length > 0 and np.isfinite(length):
            cosine = float(np.clip(along[0] * expected / length, -1.0, 1.0))
            degrees = float(np.degrees(np.arccos(cosine)))
            if degrees > TILT:
                axis = "+X" if expected > 0 else "−X"
                node = named("node", upper, rig.nodes.names[upper])
                where = pointer("nodes", upper)
                yield not_t_pose.at(where, bone=f"{side}UpperArm", node=node, degrees=degrees, axis=axis)


RULES: tuple[Rule[Rig], ...] = (not_t_pose,)
