"""A loop that begins elsewhere, by the numbers of an independent transcription at every time."""

from __future__ import annotations

import numpy as np
import pytest
from scalar_clips import apart, value_at

import pantin
from pantin.maths import quaternion
from pantin.motion import start_at
from pantin.rig import Channel, Clip, Node, build

RIG = build(
    nodes=[Node("root"), Node("hips", 0, translation=(0, 1, 0)), Node("knee", 1, translation=(0, -0.5, 0))]
)


def closed_clip(seed: int, interpolation: str = "LINEAR", end: float = 2.0) -> Clip:
    """A random clip of 2 seconds whose end is its start; the knee begins later and ends earlier than it."""
    rng = np.random.default_rng(seed)
    channels = []
    for node, property, width in ((1, "translation", 3), (1, "rotation", 4), (2, "rotation", 4)):
        times = np.sort(rng.uniform(0.1, end - 0.1, 9))
        if node == 1:
            times[[0, -1]] = 0.0, end
        values = rng.normal(size=(9, width))
        if property == "rotation":
            values = quaternion.without_flips(quaternion.normalize(values + np.array([0, 0, 0, 3])))
        values[-1] = values[0]
        if interpolation == "CUBICSPLINE":
            values = np.stack([rng.normal(size=values.shape), values, rng.normal(size=values.shape)], axis=1)
        channels.append(Channel(node, property, times, values, interpolation))
    channels.append(Channel(0, "scale", np.zeros(1), np.array([[1.0, 2.0, 1.0]])))
    return Clip(tuple(channels), "loop")


@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE", "STEP"])
@pytest.mark.parametrize("seed", range(5))
def test_the_loop_plays_the_same_motion_from_another_time(seed, interpolation):
    clip = closed_clip(seed, interpolation)
    start = float(np.random.default_rng(seed + 100).uniform(0.2, 1.8))
    moved = start_at(RIG, clip, start)
    assert moved.duration == pytest.approx(2.0, abs=1e-9)
    for time in np.random.default_rng(seed).uniform(0, 2, 200).tolist():
        before = time + start if time + start < 2.0 else time + start - 2.0
        for old, new in zip(clip.channels, moved.channels, strict=True):
            assert (old.node, old.property, old.interpolation) == (new.node, new.property, new.interpolation)
            assert apart(value_at(old, before), value_at(new, time), old.property) < 1e-9


def test_there_and_back_is_the_same_loop():
    clip = closed_clip(3)
    back = start_at(RIG, start_at(RIG, clip, 0.75), 1.25)
    for time in np.linspace(0, 2, 97).tolist():
        for old, new in zip(clip.channels, back.channels, strict=True):
            assert apart(value_at(old, time), value_at(new, time), old.property) < 1e-9


def test_a_root_that_travels_goes_on():
    """At any time it is as far from its start as the endless walk is."""
    rig = pantin.load("examples/retarget/walk.glb").rig
    clip = rig.clip("walk")
    hips = rig.node_index("mixamorig:Hips")
    moved = start_at(rig, clip, 0.7)
    times = np.linspace(0, clip.duration, 81)

    def path(which, at):
        return pantin.motion.joint_positions(rig, pantin.sample(rig, which, at))[:, hips]

    way = (path(clip, [clip.duration]) - path(clip, [0.0]))[0] * (1, 0, 1)
    assert np.linalg.norm(way) > 0.5
    late = times + 0.7
    rounds = np.floor(late / clip.duration)
    endless = path(clip, late - rounds * clip.duration) + rounds[:, None] * way
    offset = (endless[0] - path(clip, [0.0])[0]) * (1, 0, 1)
    assert np.abs(path(moved, times) - (endless - offset))[:-1].max() < 1e-3  # keys of the file are float32


def test_the_whole_clip_is_the_clip_and_times_outside_are_refused():
    clip = closed_clip(1)
    assert start_at(RIG, clip, 0.0) is clip
    assert start_at(RIG, clip, 2.0) is clip
    for wrong in (-0.1, 2.1, float("nan")):
        with pytest.raises(ValueError, match="time must be a number of seconds from 0 to 2, in clip 'loop'"):
            start_at(RIG, clip, wrong)
