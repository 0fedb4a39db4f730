"""Sines, cosines and angles of whole arrays, with the same bits on every machine.

NumPy's own come from the C library or from vector code that differs between CPUs. Here everything is a sum,
a product, a quotient or a rounding of float64, which IEEE 754 defines to the last bit. Errors are at most two
units in the last place; `exact` rounds correctly, one number at a time.
"""

from __future__ import annotations

from math import factorial
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.maths import exact

Array: TypeAlias = NDArray[np.float64]

PI = 3.141592653589793
RADIANS = PI / 180.0
DEGREES = 180.0 / PI

# π/2 as a sum: the first part has 33 bits, so that its product with up to 2^20 quarter turns is exact.
QUARTER_HIGH = 1.5707963267341256
QUARTER_LOW = 6.077100506506192e-11

# Taylor series; |x| ≤ π/4, where the first term that is left out is below 2^-60 of the result.
SINE = tuple((-1.0) ** n / factorial(2 * n + 1) for n in range(9))
COSINE = tuple((-1.0) ** n / factorial(2 * n) for n in range(10))

ARC_SINE = tuple((-1.0) ** n / factorial(2 * n + 1) for n in range(1, 12))
"""Taylor series without its first term; up to π/2, where the first term that is left out is below 2^-67."""

CHUNK = 8192
"""Numbers of one pass: its temporaries stay in a first- or second-level cache."""

MOST_REST = 0.7853981633974484
"""A little more than π/4. The remainder of angles beyond 2^53 is only rounding error."""

STEPS = 8
ANGLES = np.array([exact.atan2(float(step), float(STEPS)) for step in range(STEPS + 1)])
"""The angles of slopes 0, 1/8, …, 1."""
ARC_TANGENT = tuple((-1.0) ** n / (2 * n + 1) for n in range(8))
"""Taylor series; |x| ≤ 1/16, where the first term that is left out is below 2^-68."""


def sin_cos(angle: ArrayLike) -> tuple[Array, Array]:
    """Sine and cosine of radians, as exact as stated up to 2^20 quarter turns."""
    angles = np.asarray(angle, np.float64)
    quarters = np.rint(angles * (2.0 / PI))
    return _sin_cos_of_quarters(quarters, (angles - quarters * QUARTER_HIGH) - quarters * QUARTER_LOW)


def sines_of_arcs(angle: ArrayLike) -> Array:
    """Sines of radians from 0 to π/2, in a fraction of the time of `sin_cos`."""
    doubles = np.ascontiguousarray(angle, np.float64)
    result = np.empty_like(doubles)
    angles, sines = doubles.reshape(-1), result.reshape(-1)
    for first in range(0, len(angles), CHUNK):
        part = angles[first : first + CHUNK]
        square = part * part
        total = _polynomial(ARC_SINE, square)
        total *= square
        total *= part
        np.add(total, part, out=sines[first : first + CHUNK])
    return result


def sin_cos_degrees(angle: ArrayLike) -> tuple[Array, Array]:
    """Sine and cosine of degrees: exact at multiples of 90, whatever their size."""
    angles = np.asarray(angle, np.float64)
    quarters = np.rint(angles / 90.0)
    return _sin_cos_of_quarters(quarters, (angles - quarters * 90.0) * RADIANS)


def arctan2(y: ArrayLike, x: ArrayLike) -> Array:
    """The angle of points (x, y) in radians, from −π to π; 0 at the origin."""
    rise, run = np.asarray(y, np.float64), np.asarray(x, np.float64)
    if rise.shape != run.shape:
        rise, run = np.broadcast_arrays(rise, run)
    high, wide = np.abs(rise), np.abs(run)
    larger = np.maximum(high, wide)
    slope = np.minimum(high, wide) / np.where(larger > 0, larger, 1.0)
    step = np.rint(slope * STEPS)
    known = step / STEPS
    rest = (slope - known) / (1.0 + slope * known)
    square = rest * rest
    angle = ANGLES[step.astype(np.intp)] + rest * _polynomial(ARC_TANGENT, square)
    angle = np.where(high > wide, PI / 2 - angle, angle)
    angle = np.where(run < 0, PI - angle, angle)
    return np.asarray(np.where(rise < 0, -angle, angle))


def _sin_cos_of_quarters(quarters: Array, rest: Array) -> tuple[Array, Array]:
    """Sine and cosine of a number of quarter turns and a rest of at most an eighth."""
    rest = np.minimum(np.maximum(rest, -MOST_REST), MOST_REST)
    square = rest * rest
    sine, cosine = rest * _polynomial(SINE, square), _polynomial(COSINE, square)
    quadrant = quarters - 4.0 * np.floor(quarters / 4.0)
    swapped = (quadrant == 1.0) | (quadrant == 3.0)
    sines, cosines = np.where(swapped, cosine, sine), np.where(swapped, sine, cosine)
    return (
        np.where(quadrant >= 2.0, -sines, sines),
        np.where((quadrant == 1.0) | (quadrant == 2.0), -cosines, cosines),
    )


def _polynomial(coefficients: tuple[float, ...], x: Array) -> Array:
    """Horner's scheme, in place: the arrays of a clip have millions of numbers."""
    total = x * coefficients[-1]
    total += coefficients[-2]
    for coefficient in coefficients[-3::-1]:
        total *= x
        total += coefficient
    return total
