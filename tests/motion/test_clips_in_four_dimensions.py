"""Clips with rotations outside three dimensions: rotors that lead from key to key along the shortest way."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pantin
from pantin.arrays import from_arrays, to_arrays
from pantin.formats.g4mf.lower import lower
from pantin.maths import rotor_turns
from pantin.maths.rotor import rotation_matrix
from pantin.motion import (
    additive,
    apply_additive,
    blend,
    clip_from_poses,
    concatenate,
    cut,
    loop,
    mirror,
    resample,
    retime,
    reverse,
)
from pantin.rig import Channel, Clip, InvalidRig, Node, build

ROUNDING = 1e-14


def spinning(dimension=4, **node):
    """A node that turns by 90 degrees a second in xw and by 45 in yz."""
    builder = pantin.RigBuilder(dimension)
    builder.add_node("hub", **node)
    clip = builder.add_clip("spin")
    keys = [{"xw": 90 * second, "yz": 45 * second} for second in range(5)]
    builder.add_channel(clip, "hub", "rotation", range(5), keys)
    return builder.build()


def linear(rig, clip, time):
    return pantin.sample(rig, clip, time).local[0, :, :-1]


@pytest.mark.parametrize("dimension", [4, 5, 8])
@pytest.mark.parametrize("time", [-1.0, 0.0, 0.37, 1.0, 2.5, 3.999, 4.0, 9.0])
def test_two_planes_turn_steadily(dimension, time):
    degrees = min(max(time, 0.0), 4.0) * 90
    wanted = rotation_matrix({"xw": degrees, "yz": degrees / 2}, dimension)
    assert np.abs(linear(spinning(dimension), "spin", time) - wanted).max() < ROUNDING


def test_in_two_dimensions():
    builder = pantin.RigBuilder(2)
    builder.add_node("hand")
    builder.add_channel(builder.add_clip("tick"), "hand", "rotation", [0, 1], ["xy:0", "xy:60"])
    assert np.abs(linear(builder.build(), 0, 0.25) - rotation_matrix("xy:15", 2)).max() < ROUNDING


def test_keys_as_planes_matrices_and_rotors_are_one():
    spelled = ["xw:0", "xw:50,yz:20"]
    forms = (
        spelled,
        np.array([rotation_matrix(key, 4) for key in spelled]),
        [rotor_turns.from_planes(key, 4) for key in spelled],
    )
    played = []
    for values in forms:
        builder = pantin.RigBuilder(4)
        builder.add_node("hub")
        builder.add_channel(builder.add_clip(), "hub", "rotation", [0, 1], values)
        played.append(linear(builder.build(), 0, 0.4))
    assert np.abs(played[1] - played[0]).max() < ROUNDING
    assert np.abs(played[2] - played[0]).max() == 0


def test_planes_in_three_dimensions_are_quaternions():
    builder = pantin.RigBuilder(3)
    builder.add_node("hub")
    builder.add_channel(builder.add_clip(), "hub", "rotation", [0, 1], ["xy:0", "xy:90"])
    values = builder.build().clips[0].channels[0].values
    assert values[1] == pytest.approx([0, 0, np.sqrt(0.5), np.sqrt(0.5)])


def test_translation_and_scale_beside_a_rotation():
    """T R S, with what has no channel from rest: the matrix at rest is taken apart."""
    rest = np.column_stack([rotation_matrix("xy:90", 4) * (1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0)])
    scaled = Channel(0, "scale", np.array([0.0, 1.0]), np.array([[1.0, 2, 3, 4], [3.0, 2, 3, 4]]))
    turned = Channel(0, "rotation", np.zeros(1), rotor_turns.from_planes("xw:30", 4)[None])
    rig = build(dimension=4, nodes=[Node(matrix=rest)], clips=[Clip((scaled,)), Clip((turned,))])
    half = pantin.sample(rig, 0, 0.5).local[0]
    assert half == pytest.approx(
        np.column_stack([rotation_matrix("xy:90", 4) * (2.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0)])
    )
    other = pantin.sample(rig, 1, 0.0)
    assert other.local[0] == pytest.approx(
        np.column_stack([rotation_matrix("xw:30", 4) * (1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0)])
    )
    assert other.general[0]


def test_splines_give_rotations_and_their_own_keys():
    keys = [rotor_turns.from_planes(key, 4) for key in ("xw:0", "xw:80,yz:-60")]
    values = np.array([[np.zeros(8), key, np.zeros(8)] for key in keys])
    channel = Channel(0, "rotation", np.array([0.0, 1.0]), values, "CUBICSPLINE")
    rig = build(dimension=4, nodes=[Node()], clips=[Clip((channel,))])
    for time in (0.0, 0.3, 0.5, 1.0):
        played = linear(rig, 0, time)
        assert np.abs(played @ played.T - np.eye(4)).max() < ROUNDING
    # Without tangents the curve is symmetric: half way, half the angles.
    assert np.abs(linear(rig, 0, 0.5) - rotation_matrix("xw:40,yz:-30", 4)).max() < ROUNDING
    assert np.abs(linear(rig, 0, 1.0) - rotation_matrix("xw:80,yz:-60", 4)).max() < ROUNDING


def test_steps_hold():
    channel = Channel(0, "rotation", [0.0, 1.0], [rotor_turns.from_planes(f"xw:{a}", 4) for a in (0, 50)])
    rig = build(dimension=4, nodes=[Node()], clips=[Clip((channel.replace(interpolation="STEP"),))])
    assert np.abs(linear(rig, 0, 0.99) - np.eye(4)).max() == 0


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (np.ones((1, 4)), r"shape \(1, 8\)"),
        (np.ones((1, 8)), "must be unit rotors of 4 dimensions, but key 0 is off by"),
        (np.eye(8)[[0]] * 2, "unit rotors"),
        (np.full((1, 8), np.nan), "must be finite"),
    ],
)
def test_keys_that_are_no_rotors_are_refused(values, sentence):
    with pytest.raises(InvalidRig, match=sentence):
        build(dimension=4, nodes=[Node()], clips=[Clip((Channel(0, "rotation", np.zeros(1), values),))])


def test_edits_play_the_same_motion():
    rig = spinning()
    clip = rig.clips[0]
    at = 1.3
    assert np.abs(linear(rig, cut(clip, 0.3, 3.1), at - 0.3) - linear(rig, clip, at)).max() < ROUNDING
    assert np.abs(linear(rig, reverse(clip), 4 - at) - linear(rig, clip, at)).max() < ROUNDING
    assert np.abs(linear(rig, retime(clip, 2.0), at / 2) - linear(rig, clip, at)).max() < ROUNDING
    assert np.abs(linear(rig, resample(clip, 7), at) - linear(rig, clip, at)).max() < ROUNDING
    joined = concatenate([clip, clip], blend=0.0)
    assert np.abs(linear(rig, joined, 4.001 + at) - linear(rig, clip, at)).max() < ROUNDING


def test_differences_are_products():
    rig = spinning()
    clip, reference = rig.clips[0], rig.rest_pose().with_local(0, planes="xy:25,zw:10")
    change = additive(clip, reference)
    wanted = rotation_matrix("xy:25,zw:10", 4).T @ linear(rig, clip, 0.6)
    assert np.abs(linear(rig, change, 0.6) - wanted).max() < ROUNDING
    back = apply_additive(change, reference)
    assert np.abs(linear(rig, back, 0.6) - linear(rig, clip, 0.6)).max() < ROUNDING


def test_mixes_take_the_shortest_way():
    rig = spinning()
    mixed = blend(rig, cut(rig.clips[0], 0.0, 1.0), cut(rig.clips[0], 1.0, 2.0), 0.25)
    degrees = 90 * (0.5 + 0.25)
    wanted = rotation_matrix({"xw": degrees, "yz": degrees / 2}, 4)
    assert np.abs(linear(rig, mixed, 0.5) - wanted).max() < ROUNDING
    poses = [pantin.sample(rig, "spin", time) for time in (0.5, 1.5)]
    assert np.abs(blend(rig, *poses, 0.25).local[0, :, :-1] - wanted).max() < ROUNDING


def test_poses_become_keys():
    rig = spinning()
    poses = pantin.sample(rig, "spin", fps=2)
    clip = clip_from_poses(rig, poses, np.arange(len(poses)) / 2)
    assert [(channel.node, channel.property) for channel in clip.channels] == [(0, "rotation")]
    assert np.abs(linear(rig, clip, 1.1) - linear(rig, "spin", 1.1)).max() < ROUNDING
    sheared = rig.rest_pose().with_local(0, matrix=np.eye(4, 5) + np.eye(4, 5, 1))
    with pytest.raises(ValueError, match="it has shear"):
        clip_from_poses(rig, [sheared], [0.0])


def test_a_loop_closes():
    rig = spinning()
    closed = loop(rig, cut(rig.clips[0], 0.0, 1.0), over=0.5)
    assert np.abs(linear(rig, closed, 1.0) - linear(rig, closed, 0.0)).max() < 1e-9
    assert np.abs(linear(rig, closed, 0.4) - linear(rig, "spin", 0.4)).max() < ROUNDING


def test_left_becomes_right_in_a_mirror():
    """x changes its sign: a turn from x to w becomes one from −x to w, and that from y to z stays."""
    builder = pantin.RigBuilder(4)
    for side, x in (("left", 1.0), ("right", -1.0)):
        builder.add_node(f"{side} arm", translation=[x, 1, 0, 0])
    keys = [{"xw": 90 * second, "yz": 45 * second} for second in range(5)]
    builder.add_channel(builder.add_clip("spin"), "left arm", "rotation", range(5), keys)
    rig = builder.build()
    once = mirror(rig, rig.clips[0])
    assert [channel.node for channel in once.channels] == [1]
    played = pantin.sample(rig, once, 1.0).local[1, :, :-1]
    assert np.abs(played - rotation_matrix("xw:-90,yz:45", 4)).max() < ROUNDING
    twice = pantin.sample(rig, mirror(rig, once), 1.3).local
    assert np.abs(twice - pantin.sample(rig, "spin", 1.3).local).max() < ROUNDING


def test_arrays_and_files_keep_them(tmp_path):
    rig = spinning()
    for name in ("spin.npz", "spin.g4b", "spin.g4tf"):
        pantin.save(rig, tmp_path / name)
        again = pantin.load(tmp_path / name).rig
        assert [clip.name for clip in again.clips] == ["spin"]
        assert np.abs(linear(again, 0, 1.3) - linear(rig, 0, 1.3)).max() < ROUNDING


def test_samples_as_arrays_keep_rotations():
    rig = spinning()
    again = from_arrays(to_arrays(rig, fps=10))
    assert {channel.property for channel in again.clips[0].channels} == {"translation", "rotation", "scale"}
    assert np.abs(linear(again, 0, 1.35) - linear(rig, 0, 1.35)).max() < ROUNDING


def test_clips_in_a_g4mf_file_that_are_none_are_skipped(tmp_path):
    pantin.save(spinning(), tmp_path / "spin.g4tf")
    text = (tmp_path / "spin.g4tf").read_text()
    assert len(json.loads(text)["extras"]["pantin"]["clips"]) == 1
    (tmp_path / "bad.g4tf").write_text(text.replace('"rotation"', '"spin"', 1))
    bad = pantin.load(tmp_path / "bad.g4tf")
    assert not bad.rig.clips
    assert any("the clips" in finding.message for finding in bad.report.findings)


def test_that_other_readers_ignore_them_is_reported():
    assert [finding.rule for finding in lower(spinning()).findings] == ["LOSS-G4MF_CLIP"]


def test_clips_of_gltf_come_back_from_g4mf(tmp_path):
    """glTF 2.0: the same poses after glTF → G4MF → glTF."""
    source = pantin.load("examples/retarget/walk.glb")
    pantin.convert("examples/retarget/walk.glb", tmp_path / "walk.g4b")
    pantin.convert(tmp_path / "walk.g4b", tmp_path / "walk.glb")
    back = pantin.load(tmp_path / "walk.glb").rig
    names = [name for name in source.rig.nodes.names if name in back.nodes.names]
    for time in (0.0, 0.41):
        there, here = (
            pantin.motion.world_transforms(rig, pantin.sample(rig, 0, time)) for rig in (back, source.rig)
        )
        for name in names:
            moved = there[back.node_index(name)] - here[source.rig.node_index(name)]
            assert np.abs(moved).max() < 1e-5
