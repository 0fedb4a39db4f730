"""Singular value decomposition of 3 × 3 matrices, with the same bits on every machine.

LAPACK's result differs in the last bits from build to build. One-sided Jacobi rotations need sums, products
and square roots only, which IEEE 754 rounds the same everywhere; they are also accurate for tiny values
(Demmel and Veselić, Jacobi's method is more accurate than QR, 1992).
"""

from __future__ import annotations

from math import copysign, frexp, ldexp, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Vector = list[float]

SWEEPS = 30
"""Passes over the three pairs of columns. Convergence is quadratic; some six passes are enough."""

ORTHOGONAL = 2.0**-52
"""Columns are orthogonal when the cosine between them is at most this."""

NEGLIGIBLE = 2.0**-50
"""A column shorter than the longest by this factor has the direction of rounding errors."""

PAIRS = ((0, 1), (0, 2), (1, 2))


def decompose_rotations(linear: ArrayLike) -> tuple[Array, Array, Array]:
    """Rotations R₁ and R₂ and scales s with linear = R₁ · diag(s) · R₂.

    Both are proper rotations (determinant 1); the last scale is negative where the matrix mirrors.
    """
    matrices = np.asarray(linear, np.float64)
    exponent = frexp(float(np.abs(matrices).max()))[1]
    columns = [[ldexp(value, -exponent) for value in column] for column in matrices.T.tolist()]
    turned: list[Vector] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    for _ in range(SWEEPS):
        changes = [_orthogonalise(columns, turned, first, second) for first, second in PAIRS]
        if not any(changes):
            break
    order = sorted(range(3), key=lambda index: -_dot(columns[index], columns[index]))
    right = [turned[index] for index in order]
    longest, middle, shortest = (columns[index] for index in order)
    left = _frame(longest, middle)
    # The order of the columns may mirror: the last row goes the other way, and its column with it.
    third = _cross(right[0], right[1])
    sign = copysign(1.0, _dot(third, right[2]))
    scales = [_dot(longest, left[0]), _dot(middle, left[1]), sign * _dot(shortest, left[2])]
    size = np.array([ldexp(value, exponent) for value in scales])
    return np.array(left).T, size, np.array([right[0], right[1], third])


def _orthogonalise(columns: list[Vector], turned: list[Vector], first: int, second: int) -> bool:
    """Rotate two columns until they are orthogonal. Returns whether that was necessary."""
    a, b = columns[first], columns[second]
    length_a, length_b, product = _dot(a, a), _dot(b, b), _dot(a, b)
    if abs(product) <= ORTHOGONAL * sqrt(length_a) * sqrt(length_b):
        return False
    slope = (length_b - length_a) / (2.0 * product)
    tangent = copysign(1.0, slope) / (abs(slope) + sqrt(1.0 + slope * slope))
    cosine = 1.0 / sqrt(1.0 + tangent * tangent)
    sine = cosine * tangent
    for rows in (columns, turned):
        one, other = rows[first], rows[second]
        rows[first] = [cosine * x - sine * y for x, y in zip(one, other, strict=True)]
        rows[second] = [sine * x + cosine * y for x, y in zip(one, other, strict=True)]
    return True


def _frame(longest: Vector, middle: Vector) -> list[Vector]:
    """Unit vectors: along the longest column, along the next, and perpendicular to both.

    A column that is rounding beside the longest gets a free direction.
    """
    length = sqrt(_dot(longest, longest))
    first = [value / length for value in longest] if length > 0 else [1.0, 0.0, 0.0]
    along = _dot(first, middle)
    rest = [value - along * part for value, part in zip(middle, first, strict=True)]
    if sqrt(_dot(rest, rest)) <= NEGLIGIBLE * length:
        smallest = min(range(3), key=lambda axis: abs(first[axis]))
        rest = _cross(first, [float(axis == smallest) for axis in range(3)])
    across = sqrt(_dot(rest, rest))
    second = [value / across for value in rest]
    return [first, second, _cross(first, second)]


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
