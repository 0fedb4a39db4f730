"""OBJ as others write it: indices from 1 or backwards, polygons, corners with their own normals."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.geometry.obj_reading import ObjError, read_obj

QUAD = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


@pytest.mark.parametrize("face", [b"f 1 2 3 4\n", b"f -4 -3 -2 -1\n", b"f 1 2 \\\n 3 4 # a quad\n"])
def test_a_polygon_is_a_fan(face):
    mesh = read_obj(QUAD + face)
    assert mesh.faces.tolist() == [[0, 1, 2], [0, 2, 3]]
    assert (mesh.normals, mesh.texcoords) == (None, None)


def test_corners_share_a_vertex_until_their_attributes_differ():
    """Vertex 0 has two normals: it keeps its number with the first, and the second comes after all lines."""
    normals = b"vn 0 0 1\nvn 0 1 0\n"
    mesh = read_obj(QUAD + normals + b"f 1//1 2//1 3//1\nf 1//2 3//1 4//1\n")
    assert mesh.faces.tolist() == [[0, 1, 2], [4, 2, 3]]
    assert mesh.origins.tolist() == [0, 1, 2, 3, 0]
    assert mesh.normals[4].tolist() == [0, 1, 0]
    assert np.array_equal(mesh.positions[4], mesh.positions[0])


def test_texture_coordinates_begin_at_the_upper_left():
    mesh = read_obj(QUAD + b"vt 0.25 0.75\n" + b"f 1/1 2/1 3/1\n")
    assert mesh.texcoords[0].tolist() == [0.25, 0.25]


def test_attributes_that_some_corners_lack_are_left_out():
    assert read_obj(QUAD + b"vn 0 0 1\nf 1//1 2//1 3\n").normals is None


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (b"v 0 0\n", 1, "expected 3 numbers"),
        (b"v 0 0 nan\n", 1, "expected 3 numbers"),
        (QUAD + b"f 1 2\n", 5, "a face has 2 corners"),
        (QUAD + b"f 1 2 5\n", 5, "index 5 is out of range: there are 4 so far"),
        (QUAD + b"f 0 1 2\n", 5, "index 0 is out of range"),
        (QUAD + b"f 1 2 -5\n", 5, "index -5 is out of range"),
        (QUAD + b"f 1/2/3/4 2 3\n", 5, "expected the corner of a face"),
        (QUAD + b"f a b c\n", 5, 'expected an index, found "a"'),
    ],
)
def test_a_wrong_line_gets_a_sentence(text, line, message):
    with pytest.raises(ObjError, match=message) as caught:
        read_obj(text)
    assert caught.value.line == line


def test_a_file_without_anything_is_an_empty_mesh():
    assert read_obj(b"").positions.shape == (0, 3)
