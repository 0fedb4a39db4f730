from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels import engine
from pantin.viewer.raster import ScreenTriangles, VisibleFaces, rasterise_numpy


@pytest.mark.skipif(not engine.numba_importable(), reason="numba cannot be imported")
def test_the_compiled_twin_has_the_same_bits():
    from pantin.viewer.raster_numba import rasterise

    random = np.random.default_rng(4)
    count = 300
    x, y = random.uniform(-20, 120, (2, count))
    near = random.uniform(0.01, 1, count)
    faces = np.arange(count).reshape(-1, 3)
    cull = random.random(len(faces)) < 0.3
    x[0], y[4] = np.nan, np.inf
    shapes = ScreenTriangles(x, y, near, faces, cull)
    chosen = np.flatnonzero(random.random(len(faces)) < 0.8)
    limit = np.where(random.random((50, 100)) < 0.5, np.inf, 0.5)
    one, other = VisibleFaces.empty(50, 100), VisibleFaces.empty(50, 100)
    with np.errstate(all="ignore"):
        rasterise_numpy(shapes, chosen, 30, limit, one)
    rasterise(shapes, chosen, 30, limit, other)
    assert (one.face >= 0).mean() > 0.3
    assert np.array_equal(one.face, other.face)
    assert np.array_equal(one.near, other.near)
