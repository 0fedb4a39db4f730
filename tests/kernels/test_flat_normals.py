"""Normals out of triangles, by either engine, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.flat_normals import flat_normals


@pytest.fixture(params=["numpy_only", "compiled"], autouse=True)
def engine(request):
    request.getfixturevalue(request.param)


def test_where_triangles_share_a_vertex_it_has_their_mean_weighted_by_area():
    """A corner of a triangle of area ½ looking along z and one of area 1 looking along x."""
    points = np.array([[[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 2]]])
    triangles = np.array([[0, 1, 2], [0, 2, 3]])
    normals, lost = flat_normals(points, triangles, np.array([False]))
    assert lost == 0
    np.testing.assert_allclose(normals[0, 0], np.array([2, 0, 1]) / np.sqrt(5))
    np.testing.assert_allclose(normals[0, 1], [0, 0, 1])


def test_a_mirrored_frame_has_its_normals_turned():
    points = np.array([[[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]] * 2)
    normals, _ = flat_normals(points, np.array([[0, 1, 2]]), np.array([False, True]))
    assert normals[:, 0].tolist() == [[0, 0, 1], [0, 0, -1]]


def test_a_vertex_of_no_triangle_or_of_one_without_area_is_counted_and_looks_along_z():
    points = np.array([[[0.0, 0, 0], [1, 0, 0], [2, 0, 0], [5, 5, 5]]])
    normals, lost = flat_normals(points, np.array([[0, 1, 2]]), np.array([False]))
    assert lost == 4
    assert normals[0].tolist() == [[0, 0, 1]] * 4


def test_a_corner_that_is_no_vertex_is_refused():
    with pytest.raises(ValueError, match="outside of the mesh, which has 3"):
        flat_normals(np.zeros((1, 3, 3)), np.array([[0, 1, 3]]), np.array([False]))
