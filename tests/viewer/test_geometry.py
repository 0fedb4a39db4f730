from __future__ import annotations

import numpy as np

from pantin.viewer.geometry import joined, piece
from pantin.viewer.paint import Paint

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
UP = np.tile(np.float32([0, 0, 1]), (3, 1))


def test_a_piece_without_colours_is_white_and_opaque():
    one = piece(TRIANGLE, UP, np.array([[0, 1, 2]]), Paint())
    assert (one.colours == 1).all()
    assert one.positions.dtype == np.float64


def test_colours_without_alpha_are_opaque_and_odd_numbers_are_mended():
    colours = np.array([[0.5, np.nan, np.inf]] * 3)
    assert piece(TRIANGLE, UP, np.array([[0, 1, 2]]), Paint(), colours=colours).colours[0].tolist() == [
        0.5,
        0,
        1,
        1,
    ]


def test_texture_coordinates_beyond_reach_are_0():
    texcoords = np.array([[0.5, 1e30], [np.nan, -np.inf], [2, -3]])
    made = piece(TRIANGLE, UP, np.array([[0, 1, 2]]), Paint(), texcoords=texcoords)
    assert made.texcoords.tolist() == [[0.5, 0], [0, 0], [2, -3]]


def test_joined_pieces_keep_their_corners_and_paints():
    red, blue = Paint((1, 0, 0, 1)), Paint((0, 0, 1, 1))
    one = piece(TRIANGLE, UP, np.array([[0, 1, 2]]), red)
    other = piece(TRIANGLE + 5, UP, np.array([[2, 1, 0]]), blue)
    both = joined([one, other])
    assert both.faces.tolist() == [[0, 1, 2], [5, 4, 3]]
    assert [both.paints[at] for at in both.paint] == [red, blue]


def test_nothing_joined_is_nothing():
    assert len(joined([]).faces) == 0
