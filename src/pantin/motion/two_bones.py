"""Two bones that reach for a point: in closed form, many at once.

All of it works on the components of vectors and quaternions, each its own array: NumPy then runs over
contiguous numbers, and ten thousand limbs take some milliseconds.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from pantin.rig import Doubles

Vector: TypeAlias = tuple[Doubles, Doubles, Doubles]
Quaternion: TypeAlias = tuple[Doubles, Doubles, Doubles, Doubles]

BENT = 1e-6
"""A limb with a larger sine of its bend angle determines the axis of bending."""

LEAST = 1e-300
"""The least divisor for lengths."""


def two_bone_turns(
    hip: Doubles,
    knee: Doubles,
    ankle: Doubles,
    goal: Doubles,
    straight_axis: Doubles | None = None,
    pole: Doubles | None = None,
) -> tuple[Doubles, Doubles]:
    """World rotations (F, 4) of the upper and of the lower bone that bring an ankle to a goal, from points
    (F, 3).

    The plane of the limb turns with the line from hip to ankle, by the smallest rotation, or to the side of a
    `pole`. `straight_axis` is what a straight limb bends about; without it knees go forwards and elbows
    backwards. A goal out of reach is approached with a straight limb.
    """
    points = [split(point) for point in (hip, knee, ankle, goal)]
    axis = None if straight_axis is None else split(np.broadcast_to(straight_axis, hip.shape))
    start, middle, end, aim = points
    turns = limb_turns(start, middle, end, aim, axis, None if pole is None else split(pole))
    upper, lower = (np.stack(turn, axis=-1) for turn in turns)
    return upper, lower


def limb_turns(
    hip: Vector, knee: Vector, ankle: Vector, goal: Vector, straight_axis: Vector | None, pole: Vector | None
) -> tuple[Quaternion, Quaternion]:
    """As `two_bone_turns`, on components.

    With lengths a and b of the bones and d to the goal, the knee is x = (a² − b² + d²) / 2d along the line to
    it and √(a² − x²) beside it. Each bone rotates with the frame of its direction and the normal n of the
    plane: one rotation.
    """
    u, v, w, g = minus(knee, hip), minus(ankle, knee), minus(ankle, hip), minus(goal, hip)
    first, second, away = length(u), length(v), length(g)
    n = _normal(u, v, w, first * second, straight_axis)
    along = _direction(g, _direction(w, u))  # a goal at the hip has none: the limb folds along its own line
    m = _turned_normal(n, w, u, along) if pole is None else _pole_normal(n, minus(pole, hip), along, w, u)
    d = np.clip(away, np.abs(first - second), first + second)
    x = (first * first - second * second + d * d) / (2.0 * np.maximum(d, LEAST))
    x = np.clip(x, -first, first)
    beside = np.sqrt(np.maximum(first * first - x * x, 0.0))
    new_u = plus(times(along, x), times(cross(along, m), beside))
    new_v = minus(times(along, d), new_u)
    plane = _arc(n, m, u)
    return tuple(_in_plane(plane, m, old, new) for old, new in ((u, new_u), (v, new_v)))  # type: ignore[return-value]


def _direction(vector: Vector, substitute: Vector) -> Vector:
    """Unit vectors; those of a substitute where a vector is zero."""
    x, y, z = (np.where(length(vector) > 0, a, b) for a, b in zip(vector, substitute, strict=True))
    return times((x, y, z), 1.0 / np.maximum(length((x, y, z)), LEAST))


def _normal(u: Vector, v: Vector, w: Vector, product: Doubles, straight_axis: Vector | None) -> Vector:
    axis = cross(u, v)
    size = length(axis)
    bent = size > BENT * product
    along = _direction(w, u)
    free = _bend_axis(along) if straight_axis is None else straight_axis
    free = minus(free, times(along, dot(free, along)))
    free = times(free, 1.0 / np.maximum(length(free), LEAST))
    scale = 1.0 / np.where(bent, size, 1.0)
    mixed = [np.where(bent, a * scale, b) for a, b in zip(axis, free, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def _bend_axis(along: Vector) -> Vector:
    """The axis about which a straight limb bends: knees go forwards (+z), elbows backwards, and a limb that
    points forwards or backwards bends upwards."""
    x, y, z = (np.abs(part) for part in along)
    forward = z > np.maximum(x, y)
    zero = np.zeros_like(x)
    towards = (zero, np.where(forward, 1.0, 0.0), np.where(forward, 0.0, np.where(y >= x, 1.0, -1.0)))
    axis = cross(towards, along)
    return times(axis, 1.0 / np.maximum(length(axis), LEAST))


def _turned_normal(n: Vector, w: Vector, u: Vector, along: Vector) -> Vector:
    """A normal of w after the smallest rotation from w to a direction."""
    size = length(w)
    folded = size <= BENT * length(u)
    start = [np.where(folded, b, a) for a, b in zip(w, u, strict=True)]
    line = times((start[0], start[1], start[2]), 1.0 / np.maximum(np.where(folded, length(u), size), LEAST))
    total = 1.0 + dot(line, along)
    factor = np.where(total > 1e-12, dot(n, along) / np.where(total > 1e-12, total, 1.0), 0.0)
    turned = minus(n, times(plus(line, along), factor))
    turned = minus(turned, times(along, dot(turned, along)))
    return times(turned, 1.0 / np.maximum(length(turned), LEAST))


def _pole_normal(n: Vector, pole: Vector, along: Vector, w: Vector, u: Vector) -> Vector:
    """The normal for a knee on the side of a pole; as without one where the pole is on the line."""
    normal = cross(pole, along)
    size = length(normal)
    clear = size > BENT * length(pole)
    normal = times(normal, 1.0 / np.where(clear, size, 1.0))
    other = _turned_normal(n, w, u, along)
    mixed = [np.where(clear, a, b) for a, b in zip(normal, other, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def _arc(start: Vector, end: Vector, across: Vector) -> Quaternion:
    """The smallest rotation between two unit vectors; opposite ones turn about a third one."""
    real = 1.0 + dot(start, end)
    opposite = real < 1e-12
    axis = [np.where(opposite, b, a) for a, b in zip(cross(start, end), across, strict=True)]
    return unit((axis[0], axis[1], axis[2], np.where(opposite, 0.0, real)))


def _in_plane(plane: Quaternion, normal: Vector, old: Vector, new: Vector) -> Quaternion:
    """The rotation of a plane, and then in it from one direction to another."""
    carried = turn(plane, old)
    sine, cosine = dot(normal, cross(carried, new)), dot(carried, new)
    size = length(carried) * length(new)
    real = size + cosine
    half = real <= 1e-12 * size
    sine, real = np.where(half, 1.0, sine), np.where(half, 0.0, real)
    still = size <= LEAST
    x, y, z = times(normal, np.where(still, 0.0, sine))
    return multiply(unit((x, y, z, np.where(still, 1.0, real))), plane)


def split(points: Doubles) -> Any:
    """The components of vectors or quaternions in rows."""
    return tuple(np.ascontiguousarray(np.asarray(points, np.float64).T))


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def plus(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def times(a: Vector, b: Doubles) -> Vector:
    return a[0] * b, a[1] * b, a[2] * b


def dot(a: Vector, b: Vector) -> Doubles:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def length(a: Vector) -> Doubles:
    return np.asarray(np.sqrt(dot(a, a)))


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """The Hamilton product."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def conjugate(q: Quaternion) -> Quaternion:
    return -q[0], -q[1], -q[2], q[3]


def unit(q: Quaternion) -> Quaternion:
    size = 1.0 / np.maximum(np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), LEAST)
    return q[0] * size, q[1] * size, q[2] * size, q[3] * size


def turn(q: Quaternion, v: Vector) -> Vector:
    """A vector rotated by a unit quaternion."""
    axis = (q[0], q[1], q[2])
    twice = times(cross(axis, v), np.asarray(2.0))
    return plus(plus(v, times(twice, q[3])), cross(axis, twice))
