"""The fused multiply-add against rational arithmetic, which Python rounds to the nearest double once."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.maths.fused import fma

NUMBERS = st.floats(-1e100, 1e100).filter(lambda x: x == 0.0 or abs(x) > 1e-100)


@settings(deadline=None)
@given(NUMBERS, NUMBERS, NUMBERS)
def test_one_rounding(a: float, b: float, c: float) -> None:
    """`float(Fraction)` rounds to nearest, ties to even."""
    assert float(fma(a, b, c)) == float(Fraction(a) * Fraction(b) + Fraction(c))


@pytest.mark.parametrize("bits", [27, 30, 40, 53])
def test_nearly_cancelling_sums(bits: int) -> None:
    """a·b and c agree in most of their bits: what is left of the product must not be lost."""
    random = np.random.default_rng(bits)
    a, b = random.uniform(1.0, 2.0, (2, 2000))
    c = -(a * b) * (1.0 + random.integers(-3, 4, 2000) * 2.0**-bits)
    exact = [float(Fraction(x) * Fraction(y) + Fraction(z)) for x, y, z in zip(a, b, c, strict=True)]
    assert fma(a, b, c).tolist() == exact


def test_ties_go_where_the_rest_points() -> None:
    """2**53 + 1 is half way between two doubles; 2**-60 more decides it, though a sum would forget it."""
    assert float(fma(2.0**-30, 2.0**-30, 2.0**53 + 2.0)) == 2.0**53 + 2.0
    assert float(fma(1.0 + 2.0**-52, 1.0 + 2.0**-52, 2.0**53)) == 2.0**53 + 2.0


def test_zeros_have_the_sign_of_ieee_754() -> None:
    """−0 + 0 is 0 when rounding to nearest."""
    assert np.signbit(fma(np.array([-1.0, 1.0]), 0.0, 0.0)).tolist() == [False, False]


def test_operands_are_broadcast() -> None:
    assert fma(np.ones((2, 3)), 2.0, np.arange(3)).tolist() == [[2.0, 3.0, 4.0]] * 2
