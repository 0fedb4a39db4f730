"""Rules about inverse binds: present, invertible, the same everywhere, and in step with the rest pose."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.maths import affine
from pantin.motion import world
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, some
from pantin.rig import Doubles, Rig, Skin

SAME_BIND = 1e-5
"""Two binds are the same up to this, relative to their size: float32 gives 6e-8, and exporters that take a
matrix apart and put it together again lose about two digits more."""

SAME_PLACE = 1e-3
"""Joints agree on where the mesh rests up to this, relative to the skin's reach: it allows the digits that a
chain of a hundred float32 transforms loses (100 × 6e-8) and those of binds written with four decimals."""

SINGULAR = 1e-12
"""A bind flattens space when its determinant is below this, relative to the product of its columns' lengths:
ten thousand roundings of float64, and less than any bind that is merely scaled unevenly can reach."""


@rule(
    "RIG-MISSING_INVERSE_BINDS",
    "warning",
    "the skin has no inverse binds, so that the identity counts for {joints}",
)
def missing_inverse_binds(rig: Rig) -> Iterator[Finding]:
    """A skin says where each joint stood when the mesh was bound.

    Why: glTF reads missing matrices as identity, other formats and several engines take the rest pose; the
    mesh changes shape between them.
    Mend: write the matrices out; identity ones keep the shape glTF gives.
    Source: glTF 2.0 §3.7.3.1
    """
    for at, skin in enumerate(rig.skins):
        if skin.inverse_binds is None and len(skin.joints):
            yield missing_inverse_binds.at(
                pointer("skins", at),
                fix="write an identity matrix for every joint",
                joints=counted(len(skin.joints), "joint"),
            )


@rule("RIG-DIFFERENT_INVERSE_BINDS", "info", "other inverse binds than in skin {other} here for {joints}")
def different_inverse_binds(rig: Rig) -> Iterator[Finding]:
    """A node that is a joint of several skins has the same inverse bind in each.

    Why: engines that keep one bind pose per skeleton draw all but one of the meshes out of place.
    Mend: bind the meshes in one space, or give them skeletons of their own.
    Source: glTF 2.0 §3.7.3.1 (a joint may belong to several skins)
    """
    owners = np.full(len(rig.nodes), -1)
    known = np.zeros_like(rig.nodes.local)
    size = max((len(skin.joints) for skin in rig.skins), default=0)
    identity = np.broadcast_to(np.eye(rig.dimension, rig.dimension + 1), (size, *known.shape[1:]))
    for at, skin in enumerate(rig.skins):
        held = skin.joints >= 0
        joints = skin.joints[held]
        # Binds that are missing are the identity.
        binds = identity[: len(joints)] if skin.inverse_binds is None else skin.inverse_binds[held]
        met = owners[joints] >= 0
        strangers = joints[met][_differ(known[joints[met]], binds[met])]
        if len(strangers):
            other = int(owners[strangers[0]])
            yield different_inverse_binds.at(
                pointer("skins", at), joints=some("node", strangers.tolist()), other=other
            )
        owners[joints[~met]] = at
        known[joints[~met]] = binds[~met]


def _differ(one: Doubles, other: Doubles) -> NDArray[np.bool_]:
    size = np.maximum(np.abs(one), np.abs(other)).max((1, 2), initial=0.0)
    return np.asarray(np.abs(one - other).max((1, 2), initial=0.0) > SAME_BIND * size)


@rule(
    "RIG-BIND_NOT_REST",
    "info",
    "the rest pose is not the bind pose: {joints} would move the mesh elsewhere than joint {first}",
)
def bind_not_rest(rig: Rig) -> Iterator[Finding]:
    """At rest all joints of a skin agree on where the mesh is.

    Why: readers that take the rest pose for the bind pose, and formats that store no binds, deform such a
    mesh at rest.
    Mend: rest the nodes in the bind pose and keep the other pose as a clip.
    Source: glTF 2.0 §3.7.3.1 (the inverse binds alone say how the mesh was bound)
    """
    for at, joints in enumerate(strays(rig)):
        if joints:
            first = int(np.flatnonzero(rig.skins[at].joints >= 0)[0])
            yield bind_not_rest.at(pointer("skins", at), joints=some("joint", joints), first=first)


def strays(rig: Rig) -> list[list[int]]:
    """Per skin the places in its joint list that would put the mesh elsewhere at rest than the first does."""
    if not rig.skins:
        return []
    rest = world(rig.rest_pose())
    return [_strays(skin, rest) for skin in rig.skins]


def _strays(skin: Skin, rest: Doubles) -> list[int]:
    held = np.flatnonzero(skin.joints >= 0)
    if not len(held):
        return []
    stood = rest[skin.joints[held]]
    placed = stood if skin.inverse_binds is None else affine.multiply(stood, skin.inverse_binds[held])
    found: list[int] = held[_apart(placed, max(1.0, float(np.abs(stood[:, :, -1]).max())))].tolist()
    return found


def _apart(placed: Doubles, reach: float) -> NDArray[np.bool_]:
    """Which of (J, N, N + 1) maps put the mesh elsewhere than the first one does."""
    off = np.abs(placed - placed[:1])
    size = np.abs(placed[:1, :, :-1]).max()
    turned = off[:, :, :-1].max((1, 2)) > SAME_PLACE * size
    return np.asarray(turned | (off[:, :, -1].max(1) > SAME_PLACE * reach))


@rule("RIG-SINGULAR_BIND", "warning", "the inverse bind of {joints} flattens space")
def singular_bind(rig: Rig) -> Iterator[Finding]:
    """Every inverse bind can be inverted.

    Why: a flattened bind has no bind pose, and what such a joint moves collapses to a plane, a line or a
    point.
    Mend: bind again with joints whose scale is not zero.
    Source: glTF 2.0 §3.7.3.1
    """
    for at, skin in enumerate(rig.skins):
        slots = np.flatnonzero(np.abs(_volumes(skin, rig.dimension)) <= SINGULAR).tolist()
        if slots:
            yield singular_bind.at(pointer("skins", at), joints=some("joint", slots))


@rule("RIG-MIRRORED_BIND", "warning", "the inverse bind of {joints} mirrors space")
def mirrored_bind(rig: Rig) -> Iterator[Finding]:
    """No inverse bind turns left into right.

    Why: engines that hold joints as rotation and translation cannot hold a reflection, and faces turn inside
    out.
    Mend: apply the negative scale to the mesh before it is bound.
    Source: glTF 2.0 §3.5.2 (a negative determinant reverses the winding)
    """
    for at, skin in enumerate(rig.skins):
        slots = np.flatnonzero(_volumes(skin, rig.dimension) < -SINGULAR).tolist()
        if slots:
            yield mirrored_bind.at(pointer("skins", at), joints=some("joint", slots))


def _volumes(skin: Skin, dimension: int) -> NDArray[np.float64]:
    """Determinants of the linear parts, divided by the lengths of their columns: 1 for any rotation and any
    scale."""
    if skin.inverse_binds is None:
        return np.ones(len(skin.joints))
    linear = skin.inverse_binds[:, :, :dimension]
    lengths = np.linalg.norm(linear, axis=1)
    flat = (lengths == 0.0).any(axis=1)
    return np.where(
        flat, 0.0, affine.determinant(linear / np.where(lengths == 0.0, 1.0, lengths)[:, None, :])
    )


RULES = (missing_inverse_binds, different_inverse_binds, bind_not_rest, singular_bind, mirrored_bind)
