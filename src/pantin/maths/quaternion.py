"""Quaternions xyzw in the last axis of float64 arrays, any leading axes; all of it explicit sums, no BLAS.

Unit quaternions rotate vectors by q v q*; `product(a, b)` rotates by b first.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.maths import trigonometry

Array = NDArray[np.float64]
Real = TypeVar("Real", np.float32, np.float64)

IDENTITY = (0.0, 0.0, 0.0, 1.0)

# Above this cosine the arc is shorter than 4e-8 rad, its sine carries no more than half of its digits, and
# the normalised straight line differs from the arc by less than angle² / 8 = 2e-16: below one unit in the
# last place.
STRAIGHT_LINE_COSINE = 1.0 - 1e-15


def product(a: ArrayLike, b: ArrayLike) -> Array:
    """Hamilton product a b."""
    ax, ay, az, aw = _parts(a)
    bx, by, bz, bw = _parts(b)
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        -1,
    )


def conjugate(q: ArrayLike) -> Array:
    """(-x, -y, -z, w): the inverse of a unit quaternion."""
    x, y, z, w = _parts(q)
    return np.stack([-x, -y, -z, w], -1)


def normalize(q: ArrayLike) -> Array:
    """q / |q|; the identity where the length is 0 or not finite."""
    values = np.asarray(q, np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        # dividing by the largest part first keeps the square clear of overflow and underflow
        largest = np.abs(values).max(-1, keepdims=True)
        usable = (largest > 0) & np.isfinite(largest)
        scaled = np.where(usable, values, IDENTITY) / np.where(usable, largest, 1.0)
        return scaled / np.sqrt(_dot(scaled, scaled))[..., None]


def rotate(q: ArrayLike, v: ArrayLike) -> Array:
    """Rotate vectors (…, 3) by unit quaternions: v + 2w(u × v) + 2 u × (u × v)."""
    quaternion, vector = np.asarray(q, np.float64), np.asarray(v, np.float64)
    u, w = quaternion[..., :3], quaternion[..., 3:]
    t = 2.0 * np.cross(u, vector)
    return vector + w * t + np.cross(u, t)


def to_matrix(q: ArrayLike) -> Array:
    """Rotation matrices (…, 3, 3) of unit quaternions."""
    x, y, z, w = _parts(q)
    twice_x, twice_y, twice_z = 2 * x, 2 * y, 2 * z  # which changes no digit of the products
    xx, yy, zz = twice_x * x, twice_y * y, twice_z * z
    xy, xz, yz = twice_x * y, twice_x * z, twice_y * z
    xw, yw, zw = twice_x * w, twice_y * w, twice_z * w
    matrix = np.empty((*np.shape(w), 3, 3))
    matrix[..., 0, 0], matrix[..., 0, 1], matrix[..., 0, 2] = 1 - (yy + zz), xy - zw, xz + yw
    matrix[..., 1, 0], matrix[..., 1, 1], matrix[..., 1, 2] = xy + zw, 1 - (xx + zz), yz - xw
    matrix[..., 2, 0], matrix[..., 2, 1], matrix[..., 2, 2] = xz - yw, yz + xw, 1 - (xx + yy)
    return matrix


def from_matrix(matrix: ArrayLike) -> Array:
    """Unit quaternions of rotation matrices (…, 3, 3), w >= 0 where it is not 0.

    Of the four ways to write q q^T (Shepperd 1978) the one with the largest pivot is taken, so no digits
    cancel.
    """
    m = np.asarray(matrix, np.float64)
    m00, m11, m22 = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    yz, zx, xy = m[..., 2, 1], m[..., 0, 2], m[..., 1, 0]
    zy, xz, yx = m[..., 1, 2], m[..., 2, 0], m[..., 0, 1]
    ways = np.stack(
        [
            np.stack([1 + m00 - m11 - m22, xy + yx, zx + xz, yz - zy], -1),
            np.stack([xy + yx, 1 - m00 + m11 - m22, yz + zy, zx - xz], -1),
            np.stack([zx + xz, yz + zy, 1 - m00 - m11 + m22, xy - yx], -1),
            np.stack([yz - zy, zx - xz, xy - yx, 1 + m00 + m11 + m22], -1),
        ],
        -2,
    )
    pivots = np.stack([ways[..., i, i] for i in range(4)], -1)
    best = pivots.argmax(-1)[..., None, None]
    q = normalize(np.take_along_axis(ways, best, -2)[..., 0, :])
    return np.where(q[..., 3:] < 0, -q, q)


def without_flips(q: NDArray[Real]) -> NDArray[Real]:
    """Rotations (…, K, 4), each with the sign nearer to its predecessor. −q is the same rotation as q, but
    interpolating without this check may take the long way. The dtype stays."""
    values = np.array(q)
    if values.shape[-2] > 1:
        apart = (values[..., 1:, :] * values[..., :-1, :]).sum(-1) < 0
        if apart.any():
            odd = np.cumsum(apart, -1) % 2 == 1
            values[..., 1:, :][odd] *= -1
    return values


def slerp(a: ArrayLike, b: ArrayLike, t: ArrayLike) -> Array:
    """Along the shorter great arc from a to b: a at t = 0; at t = 1 b, or -b when that is nearer, to the
    last bit.
    """
    start, end, amount = (
        np.asarray(a, np.float64),
        np.asarray(b, np.float64),
        np.asarray(t, np.float64)[..., None],
    )
    cosine = _dot(start, end)[..., None]
    end = np.where(cosine < 0, -end, end)
    cosine = np.minimum(np.abs(cosine), 1.0)
    straight = cosine > STRAIGHT_LINE_COSINE
    # atan2(|b - a|, |b + a|) keeps all digits near 0, where the inverse cosine loses half of them
    difference, total = end - start, end + start
    chords = np.sqrt(_dot(difference, difference)), np.sqrt(_dot(total, total))
    angle = 2.0 * trigonometry.arctan2(*chords)[..., None]
    straight |= angle == 0  # equal quaternions that are not quite unit, as float32 stores them
    sine = np.where(straight, 1.0, _sin(angle))
    first = np.where(straight, 1.0 - amount, _sin((1.0 - amount) * angle) / sine)
    second = np.where(straight, amount, _sin(amount * angle) / sine)
    between = normalize(first * start + second * end)
    start, end = np.broadcast_to(start, between.shape), np.broadcast_to(end, between.shape)
    return np.where(amount == 0, start, np.where(amount == 1, end, between))


def angle(a: ArrayLike, b: ArrayLike) -> Array:
    """Radians between the rotations of unit quaternions, whatever their signs.

    By the chord, which keeps all digits of a small angle; the inverse cosine of a product loses half of them.
    """
    first, second = np.asarray(a, np.float64), np.asarray(b, np.float64)
    near = np.minimum(np.linalg.norm(first - second, axis=-1), np.linalg.norm(first + second, axis=-1))
    return np.asarray(4 * np.arcsin(np.minimum(near / 2, 1.0)))


def from_axis_angle(axis: ArrayLike, angle: ArrayLike) -> Array:
    """Rotation by `angle` radians about unit `axis` (…, 3)."""
    half = np.asarray(angle, np.float64)[..., None] / 2
    sine, cosine = trigonometry.sin_cos(half)
    direction = np.asarray(axis, np.float64) * sine
    return np.concatenate([direction, np.broadcast_to(cosine, (*direction.shape[:-1], 1))], -1)


def from_euler(angles: ArrayLike) -> Array:
    """Intrinsic X, then Y, then Z (radians, (…, 3)): the product q_x q_y q_z, matrix X @ Y @ Z."""
    x, y, z = np.moveaxis(np.asarray(angles, np.float64), -1, 0)
    return product(product(_from_axis_angle(0, x), _from_axis_angle(1, y)), _from_axis_angle(2, z))


def _from_axis_angle(axis: int, angle: Any) -> Array:
    q = np.zeros((*np.shape(angle), 4))
    q[..., axis], q[..., 3] = trigonometry.sin_cos(np.asarray(angle) / 2)
    return q


def _sin(angle: Array) -> Array:
    return trigonometry.sin_cos(angle)[0]


def _parts(q: ArrayLike) -> tuple[Array, Array, Array, Array]:
    values = np.asarray(q, np.float64)
    return values[..., 0], values[..., 1], values[..., 2], values[..., 3]


def _dot(a: Array, b: Array) -> Array:
    products = a * b
    return products[..., 0] + products[..., 1] + products[..., 2] + products[..., 3]
