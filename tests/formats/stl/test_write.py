"""Binary STL read back by its layout: 80 bytes, a count, 50 bytes per triangle."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from pantin.base.errors import Unsupported
from pantin.deformation import deform
from pantin.formats.stl.write import write_stl
from pantin.rig import Instance, Mesh, Node, Surface, build


def test_triangles_read_back(rig, posed, tmp_path):
    write_stl(rig, posed, tmp_path / "x.stl")
    data = (tmp_path / "x.stl").read_bytes()
    count = struct.unpack_from("<I", data, 80)[0]
    assert len(data) == 84 + 50 * count
    assert count == 4, "lines and points have no place"
    facets = [struct.unpack_from("<12f", data, 84 + 50 * index) for index in range(count)]
    assert facets[0][3:] == (1, 0, 0, 2, 0, 0, 2, 1, 0)
    for facet in facets:
        normal, a, b, c = np.array(facet).reshape(4, 3)
        assert np.allclose(normal, [0, 0, 1]), "the mirrored square is wound back"
        assert np.cross(b - a, c - a) @ normal > 0


def test_it_does_not_begin_like_a_text_file(rig, posed, tmp_path):
    write_stl(rig, posed, tmp_path / "x.stl")
    assert not (tmp_path / "x.stl").read_bytes().startswith(b"solid")


def test_numbers_past_float32_are_refused(tmp_path):
    far = Surface(np.array([[0, 0, 0], [1e300, 0, 0], [0, 1e300, 0]]))
    rig = build(nodes=[Node()], meshes=[Mesh((far,))], instances=[Instance(0, 0)])
    with pytest.raises(Unsupported, match="too large for STL"):
        write_stl(rig, deform(rig, rig.rest_pose()), tmp_path / "x.stl")
    assert not (tmp_path / "x.stl").exists()


def test_other_dimensions_are_refused(tmp_path):
    with pytest.raises(Unsupported, match="STL"):
        write_stl(build(dimension=2), [], tmp_path / "x.stl")
