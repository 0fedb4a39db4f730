"""Finds the differing keys of a clip, if the channels of two clips have keys at the same times."""

from __future__ import annotations

import numpy as np

from pantin.base.records import Record, replace
from pantin.operations.comparison.matching import Matching
from pantin.operations.comparison.vertices import describe_node
from pantin.rig import Channel, Clip, Doubles, Rig

MOST_CHANNELS = 8
"""The most differing channels that are named one by one: a different motion differs in most of its
channels."""

ROUNDING = 1e-6
"""The tolerance for values of keys, relative to the largest."""


class ChangedChannel(Record, eq=False):
    """A channel of the first clip with different values at some keys: these keys, and the channel with the
    second clip's values."""

    channel: Channel
    keys: tuple[int, ...]
    repaired: Channel

    def describe(self, rig: Rig) -> str:
        """In words, without its consequences."""
        node = describe_node(rig, self.channel.node)
        first = f"{float(self.channel.times[self.keys[0]]):g} s"
        number = len(self.keys)
        at = f"at {first}" if number == 1 else f"at {number} keys from {first} on"
        return f"the {self.channel.property} of {node} differs {at}"


def changed_channels(clip: Clip, other: Clip, nodes: Matching) -> list[ChangedChannel]:
    """The channels with different values at some keys; none if channels differ in any other way, or too many
    differ."""
    theirs = {(channel.node, channel.property): channel for channel in other.channels}
    if len(theirs) != len(other.channels) or len(clip.channels) != len(theirs):
        return []
    changed = []
    for channel in clip.channels:
        there = theirs.get((int(nodes.forward[channel.node]), channel.property))
        if there is None or not _has_same_keys(channel, there):
            return []
        keys = np.flatnonzero(_keys_differ(channel, there)).tolist()
        if keys:
            changed.append(ChangedChannel(channel, tuple(keys), replace(channel, values=there.values)))
    return changed if len(changed) <= MOST_CHANNELS else []


def with_repaired(clip: Clip, changed: list[ChangedChannel]) -> Clip:
    """The first clip with the keys of the second."""
    repaired = {id(each.channel): each.repaired for each in changed}
    return replace(clip, channels=tuple(repaired.get(id(each), each) for each in clip.channels))


def _has_same_keys(one: Channel, other: Channel) -> bool:
    same = one.interpolation == other.interpolation and one.values.shape == other.values.shape
    return same and np.allclose(one.times, other.times, rtol=1e-6, atol=1e-6)


def _keys_differ(one: Channel, other: Channel) -> Doubles:
    """(K,) whether the values of a key differ by more than rounding; a rotation and its negative are one."""
    mine, theirs = (each.values.astype(np.float64).reshape(len(each.times), -1) for each in (one, other))
    gaps = np.abs(mine - theirs).max(axis=1, initial=0.0)
    if one.property == "rotation":
        gaps = np.minimum(gaps, np.abs(mine + theirs).max(axis=1, initial=0.0))
    size = max(float(np.abs(mine).max(initial=0.0)), float(np.abs(theirs).max(initial=0.0)))
    differs: Doubles = gaps > ROUNDING * size
    return differs
