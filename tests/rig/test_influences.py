"""Influences: what files fill sets of four with is not read; the dense form adds what is listed twice."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.rig import Influences


def test_padding_of_a_file_is_not_read_and_stays_in_the_document():
    asset = pantin.load("examples/arm.glb")
    influences = asset.rig.meshes[0].surfaces[0].influences
    assert (influences.weights != 0).all()
    attributes = asset.document.get("/meshes/0/primitives/0/attributes")
    assert asset.document.get(f"/accessors/{attributes['WEIGHTS_0']}/type") == "VEC4"


def test_the_obvious_loop_gives_the_dense_matrix():
    rig = pantin.load("examples/arm.glb").rig
    influences = rig.meshes[0].surfaces[0].influences
    dense = np.zeros((52, 3), np.float32)
    dense[influences.vertices, influences.joints] = influences.weights
    assert np.array_equal(influences.dense(3), dense)
    assert np.allclose(dense.sum(axis=1), 1)


def test_weights_of_a_joint_that_is_listed_twice_are_added():
    twice = Influences(np.array([0, 3, 3]), np.array([1, 0, 1]), np.array([0.25, 0.5, 0.25]))
    assert twice.dense(2).tolist() == [[0.5, 0.5], [0.0, 0.0]]


def test_too_few_columns_are_refused():
    with pytest.raises(ValueError, match="joint_count must be more than 4"):
        Influences(np.array([0, 1]), np.array([4]), np.array([1.0])).dense(4)


def test_entries_without_weight_are_dropped_row_by_row():
    padded = Influences(
        np.array([0, 2, 4, 6]), np.array([3, 0, 0, 0, 1, 2]), np.array([1, 0, 0, 0, 0.5, 0.5])
    )
    kept = padded.without_zeros()
    assert kept.offsets.tolist() == [0, 1, 1, 3]
    assert kept.joints.tolist() == [3, 1, 2]
    assert kept.without_zeros() is kept
