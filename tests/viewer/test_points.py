from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels import engine
from pantin.viewer.points import find_points


def test_a_face_is_one_point_per_pixel_at_the_mean_of_its_samples():
    faces = np.array([[0, 0, -1, 1], [0, -1, -1, 1]], np.int32)
    points = find_points(faces, np.zeros(2, bool), 2)
    assert points.face.tolist() == [0, 1]
    assert points.pixel.tolist() == [0, 1]
    assert points.count.tolist() == [3, 2]
    assert points.x.tolist() == pytest.approx([5 / 6, 3.5])
    assert points.y.tolist() == pytest.approx([5 / 6, 1.0])
    assert points.index.tolist() == [[0, 0, -1, 1], [0, -1, -1, 1]]


def test_a_fine_face_has_a_point_at_each_sample():
    points = find_points(np.zeros((2, 2), np.int32), np.ones(1, bool), 2)
    assert points.count.tolist() == [1, 1, 1, 1]
    assert points.pixel.tolist() == [0, 0, 0, 0]


@pytest.mark.skipif(not engine.numba_importable(), reason="numba cannot be imported")
@pytest.mark.parametrize("block", [1, 3])
def test_both_twins_give_the_same_points(block):
    random = np.random.default_rng(5)
    faces = random.integers(-1, 6, (30, 42)).astype(np.int32)
    fine = random.random(6) < 0.3
    with engine.force_backend(engine.Backend.NUMPY):
        reference = find_points(faces, fine, block)
    with engine.force_backend(engine.Backend.TWIN):
        compiled = find_points(faces, fine, block)
    for name in ("pixel", "face", "x", "y", "count", "index"):
        assert np.array_equal(getattr(compiled, name), getattr(reference, name)), name
