"""How many blend shapes a mesh has."""

import numpy as np

from pantin.rig import BlendTarget, Mesh, Surface


def test_blend_shapes_are_those_of_the_surfaces():
    assert Mesh((Surface(np.zeros((1, 3)), targets=(BlendTarget(), BlendTarget())),)).targets == 2


def test_a_mesh_without_surfaces_has_none():
    assert Mesh(()).targets == 0
