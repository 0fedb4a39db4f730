"""Vectors of three floats: small cases by hand, and the order in which sums are taken."""

from __future__ import annotations

from pantin.rigy.vectors import cross, dot, length, minus, over, plus, times

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def test_the_cross_product_is_right_handed():
    assert (cross(X, Y), cross(Y, Z), cross(Z, X)) == (Z, X, Y)


def test_sums_differences_and_multiples():
    assert plus((1.0, 2.0, 3.0), X) == (2.0, 2.0, 3.0)
    assert minus((1.0, 2.0, 3.0), Z) == (1.0, 2.0, 2.0)
    assert times((1.0, 2.0, 3.0), 2.0) == (2.0, 4.0, 6.0)
    assert over((1.0, 2.0, 3.0), 2.0) == (0.5, 1.0, 1.5)
    assert length((2.0, 3.0, 6.0)) == 7.0


def test_products_are_summed_from_the_left():
    """1e16 + 1 is 1e16 in doubles, so that the order shows."""
    assert dot((1e16, 1.0, -1e16), (1.0, 1.0, 1.0)) == 0.0
    assert dot((1e16, -1e16, 1.0), (1.0, 1.0, 1.0)) == 1.0
