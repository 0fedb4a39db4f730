"""Rotations as the keys of clips have them: quaternions xyzw in three dimensions, rotors in any other.

A rotor of N dimensions has 2^(N−1) components, four in three dimensions alone: there it is a quaternion in
another order. These functions tell both by the width.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.maths import quaternion, rotor_turns
from pantin.maths.rotor import to_matrix as matrix_of_rotor

Array = NDArray[np.float64]

QUATERNION = 4
"""The width of quaternions."""


def width_in(dimension: int) -> int:
    """How many numbers a rotation of N dimensions has."""
    return QUATERNION if dimension == 3 else 1 << (dimension - 1)


def is_quaternion(values: NDArray[np.floating]) -> bool:
    """Whether these are quaternions, not rotors."""
    return bool(values.shape[-1] == QUATERNION)


def identity(width: int) -> Array:
    """The rotation by nothing."""
    return np.asarray(np.eye(width)[3 if width == QUATERNION else 0])


def normalize(values: NDArray[np.floating]) -> Array:
    """Rotations near numbers that are not quite one: rounded, or mixed."""
    return quaternion.normalize(values) if is_quaternion(values) else rotor_turns.nearest(values)


def product(a: Array, b: Array) -> Array:
    """The rotation by `b` first, then by `a`."""
    return quaternion.product(a, b) if is_quaternion(b) else rotor_turns.product(a, b)


def conjugate(values: Array) -> Array:
    """The inverse."""
    return quaternion.conjugate(values) if is_quaternion(values) else rotor_turns.conjugate(values)


def slerp(a: Array, b: Array, t: ArrayLike) -> Array:
    """Along the shortest way from `a` to `b`."""
    return quaternion.slerp(a, b, t) if is_quaternion(b) else rotor_turns.slerp(a, b, t)


def angle(a: Array, b: Array) -> Array:
    """Radians between rotations."""
    return quaternion.angle(a, b) if is_quaternion(b) else rotor_turns.angle(a, b)


def to_matrix(values: Array) -> Array:
    """(…, N, N) matrices."""
    if is_quaternion(values):
        return quaternion.to_matrix(values)
    return matrix_of_rotor(values, rotor_turns.dimension_of(values))


def from_matrix(matrices: Array) -> Array:
    """The rotations of matrices (…, N, N) without scale."""
    if matrices.shape[-1] == 3:
        return quaternion.from_matrix(matrices)
    return rotor_turns.from_matrix(matrices)
