"""Rules about collider groups: their colliders, and groups and colliders that are not used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import PATH, index_fault, raw_extension
from pantin.formats.gltf.json_values import as_index, as_list
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("VRM-SB020", "error", "{group} has no list of colliders")
def no_colliders(scope: Scope) -> Iterator[Finding]:
    """Collider group has no colliders.

    What: A collider group must have `colliders`, a list.
    Why: The list is required. Readers fail without it.
    Fix: List the colliders, or remove the group.
    Source: VRMC_springBone.colliderGroup.schema.json, required.
    """
    raw = scope.fact(raw_extension)
    for index, group in enumerate(raw.groups):
        if not isinstance(group.get("colliders"), list):
            yield no_colliders.at(pointer(*PATH, "colliderGroups", index), group=raw.group_name(index))


@rule("VRM-SB021", "error", "{group} has an empty list of colliders")
def empty_group(scope: Scope) -> Iterator[Finding]:
    """Collider group is empty.

    What: The `colliders` of a collider group must have at least one item.
    Why: The schema requires it, and strict readers fail.
    Fix: Add a collider, or remove the group and its uses in springs.
    Source: VRMC_springBone.colliderGroup.schema.json, minItems.
    """
    raw = scope.fact(raw_extension)
    for index, group in enumerate(raw.groups):
        if group.get("colliders") == []:
            where = pointer(*PATH, "colliderGroups", index, "colliders")
            yield empty_group.at(where, group=raw.group_name(index))


@rule("VRM-SB022", "error", "{group} refers to collider {named}, {fault}")
def bad_collider(scope: Scope) -> Iterator[Finding]:
    """Collider group refers to a collider that does not exist.

    What: The `colliders` of a collider group must be indices of colliders.
    Why: Readers fail on all springs, or ignore the group.
    Fix: Write the indices of existing colliders.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliderGroups".
    """
    raw = scope.fact(raw_extension)
    for index, group in enumerate(raw.groups):
        for slot, named in enumerate(as_list(group.get("colliders"))):
            if as_index(named, len(raw.colliders)) is None:
                where = pointer(*PATH, "colliderGroups", index, "colliders", slot)
                values = {"group": raw.group_name(index), "named": shown(named)}
                fault = index_fault(named, len(raw.colliders), "collider")
                yield bad_collider.at(where, **values, fault=fault)


@rule("VRM-SB023", "warning", "{group} has {times} entries for collider {named}")
def repeated_collider(scope: Scope) -> Iterator[Finding]:
    """Collider is listed more than once.

    What: A collider group should list each collider once.
    Why: A collider that is listed twice pushes twice.
    Fix: Remove the duplicates.
    Source: VRMC_springBone 1.0, "Collision with colliders": every collider in turn.
    """
    raw = scope.fact(raw_extension)
    for index, group in enumerate(raw.groups):
        listed = (as_index(item, len(raw.colliders)) for item in as_list(group.get("colliders")))
        for named, times in Counter(listed).items():
            if named is not None and times > 1:
                where = pointer(*PATH, "colliderGroups", index, "colliders")
                group_name = raw.group_name(index)
                yield repeated_collider.at(where, group=group_name, named=named, times=times)
                break


@rule("VRM-SB024", "info", "{group} is not used by any spring")
def unused_group(scope: Scope) -> Iterator[Finding]:
    """Collider group is not used.

    What: Every collider group should be in the `colliderGroups` of a spring.
    Why: Its colliders have no effect, which is rarely intended.
    Fix: Add it to the `colliderGroups` of a spring, or remove it.
    Source: VRMC_springBone 1.0, "VRMC_springBone.springs".
    """
    raw = scope.fact(raw_extension)
    used = {
        as_index(group, len(raw.groups))
        for spring in raw.springs
        for group in as_list(spring.get("colliderGroups"))
    }
    for index in range(len(raw.groups)):
        if index not in used:
            yield unused_group.at(pointer(*PATH, "colliderGroups", index), group=raw.group_name(index))


@rule("VRM-SB025", "info", "{collider} is not in any collider group")
def unused_collider(scope: Scope) -> Iterator[Finding]:
    """Collider is not in a group.

    What: Every collider should be in the `colliders` of a collider group.
    Why: Springs use groups, so a collider outside of them has no effect.
    Fix: Add it to a group, or remove it.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliderGroups".
    """
    raw = scope.fact(raw_extension)
    used = {
        as_index(collider, len(raw.colliders))
        for group in raw.groups
        for collider in as_list(group.get("colliders"))
    }
    for index in range(len(raw.colliders)):
        if index not in used:
            yield unused_collider.at(pointer(*PATH, "colliders", index), collider=raw.collider_name(index))


RULES = (no_colliders, empty_group, bad_collider, repeated_collider, unused_group, unused_collider)
