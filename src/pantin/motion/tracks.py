"""Channels of a clip grouped by their key times, so that one array operation samples all of them.

STEP, LINEAR (rotations take the short way) and CUBICSPLINE follow glTF 2.0 §3.11 and appendix C: times are
clamped to the first and last key, and the time of a key gives exactly its value. Rotors, the rotations of
other than three dimensions, follow the turns of `maths.rotor_turns`.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.maths import quaternion, rotations, rotor_turns, trigonometry
from pantin.maths.hermite import hermite
from pantin.maths.rotor_turns import Turns
from pantin.rig import Channel, Clip, Doubles, Interpolation, Property, Reals
from pantin.rig.arrays import LARGE, MemoryKey, memory_key

_TRACKS: WeakKeyDictionary[Clip, tuple[Track, ...]] = WeakKeyDictionary()

COPIED = 1 << 20
"""How many numbers may be copied to put channels with shared values into one track: 8 MB. A small file may
have thousands of channels over one long accessor."""


class Arcs(Record, eq=False):
    """The great arcs from each of K keys to the next, for C channels; the arc of the last key is a point.

    start, end  (4, K, C) unit quaternions, the end with the sign that is nearer to the start
    angle       (K, C) between them; 0 where a straight line equals the arc to the last digit
    sine        (K, C) of the angle; 1 where the angle is 0
    """

    start: Doubles
    end: Doubles
    angle: Doubles
    sine: Doubles


class Track(Record, eq=False):
    """C channels with the same property, interpolation and K key times.

    nodes   (C,) animated nodes
    times   (K,)
    values  (K, C, width), or for CUBICSPLINE (K, 3, C, width); one column instead of C where all share it
    arcs    for LINEAR quaternions: the part of slerp that depends on the keys only
    turns   for LINEAR rotors: (K − 1, C) from each key to the next
    """

    nodes: NDArray[np.int64]
    property: Property
    interpolation: Interpolation
    times: Doubles
    values: Doubles
    arcs: Arcs | None
    turns: Turns | None = None


def clip_tracks(clip: Clip) -> tuple[Track, ...]:
    """The tracks of a clip, cached for as long as the clip lives."""
    if clip not in _TRACKS:
        _TRACKS[clip] = tuple(_group_channels(clip.channels))
    return _TRACKS[clip]


def _group_channels(channels: Iterable[Channel]) -> Iterable[Track]:
    groups: dict[tuple[object, ...], list[Channel]] = {}
    times_of: dict[object, bytes] = {}
    for channel in channels:
        array = id(channel.times) if channel.times.size <= LARGE else memory_key(channel.times)
        times = times_of.get(array)
        if times is None:
            times = times_of[array] = channel.times.astype(np.float64).tobytes()
        key = (channel.property, channel.interpolation, channel.values.shape[-1], times)
        groups.setdefault(key, []).append(channel)
    for group in groups.values():
        yield from _make_tracks(group)


def _make_tracks(group: list[Channel]) -> Iterable[Track]:
    """The tracks of channels with the same times, property and interpolation: one track; or, if that would
    copy too much, one for the channels with separate values and one for each shared array.
    """
    if len(group) * group[0].values.size <= COPIED:
        yield _make_track(group, group)
        return
    by_values: dict[MemoryKey, list[Channel]] = {}
    for channel in group:
        by_values.setdefault(memory_key(channel.values), []).append(channel)
    if (len(group) - len(by_values)) * group[0].values.size <= COPIED:
        yield _make_track(group, group)
        return
    unshared = [channels[0] for channels in by_values.values() if len(channels) == 1]
    if unshared:
        yield _make_track(unshared, unshared)
    for channels in by_values.values():
        if len(channels) > 1:
            yield _make_track(channels, channels[:1])


def _make_track(channels: list[Channel], columns: list[Channel]) -> Track:
    first = channels[0]
    values = np.stack([channel.values for channel in columns], axis=-2).astype(np.float64)
    nodes = np.array([channel.node for channel in channels], np.int64)
    return track_of(first, nodes, first.times.astype(np.float64), values)


def track_of(first: Channel, nodes: NDArray[np.int64], times: Doubles, values: Doubles) -> Track:
    """A track of the property and the interpolation of a channel."""
    arcs = turns = None
    if first.property == "rotation" and first.interpolation != "CUBICSPLINE":
        if rotations.is_quaternion(values):
            arcs = _arcs(values) if first.interpolation == "LINEAR" else None
        else:
            values = rotations.normalize(values)
            turns = _turns(values) if first.interpolation == "LINEAR" else None
    return Track(nodes, first.property, first.interpolation, times, values, arcs, turns)


def _turns(rotors: Doubles) -> Turns:
    return rotor_turns.log(rotor_turns.product(rotor_turns.conjugate(rotors[:-1]), rotors[1:]))


def _arcs(values: Doubles) -> Arcs:
    """Keys rounded to integers or few digits do not have length 1, which slerp needs for an even speed."""
    start = np.ascontiguousarray(quaternion.normalize(values).transpose(2, 0, 1))
    end = np.concatenate([start[:, 1:], start[:, -1:]], axis=1)
    cosine = (start * end).sum(axis=0)
    end = np.where(cosine < 0, -end, end)
    # atan2(|b - a|, |b + a|) keeps all digits near 0, where the inverse cosine loses half of them
    difference, total = (np.sqrt((chord * chord).sum(axis=0)) for chord in (end - start, end + start))
    straight = np.abs(cosine) > quaternion.STRAIGHT_LINE_COSINE
    angle = np.where(straight, 0.0, 2.0 * trigonometry.arctan2(difference, total))
    return Arcs(start, end, angle, np.where(angle == 0, 1.0, trigonometry.sines_of_arcs(angle)))


def sample_track(track: Track, times: Doubles) -> Doubles:
    """(F, C, width) values of the track's channels at (F,) times; (F, 1, width) where they share them."""
    left: NDArray[np.intp] = np.maximum(np.searchsorted(track.times, times, side="right") - 1, 0)
    return interpolate(track, times, left, np.minimum(left + 1, len(track.times) - 1))


