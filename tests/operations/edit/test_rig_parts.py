"""Rigs taken apart."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.operations.edit.rig_parts import (
    RigParts,
    bind_at_rest,
    mesh_to_root,
    rest_in_root,
    rest_world_transforms,
)
from pantin.rig import Node, Skin, build


def rig():
    shear = np.eye(3, 4)
    shear[0, 1] = 0.5
    return build(
        nodes=[
            Node("a", translation=[1, 0, 0]),
            Node("b", 0, rotation=[0, 0, 0.6, 0.8]),
            Node("c", 1, matrix=shear),
        ],
        skins=[Skin(np.array([2, -1]), np.tile(np.eye(3, 4), (2, 1, 1)), root=0)],
    )


def test_what_is_taken_apart_is_built_again():
    model = rig()
    again = RigParts.from_rig(model).rig()
    assert np.array_equal(model.nodes.local, again.nodes.local)
    assert model.nodes.general.tolist() == again.nodes.general.tolist()
    assert again.skins[0].joints.tolist() == [2, -1]


def test_rest_in_the_world_and_in_a_root():
    placed = rest_world_transforms(rig())
    assert placed[2][:, 3].tolist() == [1, 0, 0]
    assert np.allclose(rest_in_root(placed, 0, 1)[:, 3], 0)
    assert rest_in_root(placed, None, 0)[0, 3] == 1


def test_binds_are_the_inverse_of_the_rest():
    model = rig()
    placed = rest_world_transforms(model)
    binds = bind_at_rest(placed, 0, [2, -1], np.eye(3, 4))
    assert np.allclose(binds[1], np.eye(3, 4))
    assert np.allclose(mesh_to_root(model, placed, 0), np.eye(3, 4))
    assert not np.allclose(binds[0], np.eye(3, 4))


def test_a_flat_joint_cannot_be_bound():
    flat = build(nodes=[Node(scale=[0, 1, 1])])
    with pytest.raises(ValueError, match="singular matrix"):
        bind_at_rest(rest_world_transforms(flat), None, [0], np.eye(3, 4))
