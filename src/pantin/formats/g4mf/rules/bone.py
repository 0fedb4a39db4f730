"""Rules about bones: their parents, lengths, masses and shapes, and whether a mesh can be bound to them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from pantin.base.records import replace
from pantin.formats.g4mf.bones import carriers
from pantin.formats.g4mf.model import Node
from pantin.formats.g4mf.requirements import HIGHEST
from pantin.formats.g4mf.rules.members import MESSAGE, member_rule
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.g4mf.rules.skeleton import joints, skeletons
from pantin.formats.g4mf.transform import rest_transforms
from pantin.maths import affine
from pantin.report import Finding, rule
from pantin.report.wording import counted

MASS_TOLERANCE = 1e-6
"""How far the sum of masses may be from the body's, relative to it: a few dozen masses rounded to float32."""


def bones(scope: Scope) -> Iterator[tuple[int, Node]]:
    return ((index, node) for index, node in enumerate(scope.nodes) if node.bone is not None)


bone_not_object = member_rule(
    "G4MF-BONE-001",
    """Bone is not an object.

    What: `bone` of a node is an object, which may be empty.
    Why: A node is a bone if it has this object. Another value is ignored.
    Fix: Write `{}`, or remove the member.
    Source: G4MF skeleton, Bone.
    """,
)


@rule("G4MF-BONE-002", "error", "{bone} has {parent}; expected a bone or a skeleton as its parent")
def bone_with_other_parent(scope: Scope) -> Iterator[Finding]:
    """Parent of a bone is neither a bone nor a skeleton.

    What: The parent of a bone is a bone or a skeleton.
    Why: Bones form unbroken chains up to their skeleton. A bone outside of a chain moves nothing.
    Fix: Make the parent a bone, or move the bone to another parent.
    Source: G4MF skeleton, Bone.
    """
    for index, node in bones(scope):
        parent = scope.hierarchy.parents[index]
        if parent is None:
            described = "no parent"
        elif scope.nodes[parent].bone is None and scope.nodes[parent].skeleton is None:
            described = f"parent {scope.node(parent)}"
        else:
            continue
        yield bone_with_other_parent.at(f"{node.pointer}/bone", bone=scope.bone(index), parent=described)


@rule("G4MF-BONE-003", "error", "{bone} {fault}")
def bone_without_single_skeleton(scope: Scope) -> Iterator[Finding]:
    """Bone does not belong to exactly one skeleton.

    What: Every bone has one parent, and its chain of bones ends at a skeleton.
    Why: A bone moves with the skeleton at the top of its chain. Without one it moves nothing.
    Fix: Make the chain a child of a skeleton, and list each node as a child once.
    Source: G4MF skeleton, Bone.
    """
    parents = Counter(child for node in scope.nodes for child in set(node.children))
    for index, node in bones(scope):
        if index and parents[index] > 1:
            fault = f"has {counted(parents[index], 'parent')}"
        elif scope.hierarchy.skeletons[index] is None:
            fault = "does not belong to a skeleton"
        else:
            continue
        yield bone_without_single_skeleton.at(f"{node.pointer}/bone", bone=scope.bone(index), fault=fault)


