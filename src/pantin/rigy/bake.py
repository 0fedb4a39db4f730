"""Baking: vertices where a pose of the document puts them, by linear or dual-quaternion skinning.

The order of every sum is fixed, so the bytes do not depend on the machine. In the standard profile a bone's
rotation and translation are taken where it hangs, and carry what hangs from it; in the reference profile they
are the whole map of the joint (see `Profile.poses_are_worlds`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.rigy.algebra import Matrix, apply, minus, plus, to_quaternion
from pantin.rigy.attach import IDENTITY, Affine, compose
from pantin.rigy.bind import Bound
from pantin.rigy.profile import Profile
from pantin.rigy.schema.document import Armature, Bone, Pose, Vec3
from pantin.rigy.shapes import Points, Solid, fused_rotate

Quaternion = tuple[float, float, float, float]

Product: TypeAlias = Callable[[Points, Points, Points | float], Points]
"""What a row of a map, with its shift, makes of points."""

SHORTEST_NORMAL = 1e-12
"""A blended normal no longer than this is replaced by the one at rest (Rigy chapter 7)."""


class Joints(Struct, frozen=True):
    """What each joint does to points of the mesh at rest: a rotation (w, x, y, z), its matrix, a shift.

    The shift is worked out by the matrix for linear blending, and by the quaternion for dual quaternions,
    which differs in the last bit.
    """

    quaternions: Points
    matrices: Points
    shifts: Points
    rotated_shifts: Points


def posed_joints(armature: Armature, pose: Pose, profile: Profile, above: Affine = IDENTITY) -> Joints:
    """The joints of an armature that hangs below `above`."""
    maps = _pose_worlds(armature, pose) if profile.poses_are_worlds else _compose_pose(armature, pose, above)
    quaternions = [turn for turn, _, _ in maps]
    shifts, turned = [], []
    for bone, (turn, linear, shift) in zip(armature.bones, maps, strict=True):
        back = (-bone.head[0], -bone.head[1], -bone.head[2])
        brought = _fused(linear, back) if profile.blas_products else apply(linear, back)
        shifts.append(plus(brought, shift))
        turned.append(plus(_rotate(turn, back), shift))
    matrices = np.array([linear for _, linear, _ in maps])
    return Joints(np.array(quaternions), matrices, np.array(shifts), np.array(turned))


def _fused(linear: Matrix, point: Vec3) -> Vec3:
    x, y, z = fused_rotate(linear, np.array([point]))[0].tolist()
    return x, y, z


def _part(pose: Pose, bone: str) -> tuple[Quaternion, Vec3]:
    one = pose.bones.get(bone)
    turn = one.rotation if one is not None and one.rotation is not None else (1.0, 0.0, 0.0, 0.0)
    shift = one.translation if one is not None and one.translation is not None else (0.0, 0.0, 0.0)
    return turn, shift


def _pose_worlds(armature: Armature, pose: Pose) -> list[tuple[Quaternion, Matrix, Vec3]]:
    made = []
    for bone in armature.bones:
        turn, shift = _part(pose, bone.id)
        made.append((turn, from_unit(turn), shift))
    return made


def _compose_pose(armature: Armature, pose: Pose, above: Affine) -> list[tuple[Quaternion, Matrix, Vec3]]:
    """Parents first, whatever the order of the text; a bone has one parent and there is no cycle."""
    bones = {bone.id: bone for bone in armature.bones}
    known: dict[str, Affine] = {"none": above}
    for name in bones:
        chain = [name]
        while bones[chain[-1]].parent in bones and bones[chain[-1]].parent not in known:
            chain.append(bones[chain[-1]].parent)
        for one in reversed(chain):
            bone, holder = bones[one], bones.get(bones[one].parent)
            local = local_transform(bone, None if holder is None else holder.head, pose)
            known[one] = compose(known[bone.parent], local)
    return [(_wxyz(known[bone.id][0]), *known[bone.id]) for bone in armature.bones]


def _wxyz(linear: Matrix) -> Quaternion:
    x, y, z, w = to_quaternion(linear)
    return w, x, y, z


def local_transform(bone: Bone, above: Vec3 | None, pose: Pose) -> Affine:
    """Where a posed bone is in the space of its parent, whose head is `above`."""
    start = above or (0.0, 0.0, 0.0)
    turn, shift = _part(pose, bone.id)
    return from_unit(turn), plus(minus(bone.head, start), shift)


def from_unit(turn: Quaternion) -> Matrix:
    """The matrix of a unit quaternion w, x, y, z."""
    w, x, y, z = turn
    return (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )


def bake(solid: Solid, bound: Bound, joints: Joints, solver: str, profile: Profile) -> Solid:
    """The solid as its joints move it."""
    if solver == "dqs":
        positions, normals = _dual(solid, bound, joints)
    else:
        positions, normals = _linear(solid, bound, joints, _in_pairs if profile.blas_products else _in_turn)
    return Solid(positions, normals, solid.triangles)


def _linear(solid: Solid, bound: Bound, joints: Joints, product: Product) -> tuple[Points, Points]:
    positions, normals = np.zeros_like(solid.positions), np.zeros_like(solid.normals)
    for column in range(bound.joints.shape[1]):
        which, weight = bound.joints[:, column], bound.weights[:, column]
        matrices = joints.matrices[which]
        for row in range(3):
            positions[:, row] += weight * product(
                matrices[:, row], solid.positions, joints.shifts[which, row]
            )
            normals[:, row] += weight * product(matrices[:, row], solid.normals, 0.0)
    length = np.sqrt(_rows(normals, normals))
    lost = ~(length > SHORTEST_NORMAL)
    length[lost] = 1.0
    normals /= length[:, None]
    normals[lost] = solid.normals[lost]
    return positions, normals


def _in_turn(row: Points, points: Points, shift: Points | float) -> Points:
    return _rows(row, points) + shift


def _in_pairs(row: Points, points: Points, shift: Points | float) -> Points:
    """As a vector of two times two numbers is summed; see `Profile.blas_products`."""
    terms = row * points
    made: Points = (terms[:, 0] + terms[:, 2]) + (terms[:, 1] + shift)
    return made


def _rows(a: Points, b: Points) -> Points:
    """The products of rows, summed from the left."""
    made: Points = (a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1]) + a[:, 2] * b[:, 2]
    return made


def _dual(solid: Solid, bound: Bound, joints: Joints) -> tuple[Points, Points]:
    """Dual quaternions, all in the hemisphere of the influence with the lowest joint (Rigy chapter 7)."""
    real = joints.quaternions
    shifts = np.concatenate([np.zeros((len(real), 1)), joints.rotated_shifts], axis=1)
    dual = 0.5 * _times(shifts, real)
    used = bound.weights > 0.0
    first = np.where(used, bound.joints, np.iinfo(np.int32).max).min(axis=1)
    turn, move = np.zeros((len(used), 4)), np.zeros((len(used), 4))
    for column in range(bound.joints.shape[1]):
        which, weight = bound.joints[:, column], bound.weights[:, column, None]
        sign = np.where(_four(real[which], real[first]) < 0.0, -1.0, 1.0)[:, None]
        turn += weight * (sign * real[which])
        move += weight * (sign * dual[which])
    scale = (1.0 / np.sqrt(_four(turn, turn)))[:, None]
    turn, move = turn * scale, move * scale
    move = move - _four(turn, move)[:, None] * turn
    shift = 2.0 * _times(move, _conjugate(turn))
    return _rotate_rows(turn, solid.positions) + shift[:, 1:], _rotate_rows(turn, solid.normals)


def _four(a: Points, b: Points) -> Points:
    made: Points = ((a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1]) + a[:, 2] * b[:, 2]) + a[:, 3] * b[:, 3]
    return made


def _times(a: Points, b: Points) -> Points:
    """The Hamilton product of rows w, x, y, z."""
    (aw, ax, ay, az), (bw, bx, by, bz) = a.T, b.T
    return np.stack(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ],
        axis=1,
    )


def _conjugate(a: Points) -> Points:
    made: Points = a * np.array([1.0, -1.0, -1.0, -1.0])
    return made


def _rotate_rows(turn: Points, points: NDArray[np.float64]) -> Points:
    pure = np.concatenate([np.zeros((len(points), 1)), points], axis=1)
    made: Points = _times(_times(turn, pure), _conjugate(turn))[:, 1:]
    return made


def _rotate(turn: Quaternion, point: Vec3) -> Vec3:
    x, y, z = _rotate_rows(np.array([turn]), np.array([point]))[0].tolist()
    return x, y, z
