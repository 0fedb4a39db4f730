"""Sums in the order that results have had since the first release."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels import sums


@pytest.mark.parametrize(
    ("count", "lanes", "order"),
    [
        (1, 4, "0"),
        (3, 4, "((01)2)"),
        (4, 4, "((01)(23))"),
        (5, 4, "(((04)1)(23))"),
        (8, 4, "(((04)(15))((26)(37)))"),
        (3, 2, "((02)1)"),
        (5, 2, "(((02)4)(13))"),
    ],
)
def test_terms_go_round_the_lanes_and_lanes_are_added_in_pairs(count, lanes, order):
    assert sums.lane_sum([str(term) for term in range(count)], lambda a, b: f"({a}{b})", lanes) == order


@pytest.mark.parametrize(("kind", "found"), [(np.float32, 0.0), (np.float64, 1.0)])
def test_a_register_holds_four_floats_or_two_doubles(kind, found):
    """(huge + 1) - huge is 0 and (huge - huge) + 1 is 1."""
    huge = np.array([[1e30, 1.0, -1e30]], kind)
    assert sums.dot(huge, np.ones((1, 3), kind)).tolist() == [found]
    assert sums.triple(huge, np.ones((1, 3), kind)).tolist() == [0.0]


@pytest.mark.parametrize("size", range(2, 9))
def test_matrices_are_applied_row_by_row(size):
    draw = np.random.default_rng(0)
    linear, vectors = draw.integers(-9, 9, (5, size, size)), draw.integers(-9, 9, (5, size))
    result = sums.apply(linear.astype(float), vectors.astype(float))
    assert result.tolist() == (linear @ vectors[..., None])[..., 0].tolist()


def test_a_sum_that_vanishes_has_no_sign():
    nothing = -np.zeros((1, 3))
    for made in (sums.dot(nothing, np.ones((1, 3))), sums.triple(nothing, np.ones((1, 3)))):
        assert not np.signbit(made).any()


def test_terms_are_not_written_over():
    given = np.ones((2, 4))
    sums.dot(given, given)
    assert given.tolist() == [[1.0] * 4] * 2
