"""Rules about inverse bind matrices: missing, singular, mirrored, different between skins or from the rest
pose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.checks.facts import fact
from pantin.checks.naming import name_joints, name_nodes, name_skin
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Doubles, Rig, Skin

SAME_BIND = 1e-5
"""Relative difference up to which two inverse bind matrices are equal: float32 gives 6e-8, and exporters that
decompose and recompose a matrix lose about two more digits."""

SAME_TRANSFORM = 1e-3
"""Difference, relative to the skin's extent, up to which two joints give the mesh the same transform at rest:
it allows for a chain of a hundred float32 transforms (100 × 6e-8) and for matrices written with four
decimals."""

FEW = 16
"""Matrices up to which plain numbers take less time than arrays."""

CLEAR = 1e-4
"""A determinant, divided by the product of its columns' lengths, above this is positive however its products
are rounded."""

SINGULAR = 1e-12
"""A matrix is singular when its determinant, divided by the product of its columns' lengths, is below this:
ten thousand roundings of float64, and less than any non-uniform scale gives."""


@rule(
    "RIG-MISSING_INVERSE_BINDS",
    "warning",
    "{skin} has no inverse bind matrices, so glTF uses the identity for its {joints}",
)
def missing_inverse_binds(rig: Rig) -> Iterator[Finding]:
    """Skin without inverse bind matrices.

    What: A skin with joints has no inverseBindMatrices.
    Why: glTF reads missing matrices as identity. Other formats and several engines use the rest pose instead,
    so the mesh has another shape there.
    Fix: Write the matrices; identity matrices keep the shape that glTF gives.
    Source: glTF 2.0 §3.7.3.1
    """
    for index, skin in enumerate(rig.skins):
        if skin.inverse_binds is None and len(skin.joints):
            yield missing_inverse_binds.at(
                pointer("skins", index),
                skin=name_skin(rig, index),
                joints=counted(len(skin.joints), "joint"),
            )


@rule(
    "RIG-DIFFERENT_INVERSE_BINDS",
    "info",
    "{skin} and {other} have different inverse bind matrices for {nodes}",
)
def different_inverse_binds(rig: Rig) -> Iterator[Finding]:
    """Joint with different inverse bind matrices in two skins.

    What: A node is a joint of several skins, and its inverse bind matrices in them differ.
    Why: Engines that keep one bind pose per skeleton deform all but one of the meshes wrongly.
    Fix: Bind the meshes in one coordinate space, or give each its own skeleton.
    Source: glTF 2.0 §3.7.3.1 (a joint may belong to several skins)
    """
    if len(rig.skins) < 2:
        return
    owners = np.full(len(rig.nodes), -1)
    known = np.zeros_like(rig.nodes.local)
    size = max((len(skin.joints) for skin in rig.skins), default=0)
    identity = np.broadcast_to(np.eye(rig.dimension, rig.dimension + 1), (size, *known.shape[1:]))
    for index, skin in enumerate(rig.skins):
        has_node = skin.joints >= 0
        joints = skin.joints[has_node]
        # Missing matrices are the identity.
        binds = identity[: len(joints)] if skin.inverse_binds is None else skin.inverse_binds[has_node]
        shared = owners[joints] >= 0
        different = joints[shared][_transforms_differ(known[joints[shared]], binds[shared])]
        if len(different):
            yield different_inverse_binds.at(
                pointer("skins", index),
                skin=name_skin(rig, index),
                other=name_skin(rig, int(owners[different[0]])),
                nodes=name_nodes(rig, different.tolist()),
            )
        owners[joints[~shared]] = index
        known[joints[~shared]] = binds[~shared]


def _transforms_differ(first: Doubles, second: Doubles) -> NDArray[np.bool_]:
    size = np.maximum(np.abs(first), np.abs(second)).max((1, 2), initial=0.0)
    return np.asarray(np.abs(first - second).max((1, 2), initial=0.0) > SAME_BIND * size)


@rule(
    "RIG-BIND_NOT_REST",
    "info",
    "the rest pose of {skin} differs from its bind pose at {joints}, relative to {first}",
)
def bind_not_rest(rig: Rig) -> Iterator[Finding]:
    """Rest pose differs from bind pose.

    What: At rest, the world transform times the inverse bind matrix is not the same for all joints of a skin.
    Why: Readers that use the rest pose as bind pose, and formats without inverse bind matrices, show the mesh
    deformed at rest.
    Fix: Put the nodes into the bind pose at rest, and keep the other pose as a clip.
    Source: glTF 2.0 §3.7.3.1 (the inverse binds alone say how the mesh was bound)
    """
    for index, slots in enumerate(joints_off_bind_pose(rig)):
        if slots:
            first = int(np.flatnonzero(rig.skins[index].joints >= 0)[0])
            yield bind_not_rest.at(
                pointer("skins", index),
                skin=name_skin(rig, index),
                joints=name_joints(rig, index, slots),
                first=name_joints(rig, index, [first]),
            )


def joints_off_bind_pose(rig: Rig) -> list[list[int]]:
    """Per skin the positions in its joint list that transform the mesh differently at rest than its first
    joint does."""
    if not rig.skins:
        return []
    rest = fact(rig, world_transforms)
    return [_slots_off_bind_pose(skin, rest) for skin in rig.skins]


def _slots_off_bind_pose(skin: Skin, rest: Doubles) -> list[int]:
    slots = np.flatnonzero(skin.joints >= 0)
    if not len(slots):
        return []
    joints = rest[skin.joints[slots]]
    palette = joints if skin.inverse_binds is None else affine.multiply(joints, skin.inverse_binds[slots])
    extent = max(1.0, float(np.abs(joints[:, :, -1]).max()))
    different: list[int] = slots[_differ_from_first(palette, extent)].tolist()
    return different


def _differ_from_first(matrices: Doubles, extent: float) -> NDArray[np.bool_]:
    """Which of (J, N, N + 1) matrices differ from the first."""
    difference = np.abs(matrices - matrices[:1])
    size = np.abs(matrices[:1, :, :-1]).max()
    if difference.max() <= SAME_TRANSFORM * min(size, extent):  # as in most files
        return np.zeros(len(matrices), bool)
    linear = difference[:, :, :-1].max((1, 2)) > SAME_TRANSFORM * size
    return np.asarray(linear | (difference[:, :, -1].max(1) > SAME_TRANSFORM * extent))


@rule(
    "RIG-SINGULAR_BIND",
    "warning",
    "{skin} has {matrices} with zero determinant (not invertible), for {joints}",
)
def singular_bind(rig: Rig) -> Iterator[Finding]:
    """Singular inverse bind matrix.

    What: The determinant of an inverse bind matrix is zero within rounding.
    Why: The joint has no bind pose, and its vertices collapse to a plane, a line or a point.
    Fix: Bind the mesh again, with joints whose scale is not zero.
    Source: glTF 2.0 §3.7.3.1
    """
    for index, slots in _slots_where(rig, _is_singular):
        yield singular_bind.at(pointer("skins", index), **_matrices(rig, index, slots))


def _matrices(rig: Rig, skin: int, slots: list[int]) -> dict[str, str]:
    """The words of a message about some inverse bind matrices of a skin."""
    return {
        "skin": name_skin(rig, skin),
        "matrices": counted(len(slots), "inverse bind matrix"),
        "joints": name_joints(rig, skin, slots),
    }


@rule(
    "RIG-MIRRORED_BIND",
    "warning",
    "{skin} has {matrices} with negative determinant (mirroring), for {joints}",
)
def mirrored_bind(rig: Rig) -> Iterator[Finding]:
    """Mirroring inverse bind matrix.

    What: The determinant of an inverse bind matrix is negative.
    Why: Engines that store joints as rotation and translation cannot store a reflection, and the faces turn
    inside out.
    Fix: Apply the negative scale to the mesh before binding it.
    Source: glTF 2.0 §3.5.2 (a negative determinant reverses the winding)
    """
    for index, slots in _slots_where(rig, _is_mirrored):
        yield mirrored_bind.at(pointer("skins", index), **_matrices(rig, index, slots))


def _is_singular(determinants: Doubles) -> NDArray[np.bool_]:
    return np.asarray(np.abs(determinants) <= SINGULAR)


def _is_mirrored(determinants: Doubles) -> NDArray[np.bool_]:
    return determinants < -SINGULAR


def _slots_where(
    rig: Rig, is_wrong: Callable[[Doubles], NDArray[np.bool_]]
) -> Iterator[tuple[int, list[int]]]:
    """The skins that have inverse bind matrices with wrong determinants, and these matrices."""
    skins = fact(rig, _skins_to_look_at)
    if not skins:
        return
    wrong = is_wrong(np.concatenate(list(skins.values())))
    if wrong.any():
        ends = np.cumsum([len(determinants) for determinants in skins.values()])[:-1]
        for index, part in zip(skins, np.split(wrong, ends), strict=True):
            if part.any():
                yield index, np.flatnonzero(part).tolist()


def _skins_to_look_at(rig: Rig) -> dict[int, Doubles]:
    """The determinants of the inverse bind matrices of each skin; none if all are clearly positive. Of all
    skins at once, because there may be hundreds."""
    stated = {
        index: skin.inverse_binds
        for index, skin in enumerate(rig.skins)
        if skin.inverse_binds is not None and len(skin.inverse_binds)
    }
    if not stated or all(map(_are_clearly_positive, stated.values())):
        return {}
    determinants = _determinants(np.concatenate(list(stated.values())))
    if determinants.min() > SINGULAR:
        return {}
    ends = np.cumsum([len(binds) for binds in stated.values()])[:-1]
    return dict(zip(stated, np.split(determinants, ends), strict=True))


def _are_clearly_positive(binds: Doubles) -> bool:
    """Whether plain products show that all determinants are positive, as in most files: elimination takes
    several times as long."""
    if binds.shape[1:] != (3, 4):
        return False
    if len(binds) <= FEW:
        return all(_is_clearly_positive(*first, *second, *third) for first, second, third in binds.tolist())
    return bool(np.all(_is_clearly_positive(*binds.transpose(1, 2, 0).reshape(12, -1))))


def _is_clearly_positive(
    a: Any, b: Any, c: Any, _x: Any, d: Any, e: Any, f: Any, _y: Any, g: Any, h: Any, i: Any, _z: Any
) -> Any:
    """The determinant of a matrix given by its rows, or of many as arrays."""
    determinant = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    squares = (a * a + d * d + g * g) * (b * b + e * e + h * h) * (c * c + f * f + i * i)
    # A number that is not finite, or zero for being too small, compares false.
    return (determinant > 0) & (determinant * determinant > CLEAR * CLEAR * squares)


def _determinants(binds: Doubles) -> Doubles:
    """Determinants of the linear parts, divided by the lengths of their columns: 1 for any rotation and
    positive scale."""
    linear = binds[:, :, :-1]
    lengths = np.sqrt((linear * linear).sum(1))
    flat = lengths == 0.0
    if flat.any():
        return np.where(
            flat.any(axis=1), 0.0, affine.determinant(linear / np.where(flat, 1.0, lengths)[:, None, :])
        )
    return affine.determinant(linear / lengths[:, None, :])


RULES = (missing_inverse_binds, different_inverse_binds, bind_not_rest, singular_bind, mirrored_bind)
