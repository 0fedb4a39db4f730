"""Clips as flat arrays."""

import numpy as np

from pantin.kernels.clips import LINEAR, SLERP, SPLINE, STEP
from pantin.motion import tracks
from pantin.motion.program import program
from pantin.rig import Channel, Clip


def channel(node, property, values, interpolation="LINEAR"):
    values = np.asarray(values, float)
    return Channel(node, property, np.arange(len(values), dtype=float), values, interpolation)


def test_tracks_follow_one_another_and_a_rotation_brings_its_arcs():
    moved = channel(2, "translation", np.zeros((2, 3)))
    turned = channel(5, "rotation", [[0, 0, 0, 2.0], [0, 0, 3.0, 0], [0, 0, 3.0, 0]])
    steps = program(Clip((moved, turned)), ())
    assert steps.track.tolist() == [[LINEAR, 0, 0, 2, 0, 0, 1, 3], [SLERP, 1, 2, 3, 6, 1, 1, 4]]
    assert steps.channel.tolist() == [6, 20]
    assert steps.arcs == 1
    start, end, angle, sine = np.split(steps.values[6 + 12 :], [12, 24, 27])
    assert start.tolist() == [0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0]
    assert end.tolist() == [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    np.testing.assert_allclose(angle, [np.pi / 2, 0, 0])
    np.testing.assert_allclose(sine, [1, 1, 1])


def test_one_key_is_a_step_but_for_a_spline_whose_value_lies_between_tangents():
    one = channel(0, "scale", np.ones((1, 3)))
    curve = channel(1, "scale", np.ones((1, 3, 3)), "CUBICSPLINE")
    assert program(Clip((one, curve)), ()).track[:, 0].tolist() == [STEP, SPLINE]


def test_weights_go_where_the_frame_has_them_and_a_program_is_made_once_for_a_place():
    clip = Clip((channel(3, "weights", np.zeros((2, 4))),))
    assert program(clip, ((3, 7),)).channel.tolist() == [7]
    assert program(clip, ((3, 9),)).channel.tolist() == [9]
    assert program(clip, ((3, 7),)) is program(clip, ((3, 7),))


def test_channels_that_share_their_values_have_a_row_each_over_them(monkeypatch):
    monkeypatch.setattr(tracks, "COPIED", 0)
    times, values = np.arange(2.0), np.ones((2, 3))
    clip = Clip(tuple(Channel(node, "translation", times, values) for node in (1, 4)))
    steps = program(clip, ())
    assert steps.track.tolist() == [[LINEAR, 0, 0, 2, 0, 0, 1, 3], [LINEAR, 0, 0, 2, 0, 1, 1, 3]]
    assert steps.channel.tolist() == [3, 12]
    assert len(steps.values) == 6
