"""Rules about the humanoid of VRM 1.0: VRM-HB001 to VRM-HB006."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_vrm.rules.members import PATH, human_bones, vrm
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import quoted
from pantin.rig.human_bones import BONE_PARENTS, NEED_PARENT, REQUIRED_BONES, parent_bone

BONES = (*PATH, "humanoid", "humanBones")


def bones(scope: Scope) -> dict[str, int]:
    """The node of each known bone that exists; `scope.fact(bones)` computes them once."""
    count = len(scope.model.nodes)
    nodes = {name: bone.node for name, bone in human_bones(scope).items() if bone is not None}
    return {
        name: node
        for name, node in nodes.items()
        if node is not None and 0 <= node < count and name in BONE_PARENTS
    }


@rule("VRM-HB001", "error", "the humanoid has no {missing}")
def missing_bones(scope: Scope) -> Iterator[Finding]:
    """Humanoid lacks required bones.

    What: `humanBones` must have hips, spine, head, and the upper and lower part and the end of each limb.
    Why: A motion for any character moves these bones. Readers refuse the file.
    Fix: Name the nodes of these bones; add nodes where the model has none.
    Source: VRMC_vrm 1.0, humanoid, "List of humanoid bones".
    """
    humanoid = scope.fact(vrm).humanoid
    listed = None if humanoid is None else humanoid.human_bones
    if listed is not None:
        missing = [bone for bone in REQUIRED_BONES if bone not in listed]
        if missing:
            yield missing_bones.at(pointer(*BONES), missing=", ".join(missing))


@rule("VRM-HB002", "warning", "VRM 1.0 has no bone {name}")
def unknown_bone(scope: Scope) -> Iterator[Finding]:
    """Unknown humanoid bone.

    What: The members of `humanBones` should be bones of the specification.
    Why: Readers ignore others. VRM 0.x counted the bones of the thumb differently.
    Fix: Correct the name: thumbs have Metacarpal, Proximal and Distal.
    Source: VRMC_vrm 1.0, humanoid, "List of humanoid bones".
    """
    for name in human_bones(scope):
        if name not in BONE_PARENTS and name not in ("extensions", "extras"):
            yield unknown_bone.at(pointer(*BONES, name), name=quoted(name))


@rule("VRM-HB003", "error", "{node} is both {first} and {second}")
def shared_node(scope: Scope) -> Iterator[Finding]:
    """Two humanoid bones on one node.

    What: Each humanoid bone must be a separate node.
    Why: Both bones would rotate the node.
    Fix: Name another node for one of them, or remove an optional one.
    Source: VRMC_vrm 1.0, humanoid: bones must be unique.
    """
    owners: dict[int, str] = {}
    for name, node in scope.fact(bones).items():
        if node in owners:
            values = {"node": scope.named("node", node), "first": owners[node], "second": name}
            yield shared_node.at(pointer(*BONES, name, "node"), **values)
        owners.setdefault(node, name)


@rule("VRM-HB004", "error", "{bone} ({node}) is not below {parent} ({other})")
def misplaced_bone(scope: Scope) -> Iterator[Finding]:
    """Humanoid bone is not below its parent bone.

    What: The node of a humanoid bone must be a descendant of the node of its parent bone, or of the next
    one above that the model has.
    Why: Rotating the parent bone must move the bone: the lower arm follows the upper arm.
    Fix: Name the right nodes, or change their hierarchy.
    Source: VRMC_vrm 1.0, humanoid, "Humanoid bone parent-child relationship".
    """
    nodes_by_bone = scope.fact(bones)
    for name, node in nodes_by_bone.items():
        parent = parent_bone(name, nodes_by_bone)
        if (
            parent is not None
            and nodes_by_bone[parent] != node
            and not scope.hierarchy.is_within(node, nodes_by_bone[parent])
        ):
            values = {"bone": name, "node": scope.named("node", node)}
            values |= {"parent": parent, "other": scope.named("node", nodes_by_bone[parent])}
            yield misplaced_bone.at(pointer(*BONES, name, "node"), **values)


@rule("VRM-HB005", "error", "the humanoid has {bone}, but not {parent}")
def orphaned_bone(scope: Scope) -> Iterator[Finding]:
    """Humanoid bone needs its parent bone.

    What: A model that has `upperChest` must have `chest`, and one that has a segment of a finger must have
    the segments before it.
    Why: Motions assume that these bones come in order.
    Fix: Name the parent bone, or remove the bone from the map.
    Source: VRMC_vrm 1.0, humanoid, "Needs Parent Bone".
    """
    nodes_by_bone = scope.fact(bones)
    for name in nodes_by_bone:
        parent = BONE_PARENTS[name]
        if name in NEED_PARENT and parent is not None and parent not in nodes_by_bone:
            yield orphaned_bone.at(pointer(*BONES, name), bone=name, parent=parent)


@rule("VRM-HB006", "error", "{bone} ({node}) has the scale {scale}, expected numbers above 0")
def bad_scale(scope: Scope) -> Iterator[Finding]:
    """Humanoid bone has a scale of zero or less.

    What: The `scale` of the node of a humanoid bone must have positive numbers.
    Why: A motion cannot be transferred to a mirrored or flattened bone.
    Fix: Apply the scale to the mesh.
    Source: VRMC_vrm 1.0, humanoid, "Forbidden Transforms".
    """
    for name, node in scope.fact(bones).items():
        bone_node = scope.model.nodes[node]
        scale = None if bone_node is None else bone_node.scale
        if scale is not None and any(part is not None and part <= 0 for part in scale):
            values = {"bone": name, "node": scope.named("node", node)}
            words = f"[{', '.join(f'{part:g}' for part in scale)}]"
            yield bad_scale.at(pointer("nodes", node, "scale"), **values, scale=words)


RULES: tuple[Rule[[Scope]], ...] = (
    missing_bones,
    unknown_bone,
    shared_node,
    misplaced_bone,
    orphaned_bone,
    bad_scale,
)
