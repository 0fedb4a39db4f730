"""Rules about poses."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, at, missing
from pantin.rigy.rules.shape import is_pose_rotation
from pantin.rigy.schema.document import is_read
from pantin.rigy.schema.kinds import UNREAD

UNIT = 1e-6
"""How far the squared length of a quaternion may be from 1 (Rigy chapter 12, V36)."""


@rule("RIGY-V36", "error", "the rotation of bone {bone!r} in pose {pose!r} {fault}")
def unit_rotation(scope: Scope) -> Iterator[Finding]:
    """Pose rotation is not a unit quaternion.

    What: The rotation of a bone in a pose must be four finite numbers [w, x, y, z] of length 1.
    Why: any other quaternion also scales what it rotates.
    Fix: divide its four numbers by their length.
    Source: Rigy chapter 12, V36.
    """
    for pose in scope.document.poses:
        for bone, posed in pose.bones.items():
            square = sum(part * part for part in posed.rotation or (1.0,))
            if is_read(square) and abs(square - 1.0) > UNIT:
                fault = f"has length {square**0.5:.6g}, not 1"
                yield unit_rotation.at(at(posed.path, "rotation"), bone=bone, pose=pose.id, fault=fault)
    for number in scope.faults("finite"):
        if is_pose_rotation(number.path):
            pose_id = next(pose.id for pose in scope.document.poses if pose.path == number.path[:2])
            words = {"pose": pose_id, "bone": str(number.path[3])}
            fault = f"contains {number.values['got']}, which is not finite"
            yield scope.placed(unit_rotation.at(at(number.path), **words, fault=fault), number)


@rule("RIGY-P82", "error", "pose {pose!r} moves unknown bone {bone!r}{hint}")
def known_bone(scope: Scope) -> Iterator[Finding]:
    """Pose refers to an unknown bone.

    What: The bones of a pose must be bones of the armatures of the document.
    Why: a misspelt bone would silently keep its rest pose.
    Fix: correct the name.
    Source: Rigy chapter 7, poses.
    """
    known = {bone.id for armature in scope.document.armatures for bone in armature.bones}
    for pose in scope.document.poses:
        for bone, posed in pose.bones.items():
            if missing(bone, known):
                hint = scope.close_to(bone, known)
                finding = known_bone.at(at(posed.path), pose=pose.id, bone=bone, hint=hint)
                yield scope.unit.mark(finding, key=True)


@rule("RIGY-P83", "error", "duplicate pose id {id!r}")
def pose_ids(scope: Scope) -> Iterator[Finding]:
    """Duplicate pose id.

    What: The ids of poses must be unique.
    Why: poses are selected by id.
    Fix: rename one of them.
    Source: Rigy chapter 7, poses.
    """
    seen: set[str] = set()
    for pose in scope.document.poses:
        if pose.id in seen and pose.id != UNREAD:
            yield pose_ids.at(at(pose.path, "id"), id=pose.id)
        seen.add(pose.id)


RULES = (unit_rotation, known_bone, pose_ids)
