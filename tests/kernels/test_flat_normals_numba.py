"""The compiled twin has the bits of the reference, whatever the threads."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.flat_normals import flat_normals, flat_normals_numpy

pytest.importorskip("numba", reason="numba cannot be imported")
pytestmark = pytest.mark.usefixtures("compiled")


def crumpled(frames=5, vertices=90, kind=np.float32):
    draw = np.random.default_rng(3)
    points = draw.normal(size=(frames, vertices, 3)).astype(kind)
    return points, draw.integers(0, vertices, (200, 3)), draw.random(frames) < 0.5


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_twin_and_reference_have_the_same_bits(kind):
    points, triangles, turned = crumpled(kind=kind)
    triangles[triangles == 7] = 8  # vertex 7 is in no triangle
    fast, lost = flat_normals(points, triangles, turned)
    slow = np.empty_like(points)
    assert flat_normals_numpy(points, triangles, turned, slow) == lost
    assert lost >= len(points)
    assert fast.tobytes() == slow.tobytes()


def test_bits_do_not_depend_on_how_many_frames_there_are():
    points, triangles, turned = crumpled(frames=600)
    whole, _ = flat_normals(points, triangles, turned)
    assert flat_normals(points[7:9], triangles, turned[7:9])[0].tobytes() == whole[7:9].tobytes()
