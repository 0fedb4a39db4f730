"""Expressions, first-person flags and permissions of a part, beside those of the body."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import TypeVar

from pantin.base.records import content_key, replace
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.merging.facts import Dropped
from pantin.operations.merging.permissions import Restricted, merge_meta
from pantin.operations.merging.placement import Placement
from pantin.rig import Character, Expression, Rig

T = TypeVar("T")


def add_character(
    parts: RigParts, part: Rig, placement: Placement, materials: Sequence[int]
) -> tuple[list[Restricted], list[Dropped]]:
    """Add the expressions and first-person flags of a part to the character of the body, and take away the
    permissions that the part does not give. Returns those, and what has no place."""
    own, added = parts.character, part.character
    if added is None:
        return [], []
    if own is None:
        return [], _without_character(added)
    meta, restricted, dropped = merge_meta(own.meta or {}, added.meta or {})
    flags = {
        placement.meshes[node]: flag for node, flag in added.first_person.items() if node in placement.meshes
    }
    parts.character = replace(
        own,
        meta=meta if own.meta or restricted else own.meta,
        expressions=_merge_expressions(
            own, [_move_expression(expression, placement, materials) for expression in added.expressions]
        ),
        first_person=MappingProxyType({**own.first_person, **flags}),
    )
    return restricted, dropped


def _without_character(added: Character) -> list[Dropped]:
    why = "the body is not a VRM character"
    count = len(added.expressions)
    expressions = [Dropped(f"{count} expression{'s' * (count != 1)}", why)] if count else []
    return [*expressions, Dropped("the permissions of the part", why)]


def _move_expression(expression: Expression, placement: Placement, materials: Sequence[int]) -> Expression:
    return replace(
        expression,
        morphs=tuple(replace(bind, node=placement.meshes[bind.node]) for bind in expression.morphs),
        colors=tuple(replace(bind, material=materials[bind.material]) for bind in expression.colors),
        texture_transforms=tuple(
            replace(bind, material=materials[bind.material]) for bind in expression.texture_transforms
        ),
    )


def _merge_expressions(own: Character, added: Sequence[Expression]) -> tuple[Expression, ...]:
    """One expression for each name, with the binds of all; how it behaves is up to the body."""
    merged = {(expression.preset, expression.name): expression for expression in own.expressions}
    for expression in added:
        key = (expression.preset, expression.name)
        if key in merged:
            known = merged[key]
            expression = replace(
                known,
                morphs=known.morphs + expression.morphs,
                colors=_each_once(known.colors + expression.colors),
                texture_transforms=_each_once(known.texture_transforms + expression.texture_transforms),
            )
        merged[key] = expression
    return tuple(merged.values())


def _each_once(binds: tuple[T, ...]) -> tuple[T, ...]:
    """The binds without those that are there already: two files may change the same material alike."""
    return tuple({content_key(bind): bind for bind in binds}.values())
