"""Bake a pose into vertices, by linear or dual quaternion skinning.

The order of every sum is fixed, so the bytes do not depend on the machine: that of the reference compiler of
Rigy, in doubles, which `deformation` and its kernels do not have. In the standard profile the rotation and
translation of a bone are relative to its parent; in the reference profile they are the whole
transform of the joint (see `Profile.poses_are_worlds`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.formats.rigy.algebra import Matrix, apply, minus, plus, to_quaternion
from pantin.formats.rigy.attach import IDENTITY, Affine, compose
from pantin.formats.rigy.bind import Bound
from pantin.formats.rigy.profile import Profile
from pantin.formats.rigy.schema.document import Armature, Bone, Pose, Vec3
from pantin.formats.rigy.shapes import Points, Solid, fused_rotate

Quaternion = tuple[float, float, float, float]

Product: TypeAlias = Callable[[Points, Points, Points | float], Points]
"""Applies a row of a transform, with its translation, to points."""

SHORTEST_NORMAL = 1e-12
"""A shorter blended normal is replaced by that of the rest pose (Rigy chapter 7)."""


class Joints(Struct, frozen=True):
    """The transform of each joint from the rest pose: a rotation (w, x, y, z), its matrix, a translation.

    The translation is computed with the matrix for linear blending, and with the quaternion for dual
    quaternions, which differs in the last bit.
    """

    quaternions: Points
    matrices: Points
    shifts: Points
    rotated_shifts: Points


def posed_joints(armature: Armature, pose: Pose, profile: Profile, parent: Affine = IDENTITY) -> Joints:
    """The joints of an armature whose parent has the world transform `parent`."""
    maps = _pose_worlds(armature, pose) if profile.poses_are_worlds else _compose_pose(armature, pose, parent)
    quaternions = [turn for turn, _, _ in maps]
    shifts, turned = [], []
    for bone, (turn, linear, shift) in zip(armature.bones, maps, strict=True):
        back = (-bone.head[0], -bone.head[1], -bone.head[2])
        brought = _apply_fused(linear, back) if profile.blas_products else apply(linear, back)
        shifts.append(plus(brought, shift))
        turned.append(plus(_rotate(turn, back), shift))
    matrices = np.array([linear for _, linear, _ in maps])
    return Joints(np.array(quaternions), matrices, np.array(shifts), np.array(turned))


def _apply_fused(linear: Matrix, point: Vec3) -> Vec3:
    x, y, z = fused_rotate(linear, np.array([point]))[0].tolist()
    return x, y, z


def _part(pose: Pose, bone: str) -> tuple[Quaternion, Vec3]:
    posed = pose.bones.get(bone)
    turn = posed.rotation if posed is not None and posed.rotation is not None else (1.0, 0.0, 0.0, 0.0)
    shift = posed.translation if posed is not None and posed.translation is not None else (0.0, 0.0, 0.0)
    return turn, shift


def _pose_worlds(armature: Armature, pose: Pose) -> list[tuple[Quaternion, Matrix, Vec3]]:
    worlds = []
    for bone in armature.bones:
        turn, shift = _part(pose, bone.id)
        worlds.append((turn, from_unit(turn), shift))
    return worlds


def _compose_pose(armature: Armature, pose: Pose, parent: Affine) -> list[tuple[Quaternion, Matrix, Vec3]]:
    """Parents first, independent of the document order; there are no cycles."""
    bones = {bone.id: bone for bone in armature.bones}
    known: dict[str, Affine] = {}
    for bone in bones.values():
        chain = [bone]
        while not chain[-1].is_root and chain[-1].parent not in known:
            chain.append(bones[chain[-1].parent])
        for joint in reversed(chain):
            above = None if joint.is_root else bones[joint.parent].head
            world = parent if joint.is_root else known[joint.parent]
            known[joint.id] = compose(world, local_transform(joint, above, pose))
    return [(_wxyz(known[bone.id][0]), *known[bone.id]) for bone in armature.bones]


def _wxyz(linear: Matrix) -> Quaternion:
    x, y, z, w = to_quaternion(linear)
    return w, x, y, z


def local_transform(bone: Bone, above: Vec3 | None, pose: Pose) -> Affine:
    """The local transform of a posed bone; the head of its parent is at `above`."""
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
    """The solid with its weights."""
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
    sums: Points = (terms[:, 0] + terms[:, 2]) + (terms[:, 1] + shift)
    return sums


def _rows(a: Points, b: Points) -> Points:
    """The products of rows, summed from the left."""
    sums: Points = (a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1]) + a[:, 2] * b[:, 2]
    return sums


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
    sums: Points = ((a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1]) + a[:, 2] * b[:, 2]) + a[:, 3] * b[:, 3]
    return sums


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
    conjugated: Points = a * np.array([1.0, -1.0, -1.0, -1.0])
    return conjugated


def _rotate_rows(turn: Points, points: NDArray[np.float64]) -> Points:
    pure = np.concatenate([np.zeros((len(points), 1)), points], axis=1)
    rotated: Points = _times(_times(turn, pure), _conjugate(turn))[:, 1:]
    return rotated


def _rotate(turn: Quaternion, point: Vec3) -> Vec3:
    x, y, z = _rotate_rows(np.array([turn]), np.array([point]))[0].tolist()
    return x, y, z
