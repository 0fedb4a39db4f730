"""Maps from translation, rotation and scale, and back."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pantin.rig.transform import compose_local, decompose_nearest, has_shear

HALF = math.sqrt(0.5)


def test_scale_then_rotation_then_translation():
    turned = compose_local(np.array([1.0, 2, 3]), np.array([0, 0, HALF, HALF]), np.array([2.0, 3, 4]))
    np.testing.assert_allclose(turned, [[0, -3, 0, 1], [2, 0, 0, 2], [0, 0, 4, 3]], atol=1e-15)


def test_without_rotation_in_any_dimension():
    assert compose_local(np.array([5.0, 6]), None, np.array([2.0, 3])).tolist() == [[2, 0, 5], [0, 3, 6]]


@given(st.integers(0, 2**32 - 1))
def test_parts_give_back_the_map_they_made(seed):
    draw = np.random.default_rng(seed)
    turn = draw.normal(size=4)
    local = compose_local(
        draw.normal(size=3), turn / np.linalg.norm(turn), draw.uniform(0.1, 3, 3) * draw.choice([-1, 1], 3)
    )
    np.testing.assert_allclose(compose_local(*decompose_nearest(local)), local, atol=1e-13)
    assert not has_shear(local)


def test_shear_is_seen_and_rounding_to_float32_is_not():
    assert has_shear(np.array([[1.0, 0.01, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]))
    turn = compose_local(np.zeros(3), np.array([0.1, 0.2, 0.3, 0.9]), np.ones(3))
    assert not has_shear(turn.astype(np.float32).astype(np.float64))


def test_outside_3d_scales_are_the_lengths_of_columns():
    moved, turned, scaled = decompose_nearest(np.array([[3.0, 0, 1], [4, 2, 5]]))
    assert turned is None
    assert moved.tolist() == [1, 5]
    assert scaled.tolist() == [5, 2]
