"""Triangles as they face, and their normals."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import Unsupported
from pantin.formats.geometry.triangles import facet_normals, require_3d, surface_of, triangles
from pantin.rig import build


def test_a_mirrored_surface_is_wound_back(rig, posed):
    assert surface_of(rig, posed[2]) is rig.meshes[1].surfaces[0]
    assert triangles(rig, posed[0]).tolist() == [[0, 1, 2], [0, 2, 3]]
    assert triangles(rig, posed[2]).tolist() == [[2, 1, 0], [3, 2, 0]]


def test_a_triangle_without_area_has_a_zero_normal():
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    corners = np.array([[0, 1, 2], [0, 0, 1]])
    assert facet_normals(points, corners).tolist() == [[0, 0, 1], [0, 0, 0]]


def test_other_dimensions_are_refused():
    with pytest.raises(Unsupported, match="this rig has 4"):
        require_3d(build(dimension=4), "OBJ")
