"""Rules about skeletons: which nodes are skeletons, and which joints they have in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from pantin.formats.g4mf.model import COMPONENTS, Node, is_index
from pantin.formats.g4mf.naming import first_of
from pantin.formats.g4mf.rules.members import MESSAGE, member_rule
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more, counted


def skeletons(scope: Scope) -> Iterator[tuple[int, Node]]:
    return ((index, node) for index, node in enumerate(scope.nodes) if node.skeleton is not None)


def joints(scope: Scope, node: Node) -> list[int | None]:
    """The joints of a skeleton that are nodes, each in its slot; None for −1 and for an invalid index."""
    return [joint if is_index(joint, len(scope.nodes)) else None for joint in node.joints]


skeleton_not_object = member_rule(
    "G4MF-SKEL-001",
    """Skeleton is not an object.

    What: `skeleton` of a node is an object, which may be empty.
    Why: A node is a skeleton if it has this object. Another value is ignored.
    Fix: Write `{}`, or remove the member.
    Source: G4MF skeleton, Skeleton.
    """,
)


@rule("G4MF-SKEL-002", "error", "{node} has more than one component: {keys}")
def node_with_several_components(scope: Scope) -> Iterator[Finding]:
    """Node has more than one component.

    What: A node has at most one of bone, camera, light, meshInstance, modelInstance, physics and skeleton.
    Why: They exclude each other, and readers keep only one.
    Fix: Give each component its own node.
    Source: G4MF node; G4MF skeleton, Node Properties.
    """
    for node in scope.nodes:
        result = [key for key in COMPONENTS if key in node.raw]
        if len(result) > 1:
            described = scope.describe(node.pointer)
            yield node_with_several_components.at(node.pointer, node=described, keys=", ".join(result))


@rule("G4MF-SKEL-003", "error", MESSAGE)
def joint_not_node(scope: Scope) -> Iterator[Finding]:
    """Joint is not a node.

    What: Each entry of `joints` is the index of a node, or −1.
    Why: The joint does not exist, so its vertices are not moved.
    Fix: Write the index of the bone, or −1 for a group without a bone.
    Source: G4MF skeleton, Joints.
    """
    yield from scope.member_findings.get(joint_not_node.id, ())
    for index, node in skeletons(scope):
        slots = [(slot, joint) for slot, joint in enumerate(node.joints) if joint is not None]
        wrong = [(slot, joint) for slot, joint in slots if not -1 <= joint < len(scope.nodes)]
        if wrong and len(slots) == len(node.joints):
            yield joint_not_node.at(
                f"{node.pointer}/skeleton/joints",
                member=f"joint {first_of(wrong[0][0], len(wrong))} of {scope.skeleton(index)}",
                value=wrong[0][1],
                expected=f"the index of a node, or -1 (the file has {counted(len(scope.nodes), 'node')})",
            )


@rule("G4MF-SKEL-004", "error", "joint {slot} of {node} is {joint}, which is not a bone")
def joint_not_bone(scope: Scope) -> Iterator[Finding]:
    """Joint is not a bone.

    What: Each node in `joints` has a `bone` object.
    Why: Only bones move vertices.
    Fix: Give the node an empty `bone` object.
    Source: G4MF skeleton, Joints.
    """
    for index, node in skeletons(scope):
        wrong = [
            (slot, joint)
            for slot, joint in enumerate(joints(scope, node))
            if joint is not None and scope.nodes[joint].bone is None
        ]
        if wrong:
            slot, joint = wrong[0]
            yield joint_not_bone.at(
                f"{node.pointer}/skeleton/joints",
                slot=first_of(slot, len(wrong)),
                node=scope.skeleton(index),
                joint=scope.node(joint),
            )


@rule(
    "G4MF-SKEL-005",
    "error",
    "joint {slot} of {node} is {bone}, which does not belong to this skeleton",
)
def joint_of_other_skeleton(scope: Scope) -> Iterator[Finding]:
    """Joint belongs to another skeleton, or to none.

    What: All nodes between a joint and its skeleton are bones.
    Why: A bone belongs to the skeleton at the top of its chain of bones, and moves with that one only.
    Fix: Make every node between the bone and the skeleton a bone, or use a bone of this skeleton.
    Source: G4MF skeleton, Joints.
    """
    for index, node in skeletons(scope):
        wrong = [
            (slot, joint)
            for slot, joint in enumerate(joints(scope, node))
            if joint is not None
            and scope.nodes[joint].bone is not None
            and scope.hierarchy.skeletons[joint] != index
        ]
        if wrong:
            slot, joint = wrong[0]
            yield joint_of_other_skeleton.at(
                f"{node.pointer}/skeleton/joints",
                slot=first_of(slot, len(wrong)),
                node=scope.skeleton(index),
                bone=scope.bone(joint),
            )


@rule(
    "G4MF-SKEL-006",
    "error",
    "the joints of {node} are not sorted: joint {slot} is {joint}, after {before}",
)
def joints_not_sorted(scope: Scope) -> Iterator[Finding]:
    """Joints are not in ascending order.

    What: The node indices in `joints` never decrease. A node may repeat, and −1 is ignored.
    Why: The specification requires a strict order and also allows repeats; this is what both can mean.
    Fix: Sort the joints, and renumber the vertex groups of the meshes to match.
    Source: G4MF skeleton, Joints.
    """
    for index, node in skeletons(scope):
        slots = [(slot, joint) for slot, joint in enumerate(joints(scope, node)) if joint is not None]
        wrong = [(slot, joint, before) for (_, before), (slot, joint) in pairwise(slots) if joint < before]
        if wrong:
            slot, joint, before = wrong[0]
            yield joints_not_sorted.at(
                f"{node.pointer}/skeleton/joints",
                node=scope.skeleton(index),
                slot=first_of(slot, len(wrong)),
                joint=scope.bone(joint),
                before=scope.bone(before),
            )


@rule(
    "G4MF-SKEL-007",
    "error",
    "joint {slot} of {node} is {bone}, before its parent {parent}",
)
def bone_before_parent(scope: Scope) -> Iterator[Finding]:
    """Bone comes before its parent in the joints.

    What: A parent bone comes before its children in `joints`.
    Why: Readers compute the joints in order and need the parent first.
    Fix: Reorder the joints, and renumber the vertex groups of the meshes to match.
    Source: G4MF skeleton, Joints.
    """
    for index, node in skeletons(scope):
        first: dict[int, int] = {}
        for slot, joint in enumerate(joints(scope, node)):
            if joint is not None:
                first.setdefault(joint, slot)
        parents = ((bone, slot, scope.hierarchy.parents[bone]) for bone, slot in first.items())
        wrong = [
            (bone, slot, parent)
            for bone, slot, parent in parents
            if parent is not None and first.get(parent, -1) > slot
        ]
        if wrong:
            bone, slot, parent = wrong[0]
            yield bone_before_parent.at(
                f"{node.pointer}/skeleton/joints",
                slot=first_of(slot, len(wrong)),
                node=scope.skeleton(index),
                bone=scope.bone(bone),
                parent=scope.bone(parent),
            )


def _single_root(scope: Scope, skeleton: int) -> int | None:
    """The only root bone of a skeleton; None where it has several or none."""
    roots = [child for child in scope.hierarchy.children(skeleton) if scope.nodes[child].bone is not None]
    return roots[0] if len(roots) == 1 else None


@rule("G4MF-SKEL-008", "error", "root {bone} is not the first child of {node}")
def root_bone_not_first_child(scope: Scope) -> Iterator[Finding]:
    """Root bone is not the first child of the skeleton.

    What: Where a skeleton has one root bone, it is the first of its `children`.
    Why: Readers look for it there.
    Fix: Move it to the front of `children`.
    Source: G4MF skeleton, Joints.
    """
    for index, node in skeletons(scope):
        root = _single_root(scope, index)
        if root is not None and scope.hierarchy.children(index)[0] != root:
            yield root_bone_not_first_child.at(
                f"{node.pointer}/children", bone=scope.bone(root), node=scope.skeleton(index)
            )


@rule("G4MF-SKEL-009", "error", "root {bone} is joint {slot} of {node}; it must be joint 0")
def root_bone_not_first_joint(scope: Scope) -> Iterator[Finding]:
    """Root bone is not the first joint.

    What: Where a skeleton has one root bone, and it is a joint, it is joint 0, also before any −1.
    Why: Readers take joint 0 as the root.
    Fix: Put it first, and renumber the vertex groups of the meshes to match.
    Source: G4MF skeleton, Joints.
    """
    for index, node in skeletons(scope):
        root = _single_root(scope, index)
        slots = joints(scope, node)
        if root is not None and root in slots and slots[0] != root:
            yield root_bone_not_first_joint.at(
                f"{node.pointer}/skeleton/joints",
                bone=scope.bone(root),
                slot=slots.index(root),
                node=scope.skeleton(index),
            )


@rule("G4MF-SKEL-010", "info", "joint {slot} of {node} is -1, so its vertex group does not follow any bone")
def empty_joint(scope: Scope) -> Iterator[Finding]:
    """Joint without a bone.

    What: No entry of `joints` is −1.
    Why: −1 is allowed. The vertices of that group stay at rest in the space of the skeleton.
    Fix: Nothing to do if this is intended. Otherwise write the index of the bone.
    Source: G4MF skeleton, Joints.
    """
    for index, node in skeletons(scope):
        empty = [slot for slot, joint in enumerate(node.joints) if joint == -1]
        if empty:
            yield empty_joint.at(
                f"{node.pointer}/skeleton/joints",
                slot=first_of(empty[0], len(empty)),
                node=scope.skeleton(index),
            )


@rule("G4MF-SKEL-011", "info", "{bone} moves {count} vertex groups of {node}{more}")
def repeated_joint(scope: Scope) -> Iterator[Finding]:
    """Bone is more than one joint.

    What: Every bone is in `joints` at most once.
    Why: Repeating a bone is allowed. It moves all those vertex groups together.
    Fix: Nothing to do if this is intended. Otherwise remove the repeated joint.
    Source: G4MF skeleton, Joints.
    """
    for index, node in skeletons(scope):
        counts = Counter(joint for joint in joints(scope, node) if joint is not None)
        repeated = [(bone, count) for bone, count in counts.items() if count > 1]
        if repeated:
            yield repeated_joint.at(
                f"{node.pointer}/skeleton/joints",
                bone=scope.bone(repeated[0][0]),
                count=repeated[0][1],
                node=scope.skeleton(index),
                more=and_more(len(repeated)),
            )


@rule("G4MF-SKEL-012", "warning", "{node} has no joints, so skinned {mesh} is not deformed")
def skeleton_without_joints(scope: Scope) -> Iterator[Finding]:
    """Skeleton of a skinned mesh has no joints.

    What: A skeleton with a skinned mesh as a child has `joints`.
    Why: Without joints the mesh is not deformed.
    Fix: List the bones in `joints`, in the order of the vertex groups of the mesh.
    Source: G4MF skeleton, Joints.
    """
    for index, node in skeletons(scope):
        meshes = scope.meshes_of.get(index)
        if meshes and not node.joints:
            yield skeleton_without_joints.at(
                f"{node.pointer}/skeleton", node=scope.skeleton(index), mesh=scope.mesh(meshes[0])
            )


@rule(
    "G4MF-SKEL-013",
    "warning",
    "{node} has skinned {mesh}, but is not a direct child of {skeleton}, so it is not deformed",
)
def skinned_mesh_not_direct_child(scope: Scope) -> Iterator[Finding]:
    """Skinned mesh is not a direct child of its skeleton.

    What: A node with a skinned mesh below a skeleton is a direct child of the skeleton's node.
    Why: Only then the skeleton deforms the mesh. Here the mesh just follows its own node.
    Fix: Make the node of the mesh a direct child of the skeleton's node.
    Source: G4MF skeleton, Overview.
    """
    nearest: dict[int, int | None] = {}
    for index in scope.hierarchy.order:
        parent = scope.hierarchy.parent_of(index)
        under_skeleton = parent is not None and scope.nodes[parent].skeleton is not None
        nearest[index] = parent if under_skeleton or parent is None else nearest[parent]
    for use in scope.uses:
        skeleton = nearest[use.node]
        if use.skeleton is None and scope.meshes[use.mesh].skin is not None and skeleton is not None:
            yield skinned_mesh_not_direct_child.at(
                scope.nodes[use.node].pointer,
                node=scope.node(use.node),
                mesh=scope.mesh(use.mesh),
                skeleton=scope.skeleton(skeleton),
            )


RULES = (
    skeleton_not_object,
    node_with_several_components,
    joint_not_node,
    joint_not_bone,
    joint_of_other_skeleton,
    joints_not_sorted,
    bone_before_parent,
    root_bone_not_first_child,
    root_bone_not_first_joint,
    empty_joint,
    repeated_joint,
    skeleton_without_joints,
    skinned_mesh_not_direct_child,
)
