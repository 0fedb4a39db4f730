"""Rotors as turns in planes at right angles: logarithm, exponential, and the shortest way between two.

Every rotation of N dimensions is a turn in up to N / 2 planes at right angles to each other, and the shortest
way from one rotation to another turns steadily in all of them at once. The planes follow from the matrix
M = S + K, a symmetric and an antisymmetric part that commute: in each plane, S is the cosine of the angle and
K has its sine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product as product_of
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.maths.rotor import (
    Rotation,
    blade_signs,
    blades,
    full,
    max_components,
    normalize,
    plane_angles,
    plane_axes,
    reversed_signs,
    rotation_matrix,
    to_matrix,
)
from pantin.maths.trigonometry import sin_cos_degrees

Array = NDArray[np.float64]

HALF_TURN = 1e-7
"""An obtuse angle with a sine below this counts as half a turn: its matrix determines neither the direction
nor, for two half turns, the planes."""


class Turns(NamedTuple):
    """Turns in P planes at right angles.

    first, second  (…, P, N) unit vectors of each plane; a turn of +90 degrees takes the first to the second
    angle          (…, P) radians, from 0 to π
    """

    first: Array
    second: Array
    angle: Array

    def matrix(self, part: ArrayLike = 1.0) -> Array:
        """(…, N, N) the rotation by a part of every angle."""
        angle = np.asarray(part, np.float64)[..., None] * self.angle
        across = np.einsum("...pi,...pj->...pij", self.first, self.first)
        across += np.einsum("...pi,...pj->...pij", self.second, self.second)
        along = np.einsum("...pi,...pj->...pij", self.second, self.first)
        along -= np.swapaxes(along, -1, -2)
        sine, less = np.sin(angle), -2.0 * np.sin(angle / 2) ** 2
        turned = across * less[..., None, None] + along * sine[..., None, None]
        return np.asarray(np.eye(self.first.shape[-1]) + turned.sum(-3))

    def rotor(self, part: ArrayLike = 1.0) -> Array:
        """(…, 2^(N−1)) the rotor of the rotation by a part of every angle."""
        dimension = self.first.shape[-1]
        angle = np.asarray(part, np.float64)[..., None] * self.angle
        planes = np.einsum("...pi,...pj->...pij", self.first, self.second)
        rows, columns, slots = _bivectors(dimension)
        simple = np.zeros((*np.broadcast_shapes(angle.shape, planes.shape[:-2]), max_components(dimension)))
        simple[..., 0] = np.cos(angle / 2)
        area = planes[..., rows, columns] - planes[..., columns, rows]
        simple[..., slots] = np.sin(angle / 2)[..., None] * area
        rotor = simple[..., 0, :]
        for plane in range(1, simple.shape[-2]):
            rotor = product(rotor, simple[..., plane, :])
        return np.asarray(rotor)


@lru_cache
def _bivectors(dimension: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The two axes of each bivector, and which component it is."""
    order = blades(dimension)
    pairs = [(i, j) for j in range(dimension) for i in range(j)]
    slots = [order.index((1 << i) | (1 << j)) for i, j in pairs]
    rows, columns = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    return rows, columns, np.array(slots, np.int64)


@lru_cache
def _products(dimension: int) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """For component c of a product and component x of its left factor: the component of the right factor that
    x is multiplied with, and the sign."""
    order = blades(dimension)
    index_of = {blade: index for index, blade in enumerate(order)}
    other = np.array([[index_of[x ^ c] for x in order] for c in order], np.int64)
    return other, blade_signs([[(x, x ^ c) for x in order] for c in order])


def dimension_of(rotors: NDArray[np.floating]) -> int:
    """The dimensions of whole rotors (…, 2^(N−1))."""
    return int(rotors.shape[-1]).bit_length()


def product(a: ArrayLike, b: ArrayLike) -> Array:
    """The rotor that rotates by `b` first, then by `a`: its matrix is that of `a` times that of `b`."""
    left, right = np.asarray(b, np.float64), np.asarray(a, np.float64)
    other, sign = _products(dimension_of(left))
    return np.asarray((left[..., None, :] * right[..., other] * sign).sum(-1))


def conjugate(rotors: ArrayLike) -> Array:
    """The reverse: the inverse of a rotor of length 1."""
    values = np.asarray(rotors, np.float64)
    return np.asarray(values * reversed_signs(dimension_of(values)))


def from_planes(rotation: Rotation, dimension: int) -> Array:
    """(2^(N−1),) the rotor of angles in planes, or of a matrix, as `rotor.rotation_matrix` takes them.

    Angles keep their sense: rotors of 0, 180 and 360 degrees lead once around.

    >>> from pantin.maths import rotor_turns
    >>> rotor_turns.from_planes("xw:180", 4)  # 1, xy, xz, yz, xw, yw, zw, xyzw
    array([0., 0., 0., 0., 1., 0., 0., 0.])
    """
    planes = plane_angles(rotation)
    if planes is None:
        return from_matrix(rotation_matrix(rotation, dimension))
    rotation_matrix(rotation, dimension)  # which refuses unknown planes and degrees
    order, whole = blades(dimension), full([1.0], dimension)
    for plane, degrees in planes:
        first, second = plane_axes(plane, dimension)
        sine, cosine = sin_cos_degrees(degrees / 2)
        turn = full([cosine], dimension)
        turn[order.index((1 << first) | (1 << second))] = sine if first < second else -sine
        whole = product(turn, whole)
    return whole + 0.0  # no −0


