"""Rules about bones: where they hang, their lengths, masses and shapes, and whether they can be bound."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from pantin.formats.g4mf.bones import carriers
from pantin.formats.g4mf.model import Node, is_index, number
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.g4mf.rules.skeleton import joints, skeletons
from pantin.formats.g4mf.support import HIGHEST
from pantin.formats.g4mf.transform import rest_maps
from pantin.maths import affine
from pantin.report import Finding, rule

MASS_TOLERANCE = 1e-6
"""How far masses may sum from the body's, relative to it: a few dozen masses rounded to float32."""


def bones(scope: Scope) -> Iterator[tuple[int, Node]]:
    return ((at, node) for at, node in enumerate(scope.nodes) if node.bone is not None)


@rule("G4MF-BONE-001", "error", "bone is {value!r}, not an object")
def bone_is_object(scope: Scope) -> Iterator[Finding]:
    """`bone` is an object, which may be empty.

    Why: a node is a bone when it has one.
    Mend: write `{}`, or remove the member.
    Source: G4MF skeleton, Bone.
    """
    for node in scope.nodes:
        if "bone" in node.raw and not isinstance(node.raw["bone"], dict):
            yield bone_is_object.at(f"{node.place}/bone", value=node.raw["bone"])


@rule("G4MF-BONE-002", "error", "the parent of the bone is {parent}, neither a bone nor a skeleton")
def parent_is_bone_or_skeleton(scope: Scope) -> Iterator[Finding]:
    """The parent of a bone is a bone or a skeleton.

    Why: bones form unbroken chains up to their skeleton.
    Mend: make the parent a bone, or hang the bone elsewhere.
    Source: G4MF skeleton, Bone.
    """
    for at, node in bones(scope):
        above = scope.hierarchy.parents[at]
        if above is None:
            yield parent_is_bone_or_skeleton.at(f"{node.place}/bone", parent="missing")
        elif scope.nodes[above].bone is None and scope.nodes[above].skeleton is None:
            yield parent_is_bone_or_skeleton.at(f"{node.place}/bone", parent=f"node {above}")


@rule("G4MF-BONE-003", "error", "the bone belongs to {what}")
def bone_has_one_skeleton(scope: Scope) -> Iterator[Finding]:
    """A bone belongs to exactly one skeleton.

    Why: the skeleton at the top of its chain of bones is the one it moves with.
    Mend: hang the chain from a skeleton, and list each node as a child once.
    Source: G4MF skeleton, Bone.
    """
    parents = Counter(child for node in scope.nodes for child in set(node.children))
    for at, node in bones(scope):
        if at and parents[at] > 1:
            yield bone_has_one_skeleton.at(f"{node.place}/bone", what=f"{parents[at]} parents")
        elif scope.hierarchy.skeletons[at] is None:
            yield bone_has_one_skeleton.at(f"{node.place}/bone", what="no skeleton")


def _unfit(value: object) -> bool:
    return not number(value) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0


@rule("G4MF-BONE-004", "error", "the length is {value!r}: {why}")
def bone_length_is_sound(scope: Scope) -> Iterator[Finding]:
    """The length of a bone is not negative, and there is a Y axis to measure it along.

    Why: −1 stands for "undefined" in memory and is not written.
    Mend: leave `length` out where there is none.
    Source: G4MF skeleton, Length.
    """
    for _, node in bones(scope):
        value = (node.bone or {}).get("length")
        place = f"{node.place}/bone/length" if "bone" in node.raw else f"{node.place}/boneLength"
        if value is not None and _unfit(value):
            yield bone_length_is_sound.at(place, value=value, why="it must be a number of at least 0")
        elif value is not None and 0 < scope.dimension < 2:
            yield bone_length_is_sound.at(place, value=value, why="one dimension has no Y axis")


@rule("G4MF-BONE-005", "error", "the mass is {value!r}, not a number of at least 0")
def bone_mass_is_sound(scope: Scope) -> Iterator[Finding]:
    """The mass of a bone is not negative; 0 is allowed.

    Why: −1 stands for "undefined" in memory and is not written.
    Mend: leave `mass` out where there is none.
    Source: G4MF skeleton, Mass.
    """
    for _, node in bones(scope):
        value = (node.bone or {}).get("mass")
        if value is not None and _unfit(value):
            yield bone_mass_is_sound.at(f"{node.place}/bone/mass", value=value)


