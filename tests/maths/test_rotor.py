"""Rotors: component order, direction of rotation, unit length."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pantin.maths import quaternion, rotor

C, S = math.cos(0.3), math.sin(0.3)


def test_components_come_by_grade_and_colexicographic():
    """1, xy, xz, yz, xw, yw, zw, xyzw."""
    assert rotor.blades(4) == (0, 0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100, 0b1111)


@pytest.mark.parametrize("dimension", range(2, 9))
def test_a_positive_xy_turns_x_towards_y(dimension):
    matrix = rotor.to_matrix([C, S, *[0.0] * (rotor.shortest(dimension) - 2)], dimension)
    expected = np.eye(dimension)
    expected[:2, :2] = [[math.cos(0.6), -math.sin(0.6)], [math.sin(0.6), math.cos(0.6)]]
    assert np.allclose(matrix, expected, atol=1e-15)


def test_a_quaternion_is_w_z_minus_y_x():
    q = quaternion.normalize(np.array([0.1, -0.4, 0.3, 0.8]))
    assert np.allclose(rotor.to_matrix(rotor.from_quaternion(q), 3), quaternion.to_matrix(q), atol=1e-15)
    assert np.array_equal(rotor.to_quaternion(rotor.from_quaternion(q)), q)


def test_a_double_rotation_needs_its_4_vector():
    """xy by one angle and zw by another: the product of the two rotors has an xyzw part."""
    a, b = (math.cos(0.2), math.sin(0.2)), (math.cos(0.5), math.sin(0.5))
    whole = [a[0] * b[0], a[1] * b[0], 0, 0, 0, 0, a[0] * b[1], a[1] * b[1]]
    matrix = rotor.to_matrix(whole, 4)
    assert np.allclose(matrix @ matrix.T, np.eye(4), atol=1e-15)
    assert np.isclose(matrix[1, 0], math.sin(0.4))
    assert np.isclose(matrix[3, 2], math.sin(1.0))
    assert rotor.error(whole, 4) < 1e-15
    assert rotor.error(rotor.normalize(whole[:7]), 4) > 0.1


def test_lengths_become_one_and_nothing_becomes_the_identity():
    assert np.allclose(rotor.normalize([3.0, 4.0, 0, 0]), [0.6, 0.8, 0, 0])
    assert rotor.normalize([0.0, 0, 0, 0]).tolist() == [1, 0, 0, 0]
