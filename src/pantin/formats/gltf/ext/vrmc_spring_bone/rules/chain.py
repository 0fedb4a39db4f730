"""Rules about the chains of springs in the node hierarchy: no gaps, no node in two springs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pantin.base.records import replace
from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    PATH,
    describe,
    gaps,
    joint_name,
    spring_name,
    springs,
)
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.facts import bones, owners, unevenly_scaled_nodes
from pantin.formats.gltf.extension_names import NODE_CONSTRAINT
from pantin.formats.gltf.json_values import as_list, as_object
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.formats.hierarchy import nearest
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

SHORT = 1e-5
"""Length in metres below which the direction of a bone is lost to rounding, for float32 positions around one
metre."""


def _slots(scope: Scope) -> Iterator[tuple[int, int, int]]:
    """Spring, slot and node of each joint with an existing node."""
    objects = scope.fact(springs)
    for spring in range(len(objects.springs)):
        for slot, joint in enumerate(objects.joints(spring)):
            node = objects.node(joint.node)
            if node is not None:
                yield spring, slot, node


def _at(spring: int, slot: int, *more: str) -> str:
    return pointer(*PATH, "springs", spring, "joints", slot, *more)


def _names(scope: Scope, spring: int, node: int) -> dict[str, str]:
    return {"spring": spring_name(scope, spring), "node": scope.named("node", node)}


def _scale_names(scope: Scope, spring: int, slot: int, node: int) -> dict[str, str]:
    return {"joint": joint_name(scope, spring, slot), "node": scope.named("node", node)}


@rule("VRM-SB050", "error", "{next}, {tail}, is not a descendant of joint {slot}, {head}")
def no_ancestor(scope: Scope) -> Iterator[Finding]:
    """Joints of a spring are not a chain.

    What: Each joint of a spring must be an ancestor of the next.
    Why: A bone rotates its head to move its tail, which must be below it.
    Fix: List the joints from the root of the chain to its end.
    Source: VRMC_springBone 1.0, "joints".
    """
    for (spring, slot, head), (other, following, tail) in pairwise(_slots(scope)):
        if spring == other and head != tail and not scope.hierarchy.is_within(tail, head):
            nodes = {"head": scope.named("node", head), "tail": scope.named("node", tail)}
            name = joint_name(scope, spring, following)
            yield no_ancestor.at(_at(spring, following), **nodes, next=name, slot=slot)


@rule("VRM-SB051", "error", "{spring} lists {node} more than once")
def repeated_joint(scope: Scope) -> Iterator[Finding]:
    """Spring lists a node twice.

    What: A node may be a joint of a spring once.
    Why: A node cannot be its own ancestor, so readers fail or move it twice.
    Fix: Remove the duplicate.
    Source: VRMC_springBone 1.0, "joints".
    """
    seen: set[tuple[int, int]] = set()
    for spring, slot, node in _slots(scope):
        if (spring, node) in seen:
            yield repeated_joint.at(_at(spring, slot, "node"), **_names(scope, spring, node))
        seen.add((spring, node))


@rule("VRM-SB052", "error", "{node} is a joint of both {spring} and {other}")
def shared_joint(scope: Scope) -> Iterator[Finding]:
    """Node is a joint of two springs.

    What: A node may be a joint of one spring only.
    Why: Two springs rotate it against each other. Some readers run both, others ignore the second.
    Fix: End the chains before they meet.
    Source: VRMC_springBone 1.0, "Multiple SpringChains must not be duplicated".
    """
    first = scope.fact(owners)
    for spring, slot, node in _slots(scope):
        if first[node] != spring:
            other = spring_name(scope, first[node])
            yield shared_joint.at(_at(spring, slot, "node"), **_names(scope, spring, node), other=other)


@rule("VRM-SB053", "error", "{spring} skips {node}, which belongs to {other}")
def shared_skipped(scope: Scope) -> Iterator[Finding]:
    """Skipped node belongs to another spring.

    What: A node between two joints of a spring that is not listed must not belong to another spring.
    Why: A skipped node is part of the chain, so it would be in two springs.
    Fix: List the node as a joint of one of them.
    Source: VRMC_springBone 1.0, "Multiple SpringChains must not be duplicated", implicit duplicates.
    """
    passed: dict[int, int] = dict(scope.fact(owners))
    for spring, between in enumerate(scope.fact(gaps)):
        for slot, nodes in between.items():
            shared = [node for node in nodes if passed.setdefault(node, spring) != spring]
            if shared:
                other = spring_name(scope, passed[shared[0]])
                yield shared_skipped.at(_at(spring, slot), **_names(scope, spring, shared[0]), other=other)


@rule("VRM-SB054", "info", "{spring} starts below a joint of {other}")
def branching(scope: Scope) -> Iterator[Finding]:
    """Spring branches off another.

    What: A spring should not start below a joint of another spring.
    Why: The specification does not define which of them moves first. Readers that run springs in parallel
    show it one frame late.
    Fix: Nothing, if this is intended.
    Source: VRMC_springBone 1.0, "Branching SpringChain".
    """
    objects = scope.fact(springs)
    below = nearest(scope.hierarchy, scope.fact(owners))
    for index in range(len(objects.springs)):
        chain = objects.chain(index)
        above = scope.parents[chain[0]] if chain else None
        other = None if above is None else below[above]
        if other is not None and other != index:
            names = {"spring": spring_name(scope, index), "other": spring_name(scope, other)}
            yield branching.at(pointer(*PATH, "springs", index), **names)


@rule("VRM-SB055", "warning", "{spring} skips {node} between joints {slot} and {next}{more}")
def skipping(scope: Scope) -> Iterator[Finding]:
    """Joints skip a node.

    What: Each joint of a spring should be the parent of the next.
    Why: Skipping is allowed, but three-vrm and UniVRM take the direction of the bone from the tail's own
    translation, which is then wrong.
    Fix: List the nodes between as joints, or remove them.
    Source: VRMC_springBone 1.0, "joints".
    """
    for spring, between in enumerate(scope.fact(gaps)):
        for slot, nodes in between.items():
            names = _names(scope, spring, nodes[-1])
            more = others(len(nodes), "node")
            yield skipping.at(_at(spring, slot), **names, slot=slot - 1, next=slot, more=more)


@rule(
    "VRM-SB056",
    "warning",
    "{joint} is only {size:.3g} m away from the next one, so the bone has no direction",
)
def short_bone(scope: Scope) -> Iterator[Finding]:
    """Bone has zero length.

    What: Two joints of a spring in a row should be at least 0.01 mm apart at rest.
    Why: The direction of such a bone is noise. Some readers make rotations of it that are not finite.
    Fix: Move the tail, or remove the joint from the chain.
    Source: VRMC_springBone 1.0, "Initialization": boneAxis is a direction.
    """
    for bone in scope.fact(bones):
        if bone.size < SHORT:
            joint = joint_name(scope, bone.spring, bone.slot)
            yield short_bone.at(_at(bone.spring, bone.slot), joint=joint, size=bone.size)


@rule(
    "VRM-SB057",
    "info",
    "{joint} is the last one, so these members have no effect: {names}",
    common="All findings: nearly every exporter writes parameters for the last joint.",
)
def idle_parameters(scope: Scope) -> Iterator[Finding]:
    """Last joint has parameters.

    What: The last joint of a spring should have no parameters.
    Why: It is only the end of the bone before it. Its parameters are not used.
    Fix: Remove them. To make the last joint move, add a node beyond it.
    Source: VRMC_springBone 1.0, "Example".
    """
    objects = scope.fact(springs)
    for path, joint, last in objects.each_joint():
        names = [name for name in objects.stated(joint, path) if name != "node"] if last else []
        if names:
            values = {"joint": describe(scope, path), "names": ", ".join(names)}
            yield replace(idle_parameters.at(pointer(*path), **values), common=True)


def _is_baked(scope: Scope, animation: int) -> bool:
    """Whether an animation was baked from these springs, by Pantin's mark in its extras."""
    extras = as_object(as_list(scope.tree.get("animations"))[animation]).get("extras")
    return "springs" in as_object(as_object(extras).get("pantin"))


