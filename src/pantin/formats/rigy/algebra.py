"""Vectors and 3×3 rotation matrices of Python floats.

Sums run from the left and nothing is contracted: the bits are fixed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from pantin.formats.rigy.schema.document import AxisAngle, Transform, Vec3
from pantin.maths import exact


def dot(a: Vec3, b: Vec3) -> float:
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def length(a: Vec3) -> float:
    return math.sqrt(dot(a, a))


def plus(a: Vec3, b: Vec3) -> Vec3:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vec3, b: Vec3) -> Vec3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def times(a: Vec3, factor: float) -> Vec3:
    return a[0] * factor, a[1] * factor, a[2] * factor


def over(a: Vec3, divisor: float) -> Vec3:
    """Not the product with its inverse, which rounds twice."""
    return a[0] / divisor, a[1] / divisor, a[2] / divisor


Matrix: TypeAlias = tuple[Vec3, Vec3, Vec3]
"""Rows, acting as M @ v."""

Product: TypeAlias = Callable[[Matrix, Matrix], Matrix]


def rotation(transform: Transform, multiplied: Product | None = None) -> Matrix | None:
    """The rotation of a transform, or None. `multiplied` replaces `multiply`."""
    if transform.rotation_quat is not None:
        return from_quaternion(*transform.rotation_quat)
    if transform.rotation_axis_angle is not None:
        return from_axis_angle(transform.rotation_axis_angle)
    if transform.rotation_euler is not None:
        return from_euler(*transform.rotation_euler, multiplied)
    if transform.rotation_degrees is not None:
        x, y, z = (math.radians(angle) for angle in transform.rotation_degrees)
        return from_euler(x, y, z, multiplied)
    return None


def from_euler(x: float, y: float, z: float, multiplied: Product | None = None) -> Matrix:
    """About x, then y, then z: (Rz·Ry)·Rx."""
    product = multiplied or multiply
    cx, sx, cy, sy = exact.cos(x), exact.sin(x), exact.cos(y), exact.sin(y)
    cz, sz = exact.cos(z), exact.sin(z)
    about_x = ((1.0, 0.0, 0.0), (0.0, cx, -sx), (0.0, sx, cx))
    about_y = ((cy, 0.0, sy), (0.0, 1.0, 0.0), (-sy, 0.0, cy))
    about_z = ((cz, -sz, 0.0), (sz, cz, 0.0), (0.0, 0.0, 1.0))
    return product(product(about_z, about_y), about_x)


def from_axis_angle(turn: AxisAngle) -> Matrix:
    """About an axis of any length but zero (Rodrigues)."""
    angle = math.radians(turn.degrees)
    x, y, z = over(turn.axis, length(turn.axis))
    c, s = exact.cos(angle), exact.sin(angle)
    t = 1.0 - c
    return (
        (t * x * x + c, t * x * y - s * z, t * x * z + s * y),
        (t * y * x + s * z, t * y * y + c, t * y * z - s * x),
        (t * z * x - s * y, t * z * y + s * x, t * z * z + c),
    )


def from_quaternion(x: float, y: float, z: float, w: float) -> Matrix:
    """From a quaternion of length 1, not normalised again, so that canonical ones keep their bits."""
    x2, y2, z2 = x + x, y + y, z + z
    xx, xy, xz, yy, yz, zz = x * x2, x * y2, x * z2, y * y2, y * z2, z * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    return (
        (1.0 - (yy + zz), xy - wz, xz + wy),
        (xy + wz, 1.0 - (xx + zz), yz - wx),
        (xz - wy, yz + wx, 1.0 - (xx + yy)),
    )


def to_quaternion(matrix: Matrix) -> tuple[float, float, float, float]:
    """The quaternion x, y, z, w of a rotation, computed from its largest component (Shepperd 1978)."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    if a + e + i > 0.0:
        s = 0.5 / math.sqrt(a + e + i + 1.0)
        return (h - f) * s, (c - g) * s, (d - b) * s, 0.25 / s
    if a > e and a > i:
        s = 2.0 * math.sqrt(1.0 + a - e - i)
        return 0.25 * s, (b + d) / s, (c + g) / s, (h - f) / s
    if e > i:
        s = 2.0 * math.sqrt(1.0 + e - a - i)
        return (b + d) / s, 0.25 * s, (f + h) / s, (c - g) / s
    s = 2.0 * math.sqrt(1.0 + i - a - e)
    return (c + g) / s, (f + h) / s, 0.25 * s, (d - b) / s


def multiply(a: Matrix, b: Matrix) -> Matrix:
    """a·b, each entry summed from the left."""
    x, y, z = zip(*b, strict=True)
    first, second, third = ((dot(row, x), dot(row, y), dot(row, z)) for row in a)
    return first, second, third


def apply(matrix: Matrix, point: Vec3) -> Vec3:
    """matrix·point."""
    x, y, z = (dot(row, point) for row in matrix)
    return x, y, z


def transpose(matrix: Matrix) -> Matrix:
    """The inverse of a rotation."""
    x, y, z = zip(*matrix, strict=True)
    return x, y, z
