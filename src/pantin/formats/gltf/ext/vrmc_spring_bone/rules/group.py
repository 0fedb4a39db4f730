"""Rules about collider groups: their colliders, and groups and colliders that are not used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    PATH,
    collider_name,
    describe,
    group_name,
    index_fault,
    springs,
)
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.indices import bad_indices
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
    for fault in scope.faults(no_colliders.id):
        yield no_colliders.at(fault.pointer, group=describe(scope, fault.owner))


@rule("VRM-SB021", "error", "{group} has an empty list of colliders")
def empty_group(scope: Scope) -> Iterator[Finding]:
    """Collider group is empty.

    What: The `colliders` of a collider group must have at least one item.
    Why: The schema requires it, and strict readers fail.
    Fix: Add a collider, or remove the group and its uses in springs.
    Source: VRMC_springBone.colliderGroup.schema.json, minItems.
    """
    for fault in scope.faults(empty_group.id):
        yield empty_group.at(fault.pointer, group=describe(scope, fault.owner))


@rule("VRM-SB022", "error", "{group} refers to collider {named}, {fault}")
def bad_collider(scope: Scope) -> Iterator[Finding]:
    """Collider group refers to a collider that does not exist.

    What: The `colliders` of a collider group must be indices of colliders.
    Why: Readers fail on all springs, or ignore the group.
    Fix: Write the indices of existing colliders.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliderGroups".
    """
    objects = scope.fact(springs)
    count = len(objects.colliders)
    for index, group in enumerate(objects.groups):
        path = (*PATH, "colliderGroups", index, "colliders")
        for item_path, named in bad_indices(scope, path, group.colliders or (), count):
            values = {"group": group_name(scope, index), "named": shown(named)}
            fault = index_fault(named, count, "collider")
            yield bad_collider.at(pointer(*item_path), **values, fault=fault)


@rule("VRM-SB023", "warning", "{group} has {times} entries for collider {named}")
def repeated_collider(scope: Scope) -> Iterator[Finding]:
    """Collider is listed more than once.

    What: A collider group should list each collider once.
    Why: A collider that is listed twice pushes twice.
    Fix: Remove the duplicates.
    Source: VRMC_springBone 1.0, "Collision with colliders": every collider in turn.
    """
    objects = scope.fact(springs)
    for index, group in enumerate(objects.groups):
        for named, times in Counter(group.colliders or ()).items():
            if named in range(len(objects.colliders)) and times > 1:
                where = pointer(*PATH, "colliderGroups", index, "colliders")
                name = group_name(scope, index)
                yield repeated_collider.at(where, group=name, named=named, times=times)
                break


@rule("VRM-SB024", "info", "{group} is not used by any spring")
def unused_group(scope: Scope) -> Iterator[Finding]:
    """Collider group is not used.

    What: Every collider group should be in the `colliderGroups` of a spring.
    Why: Its colliders have no effect, which is rarely intended.
    Fix: Add it to the `colliderGroups` of a spring, or remove it.
    Source: VRMC_springBone 1.0, "VRMC_springBone.springs".
    """
    objects = scope.fact(springs)
    used = {group for spring in objects.springs for group in spring.collider_groups or ()}
    for index in range(len(objects.groups)):
        if index not in used:
            where = pointer(*PATH, "colliderGroups", index)
            yield unused_group.at(where, group=group_name(scope, index))


@rule("VRM-SB025", "info", "{collider} is not in any collider group")
def unused_collider(scope: Scope) -> Iterator[Finding]:
    """Collider is not in a group.

    What: Every collider should be in the `colliders` of a collider group.
    Why: Springs use groups, so a collider outside of them has no effect.
    Fix: Add it to a group, or remove it.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliderGroups".
    """
    objects = scope.fact(springs)
    used = {collider for group in objects.groups for collider in group.colliders or ()}
    for index in range(len(objects.colliders)):
        if index not in used:
            where = pointer(*PATH, "colliders", index)
            yield unused_collider.at(where, collider=collider_name(scope, index))


RULES = (no_colliders, empty_group, bad_collider, repeated_collider, unused_group, unused_collider)
