"""Weights as a skeleton uses them."""

from __future__ import annotations

import numpy as np

from pantin.formats.g4mf.lift.meshes import RawInfluences, normalise_influences


def made(vertices, groups, weights, joints=3, count=3):
    raw = RawInfluences(np.array(vertices), np.array(groups), np.array(weights, float))
    found, rests = normalise_influences(raw, count, joints, joints)
    rows = [
        list(zip(found.joints[a:b].tolist(), found.weights[a:b].tolist(), strict=True))
        for a, b in zip(found.offsets[:-1], found.offsets[1:], strict=True)
    ]
    return rows, rests


def test_weights_are_divided_by_their_sum():
    """G4MF skeleton, Weights: 0.75, 0.5 and 0.25 sum to 1.5."""
    rows, rests = made([0, 0, 0], [1, 0, 2], [0.75, 0.5, 0.25], count=1)
    assert rows == [[(1, 0.5), (0, 1 / 3), (2, 1 / 6)]]
    assert not rests


def test_groups_beyond_the_joints_are_dropped_before():
    rows, rests = made([0, 0], [0, 5], [0.5, 0.5], count=1)
    assert rows == [[(0, 1.0)]]
    assert not rests


def test_vertices_without_weight_rest():
    """Unlisted, cancelled, or all of whose groups are dropped."""
    rows, rests = made([0, 0, 1], [0, 1, 7], [0.5, -0.5, 1.0])
    assert rows == [[(3, 1.0)]] * 3
    assert rests


def test_unsorted_influences_keep_their_order_within_a_vertex():
    rows, _ = made([1, 0, 1, 2], [2, 0, 1, 0], [0.5, 1, 0.5, 1])
    assert rows == [[(0, 1.0)], [(2, 0.5), (1, 0.5)], [(0, 1.0)]]
