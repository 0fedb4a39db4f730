"""Rules about collider groups: the colliders they name, and whether anyone uses them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import PLACE, as_list, index, raw_extension
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("VRM-SB020", "error", "collider group {at} has no list of colliders")
def no_colliders(scope: Scope) -> Iterator[Finding]:
    """A collider group lists its colliders.

    Why: the list is required; readers fail without it.
    Mend: list the colliders, or remove the group.
    Source: VRMC_springBone.colliderGroup.schema.json, required.
    """
    for at, group in enumerate(scope.fact(raw_extension).groups):
        if not isinstance(group.get("colliders"), list):
            yield no_colliders.at(pointer(*PLACE, "colliderGroups", at), at=at)


@rule("VRM-SB021", "error", "collider group {at} is empty")
def empty_group(scope: Scope) -> Iterator[Finding]:
    """A collider group has a collider.

    Why: the schema asks for one.
    Mend: list a collider, or remove the group from the springs that name it.
    Source: VRMC_springBone.colliderGroup.schema.json, minItems.
    """
    for at, group in enumerate(scope.fact(raw_extension).groups):
        if group.get("colliders") == []:
            yield empty_group.at(pointer(*PLACE, "colliderGroups", at, "colliders"), at=at)


@rule("VRM-SB022", "error", "collider {named} does not exist: there are {count}")
def bad_collider(scope: Scope) -> Iterator[Finding]:
    """The colliders of a group exist.

    Why: readers fail on the block, or drop the group.
    Mend: name colliders of the block.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliderGroups".
    """
    raw = scope.fact(raw_extension)
    for at, group in enumerate(raw.groups):
        for slot, named in enumerate(as_list(group.get("colliders"))):
            if index(named, len(raw.colliders)) is None:
                place = pointer(*PLACE, "colliderGroups", at, "colliders", slot)
                yield bad_collider.at(place, named=shown(named), count=len(raw.colliders))


@rule("VRM-SB023", "warning", "collider {named} is listed {times} times")
def repeated_collider(scope: Scope) -> Iterator[Finding]:
    """A group lists a collider once.

    Why: it pushes as often as it is listed.
    Mend: remove the repetitions.
    Source: VRMC_springBone 1.0, "Collision with colliders": every collider in turn.
    """
    raw = scope.fact(raw_extension)
    for at, group in enumerate(raw.groups):
        listed = (index(one, len(raw.colliders)) for one in as_list(group.get("colliders")))
        for named, times in Counter(listed).items():
            if named is not None and times > 1:
                place = pointer(*PLACE, "colliderGroups", at, "colliders")
                yield repeated_collider.at(place, named=named, times=times)
                break


@rule("VRM-SB024", "info", "no spring uses collider group {at}")
def unused_group(scope: Scope) -> Iterator[Finding]:
    """A collider group is used by a spring.

    Why: one that is not collides with nothing, which is seldom meant.
    Mend: name it in the colliderGroups of a spring.
    Source: VRMC_springBone 1.0, "VRMC_springBone.springs".
    """
    raw = scope.fact(raw_extension)
    used = {index(one, len(raw.groups)) for s in raw.springs for one in as_list(s.get("colliderGroups"))}
    for at in range(len(raw.groups)):
        if at not in used:
            yield unused_group.at(pointer(*PLACE, "colliderGroups", at), at=at)


@rule("VRM-SB025", "info", "no group has collider {at}")
def unused_collider(scope: Scope) -> Iterator[Finding]:
    """A collider is in a group.

    Why: springs name groups, so a collider outside of them collides with nothing.
    Mend: list it in a group.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliderGroups".
    """
    raw = scope.fact(raw_extension)
    used = {index(one, len(raw.colliders)) for g in raw.groups for one in as_list(g.get("colliders"))}
    for at in range(len(raw.colliders)):
        if at not in used:
            yield unused_collider.at(pointer(*PLACE, "colliders", at), at=at)


RULES = (no_colliders, empty_group, bad_collider, repeated_collider, unused_group, unused_collider)
