"""Closed seams and root motion, by what the ends of a clip do."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.maths import quaternion
from pantin.motion import in_place, joint_positions, loop, root_motion
from pantin.rig import Channel, Clip, Node


def walker():
    return pantin.build(
        nodes=[
            Node("root", rotation=quaternion.from_axis_angle(np.array([1.0, 0, 0]), np.radians(-90))),
            Node("hips", 0, translation=(0, 0, 1)),
            Node("knee", 1, translation=(0, 0, -0.5)),
            Node("foot", 2, translation=(0, 0, -0.5)),
        ]
    )


def open_clip(seed, interpolation="LINEAR", travel=0.0):
    """Smooth motion of two seconds whose end is not its start. Below the turned root, −y of the hips is the
    +z of the world: along the ground."""
    rng = np.random.default_rng(seed)
    times = np.linspace(0, 2, 61)
    waves = rng.normal(size=(4, 3)) * 0.3
    angles = sum(w * np.sin((k + 0.7) * times)[:, None] for k, w in enumerate(waves))
    turns = quaternion.without_flips(quaternion.from_euler(angles))
    places = np.array([0, 0, 1]) + 0.03 * np.sin(times * 1.3)[:, None] * rng.normal(size=3)
    places[:, 1] -= travel * times
    channels = [Channel(1, "translation", times, places), Channel(2, "rotation", times, turns)]
    if interpolation == "CUBICSPLINE":
        channels = [
            c.replace(values=np.stack([t := np.gradient(c.values, times, axis=0), c.values, t], 1))
            for c in channels
        ]
        channels = [c.replace(interpolation="CUBICSPLINE") for c in channels]
    return Clip(tuple(channels), "open")


def ends(rig, clip, step=1e-4):
    end = clip.duration
    places = joint_positions(rig, pantin.sample(rig, clip, [0.0, step, end - step, end]))
    return places[0], places[3], (places[1] - places[0]) / step, (places[3] - places[2]) / step


@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE"])
@pytest.mark.parametrize("seed", range(4))
def test_a_closed_loop_ends_where_and_as_fast_as_it_begins(seed, interpolation):
    rig, clip = walker(), open_clip(seed, interpolation)
    before = ends(rig, clip)
    made = loop(rig, clip, over=0.5)
    start, end, leaving, arriving = ends(rig, made)
    assert np.abs(before[0] - before[1]).max() > 1e-3
    assert np.abs(start - end).max() < 1e-9
    # Linear keys have the speed of their last interval: within the bend of a curve over 1/30 s.
    assert np.abs(leaving - arriving).max() < 0.12 * max(1.0, np.abs(leaving).max())
    assert np.abs(leaving - arriving).max() < np.abs(before[2] - before[3]).max()
    times = np.linspace(0, 1.5, 50)
    assert np.abs(pantin.sample(rig, made, times).local - pantin.sample(rig, clip, times).local).max() < 2e-4


def test_splines_of_positions_are_closed_exactly():
    rig, clip = walker(), open_clip(7, "CUBICSPLINE")
    made = loop(rig, clip, over=0.5)
    channel = made.channels[0]
    assert channel.interpolation == "CUBICSPLINE"
    start, end, leaving, arriving = ends(rig, made.replace(channels=(channel,)), 1e-6)
    assert np.abs(start - end).max() < 1e-12
    assert np.abs(leaving - arriving).max() < 1e-5
    times = np.linspace(0, 1.5, 50)
    assert (
        np.abs(pantin.sample(rig, made, times).local - pantin.sample(rig, clip, times).local)[:, 1].max()
        < 1e-12
    )


def test_the_way_of_a_root_stays():
    rig, clip = walker(), open_clip(3, travel=0.8)
    start, end, _, _ = ends(rig, loop(rig, clip))
    way = (end - start)[1]
    before = ends(rig, clip)
    assert way[2] == pytest.approx((before[1] - before[0])[1][2], abs=1e-9)
    assert abs(way[1]) < 1e-9


def test_over_must_fit():
    with pytest.raises(ValueError, match="the duration of clip 'open'"):
        loop(walker(), open_clip(1), over=3.0)


@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE"])
def test_in_place_moves_up_and_down_only(interpolation):
    rig, clip = walker(), open_clip(5, interpolation, travel=0.8)
    times = np.linspace(0, 2, 77)
    before = joint_positions(rig, pantin.sample(rig, clip, times))
    held = joint_positions(rig, pantin.sample(rig, in_place(rig, clip), times))
    expected = before.copy()
    expected[:, 1:, [0, 2]] -= (before[:, 1] - before[0, 1])[:, None, [0, 2]]
    assert np.abs(held - expected).max() < 1e-9


@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE"])
@pytest.mark.parametrize("node", [None, "root"])
def test_root_motion_goes_to_an_array_or_a_node_and_back(node, interpolation):
    rig, clip = walker(), open_clip(6, interpolation, travel=0.8)
    motion = root_motion(rig, clip)
    before = joint_positions(rig, pantin.sample(rig, clip, motion.times))
    assert rig.nodes.names[motion.node] == "hips"
    assert np.abs(motion.positions[:, [0, 2]] - (before[:, 1] - before[0, 1])[:, [0, 2]]).max() < 1e-12
    assert not motion.positions[:, 1].any()
    back = motion.apply(rig, node=node)
    times = np.linspace(0, 2, 77)
    expected = joint_positions(rig, pantin.sample(rig, clip, times))[:, 1:]
    assert np.abs(joint_positions(rig, pantin.sample(rig, back, times))[:, 1:] - expected).max() < 1e-9


def test_a_clip_that_stays_has_no_root_motion():
    rig = pantin.load("examples/arm.glb").rig
    motion = root_motion(rig, "bend")
    assert motion.positions.tolist() == [[0.0, 0.0, 0.0]]
    assert motion.clip is rig.clips[0]


def test_a_moving_node_above_the_root_is_refused():
    rig, clip = walker(), open_clip(8, travel=1.0)
    turn = Channel(0, "rotation", np.array([0.0, 1.0]), np.array([[0, 0, 0, 1.0], [0, 1.0, 0, 0]]))
    with pytest.raises(ValueError, match="above the root 'hips'"):
        root_motion(rig, clip.replace(channels=(*clip.channels, turn)))