@rule("VRM-SB058", "warning", "{node} is a joint of {spring}, but is also rotated by {what}")
def driven_joint(scope: Scope) -> Iterator[Finding]:
    """Joint is also rotated by an animation or constraint.

    What: A joint of a spring, except the last, should not be rotated by an animation or a node constraint.
    Why: Readers discard the other rotation, or it works against the spring.
    Fix: Remove the channel or the constraint, or remove the joint from the spring.
    Source: VRMC_springBone 1.0, "Applying rotation".
    """
    moved: dict[int, str] = {}
    for index, clip in enumerate(scope.model.animations):
        for channel in (clip.channels or ()) if clip and not _is_baked(scope, index) else ():
            target = channel.target
            if target is not None and target.path == "rotation" and target.node is not None:
                moved.setdefault(target.node, scope.named("animation", index))
    for index, node_object in enumerate(scope.model.nodes):
        if node_object is not None and NODE_CONSTRAINT in (node_object.extensions or {}):
            moved.setdefault(index, "a node constraint")
    objects = scope.fact(springs)
    for spring, slot, node in _slots(scope):
        if node in moved and slot < len(objects.joints(spring)) - 1:
            names = _names(scope, spring, node)
            yield driven_joint.at(_at(spring, slot), **names, what=moved[node])


