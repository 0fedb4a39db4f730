"""The fused multiply-add a·b + c, rounded once, on every machine alike.

Hardware has the instruction, but NumPy reaches it only through BLAS, which may or may not use it. Here it is
composed of sums and products, which IEEE 754 rounds the same everywhere.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Reals: TypeAlias = NDArray[np.float64]

_SPLITTER = 2.0**27 + 1.0
"""Veltkamp's constant: it splits the 53 bits of a double into halves with exact products."""


def fma(a: Any, b: Any, c: Any) -> Reals:
    """a·b + c with one rounding, elementwise; operands are broadcast.

    Boldo and Melquiond, Emulation of a FMA and correctly rounded sums, 2008: the exact product and two exact
    sums leave a remainder. Rounding that to odd makes the last sum round as if it were the only rounding.
    Exact while no intermediate overflows (|a|, |b| < 2**996) and the product's last bit is above the smallest
    double.
    """
    a, b, c = np.asarray(a, np.float64), np.asarray(b, np.float64), np.asarray(c, np.float64)
    product, product_rest = _product(a, b)
    sum_low, rest_low = _sum(c, product_rest)
    sum_high, rest_high = _sum(product, sum_low)
    result: Reals = sum_high + _sum_to_odd(rest_low, rest_high)
    return result


def _sum(a: Reals, b: Reals) -> tuple[Reals, Reals]:
    """Knuth's sum: a + b rounded, and the rounding error."""
    total = a + b
    other = total - a
    return total, (a - (total - other)) + (b - other)


def _product(a: Reals, b: Reals) -> tuple[Reals, Reals]:
    """Dekker's product: a·b rounded, and the rounding error."""
    result = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    return result, ((a_high * b_high - result) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a: Reals) -> tuple[Reals, Reals]:
    scaled = _SPLITTER * a
    high = scaled - (scaled - a)
    return high, a - high


def _sum_to_odd(a: Reals, b: Reals) -> Reals:
    """a + b; where that is not exact, the neighbour whose last bit is set."""
    total, rest = _sum(a, b)
    bits = np.atleast_1d(total).view(np.int64)
    rest = np.atleast_1d(rest)
    even = (rest != 0.0) & ((bits & 1) == 0)
    # One step away from zero is one more in the bits, whatever the sign.
    away = (rest > 0.0) == (np.atleast_1d(total) > 0.0)
    result: Reals = np.where(even, np.where(away, bits + 1, bits - 1), bits).view(np.float64)
    return result.reshape(np.shape(total))
