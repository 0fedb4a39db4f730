"""Cubic Hermite splines beside polynomials, which they are."""

from __future__ import annotations

import numpy as np

from pantin.kernels.spline_basis import spline_basis
from pantin.maths.hermite import ease, hermite, hermite_slope

T = np.linspace(0.0, 1.0, 33)


def test_a_cubic_is_its_own_spline():
    cubic = np.polynomial.Polynomial([0.3, -1.2, 2.0, 0.7])
    begin, span = -0.4, 1.7
    ends = cubic(begin), cubic.deriv()(begin), cubic(begin + span), cubic.deriv()(begin + span), span
    np.testing.assert_allclose(hermite(*ends, T), cubic(begin + span * T), atol=1e-13)
    np.testing.assert_allclose(hermite_slope(*ends, T), cubic.deriv()(begin + span * T), atol=1e-13)


def test_the_weights_of_kernels_and_of_easing_are_those_of_the_spline():
    leaving, arriving, end = (hermite(*ends, 1.0, T) for ends in ((0, 1, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0)))
    np.testing.assert_allclose(np.array([spline_basis(t) for t in T]).T, [leaving, arriving, end], atol=1e-15)
    np.testing.assert_allclose(ease(T), end, atol=1e-15)
