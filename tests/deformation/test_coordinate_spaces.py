"""Posed vertices in the spaces of skeleton and mesh."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.deformation.coordinate_spaces import positions_by_space
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Surface, build


def rig(scale=2.0):
    influences = Influences(np.arange(2), np.zeros(1, int), np.ones(1))
    surface = Surface(np.array([[1.0, 2, 3]]), mode="points", influences=influences)
    return build(
        nodes=[Node(translation=[10, 0, 0]), Node(parent=0), Node(parent=0, scale=[scale] * 3)],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.array([1]), None, root=0)],
        instances=[Instance(2, 0, 0)],
    )


def test_the_three_spaces():
    result = rig()
    pose = result.rest_pose()
    spaces = positions_by_space(result, pose, deform(result, pose)[0])
    assert spaces.world.tolist() == [[11, 2, 3]]
    assert spaces.skeleton.tolist() == [[1, 2, 3]]
    assert spaces.local.tolist() == [[0.5, 1, 1.5]]


def test_a_flat_node_has_no_space_of_its_own():
    result = rig(0.0)
    pose = result.rest_pose()
    with pytest.raises(ValueError, match="singular matrix"):
        positions_by_space(result, pose, deform(result, pose)[0])
