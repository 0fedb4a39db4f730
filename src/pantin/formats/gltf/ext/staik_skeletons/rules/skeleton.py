"""Rules about each skeleton: one tree of joints below one root, and joints marked with their skeleton."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.base.records import Record
from pantin.formats.gltf.ext.staik_skeletons.model import LIST, StatedSkeleton, skeleton_objects
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import named


def skeleton_pointer(skeleton: int, *tokens: str | int) -> str:
    """The pointer of a skeleton, or of a member of it."""
    return pointer(*LIST, skeleton, *tokens)


def skeleton_name(scope: Scope, index: int) -> str:
    """A skeleton as messages name it: `skeleton "Rig" (0)`."""
    return named("skeleton", index, scope.fact(skeleton_objects).skeletons[index].name)


@rule("STAIK-004", "error", "{skeleton}: {fault}{more}")
def incomplete(scope: Scope) -> Iterator[Finding]:
    """Skeleton has an invalid root, joints or name.

    What: A skeleton must have `root`, a node of the file, and `joints`, a list of nodes of the file. Its
    `name`, if it has one, must be a string.
    Why: Readers cannot build the skeleton.
    Fix: Give `root` and `joints` as indices of nodes, and `name` as a string.
    Source: STAIK_skeletons, "Skeletons", "Properties".
    """
    for i, skeleton in enumerate(scope.fact(skeleton_objects).skeletons):
        faults = list(_faults(skeleton, scope.raw((*LIST, i))))
        if faults:
            values = {"fault": faults[0], "more": others(len(faults), "fault")}
            yield incomplete.at(skeleton_pointer(i), skeleton=skeleton_name(scope, i), **values)


def _faults(skeleton: StatedSkeleton, stated: dict[str, Any]) -> Iterator[str]:
    """The faults of a skeleton; `stated` has its members as stored."""
    if skeleton.stated is None:
        yield "it is not a JSON object"
        return
    if skeleton.root is None:
        yield _no_node("root", stated)
    if skeleton.joints is None:
        yield _no_node("joints", stated)
    for slot, joint in enumerate(skeleton.joints or ()):
        if joint is None:
            yield f"joint {slot} is {shown(stated['joints'][slot])}, expected a node of the file"
    if skeleton.has_wrong_name:
        yield f'"name" is {shown(stated["name"])}, expected a string'


def _no_node(member: str, members: dict[str, Any]) -> str:
    if member not in members:
        return f'"{member}" is missing'
    wanted = "a node of the file" if member == "root" else "a list of nodes"
    return f'"{member}" is {shown(members[member])}, expected {wanted}'


@rule("STAIK-005", "error", "{skeleton} {fault}")
def empty_or_repeated(scope: Scope) -> Iterator[Finding]:
    """Skeleton has no joints or a duplicate joint.

    What: The `joints` of a skeleton must have at least one node, and each node once.
    Why: Joints are numbered by their position in the list. A joint with two numbers has two bind poses.
    Fix: List every joint once.
    Source: STAIK_skeletons, "Skeletons", and the schema of a skeleton.
    """
    for i, skeleton in enumerate(scope.fact(skeleton_objects).skeletons):
        joints = [joint for joint in skeleton.joints or () if joint is not None]
        again = [
            joint
            for slot, joint in enumerate(skeleton.joints or ())
            if joint is not None and skeleton.slots[joint] != slot
        ]
        if skeleton.joints == ():
            where = skeleton_pointer(i, "joints")
            yield empty_or_repeated.at(where, skeleton=skeleton_name(scope, i), fault="has no joints")
        elif len(joints) > len(skeleton.slots):
            more = others(len(again), "joint")
            fault = f"lists {scope.named('node', again[0])} more than once{more}"
            where = skeleton_pointer(i, "joints")
            yield empty_or_repeated.at(where, skeleton=skeleton_name(scope, i), fault=fault)


@rule("STAIK-006", "error", "the root of {skeleton}, {root}, is not one of its joints")
def root_no_joint(scope: Scope) -> Iterator[Finding]:
    """Root of a skeleton is not a joint.

    What: The `root` of a skeleton must be in its `joints`.
    Why: The nodes between the joints and their root would be outside the skeleton.
    Fix: Add the node to `joints` and mark it, or name the topmost joint as root.
    Source: STAIK_skeletons, "Skeletons" (the root must be in the joints array).
    """
    for i, skeleton in enumerate(scope.fact(skeleton_objects).skeletons):
        if skeleton.root is not None and skeleton.joints is not None and skeleton.root not in skeleton.slots:
            names = {"skeleton": skeleton_name(scope, i), "root": scope.named("node", skeleton.root)}
            yield root_no_joint.at(skeleton_pointer(i, "root"), **names)


@rule("STAIK-007", "error", "{node} is a joint of both {skeleton} and {other}")
def shared_joint(scope: Scope) -> Iterator[Finding]:
    """Node is a joint of two skeletons.

    What: A node may be a joint of one skeleton only.
    Why: Engines cannot share a bone between skeletons.
    Fix: Merge the two skeletons, or remove the node from one.
    Source: STAIK_skeletons, "Overview" (joints are unique to skeletons).
    """
    objects = scope.fact(skeleton_objects)
    first: dict[int, int] = {}
    for i, skeleton in enumerate(objects.skeletons):
        for node, slot in skeleton.slots.items():
            other = first.setdefault(node, i)
            if other != i:
                names = {"skeleton": skeleton_name(scope, i), "other": skeleton_name(scope, other)}
                where = skeleton_pointer(i, "joints", slot)
                yield shared_joint.at(where, node=scope.named("node", node), **names)


@rule("STAIK-008", "error", "{node} is a joint of {skeleton}, but is {mark}")
def unmarked_joint(scope: Scope) -> Iterator[Finding]:
    """Joint is not marked with its skeleton.

    What: Every joint of a skeleton must have the extension object with the index of that skeleton.
    Why: Readers go by the mark, and do not treat the node as a joint without it.
    Fix: Give the node `"extensions": {"STAIK_skeletons": {"skeleton": …}}`.
    Source: STAIK_skeletons, "Nodes and Joints".
    """
    objects = scope.fact(skeleton_objects)
    reported: set[int] = set()
    for i, skeleton in enumerate(objects.skeletons):
        for node in skeleton.slots:
            mark = objects.marks.get(node)
            if mark != i and node not in reported:
                reported.add(node)
                words = "not marked as one" if mark is None else f"marked with {skeleton_name(scope, mark)}"
                names = {"node": scope.named("node", node), "skeleton": skeleton_name(scope, i)}
                yield unmarked_joint.at(pointer("nodes", node), **names, mark=words)


@rule("STAIK-009", "error", "{node} is marked as a joint of {skeleton}, which does not list it")
def unlisted_joint(scope: Scope) -> Iterator[Finding]:
    """Marked node is not a joint of its skeleton.

    What: Every node marked with a skeleton must be in the `joints` of that skeleton.
    Why: Where the mark and the list differ, readers disagree about the joints.
    Fix: Add the node to the `joints` of the skeleton, or remove the mark.
    Source: STAIK_skeletons, "Nodes and Joints" and "Skeletons".
    """
    objects = scope.fact(skeleton_objects)
    for node, skeleton in objects.marks.items():
        if node not in objects.skeletons[skeleton].slots:
            names = {"node": scope.named("node", node), "skeleton": skeleton_name(scope, skeleton)}
            yield unlisted_joint.at(pointer("nodes", node), **names)


class Top(Record):
    """A joint whose parent is not a joint of the same skeleton."""

    skeleton: int
    slot: int
    node: int
    parent: int | None


def tops(scope: Scope) -> list[Top]:
    """The tops of all skeletons: one each in a valid file."""
    objects = scope.fact(skeleton_objects)
    return [
        Top(i, slot, node, scope.parents[node])
        for i, skeleton in enumerate(objects.skeletons)
        for node, slot in skeleton.slots.items()
        if scope.parents[node] not in skeleton.slots
    ]


@rule("STAIK-011", "error", "joint {slot} of {skeleton}, {node}, {fault}")
def gap(scope: Scope) -> Iterator[Finding]:
    """Joint is not connected to the root.

    What: Every joint except the root must be a child of another joint of the same skeleton.
    Why: Bones form one tree. A node between two joints would be lost, with its transform.
    Fix: Make the node between them a joint; `pantin skeletons` does.
    Source: STAIK_skeletons, "Skeletons" (a complete subtree with a single root).
    """
    objects = scope.fact(skeleton_objects)
    spared: set[int] = set()
    for top in scope.fact(tops):
        root = objects.skeletons[top.skeleton].root
        # STAIK-004 reports a skeleton without a valid root; its first top counts as the root.
        if top.node == root or (root is None and top.skeleton not in spared):
            spared.add(top.skeleton)
            continue
        fault = "has no parent, but is not its root"
        if top.parent is not None:
            fault = f"is a child of {scope.named('node', top.parent)}, which is not a joint of this skeleton"
        names = {"skeleton": skeleton_name(scope, top.skeleton), "node": scope.named("node", top.node)}
        where = skeleton_pointer(top.skeleton, "joints", top.slot)
        yield gap.at(where, slot=top.slot, **names, fault=fault)


@rule(
    "STAIK-012",
    "error",
    "the root of {skeleton}, {root}, is a child of {parent}, which is a joint of the same skeleton",
)
def root_below_joint(scope: Scope) -> Iterator[Finding]:
    """Root of a skeleton is not its topmost joint.

    What: The parent of the `root` of a skeleton must not be one of its joints.
    Why: A skinned mesh follows the parent of the root, which must be outside the skeleton.
    Fix: Name the topmost joint as `root`.
    Source: STAIK_skeletons, "Skeletons" (the root of the connected joint tree).
    """
    for i, skeleton in enumerate(scope.fact(skeleton_objects).skeletons):
        parent = None if skeleton.root is None else scope.parents[skeleton.root]
        if parent is not None and parent in skeleton.slots:
            names = {"root": scope.named("node", skeleton.root), "parent": scope.named("node", parent)}
            where = skeleton_pointer(i, "root")
            yield root_below_joint.at(where, skeleton=skeleton_name(scope, i), **names)


@rule("STAIK-013", "error", "{skeleton} has the same root as {other}, {root}")
def shared_root(scope: Scope) -> Iterator[Finding]:
    """Two skeletons have the same root.

    What: Every skeleton must have its own `root`.
    Why: The root is a joint, and a joint belongs to one skeleton.
    Fix: Merge the two skeletons.
    Source: STAIK_skeletons, "Skeletons" (the root is unique).
    """
    first: dict[int, int] = {}
    for i, skeleton in enumerate(scope.fact(skeleton_objects).skeletons):
        if skeleton.root is not None and first.setdefault(skeleton.root, i) != i:
            other = skeleton_name(scope, first[skeleton.root])
            names = {"skeleton": skeleton_name(scope, i), "root": scope.named("node", skeleton.root)}
            yield shared_root.at(skeleton_pointer(i, "root"), **names, other=other)
