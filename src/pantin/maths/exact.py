"""Sines, cosines, tangents, angles and cube roots with the same bits on every machine, whatever its C library
or CPU.

Everything is done in Python integers and rounded once, correctly, to the nearest double (ties to even).
"""

from __future__ import annotations

import math
from functools import cache

_FIRST_BITS = 128
"""Precision of the first attempt: a double has 53 bits, so it leaves about one in 2**70 undecided."""

_ERROR = 1 << 10
"""In units of the last place of the fixed-point result. Flooring π/2 costs one per turn, taken off with the
bits above the point; each term of the series costs at most two, and fewer than 2**9 are ever summed."""

_DOUBLE_BITS = 53
_LOWEST_EXPONENT = -1074
"""The smallest positive double is 2**-1074."""


def sin(x: float) -> float:
    """The double nearest to the sine of `x` radians."""
    return _sin_or_cos(x, quarter=0)


def cos(x: float) -> float:
    """The double nearest to the cosine of `x` radians."""
    return _sin_or_cos(x, quarter=1)


def tan(x: float) -> float:
    """The double nearest to the tangent of `x` radians."""
    if x == 0.0:
        return x
    if not math.isfinite(x):
        raise ValueError(f"tan needs a finite number, not {x}")
    bits = _FIRST_BITS
    while True:
        (rise, rise_scale), (run, run_scale) = _fixed_point_sin(x, 0, bits), _fixed_point_sin(x, 1, bits)
        quotient = (rise << (2 * bits)) // run
        # Both are wrong by less than 2**10 in their last of at least `bits` places.
        error = (abs(quotient) >> (bits - 12)) + 2
        exponent = run_scale - rise_scale - 2 * bits
        low, high = _to_double(quotient - error, exponent), _to_double(quotient + error, exponent)
        if low == high:
            return low
        bits *= 2


def atan2(y: float, x: float) -> float:
    """The double nearest to the angle of the point (x, y), between −π and π; signs of zeros as in C."""
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"atan2 needs finite numbers, not ({y}, {x})")
    if y == 0.0 or x == 0.0:
        # Multiples of π/2, which `math.pi` and its half are the nearest doubles to.
        if y != 0.0:
            return math.copysign(math.pi / 2, y)
        return math.copysign(math.pi if math.copysign(1.0, x) < 0 else 0.0, y)
    bits = _FIRST_BITS
    while True:
        value, scale = _angle(abs(y), x, bits)
        low, high = _to_double(value - _ERROR, -scale), _to_double(value + _ERROR, -scale)
        if low == high:
            return math.copysign(low, y)
        bits *= 2


