"""Rules about springs: their joints, collider groups and center."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    PATH,
    broken_members,
    describe,
    group_name,
    index_fault,
    spring_name,
    springs,
)
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.facts import owners
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.indices import bad_index, bad_indices
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.root import list_words
from pantin.formats.gltf.scope import Scope
from pantin.formats.hierarchy import nearest
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("VRM-SB030", "error", "{spring} has no joints")
def no_joints(scope: Scope) -> Iterator[Finding]:
    """Spring has no joints.

    What: A spring must have at least one joint.
    Why: It moves nothing, and strict readers fail.
    Fix: List the joints, or remove the spring.
    Source: VRMC_springBone.spring.schema.json, required and minItems.
    """
    for fault in scope.faults(no_joints.id):
        yield no_joints.at(fault.pointer, spring=describe(scope, fault.owner))


@rule("VRM-SB031", "warning", "{spring} has only one joint, so nothing moves")
def lone_joint(scope: Scope) -> Iterator[Finding]:
    """Spring has only one joint.

    What: A spring should have at least two joints.
    Why: A bone is a pair of joints; the last joint is only its end.
    Fix: Add the end of the bone as a joint, an empty node if necessary.
    Source: VRMC_springBone 1.0, "Example".
    """
    for index, spring in enumerate(scope.fact(springs).springs):
        if len(spring.joints or ()) == 1:
            yield lone_joint.at(pointer(*PATH, "springs", index, "joints"), spring=spring_name(scope, index))


@rule("VRM-SB032", "error", "{spring} refers to collider group {named}, {fault}")
def bad_group(scope: Scope) -> Iterator[Finding]:
    """Spring refers to a collider group that does not exist.

    What: The `colliderGroups` of a spring must be indices of collider groups.
    Why: Readers fail on all springs, or ignore this one.
    Fix: Write the indices of existing collider groups.
    Source: VRMC_springBone 1.0, "VRMC_springBone.springs".
    """
    objects = scope.fact(springs)
    count = len(objects.groups)
    for index, spring in enumerate(objects.springs):
        path = (*PATH, "springs", index, "colliderGroups")
        for item_path, named in bad_indices(scope, path, spring.collider_groups or (), count):
            values = {"spring": spring_name(scope, index), "named": shown(named)}
            fault = index_fault(named, count, "collider group")
            yield bad_group.at(pointer(*item_path), **values, fault=fault)


@rule("VRM-SB033", "error", '"colliderGroups" of {spring} is {value}, expected a list with at least one item')
def empty_groups(scope: Scope) -> Iterator[Finding]:
    """Empty list of collider groups.

    What: The `colliderGroups` of a spring must have at least one item.
    Why: The schema requires it, and strict readers fail.
    Fix: Omit the list.
    Source: VRMC_springBone.spring.schema.json, minItems.
    """
    for path, value in broken_members(scope, empty_groups.id):
        spring = describe(scope, path[:-1])
        yield empty_groups.at(pointer(*path), spring=spring, value=list_words(value))


@rule("VRM-SB034", "warning", "{spring} has {times} entries for {group}")
def repeated_group(scope: Scope) -> Iterator[Finding]:
    """Collider group is listed more than once.

    What: A spring should list each collider group once.
    Why: The colliders of a group that is listed twice push twice.
    Fix: Remove the duplicates.
    Source: VRMC_springBone 1.0, "Collision with colliders": every collider in turn.
    """
    objects = scope.fact(springs)
    for index, spring in enumerate(objects.springs):
        for named, times in Counter(spring.collider_groups or ()).items():
            if named is not None and 0 <= named < len(objects.groups) and times > 1:
                where = pointer(*PATH, "springs", index, "colliderGroups")
                names = {"spring": spring_name(scope, index), "group": group_name(scope, named)}
                yield repeated_group.at(where, **names, times=times)
                break


@rule("VRM-SB035", "error", "the center of {spring} is {node}, {fault}")
def bad_center(scope: Scope) -> Iterator[Finding]:
    """Center is not a node.

    What: The `center` of a spring must be a node of the file.
    Why: Inertia is computed relative to this node.
    Fix: Name a node, or omit `center` to use world space.
    Source: VRMC_springBone 1.0, "Center Space".
    """
    objects = scope.fact(springs)
    mistyped = {path for path, _ in broken_members(scope, bad_center.id)}
    for index, spring in enumerate(objects.springs):
        path = (*PATH, "springs", index)
        if (*path, "center") in mistyped or bad_index(scope, path, "center", spring.center, objects.nodes):
            value = scope.raw(path)["center"]
            values = {"spring": spring_name(scope, index), "node": shown(value)}
            fault = index_fault(value, objects.nodes, "node")
            yield bad_center.at(pointer(*path, "center"), **values, fault=fault)


def _centers(scope: Scope) -> Iterator[tuple[int, int, list[int]]]:
    """Spring, center and joints of each spring that has a center."""
    objects = scope.fact(springs)
    for index, spring in enumerate(objects.springs):
        center, chain = objects.node(spring.center), objects.chain(index)
        if center is not None and chain:
            yield index, center, chain


@rule(
    "VRM-SB036", "error", "the center of {spring} is {center}, expected its first joint or an ancestor of it"
)
def foreign_center(scope: Scope) -> Iterator[Finding]:
    """Center is not an ancestor of the spring.

    What: The `center` of a spring must be its first joint or an ancestor of it.
    Why: The specification requires it. Readers may update another node too late or too early.
    Fix: Name an ancestor of the first joint.
    Source: VRMC_springBone 1.0, "Center Space".
    """
    for index, center, chain in _centers(scope):
        if not scope.hierarchy.is_within(chain[0], center):
            spring = spring_name(scope, index)
            where = pointer(*PATH, "springs", index, "center")
            yield foreign_center.at(where, spring=spring, center=scope.named("node", center))


@rule("VRM-SB037", "error", "the center of {spring} is {center}, which is moved by {other}")
def swaying_center(scope: Scope) -> Iterator[Finding]:
    """Center is moved by another spring.

    What: The `center` of a spring must not be a joint of another spring, or below one.
    Why: The result would depend on the order in which readers update springs.
    Fix: Name a node above all springs.
    Source: VRMC_springBone 1.0, "Center Space".
    """
    moved = nearest(scope.hierarchy, scope.fact(owners))
    for index, center, chain in _centers(scope):
        # Below its own first joint the center is that joint, or a fault that another rule reports.
        above = scope.parents[center] if center == chain[0] else center
        other = None if above is None else moved[above]
        if other is not None and other != index:
            where = pointer(*PATH, "springs", index, "center")
            names = {"spring": spring_name(scope, index), "other": spring_name(scope, other)}
            yield swaying_center.at(where, **names, center=scope.named("node", center))


@rule("VRM-SB038", "warning", "the center of {spring} is {center}, which is a joint of the spring itself")
def own_center(scope: Scope) -> Iterator[Finding]:
    """Center is a joint of the spring itself.

    What: The `center` of a spring should be above its first joint.
    Why: The spring rotates its own joints, and with them the space that its inertia is measured in: it reacts
    to its own motion and never settles.
    Fix: Name an ancestor of the first joint.
    Source: VRMC_springBone 1.0, "Center Space", which permits the first joint.
    """
    for index, center, chain in _centers(scope):
        if center in chain:
            spring = spring_name(scope, index)
            where = pointer(*PATH, "springs", index, "center")
            yield own_center.at(where, spring=spring, center=scope.named("node", center))


RULES = (
    no_joints,
    lone_joint,
    bad_group,
    empty_groups,
    repeated_group,
    bad_center,
    foreign_center,
    swaying_center,
    own_center,
)
