"""Check characters and constraints for the builder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from types import MappingProxyType
from typing import get_args

from pantin.base.records import replace
from pantin.rig.arrays import InvalidRig, index, unique
from pantin.rig.character import (
    Character,
    ColorTarget,
    Constraint,
    ConstraintKind,
    Expression,
    FirstPersonFlag,
    LookAtKind,
    Override,
)

AXES = {
    "roll": ("X", "Y", "Z"),
    "aim": ("PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"),
    "rotation": (None,),
}


def check_character(
    character: Character | None, nodes: int, materials: int, blend_shapes: Mapping[int, int]
) -> Character | None:
    """The character, with nodes, materials and blend shapes that exist (`blend_shapes`: count by node)."""
    if character is None:
        return None
    for bone, node in character.humanoid.items():
        index(node, f"humanoid bone {bone}", nodes)
    unique(
        ((expression.preset, expression.name) for expression in character.expressions), "there is expression"
    )
    for expression in character.expressions:
        _check_expression(expression, materials, blend_shapes)
    if character.look_at is not None and character.look_at.kind not in get_args(LookAtKind):
        raise InvalidRig(f"look-at kind must be bone or expression, not {character.look_at.kind!r}")
    for node, flag in character.first_person.items():
        index(node, "first-person node", nodes)
        if flag not in get_args(FirstPersonFlag):
            known = ", ".join(get_args(FirstPersonFlag))
            raise InvalidRig(f"first-person flag of node {node} must be one of {known}, not {flag!r}")
    for (_, name), node in () if character.motion is None else character.motion.expressions.items():
        index(node, f"node of the expression {name!r}", nodes)
    if character.motion is not None and character.motion.look_at is not None:
        index(character.motion.look_at, "node of the gaze", nodes)
    return replace(
        character,
        humanoid=MappingProxyType(dict(character.humanoid)),
        expressions=tuple(character.expressions),
        first_person=MappingProxyType(dict(character.first_person)),
    )


def _check_expression(expression: Expression, materials: int, blend_shapes: Mapping[int, int]) -> None:
    what = f"expression {expression.name!r}"
    for morph in expression.morphs:
        count = blend_shapes.get(morph.node, 0)
        if not 0 <= morph.shape < count:
            raise InvalidRig(f"{what}: node {morph.node} has no blend shape {morph.shape} (it has {count})")
        if not isfinite(morph.weight):
            raise InvalidRig(f"{what}: the weight of a blend shape must be finite, not {morph.weight}")
    for color in expression.colors:
        index(color.material, f"{what} material", materials)
        if color.target not in get_args(ColorTarget):
            known = ", ".join(get_args(ColorTarget))
            raise InvalidRig(f"{what} colour must be one of {known}, not {color.target!r}")
    for transform in expression.texture_transforms:
        index(transform.material, f"{what} material", materials)
    for override in (expression.override_blink, expression.override_look_at, expression.override_mouth):
        if override not in get_args(Override):
            raise InvalidRig(f"{what} override must be none, block or blend, not {override!r}")


def check_constraints(constraints: Sequence[Constraint], nodes: int) -> tuple[Constraint, ...]:
    """The constraints, at most one for a node; a cycle among them is left to whoever evaluates them."""
    for number, constraint in enumerate(constraints):
        what = f"constraint {number}"
        index(constraint.node, f"{what} node", nodes)
        index(constraint.source, f"{what} source", nodes)
        if constraint.kind not in get_args(ConstraintKind):
            raise InvalidRig(f"{what} kind must be roll, aim or rotation, not {constraint.kind!r}")
        if constraint.axis not in AXES[constraint.kind]:
            known = ", ".join(map(str, AXES[constraint.kind]))
            raise InvalidRig(f"{what} axis must be one of {known}, not {constraint.axis!r}")
        if not isfinite(constraint.weight):
            raise InvalidRig(f"{what} weight must be finite, not {constraint.weight}")
    unique((constraint.node for constraint in constraints), "there is a constraint on node")
    return tuple(constraints)
