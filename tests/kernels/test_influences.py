"""What binding refuses, and the form it gives to the kernels."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.influences import bind, bind_padded


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([0, 1, 2], [0, 5], [1, 1], 5), "vertex 1 names joint 5, but the palette has 5 entries"),
        (([0, 1], [-1], [1], 5), "vertex 0 names joint -1"),
        (([0, 2], [0], [1], 5), "offsets must be ascending, from 0 to the number of influences, 1"),
        (([1, 1], [0], [1], 5), "offsets must be ascending"),
        (([0, 2, 1, 2], [0, 0], [1, 1], 5), "offsets must be ascending"),
        (([0, 1], [0], [np.nan], 5), "not a finite number"),
        (([0, 1], [0, 1], [1], 5), "of one length"),
        (([0.0, 1.0], [0], [1], 5), "integer"),
    ],
)
def test_bad_rows_are_refused_with_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        bind(*arguments)


@pytest.mark.parametrize("dimension", [1, 9])
def test_dimensions_outside_2_to_8_are_refused(dimension):
    with pytest.raises(ValueError, match="2 to 8 dimensions"):
        bind([0, 1], [0], [1], 1, dimension=dimension)


def test_integer_positions_are_refused():
    with pytest.raises(ValueError, match="float32 and float64"):
        bind([0, 1], [0], [1], 1, dtype=np.int32)


@pytest.mark.parametrize(("most", "padded"), [(0, 4), (1, 4), (4, 4), (5, 8), (8, 8), (9, 0)])
def test_rows_are_padded_to_four_or_eight_or_left_compressed(most, padded):
    bound = bind([0, 0, most], np.zeros(most, int), np.ones(most), 3)
    assert bound.padded == padded


def test_padding_has_no_weight():
    bound = bind([0, 1, 3], [2, 0, 1], [1, 0.25, 0.75], 3)
    assert bound.table_weight.tolist() == [[1, 0, 0, 0], [0.25, 0.75, 0, 0]]
    # one joint's columns take 4 x 4 float32 = 64 bytes: 8 units of 8 bytes
    assert bound.table.tolist() == [[16, 0, 0, 0], [0, 8, 0, 0]]


def test_offsets_are_wide_where_sixteen_bits_do_not_reach():
    assert bind([0, 1], [8191], [1], 8192).table.dtype == np.uint16
    assert bind([0, 1], [8192], [1], 8193).table.dtype == np.uint32


def test_a_rectangle_is_bound_like_its_rows():
    bound = bind_padded([[0, 1], [2, 3]], [[0.5, 0.5], [1, 0]], 4)
    assert bound.offsets.tolist() == [0, 2, 4]
    with pytest.raises(ValueError, match="share one shape"):
        bind_padded([[0, 1]], [[1.0]], 4)


def test_the_leading_influence_is_the_first_of_the_largest():
    bound = bind([0, 0, 3, 5], [0, 0, 0, 0, 0], [0.2, 0.4, 0.4, 0.9, 0.1], 1)
    assert bound.leading.tolist() == [-1, 1, 3]


def test_led_rows_begin_with_the_largest_weight_and_keep_the_rest():
    bound = bind([0, 3, 3, 5], [1, 2, 3, 4, 5], [0.2, 0.5, 0.3, -0.5, -0.1], 6)
    table, weight = bound.leading_first
    assert weight.tolist() == np.float32([[0.5, 0.2, 0.3, 0], [0, 0, 0, 0], [-0.1, -0.5, 0, 0]]).tolist()
    assert (table // 8).tolist() == [[2, 1, 3, 0], [0, 0, 0, 0], [5, 4, 0, 0]]
    assert (bound.leading_offset // 8).tolist() == [2, 0, 5]
