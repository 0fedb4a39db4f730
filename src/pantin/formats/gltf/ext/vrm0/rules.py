"""Rules about the springs of VRM 0.x, whose schema gives types only: VRM0-001 to VRM0-009."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm0.model import PLACE, axes, raw_extension
from pantin.formats.gltf.ext.vrmc_spring_bone.model import Object, as_list, index, nearest, number, quoted
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer


def _groups(scope: Scope) -> Iterator[tuple[int, Object]]:
    return iter(enumerate(scope.fact(raw_extension).groups))


def _at(*more: str | int) -> str:
    return pointer(*PLACE, *more)


@rule("VRM0-001", "warning", "'stiffness' is ignored: VRM 0.x spells it 'stiffiness'")
def well_spelt(scope: Scope) -> Iterator[Finding]:
    """The stiffness of a bone group is spelt "stiffiness".

    Why: the schema misspells it, and readers look for that word alone.
    Mend: write "stiffiness".
    Source: vrm.secondaryanimation.spring.schema.json.
    """
    for at, group in _groups(scope):
        if "stiffness" in group:
            yield well_spelt.at(_at("boneGroups", at, "stiffness"))


@rule("VRM0-002", "info", "gravityDir points sideways, where readers disagree about its axes")
def sideways_gravity(scope: Scope) -> Iterator[Finding]:
    """Gravity points up or down.

    Why: Unity's axes were written as they are; the right reading negates z, and three-vrm does not.
    Mend: nothing, if one reader is enough.
    Source: vrm.secondaryanimation.spring.schema.json; UniVRM's migration to 1.0.
    """
    for at, group in _groups(scope):
        direction = axes(group.get("gravityDir"))
        if direction is not None and (direction[0] or direction[2]):
            yield sideways_gravity.at(_at("boneGroups", at, "gravityDir"))


@rule("VRM0-003", "warning", "dragForce is {value}, not a number from 0 to 1")
def bad_drag(scope: Scope) -> Iterator[Finding]:
    """dragForce lies between 0 and 1.

    Why: it is the part of the velocity that is lost at each step. A simulation takes the nearest of these.
    Mend: write a number from 0 to 1.
    Source: VRMC_springBone 1.0, dragForce.
    """
    for at, group in _groups(scope):
        value = number(group.get("dragForce", 0.4))
        if value is None or not 0 <= value <= 1:
            yield bad_drag.at(_at("boneGroups", at, "dragForce"), value=quoted(group, "dragForce"))


@rule("VRM0-004", "error", "center {node} is no node: the file has {count}")
def bad_center(scope: Scope) -> Iterator[Finding]:
    """The center of a bone group is a node, or -1 for none.

    Why: inertia is felt in its space.
    Mend: name a node, or write -1.
    Source: vrm.secondaryanimation.spring.schema.json, center.
    """
    count = scope.fact(raw_extension).nodes
    for at, group in _groups(scope):
        node = group.get("center", -1)
        if node != -1 and index(node, count) is None:
            yield bad_center.at(_at("boneGroups", at, "center"), node=shown(node), count=count)


@rule("VRM0-005", "warning", "hitRadius is {value}, not a number of at least 0")
def bad_hit_radius(scope: Scope) -> Iterator[Finding]:
    """hitRadius is not negative.

    Why: it is the radius of a sphere around each joint. A simulation takes 0 instead.
    Mend: write the radius in metres.
    Source: VRMC_springBone 1.0, hitRadius.
    """
    for at, group in _groups(scope):
        value = number(group.get("hitRadius", 0.0))
        if value is None or value < 0:
            yield bad_hit_radius.at(_at("boneGroups", at, "hitRadius"), value=quoted(group, "hitRadius"))


@rule("VRM0-006", "error", "bone {node} is no node: the file has {count}")
def bad_bone(scope: Scope) -> Iterator[Finding]:
    """The bones of a bone group are nodes.

    Why: each is the root of joints that sway.
    Mend: name nodes of the file.
    Source: vrm.secondaryanimation.spring.schema.json, bones.
    """
    count = scope.fact(raw_extension).nodes
    for at, group in _groups(scope):
        for slot, node in enumerate(as_list(group.get("bones"))):
            if index(node, count) is None:
                yield bad_bone.at(_at("boneGroups", at, "bones", slot), node=shown(node), count=count)


@rule("VRM0-007", "warning", "bone {node} is below bone {above}, which sways with all below it already")
def nested_bone(scope: Scope) -> Iterator[Finding]:
    """No bone of a bone group is below another.

    Why: every node below a bone is a joint, so that this one would be two.
    Mend: remove the lower one.
    Source: vrm.secondaryanimation.spring.schema.json, bones: roots.
    """
    raw = scope.fact(raw_extension)
    roots = {
        node
        for group in raw.groups
        for one in as_list(group.get("bones"))
        if (node := index(one, raw.nodes)) is not None
    }
    marked = nearest(scope, {node: node for node in roots})
    for at, group in enumerate(raw.groups):
        for slot, one in enumerate(as_list(group.get("bones"))):
            node = index(one, raw.nodes)
            parent = scope.parents[node] if node is not None else None
            above = None if parent is None else marked[parent]
            if above is not None and above != node:
                yield nested_bone.at(_at("boneGroups", at, "bones", slot), node=node, above=above)


@rule("VRM0-008", "error", "collider group {named} does not exist: there are {count}")
def bad_group(scope: Scope) -> Iterator[Finding]:
    """The collider groups of a bone group exist.

    Why: readers fail on the block, or collide with nothing.
    Mend: name collider groups of the file.
    Source: vrm.secondaryanimation.spring.schema.json, colliderGroups.
    """
    count = len(scope.fact(raw_extension).collider_groups)
    for at, group in _groups(scope):
        for slot, named in enumerate(as_list(group.get("colliderGroups"))):
            if index(named, count) is None:
                place = _at("boneGroups", at, "colliderGroups", slot)
                yield bad_group.at(place, named=shown(named), count=count)


@rule("VRM0-009", "error", "its node is {node}, and the file has {count}")
def bad_collider_node(scope: Scope) -> Iterator[Finding]:
    """A collider group hangs on a node.

    Why: the offsets of its colliders are in the space of that node.
    Mend: name a node of the file.
    Source: vrm.secondaryanimation.collidergroup.schema.json, node.
    """
    raw = scope.fact(raw_extension)
    for at, group in enumerate(raw.collider_groups):
        if index(group.get("node"), raw.nodes) is None:
            place = _at("colliderGroups", at, *(("node",) if "node" in group else ()))
            yield bad_collider_node.at(place, node=quoted(group, "node"), count=raw.nodes)


RULES: tuple[Rule[[Scope]], ...] = (
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
"""What can be said of the JSON alone."""