def _scaled_ancestors(scope: Scope) -> Iterator[tuple[int, int, int, float, float]]:
    """For each joint, the closest node among itself and its ancestors with non-uniform or zero scale."""
    above = nearest(scope.hierarchy, scope.fact(unevenly_scaled_nodes))
    for spring, slot, node in _slots(scope):
        marked = above[node]
        if marked is not None:
            yield spring, slot, *marked


@rule(
    "VRM-SB059",
    "warning",
    "{joint} has non-uniform scale: {node} has scale factors from {least:.4g} to {most:.4g}",
)
def uneven_scale(scope: Scope) -> Iterator[Finding]:
    """Joint has non-uniform scale.

    What: The joints of a spring and their ancestors should have the same scale on all axes.
    Why: A rotation cannot bring a stretched bone to its tail, and readers handle it differently.
    Fix: Apply the scale to meshes and children.
    Source: VRMC_springBone 1.0, "Applying rotation".
    """
    for spring, slot, node, least, most in _scaled_ancestors(scope):
        if least > 0:
            names = _scale_names(scope, spring, slot, node)
            yield uneven_scale.at(_at(spring, slot), **names, least=least, most=most)


@rule("VRM-SB060", "error", "{joint} has zero scale, because of {node}")
def flat_scale(scope: Scope) -> Iterator[Finding]:
    """Joint has zero scale.

    What: No joint of a spring, and no ancestor of one, may have a scale of 0 on any axis.
    Why: The world matrix cannot be inverted, so readers make numbers that are not finite.
    Fix: Give the node a scale. To hide a part, use a small scale or remove the mesh.
    Source: VRMC_springBone 1.0, "Applying rotation": the inverse of the world matrix.
    """
    for spring, slot, node, least, _ in _scaled_ancestors(scope):
        if least == 0:
            yield flat_scale.at(_at(spring, slot), **_scale_names(scope, spring, slot, node))


@rule("VRM-SB061", "info", '{node} is a joint of {spring} and also the humanoid bone "{bone}"')
def humanoid_joint(scope: Scope) -> Iterator[Finding]:
    """Joint is a humanoid bone.

    What: A joint of a spring, except the last, should not be a humanoid bone.
    Why: Body animations rotate the humanoid bones too.
    Fix: Start the chain below the bone.
    Source: VRMC_vrm 1.0, "humanoid".
    """
    from pantin.formats.gltf.humanoid import human_bones

    named = {node: bone for bone, node in human_bones(scope.tree).items()}
    objects = scope.fact(springs)
    for spring, slot, node in _slots(scope):
        if node in named and slot < len(objects.joints(spring)) - 1:
            names = _names(scope, spring, node)
            yield humanoid_joint.at(_at(spring, slot), **names, bone=named[node])


@rule("VRM-SB062", "error", "{node}, a joint of {spring}, {what}")
def tangled_joint(scope: Scope) -> Iterator[Finding]:
    """Joint is not part of a tree.

    What: The nodes of a spring must have at most one parent each, and must not be their own ancestors.
    Why: Such a node has no defined position in the world.
    Fix: List each node among the children of one other node, and never among those of its descendants.
    Source: glTF 2.0 §3.5.2.
    """
    looped = set(scope.hierarchy.looped)
    twice = {
        child for parent, slot in scope.hierarchy.overridden for child in (scope.children[parent][slot],)
    }
    for spring, slot, node in _slots(scope):
        if node in looped or node in twice:
            what = "is its own ancestor" if node in looped else "has two parents"
            yield tangled_joint.at(_at(spring, slot), **_names(scope, spring, node), what=what)


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