@rule("G4MF-BONE-006", "error", "the shape is {value!r}; there are {count} shapes")
def bone_shape_exists(scope: Scope) -> Iterator[Finding]:
    """The shape of a bone is the index of a shape.

    Why: −1 stands for "undefined" in memory and is not written.
    Mend: name a shape of the file, or leave `shape` out.
    Source: G4MF skeleton, Shape.
    """
    count = scope.listed("shapes")
    for _, node in bones(scope):
        bone = node.bone or {}
        if "shape" in bone and not is_index(bone["shape"], count):
            yield bone_shape_exists.at(f"{node.place}/bone/shape", value=bone["shape"], count=count)


@rule("G4MF-BONE-007", "error", "the bone has a shape but no length")
def bone_shape_has_length(scope: Scope) -> Iterator[Finding]:
    """A bone with a shape has a length.

    Why: the shape is placed at the middle of the length.
    Mend: add `length`.
    Source: G4MF skeleton, Shape.
    """
    for _, node in bones(scope):
        bone = node.bone or {}
        if "shape" in bone and "length" not in bone:
            yield bone_shape_has_length.at(f"{node.place}/bone")


@rule("G4MF-BONE-008", "warning", "the bones weigh {total:g} together, the body {mass:g}")
def masses_sum_to_body(scope: Scope) -> Iterator[Finding]:
    """Where all bones have masses, they sum to the mass of the physics body above the skeleton.

    Why: a ragdoll made of them should weigh what the body does.
    Mend: scale the masses, or leave some out to share the rest.
    Source: G4MF skeleton, Mass.
    """
    for at, node in skeletons(scope):
        above = scope.hierarchy.parents[at]
        physics = None if above is None else scope.nodes[above].raw.get("physics")
        motion = physics.get("motion") if isinstance(physics, dict) else None
        masses = [(scope.nodes[one].bone or {}).get("mass") for one in scope.hierarchy.bones_of(at)]
        if not isinstance(motion, dict) or not masses or not all(number(one) for one in masses):
            continue
        total = math.fsum(float(one) for one in masses if one is not None)
        mass = motion.get("mass", 1.0)
        if number(mass) and abs(total - mass) > MASS_TOLERANCE * max(abs(mass), 1.0):
            yield masses_sum_to_body.at(f"{node.place}/skeleton", total=total, mass=mass)


@rule("G4MF-BONE-009", "warning", "the bone has mass 0, and no bone above it has any")
def massless_bone_has_carrier(scope: Scope) -> Iterator[Finding]:
    """A bone of mass 0 has a bone with mass above it.

    Why: it lends its shape to the first bone above that has mass.
    Mend: give a bone above it a mass.
    Source: G4MF skeleton, Mass.
    """
    masses = {at: (node.bone or {}).get("mass") for at, node in bones(scope)}
    for at, carrier in carriers(scope.hierarchy, masses).items():
        if carrier is None:
            yield massless_bone_has_carrier.at(f"{scope.nodes[at].place}/bone/mass")


@rule(
    "G4MF-BONE-010", "warning", "the rest transform of the bone flattens space, so nothing can be bound to it"
)
def bone_can_be_bound(scope: Scope) -> Iterator[Finding]:
    """The rest transform of a bone can be inverted.

    Why: a mesh is bound by the inverse of where the bone rests. An error where a mesh uses the joint.
    Mend: give every axis of the bone, and of the nodes above it, a length.
    Source: G4MF characters, inverse binds.
    """
    listed = list(bones(scope))
    if not listed or not 1 <= scope.dimension <= HIGHEST:
        return
    maps = rest_maps(scope.model, scope.hierarchy)
    _, singular = affine.invert(maps)
    used = {one for at in scope.meshes_of for one in joints(scope, scope.nodes[at])}
    for at, node in listed:
        if singular[at]:
            found = bone_can_be_bound.at(node.place)
            yield replace(found, severity="error") if at in used else found


RULES = (
    bone_is_object,
    parent_is_bone_or_skeleton,
    bone_has_one_skeleton,
    bone_length_is_sound,
    bone_mass_is_sound,
    bone_shape_exists,
    bone_shape_has_length,
    masses_sum_to_body,
    massless_bone_has_carrier,
    bone_can_be_bound,
)
