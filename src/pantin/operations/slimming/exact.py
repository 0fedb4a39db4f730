"""Drop everything redundant from clips without changing the motion: repeated keys, constant channels."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.operations.slimming.curve import rest_values
from pantin.rig import Channel, Clip, Rig


def count_keys(channels: Iterable[Channel]) -> int:
    return sum(len(channel.times) for channel in channels)


def replace_channels(clip: Clip, channels: Iterable[Channel]) -> Clip:
    return clip.replace(channels=tuple(channels))


def keep_duration(clip: Clip, kept: list[Channel]) -> list[Channel]:
    """At least one channel, one of them with a key at the end of the clip."""
    end = max(float(channel.times[-1]) for channel in clip.channels)
    if any(channel.times[-1] >= end for channel in kept):
        return kept
    last = next(channel for channel in clip.channels if channel.times[-1] >= end)
    if kept:
        # Of a channel that holds its last value, the value is repeated at the end.
        lines = [slot for slot, channel in enumerate(kept) if channel.interpolation != "CUBICSPLINE"]
        slot = lines[0] if lines else 0
        return [*kept[:slot], _hold_until(kept[slot], last.times[-1:]), *kept[slot + 1 :]]
    ends = [0, len(last.times) - 1] if len(last.times) > 1 else [0]
    if last.interpolation == "CUBICSPLINE":
        return [last]
    return [replace(last, times=last.times[ends], values=last.values[ends])]


def _hold_until(channel: Channel, end: NDArray[np.floating]) -> Channel:
    """The channel with its last value once more at another time."""
    values, more = channel.values, channel.values[-1:]
    if channel.interpolation == "CUBICSPLINE":
        values, more = values.copy(), more.copy()
        values[-1, 2] = more[0, 0] = more[0, 2] = 0.0
    times = np.concatenate([channel.times, end.astype(channel.times.dtype)])
    return replace(channel, times=times, values=np.concatenate([values, more]))


def drop_repeats(channel: Channel) -> Channel:
    """The channel without keys that change nothing: those between equal values. The last key stays, because
    it may be that of the clip."""
    if channel.interpolation == "CUBICSPLINE" or len(channel.times) < 3:
        return channel
    flat = np.ascontiguousarray(channel.values).reshape(len(channel.times), -1)
    same = (flat[1:] == flat[:-1]).all(axis=1)
    redundant = np.zeros(len(flat), bool)
    redundant[1:-1] = same[:-1] if channel.interpolation == "STEP" else same[:-1] & same[1:]
    if not redundant.any():
        return channel
    kept = np.flatnonzero(~redundant)
    return replace(channel, times=channel.times[kept], values=channel.values[kept])


def drop_constants(rig: Rig, clip: Clip) -> Clip:
    """The clip without repeated keys, one key for channels that never change, none for those at rest."""
    kept = []
    for channel in map(drop_repeats, clip.channels):
        values = channel.values[:, 1] if channel.interpolation == "CUBICSPLINE" else channel.values
        constant = bool((values == values[0]).all())
        if channel.interpolation == "CUBICSPLINE":
            constant &= not channel.values[:, ::2].any()
        if constant and len(values) > 1:
            if np.array_equal(values[0].astype(np.float64), rest_values(rig, channel)):
                continue
            channel = replace(channel, times=channel.times[:1], values=values[:1], interpolation="LINEAR")
        kept.append(channel)
    return replace_channels(clip, keep_duration(clip, kept))
