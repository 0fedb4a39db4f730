"""The frames that a clip is recorded in: its own keys where they are evenly spaced, else a frame rate."""

from __future__ import annotations

import math

import numpy as np

from pantin.base.records import Record
from pantin.rig import Clip, Doubles

RATES = (30.0, 24.0, 25.0, 48.0, 50.0, 60.0, 90.0, 100.0, 120.0, 240.0)
"""The usual frame rates of motions, the most common first."""
DEFAULT_RATE = 60.0

OFF_GRID = 1e-3
"""How far, in frames, a key may be from its frame: float32 rounds a time of one hour by a ten-thousandth of a
second, a hundredth of a frame at 120 fps; a thousandth of a frame is invisible."""

SPARSE = 0.2
"""Keys at least this many seconds apart are keyed poses, not frames of a recording: a program that reads
frames would not interpolate between them."""

MOST_FRAMES = 10_000_000


class FrameTimes(Record, eq=False):
    """Frame times in seconds from 0, evenly spaced by `step`; `exact`: every key of the clip is a frame."""

    times: Doubles
    step: float
    exact: bool


def frames_of(clip: Clip, fps: float | None = None) -> FrameTimes:
    """The frames of a clip; without `fps`, the rate is that of the clip's keys.

    Times of keys are used as they are stored, so that no key is interpolated. Raises `ValueError` for a rate
    that is not positive, and for more than ten million frames.
    """
    if fps is not None and not (math.isfinite(fps) and fps > 0):
        raise ValueError(f"fps must be a positive number, not {fps}")
    # most clips have one
    distinct = {id(channel.times): channel.times for channel in clip.all_channels}
    key_times = [np.asarray(times, np.float64) for times in distinct.values()]
    keys = np.unique(np.concatenate(key_times)) if key_times else np.zeros(1)
    keys = keys[keys >= 0] if (keys >= 0).any() else np.zeros(1)
    if fps is None:
        kept = _spacing(keys, in_double=all(times.dtype == np.float64 for times in distinct.values()))
        if kept is not None:
            return _on_grid(keys, kept)
        fps = next((rate for rate in RATES if _is_multiple_of_step(keys, 1.0 / rate)), DEFAULT_RATE)
    return _on_grid(keys, 1.0 / fps)


def _spacing(keys: Doubles, in_double: bool) -> float | None:
    """The time between keys that are dense and evenly spaced from 0 on; None for any others."""
    if len(keys) < 2:
        return 1.0 / 30.0 if keys[-1] == 0 else None
    step = float(keys[-1] - keys[0]) / (len(keys) - 1)
    frames = round(float(keys[0]) / step) + len(keys) - 1
    exact = float(keys[-1]) / frames
    if exact > SPARSE or not _is_multiple_of_step(keys, exact):
        return None
    return _shorten(exact, 2.0**-50 if in_double else 2.0**-24)


def _shorten(step: float, precision: float) -> float:
    """The shortest decimal number that is equal to this one at the precision of the times."""
    for digits in range(2, 17):
        short = float(f"{step:.{digits}g}")
        if abs(short - step) <= precision * step:
            return short
    return step


def _is_multiple_of_step(keys: Doubles, step: float) -> bool:
    numbers = keys / step
    return bool((np.abs(numbers - np.rint(numbers)) <= OFF_GRID).all())


def _on_grid(keys: Doubles, step: float) -> FrameTimes:
    """Frames from 0 to the last key, with the keys themselves where they are frames."""
    count = math.floor(float(keys[-1]) / step + OFF_GRID) + 1
    if count > MOST_FRAMES:
        raise ValueError(
            f"the clip lasts {keys[-1]:g} s, which is {count:,} frames: choose a lower frame rate"
        )
    if (count - 1) * step < float(keys[-1]) - OFF_GRID * step:
        count += 1  # the last frame holds the end
    times: Doubles = np.arange(count, dtype=np.float64) * step
    numbers = np.rint(keys / step).astype(np.int64)
    near = np.abs(keys / step - numbers) <= OFF_GRID
    times[numbers[near]] = keys[near]
    return FrameTimes(times, step, bool(near.all()))
