"""Rotations as matrices."""

from __future__ import annotations

import math

import pytest

from pantin.formats.rigy.algebra import (
    apply,
    cross,
    dot,
    from_axis_angle,
    from_euler,
    from_quaternion,
    length,
    minus,
    multiply,
    over,
    plus,
    rotation,
    times,
    to_quaternion,
    transpose,
)
from pantin.formats.rigy.schema.document import AxisAngle, Transform

CLOSE = 1e-15
"""Entries are sums of two products of numbers up to 1, each rounded to half an ulp of 1."""


def test_x_is_turned_first_and_z_last():
    """(1, 0, 0) stays under x, and a quarter turn about z brings it to y."""
    turned = apply(from_euler(1.0, 0.0, math.pi / 2), (1.0, 0.0, 0.0))
    assert turned == pytest.approx((0.0, 1.0, 0.0), abs=CLOSE)


def test_a_quaternion_is_xyzw():
    half = math.sqrt(0.5)
    unit = from_quaternion(0.0, half, 0.0, half)
    assert apply(unit, (0.0, 0.0, 1.0)) == pytest.approx((1.0, 0.0, 0.0), abs=CLOSE)


def test_a_matrix_has_its_quaternion_back():
    """Each of the four largest parts (Shepperd 1978)."""
    for parts in ((0.1, 0.2, 0.3, 0.9), (0.9, 0.2, 0.3, 0.1), (0.2, 0.9, 0.3, 0.1), (0.2, 0.3, 0.9, 0.1)):
        length = math.sqrt(sum(part * part for part in parts))
        unit = tuple(part / length for part in parts)
        assert to_quaternion(from_quaternion(*unit)) == pytest.approx(unit, abs=CLOSE)


def test_about_an_axis_of_any_length():
    turn = from_axis_angle(AxisAngle((), (0.0, 5.0, 0.0), 90.0))
    assert apply(turn, (0.0, 0.0, 1.0)) == pytest.approx((1.0, 0.0, 0.0), abs=CLOSE)


def test_degrees_are_radians():
    degrees = Transform((), None, None, (30.0, 60.0, 90.0), None)
    radians = Transform((), None, tuple(math.radians(angle) for angle in (30.0, 60.0, 90.0)), None, None)
    assert rotation(degrees) == rotation(radians)
    assert rotation(Transform((), (1.0, 2.0, 3.0), None, None, None)) is None


def test_the_transpose_is_the_inverse():
    matrix = from_euler(0.3, -1.2, 2.5)
    product = multiply(matrix, transpose(matrix))
    for row in range(3):
        assert product[row] == pytest.approx([float(row == column) for column in range(3)], abs=CLOSE)


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
