"""Transforms of nodes, against the independent evaluator."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import read_model
from pantin.formats.g4mf.transform import local_transform, rest_transforms, rotor_of


@pytest.mark.parametrize("dimension", range(2, 9))
def test_maps_are_those_of_the_text(rigs, direct, dimension):
    data = rigs.random_rig(7, dimension).text()
    file, model = direct.File(data), read_model(read(data).tree)
    placed = rest_transforms(model, Hierarchy.from_model(model))
    for index in range(len(model.nodes)):
        assert (
            np.abs(local_transform(model.nodes[index].raw, dimension) - direct.local(file, index)).max()
            < 1e-14
        )
        assert np.abs(placed[index] - direct.world(file, index, {})).max() < 1e-13


def test_a_basis_holds_columns():
    assert local_transform({"basis": [1, 2, 3, 4]}, 2)[:, :2].tolist() == [[1, 3], [2, 4]]


def test_a_rotor_that_is_not_unit_is_made_so():
    assert np.allclose(local_transform({"rotor": [2.0, 0, 0, 0]}, 3)[:, :3], np.eye(3))


@pytest.mark.parametrize("value", [[1], [1, 0, 0], "x", [1, 0, 0, float("inf")], [1] * 9, None])
def test_what_is_no_rotor_is_none(value):
    assert rotor_of(value, 3) is None


def test_one_scale_is_for_all_axes():
    assert local_transform({"scale": [2]}, 2).tolist() == [[2, 0, 0], [0, 2, 0]]
    assert random.Random(0)