def from_matrix(matrices: ArrayLike) -> Array:
    """(…, 2^(N−1)) rotors of rotations (…, N, N), of the sign with a scalar that is not negative."""
    rotors = _turns(np.asarray(matrices, np.float64), None).rotor()
    return np.where(rotors[..., :1] < 0, -rotors, rotors)


def log(rotors: ArrayLike) -> Turns:
    """The turns of rotors of length 1, by at most half a turn in each plane."""
    values = np.asarray(rotors, np.float64)
    return _turns(to_matrix(values, dimension_of(values)), values)


def _turns(matrices: Array, rotors: Array | None) -> Turns:
    turned = np.swapaxes(matrices, -1, -2)
    symmetric, skew = (matrices + turned) / 2, (matrices - turned) / 2
    cosines, axes = np.linalg.eigh(symmetric)
    sines = np.linalg.norm(skew @ axes, axis=-2)
    angles = np.arctan2(sines, cosines)
    half = (sines < HALF_TURN) & (cosines < 0)
    factors = np.where(sines > 0, angles / np.where(sines > 0, sines, 1.0), 1.0)
    factors[half] = 0.0
    generators = (axes * factors[..., None, :]) @ np.swapaxes(axes, -1, -2) @ skew
    for index in np.argwhere(half.any(-1)):
        at = tuple(index)
        rotor = None if rotors is None else rotors[at]
        generators[at] += _half_turns(axes[at][:, half[at]], rotor)
    generators = (generators - np.swapaxes(generators, -1, -2)) / 2
    return _planes(generators)


def _half_turns(axes: Array, rotor: Array | None) -> Array:
    """The generator of half turns in the planes of pairs of axes (N, 2 m). The direction of a single half
    turn follows the rotor's bivector; of several, any direction is equally short."""
    generator = np.zeros((len(axes), len(axes)))
    for first, second in zip(axes.T[::2], axes.T[1::2], strict=False):
        plane = np.outer(second, first) - np.outer(first, second)
        sense = 1.0
        if rotor is not None and axes.shape[1] == 2:
            rows, columns, slots = _bivectors(len(axes))
            sense = -1.0 if (plane[columns, rows] * rotor[slots]).sum() < 0 else 1.0
        generator += sense * np.pi * plane
    return generator


def _planes(generators: Array) -> Turns:
    """The planes of antisymmetric matrices: their eigenvectors to ± i angle are first ± i second, which are
    at right angles even where two angles are equal."""
    values, vectors = np.linalg.eigh(1j * generators)
    count = generators.shape[-1] // 2
    vectors = np.swapaxes(vectors[..., -count:], -1, -2) * np.sqrt(2.0)
    return Turns(vectors.real.copy(), vectors.imag.copy(), np.maximum(values[..., -count:], 0.0))


def change_axes(matrix: Array) -> Callable[[Array], Array]:
    """What rotors (…, 2^(N−1)) are in other axes: Q M Qᵀ for an orthogonal matrix Q, which may mirror.

    It is linear, so that it takes tangents of splines too: each blade becomes the product of its new axes,
    and the components of that are minors of Q.
    """
    order = blades(len(matrix))
    axes = [[axis for axis in range(len(matrix)) if blade >> axis & 1] for blade in order]
    change = np.zeros((len(order), len(order)))
    for (row, rows), (column, columns) in product_of(enumerate(axes), repeat=2):
        if len(rows) == len(columns):
            change[row, column] = np.linalg.det(matrix[np.ix_(rows, columns)])
    return lambda rotors: np.asarray(rotors @ change.T)


def slerp(a: ArrayLike, b: ArrayLike, t: ArrayLike) -> Array:
    """Along the shortest way from a to b, at an even speed: a at t = 0; b or −b at t = 1."""
    start, end = np.asarray(a, np.float64), np.asarray(b, np.float64)
    return product(start, log(product(conjugate(start), end)).rotor(t))


def angle(a: ArrayLike, b: ArrayLike) -> Array:
    """(…,) radians between rotations, whatever the signs of the rotors: the most that a vector turns by."""
    return np.asarray(log(product(conjugate(np.asarray(a, np.float64)), b)).angle.max(-1))


def nearest(rotors: ArrayLike) -> Array:
    """Rotors near sums of rotors: of length 1, and the rotation nearest to what the sum does to vectors.

    In four dimensions and more, a sum of rotors that has length 1 need not be one.
    """
    values = normalize(rotors)
    dimension = dimension_of(values)
    if dimension < 4:
        return values
    u, _, v = np.linalg.svd(to_matrix(values, dimension))
    u[..., -1] *= np.sign(np.linalg.det(u @ v))[..., None]
    whole = from_matrix(u @ v)
    return np.where((whole * values).sum(-1, keepdims=True) < 0, -whole, whole)
