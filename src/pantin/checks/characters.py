"""Rules about VRM characters, whatever their file: the T-pose."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.checks.facts import fact
from pantin.motion import world_transforms
from pantin.motion.t_pose import TILT, find_arms
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import named
from pantin.rig import Rig


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
    Fix: Rotate the joints of the arms into T-pose: `pantin fix --select RIG-T_POSE`. Turn a model that faces
    elsewhere as a whole.
    Source: VRMC_vrm 1.0, T-pose, definitions 1.1 and 1.4.
    """
    for arm in find_arms(rig):
        degrees = arm.tilt(fact(rig, world_transforms))
        if degrees is not None and degrees > TILT:
            upper = arm.nodes[0]
            values = {"bone": f"{arm.side}UpperArm", "node": named("node", upper, rig.nodes.names[upper])}
            yield not_t_pose.at(
                pointer("nodes", upper),
                **values,
                degrees=degrees,
                axis=arm.axis,
            )


RULES: tuple[Rule[Rig], ...] = (not_t_pose,)
