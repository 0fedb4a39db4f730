"""Surfaces: what is drawn, and values per vertex."""

from __future__ import annotations

import numpy as np

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift


def surface(kit):
    return lift(read(kit.text())).rig.meshes[0].surfaces[0]


def test_simplexes_are_triangles_in_3d(kit):
    assert surface(kit).triangles.tolist() == [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]


def test_without_simplexes_faces_are_fans(kit):
    del kit.surface["simplexes"], kit.surface["normals"], kit.surface["textureMap"]
    del kit.shape["surfaces"]
    assert len(surface(kit).triangles) == 4


def test_in_4d_edges_are_drawn(rigs):
    made = lift(read(rigs.random_rig(0, 4).text())).rig.meshes[0].surfaces[0]
    assert made.mode == "points"
    assert made.topology.simplexes.shape == (3, 4)


def test_values_that_vertices_share_become_theirs(kit):
    """The texture map of the kit has one value for each vertex, its normals one for each face."""
    result = surface(kit)
    assert result.normals is None
    assert result.texcoords[0].tolist() == [[0, 0], [1, 0], [0, 1], [1, 1]]
    assert result.blend_shapes[0].texcoords[0].values[1].tolist() == [0.5, 0.5]
    assert result.material == 0
    assert np.array_equal(result.topology.normals[0].value_indices[:4], [0, 0, 0, 1])
