"""Expressions whose materials a file cannot store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pantin.report import Finding, rule

if TYPE_CHECKING:
    from pantin.rig import Pose


@rule("LOSS-EXPRESSION_MATERIAL", "warning", "dropped the materials of expression {name!r}: {why}")
def dropped_materials(names: Sequence[str], why: str) -> Iterator[Finding]:
    """Expression changes a material.

    What: an expression changes the colour or the texture transform of a material.
    Why: an animation of glTF moves nodes and morph targets only, and files of static geometry store other
    materials or none: the colours stay as they are.
    Fix: give the expression blend shapes, or apply the colours in the program that shows the model.
    Source: VRMC_vrm 1.0, materialColorBinds and textureTransformBinds; glTF 2.0 §3.11.
    """
    for name in names:
        yield dropped_materials.at("", name=name, why=why)


def dropped_with_pose(pose: Pose | None, why: str) -> Iterator[Finding]:
    """Findings for the expressions of a pose that change materials."""
    character = None if pose is None else pose.rig.character
    if pose is None or character is None:
        return
    names = [
        character.expressions[index].name
        for index, weight in pose.expressions.items()
        if weight > 0
        and (character.expressions[index].colours or character.expressions[index].texture_transforms)
    ]
    yield from dropped_materials(names, why)
