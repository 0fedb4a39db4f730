"""Expressions, first-person flags and permissions of a part, beside those of the body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pantin.base.records import Record, replace
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.merging.facts import Dropped
from pantin.operations.merging.placement import Placement
from pantin.rig import Character, Expression, Rig

PERMISSIONS: Mapping[str, tuple[Any, ...]] = {
    "avatarPermission": ("onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"),
    "commercialUsage": ("personalNonProfit", "personalProfit", "corporation"),
    "creditNotation": ("required", "unnecessary"),
    "modification": ("prohibited", "allowModification", "allowModificationRedistribution"),
    "allowExcessivelyViolentUsage": (False, True),
    "allowExcessivelySexualUsage": (False, True),
    "allowPoliticalOrReligiousUsage": (False, True),
    "allowAntisocialOrHateUsage": (False, True),
    "allowRedistribution": (False, True),
    "allowedUserName": ("OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone"),
    "violentUssageName": ("Disallow", "Allow"),
    "sexualUssageName": ("Disallow", "Allow"),
    "commercialUssageName": ("Disallow", "Allow"),
}
"""The permissions of VRM 1.0 and 0.x, their values from the strictest on. Without a value the strictest holds
(VRMC_vrm 1.0, meta), which is what VRM 0.x requires to be stated."""


class Restricted(Record):
    """A permission that a part has taken away."""

    permission: str
    value: Any
    before: Any


def add_character(
    parts: RigParts, part: Rig, placement: Placement, materials: Sequence[int]
) -> tuple[list[Restricted], list[Dropped]]:
    """Add the expressions and first-person flags of a part to the character of the body, and take away the
    permissions that the part does not give."""
    own, added = parts.character, part.character
    if added is None:
        return [], []
    if own is None:
        return [], _without_character(added)
    meta, restricted = strictest(own.meta or {}, added.meta or {})
    flags = {
        placement.meshes[node]: flag for node, flag in added.first_person.items() if node in placement.meshes
    }
    parts.character = replace(
        own,
        meta=meta if restricted else own.meta,
        expressions=_merge_expressions(
            own, [_move_expression(expression, placement, materials) for expression in added.expressions]
        ),
        first_person=MappingProxyType({**own.first_person, **flags}),
    )
    return restricted, []


def strictest(own: Mapping[str, Any], added: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[Restricted]]:
    """The meta of a body with the permissions that a part gives too, and those that changed."""
    meta, restricted = dict(own), []
    for permission, values in PERMISSIONS.items():
        if permission not in own and permission not in added:
            continue
        before, wanted = own.get(permission, values[0]), added.get(permission, values[0])
        if before in values and wanted in values and values.index(wanted) < values.index(before):
            meta[permission] = wanted
            restricted.append(Restricted(permission, wanted, before))
    return meta, restricted


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
                colors=known.colors + expression.colors,
                texture_transforms=known.texture_transforms + expression.texture_transforms,
            )
        merged[key] = expression
    return tuple(merged.values())
