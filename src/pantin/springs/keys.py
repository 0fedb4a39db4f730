"""A track of springs as channels of a clip: resampled, with signs that do not jump, and fewer keys if
wanted."""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pantin.maths import quaternion
from pantin.rig import Channel, Doubles
from pantin.springs.track import MOST_NUMBERS, Track

Real = TypeVar("Real", np.float32, np.float64)


def channels(track: Track, *, fps: float, tolerance: float | None = None) -> tuple[Channel, ...]:
    """A LINEAR rotation channel for each joint, in float32 as files store it, at `fps` keys a second.

    With `tolerance` (radians) keys are left out as long as what is played stays within it of every key.
    """
    if track.seconds * check_rate(fps) * len(track.joints) * 4 > MOST_NUMBERS:
        raise ValueError(f"{track.seconds:g} s at {fps:g} keys a second are too many keys")
    times = key_times(track.seconds, fps)
    rotations = continuous(track.at(times)).astype(np.float32)
    made = []
    for at, node in enumerate(track.joints.tolist()):
        kept = np.arange(len(times)) if tolerance is None else reduced(times, rotations[:, at], tolerance)
        values = continuous(rotations[kept, at])  # keys far apart may be half a turn apart
        made.append(Channel(node, "rotation", times[kept].astype(np.float32), values))
    return tuple(made)


def check_rate(fps: float) -> float:
    """The rate, if keys can be made at it."""
    if not (math.isfinite(fps) and fps > 0):
        raise ValueError(f"out_fps must be a positive number of keys per second, not {fps:g}")
    return fps


def key_times(seconds: float, fps: float) -> Doubles:
    """0, 1/fps, 2/fps … and the very end."""
    times = np.arange(math.floor(seconds * check_rate(fps) + 1e-9) + 1) / fps
    # Two keys closer than float32 tells apart at this time are one.
    nearly = seconds - times[-1] <= 1e-6 * max(seconds, 1.0)
    return times if nearly else np.append(times, seconds)


def continuous(rotations: NDArray[Real]) -> NDArray[Real]:
    """The same rotations (F, …, 4), each with the sign that is closer to the one before it."""
    turns = (rotations[1:] * rotations[:-1]).sum(-1) < 0
    signs = np.cumprod(np.where(turns, -1, 1), axis=0).astype(rotations.dtype)
    return np.concatenate([rotations[:1], rotations[1:] * signs[..., None]])


def reduced(times: Doubles, rotations: NDArray[np.float32], tolerance: float) -> NDArray[np.int64]:
    """Which keys to keep: those that no arc between two others comes within `tolerance` radians of.

    Splits at the worst key until none is bad (Douglas and Peucker 1973), by arcs instead of lines.
    """
    if not (math.isfinite(tolerance) and tolerance >= 0):
        raise ValueError(f"tolerance must be an angle of at least 0, not {tolerance}")
    values = quaternion.normalize(rotations)
    kept, waiting = {0, len(times) - 1}, [(0, len(times) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        inner = np.arange(first + 1, last)
        amount = (times[inner] - times[first]) / (times[last] - times[first])
        played = quaternion.slerp(values[first], values[last], amount)
        errors = quaternion.angle(played, values[inner])
        worst = int(errors.argmax())
        if errors[worst] > tolerance:
            middle = int(inner[worst])
            kept.add(middle)
            waiting += [(first, middle), (middle, last)]
    return np.array(sorted(kept), np.int64)
