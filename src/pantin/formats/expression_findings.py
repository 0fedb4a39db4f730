"""Findings about the expressions of a pose: weights out of range, and materials that a file cannot store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pantin.report import Finding, rule

if TYPE_CHECKING:
    from pantin.rig import Pose


@rule(
    "RIG-EXPRESSION_CLAMPED",
    "warning",
    "expression {name!r} has the weight {weight:g}, expected 0 to 1: {used:g} is used",
)
def clamped_expressions(pose: Pose) -> Iterator[Finding]:
    """Weight of an expression is out of range.

    What: A pose is made with an expression whose weight is below 0 or above 1.
    Why: The nearest end of the range is used, as VRM requires: the model shows less than was asked for.
    Fix: Give a weight from 0 to 1; to go beyond an expression, set the weights of its blend shapes.
    Source: VRMC_vrm 1.0, expressions: a weight is from 0 to 1.
    """
    character = pose.rig.character
    for index, weight in pose.expressions.items() if character is not None else ():
        used = min(max(weight, 0.0), 1.0)
        if character is not None and used != weight:
            name = character.expressions[index].name
            yield clamped_expressions.at("", name=name, weight=weight, used=used)


@rule("LOSS-EXPRESSION_MATERIAL", "warning", "dropped the materials of expression {name!r}: {why}")
def dropped_materials(names: Sequence[str], why: str) -> Iterator[Finding]:
    """Expression changes a material.

    What: An expression changes the colour or the texture transform of a material.
    Why: An animation of glTF moves nodes and morph targets only, and files of static geometry store other
    materials or none: the colours stay as they are.
    Fix: Give the expression blend shapes, or apply the colours in the program that shows the model.
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
        and (character.expressions[index].colors or character.expressions[index].texture_transforms)
    ]
    yield from dropped_materials(names, why)
