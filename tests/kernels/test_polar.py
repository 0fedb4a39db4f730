"""Rotation and stretch: against singular values, near and far from a rotation, and where there is none."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.polar import NEAR, rotation_and_stretch

EPS = np.finfo(np.float64).eps


def maps(spread: float, count: int = 200) -> np.ndarray:
    r = np.random.default_rng(4)
    turn, _ = np.linalg.qr(r.standard_normal((count, 3, 3)))
    turn[:, 0] *= np.sign(np.linalg.det(turn))[:, None]
    bent = np.eye(3) + spread * r.uniform(-1, 1, (count, 3, 3))
    return 10 ** r.uniform(-3, 3, (count, 1, 1)) * turn @ bent


@pytest.mark.parametrize("spread", [0.0, 1e-7, 0.3 * NEAR, 0.45 * NEAR, 0.5, 1.5])
def test_parts_are_a_rotation_and_symmetric_and_multiply_to_the_map(spread):
    given = maps(spread)
    turn, stretch = rotation_and_stretch(given)
    size = np.abs(given).max((1, 2))[:, None, None]
    # a few dozen roundings of numbers below the size of the map
    assert np.abs(np.swapaxes(turn, 1, 2) @ turn - np.eye(3)).max() <= 32 * EPS
    assert (np.linalg.det(turn) > 0).all()
    assert (np.abs(turn @ stretch - given) <= 32 * EPS * size).all()
    assert (np.abs(stretch - np.swapaxes(stretch, 1, 2)) <= 64 * EPS * size).all()


def test_both_ways_give_the_same_rotation():
    """Newton and Schulz against U Vᵀ, for maps that are near a rotation."""
    given = maps(0.3 * NEAR)
    u, _, vt = np.linalg.svd(given)
    assert np.abs(rotation_and_stretch(given)[0] - u @ vt).max() <= 64 * EPS


@pytest.mark.parametrize("spread", [0.0, 0.3 * NEAR, 0.5])
def test_the_negative_of_a_map_has_its_rotation_and_the_negative_stretch(spread):
    """`GfMatrix4d::Factor` of usd-core gives all stretches of a map the sign of its determinant."""
    given = maps(spread)
    turn, stretch = rotation_and_stretch(given)
    mirrored = rotation_and_stretch(-given)
    np.testing.assert_array_equal(mirrored[0], turn)
    np.testing.assert_array_equal(mirrored[1], -stretch)


def test_a_map_that_flattens_has_the_rotation_it_has_without_flattening():
    """Whatever sign rounding gives its determinant."""
    turn = maps(0.0)
    turn /= np.cbrt(np.linalg.det(turn))[:, None, None]
    np.testing.assert_allclose(rotation_and_stretch(turn @ np.diag([1, 1, 0]) @ turn[0])[0], turn @ turn[0])


def test_a_map_of_no_rank_still_has_a_rotation():
    turn, stretch = rotation_and_stretch(np.zeros((2, 1, 3, 3)))
    np.testing.assert_allclose(np.abs(np.linalg.det(turn)), 1)
    assert not stretch.any()
    assert turn.shape == (2, 1, 3, 3)


def test_no_maps():
    assert rotation_and_stretch(np.zeros((0, 3, 3)))[0].shape == (0, 3, 3)
