"""Maps carried down a tree in plain numbers: the bits of the array operations, at any depth."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.maths import affine
from pantin.maths.descent import descend


@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_the_bits_are_those_of_the_product_of_maps(size):
    pick = np.random.default_rng(size)
    parents = np.array([-1, 0, 1, 1, 5, -1])
    local = pick.normal(size=(6, size, size + 1))
    world = descend(parents, np.array([5, 0, 1, 4, 2, 3]), local)
    expected = local.copy()
    for node in (1, 2, 3, 4):
        expected[node] = affine.multiply(expected[parents[node]], local[node])
    assert world.tobytes() == expected.tobytes()


def test_a_chain_of_a_hundred_thousand_steps_of_one_ends_at_a_hundred_thousand():
    count = 100_000
    local = np.tile(np.eye(3, 4), (count, 1, 1))
    local[:, 1, 3] = 1.0
    world = descend(np.arange(count) - 1, np.arange(count), local)
    assert np.array_equal(world[:, 1, 3], np.arange(1.0, count + 1))


def test_what_is_too_large_is_infinite_and_the_input_stays_as_it_was():
    local = np.tile(1e308 * np.eye(3, 4), (2, 1, 1))
    before = local.copy()
    assert descend(np.array([-1, 0]), np.array([0, 1]), local)[1, 0, 0] == np.inf
    assert np.array_equal(local, before)


def test_no_nodes_have_no_maps():
    assert descend(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, 3, 4))).shape == (0, 3, 4)
