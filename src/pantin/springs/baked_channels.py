"""Channels of a baked clip: resampled, with continuous signs, and optionally with fewer keys."""

from __future__ import annotations

import math

import numpy as np

from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.motion import sample
from pantin.motion.keys import reduce_keys
from pantin.rig import Channel, Clip, Doubles, Indices, Rig
from pantin.springs.baking import MOST_NUMBERS, BakedSprings


def make_channels(baked: BakedSprings, *, fps: float, tolerance: float | None = None) -> tuple[Channel, ...]:
    """A LINEAR rotation channel for each joint, in float32 as files store it, with `fps` keys per second.

    With `tolerance` (radians), keys are dropped as long as the motion stays within it of every key.
    """
    if baked.seconds * check_rate(fps) * len(baked.joints) * 4 > MOST_NUMBERS:
        raise ValueError(f"{baked.seconds:g} s at {fps:g} keys per second are too many keys")
    times = key_times(baked.seconds, fps)
    rotations = np.swapaxes(baked.at(times), 0, 1)
    rotations = quaternion.without_flips(rotations).astype(np.float32)
    channels = []
    for slot, node in enumerate(baked.joints.tolist()):
        keys: Indices = np.arange(len(times))
        if tolerance is not None:
            keys = reduce_keys(times, rotations[slot], tolerance, rotation=True)
        values = quaternion.without_flips(rotations[slot, keys])  # distant keys may be half a turn apart
        channels.append(Channel(node, "rotation", times[keys].astype(np.float32), values))
    return tuple(channels)


def check_rate(fps: float) -> float:
    """The rate itself; raises `ValueError` unless it is finite and above 0."""
    if not (math.isfinite(fps) and fps > 0):
        raise ValueError(f"the number of keys per second must be finite and above 0, not {fps:g}")
    return fps


def key_times(seconds: float, fps: float) -> Doubles:
    """0, 1/fps, 2/fps … and the end."""
    if seconds * check_rate(fps) > MOST_NUMBERS:
        raise ValueError(f"{seconds:g} s at {fps:g} keys per second are too many keys")
    times = np.arange(math.floor(seconds * fps + 1e-9) + 1) / fps
    # Keys that float32 cannot distinguish at this time are one.
    at_end = seconds - times[-1] <= 1e-6 * max(seconds, 1.0)
    return times if at_end else np.append(times, seconds)


def slim_channel(rig: Rig, channel: Channel, times: Doubles, tolerance: float | None, size: float) -> Channel:
    """A channel with at most the keys at `times`, and with `tolerance` only those that the motion needs.

    A rotation stays within `tolerance` radians of its keys, a translation within that part of `size` (the
    size of the model), scales and weights within that number. A channel of steps keeps its steps.
    """
    if channel.interpolation == "STEP":
        return channel
    if len(channel.times) > len(times) or (tolerance is not None and channel.interpolation == "CUBICSPLINE"):
        channel = Channel(channel.node, channel.property, times, sample_channel(rig, channel, times))
    if tolerance is None or channel.interpolation != "LINEAR":
        return channel
    keys = channel.times.astype(np.float64)
    if channel.property == "rotation":
        kept = reduce_keys(keys, channel.values, tolerance, rotation=True)
        values = quaternion.without_flips(channel.values[kept])
    else:
        allowed = tolerance * (size if channel.property == "translation" else 1.0)
        kept = reduce_keys(keys, channel.values, allowed, rotation=False)
        values = channel.values[kept]
    return replace(channel, times=channel.times[kept], values=values)


def sample_channel(rig: Rig, channel: Channel, times: Doubles) -> Doubles:
    """The values (F, …) of a channel at (F,) times."""
    poses = sample(rig, Clip((channel,)), times)
    if channel.property == "weights":
        return poses.blend[rig.instance_at(channel.node)]
    parts = {"translation": poses.translations, "rotation": poses.rotations, "scale": poses.scales}
    values = parts[channel.property][:, channel.node]
    return quaternion.without_flips(values) if channel.property == "rotation" else values
