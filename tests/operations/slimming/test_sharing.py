"""Channels that share their times move as before."""

import numpy as np

from pantin.motion.channels import sample_channel
from pantin.operations.slimming.sharing import KEY, LIST, TIME, share_times
from pantin.rig import Channel, Clip


def random_clip(generator, channels):
    """Channels with random subsets of the same frames, in float32, some of them splines or steps."""
    frames = np.arange(40, dtype=np.float32) / 30
    listed = []
    for node in range(channels):
        times = frames[np.sort(generator.choice(40, generator.integers(2, 12), replace=False))]
        if node % 3:
            values = generator.normal(size=(len(times), 4))
            values /= np.linalg.norm(values, axis=1, keepdims=True)
            listed.append(Channel(node, "rotation", times, values.astype(np.float32)))
        else:
            kind = "STEP" if node % 2 else "LINEAR"
            values = generator.normal(size=(len(times), 3)).astype(np.float32)
            listed.append(Channel(node, "translation", times, values, kind))
    return Clip(tuple(listed), "walk")


def cost(clip):
    lists = {channel.times.tobytes(): len(channel.times) for channel in clip.channels}
    keys = sum(len(channel.times) for channel in clip.channels)
    return sum(LIST + TIME * count for count in lists.values()) + KEY * keys


def test_the_motion_stays_and_bytes_go():
    generator = np.random.default_rng(11)
    times = np.linspace(-0.2, 1.6, 400)
    for channels in (1, 2, 7, 30):
        clip = random_clip(generator, channels)
        shared = share_times(clip)
        assert cost(shared) <= cost(clip)
        for before, after in zip(clip.channels, shared.channels, strict=True):
            assert (before.node, before.property) == (after.node, after.property)
            assert np.isin(before.times, after.times).all()
            assert before.interpolation == "LINEAR" or after is before
            assert np.abs(sample_channel(before, times) - sample_channel(after, times)).max() < 1e-6
    assert cost(shared) < 0.8 * cost(clip)


def test_a_jump_stays_where_it_is():
    times = np.array([0, 1, 1, 2], np.float32)
    jump = Channel(0, "translation", times, np.zeros((4, 3), np.float32))
    other = Channel(1, "translation", times[[0, 3]], np.zeros((2, 3), np.float32))
    assert share_times(Clip((jump, other))).channels == (jump, other)
