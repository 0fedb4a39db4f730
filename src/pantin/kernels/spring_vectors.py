"""Vectors and matrices as lists of numbers, for arithmetic that arrays and lanes share.

Written with NumPy's functions, which lanes support too (`wide.py`). Every sum has a fixed order, so
that both engines round alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .records import Mask, Number, Vector
from .spring_program import HUGE, TINY


def dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def difference(a: Sequence[Number], b: Sequence[Number]) -> Vector:
    return [x - y for x, y in zip(a, b, strict=True)]


def norm(v: Vector) -> Number:
    return np.sqrt(dot(v, v))


def is_measurable(length: Number) -> Mask:
    """Whether a length is neither rounding noise nor too large to be computed."""
    return (length >= TINY) & (length < HUGE)


def select(mask: Mask, a: Sequence[Number], b: Sequence[Number]) -> Vector:
    return [np.where(mask, x, y) for x, y in zip(a, b, strict=True)]


def point(m: Sequence[Number], v: Vector) -> Vector:
    """An affine matrix, 12 numbers by rows, applied to a point."""
    return [m[4 * r] * v[0] + m[4 * r + 1] * v[1] + m[4 * r + 2] * v[2] + m[4 * r + 3] for r in range(3)]


def linear(a: Sequence[Number], v: Vector) -> Vector:
    """A 3×3 matrix, 9 numbers by rows, applied to a vector."""
    return [a[3 * r] * v[0] + a[3 * r + 1] * v[1] + a[3 * r + 2] * v[2] for r in range(3)]


def linear_part(m: Sequence[Number]) -> Vector:
    """The 3×3 part of an affine matrix."""
    return [m[k] for k in (0, 1, 2, 4, 5, 6, 8, 9, 10)]


def cofactors(a: Vector, d: Vector) -> tuple[Vector, Number]:
    """The inverse of a 3×3 matrix applied to d, times the determinant; and the determinant."""
    c0 = a[4] * a[8] - a[5] * a[7]
    c1 = a[5] * a[6] - a[3] * a[8]
    c2 = a[3] * a[7] - a[4] * a[6]
    det = a[0] * c0 + a[1] * c1 + a[2] * c2
    raw = [
        c0 * d[0] + (a[2] * a[7] - a[1] * a[8]) * d[1] + (a[1] * a[5] - a[2] * a[4]) * d[2],
        c1 * d[0] + (a[0] * a[8] - a[2] * a[6]) * d[1] + (a[2] * a[3] - a[0] * a[5]) * d[2],
        c2 * d[0] + (a[1] * a[6] - a[0] * a[7]) * d[1] + (a[0] * a[4] - a[1] * a[3]) * d[2],
    ]
    return raw, det


def largest_scale(m: Vector) -> Number:
    """The length of the longest column of a 3×3 matrix."""
    x, y, z = (m[c] * m[c] + m[3 + c] * m[3 + c] + m[6 + c] * m[6 + c] for c in range(3))
    x = np.where(y > x, y, x)
    return np.sqrt(np.where(z > x, z, x))


def rotation_and_scale(q: Vector, s: Vector) -> Vector:
    """The 3×3 matrix of the rotation q (xyzw) after the scales s."""
    x, y, z, w = q
    return [
        (1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1], 2 * (x * z + y * w) * s[2],
        2 * (x * y + z * w) * s[0], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z - x * w) * s[2],
        2 * (x * z - y * w) * s[0], 2 * (y * z + x * w) * s[1], (1 - 2 * (x * x + y * y)) * s[2],
    ]  # fmt: skip
