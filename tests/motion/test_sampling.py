"""Clips at moments: the rules of glTF 2.0 §3.11 and appendix C, against a scalar oracle and by hand."""

import math

import numpy as np
import pytest

from pantin.kernels.clips import LINEAR, SLERP, SPLINE, STEP
from pantin.kernels.engine import Backend, force_backend
from pantin.motion import sample, tracks
from pantin.motion.sampling import compile_clip
from pantin.rig import Channel, Clip, Node, build


def turn_z(angle):
    return [0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2)]


def rig(*channels, nodes=None):
    return build(nodes=nodes or [Node(), Node()], clips=[Clip(channels, "clip")])


def at(channel, time, node=0):
    return sample(rig(channel), 0, time), node


def moving(values, times=(1.0, 2.0, 4.0), interpolation="LINEAR", property="translation"):
    return Channel(0, property, list(times), values, interpolation)


RISING = [[0.0, 0.0, 0.0], [2.0, 4.0, 6.0], [0.0, 0.0, 2.0]]


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        (-5.0, RISING[0]),
        (0.0, RISING[0]),
        (1.0, RISING[0]),
        (1.5, [1, 2, 3]),
        (2.0, RISING[1]),
        (3.0, [1, 2, 4]),
        (9.0, RISING[2]),
    ],
)
def test_linear_is_clamped_and_exact_at_keys(time, expected):
    assert sample(rig(moving(RISING)), 0, time).translations[0].tolist() == expected


def test_step_holds_the_key_on_the_left():
    poses = sample(rig(moving(RISING, interpolation="STEP")), 0, [0.0, 1.0, 1.99, 2.0, 3.99, 4.0, 9.0])
    assert poses.translations[:, 0].tolist() == [RISING[k] for k in (0, 0, 0, 1, 1, 2, 2)]


def test_each_channel_is_clamped_to_its_own_keys():
    late = Channel(1, "translation", [3.0, 5.0], [[7.0, 0, 0], [9.0, 0, 0]])
    pose = sample(rig(moving(RISING), late), 0, 2.0)
    assert pose.translations.tolist() == [RISING[1], [7.0, 0, 0]]


def test_a_spline_scales_its_tangents_by_the_length_of_the_segment():
    """From 0 to 0 over 2 s, leaving at 1 per second: at half time ½·… the Hermite term is t_d (t³ − 2t² + t)
    = 2 · ⅛."""
    zero, one = [0.0] * 3, [1.0] * 3
    channel = moving([[zero, zero, one], [zero, zero, zero]], (0.0, 2.0), "CUBICSPLINE")
    np.testing.assert_allclose(sample(rig(channel), 0, 1.0).translations[0], [0.25] * 3, rtol=1e-15)


def test_a_spline_rotation_is_made_unit():
    zero = [0.0] * 4
    channel = moving(
        [[zero, turn_z(0), zero], [zero, turn_z(2), zero]], (0.0, 1.0), "CUBICSPLINE", "rotation"
    )
    pose = sample(rig(channel), 0, 0.5)
    np.testing.assert_allclose(pose.rotations[0], turn_z(1), atol=1e-15)


def test_rotations_turn_the_short_way():
    far = [-part for part in turn_z(1.0)]
    pose = sample(rig(moving([turn_z(0), far], (0.0, 1.0), property="rotation")), 0, 0.25)
    np.testing.assert_allclose(np.abs(pose.rotations[0]), np.abs(turn_z(0.25)), atol=1e-15)


def test_rotation_keys_come_out_as_stored():
    keys = np.array([turn_z(0.3), turn_z(2.0), turn_z(5.0)], np.float32)
    poses = sample(rig(moving(keys, property="rotation")), 0, [1.0, 2.0, 4.0])
    np.testing.assert_array_equal(poses.rotations[:, 0], keys)


def test_what_no_channel_moves_rests():
    nodes = [Node(rotation=turn_z(1), scale=[2, 2, 2]), Node(translation=[5, 6, 7])]
    build_rig = rig(moving(RISING), nodes=nodes)
    pose, rest = sample(build_rig, 0, 2.0), build_rig.rest_pose()
    np.testing.assert_array_equal(pose.local[1], rest.local[1])
    np.testing.assert_array_equal(pose.local[0, :, :3], rest.local[0, :, :3])
    assert pose.local[0, :, 3].tolist() == RISING[1]


def test_many_times_are_one_batch_of_the_same_poses():
    clip_rig = rig(moving(RISING), moving([turn_z(0), turn_z(1), turn_z(3)], property="rotation"))
    times = [0.0, 1.3, 2.0, 3.7, 8.0]
    poses = sample(clip_rig, "clip", times)
    assert len(poses) == 5
    for time, pose in zip(times, poses, strict=True):
        np.testing.assert_array_equal(pose.local, sample(clip_rig, "clip", time).local)


def test_a_general_map_keeps_its_linear_part_under_a_translation():
    shear = [[1, 0.5, 0, 9], [0, 1, 0, 9], [0, 0, 1, 9]]
    pose = sample(rig(moving(RISING), nodes=[Node(matrix=shear)]), 0, 2.0)
    assert pose.local[0].tolist() == [[1, 0.5, 0, 2], [0, 1, 0, 4], [0, 0, 1, 6]]


