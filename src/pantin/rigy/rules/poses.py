"""Rules about poses."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, at, missing
from pantin.rigy.rules.shape import is_pose_rotation
from pantin.rigy.schema.document import is_read
from pantin.rigy.schema.kinds import UNREAD

UNIT = 1e-6
"""How far the square of a quaternion's length may be from 1 (Rigy chapter 12, V36)."""


@rule("RIGY-V36", "error", "the rotation of bone {bone!r} has {fault}")
def unit_rotation(scope: Scope) -> Iterator[Finding]:
    """The rotation of a posed bone is a unit quaternion of finite numbers.

    Why: any other one would stretch what it turns.
    Mend: divide its four numbers [w, x, y, z] by the length.
    Source: Rigy chapter 12, V36.
    """
    for pose in scope.document.poses:
        for bone, one in pose.bones.items():
            square = sum(part * part for part in one.rotation or (1.0,))
            if is_read(square) and abs(square - 1.0) > UNIT:
                fault = f"length {square**0.5:.6g}, not 1: divide its numbers by that"
                yield unit_rotation.at(at(one.path, "rotation"), bone=bone, fault=fault)
    for each in scope.faults("finite"):
        if is_pose_rotation(each.path):
            fault = f"{each.values['got']} in it, which is not a finite number"
            yield scope.placed(unit_rotation.at(at(each.path), bone=each.path[3], fault=fault), each)


@rule("RIGY-P82", "error", "pose {pose!r} moves the bone {bone!r}, which no armature has{hint}")
def known_bone(scope: Scope) -> Iterator[Finding]:
    """A pose moves bones of the document's armatures.

    Why: a misspelt bone would stay where it is.
    Mend: correct the name.
    Source: Rigy chapter 7, poses.
    """
    known = {bone.id for armature in scope.document.armatures for bone in armature.bones}
    for pose in scope.document.poses:
        for bone, one in pose.bones.items():
            if missing(bone, known):
                hint = scope.close_to(bone, known)
                found = known_bone.at(at(one.path), pose=pose.id, bone=bone, hint=hint)
                yield scope.unit.mark(found, key=True)


@rule("RIGY-P83", "error", "there is another pose {id!r}")
def pose_ids(scope: Scope) -> Iterator[Finding]:
    """Each pose has an id of its own.

    Why: a pose is chosen by its id.
    Mend: rename one of them.
    Source: Rigy chapter 7, poses.
    """
    seen: set[str] = set()
    for pose in scope.document.poses:
        if pose.id in seen and pose.id != UNREAD:
            yield pose_ids.at(at(pose.path, "id"), id=pose.id)
        seen.add(pose.id)


RULES = (unit_rotation, known_bone, pose_ids)
