"""Rules about armatures, their bones, and poses."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.formats.rigy.rules.scope import Scope, missing, pointer_to
from pantin.formats.rigy.rules.values import is_pose_rotation
from pantin.formats.rigy.schema.document import Armature, is_read
from pantin.formats.rigy.schema.keys import EXACT
from pantin.formats.rigy.schema.kinds import UNREAD
from pantin.report import Finding, rule

EPSILON = 1e-9
"""Metres. A bone shorter than this has no direction (Rigy chapter 12, V06)."""


@rule("RIGY-V05", "error", "bone {id!r} is its own ancestor: {loop}")
def bone_cycle(scope: Scope) -> Iterator[Finding]:
    """Cycle of bone parents.

    What: Following the parents of any bone must end at a root bone.
    Why: Bones in a cycle have no world transform.
    Fix: Give one bone of the cycle another parent, or none.
    Source: Rigy chapter 12, V05.
    """
    for armature in scope.document.armatures:
        bones = {bone.id: bone for bone in reversed(armature.bones)}
        for cycle in _cycles(armature):
            bone = bones[cycle[0]]
            names = " → ".join([*cycle, cycle[0]])
            yield bone_cycle.at(pointer_to(bone.path, "parent"), id=bone.id, loop=names)


def _cycles(armature: Armature) -> Iterator[list[str]]:
    """Each cycle of parents once, starting with its first bone in the document."""
    parents = {bone.id: None if bone.is_root else bone.parent for bone in reversed(armature.bones)}
    done: set[str] = set()
    for start in [bone.id for bone in armature.bones]:
        trail: dict[str, None] = {}
        name: str | None = start
        while name in parents and name not in done and name not in trail and name != UNREAD:
            trail[name] = None
            name = parents[name]
        if name is not None and name in trail:
            cycle = list(trail)
            yield cycle[cycle.index(name) :]
        done.update(trail)  # not |=, which copies the set for the keys of a dict


@rule("RIGY-V06", "error", "bone {id!r} has zero length: head and tail are both at {head}")
def bone_length(scope: Scope) -> Iterator[Finding]:
    """Bone has zero length.

    What: The head and tail of a bone must be more than 1e-9 m apart.
    Why: A bone without length has no direction.
    Fix: Move the tail.
    Source: Rigy chapter 12, V06.
    """
    for armature in scope.document.armatures:
        for bone in armature.bones:
            if is_read(*bone.head, *bone.tail) and math.dist(bone.head, bone.tail) < EPSILON:
                yield bone_length.at(pointer_to(bone.path, "tail"), id=bone.id, head=list(bone.head))


@rule("RIGY-P30", "error", "bone {id!r} has unknown parent {parent!r} in armature {armature!r}{hint}")
def known_parent(scope: Scope) -> Iterator[Finding]:
    """Unknown parent bone.

    What: The parent of a bone must be the id of another bone of the same armature, or none.
    Why: The bone has no place in the hierarchy.
    Fix: Correct the name, or write none for a root bone. The reference profile reports a warning instead.
    Source: Rigy 0.3, Default Binding (parent: none).
    """
    for armature in scope.document.armatures:
        known = {bone.id for bone in armature.bones}
        for bone in armature.bones:
            if not bone.is_root and missing(bone.parent, known):
                values = {"parent": bone.parent, "armature": armature.id}
                hint = scope.suggest(bone.parent, (*known, "none"))
                yield known_parent.at(pointer_to(bone.path, "parent"), id=bone.id, hint=hint, **values)


@rule("RIGY-P31", "error", "armature {armature!r} has more than one root bone: {first!r} and {id!r}")
def one_root(scope: Scope) -> Iterator[Finding]:
    """More than one root bone.

    What: An armature must have exactly one bone with parent: none.
    Why: Vertices without weights are bound to the root bone, and a skin has one.
    Fix: Make one of them a child of the other. The reference profile reports a warning instead.
    Source: Rigy 0.3, Default Binding: the bone with parent: none.
    """
    for armature in scope.document.armatures:
        roots = [bone for bone in armature.bones if bone.is_root]
        for bone in roots[1:]:
            values = {"armature": armature.id, "first": roots[0].id}
            yield one_root.at(pointer_to(bone.path, "parent"), id=bone.id, **values)


@rule("RIGY-P32", "error", "armature {id!r} has no bones")
def some_bones(scope: Scope) -> Iterator[Finding]:
    """Armature has no bones.

    What: An armature must have at least one bone.
    Why: There is nothing to bind a mesh to.
    Fix: Add a bone with parent: none, or remove the armature.
    Source: Rigy 0.3, Default Binding.
    """
    broken = {fault.path[:-1] for fault in scope.faults("type")}
    for armature in scope.document.armatures:
        if not armature.bones and armature.path not in broken:
            yield some_bones.at(pointer_to(armature.path), id=armature.id)


@rule("RIGY-P33", "info", "armature {id!r} is not bound to any mesh, so it is omitted")
def unbound_armature(scope: Scope) -> Iterator[Finding]:
    """Unbound armature.

    What: Reports each armature that no binding refers to.
    Why: Only armatures that move a mesh are written to the model.
    Fix: Add a binding, or remove the armature.
    Source: Rigy chapter 13.
    """
    bound = {binding.armature_id for binding in scope.document.bindings}
    if not bound <= scope.armatures.keys():
        return  # a binding with a misspelt armature may be meant
    for armature in scope.document.armatures:
        if armature.id and armature.bones and armature.id not in bound:
            yield unbound_armature.at(pointer_to(armature.path, "id"), id=armature.id)


@rule(
    "RIGY-W03",
    "warning",
    "root bone {id!r} of armature {armature!r} is not at the origin: its head is at {head}",
)
def root_at_origin(scope: Scope) -> Iterator[Finding]:
    """Root bone is not at the origin.

    What: By convention the head of the root bone is at [0, 0, 0].
    Why: Tools that move a whole model move its root bone.
    Fix: Nothing has to change; add a root bone at [0, 0, 0] if your tools expect one.
    Source: Rigy chapter 12, W03.
    """
    for armature in scope.document.armatures:
        root = next((bone for bone in armature.bones if bone.is_root), None)
        if root is not None and math.dist(root.head, (0.0, 0.0, 0.0)) > EPSILON:
            yield root_at_origin.at(
                pointer_to(root.path, "head"), id=root.id, armature=armature.id, head=list(root.head)
            )


RULES = (bone_cycle, bone_length, known_parent, one_root, some_bones, unbound_armature, root_at_origin)
LENIENT = ("RIGY-P30", "RIGY-P31")


@rule("RIGY-V36", "error", "the rotation of bone {bone!r} in pose {pose!r} {fault}")
def unit_rotation(scope: Scope) -> Iterator[Finding]:
    """Pose rotation is not a unit quaternion.

    What: The rotation of a bone in a pose must be four finite numbers [w, x, y, z] of length 1.
    Why: Any other quaternion also scales what it rotates.
    Fix: Divide its four numbers by their length.
    Source: Rigy chapter 12, V36.
    """
    for pose in scope.document.poses:
        for bone, posed in pose.bones.items():
            square = sum(part * part for part in posed.rotation or (1.0,))
            if is_read(square) and abs(square - 1.0) > EXACT:
                fault = f"has length {square**0.5:.6g}, not 1; it is a quaternion [w, x, y, z]"
                yield unit_rotation.at(
                    pointer_to(posed.path, "rotation"), bone=bone, pose=pose.id, fault=fault
                )
    for number in scope.faults("finite"):
        if is_pose_rotation(number.path):
            pose_id = next(pose.id for pose in scope.document.poses if pose.path == number.path[:2])
            words = {"pose": pose_id, "bone": str(number.path[3])}
            fault = f"contains {number.values['got']}, which is not finite"
            yield scope.at_fault(unit_rotation.at(pointer_to(number.path), **words, fault=fault), number)


@rule(
    "RIGY-P85",
    "warning",
    "the rotation of bone {bone!r} in pose {pose!r} has length {length}; it is read as {corrected}",
)
def rounded_rotation(scope: Scope) -> Iterator[Finding]:
    """Pose rotation was rounded.

    What: The rotation of a bone in a pose should have length 1. One that differs by less than 0.001 is
    normalised.
    Why: Other compilers reject the document.
    Fix: Write the value of the message.
    Source: Rigy chapter 12, V36.
    """
    for fault in scope.faults("rounded rotation"):
        pose = next((pose.id for pose in scope.document.poses if pose.path == fault.path[:2]), "")
        words = {"pose": pose, "bone": str(fault.path[3]), **fault.values}
        yield scope.at_fault(rounded_rotation.at(pointer_to(fault.path), **words), fault)


@rule(
    "RIGY-P86",
    "info",
    "the rotation of bone {bone!r} in pose {pose!r} is 180°: the order is [w, x, y, z], and {meant} is "
    "{written}",
)
def swapped_rotation(scope: Scope) -> Iterator[Finding]:
    """Pose rotation may be in another order.

    What: Reports a rotation whose first number is 0 and whose last is not: 180° in the order [w, x, y, z] of
    Rigy, and another angle in the order [x, y, z, w] of glTF, where [0, 0, 0, 1] rotates nothing.
    Why: A quaternion that is copied from glTF has length 1 too, and turns the bone elsewhere.
    Fix: Write w first. A rotation by 180° that is meant needs no change.
    Source: Rigy chapter 7.3.
    """
    for pose in scope.document.poses:
        for bone, posed in pose.bones.items():
            if posed.rotation is None or posed.rotation[0] != 0.0 or not abs(posed.rotation[3]) > EXACT:
                continue
            *first, last = (f"{part:g}" for part in posed.rotation)
            written = f"[{', '.join([last, *first])}]"
            words = {"pose": pose.id, "bone": bone, "written": written}
            meant = "no rotation" if abs(posed.rotation[3]) == 1.0 else "the rotation that glTF has here"
            yield swapped_rotation.at(pointer_to(posed.path, "rotation"), **words, meant=meant)


@rule("RIGY-P82", "error", "pose {pose!r} moves unknown bone {bone!r}{hint}")
def known_bone(scope: Scope) -> Iterator[Finding]:
    """Pose refers to an unknown bone.

    What: The bones of a pose must be bones of the armatures of the document.
    Why: A misspelt bone would silently keep its rest pose.
    Fix: Correct the name.
    Source: Rigy chapter 7, poses.
    """
    known = {bone.id for armature in scope.document.armatures for bone in armature.bones}
    for pose in scope.document.poses:
        for bone, posed in pose.bones.items():
            if missing(bone, known):
                hint = scope.suggest(bone, known)
                finding = known_bone.at(pointer_to(posed.path), pose=pose.id, bone=bone, hint=hint)
                yield scope.source.locate(finding, key=True)


@rule("RIGY-P83", "error", "duplicate pose id {id!r}")
def pose_ids(scope: Scope) -> Iterator[Finding]:
    """Duplicate pose id.

    What: The ids of poses must be unique.
    Why: Poses are selected by id.
    Fix: Rename one of them.
    Source: Rigy chapter 7, poses.
    """
    seen: set[str] = set()
    for pose in scope.document.poses:
        if pose.id in seen and pose.id != UNREAD:
            yield pose_ids.at(pointer_to(pose.path, "id"), id=pose.id)
        seen.add(pose.id)


POSES = (unit_rotation, rounded_rotation, swapped_rotation, known_bone, pose_ids)
