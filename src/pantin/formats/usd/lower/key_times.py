"""Choose sample times so that linear interpolation reproduces the motion of clips. USD interpolates all
samples linearly, and rotations by slerp. A STEP key gets a second sample just before the next key;
CUBICSPLINE is subdivided until lines follow the curve."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pantin.formats.usd.conventions import hold_before
from pantin.maths import quaternion
from pantin.rig import Channel, Doubles

CURVE_ERROR = 1e-6
"""The largest error of lines from a curve, relative to its largest value."""

MOST_PIECES = 512
"""The most pieces of one curve segment."""


def sample_times(channels: Iterable[Channel]) -> Doubles:
    """The times of all samples that these channels need, ascending."""
    key_times = [np.zeros(0)]
    for channel in channels:
        times = channel.times.astype(np.float64)
        key_times.append(times)
        if channel.interpolation == "STEP":
            held = hold_before(times[1:])
            key_times.append(held[held > times[:-1]])
        elif channel.interpolation == "CUBICSPLINE":
            key_times.append(_curve_times(times, channel.values.astype(np.float64)))
    return np.unique(np.concatenate(key_times))


def _curve_times(times: Doubles, values: Doubles) -> Doubles:
    """Times inside the segments of a cubic spline. A line over a piece of width h misses a curve by at most
    h²/8 of its second derivative, which is linear, so that it is largest at an end."""
    span = np.diff(times)[:, None]
    start, end = values[:-1, 1], values[1:, 1]
    leave, arrive = values[:-1, 2] * span, values[1:, 0] * span
    bend = np.maximum(
        np.abs(6 * (end - start) - 4 * leave - 2 * arrive).max(1, initial=0.0),
        np.abs(6 * (start - end) + 2 * leave + 4 * arrive).max(1, initial=0.0),
    )
    reach = CURVE_ERROR * max(float(np.abs(values[:, 1]).max(initial=0.0)), 1e-30)
    pieces = np.clip(np.ceil(np.sqrt(bend / 8 / reach)), 1, MOST_PIECES).astype(int)
    parts = [
        np.linspace(times[key], times[key + 1], count + 1)[1:-1] for key, count in enumerate(pieces.tolist())
    ]
    return np.concatenate([np.zeros(0), *parts])


TURN_ERROR = 2e-6
"""The largest rotation error between two samples in radians."""

MOST_TURN_PIECES = 32


def turn_times(times: Doubles, rotations: Doubles) -> Doubles:
    """More times between samples of an `orient` op, where usd-core turns it too far.

    Between rotations that are close, GfSlerp interpolates components along a line, whose length dips below 1
    by up to (1 − cos θ) / 4, and GfRotation takes the angle from the real part as if the length were 1. The
    dip shrinks with the square of the number of pieces.
    """
    unit = quaternion.normalize(rotations)
    middle = unit[:-1] + unit[1:] * np.where((unit[:-1] * unit[1:]).sum(-1) < 0, -1.0, 1.0)[:, None]
    length = np.linalg.norm(middle, axis=1) / 2
    real = np.abs(middle[:, 3] / 2)
    angle, exact = (np.arccos(np.clip(each, 0.0, 1.0)) for each in (real, real / np.maximum(length, 1e-30)))
    is_line = 2 - 2 * length**2 < LINE_BELOW  # the cosine of the angle between is 2 length² − 1
    error = np.where(is_line, 2 * np.abs(angle - exact), 0.0)
    pieces = np.clip(np.ceil(np.sqrt(error / TURN_ERROR)), 1, MOST_TURN_PIECES).astype(int)
    parts = [
        np.linspace(times[key], times[key + 1], count + 1)[1:-1]
        for key, count in enumerate(pieces.tolist())
        if count > 1
    ]
    return np.union1d(times, np.concatenate([np.zeros(0), *parts]))


LINE_BELOW = 1e-5
"""GfSlerp interpolates linearly where 1 − cos θ is smaller than this."""