def test_a_general_map_without_shear_keeps_its_scale_under_a_rotation():
    nodes = [Node(matrix=[[0, -2, 0, 5], [2, 0, 0, 6], [0, 0, 2, 7]])]
    pose = sample(rig(moving([turn_z(0)], (0.0,), property="rotation"), nodes=nodes), 0, 0.0)
    np.testing.assert_allclose(pose.local[0], [[2, 0, 0, 5], [0, 2, 0, 6], [0, 0, 2, 7]], atol=1e-15)


def test_in_four_dimensions_translations_move():
    channel = Channel(0, "translation", [0.0, 1.0], [[0.0] * 4, [2.0, 4.0, 6.0, 8.0]])
    four = build(dimension=4, nodes=[Node(matrix=np.ones((4, 5)))], clips=[Clip((channel,))])
    assert sample(four, 0, 0.5).local[0, :, 4].tolist() == [1, 2, 3, 4]


def test_two_keys_at_one_time_jump():
    channel = moving([[0.0] * 3, [1.0] * 3, [5.0] * 3, [6.0] * 3], (0.0, 1.0, 1.0, 2.0))
    poses = sample(rig(channel), 0, [0.5, 1.0, 1.5])
    assert poses.translations[:, 0, 0].tolist() == [0.5, 5.0, 5.5]


@pytest.mark.parametrize("time", [math.nan, math.inf, [0.0, math.nan], [[0.0]]])
def test_times_that_are_no_times_are_refused(time):
    with pytest.raises(ValueError, match="time"):
        sample(rig(moving(RISING)), 0, time)


@pytest.mark.parametrize("time", ["soon", [[0.0], [0.0, 1.0]], object()])
def test_a_time_that_is_not_a_number_is_refused(time):
    with pytest.raises(TypeError, match="time must be a number or a list of numbers"):
        sample(rig(moving(RISING)), 0, time)


def test_a_pose_instead_of_a_rig_is_refused():
    with pytest.raises(TypeError, match=r"expected a Rig, not Pose: use its \.rig"):
        sample(rig(moving(RISING)).rest_pose(), 0, 0.0)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("interpolation", ["STEP", "LINEAR", "CUBICSPLINE"])
def test_channels_over_one_accessor_move_as_with_values_of_their_own(monkeypatch, compiled, interpolation):
    if compiled:
        pytest.importorskip("numba", reason="numba is not installed")
    rng, deep = np.random.default_rng(5), interpolation == "CUBICSPLINE"
    times, turns = np.array([0.0, 1.0, 3.0]), rng.normal(size=(3, 3, 4) if deep else (3, 4))
    shifts = turns[..., :3].copy()

    def poses():
        turned = [Channel(node, "rotation", times, turns, interpolation) for node in range(3)]
        moved = [Channel(node, "translation", times, shifts, interpolation) for node in (0, 2)]
        own = Channel(1, "translation", times, 2 * shifts, interpolation)
        with force_backend(Backend.TWIN if compiled else Backend.NUMPY):
            return sample(rig(*turned, *moved, own, nodes=[Node()] * 4), 0, [0.0, 0.5, 1.0, 2.5, 4.0]).local

    copied = poses()
    monkeypatch.setattr(tracks, "COPIED", 0)
    assert np.array_equal(poses(), copied)


def channel(node, property, values, interpolation="LINEAR"):
    values = np.asarray(values, float)
    return Channel(node, property, np.arange(len(values), dtype=float), values, interpolation)


def test_tracks_follow_one_another_and_a_rotation_brings_its_arcs():
    moved = channel(2, "translation", np.zeros((2, 3)))
    turned = channel(5, "rotation", [[0, 0, 0, 2.0], [0, 0, 3.0, 0], [0, 0, 3.0, 0]])
    steps = compile_clip(Clip((moved, turned)), ())
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
    assert compile_clip(Clip((one, curve)), ()).track[:, 0].tolist() == [STEP, SPLINE]


def test_weights_go_where_the_frame_has_them_and_a_program_is_made_once_for_a_place():
    clip = Clip((channel(3, "weights", np.zeros((2, 4))),))
    assert compile_clip(clip, ((3, 7),)).channel.tolist() == [7]
    assert compile_clip(clip, ((3, 9),)).channel.tolist() == [9]
    assert compile_clip(clip, ((3, 7),)) is compile_clip(clip, ((3, 7),))


def test_channels_that_share_their_values_have_a_row_each_over_them(monkeypatch):
    monkeypatch.setattr(tracks, "COPIED", 0)
    times, values = np.arange(2.0), np.ones((2, 3))
    clip = Clip(tuple(Channel(node, "translation", times, values) for node in (1, 4)))
    steps = compile_clip(clip, ())
    assert steps.track.tolist() == [[LINEAR, 0, 0, 2, 0, 0, 1, 3], [LINEAR, 0, 0, 2, 0, 1, 1, 3]]
    assert steps.channel.tolist() == [3, 12]
    assert len(steps.values) == 6
