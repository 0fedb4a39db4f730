"""Transforms as they are written."""

from __future__ import annotations

import numpy as np

from pantin.formats.g4mf.lower.nodes import general, transform
from pantin.rig import Node, build


def written(**parts):
    rig = build(nodes=[Node(**parts)])
    return transform(rig, 0, rig.nodes.local[0])


def test_a_quaternion_becomes_w_z_minus_y_x():
    made = written(rotation=[0.6, 0, 0, 0.8], translation=[1, 2, 3], scale=[2, 2, 2])
    assert made["position"] == [1, 2, 3]
    assert made["scale"] == [2]
    assert np.allclose(made["rotor"], [0.8, 0, 0, 0.6])


def test_a_negative_scale_becomes_a_basis():
    assert written(scale=[-1, 1, 1]) == {"basis": [-1, 0, 0, 0, 1, 0, 0, 0, 1]}


def test_what_changes_nothing_is_left_out():
    assert written() == {}
    assert general(np.eye(4, 5)) == {}


def test_a_basis_is_written_by_columns():
    assert general(np.array([[1.0, 2, 0], [3, 4, 0]]))["basis"] == [1, 3, 2, 4]
