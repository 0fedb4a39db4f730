"""The exact functions against an oracle of another kind: rational Taylor series and integer comparisons."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.maths import exact

MODERATE = st.floats(-1000, 1000, allow_nan=False)


def _sine(x: float) -> Fraction:
    """sin x within 2**-400, by its Taylor series in exact fractions (|x| ≤ 1000 needs under 3,000 terms)."""
    angle = Fraction(x)
    total = term = angle
    n = 1
    while abs(term) > Fraction(1, 2**400) or n < abs(x):
        n += 2
        term = -term * angle * angle / (n * (n - 1))
        # Keep the fractions short: 1,700 bits leave 1e-120 after the cancellation of terms up to e**1000.
        term = Fraction(term.numerator * 2**2200 // term.denominator, 2**2200)
        total += term
    return total


def _nearest(value: Fraction, candidate: float) -> bool:
    distance = abs(value - Fraction(candidate))
    neighbours = (math.nextafter(candidate, math.inf), math.nextafter(candidate, -math.inf))
    return all(distance <= abs(value - Fraction(other)) for other in neighbours)


@given(st.floats(-30, 30))
def test_the_sine_is_the_nearest_double(x):
    assert _nearest(_sine(x), exact.sin(x))


@pytest.mark.parametrize("x", [1000.0, -999.9999, 1e-5, 3.141592653589793, 1.5707963267948966, 710.0])
def test_the_sine_is_the_nearest_double_far_out_and_close_to_its_zeros(x):
    assert _nearest(_sine(x), exact.sin(x))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_sine_and_cosine_lie_on_the_circle(x):
    s, c = Fraction(exact.sin(x)), Fraction(exact.cos(x))
    # Both are within half an ulp, 2**-54, of their value: the sum of squares is within 4 · 2**-54 of 1.
    assert abs(s * s + c * c - 1) < Fraction(1, 2**51)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_the_sine_is_odd_and_the_cosine_even(x):
    assert exact.sin(-x) == -exact.sin(x)
    assert exact.cos(-x) == exact.cos(x)


@given(MODERATE)
def test_the_c_library_is_never_more_than_an_ulp_away(x):
    assert abs(exact.sin(x) - math.sin(x)) <= math.ulp(exact.sin(x))
    assert abs(exact.cos(x) - math.cos(x)) <= math.ulp(exact.cos(x))


def test_a_huge_argument_is_reduced_exactly():
    """sin(10**22), Kahan's example of what naive argument reduction gets wrong."""
    assert exact.sin(1e22) == -0.8522008497671888


def test_the_double_closest_to_a_multiple_of_half_pi():
    """6381956970095103·2**797: the smallest cosine of any double (Muller, Elementary Functions)."""
    assert exact.cos(6381956970095103 * 2.0**797) == -4.687165924254628e-19


def test_tiny_arguments():
    assert exact.sin(5e-324) == 5e-324
    assert exact.sin(1e-300) == 1e-300
    assert math.copysign(1.0, exact.sin(-0.0)) == -1.0
    assert exact.cos(5e-324) == 1.0


def test_no_sine_of_infinity():
    with pytest.raises(ValueError, match="need a finite number"):
        exact.sin(math.inf)


@given(st.floats(allow_nan=False, allow_infinity=False).filter(bool))
def test_the_cube_root_is_the_nearest_double(x):
    root = exact.cbrt(x)
    low = (Fraction(root) + Fraction(math.nextafter(root, -math.inf))) / 2
    high = (Fraction(root) + Fraction(math.nextafter(root, math.inf))) / 2
    assert low**3 <= Fraction(x) <= high**3


@pytest.mark.parametrize(("cube", "root"), [(8.0, 2.0), (-27.0, -3.0), (0.125, 0.5), (2.0**-1074, 2.0**-358)])
def test_cube_roots_of_cubes(cube, root):
    assert exact.cbrt(cube) == root


@pytest.mark.parametrize("x", [0.0, -0.0, math.inf, -math.inf])
def test_cube_roots_of_what_has_no_digits(x):
    assert math.copysign(1.0, exact.cbrt(x)) == math.copysign(1.0, x)
    assert exact.cbrt(x) == x


@given(st.floats(-1000, 1000), st.floats(-1000, 1000))
def test_angles_and_tangents_are_within_an_ulp_of_the_library(y, x):
    """The C library is within one unit in the last place, and ours is nearer to the true value."""
    assert abs(exact.atan2(y, x) - math.atan2(y, x)) <= math.ulp(math.atan2(y, x))
    assert abs(exact.tan(y) - math.tan(y)) <= math.ulp(math.tan(y))


@pytest.mark.parametrize(
    ("y", "x"), [(0.0, -1.0), (-0.0, -1.0), (0.0, 1.0), (-0.0, 0.0), (2.0, 0.0), (-2.0, -0.0), (1.0, -1e-320)]
)
def test_angles_along_the_axes_have_the_signs_of_c(y, x):
    assert math.copysign(1.0, exact.atan2(y, x)) == math.copysign(1.0, math.atan2(y, x))
    assert exact.atan2(y, x) == math.atan2(y, x)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_angles_and_tangents_of_no_number_are_refused(bad):
    with pytest.raises(ValueError, match="needs finite numbers"):
        exact.atan2(bad, 1.0)
    with pytest.raises(ValueError, match="tan needs a finite number"):
        exact.tan(bad)
