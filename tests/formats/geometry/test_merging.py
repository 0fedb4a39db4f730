"""Corners are merged where all of their bytes are equal, in the order of the file."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.geometry.merging import merge_corners


def slow(points, attributes):
    """One corner after another."""
    known, first, vertices = {}, [], []
    for corner in range(len(points)):
        key = (int(points[corner]), *(row[corner].tobytes() for row in attributes))
        if key not in known:
            known[key] = len(first)
            first.append(corner)
        vertices.append(known[key])
    return first, vertices


@pytest.mark.parametrize("kinds", [1, 3, 40])
def test_equal_corners_are_one_vertex(kinds):
    rng = np.random.default_rng(kinds)
    points = rng.integers(0, 50, 3000)
    attributes = [
        rng.integers(0, kinds, (3000, 3)).astype(np.float32),
        rng.integers(0, 2, (3000, 2)).astype(float),
    ]
    first, vertices = merge_corners(points, 50, attributes)
    assert (first.tolist(), vertices.tolist()) == slow(points, attributes)


def test_nan_equals_itself_and_zero_is_not_minus_zero():
    points = np.zeros(4, np.int64)
    rows = np.array([[np.nan], [np.nan], [0.0], [-0.0]])
    assert merge_corners(points, 1, [rows])[1].tolist() == [0, 0, 1, 2]


def test_no_corners():
    first, vertices = merge_corners(np.zeros(0, np.int64), 0, [np.zeros((0, 3))])
    assert (len(first), len(vertices)) == (0, 0)
