from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.rig import Mesh
from pantin.viewer import strokes as module
from pantin.viewer.paint import Paint, Paints
from pantin.viewer.picture import Look, picture
from pantin.viewer.strokes import segments, strokes, undrawn


@pytest.fixture
def wire(square):
    """The four corners of a square, joined by lines."""

    def make(mode="line_loop", indices=None):
        rig = square()
        given = rig.meshes[0].surfaces[0]
        made = replace(given, normals=None, mode=mode, indices=indices)
        return replace(rig, meshes=(Mesh((made,)),))

    return make


@pytest.mark.parametrize(
    ("mode", "pairs"),
    [
        ("lines", [[0, 1], [2, 3]]),
        ("line_strip", [[0, 1], [1, 2], [2, 3]]),
        ("line_loop", [[0, 1], [1, 2], [2, 3], [3, 0]]),
    ],
)
def test_lines_are_cut_as_their_mode_says(wire, mode, pairs):
    """glTF 2.0 §3.7.2.1."""
    assert segments(wire(mode).meshes[0].surfaces[0]).tolist() == pairs


def test_a_bar_runs_from_end_to_end_and_is_as_thick_all_along(wire):
    rig = wire("lines", np.array([0, 1], np.uint8))
    (made,) = strokes(rig, deform(rig, rig.rest_pose()), Paints((Paint(),)))
    start, end = np.asarray(rig.meshes[0].surfaces[0].positions, np.float64)[:2]
    assert made.positions[:3].mean(axis=0) == pytest.approx(start)
    assert made.positions[3:].mean(axis=0) == pytest.approx(end)
    around = np.linalg.norm(made.positions - np.repeat([start, end], 3, axis=0), axis=1)
    assert around == pytest.approx(np.full(6, around[0]))
    assert sorted(set(made.faces.ravel().tolist())) == [0, 1, 2, 3, 4, 5]
    assert len(made.faces) == 6


def test_a_line_of_no_length_is_no_bar(wire):
    rig = wire("lines", np.array([0, 0], np.uint8))
    (made,) = strokes(rig, deform(rig, rig.rest_pose()), Paints(()))
    assert len(made.faces) == 0


def test_lines_are_in_the_picture(wire):
    pixels, notes = picture(wire(), look=Look((64, 48), background="white", shadow=False))
    assert not notes
    assert (pixels[..., 1] < 250).any()  # thinner than a pixel, and so pale


def test_what_is_left_out_is_said(wire, monkeypatch):
    assert undrawn(wire("points")) == ("1 point cloud not drawn: points are not supported",)
    monkeypatch.setattr(module, "MOST", 3)
    rig = wire()
    assert undrawn(rig) == ("4 lines not drawn: the limit is 3",)
    assert strokes(rig, deform(rig, rig.rest_pose()), Paints(())) == []
