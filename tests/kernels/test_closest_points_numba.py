"""The compiled twin has the bits of the reference."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.closest_points import build_boxes, search_numpy

pytest.importorskip("numba", reason="numba cannot be imported")


@pytest.mark.parametrize("scale", [(1, 1, 1), (1, 1, 0), (0, 0, 0), (1, 1e-9, 1)])
def test_twin_and_reference_have_the_same_bits(scale):
    """Also for flat meshes, and for vertices as points, where several triangles are equally close."""
    from pantin.kernels.closest_points_numba import search

    draw = np.random.default_rng(7)
    vertices = np.round(draw.normal(size=(300, 3)), 1) * scale
    corners = vertices[draw.integers(0, 300, (700, 3))]
    points = np.concatenate([vertices, draw.normal(size=(300, 3)), vertices + 1e-8, vertices + 1e5])
    boxes = build_boxes(corners)
    for slow, fast in zip(search_numpy(points, boxes), search(points, boxes), strict=True):
        assert slow.tobytes() == fast.tobytes()
