"""Rotations as the keys of clips have them: quaternions xyzw in three dimensions, rotors in any other.

A rotor of N dimensions has 2^(N−1) components. Only in three dimensions are these four, a quaternion in
another order, so these functions distinguish both by the width.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.maths import quaternion
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
    """The identity."""
    return np.asarray(np.eye(width)[3 if width == QUATERNION else 0])


def normalize(values: NDArray[np.floating]) -> Array:
    """The nearest rotations to components that are slightly off, by rounding or blending."""
    if is_quaternion(values):
        return quaternion.normalize(values)
    from pantin.maths import rotor_turns

    return rotor_turns.nearest(values)


def product(a: Array, b: Array) -> Array:
    """The rotation by `b` first, then by `a`."""
    if is_quaternion(b):
        return quaternion.product(a, b)
    from pantin.maths import rotor_turns

    return rotor_turns.product(a, b)


def conjugate(values: Array) -> Array:
    """The inverse."""
    if is_quaternion(values):
        return quaternion.conjugate(values)
    from pantin.maths import rotor_turns

    return rotor_turns.conjugate(values)


def slerp(a: Array, b: Array, t: ArrayLike) -> Array:
    """Along the shortest way from `a` to `b`."""
    if is_quaternion(b):
        return quaternion.slerp(a, b, t)
    from pantin.maths import rotor_turns

    return rotor_turns.slerp(a, b, t)


def angle(a: Array, b: Array) -> Array:
    """Radians between rotations."""
    if is_quaternion(b):
        return quaternion.angle(a, b)
    from pantin.maths import rotor_turns

    return rotor_turns.angle(a, b)


def to_matrix(values: Array) -> Array:
    """(…, N, N) matrices."""
    if is_quaternion(values):
        return quaternion.to_matrix(values)
    from pantin.maths import rotor_turns

    return matrix_of_rotor(values, rotor_turns.dimension_of(values))


def from_matrix(matrices: Array) -> Array:
    """The rotations of matrices (…, N, N) without scale."""
    if matrices.shape[-1] == 3:
        return quaternion.from_matrix(matrices)
    from pantin.maths import rotor_turns

    return rotor_turns.from_matrix(matrices)
