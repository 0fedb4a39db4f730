"""Rules about skeletons: what a skeleton is, and the order and the place of its joints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pantin.formats.g4mf.model import Node, is_index
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more

COMPONENTS = (
    "bone",
    "camera",
    "light",
    "meshInstance",
    "modelInstance",
    "physics",
    "skeleton",
)
OLDER_COMPONENTS = {"mesh": "meshInstance", "model": "modelInstance", "boneLength": "bone"}


def skeletons(scope: Scope) -> Iterator[tuple[int, Node]]:
    return ((at, node) for at, node in enumerate(scope.nodes) if node.skeleton is not None)


def joints(scope: Scope, node: Node) -> list[int | None]:
    """The joints of a skeleton that are nodes, each in its slot; None for −1 and for what is no node."""
    return [one if is_index(one, len(scope.nodes)) else None for one in node.joints]


@rule("G4MF-SKEL-001", "error", "skeleton is {value!r}, not an object")
def skeleton_is_object(scope: Scope) -> Iterator[Finding]:
    """`skeleton` is an object, which may be empty.

    Why: a node is a skeleton when it has one.
    Mend: write `{}`, or remove the member.
    Source: G4MF skeleton, Skeleton.
    """
    for node in scope.nodes:
        if "skeleton" in node.raw and node.skeleton is None:
            yield skeleton_is_object.at(f"{node.place}/skeleton", value=node.raw["skeleton"])


@rule("G4MF-SKEL-002", "error", "the node is several things at once: {keys}")
def node_is_one_thing(scope: Scope) -> Iterator[Finding]:
    """A node has at most one of bone, camera, light, meshInstance, modelInstance, physics and skeleton.

    Why: they exclude each other.
    Mend: give each its own node.
    Source: G4MF node; G4MF skeleton, Node Properties.
    """
    for node in scope.nodes:
        keys = {OLDER_COMPONENTS.get(key, key): key for key in node.raw}
        found = [keys[key] for key in COMPONENTS if key in keys]
        if len(found) > 1:
            yield node_is_one_thing.at(node.place, keys=", ".join(found))


def _is_slot(value: Any, count: int) -> bool:
    return is_index(value, count) or (isinstance(value, int) and not isinstance(value, bool) and value == -1)


@rule("G4MF-SKEL-003", "error", "joint {slot} is {value!r}, neither a node nor −1{more}")
def joints_are_nodes(scope: Scope) -> Iterator[Finding]:
    """Each joint is the index of a node, or −1.

    Why: other numbers name nothing.
    Mend: name the bone, or write −1 for a group that no bone moves.
    Source: G4MF skeleton, Joints.
    """
    for _, node in skeletons(scope):
        wrong = [at for at, one in enumerate(node.joints) if not _is_slot(one, len(scope.nodes))]
        if wrong:
            yield joints_are_nodes.at(
                f"{node.place}/skeleton/joints",
                slot=wrong[0],
                value=node.joints[wrong[0]],
                more=and_more(len(wrong)),
            )


@rule("G4MF-SKEL-004", "error", "joint {slot} is node {node}, which is no bone{more}")
def joints_are_bones(scope: Scope) -> Iterator[Finding]:
    """Each joint is a bone.

    Why: a node is a bone when it has `bone`, and only bones move vertices.
    Mend: give the node an empty `bone` object.
    Source: G4MF skeleton, Joints.
    """
    for _, node in skeletons(scope):
        wrong = [
            (slot, one)
            for slot, one in enumerate(joints(scope, node))
            if one is not None and scope.nodes[one].bone is None
        ]
        if wrong:
            yield joints_are_bones.at(
                f"{node.place}/skeleton/joints", slot=wrong[0][0], node=wrong[0][1], more=and_more(len(wrong))
            )


@rule(
    "G4MF-SKEL-005",
    "error",
    "joint {slot} is bone {bone}, which does not hang from this skeleton by bones{more}",
)
def joints_belong_here(scope: Scope) -> Iterator[Finding]:
    """Each joint reaches this skeleton through bones alone.

    Why: a bone belongs to the one skeleton at the top of its chain.
    Mend: make every node between the bone and the skeleton a bone, or name a bone of this skeleton.
    Source: G4MF skeleton, Joints.
    """
    for at, node in skeletons(scope):
        wrong = [
            (slot, one)
            for slot, one in enumerate(joints(scope, node))
            if one is not None and scope.nodes[one].bone is not None and scope.hierarchy.skeletons[one] != at
        ]
        if wrong:
            yield joints_belong_here.at(
                f"{node.place}/skeleton/joints", slot=wrong[0][0], bone=wrong[0][1], more=and_more(len(wrong))
            )


@rule("G4MF-SKEL-006", "error", "joint {slot} is node {node} after node {before}{more}")
def joints_ascend(scope: Scope) -> Iterator[Finding]:
    """Joints stand in increasing order of their nodes; one may repeat, and −1 counts for nothing.

    Why: the text asks for a strict order and allows repeats in one breath; this is what both can mean.
    Mend: sort the joints, and renumber the groups of the meshes with them.
    Source: G4MF skeleton, Joints.
    """
    for _, node in skeletons(scope):
        listed = [(slot, one) for slot, one in enumerate(joints(scope, node)) if one is not None]
        pairs = pairwise(listed)
        wrong = [(slot, one, before) for (_, before), (slot, one) in pairs if one < before]
        if wrong:
            slot, one, before = wrong[0]
            yield joints_ascend.at(
                f"{node.place}/skeleton/joints", slot=slot, node=one, before=before, more=and_more(len(wrong))
            )


@rule("G4MF-SKEL-007", "error", "bone {bone} comes in slot {slot}, before its parent bone {parent}{more}")
def parents_come_first(scope: Scope) -> Iterator[Finding]:
    """A parent bone stands before its children in the joints.

    Why: readers compute joints in order.
    Mend: reorder the joints, and renumber the groups of the meshes with them.
    Source: G4MF skeleton, Joints.
    """
    for _, node in skeletons(scope):
        first: dict[int, int] = {}
        for slot, one in enumerate(joints(scope, node)):
            if one is not None:
                first.setdefault(one, slot)
        parents = ((one, slot, scope.hierarchy.parents[one]) for one, slot in first.items())
        wrong = [(one, slot, up) for one, slot, up in parents if up is not None and first.get(up, -1) > slot]
        if wrong:
            bone, slot, parent = wrong[0]
            yield parents_come_first.at(
                f"{node.place}/skeleton/joints",
                bone=bone,
                slot=slot,
                parent=parent,
                more=and_more(len(wrong)),
            )


def _single_root(scope: Scope, at: int) -> int | None:
    """The only root bone of a skeleton; None where it has several or none."""
    roots = [one for one in scope.hierarchy.children(at) if scope.nodes[one].bone is not None]
    return roots[0] if len(roots) == 1 else None


@rule("G4MF-SKEL-008", "error", "the only root bone, node {bone}, is not the first child of the skeleton")
def root_bone_is_first_child(scope: Scope) -> Iterator[Finding]:
    """A single root bone is the first child of the skeleton's node.

    Why: readers look for it there.
    Mend: move it to the front of `children`.
    Source: G4MF skeleton, Joints.
    """
    for at, node in skeletons(scope):
        root = _single_root(scope, at)
        if root is not None and scope.hierarchy.children(at)[0] != root:
            yield root_bone_is_first_child.at(f"{node.place}/children", bone=root)


@rule("G4MF-SKEL-009", "error", "the only root bone, node {bone}, is joint {slot} and not the first")
def root_bone_is_first_joint(scope: Scope) -> Iterator[Finding]:
    """A single root bone that is a joint is the first joint, also before any −1.

    Why: readers take joint 0 for the root.
    Mend: put it first, and renumber the groups of the meshes.
    Source: G4MF skeleton, Joints.
    """
    for at, node in skeletons(scope):
        root = _single_root(scope, at)
        listed = joints(scope, node)
        if root is not None and root in listed and listed[0] != root:
            yield root_bone_is_first_joint.at(
                f"{node.place}/skeleton/joints", bone=root, slot=listed.index(root)
            )


@rule("G4MF-SKEL-010", "info", "joint {slot} is −1: its weights leave vertices untransformed{more}")
def empty_joint(scope: Scope) -> Iterator[Finding]:
    """Every joint is a bone.

    Why: a joint of −1 is allowed; vertices of that group stay at rest in the space of the skeleton.
    Mend: nothing, where that is meant.
    Source: G4MF skeleton, Joints.
    """
    for _, node in skeletons(scope):
        empty = [slot for slot, one in enumerate(node.joints) if one == -1 and not isinstance(one, bool)]
        if empty:
            yield empty_joint.at(f"{node.place}/skeleton/joints", slot=empty[0], more=and_more(len(empty)))


@rule("G4MF-SKEL-011", "info", "bone {bone} drives {count} groups{more}")
def repeated_joint(scope: Scope) -> Iterator[Finding]:
    """Every bone is one joint.

    Why: repeating a bone is allowed; it merges those groups.
    Mend: nothing, where that is meant.
    Source: G4MF skeleton, Joints.
    """
    for _, node in skeletons(scope):
        counts: dict[int, int] = {}
        for one in joints(scope, node):
            if one is not None:
                counts[one] = counts.get(one, 0) + 1
        again = [(one, count) for one, count in counts.items() if count > 1]
        if again:
            yield repeated_joint.at(
                f"{node.place}/skeleton/joints",
                bone=again[0][0],
                count=again[0][1],
                more=and_more(len(again)),
            )


@rule(
    "G4MF-SKEL-012", "warning", "mesh {mesh} hangs from this skeleton with its skin, but there are no joints"
)
def skeleton_has_joints(scope: Scope) -> Iterator[Finding]:
    """A skeleton with a skinned mesh has joints.

    Why: without joints nothing deforms.
    Mend: list the bones in `joints`, in the order of the mesh's groups.
    Source: G4MF skeleton, Joints.
    """
    for at, node in skeletons(scope):
        used = scope.meshes_of.get(at)
        if used and not node.joints:
            yield skeleton_has_joints.at(f"{node.place}/skeleton", mesh=used[0])


@rule(
    "G4MF-SKEL-013", "warning", "the mesh has a skin but is no direct child of the skeleton, node {skeleton}"
)
def skinned_mesh_is_direct_child(scope: Scope) -> Iterator[Finding]:
    """A mesh with a skin below a skeleton is its direct child.

    Why: only then the skeleton uses the skin; here the mesh follows its own node.
    Mend: make the node of the mesh a direct child of the skeleton's node.
    Source: G4MF skeleton, Overview.
    """
    nearest: dict[int, int | None] = {}
    for at in scope.hierarchy.order:
        up = scope.hierarchy.above(at)
        own = up is not None and scope.nodes[up].skeleton is not None
        nearest[at] = up if own or up is None else nearest[up]
    for use in scope.uses:
        above = nearest[use.node]
        if use.skeleton is None and scope.meshes[use.mesh].skin is not None and above is not None:
            yield skinned_mesh_is_direct_child.at(scope.nodes[use.node].place, skeleton=above)


RULES = (
    skeleton_is_object,
    node_is_one_thing,
    joints_are_nodes,
    joints_are_bones,
    joints_belong_here,
    joints_ascend,
    parents_come_first,
    root_bone_is_first_child,
    root_bone_is_first_joint,
    empty_joint,
    repeated_joint,
    skeleton_has_joints,
    skinned_mesh_is_direct_child,
)
