"""Affine transforms of N dimensions as (…, N, N+1) float64 matrices: linear part and translation, M @ v, any
leading axes.

Sums are explicit and in a fixed order, so that no BLAS build changes a bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import quaternion

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

EPSILON = float(np.finfo(np.float64).eps)
LARGEST = float(np.finfo(np.float64).max)

# Recomposing a decomposed matrix rounds each entry a few dozen times; a smaller shear is rounding.
EXACT_TOLERANCE = 64 * EPSILON


class Trs(NamedTuple):
    """translation (…, 3), rotation (…, 4) xyzw, scale (…, 3)."""

    translation: Array
    rotation: Array
    scale: Array


def identity(dimension: int) -> Array:
    """The identity, (N, N+1)."""
    return np.eye(dimension, dimension + 1)


def multiply(a: ArrayLike, b: ArrayLike) -> Array:
    """The product a b, which applies b first."""
    first, second = np.asarray(a, np.float64), np.asarray(b, np.float64)
    size = first.shape[-2]
    total = first[..., :, 0, None] * second[..., None, 0, :]
    for k in range(1, size):
        total = total + first[..., :, k, None] * second[..., None, k, :]
    total[..., size] += first[..., size]
    return total


def apply(matrices: ArrayLike, points: ArrayLike) -> Array:
    """Points (…, N) transformed by matrices (…, N, N+1)."""
    m = np.asarray(matrices, np.float64)
    return apply_linear(m[..., :-1], points) + m[..., -1]


def apply_linear(linear: ArrayLike, vectors: ArrayLike) -> Array:
    """Vectors (…, N) transformed by matrices (…, N, N)."""
    m, v = np.asarray(linear, np.float64), np.asarray(vectors, np.float64)
    total = m[..., :, 0] * v[..., 0, None]
    for k in range(1, m.shape[-1]):
        total = total + m[..., :, k] * v[..., k, None]
    return total


def invert(matrices: ArrayLike) -> tuple[Array, Mask]:
    """Inverses, and a mask of the singular matrices, whose result is the identity.

    Elimination with row pivoting; a matrix is singular if a pivot is at most N ε times the largest entry,
    which is rounding noise.
    """
    m = np.array(matrices, np.float64)
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
        result = np.concatenate([linear, -apply_linear(linear, flat[..., size])[..., None]], -1)
    singular |= ~np.isfinite(result).all((-2, -1))
    result[singular] = identity(size)
    return result.reshape(m.shape), singular.reshape(m.shape[:-2])


def inverse(matrices: ArrayLike) -> Array:
    """Inverses; raises `ValueError` where a matrix is singular."""
    result, singular = invert(matrices)
    if singular.any():
        raise ValueError(f"cannot invert a singular matrix ({int(singular.sum())} of {singular.size})")
    return result


def world_transforms(parents: NDArray[np.integer], order: NDArray[np.integer], local: Array) -> Array:
    """World transforms (n, N, N+1) of a tree: parent's world transform times local one; `order` lists parents
    first.

    Node by node in plain numbers: in a chain, array operations would multiply one pair of matrices at a time
    and take several times as long as the 36 products themselves. The sums are those of `multiply` in the same
    order, so the bits are equal. Overflow gives infinity.
    """
    size, width = local.shape[1:]
    world = np.array(local, np.float64, order="C")
    entries = Struct(f"{size * width}d")
    read, write, step = entries.unpack_from, entries.pack_into, entries.size
    memory = world.data.cast("B") if world.size else memoryview(b"")
    for node, parent in zip(order.tolist(), parents[order].tolist(), strict=True):
        if parent >= 0:
            write(
                memory, node * step, *_product(read(memory, parent * step), read(memory, node * step), size)
            )
    return world


def _product(a: Sequence[float], b: Sequence[float], size: int) -> list[float]:
    """The entries of the product a b, row by row."""
    if size == 3:
        return _product_in_3d(a, b)
    width = size + 1
    columns = [b[column::width] for column in range(width)]
    entries = []
    for first in range(0, size * width, width):
        row = a[first : first + size]
        for column in columns:
            total = row[0] * column[0]
            for k in range(1, size):
                total += row[k] * column[k]
            entries.append(total)
        entries[-1] += a[first + size]
    return entries


def _product_in_3d(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """The same sums without loops, which take several times as long as the products."""
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11 = b
    entries: list[float] = []
    for x, y, z, shift in (a[0:4], a[4:8], a[8:12]):
        entries += (
            x * b0 + y * b4 + z * b8,
            x * b1 + y * b5 + z * b9,
            x * b2 + y * b6 + z * b10,
            x * b3 + y * b7 + z * b11 + shift,
        )
    return entries


def scale_near_one(points: Array) -> Array:
    """The points divided by a power of two, so that the largest coordinate is between 1/2 and 1: products of
    coordinates keep their signs and ratios, and stay in range for points of any size."""
    largest = float(np.abs(points).max(initial=0.0))
    return np.asarray(np.ldexp(points, -int(np.frexp(largest)[1])))


def determinant(linear: ArrayLike) -> Array:
    """Determinants of (…, N, N) by elimination with row pivoting; exactly 0 where a column is 0."""
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
    composed = np.empty((*shape, 3, 4))
    composed[..., :3], composed[..., 3:] = linear, shift
    return composed


def decompose(matrices: ArrayLike) -> Trs:
    """Translation, rotation and scale of 3D transforms. The x scale is negative where one mirrors; shear is
    lost (see `is_trs`).

    The rotation is the orthonormal frame of the columns (Gram-Schmidt); a zero column gets a free direction.
    """
    m = np.asarray(matrices, np.float64)
    # Dividing by a power of two changes no digit and keeps squares from overflow and underflow.
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
    # Under a mirroring z = x × y would have a negative scale; negating x makes it positive.
    sign = np.where(determinant(linear) < 0, -1.0, 1.0)
    x = x * sign[..., None]
    z = np.cross(x, y)
    rotation = quaternion.from_matrix(np.stack([x, y, z], -1))
    scale = np.stack([x_length * sign, _dot(y, second), _dot(z, third)], -1)
    with np.errstate(over="ignore"):  # a diagonal may be longer than the largest double
        scale = np.clip(np.ldexp(scale, size[..., None]), -LARGEST, LARGEST)
    return Trs(m[..., 3].copy(), rotation, scale)


def is_trs(matrices: ArrayLike) -> Mask:
    """Whether `decompose` is exact: the parts give each matrix back within rounding."""
    m = np.asarray(matrices, np.float64)
    difference = np.abs(compose(*decompose(m)) - m)[..., :3].max((-2, -1))
    return np.asarray(difference <= EXACT_TOLERANCE * np.abs(m[..., :3]).max((-2, -1)))


def _unit(vector: Array, floor: Array, substitute: Array) -> tuple[Array, Array]:
    length = np.sqrt(_dot(vector, vector))
    usable = length > floor
    size = np.sqrt(_dot(substitute, substitute))
    good = size > 0
    fallback = np.where(good[..., None], substitute / np.where(good, size, 1.0)[..., None], (1.0, 0.0, 0.0))
    unit = np.where(usable[..., None], vector / np.where(usable, length, 1.0)[..., None], fallback)
    return unit, np.where(usable, length, 0.0)


def _perpendicular(x: Array) -> Array:
    """A direction perpendicular to x: the cross product with the axis of its smallest component."""
    axis = np.eye(3)[np.abs(x).argmin(-1)]
    return np.cross(axis, x)


def _dot(a: Array, b: Array) -> Array:
    products = a * b
    return products[..., 0] + products[..., 1] + products[..., 2]
