"""Local maps from their parts, against the plain product of matrices."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.composition import compose_into
from pantin.maths import affine, quaternion


def parts(count=50):
    draw = np.random.default_rng(2)
    return draw.normal(size=(count, 3)), draw.normal(size=(count, 4)), draw.normal(size=(count, 3))


@pytest.mark.parametrize("length", [1e-150, 1e-3, 1.0, 1e150])
def test_quaternions_of_any_length_turn_as_the_unit_one(length):
    translation, rotation, scale = parts()
    local = np.empty((50, 3, 4))
    compose_into(local, translation, rotation * length, scale)
    expected = affine.compose(translation, quaternion.normalize(rotation), scale)
    # a dozen roundings of numbers below 4
    np.testing.assert_allclose(local, expected, rtol=0, atol=12 * 4 * np.finfo(float).eps)


def test_a_quaternion_of_no_length_turns_nothing():
    local = np.empty((1, 3, 4))
    compose_into(local, np.array([[1.0, 2, 3]]), np.zeros((1, 4)), np.array([[4.0, 5, 6]]))
    assert local[0].tolist() == [[4, 0, 0, 1], [0, 5, 0, 2], [0, 0, 6, 3]]


def test_a_quaternion_that_is_scaled_first_changes_no_bit_of_the_others():
    translation, rotation, scale = parts()
    alone, beside = np.empty((2, 50, 3, 4))
    compose_into(alone, translation, rotation, scale)
    rotation[7] = 0
    compose_into(beside, translation, rotation, scale)
    others = np.arange(50) != 7
    assert alone[others].tobytes() == beside[others].tobytes()
