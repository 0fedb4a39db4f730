"""Rules about the springs of VRM 0.x (its schema gives types only): VRM0-001 to VRM0-009."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm0 import character_rules
from pantin.formats.gltf.ext.vrm0.lift import DRAG
from pantin.formats.gltf.ext.vrm0.model import NONE, PATH, vrm0_objects
from pantin.formats.gltf.ext.vrm0.schema import BoneGroup
from pantin.formats.gltf.json_values import member_words
from pantin.formats.gltf.scope import Scope
from pantin.formats.hierarchy import nearest
from pantin.formats.members.faults import shown
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.report.wording import named as named_thing


def _groups(scope: Scope) -> Iterator[tuple[int, BoneGroup]]:
    return iter(enumerate(scope.fact(vrm0_objects).groups))


def is_out_of_range(index: int | None, count: int) -> bool:
    """Whether an integer is not an index below `count`; VRM0-010 reports other types."""
    return index is not None and not 0 <= index < count


def _words(scope: Scope, *path: str | int) -> str:
    """A member of a group formatted for messages."""
    return member_words(scope.raw((*PATH, *path[:-1])), str(path[-1]))


def _at(*more: str | int) -> str:
    return pointer(*PATH, *more)


def _name(index: int, group: BoneGroup) -> str:
    """A bone group as messages name it; VRM 0.x calls the name "comment"."""
    return named_thing("bone group", index, group.comment)


@rule("VRM0-001", "warning", '{group} has "stiffness", which is ignored: VRM 0.x spells it "stiffiness"')
def well_spelt(scope: Scope) -> Iterator[Finding]:
    """stiffiness is spelt correctly.

    What: A bone group should have `stiffiness`, not `stiffness`.
    Why: The schema has the misspelling, and readers look for that word only.
    Fix: Write "stiffiness".
    Source: vrm.secondaryanimation.spring.schema.json.
    """
    for index, group in _groups(scope):
        if group.stiffness is not None:
            yield well_spelt.at(_at("boneGroups", index, "stiffness"), group=_name(index, group))


@rule("VRM0-002", "info", "gravityDir of {group} points sideways, and readers disagree about its axes")
def sideways_gravity(scope: Scope) -> Iterator[Finding]:
    """Gravity points sideways.

    What: The `gravityDir` of a bone group should have x and z of 0.
    Why: Its axes are those of Unity. Correct readers negate z, but three-vrm does not.
    Fix: Nothing, if you use one reader only.
    Source: vrm.secondaryanimation.spring.schema.json; UniVRM's migration to 1.0.
    """
    for index, group in _groups(scope):
        direction = scope.fact(vrm0_objects).axes(group.gravity_dir, *PATH, "boneGroups", index, "gravityDir")
        if direction is not None and (direction[0] or direction[2]):
            yield sideways_gravity.at(_at("boneGroups", index, "gravityDir"), group=_name(index, group))


@rule("VRM0-003", "warning", "dragForce of {group} is {value}, expected a number from 0 to 1")
def bad_drag(scope: Scope) -> Iterator[Finding]:
    """dragForce is out of range.

    What: The `dragForce` of a bone group should be a number from 0 to 1.
    Why: It is the part of the velocity that is lost at each step. Simulation clamps it.
    Fix: Write a number from 0 to 1.
    Source: VRMC_springBone 1.0, dragForce.
    """
    for index, group in _groups(scope):
        path = ("boneGroups", index, "dragForce")
        value = scope.fact(vrm0_objects).number(group.drag_force, DRAG, *PATH, *path)
        if value is not None and not 0 <= value <= 1:
            values = {"group": _name(index, group), "value": _words(scope, *path)}
            yield bad_drag.at(_at("boneGroups", index, "dragForce"), **values)


@rule("VRM0-004", "error", "the center of {group} is {node}, but the file has {count}")
def bad_center(scope: Scope) -> Iterator[Finding]:
    """Center is not a node.

    What: The `center` of a bone group must be a node of the file, or -1 for none.
    Why: Inertia is computed relative to this node.
    Fix: Name a node, or write -1.
    Source: vrm.secondaryanimation.spring.schema.json, center.
    """
    count = scope.fact(vrm0_objects).nodes
    for index, group in _groups(scope):
        if group.center != NONE and is_out_of_range(group.center, count):
            values = {"group": _name(index, group), "count": counted(count, "node")}
            values["node"] = _words(scope, "boneGroups", index, "center")
            yield bad_center.at(_at("boneGroups", index, "center"), **values)


@rule("VRM0-005", "warning", "hitRadius of {group} is {value}, expected a number of 0 or more")
def bad_hit_radius(scope: Scope) -> Iterator[Finding]:
    """Negative hitRadius.

    What: The `hitRadius` of a bone group should be a number of 0 or more.
    Why: It is the radius of a sphere around each joint. Simulation uses 0 instead.
    Fix: Write the radius in metres.
    Source: VRMC_springBone 1.0, hitRadius.
    """
    for index, group in _groups(scope):
        path = ("boneGroups", index, "hitRadius")
        value = scope.fact(vrm0_objects).number(group.hit_radius, 0.0, *PATH, *path)
        if value is not None and value < 0:
            values = {"group": _name(index, group), "value": _words(scope, *path)}
            yield bad_hit_radius.at(_at("boneGroups", index, "hitRadius"), **values)


@rule("VRM0-006", "error", "{group} refers to node {node}, but the file has {count}")
def bad_bone(scope: Scope) -> Iterator[Finding]:
    """Bone is not a node.

    What: The `bones` of a bone group must be nodes of the file.
    Why: Each is the root of a chain of joints, which does not move.
    Fix: Name nodes of the file.
    Source: vrm.secondaryanimation.spring.schema.json, bones.
    """
    count = scope.fact(vrm0_objects).nodes
    for index, group in _groups(scope):
        for slot, node in enumerate(group.bones or ()):
            if is_out_of_range(node, count):
                values = {"group": _name(index, group), "node": shown(node)}
                where = _at("boneGroups", index, "bones", slot)
                yield bad_bone.at(where, **values, count=counted(count, "node"))


@rule("VRM0-007", "warning", "{node} is below {other}, and bone groups already move all nodes below {other}")
def nested_bone(scope: Scope) -> Iterator[Finding]:
    """Bone is below another bone.

    What: No bone of a bone group should be a descendant of another.
    Why: Every node below a bone is a joint, so this node would be moved twice.
    Fix: Remove the lower one.
    Source: vrm.secondaryanimation.spring.schema.json, bones: roots.
    """
    vrm = scope.fact(vrm0_objects)
    listed = (vrm.node(bone) for group in vrm.groups for bone in group.bones or ())
    roots = {node for node in listed if node is not None}
    marked = nearest(scope.hierarchy, {node: node for node in roots})
    for index, group in enumerate(vrm.groups):
        for slot, bone in enumerate(group.bones or ()):
            node = vrm.node(bone)
            parent = scope.parents[node] if node is not None else None
            above = None if parent is None else marked[parent]
            if above is not None and above != node:
                names = {"node": scope.named("node", node), "other": scope.named("node", above)}
                yield nested_bone.at(_at("boneGroups", index, "bones", slot), **names)


@rule("VRM0-008", "error", "{group} refers to collider group {named}, but the file has {count}")
def bad_group(scope: Scope) -> Iterator[Finding]:
    """Bone group refers to a collider group that does not exist.

    What: The `colliderGroups` of a bone group must be indices of collider groups.
    Why: Readers fail on all springs, or ignore collisions.
    Fix: Write the indices of existing collider groups.
    Source: vrm.secondaryanimation.spring.schema.json, colliderGroups.
    """
    count = len(scope.fact(vrm0_objects).collider_groups)
    for index, group in _groups(scope):
        for slot, named in enumerate(group.collider_groups or ()):
            if is_out_of_range(named, count):
                where = _at("boneGroups", index, "colliderGroups", slot)
                values = {"group": _name(index, group), "named": shown(named)}
                yield bad_group.at(where, **values, count=counted(count, "collider group"))


@rule("VRM0-009", "error", "the node of collider group {group} is {node}, but the file has {count}")
def bad_collider_node(scope: Scope) -> Iterator[Finding]:
    """Collider group refers to a node that does not exist.

    What: The `node` of a collider group must be a node of the file.
    Why: The offsets of its colliders are relative to that node.
    Fix: Name a node of the file.
    Source: vrm.secondaryanimation.collidergroup.schema.json, node.
    """
    vrm = scope.fact(vrm0_objects)
    for index, group in enumerate(vrm.collider_groups):
        path = ("colliderGroups", index, "node")
        is_stated = vrm.is_stated(group.node, *PATH, *path)
        if not is_stated or is_out_of_range(group.node, vrm.nodes):
            where = _at(*(path if is_stated else path[:-1]))
            values = {"node": _words(scope, *path), "count": counted(vrm.nodes, "node")}
            yield bad_collider_node.at(where, group=index, **values)


RULES: tuple[Rule[[Scope]], ...] = (
    *character_rules.RULES,
    well_spelt,
    sideways_gravity,
    bad_drag,
    bad_center,
    bad_hit_radius,
    bad_bone,
    nested_bone,
    bad_group,
    bad_collider_node,
)
"""The rules that need only the JSON."""
