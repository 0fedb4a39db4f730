"""Cut, retime, reverse, resample and join clips; the oracle samples one number at a time in plain Python."""

from __future__ import annotations

import numpy as np
import pytest
from tests.oracles.scalar_clips import apart, slerp, value_at

import pantin
from pantin.maths import quaternion
from pantin.motion import approximations, concatenate, cut, resample, retime, reverse
from pantin.rig import Channel, Clip

EXACT = 1e-11
"""Rounding of float64 in some thirty operations on numbers up to ten."""


def random_clip(seed: int, cubic_rotation: bool = True) -> Clip:
    """Channels of every property and interpolation, with keys that begin and end at different times."""
    rng = np.random.default_rng(seed)
    channels = []
    for node, (kind, width) in enumerate([("translation", 3), ("rotation", 4), ("scale", 3)] * 3, start=0):
        interpolation = ("LINEAR", "STEP", "CUBICSPLINE")[node // 3]
        if kind == "rotation" and interpolation == "CUBICSPLINE" and not cubic_rotation:
            continue
        times = np.sort(rng.uniform(0.1, 2.9, 6))
        if node == 0:
            times[-1] = 3.0
        values = rng.normal(size=(6, width))
        if kind == "rotation":
            values = quaternion.without_flips(quaternion.normalize(values))
        if interpolation == "CUBICSPLINE":
            values = np.stack([rng.normal(size=values.shape), values, rng.normal(size=values.shape)], 1)
        channels.append(Channel(node, kind, times, values, interpolation))
    return Clip(tuple(channels), "any")


def same_motion(made, oracle, times, tolerance=EXACT):
    """Every channel of the result has at each time the value that the oracle gives."""
    for channel in made.channels:
        for time in times:
            expected = oracle(channel, time)
            if expected is not None:
                off = apart(value_at(channel, time), expected, channel.property)
                assert off <= tolerance, (channel.property, channel.interpolation, time, off)


def source(clip, channel):
    return next(
        each for each in clip.channels if (each.node, each.property) == (channel.node, channel.property)
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_cut_plays_the_same_motion_from_0(seed):
    clip = random_clip(seed)
    rng = np.random.default_rng(100 + seed)
    start, end = sorted(rng.uniform(0, 3, 2))
    made = cut(clip, start, end)
    times = rng.uniform(0, end - start, 60)
    same_motion(made, lambda channel, time: value_at(source(clip, channel), time + start), times)
    assert made.duration == pytest.approx(end - start, abs=1e-12)
    assert [channel.interpolation for channel in made.channels] == [c.interpolation for c in clip.channels]


def test_a_cut_at_keys_keeps_their_bits():
    clip = pantin.load("examples/arm.glb").rig.clips[0]
    made = cut(clip, 1.0, 2.0)
    for before, after in zip(clip.channels, made.channels, strict=True):
        assert np.array_equal(after.values, before.values[1:])
        assert after.times.tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("start", "end", "message"),
    [
        (-0.5, 1.0, "is 2 s long"),
        (0.0, 2.5, "is 2 s long"),
        (1.0, 1.0, "is empty"),
        (1.5, 0.5, "is empty"),
        (float("nan"), 1.0, "must be a finite number"),
    ],
)
def test_a_range_outside_the_clip_is_refused(start, end, message):
    clip = pantin.load("examples/arm.glb").rig.clips[0]
    with pytest.raises(ValueError, match=message):
        cut(clip, start, end)


@pytest.mark.parametrize("speed", [0.3, 1.0, 2.5])
def test_retime_divides_times(speed):
    clip = random_clip(1)
    times = np.random.default_rng(2).uniform(0, 3 / speed, 60)
    same_motion(retime(clip, speed), lambda c, time: value_at(source(clip, c), time * speed), times, 1e-9)


def test_retime_to_a_duration():
    clip = random_clip(1)
    assert retime(clip, duration=7.5).duration == pytest.approx(7.5)
    with pytest.raises(ValueError, match="speed or duration"):
        retime(clip, 2.0, duration=1.0)
    with pytest.raises(ValueError, match="speed must be a positive number"):
        retime(clip, 0.0)


def test_reverse_plays_backwards():
    clip = random_clip(3)
    times = np.random.default_rng(4).uniform(0, 3, 60)
    same_motion(reverse(clip), lambda channel, time: value_at(source(clip, channel), 3.0 - time), times)
    assert reverse(clip).duration == clip.duration


def test_reversing_twice_gives_the_motion_back():
    clip = random_clip(5)
    times = np.random.default_rng(6).uniform(0, 3, 60)
    same_motion(reverse(reverse(clip)), lambda channel, time: value_at(source(clip, channel), time), times)


def test_resampled_keys_have_the_values_of_the_clip_and_the_error_is_reported():
    clip = random_clip(7)
    made = resample(clip, 20)
    frames = made.channels[0].times
    assert np.allclose(frames, np.arange(61) / 20, atol=1e-9)
    same_motion(made, lambda channel, time: value_at(source(clip, channel), time), frames)
    assert any("rotation" in note and "degrees" in note for note in approximations(made))
    worst = max(
        apart(value_at(channel, t), value_at(source(clip, channel), t), "rotation")
        for channel in made.channels
        if channel.property == "rotation"
        for t in np.linspace(0, 3, 1500)
    )
    told = float(
        next(note for note in approximations(made) if "rotation" in note).split("up to ")[1].split()[0]
    )
    assert told == pytest.approx(np.degrees(worst), rel=0.35)


def test_linear_keys_on_the_grid_are_resampled_exactly():
    clip = pantin.load("examples/arm.glb").rig.clips[0]
    assert approximations(resample(clip, 10)) == ()


def test_joined_clips_play_one_after_the_other_and_mix_between():
    first, second = random_clip(8, cubic_rotation=False), random_clip(9, cubic_rotation=False)
    made = concatenate([first, second], blend=0.5)
    assert made.duration == pytest.approx(5.5)

    def oracle(channel, time):
        a, b = (source(clip, channel) for clip in (first, second))
        if channel.interpolation == "STEP":
            if abs(time - 2.75) < 1e-3:
                return None
            return value_at(a, time) if time < 2.75 else value_at(b, time - 2.5)
        weight = min(max((time - 2.5) / 0.5, 0.0), 1.0)
        start, end = value_at(a, time), value_at(b, time - 2.5)
        if channel.property == "rotation":
            return slerp(start, end, weight)
        return [x + (y - x) * weight for x, y in zip(start, end, strict=True)]

    # Linear channels are exact before and after; a mix of moving rotations and splines is fitted.
    inside, outside = np.linspace(2.5, 3.0, 40), np.array([0.4, 1.7, 2.4, 3.1, 4.5, 5.4])
    same_motion(made, oracle, inside, 4e-3)
    linear = Clip(tuple(channel for channel in made.channels if channel.node < 3))
    same_motion(linear, oracle, outside, 1e-9)


def test_clips_that_animate_different_things_need_the_rig():
    rig = pantin.load("examples/arm.glb").rig
    bend = rig.clips[0]
    half = bend.replace(channels=bend.channels[:1])
    with pytest.raises(ValueError, match="give rig for its rest pose"):
        concatenate([bend, half])
    made = concatenate([bend, half], rig=rig)
    last = next(channel for channel in made.channels if channel.node == bend.channels[1].node)
    assert np.allclose(last.values[-1], rig.rest_pose().rotations[last.node])


def test_clips_of_different_skeletons_are_refused():
    bend = pantin.load("examples/arm.glb").rig.clips[0]
    names = dict(bend.node_names) | {bend.channels[0].node: "tail"}
    with pytest.raises(ValueError, match="different skeletons"):
        concatenate([bend, bend.replace(node_names=names)])


def test_a_blend_longer_than_a_clip_is_refused():
    bend = pantin.load("examples/arm.glb").rig.clips[0]
    with pytest.raises(ValueError, match="too short for a blend"):
        concatenate([bend, bend], blend=3.0)


def test_sample_by_frame_rate():
    rig = pantin.load("examples/arm.glb").rig
    poses = pantin.motion.sample(rig, "bend", fps=12.5)
    times = np.append(np.arange(25) / 12.5, 2.0)
    assert np.array_equal(poses.local, pantin.sample(rig, "bend", times).local)
    with pytest.raises(ValueError, match="time or fps"):
        pantin.sample(rig, "bend", 1.0, fps=30)


def test_a_single_clip_is_no_list_of_clips():
    clip = pantin.load("examples/arm.glb").rig.clips[0]
    with pytest.raises(TypeError, match="clips must be a sequence of Clips, not Clip"):
        concatenate(clip)
