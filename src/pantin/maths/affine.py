"""Affine maps of N dimensions as (…, N, N+1) float64 arrays: linear part and translation, M @ v, any
leading axes.

Sums are explicit and in a fixed order, so no BLAS build changes a bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import quaternion

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

EPSILON = float(np.finfo(np.float64).eps)
LARGEST = float(np.finfo(np.float64).max)

# Recomposing a decomposed map rounds each entry a few dozen times; a shear below that is rounding, not shear.
EXACT_TOLERANCE = 64 * EPSILON


class Trs(NamedTuple):
    """translation (…, 3), rotation (…, 4) xyzw, scale (…, 3)."""

    translation: Array
    rotation: Array
    scale: Array


def identity(dimension: int) -> Array:
    """The map that changes nothing, (N, N+1)."""
    return np.eye(dimension, dimension + 1)


def multiply(a: ArrayLike, b: ArrayLike) -> Array:
    """The map that applies b, then a."""
    first, second = np.asarray(a, np.float64), np.asarray(b, np.float64)
    size = first.shape[-2]
    total = first[..., :, 0, None] * second[..., None, 0, :]
    for k in range(1, size):
        total = total + first[..., :, k, None] * second[..., None, k, :]
    total[..., size] += first[..., size]
    return total


def apply(maps: ArrayLike, points: ArrayLike) -> Array:
    """Points (…, N) moved by maps (…, N, N+1)."""
    m = np.asarray(maps, np.float64)
    return apply_linear(m[..., :-1], points) + m[..., -1]


def apply_linear(linear: ArrayLike, vectors: ArrayLike) -> Array:
    """Vectors (…, N) turned by matrices (…, N, N)."""
    m, v = np.asarray(linear, np.float64), np.asarray(vectors, np.float64)
    total = m[..., :, 0] * v[..., 0, None]
    for k in range(1, m.shape[-1]):
        total = total + m[..., :, k] * v[..., k, None]
    return total


def invert(maps: ArrayLike) -> tuple[Array, Mask]:
    """Inverse maps and a mask of the singular ones, whose answer is the identity.

    Elimination with row pivoting; singular means a pivot of at most N ε times the largest entry: its digits
    are rounding.
    """
    m = np.array(maps, np.float64)
    size = m.shape[-2]
    flat = m.reshape(-1, size, size + 1)
    rows = np.concatenate([flat[..., :size], np.broadcast_to(np.eye(size), (len(flat), size, size))], -1)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        floor = np.abs(flat[..., :size]).max((-2, -1)) * size * EPSILON
        singular = ~np.isfinite(flat).all((-2, -1))
        every = np.arange(len(rows))
        for c in range(size):
            best = c + np.abs(rows[:, c:, c]).argmax(1)
            rows[every, best], rows[:, c] = rows[:, c].copy(), rows[every, best]
            pivot = rows[:, c, c]
            singular |= ~(np.abs(pivot) > floor)
            rows[:, c] /= np.where(singular, 1.0, pivot)[:, None]
            factor = rows[:, :, c].copy()
            factor[:, c] = 0
            rows -= factor[..., None] * rows[:, c, None]
        linear = rows[..., size:]
        answer = np.concatenate([linear, -apply_linear(linear, flat[..., size])[..., None]], -1)
    singular |= ~np.isfinite(answer).all((-2, -1))
    answer[singular] = identity(size)
    return answer.reshape(m.shape), singular.reshape(m.shape[:-2])


def inverse(maps: ArrayLike) -> Array:
    """Inverse maps; ValueError where one is singular."""
    answer, singular = invert(maps)
    if singular.any():
        raise ValueError(f"{int(singular.sum())} of {singular.size} maps flatten space and have no inverse")
    return answer


def determinant(linear: ArrayLike) -> Array:
    """Determinants of (…, N, N) by elimination with row pivoting; 0 for a matrix of no rank."""
    rows = np.array(linear, np.float64)
    size = rows.shape[-1]
    shape, rows = rows.shape[:-2], rows.reshape(-1, size, size)
    total, every = np.ones(len(rows)), np.arange(len(rows))
    for c in range(size):
        best = c + np.abs(rows[:, c:, c]).argmax(1)
        rows[every, best], rows[:, c] = rows[:, c].copy(), rows[every, best]
        pivot = rows[:, c, c].copy()
        total *= np.where(best == c, pivot, -pivot)
        factor = rows[:, c + 1 :, c] / np.where(pivot == 0, 1.0, pivot)[:, None]
        rows[:, c + 1 :] -= factor[..., None] * rows[:, c, None]
    return total.reshape(shape)


def compose(translation: ArrayLike, rotation: ArrayLike, scale: ArrayLike) -> Array:
    """T R S as (…, 3, 4): scale first, then the unit quaternion, then the translation."""
    linear = quaternion.to_matrix(rotation) * np.asarray(scale, np.float64)[..., None, :]
    shift = np.asarray(translation, np.float64)[..., None]
    shape = np.broadcast_shapes(linear.shape[:-2], shift.shape[:-2])
    return np.concatenate(
        [np.broadcast_to(linear, (*shape, 3, 3)), np.broadcast_to(shift, (*shape, 3, 1))], -1
    )


def decompose(maps: ArrayLike) -> Trs:
    """Translation, rotation and scale of 3D maps; a mirroring goes into the x scale; shear is lost
    (`is_trs` tells).

    The rotation is the orthonormalised frame of the columns (Gram-Schmidt); a column of no length takes a
    free direction.
    """
    m = np.asarray(maps, np.float64)
    # Divided by a power of two, which changes no digit, so that squares neither overflow nor vanish.
    size = np.frexp(np.abs(m[..., :3]).max((-2, -1)))[1]
    linear = np.ldexp(m[..., :3], -size[..., None, None])
    floor = np.abs(linear).max((-2, -1)) * EPSILON
    first, second, third = (linear[..., i] for i in range(3))
    lean = np.where((_dot(second, second) < _dot(third, third))[..., None], third, second)
    beside = np.cross(second, third)
    flat = (_dot(beside, beside) <= floor * floor * _dot(lean, lean))[..., None]
    x, x_length = _unit(first, floor, np.where(flat, _perpendicular(lean), beside))
    across = np.cross(third, x)
    thin = (_dot(across, across) <= floor * floor)[..., None]
    y, _ = _unit(second - x * _dot(x, second)[..., None], floor, np.where(thin, _perpendicular(x), across))
    # z = x × y would have a negative scale under a mirroring: turning x round makes it positive
    sign = np.where(determinant(linear) < 0, -1.0, 1.0)
    x = x * sign[..., None]
    z = np.cross(x, y)
    rotation = quaternion.from_matrix(np.stack([x, y, z], -1))
    scale = np.stack([x_length * sign, _dot(y, second), _dot(z, third)], -1)
    with np.errstate(over="ignore"):  # a diagonal may be longer than the largest double
        scale = np.clip(np.ldexp(scale, size[..., None]), -LARGEST, LARGEST)
    return Trs(m[..., 3].copy(), rotation, scale)


def is_trs(maps: ArrayLike) -> Mask:
    """Whether `decompose` loses nothing: the parts give each map back within rounding."""
    m = np.asarray(maps, np.float64)
    difference = np.abs(compose(*decompose(m)) - m)[..., :3].max((-2, -1))
    return np.asarray(difference <= EXACT_TOLERANCE * np.abs(m[..., :3]).max((-2, -1)))


def _unit(vector: Array, floor: Array, instead: Array) -> tuple[Array, Array]:
    length = np.sqrt(_dot(vector, vector))
    usable = length > floor
    spare = np.sqrt(_dot(instead, instead))
    good = spare > 0
    fallback = np.where(good[..., None], instead / np.where(good, spare, 1.0)[..., None], (1.0, 0.0, 0.0))
    unit = np.where(usable[..., None], vector / np.where(usable, length, 1.0)[..., None], fallback)
    return unit, np.where(usable, length, 0.0)


def _perpendicular(x: Array) -> Array:
    """Some direction at right angles to x: x crossed with the axis it leans on least."""
    axis = np.eye(3)[np.abs(x).argmin(-1)]
    return np.cross(axis, x)


def _dot(a: Array, b: Array) -> Array:
    products = a * b
    return products[..., 0] + products[..., 1] + products[..., 2]