@rule("G4MF-BONE-004", "error", MESSAGE)
def bone_length_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid bone length.

    What: `length` of a bone is a number of at least 0, and the file has a Y axis.
    Why: The length is measured along Y. −1 means "undefined" in memory and is not allowed in files.
    Fix: Correct the length, or remove it.
    Source: G4MF skeleton, Length.
    """
    yield from scope.member_findings.get(bone_length_invalid.id, ())
    for index, node in bones(scope):
        length = node.bone.length if node.bone is not None else None
        if length is not None and 0 < scope.dimension < 2:
            yield bone_length_invalid.at(
                f"{node.pointer}/bone/length",
                member=f"the length of {scope.bone(index)}",
                value=length,
                expected="none, as a file of 1 dimension has no Y axis to measure it along",
            )


bone_mass_invalid = member_rule(
    "G4MF-BONE-005",
    """Invalid bone mass.

    What: `mass` of a bone is a number of at least 0.
    Why: −1 means "undefined" in memory and is not allowed in files.
    Fix: Correct the mass, or remove it.
    Source: G4MF skeleton, Mass.
    """,
)

bone_shape_missing = member_rule(
    "G4MF-BONE-006",
    """Bone has a shape that does not exist.

    What: `shape` of a bone is the index of a shape.
    Why: The shape is missing. −1 means "undefined" in memory and is not allowed in files.
    Fix: Correct the index, or remove `shape`.
    Source: G4MF skeleton, Shape.
    """,
)


@rule("G4MF-BONE-007", "error", "{bone} has a shape but no length")
def bone_shape_without_length(scope: Scope) -> Iterator[Finding]:
    """Bone has a shape but no length.

    What: A bone with `shape` has `length`.
    Why: The shape is placed at the middle of the length.
    Fix: Add `length`, or remove `shape`.
    Source: G4MF skeleton, Shape.
    """
    for index, node in bones(scope):
        raw = {} if node.bone is None else node.bone.raw
        if "shape" in raw and "length" not in raw:
            yield bone_shape_without_length.at(f"{node.pointer}/bone", bone=scope.bone(index))


@rule(
    "G4MF-BONE-008",
    "warning",
    "the bones of {skeleton} have a total mass of {total:g}, but its physics body has mass {mass:g}",
)
def masses_do_not_sum_to_body(scope: Scope) -> Iterator[Finding]:
    """Masses of bones do not sum to the mass of the body.

    What: If all bones of a skeleton have a mass, the masses sum to the mass of the physics body that is the
    parent of the skeleton.
    Why: A ragdoll made of the bones should weigh as much as the body.
    Fix: Scale the masses, or remove some of them, so that those bones share the rest.
    Source: G4MF skeleton, Mass.
    """
    for index, node in skeletons(scope):
        parent = scope.hierarchy.parents[index]
        physics = None if parent is None else scope.nodes[parent].physics
        masses = [scope.nodes[bone].mass for bone in scope.hierarchy.bones_of(index)]
        if physics is None or physics.motion is None or not masses or None in masses:
            continue
        total = math.fsum(mass for mass in masses if mass is not None)
        mass = physics.motion.mass if "mass" in physics.motion.raw else 1.0
        if mass is not None and abs(total - mass) > MASS_TOLERANCE * max(abs(mass), 1.0):
            yield masses_do_not_sum_to_body.at(
                f"{node.pointer}/skeleton", skeleton=scope.skeleton(index), total=total, mass=mass
            )


@rule("G4MF-BONE-009", "warning", "{bone} has mass 0, and none of its ancestor bones has a mass")
def massless_bone_without_carrier(scope: Scope) -> Iterator[Finding]:
    """Massless bone has no ancestor with a mass.

    What: A bone of mass 0 has an ancestor bone with a mass.
    Why: Its shape belongs to the first ancestor bone with a mass. Here there is none.
    Fix: Give one of its ancestor bones a mass.
    Source: G4MF skeleton, Mass.
    """
    masses = {index: node.mass for index, node in bones(scope)}
    for index, carrier in carriers(scope.hierarchy, masses).items():
        if carrier is None:
            yield massless_bone_without_carrier.at(
                f"{scope.nodes[index].pointer}/bone/mass", bone=scope.bone(index)
            )


@rule(
    "G4MF-BONE-010", "warning", "the rest transform of {bone} cannot be inverted (zero scale along an axis)"
)
def bone_not_invertible(scope: Scope) -> Iterator[Finding]:
    """Rest transform of a bone cannot be inverted.

    What: The world transform of a bone at rest can be inverted. An error if a mesh uses the joint.
    Why: A mesh is bound with the inverse of this transform, so it cannot follow the bone.
    Fix: Give every axis of the bone and of its ancestors a scale other than 0.
    Source: G4MF characters, inverse binds.
    """
    listed = list(bones(scope))
    if not listed or not 1 <= scope.dimension <= HIGHEST:
        return
    _, singular = affine.invert(rest_transforms(scope.model, scope.hierarchy))
    used = {joint for skeleton in scope.meshes_of for joint in joints(scope, scope.nodes[skeleton])}
    for index, node in listed:
        if singular[index]:
            finding = bone_not_invertible.at(node.pointer, bone=scope.bone(index))
            yield replace(finding, severity="error") if index in used else finding


RULES = (
    bone_not_object,
    bone_with_other_parent,
    bone_without_single_skeleton,
    bone_length_invalid,
    bone_mass_invalid,
    bone_shape_missing,
    bone_shape_without_length,
    masses_do_not_sum_to_body,
    massless_bone_without_carrier,
    bone_not_invertible,
)
