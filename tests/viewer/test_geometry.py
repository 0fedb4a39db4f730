from __future__ import annotations

import numpy as np

from pantin.viewer.geometry import build_geometry, join, with_flat_normals
from pantin.viewer.materials import Material

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
UP = np.tile(np.float32([0, 0, 1]), (3, 1))


def test_a_piece_without_colours_is_white_and_opaque():
    one = build_geometry(TRIANGLE, UP, np.array([[0, 1, 2]]), Material())
    assert (one.colors == 1).all()
    assert one.positions.dtype == np.float64


def test_colours_without_alpha_are_opaque_and_odd_numbers_are_mended():
    colors = np.array([[0.5, np.nan, np.inf]] * 3)
    assert build_geometry(TRIANGLE, UP, np.array([[0, 1, 2]]), Material(), colors=colors).colors[
        0
    ].tolist() == [
        0.5,
        0,
        1,
        1,
    ]


def test_texture_coordinates_beyond_reach_are_0():
    texcoords = np.array([[0.5, 1e30], [np.nan, -np.inf], [2, -3]])
    result = build_geometry(TRIANGLE, UP, np.array([[0, 1, 2]]), Material(), texcoords=[texcoords])
    assert result.texcoords[:, 0].tolist() == [[0.5, 0], [0, 0], [2, -3]]


def test_joined_pieces_keep_their_corners_and_paints():
    red, blue = Material((1, 0, 0, 1)), Material((0, 0, 1, 1))
    one = build_geometry(TRIANGLE, UP, np.array([[0, 1, 2]]), red)
    other = build_geometry(TRIANGLE + 5, UP, np.array([[2, 1, 0]]), blue)
    both = join([one, other])
    assert both.faces.tolist() == [[0, 1, 2], [5, 4, 3]]
    assert [both.materials[index] for index in both.material] == [red, blue]


def test_nothing_joined_is_nothing():
    assert len(join([]).faces) == 0


def test_flattened_triangles_share_no_corner_and_stand_on_their_planes():
    """glTF 2.0 §3.7.2.1: without normals, flat ones are drawn."""
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)
    slanted = np.full((4, 3), 3**-0.5)
    result = with_flat_normals(
        build_geometry(points, slanted, np.array([[0, 1, 2], [0, 2, 3], [1, 1, 2]]), Material())
    )
    assert result.faces.tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert result.positions[4].tolist() == [0, 1, 0]
    assert result.normals[:6].tolist() == [[0, 0, 1]] * 3 + [[1, 0, 0]] * 3
    assert (result.normals[6:] == slanted[:3]).all()  # no area, no plane
