"""How many blend shapes a mesh has."""

import numpy as np

from pantin.rig import BlendShape, Mesh, Surface


def test_blend_shapes_are_those_of_the_surfaces():
    assert (
        Mesh((Surface(np.zeros((1, 3)), blend_shapes=(BlendShape(), BlendShape())),)).blend_shape_count == 2
    )


def test_a_mesh_without_surfaces_has_none():
    assert Mesh(()).blend_shape_count == 0