def interpolate(track: Track, times: Doubles, left: NDArray[np.intp], right: NDArray[np.intp]) -> Doubles:
    """The values at (F,) times, whose keys before and after are `left` and `right`."""
    keys = track.times
    values = track.values[:, 1] if track.interpolation == "CUBICSPLINE" else track.values
    if track.interpolation == "STEP" or len(keys) == 1:
        return values[left]
    span = keys[right] - keys[left]
    # Before the first key and from the last key on the fraction is 0: the result is the end value as stored.
    fraction = np.where(span > 0, np.maximum(times - keys[left], 0.0) / np.where(span > 0, span, 1.0), 0.0)
    if track.interpolation == "CUBICSPLINE":
        return _spline(track, left, right, span[:, None, None], fraction[:, None, None])
    if track.arcs is not None:
        return _slerp(track.arcs, values, left, fraction)
    if track.turns is not None:
        return _turn(track.turns, values, left, fraction)
    start, end = values[left], values[right]
    return start + (end - start) * fraction[:, None, None]


def sample_keys(times: Reals, values: Reals, interpolation: Interpolation, at: Doubles) -> Doubles:
    """(F, width) values at (F,) times, between keys of plain numbers, as those of `Channel` are shaped."""
    stacked = np.expand_dims(np.asarray(values, np.float64), -2)
    keys = np.asarray(times, np.float64)
    track = Track(np.zeros(1, np.int64), "translation", interpolation, keys, stacked, None)
    return sample_track(track, at)[:, 0]


def _turn(turns: Turns, values: Doubles, left: NDArray[np.intp], fraction: Doubles) -> Doubles:
    """Rotors on the shortest way from one key to the next."""
    curve = values[left]
    moving = fraction > 0
    first = left[moving]
    taken = Turns(turns.first[first], turns.second[first], turns.angle[first])
    curve[moving] = rotor_turns.product(curve[moving], taken.rotor(fraction[moving][:, None]))
    return curve


def _slerp(arcs: Arcs, values: Doubles, left: NDArray[np.intp], fraction: Doubles) -> Doubles:
    """Slerp along the arcs, component by component, so that the loops run over contiguous numbers.

    Unit ends give a unit result within a few roundings, so it is not normalized again.
    """
    t = fraction[:, None]
    angle, sine = arcs.angle[left], arcs.sine[left]
    bent = angle > 0
    shares = np.empty((2, *angle.shape))  # both in one pass: a single pose costs as much as its calls
    shares[0], shares[1] = 1.0 - t, t
    first, second = np.where(bent, trigonometry.sines_of_arcs(shares * angle) / sine, shares)
    curve = np.empty((*first.shape, 4))
    for part in range(4):
        curve[..., part] = first * arcs.start[part][left] + second * arcs.end[part][left]
    at_key = fraction == 0.0
    curve[at_key] = values[left[at_key]]
    return curve


def _spline(
    track: Track, left: NDArray[np.intp], right: NDArray[np.intp], span: Doubles, t: Doubles
) -> Doubles:
    """Tangents are per second, hence scaled by the span; rotations are normalized."""
    start, leaving = track.values[left, 1], track.values[left, 2]
    end, arriving = track.values[right, 1], track.values[right, 0]
    curve = hermite(start, leaving, end, arriving, span, t)
    if track.property == "rotation":
        curve = rotations.normalize(curve)
    return np.asarray(np.where(t == 0.0, start, curve))
