"""Baked springs as channels of a clip: resampled, with continuous signs, and optionally with fewer keys."""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pantin.maths import quaternion
from pantin.rig import Channel, Doubles
from pantin.springs.baking import MOST_NUMBERS, BakedSprings

Real = TypeVar("Real", np.float32, np.float64)


def make_channels(baked: BakedSprings, *, fps: float, tolerance: float | None = None) -> tuple[Channel, ...]:
    """A LINEAR rotation channel for each joint, in float32 as files store it, with `fps` keys per second.

    With `tolerance` (radians), keys are dropped as long as the motion stays within it of every key.
    """
    if baked.seconds * check_rate(fps) * len(baked.joints) * 4 > MOST_NUMBERS:
        raise ValueError(f"{baked.seconds:g} s at {fps:g} keys per second are too many keys")
    times = key_times(baked.seconds, fps)
    rotations = make_continuous(baked.at(times)).astype(np.float32)
    channels = []
    for slot, node in enumerate(baked.joints.tolist()):
        keys = np.arange(len(times))
        if tolerance is not None:
            keys = reduce_keys(times, rotations[:, slot], tolerance)
        values = make_continuous(rotations[keys, slot])  # distant keys may be half a turn apart
        channels.append(Channel(node, "rotation", times[keys].astype(np.float32), values))
    return tuple(channels)


def check_rate(fps: float) -> float:
    """The rate itself; raises `ValueError` unless it is finite and above 0."""
    if not (math.isfinite(fps) and fps > 0):
        raise ValueError(f"the number of keys per second must be finite and above 0, not {fps:g}")
    return fps


def key_times(seconds: float, fps: float) -> Doubles:
    """0, 1/fps, 2/fps … and the end."""
    times = np.arange(math.floor(seconds * check_rate(fps) + 1e-9) + 1) / fps
    # Keys that float32 cannot distinguish at this time are one.
    at_end = seconds - times[-1] <= 1e-6 * max(seconds, 1.0)
    return times if at_end else np.append(times, seconds)


def make_continuous(rotations: NDArray[Real]) -> NDArray[Real]:
    """The same rotations (F, …, 4), each with the sign that is nearer to the one before it."""
    flips = (rotations[1:] * rotations[:-1]).sum(-1) < 0
    signs = np.cumprod(np.where(flips, -1, 1), axis=0).astype(rotations.dtype)
    return np.concatenate([rotations[:1], rotations[1:] * signs[..., None]])


def reduce_keys(times: Doubles, rotations: NDArray[np.float32], tolerance: float) -> NDArray[np.int64]:
    """The keys to keep, so that the arcs between them stay within `tolerance` radians of all keys.

    Splits at the worst key until none is off (Douglas and Peucker 1973), with arcs instead of lines.
    """
    if not (math.isfinite(tolerance) and tolerance >= 0):
        raise ValueError(f"tolerance must be finite and not negative, not {tolerance}")
    values = quaternion.normalize(rotations)
    kept, pending = {0, len(times) - 1}, [(0, len(times) - 1)]
    while pending:
        first, last = pending.pop()
        if last - first < 2:
            continue
        inner = np.arange(first + 1, last)
        fraction = (times[inner] - times[first]) / (times[last] - times[first])
        played = quaternion.slerp(values[first], values[last], fraction)
        errors = quaternion.angle(played, values[inner])
        worst = int(errors.argmax())
        if errors[worst] > tolerance:
            middle = int(inner[worst])
            kept.add(middle)
            pending += [(first, middle), (middle, last)]
    return np.array(sorted(kept), np.int64)
