"""attach3 and scene placement: the transform that moves three anchors of an asset onto three of its parent.

There is no singular value decomposition here. Each triple of points defines an orthonormal frame R
(columns x, y, z) with x along p2 − p1, z along x × (p3 − p1) and y = z × x, and two lengths: a = |p2 − p1|
and b, the distance of p3 from the line through p1 and p2. The transform from one triple to another has a
closed form:

    rigid    Rt·Rfᵀ
    uniform  s·Rt·Rfᵀ with s = ∛((at·bt²) / (af·bf²))
    affine   Rt·diag(at/af, bt/bf, bt/bf)·Rfᵀ

and the translation moves p1 onto p1. The polar factor that a decomposition would find is Rt·Rfᵀ
itself, because the middle factor is diagonal and positive.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from pantin.formats.rigy.algebra import (
    Matrix,
    apply,
    cross,
    length,
    minus,
    multiply,
    over,
    plus,
    times,
    transpose,
)
from pantin.formats.rigy.profile import Profile
from pantin.formats.rigy.schema.document import Vec3
from pantin.formats.rigy.schema.scene import Nudge
from pantin.maths import exact

EPSILON = 1e-9
"""Metres. Closer points, or a flatter triangle, do not define a frame (Rigs 0.1 §8; Rigy 0.2 attach3)."""

SHEAR = 1e-7
"""The cosine between two axes of a transform above which it counts as shear: the precision of a float32
matrix."""

Triple: TypeAlias = tuple[Vec3, Vec3, Vec3]
Affine: TypeAlias = tuple[Matrix, Vec3]
"""A linear part and a translation."""

IDENTITY: Affine = (((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))

_ROTATIONS: dict[str, Matrix] = {
    "0deg": IDENTITY[0],
    "90deg": ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)),
    "180deg": ((-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)),
    "270deg": ((0.0, 0.0, -1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
}


class Frame(Struct, frozen=True):
    """An orthonormal frame at p1: rows of `axes` are x, y and z; `along` and `across` are the lengths a
    and b."""

    origin: Vec3
    axes: Matrix
    along: float
    across: float


def frame(points: Triple) -> Frame | None:
    """The frame of three points, or None where they are collinear."""
    origin, second, third = points
    side, reach = minus(second, origin), minus(third, origin)
    along = length(side)
    if not along >= EPSILON:
        return None
    x = over(side, along)
    normal = cross(x, reach)
    across = length(normal)
    if not across >= EPSILON:
        return None
    z = over(normal, across)
    return Frame(origin, (x, cross(z, x), z), along, across)


def attach(start: Frame, end: Frame, mode: str, profile: Profile) -> Affine:
    """The transform from `start` to `end`."""
    columns = transpose(end.axes)
    rotation = multiply(columns, start.axes)
    if mode == "rigid":
        return rotation, _translation(rotation, start, end)
    along, across = end.along / start.along, end.across / start.across
    stretched = ((along, 0.0, 0.0), (0.0, across, 0.0), (0.0, 0.0, across))
    affine = multiply(multiply(columns, stretched), start.axes)
    if mode == "affine":
        return affine, _translation(affine, start, end)
    scale = exact.cbrt(along * across * across)
    x, y, z = rotation
    scaled = (times(x, scale), times(y, scale), times(z, scale))
    return scaled, _translation(affine if profile.affine_translation else scaled, start, end)


def split_shear(start: Frame, end: Frame) -> tuple[Affine, Affine] | None:
    """The affine transform as an outer and an inner one without shear; None where it has none itself.

    A glTF node cannot store shear (2.0 §3.5.3). MᵀM is b²·1 + (a² − b²)·x·xᵀ, so that the axes stay
    perpendicular where the two lengths grow alike, or where the line p1 p2 runs along one of them.
    """
    along, across = end.along / start.along, end.across / start.across
    _, middle, largest = sorted(map(abs, start.axes[0]))
    growth = abs(along * along - across * across) / (along * across)
    if growth * middle * largest <= SHEAR:
        return None
    columns = transpose(end.axes)
    stretched = ((along, 0.0, 0.0), (0.0, across, 0.0), (0.0, 0.0, across))
    return (
        (multiply(columns, stretched), end.origin),
        (start.axes, minus((0.0, 0.0, 0.0), apply(start.axes, start.origin))),
    )


def mount_transform(slot: Frame, mount: Frame, rotate: str, nudge: Nudge | None) -> Affine:
    """R = Rs·Ry·Rmᵀ, T = (Os + nudge) − R·Om (Rigs 0.1 §9)."""
    rotation = multiply(multiply(transpose(slot.axes), _ROTATIONS[rotate]), mount.axes)
    goal = slot.origin
    if nudge is not None:
        east, up, north = (
            times(axis, metres)
            for axis, metres in zip(slot.axes, (nudge.east, nudge.up, nudge.north), strict=True)
        )
        goal = plus(goal, plus(plus(east, up), north))
    return rotation, minus(goal, apply(rotation, mount.origin))


def compose(outer: Affine, inner: Affine) -> Affine:
    """The transform `inner`, then `outer`."""
    linear, shift = outer
    return multiply(linear, inner[0]), plus(apply(linear, inner[1]), shift)


def _translation(linear: Matrix, start: Frame, end: Frame) -> Vec3:
    return minus(end.origin, apply(linear, start.origin))
