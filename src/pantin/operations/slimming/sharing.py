"""Channels that share their times: in a compressed file a list of times costs more than a few more keys."""

from __future__ import annotations

import heapq

import numpy as np

from pantin.base.records import replace
from pantin.motion.channels import sample_channel
from pantin.rig import Channel, Clip

LIST, TIME, KEY = 105, 3.0, 3.5
"""Bytes for a list of times in the JSON, and, compressed, for each of its times and each key of a channel:
means over public models compressed by meshoptimizer."""

MOST = 400
"""Lists of times in a clip that are compared with each other, at most."""


class _Group:
    """Channels with the same times: a bit for each of these."""

    def __init__(self, times: int, channels: list[int]) -> None:
        self.times, self.channels = times, channels

    def saving(self, other: _Group) -> float:
        """The bytes saved by one list for both."""
        both = self.times | other.times
        count, ours, theirs = both.bit_count(), self.times.bit_count(), other.times.bit_count()
        keys = len(self.channels) * (count - ours) + len(other.channels) * (count - theirs)
        return LIST + TIME * (ours + theirs - count) - KEY * keys


def share_times(clip: Clip) -> Clip:
    """The clip with additional keys where these save lists of times. The motion stays the same, because new
    keys lie on the lines between existing ones."""
    linear = [
        index
        for index, channel in enumerate(clip.channels)
        if channel.interpolation == "LINEAR" and len(channel.times)
    ]
    every = np.unique(np.concatenate([np.zeros(0, np.float32), *(clip.channels[i].times for i in linear)]))
    masks: dict[int, list[int]] = {}
    for index in linear:
        where = np.searchsorted(every, np.unique(clip.channels[index].times))
        if len(where) == len(clip.channels[index].times):  # no time twice, which would be a jump
            masks.setdefault(sum(1 << place for place in where.tolist()), []).append(index)
    if not 1 < len(masks) <= MOST:
        return clip
    channels = list(clip.channels)
    for group in _merge([_Group(times, members) for times, members in masks.items()]):
        times = every[[place for place in range(len(every)) if group.times >> place & 1]]
        for index in group.channels:
            channels[index] = _with_times(channels[index], times)
    return clip.replace(channels=tuple(channels))


def _merge(groups: list[_Group]) -> list[_Group]:
    """Merge groups, largest saving first, until no two of them save anything together."""
    alive: dict[int, _Group] = dict(enumerate(groups))
    heap = [
        (-saving, a, b)
        for a in range(len(groups))
        for b in range(a)
        if (saving := groups[a].saving(groups[b])) > 0
    ]
    heapq.heapify(heap)
    number = len(groups)
    while heap:
        _, a, b = heapq.heappop(heap)
        if a not in alive or b not in alive:
            continue
        first, second = alive.pop(a), alive.pop(b)
        merged = _Group(first.times | second.times, first.channels + second.channels)
        for other, group in alive.items():
            if (saving := merged.saving(group)) > 0:
                heapq.heappush(heap, (-saving, number, other))
        alive[number] = merged
        number += 1
    return list(alive.values())


def _with_times(channel: Channel, times: np.ndarray) -> Channel:
    """A channel of lines with keys at these times, its own among them."""
    if len(times) == len(channel.times):
        return channel
    values = sample_channel(channel, times).astype(channel.values.dtype)
    values[np.searchsorted(times, channel.times)] = channel.values
    return replace(channel, times=times, values=values)
