"""Rules about chains in the node tree: joints above one another, and no node in two springs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pantin.formats.gltf.ext.recognised import NODE_CONSTRAINT
from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    PLACE,
    as_list,
    as_object,
    gaps,
    index,
    nearest,
    raw_extension,
)
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.facts import bones, owners, uneven
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import and_more

SHORT = 1e-5
"""Metres below which the direction of a bone is lost in float32 positions of a metre or so."""


def _slots(scope: Scope) -> Iterator[tuple[int, int, int]]:
    """Spring, slot and node of every joint whose node exists."""
    raw = scope.fact(raw_extension)
    for spring in range(len(raw.springs)):
        for slot, joint in enumerate(raw.joints[spring]):
            node = index(joint.get("node"), raw.nodes)
            if node is not None:
                yield spring, slot, node


def _at(spring: int, slot: int, *more: str) -> str:
    return pointer(*PLACE, "springs", spring, "joints", slot, *more)


@rule("VRM-SB050", "error", "joint {slot} (node {head}) is not an ancestor of joint {next} (node {tail})")
def no_ancestor(scope: Scope) -> Iterator[Finding]:
    """Each joint of a spring is an ancestor of the next.

    Why: a bone turns its head to move its tail, which must hang below it.
    Mend: list the joints from the root of the chain outwards.
    Source: VRMC_springBone 1.0, "joints".
    """
    places = list(_slots(scope))
    for (spring, slot, head), (other, following, tail) in pairwise(places):
        if spring == other and head != tail and not scope.hierarchy.is_within(tail, head):
            yield no_ancestor.at(_at(spring, following), slot=slot, head=head, next=following, tail=tail)


@rule("VRM-SB051", "error", "node {node} is a joint of this spring already")
def repeated_joint(scope: Scope) -> Iterator[Finding]:
    """A spring has a node once among its joints.

    Why: a node cannot be its own ancestor.
    Mend: remove the repetition.
    Source: VRMC_springBone 1.0, "joints".
    """
    seen: set[tuple[int, int]] = set()
    for spring, slot, node in _slots(scope):
        if (spring, node) in seen:
            yield repeated_joint.at(_at(spring, slot, "node"), node=node)
        seen.add((spring, node))


@rule("VRM-SB052", "error", "node {node} is a joint of spring {other} too")
def shared_joint(scope: Scope) -> Iterator[Finding]:
    """A node is a joint of one spring.

    Why: two springs would turn it against each other; readers run both, or drop the second.
    Mend: let the chains end before they meet.
    Source: VRMC_springBone 1.0, "Multiple SpringChains must not be duplicated".
    """
    first = scope.fact(owners)
    for spring, slot, node in _slots(scope):
        if first[node] != spring:
            yield shared_joint.at(_at(spring, slot, "node"), node=node, other=first[node])


@rule("VRM-SB053", "error", "node {node}, skipped here, belongs to spring {other}")
def shared_skipped(scope: Scope) -> Iterator[Finding]:
    """A node that a spring skips between its joints belongs to no other spring.

    Why: it counts as part of the chain, so that two springs would have it.
    Mend: list the node as a joint of one of them.
    Source: VRMC_springBone 1.0, "Multiple SpringChains must not be duplicated", implicit duplicates.
    """
    passed: dict[int, int] = dict(scope.fact(owners))
    for spring, between in enumerate(scope.fact(gaps)):
        for slot, nodes in between.items():
            shared = [node for node in nodes if passed.setdefault(node, spring) != spring]
            if shared:
                yield shared_skipped.at(_at(spring, slot), node=shared[0], other=passed[shared[0]])


@rule("VRM-SB054", "info", "spring {at} branches off spring {other}")
def branching(scope: Scope) -> Iterator[Finding]:
    """A spring does not hang below a joint of another.

    Why: the specification leaves open which of them moves first; readers that run springs in parallel show it
    a frame late.
    Mend: nothing, if that is meant.
    Source: VRMC_springBone 1.0, "Branching SpringChain".
    """
    raw = scope.fact(raw_extension)
    below = nearest(scope, scope.fact(owners))
    for at in range(len(raw.springs)):
        chain = raw.chain(at)
        above = scope.parents[chain[0]] if chain else None
        other = None if above is None else below[above]
        if other is not None and other != at:
            yield branching.at(pointer(*PLACE, "springs", at), at=at, other=other)


@rule("VRM-SB055", "warning", "node {node} is skipped{more}")
def skipping(scope: Scope) -> Iterator[Finding]:
    """Consecutive joints are parent and child.

    Why: skipping is allowed, but three-vrm and UniVRM take the direction of the bone from the tail's own
    translation, and get it wrong.
    Mend: list the nodes between as joints, or remove them.
    Source: VRMC_springBone 1.0, "joints".
    """
    for spring, between in enumerate(scope.fact(gaps)):
        for slot, nodes in between.items():
            yield skipping.at(_at(spring, slot), node=nodes[-1], more=and_more(len(nodes)))


@rule("VRM-SB056", "warning", "the bone is {size:.3g} m long at rest")
def short_bone(scope: Scope) -> Iterator[Finding]:
    """A bone has a length.

    Why: the direction of one without is noise, and readers in float32 have made non-finite rotations of it.
    Mend: move its tail, or take the joint out of the chain.
    Source: VRMC_springBone 1.0, "Initialization": boneAxis is a direction.
    """
    for bone in scope.fact(bones):
        if bone.size < SHORT:
            yield short_bone.at(_at(bone.spring, bone.slot), size=bone.size)


@rule("VRM-SB057", "warning", "of no effect on the last joint: {names}")
def idle_parameters(scope: Scope) -> Iterator[Finding]:
    """The last joint of a spring has no parameters.

    Why: it only ends the bone before it; what is written there is not used.
    Mend: remove them; to let the last joint move, add a node beyond it.
    Source: VRMC_springBone 1.0, "Example".
    """
    parameters = ("hitRadius", "stiffness", "gravityPower", "gravityDir", "dragForce")
    for place, joint, last in scope.fact(raw_extension).each_joint():
        names = [name for name in parameters if name in joint]
        if last and names:
            yield idle_parameters.at(pointer(*place), names=", ".join(names))


def _is_baked(scope: Scope, animation: int) -> bool:
    """Whether an animation is these springs themselves, baked: it says so in its extras."""
    extras = as_object(as_list(scope.tree.get("animations"))[animation]).get("extras")
    return "springs" in as_object(as_object(extras).get("pantin"))


@rule("VRM-SB058", "warning", "node {node} is also turned by {what}")
def driven_joint(scope: Scope) -> Iterator[Finding]:
    """A joint that sways is turned by nothing else.

    Why: the rotation of an animation or a node constraint is thrown away, or fights the spring.
    Mend: take the channel or the constraint away, or the joint out of the spring.
    Source: VRMC_springBone 1.0, "Applying rotation".
    """
    moved: dict[int, str] = {}
    for at, clip in enumerate(scope.model.animations):
        for channel in (clip.channels or ()) if clip and not _is_baked(scope, at) else ():
            target = channel.target
            if target is not None and target.path == "rotation" and target.node is not None:
                moved.setdefault(target.node, f"animation {at}")
    for node, one in enumerate(scope.model.nodes):
        if one is not None and one.extensions and NODE_CONSTRAINT in one.extensions:
            moved.setdefault(node, "a node constraint")
    raw = scope.fact(raw_extension)
    for spring, slot, node in _slots(scope):
        if node in moved and slot < len(raw.joints[spring]) - 1:
            yield driven_joint.at(_at(spring, slot), node=node, what=moved[node])


def _scaled(scope: Scope) -> Iterator[tuple[int, int, int, float, float]]:
    """For each joint the closest node at or above it that scales unevenly or flattens space."""
    above = nearest(scope, scope.fact(uneven))
    for spring, slot, node in _slots(scope):
        marked = above[node]
        if marked is not None:
            yield spring, slot, *marked


@rule("VRM-SB059", "warning", "node {node} scales unevenly ({least:.4g} to {most:.4g})")
def uneven_scale(scope: Scope) -> Iterator[Finding]:
    """Joints and what is above them scale evenly.

    Why: a rotation cannot bring a stretched bone to its tail, and every reader does something else.
    Mend: apply the scale to meshes and children.
    Source: VRMC_springBone 1.0, "Applying rotation".
    """
    for spring, slot, node, least, most in _scaled(scope):
        if least > 0:
            yield uneven_scale.at(_at(spring, slot), node=node, least=least, most=most)


@rule("VRM-SB060", "error", "node {node} flattens space")
def flat_scale(scope: Scope) -> Iterator[Finding]:
    """Joints and what is above them have a scale that is not 0.

    Why: nothing can be turned back from a world without extent: readers make numbers that are not finite.
    Mend: give the node a scale; to hide a part, use a small one or remove the mesh.
    Source: VRMC_springBone 1.0, "Applying rotation": the inverse of the world matrix.
    """
    for spring, slot, node, least, _ in _scaled(scope):
        if least == 0:
            yield flat_scale.at(_at(spring, slot), node=node)


@rule("VRM-SB061", "info", "node {node} is the humanoid bone {bone!r}")
def humanoid_joint(scope: Scope) -> Iterator[Finding]:
    """A joint that sways is no humanoid bone.

    Why: motions of the body turn those.
    Mend: start the chain below the bone.
    Source: VRMC_vrm 1.0, "humanoid".
    """
    from pantin.formats.gltf.ext.humanoid import human_bones

    named = {node: bone for bone, node in human_bones(scope.tree).items()}
    raw = scope.fact(raw_extension)
    for spring, slot, node in _slots(scope):
        if node in named and slot < len(raw.joints[spring]) - 1:
            yield humanoid_joint.at(_at(spring, slot), node=node, bone=named[node])


@rule("VRM-SB062", "error", "node {node} {what}")
def tangled_joint(scope: Scope) -> Iterator[Finding]:
    """The nodes of a spring are part of a tree.

    Why: a node on a loop, or with two parents, has no one place in the world.
    Mend: list each node among the children of one other, and none among those of its own descendants.
    Source: glTF 2.0 §3.5.2.
    """
    looped = set(scope.hierarchy.looped)
    twice = {
        child for parent, slot in scope.hierarchy.overridden for child in (scope.children[parent][slot],)
    }
    for spring, slot, node in _slots(scope):
        if node in looped or node in twice:
            what = "is its own ancestor" if node in looped else "has two parents"
            yield tangled_joint.at(_at(spring, slot), node=node, what=what)


RULES = (
    no_ancestor,
    repeated_joint,
    shared_joint,
    shared_skipped,
    branching,
    skipping,
    short_bone,
    idle_parameters,
    driven_joint,
    uneven_scale,
    flat_scale,
    humanoid_joint,
    tangled_joint,
)
