"""Rotations as matrices."""

from __future__ import annotations

import math

import pytest

from pantin.rigy.rotation import apply, from_euler, from_quaternion, multiply, rotation, transpose
from pantin.rigy.schema.document import Transform

CLOSE = 1e-15
"""Entries are sums of two products of numbers up to 1, each rounded to half an ulp of 1."""


def test_x_is_turned_first_and_z_last():
    """(1, 0, 0) stays under x, and a quarter turn about z brings it to y."""
    turned = apply(from_euler(1.0, 0.0, math.pi / 2), (1.0, 0.0, 0.0))
    assert turned == pytest.approx((0.0, 1.0, 0.0), abs=CLOSE)


def test_a_quaternion_is_xyzw_and_of_any_length():
    half = math.sqrt(0.5)
    unit, long = from_quaternion(0.0, half, 0.0, half), from_quaternion(0.0, 3.0, 0.0, 3.0)
    assert apply(unit, (0.0, 0.0, 1.0)) == pytest.approx((1.0, 0.0, 0.0), abs=CLOSE)
    assert [*long[0], *long[2]] == pytest.approx([*unit[0], *unit[2]], abs=CLOSE)


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
