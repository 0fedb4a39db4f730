"""Values of single channels: sampled, between keys, and the polynomials of cubic splines."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.maths import rotations
from pantin.maths.hermite import hermite, hermite_slope
from pantin.motion.tracks import clip_tracks, sample_track
from pantin.rig import Channel, Clip, Doubles, PropertyChannel

SAME_TIME = 1e-6
"""Times closer than this many seconds are equal: float32 rounds the times of a one-minute clip by about
1e-6."""


def unit_values(channel: Channel) -> Doubles:
    """Rotations as float64; of length 1 unless they are a spline, which interpolates the numbers."""
    values = channel.values.astype(np.float64)
    return values if channel.interpolation == "CUBICSPLINE" else rotations.normalize(values)


def sample_channel(channel: Channel, times: Doubles) -> Doubles:
    """(F, width) values of a channel at (F,) times."""
    if channel.interpolation != "CUBICSPLINE" and np.array_equal(channel.times, times):
        return unit_values(channel) if channel.property == "rotation" else channel.values.astype(np.float64)
    values = sample_track(clip_tracks(Clip((channel,)))[0], np.asarray(times, np.float64))[:, 0]
    return rotations.normalize(values) if channel.property == "rotation" else values


def plain_channel(channel: PropertyChannel) -> Channel:
    """The keys of a property as a channel of plain numbers, for functions that take channels."""
    return Channel(0, "translation", channel.times, channel.values, channel.interpolation)


def with_plain_keys(channel: PropertyChannel, keys: Channel) -> PropertyChannel:
    """A channel of the same property with other keys."""
    return replace(channel, times=keys.times, values=keys.values, interpolation=keys.interpolation)


def map_properties(clip: Clip, change: Callable[[Channel], Channel]) -> tuple[PropertyChannel, ...]:
    """The channels of the properties of a clip, with their keys changed."""
    return tuple(with_plain_keys(each, change(plain_channel(each))) for each in clip.properties)


def key_values(channel: Channel) -> NDArray[np.floating]:
    """The values at the keys of a channel, without the tangents of a spline."""
    return channel.values[:, 1] if channel.interpolation == "CUBICSPLINE" else channel.values


def spline_at(channel: Channel, time: float) -> tuple[Doubles, Doubles]:
    """The polynomial of a spline at a time between its first and last key, and its derivative per second.

    Rotations are not normalised: the part of a spline between two times is the spline with these values and
    derivatives at both, to the last digit.
    """
    keys = channel.times.astype(np.float64)
    left = int(np.clip(np.searchsorted(keys, time, side="right") - 1, 0, len(keys) - 2))
    span = keys[left + 1] - keys[left]
    t = (time - keys[left]) / span
    start, leaving = (channel.values[left, part].astype(np.float64) for part in (1, 2))
    arriving, end = (channel.values[left + 1, part].astype(np.float64) for part in (0, 1))
    ends = start, leaving, end, arriving, span
    return hermite(*ends, t), hermite_slope(*ends, t)
