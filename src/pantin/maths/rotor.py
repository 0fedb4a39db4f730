"""Rotations of N dimensions: as angles in planes, as rotors, and as matrices.

A rotor is an element of the even part of the geometric algebra, as flat components: by grade, and within a
grade in colexicographic order: 1, xy, xz, yz, xw, yw, zw, …, xyzw, ….
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import isfinite
from typing import Final, SupportsFloat, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.maths.trigonometry import sin_cos_degrees

__all__ = [
    "AXES",
    "Rotation",
    "from_quaternion",
    "normalize",
    "parse_planes",
    "rotation_matrix",
    "to_matrix",
    "to_quaternion",
]

Array: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

AXES: Final = "xyzwvuts"
"""The names of the axes, from the first to the eighth."""

Rotation: TypeAlias = "str | Mapping[str, float] | ArrayLike"
"""Angles in planes, as text (`"xw:30,yz:10"`) or by plane (`{"xw": 30, "yz": 10}`); or a matrix (N, N)."""

UNIT = 1e-6
"""How far MᵀM of a rotation may be from the identity: matrices in float32 miss it by some 1e-7."""


def parse_planes(text: str) -> tuple[tuple[str, float], ...]:
    """The planes and degrees of a rotation, such as `xw:30,yz:10`.

    >>> from pantin.maths import rotor
    >>> rotor.parse_planes("xw:30,yz:10")
    (('xw', 30.0), ('yz', 10.0))
    """
    return tuple(_parse_plane(part) for part in text.split(","))


def rotation_matrix(rotation: Rotation, dimension: int) -> Array:
    """The matrix (N, N) of a rotation. Angles are in degrees, from the first axis of a plane towards the
    second; planes are applied from left to right.

    Raises `ValueError` for an axis that N dimensions do not have, and a matrix that is not a rotation.

    >>> from pantin.maths import rotor
    >>> rotor.rotation_matrix("xw:90", 4) @ [1, 0, 0, 0]
    array([0., 0., 0., 1.])
    """
    planes = plane_angles(rotation)
    if planes is not None:
        return _planes_matrix(planes, dimension)
    try:
        matrix = np.array(rotation, np.float64)
    except (TypeError, ValueError):
        got = type(rotation).__name__
        raise TypeError(f'a rotation is degrees in planes, such as "xy:90", or a matrix, not {got}') from None
    if matrix.shape != (dimension, dimension):
        raise ValueError(
            f"the matrix of a rotation must have shape ({dimension}, {dimension}), not {matrix.shape}"
        )
    gram = np.einsum("ki,kj->ij", matrix, matrix)
    # A matrix with a number that is not finite fails this comparison too.
    if not (np.abs(gram - np.eye(dimension)).max() <= UNIT and np.linalg.det(matrix) > 0):
        raise ValueError(
            "a rotation must have columns of length 1 at right angles, and must not mirror (determinant 1)"
        )
    return matrix


def plane_angles(rotation: Rotation) -> tuple[tuple[str, float], ...] | None:
    """The planes and degrees of a rotation, in the order in which they are applied; None for a matrix."""
    if isinstance(rotation, str):
        return parse_planes(rotation)
    return tuple(rotation.items()) if isinstance(rotation, Mapping) else None


def _parse_plane(text: str) -> tuple[str, float]:
    match = re.fullmatch(r"\s*(\w+)\s*:(.*)", text)
    if match is None:
        raise ValueError(f"rotation {text.strip()!r}: expected a plane and degrees, such as xw:30")
    plane, number = match[1], match[2].strip()
    try:
        return plane, float(number)
    except ValueError:
        raise ValueError(
            f"rotation in {plane}: expected degrees, such as {plane}:30, not {number!r}"
        ) from None


def _planes_matrix(planes: Iterable[tuple[str, float]], dimension: int) -> Array:
    matrix = np.eye(dimension)
    for plane, degrees in planes:
        first, second = plane_axes(plane, dimension)
        if not isinstance(degrees, SupportsFloat):
            raise TypeError(f"rotation in {plane}: degrees must be a number, not {type(degrees).__name__}")
        if not isfinite(degrees):
            raise ValueError(f"rotation in {plane}: degrees must be a finite number, not {degrees}")
        sine, cosine = sin_cos_degrees(degrees)
        rows = matrix[first], matrix[second]
        matrix[[first, second]] = cosine * rows[0] - sine * rows[1], sine * rows[0] + cosine * rows[1]
    return matrix + 0.0  # no −0


PLANES_ABOUT = {"x": "yz", "y": "zx", "z": "xy"}
"""The planes of positive rotations about the axes of three dimensions."""


def plane_axes(plane: str, dimension: int) -> tuple[int, int]:
    """The two axes of a plane, such as `xw`, by index. Raises `ValueError`."""
    if not isinstance(plane, str):
        raise TypeError(f'a plane is named by two axes, such as "xy", not {type(plane).__name__}')
    if len(plane) != 2:
        plane_about = PLANES_ABOUT.get(plane) if dimension == 3 else None
        example = "xw" if plane_about is None else f"{plane_about} to rotate about {plane}"
        raise ValueError(f"rotation in {plane!r}: a plane is named by two axes, such as {example}")
    for axis in plane:
        if axis not in AXES:
            raise ValueError(f"rotation in {plane!r}: unknown axis {axis!r} (axes: {' '.join(AXES)})")
        if axis not in AXES[:dimension]:
            own = " ".join(AXES[:dimension])
            raise ValueError(f"rotation in {plane}: {dimension} dimensions have no axis {axis} (axes: {own})")
    if plane[0] == plane[1]:
        raise ValueError(f"rotation in {plane}: the two axes of a plane must differ, as in xw")
    return AXES.index(plane[0]), AXES.index(plane[1])


@lru_cache
def blades(dimension: int) -> tuple[int, ...]:
    """The basis blades of the even part in the order of components, as bit sets of axes.

    Among bit sets of one size, numeric order is colexicographic order.
    """
    even = (blade for blade in range(1 << dimension) if blade.bit_count() % 2 == 0)
    return tuple(sorted(even, key=lambda blade: (blade.bit_count(), blade)))


def min_components(dimension: int) -> int:
    """The fewest components of a rotor: the scalar and the bivectors."""
    return 1 + dimension * (dimension - 1) // 2


def max_components(dimension: int) -> int:
    """How many components the whole even part has."""
    return 1 << (dimension - 1)


def full(rotors: ArrayLike, dimension: int) -> Array:
    """(…, 2^(N−1)) components: grades that are not given are 0."""
    values = np.asarray(rotors, np.float64)
    out = np.zeros((*values.shape[:-1], max_components(dimension)))
    out[..., : values.shape[-1]] = values
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


def blade_signs(pairs: Sequence[Sequence[tuple[int, int]]]) -> NDArray[np.int8]:
    """The signs of the products of pairs of blades, shaped as the lists of them."""
    return np.array([[_sign(a, b) for a, b in row] for row in pairs], np.int8)


@lru_cache
def reversed_signs(dimension: int) -> NDArray[np.int8]:
    """(2^(N−1),) the sign of each component in the reverse of a rotor."""
    return np.array([_reversed_sign(blade) for blade in blades(dimension)], np.int8)


@lru_cache
def _sandwich(dimension: int) -> tuple[Ints, NDArray[np.int8]]:
    """For matrix entry (i, j) and component a, the other component and the sign with which their product
    counts in reverse(R) e_j R along e_i."""
    order = blades(dimension)
    index_of = {blade: index for index, blade in enumerate(order)}
    other = np.empty((dimension, dimension, len(order)), np.int64)
    sign = np.empty((dimension, dimension, len(order)), np.int8)
    for i in range(dimension):
        for j in range(dimension):
            for column, a in enumerate(order):
                b = a ^ (1 << i) ^ (1 << j)
                other[i, j, column] = index_of[b]
                sign[i, j, column] = _reversed_sign(a) * _sign(a, 1 << j) * _sign(a ^ (1 << j), b)
    return other, sign


def to_matrix(rotors: ArrayLike, dimension: int) -> Array:
    """(…, N, N) matrices of v′ = reverse(R) v R, so that +sin(θ/2) in `xy` rotates x towards y.

    >>> from pantin.maths import rotor
    >>> rotor.to_matrix(rotor.normalize([1, 1]), 2).round(6).tolist()  # cos 45°, sin 45°: 90 degrees
    [[0.0, -1.0], [1.0, 0.0]]
    """
    whole = full(rotors, dimension)
    other, sign = _sandwich(dimension)
    products = whole[..., None, None, :] * whole[..., other] * sign
    return np.asarray(products.sum(-1))


@lru_cache
def _square(dimension: int) -> tuple[Ints, NDArray[np.int8]]:
    """For component c of R reverse(R) and component a of R: the other component, and the sign."""
    order = blades(dimension)
    index_of = {blade: index for index, blade in enumerate(order)}
    other = np.array([[index_of[a ^ c] for a in order] for c in order])
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
    """Rotors of length 1; one of length 0 becomes the identity.

    >>> from pantin.maths import rotor
    >>> rotor.normalize([3, 0, 0, 4])
    array([0.6, 0. , 0. , 0.8])
    """
    values = np.array(rotors, np.float64)
    length = np.sqrt((values * values).sum(-1, keepdims=True))
    unit = values / np.where(length > 0, length, 1.0)
    unit[..., 0] = np.where(length[..., 0] > 0, unit[..., 0], 1.0)
    return unit


def from_quaternion(quaternions: ArrayLike) -> Array:
    """(…, 4) rotors of 3 dimensions from quaternions xyzw: 1, xy, xz, yz are w, z, −y, x.

    >>> from pantin.maths import rotor
    >>> rotor.from_quaternion([0, 0, 0.6, 0.8])  # about z: in the plane xy
    array([ 0.8,  0.6, -0. ,  0. ])
    """
    q = np.asarray(quaternions, np.float64)
    return np.stack([q[..., 3], q[..., 2], -q[..., 1], q[..., 0]], -1)


def to_quaternion(rotors: ArrayLike) -> Array:
    """(…, 4) quaternions xyzw from rotors of 3 dimensions.

    >>> from pantin.maths import rotor
    >>> rotor.to_quaternion([0.8, 0.6, 0, 0])
    array([ 0. , -0. ,  0.6,  0.8])
    """
    r = np.asarray(rotors, np.float64)
    return np.stack([r[..., 3], -r[..., 2], r[..., 1], r[..., 0]], -1)
