"""The closest points of triangles, by either engine, beside all pairs."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.closest_points import barycentric_of, closest_points, square_length, sum_corners


@pytest.fixture(params=["numpy_only", "compiled"], autouse=True)
def engine(request):
    request.getfixturevalue(request.param)


@pytest.mark.parametrize("away", [0.0, 1.0, 1e6])
def test_they_agree_with_all_pairs(away):
    draw = np.random.default_rng(4)
    vertices, triangles = draw.normal(size=(60, 3)) * (1, 1, 0.01), draw.integers(0, 60, (90, 3))
    points = draw.normal(size=(200, 3)) + away
    corners = vertices[np.repeat(triangles[None], len(points), 0)].reshape(-1, 3, 3)
    every = np.repeat(points, len(triangles), axis=0)
    nearest = sum_corners(barycentric_of(every, corners), corners)
    expected = np.sqrt(square_length(nearest - every)).reshape(len(points), -1).min(axis=1)
    closest = closest_points(points, vertices, triangles)
    np.testing.assert_allclose(closest.distances, expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(closest.barycentric.sum(axis=1), 1)


def test_of_equally_close_triangles_the_first_is_taken():
    vertices = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    closest = closest_points(np.array([[0.2, 0.2, 1.0]]), vertices, np.tile([[0, 1, 2]], (50, 1)))
    assert closest.triangles.tolist() == [0]
    assert closest.distances.tolist() == [1.0]


def test_without_a_triangle_there_is_none():
    closest = closest_points(np.zeros((2, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int64))
    assert closest.triangles.tolist() == [-1, -1]
    assert np.isinf(closest.distances).all()