def cbrt(x: float) -> float:
    """The double nearest to the real cube root of `x`."""
    if x == 0 or not math.isfinite(x):
        return x
    numerator, denominator = abs(x).as_integer_ratio()
    shift = denominator.bit_length() - 1  # denominators of doubles are powers of two
    # Scaled by a power of 8, the integer root has at least 2 bits more than a double.
    wanted = 3 * (_DOUBLE_BITS + 2)
    scale = max(0, wanted - (numerator.bit_length() - shift))
    scale += -scale % 3
    whole = numerator << (scale - shift) if scale >= shift else numerator >> (shift - scale)
    lost = scale < shift and (whole << (shift - scale)) != numerator
    root = _integer_cube_root(whole)
    # Two bits below the result: the last one is sticky, so that rounding sees "a little more".
    inexact = lost or root**3 != whole
    return math.copysign(_to_double(root * 2 + inexact, -(scale // 3) - 1), x)


def _sin_or_cos(x: float, quarter: int) -> float:
    if not math.isfinite(x):
        raise ValueError(f"sin and cos need a finite number, not {x}")
    if x == 0.0:
        return 1.0 if quarter else x
    bits = _FIRST_BITS
    while True:
        value, scale = _fixed_point_sin(x, quarter, bits)
        low, high = _to_double(value - _ERROR, -scale), _to_double(value + _ERROR, -scale)
        if low == high:
            return low
        bits *= 2  # Ziv's strategy: the value lies too close to the middle of two doubles


def _fixed_point_sin(x: float, quarter: int, bits: int) -> tuple[int, int]:
    """sin(x + quarter·π/2) as an integer and its scale (value·2**-scale), wrong by less than `_ERROR` units.

    The result has `bits` bits below its own leading bit, however small it is: 64 guard bits cover the closest
    a double comes to a multiple of π/2 (above 2**-62; Muller, Elementary Functions, §11.2), and a tiny x adds
    as many bits as its exponent is negative. A large x needs as many more bits of π/2 as it has above the
    point.
    """
    numerator, denominator = x.as_integer_ratio()
    exponent = math.frexp(x)[1]
    above = max(0, exponent)
    scale = bits + 64 + max(0, -exponent)
    half_pi = _half_pi(scale + above)
    turns, rest = divmod((numerator << (scale + above)) // denominator, half_pi)
    if 2 * rest > half_pi:
        turns, rest = turns + 1, rest - half_pi
    quadrant = (turns + quarter) % 4
    value = _taylor(rest >> above, scale, start=quadrant % 2)
    return (-value if quadrant >= 2 else value), scale


def _taylor(angle: int, bits: int, start: int) -> int:
    """The Taylor series of sine (start 0) or cosine (start 1) at angle·2**-bits, |angle| ≤ π/4."""
    square = (angle * angle) >> bits
    term = (1 << bits) if start else angle
    total, n = 0, 0
    while term:
        total += term
        n += 2
        term = -((term * square) >> bits) // (n * (n - 1) if start else n * (n + 1))
    return total


def _angle(y: float, x: float, bits: int) -> tuple[int, int]:
    """The angle of (x, y) with y > 0 as an integer and its scale, wrong by less than `_ERROR` units."""
    (rise, rise_under), (run, run_under) = y.as_integer_ratio(), abs(x).as_integer_ratio()
    rise, run = rise * run_under, run * rise_under
    # A small angle needs as many places more as it is small.
    scale = bits + max(0, run.bit_length() - rise.bit_length()) if x > 0 else bits
    steep = rise > run
    angle = _atan(min(rise, run), max(rise, run), scale)
    if steep:
        angle = _half_pi(scale) - angle
    return (2 * _half_pi(scale) - angle if x < 0 else angle), scale


def _atan(numerator: int, denominator: int, bits: int) -> int:
    """The arc tangent of a ratio from 0 to 1, by halving the angle four times, then the series."""
    one = 1 << bits
    slope = (numerator << bits) // denominator
    for _ in range(4):
        slope = (slope << bits) // (one + math.isqrt((one << bits) + slope * slope))
    square, term, total, n = (slope * slope) >> bits, slope, 0, 1
    while term:
        total += term // n
        term = -((term * square) >> bits)
        n += 2
    return total << 4


@cache
def _half_pi(bits: int) -> int:
    """⌊π/2·2**bits⌋, by Machin's formula π/4 = 4·atan(1/5) − atan(1/239) with 32 guard bits."""
    guarded = bits + 32
    quarter = 4 * _atan_of_inverse(5, guarded) - _atan_of_inverse(239, guarded)
    return (2 * quarter) >> 32


def _atan_of_inverse(n: int, bits: int) -> int:
    power = (1 << bits) // n
    total, divisor, sign, square = 0, 1, 1, n * n
    while power:
        total += sign * (power // divisor)
        power //= square
        divisor, sign = divisor + 2, -sign
    return total


def _integer_cube_root(n: int) -> int:
    """⌊n^(1/3)⌋ by Newton's method from above, which decreases until it converges."""
    guess = 1 << -(-n.bit_length() // 3)
    while True:
        better = (2 * guess + n // (guess * guess)) // 3
        if better >= guess:
            return guess
        guess = better


def _to_double(value: int, exponent: int) -> float:
    """value·2**exponent rounded to the nearest double, ties to even."""
    size = abs(value)
    if not size:
        return 0.0
    drop = max(size.bit_length() - _DOUBLE_BITS, _LOWEST_EXPONENT - exponent)
    if drop > 0:
        half, rest = 1 << (drop - 1), size & ((1 << drop) - 1)
        size >>= drop
        if rest > half or (rest == half and size & 1):
            size += 1
        exponent += drop
    rounded = math.ldexp(float(size), exponent)
    return -rounded if value < 0 else rounded
