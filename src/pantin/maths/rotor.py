"""Rotors of N dimensions: the even part of the geometric algebra, as flat components, and their matrices.

Components come by grade and within a grade in colexicographic order: 1, xy, xz, yz, xw, yw, zw, …, xyzw, ….
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


@lru_cache
def blades(dimension: int) -> tuple[int, ...]:
    """The basis blades of the even part in the order of components, as bit sets of axes.

    Among bit sets of one size, numeric order is colexicographic order.
    """
    even = (blade for blade in range(1 << dimension) if blade.bit_count() % 2 == 0)
    return tuple(sorted(even, key=lambda blade: (blade.bit_count(), blade)))


def shortest(dimension: int) -> int:
    """How many components a rotor has at least: the scalar and the bivectors."""
    return 1 + dimension * (dimension - 1) // 2


def longest(dimension: int) -> int:
    """How many components the whole even part has."""
    return 1 << (dimension - 1)


def full(rotors: ArrayLike, dimension: int) -> Array:
    """(…, 2^(N−1)) components: grades that are not given are 0."""
    given = np.asarray(rotors, np.float64)
    out = np.zeros((*given.shape[:-1], longest(dimension)))
    out[..., : given.shape[-1]] = given
    return out


def _sign(a: int, b: int) -> int:
    """The sign of the product of two blades: one swap for every axis of `a` above an axis of `b`."""
    swaps, above = 0, a >> 1
    while above:
        swaps += (above & b).bit_count()
        above >>= 1
    return -1 if swaps % 2 else 1


def _reversed_sign(blade: int) -> int:
    return -1 if blade.bit_count() % 4 >= 2 else 1


@lru_cache
def _sandwich(dimension: int) -> tuple[Ints, NDArray[np.int8]]:
    """For matrix entry (i, j) and component a, the other component and the sign with which their product
    counts in reverse(R) e_j R along e_i."""
    order = blades(dimension)
    place = {blade: index for index, blade in enumerate(order)}
    other = np.empty((dimension, dimension, len(order)), np.int64)
    sign = np.empty((dimension, dimension, len(order)), np.int8)
    for i in range(dimension):
        for j in range(dimension):
            for at, a in enumerate(order):
                b = a ^ (1 << i) ^ (1 << j)
                other[i, j, at] = place[b]
                sign[i, j, at] = _reversed_sign(a) * _sign(a, 1 << j) * _sign(a ^ (1 << j), b)
    return other, sign


def to_matrix(rotors: ArrayLike, dimension: int) -> Array:
    """(…, N, N) matrices of v′ = reverse(R) v R, so that +sin(θ/2) in `xy` turns x towards y."""
    whole = full(rotors, dimension)
    other, sign = _sandwich(dimension)
    products = whole[..., None, None, :] * whole[..., other] * sign
    return np.asarray(products.sum(-1))


@lru_cache
def _square(dimension: int) -> tuple[Ints, NDArray[np.int8]]:
    """For component c of R reverse(R) and component a of R: the other component, and the sign."""
    order = blades(dimension)
    place = {blade: index for index, blade in enumerate(order)}
    other = np.array([[place[a ^ c] for a in order] for c in order])
    sign = np.array([[_sign(a, a ^ c) * _reversed_sign(a ^ c) for a in order] for c in order], np.int8)
    return other, sign


def error(rotors: ArrayLike, dimension: int) -> Array:
    """(…,) how far R reverse(R) is from 1 in any component.

    A scalar and bivectors of unit length are no rotor in 4 dimensions and more unless the planes are simple:
    the 4-vector part of the product tells.
    """
    whole = full(rotors, dimension)
    other, sign = _square(dimension)
    square = (whole[..., None, :] * whole[..., other] * sign).sum(-1)
    square[..., 0] -= 1
    return np.asarray(np.abs(square).max(-1))


def normalize(rotors: ArrayLike) -> Array:
    """Rotors of length 1; one of no length becomes the identity."""
    given = np.array(rotors, np.float64)
    length = np.sqrt((given * given).sum(-1, keepdims=True))
    unit = given / np.where(length > 0, length, 1.0)
    unit[..., 0] = np.where(length[..., 0] > 0, unit[..., 0], 1.0)
    return unit


def from_quaternion(quaternions: ArrayLike) -> Array:
    """(…, 4) rotors of 3 dimensions from quaternions xyzw: 1, xy, xz, yz are w, z, −y, x."""
    q = np.asarray(quaternions, np.float64)
    return np.stack([q[..., 3], q[..., 2], -q[..., 1], q[..., 0]], -1)


def to_quaternion(rotors: ArrayLike) -> Array:
    """(…, 4) quaternions xyzw from rotors of 3 dimensions."""
    r = np.asarray(rotors, np.float64)
    return np.stack([r[..., 3], -r[..., 2], r[..., 1], r[..., 0]], -1)
