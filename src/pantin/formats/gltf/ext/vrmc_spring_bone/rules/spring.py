"""Rules about springs: that they have joints, and the groups and the center they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import PLACE, as_list, index, nearest, raw_extension
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.facts import owners
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("VRM-SB030", "error", "spring {at} has no joints")
def no_joints(scope: Scope) -> Iterator[Finding]:
    """A spring lists its joints.

    Why: there is nothing else that could move.
    Mend: list the joints, or remove the spring.
    Source: VRMC_springBone.spring.schema.json, required and minItems.
    """
    for at, spring in enumerate(scope.fact(raw_extension).springs):
        if not as_list(spring.get("joints")):
            yield no_joints.at(pointer(*PLACE, "springs", at), at=at)


@rule("VRM-SB031", "warning", "spring {at} has one joint, so nothing moves")
def lone_joint(scope: Scope) -> Iterator[Finding]:
    """A spring has two joints at least.

    Why: a bone is a pair of joints; the last one only ends it.
    Mend: add the end of the bone as a joint, an empty node if need be.
    Source: VRMC_springBone 1.0, "Example".
    """
    for at, spring in enumerate(scope.fact(raw_extension).springs):
        if len(as_list(spring.get("joints"))) == 1:
            yield lone_joint.at(pointer(*PLACE, "springs", at, "joints"), at=at)


@rule("VRM-SB032", "error", "collider group {named} does not exist: there are {count}")
def bad_group(scope: Scope) -> Iterator[Finding]:
    """The collider groups of a spring exist.

    Why: readers fail on the block, or drop the spring.
    Mend: name collider groups of the block.
    Source: VRMC_springBone 1.0, "VRMC_springBone.springs".
    """
    raw = scope.fact(raw_extension)
    for at, spring in enumerate(raw.springs):
        for slot, named in enumerate(as_list(spring.get("colliderGroups"))):
            if index(named, len(raw.groups)) is None:
                place = pointer(*PLACE, "springs", at, "colliderGroups", slot)
                yield bad_group.at(place, named=shown(named), count=len(raw.groups))


@rule("VRM-SB033", "warning", "the list of collider groups is empty or is no list")
def empty_groups(scope: Scope) -> Iterator[Finding]:
    """A list of collider groups that is there has an item.

    Why: the schema asks for one.
    Mend: leave the list out.
    Source: VRMC_springBone.spring.schema.json, minItems.
    """
    for at, spring in enumerate(scope.fact(raw_extension).springs):
        if "colliderGroups" in spring and not as_list(spring["colliderGroups"]):
            yield empty_groups.at(pointer(*PLACE, "springs", at, "colliderGroups"))


@rule("VRM-SB034", "warning", "collider group {named} is listed {times} times")
def repeated_group(scope: Scope) -> Iterator[Finding]:
    """A spring lists a collider group once.

    Why: its colliders push as often as they are listed.
    Mend: remove the repetitions.
    Source: VRMC_springBone 1.0, "Collision with colliders": every collider in turn.
    """
    raw = scope.fact(raw_extension)
    for at, spring in enumerate(raw.springs):
        listed = (index(one, len(raw.groups)) for one in as_list(spring.get("colliderGroups")))
        for named, times in Counter(listed).items():
            if named is not None and times > 1:
                place = pointer(*PLACE, "springs", at, "colliderGroups")
                yield repeated_group.at(place, named=named, times=times)
                break


@rule("VRM-SB035", "error", "center {node} is no node: the file has {count}")
def bad_center(scope: Scope) -> Iterator[Finding]:
    """The center of a spring is a node of the file.

    Why: inertia is felt in its space.
    Mend: name a node, or leave center out for the world.
    Source: VRMC_springBone 1.0, "Center Space".
    """
    raw = scope.fact(raw_extension)
    for at, spring in enumerate(raw.springs):
        if "center" in spring and index(spring["center"], raw.nodes) is None:
            place = pointer(*PLACE, "springs", at, "center")
            yield bad_center.at(place, node=shown(spring["center"]), count=raw.nodes)


def _centers(scope: Scope) -> Iterator[tuple[int, int, list[int]]]:
    """Spring, center and joints of each spring that has a center."""
    raw = scope.fact(raw_extension)
    for at, spring in enumerate(raw.springs):
        center, chain = index(spring.get("center"), raw.nodes), raw.chain(at)
        if center is not None and chain:
            yield at, center, chain


@rule("VRM-SB036", "error", "center {center} is neither the first joint nor above it")
def foreign_center(scope: Scope) -> Iterator[Finding]:
    """The center of a spring is its first joint or an ancestor of it.

    Why: the specification says it must be; readers place the space of another node at another time.
    Mend: name an ancestor of the first joint.
    Source: VRMC_springBone 1.0, "Center Space".
    """
    for at, center, chain in _centers(scope):
        if not scope.hierarchy.is_within(chain[0], center):
            yield foreign_center.at(pointer(*PLACE, "springs", at, "center"), center=center)


@rule("VRM-SB037", "error", "center {center} is moved by spring {other}")
def swaying_center(scope: Scope) -> Iterator[Finding]:
    """The center of a spring is no joint of another spring, and not below one.

    Why: the order in which springs move would decide what is felt.
    Mend: name a node above all springs.
    Source: VRMC_springBone 1.0, "Center Space".
    """
    moved = nearest(scope, scope.fact(owners))
    for at, center, chain in _centers(scope):
        # below its own first joint the center is that joint, or a fault that another rule finds
        above = scope.parents[center] if center == chain[0] else center
        other = None if above is None else moved[above]
        if other is not None and other != at:
            place = pointer(*PLACE, "springs", at, "center")
            yield swaying_center.at(place, center=center, other=other)


RULES = (
    no_joints,
    lone_joint,
    bad_group,
    empty_groups,
    repeated_group,
    bad_center,
    foreign_center,
    swaying_center,
)
