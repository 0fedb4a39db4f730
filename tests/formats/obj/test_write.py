"""OBJ read back by a reader of a dozen lines."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import Unsupported
from pantin.deformation import deform
from pantin.formats.obj.write import write_obj
from pantin.rig import Instance, Mesh, Node, Surface, build


def rows(path):
    """Every line as its words, by keyword."""
    result: dict[str, list[list[str]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        keyword, *words = line.split()
        result.setdefault(keyword, []).append(words)
    return result


def test_vertices_read_back_to_the_last_bit(rig, posed, tmp_path):
    write_obj(rig, posed, tmp_path / "x.obj")
    vertices = np.array(rows(tmp_path / "x.obj")["v"], np.float32)
    assert np.array_equal(vertices, np.concatenate([mesh.positions for mesh in posed]))


def test_faces_count_from_one_over_the_whole_file(rig, posed, tmp_path):
    write_obj(rig, posed, tmp_path / "x.obj")
    faces = rows(tmp_path / "x.obj")["f"]
    assert faces[0] == ["1/1/1", "2/2/2", "3/3/3"]
    # The second square stands behind eight vertices, has no texture coordinates, and is mirrored.
    assert [word.split("/")[:2] for word in faces[2]] == [["11", ""], ["10", ""], ["9", ""]]


def test_the_mirrored_square_faces_the_same_way_as_its_normals(rig, posed, tmp_path):
    write_obj(rig, posed, tmp_path / "x.obj")
    result = rows(tmp_path / "x.obj")
    vertices, normals = np.array(result["v"], float), np.array(result["vn"], float)
    for words in result["f"]:
        corners = [[int(part) - 1 if part else None for part in word.split("/")] for word in words]
        a, b, c = (vertices[corner[0]] for corner in corners)
        assert np.cross(b - a, c - a) @ normals[corners[0][2]] > 0


def test_texture_coordinates_count_from_the_lower_left(rig, posed, tmp_path):
    write_obj(rig, posed, tmp_path / "x.obj")
    assert np.array(rows(tmp_path / "x.obj")["vt"], float).tolist() == [[0, 1], [1, 1], [1, 0.75], [0, 0]]


def test_names_are_one_word_and_lines_and_points_are_kept(rig, posed, tmp_path):
    write_obj(rig, posed, tmp_path / "x.obj")
    result = rows(tmp_path / "x.obj")
    assert [words[0] for words in result["o"]] == [
        "a_square.0",
        "a_square.1",
        "node_1.0",
        "node_1.1",
        "node_1.2",
    ]
    assert result["usemtl"] == [["rough_wood"], ["default"]]
    assert [[int(word) for word in words] for words in result["l"]] == [
        [5, 6], [6, 7], [7, 8], [8, 5],
        [17, 18], [19, 20],
    ]  # fmt: skip
    assert len(result["p"]) == 4


def test_other_dimensions_are_refused(tmp_path):
    with pytest.raises(Unsupported, match="OBJ stores geometry of 3 dimensions only"):
        write_obj(build(dimension=4), [], tmp_path / "x.obj")


def test_a_surface_without_a_whole_triangle_has_vertices_and_no_faces(tmp_path):
    """Two vertices drawn as triangles."""
    rig = build(
        nodes=[Node("n")], meshes=[Mesh((Surface(np.zeros((2, 3), np.float32)),))], instances=[Instance(0, 0)]
    )
    write_obj(rig, deform(rig, rig.rest_pose()), tmp_path / "x.obj")
    assert set(rows(tmp_path / "x.obj")) == {"o", "v"}
