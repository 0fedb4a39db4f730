"""Cells as length-prefixed lists."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.g4mf.geometry import Geometry, GeometryFault, split_lists

SQUARE = Geometry(4, edges=np.array([[0, 1], [1, 2], [2, 3], [3, 0]]), tiers=[[[0, 1, 2, 3]]])


def test_lists_are_a_count_and_its_indices():
    assert split_lists(np.array([2, 0, 1, 0, 1, 3]), 4, 0) == [[0, 1], [], [3]]


@pytest.mark.parametrize("numbers", [[3, 0, 1], [1, 4], [-1], [1, -2]])
def test_lying_counts_and_indices_are_faults(numbers):
    with pytest.raises(GeometryFault):
        split_lists(np.array(numbers), 4, 0)


def test_corners_keep_the_first_occurrence_in_stored_order():
    assert SQUARE.corners(2) == [[0, 1, 2, 3]]
    turned = Geometry(4, edges=np.array([[1, 0], [1, 2], [2, 3], [3, 0]]), tiers=[[[1, 0, 3, 2]]])
    assert turned.corners(2) == [[1, 2, 0, 3]]


def test_elements_decompose_to_parts():
    assert SQUARE.parts(2, 1) == [[0, 1, 2, 3]]
    assert SQUARE.parts(1, 1) == [[0], [1], [2], [3]]
    assert (SQUARE.count(0), SQUARE.count(1), SQUARE.count(2), SQUARE.count(3)) == (4, 4, 1, 0)
