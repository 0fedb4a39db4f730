"""Singular value decomposition into rotations and scales."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pantin.maths.svd import decompose_rotations


def check(linear):
    first, scale, second = decompose_rotations(linear)
    size = max(np.abs(linear).max(), 1e-300)
    for rotation in (first, second):
        assert np.abs(rotation @ rotation.T - np.eye(3)).max() < 1e-14
        assert np.linalg.det(rotation) == pytest.approx(1, abs=1e-14)
    assert np.abs(first @ np.diag(scale) @ second - linear).max() <= 1e-14 * size
    return scale


@given(arrays(np.float64, (3, 3), elements=st.floats(-1e3, 1e3)))
def test_any_matrix_is_two_rotations_around_a_scale(linear):
    scale = check(linear)
    values = np.linalg.svd(linear, compute_uv=False)  # LAPACK, an independent implementation
    assert np.abs(np.abs(scale) - values).max() <= 1e-13 * max(values[0], 1e-300)


def test_a_shear_has_the_golden_ratio():
    """x′ = x + y stretches by φ and by 1/φ, the roots of s⁴ − 3s² + 1 = 0."""
    golden = (1 + 5**0.5) / 2
    scale = check(np.array([[1.0, 1, 0], [0, 1, 0], [0, 0, 1]]))
    assert np.abs(scale - [golden, 1, 1 / golden]).max() < 1e-15


def test_a_mirror_has_one_negative_scale():
    assert check(np.diag([2.0, -3.0, 1.0])).tolist() == [3.0, 2.0, -1.0]


def test_flat_and_empty_matrices():
    assert check(np.zeros((3, 3))).tolist() == [0, 0, 0]
    assert np.abs(check(np.outer([1.0, 2, 2], [0.0, 3, 4])) - [15, 0, 0]).max() < 1e-14
    check(np.diag([1e-160, 1e-170, 1.0]))
