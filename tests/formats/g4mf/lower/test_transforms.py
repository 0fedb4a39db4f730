"""Transforms as they are written."""

from __future__ import annotations

import numpy as np

from pantin.formats.g4mf.lower.transforms import matrix_transform, node_transforms
from pantin.rig import Node, build


def written(**parts):
    rig = build(nodes=[Node(**parts)])
    return next(node_transforms(rig, [0], rig.nodes.local))


def test_a_quaternion_becomes_w_z_minus_y_x():
    result = written(rotation=[0.6, 0, 0, 0.8], translation=[1, 2, 3], scale=[2, 2, 2])
    assert result["position"] == [1, 2, 3]
    assert result["scale"] == [2]
    assert np.allclose(result["rotor"], [0.8, 0, 0, 0.6])


def test_a_negative_scale_becomes_a_basis():
    assert written(scale=[-1, 1, 1]) == {"basis": [-1, 0, 0, 0, 1, 0, 0, 0, 1]}


def test_a_node_that_rests_elsewhere_than_in_the_rig_has_a_basis_and_each_node_its_own_parts():
    rig = build(nodes=[Node(translation=[1, 0, 0]), Node(scale=[1, 2, 3]), Node(rotation=[0, 0, 0, 2])])
    moved = rig.nodes.local.copy()
    moved[0, 0, 0] = 2
    assert list(node_transforms(rig, [2, 0, 1], moved)) == [
        {},
        {"position": [1, 0, 0], "basis": [2, 0, 0, 0, 1, 0, 0, 0, 1]},
        {"scale": [1, 2, 3]},
    ]


def test_what_changes_nothing_is_left_out():
    assert written() == {}
    assert matrix_transform(np.eye(4, 5)) == {}


def test_a_basis_is_written_by_columns():
    assert matrix_transform(np.array([[1.0, 2, 0], [3, 4, 0]]))["basis"] == [1, 3, 2, 4]
