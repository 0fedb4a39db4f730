"""Channels of a clip that share their key times, gathered so that one pass over arrays samples them all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Doubles, Interpolation, Property
from pantin.rig.arrays import Place, place

_TRACKS: WeakKeyDictionary[Clip, tuple[Track, ...]] = WeakKeyDictionary()

COPIED = 1 << 20
"""How many numbers may be copied so that one pass serves channels over the same keys with all others: 8 MB.
A small file may have thousands of channels over one long accessor."""


@dataclass(frozen=True, eq=False, slots=True)
class Arcs:
    """The great arcs from each of K keys to the next, for C channels; the last key's is a point.

    start, end  (4, K, C) unit quaternions, the end on the side nearer to the start
    angle       (K, C) from one to the other; 0 where a straight line is the arc to the last digit
    sine        (K, C) of the angle; 1 where it is 0
    """

    start: Doubles
    end: Doubles
    angle: Doubles
    sine: Doubles


@dataclass(frozen=True, eq=False, slots=True)
class Track:
    """C channels of one property, one interpolation and one list of K key times.

    nodes   (C,) what they move
    times   (K,)
    values  (K, C, width), or for CUBICSPLINE (K, 3, C, width); or one column in place of C, which all share
    arcs    for LINEAR rotations: what slerp needs of the keys, so that no sample works it out again
    """

    nodes: NDArray[np.int64]
    property: Property
    interpolation: Interpolation
    times: Doubles
    values: Doubles
    arcs: Arcs | None


def tracks(clip: Clip) -> tuple[Track, ...]:
    """The tracks of a clip, gathered once and kept as long as it lives."""
    if clip not in _TRACKS:
        _TRACKS[clip] = tuple(_gathered(clip.channels))
    return _TRACKS[clip]


def _gathered(channels: Iterable[Channel]) -> Iterable[Track]:
    alike: dict[tuple[object, ...], list[Channel]] = {}
    seen: dict[Place, bytes] = {}
    for one in channels:
        lying = place(one.times)
        if lying not in seen:
            seen[lying] = one.times.astype(np.float64).tobytes()
        key = (one.property, one.interpolation, one.values.shape[-1], seen[lying])
        alike.setdefault(key, []).append(one)
    for group in alike.values():
        yield from _tracks(group)


def _tracks(group: list[Channel]) -> Iterable[Track]:
    """The tracks of channels that are alike: one, or where the copies would be many, one of those that have
    their values to themselves and one for all that share theirs.
    """
    sharing: dict[Place, list[Channel]] = {}
    for one in group:
        sharing.setdefault(place(one.values), []).append(one)
    if (len(group) - len(sharing)) * group[0].values.size <= COPIED:
        yield _track(group, group)
        return
    alone = [listed[0] for listed in sharing.values() if len(listed) == 1]
    if alone:
        yield _track(alone, alone)
    for listed in sharing.values():
        if len(listed) > 1:
            yield _track(listed, listed[:1])


def _track(channels: list[Channel], columns: list[Channel]) -> Track:
    first = channels[0]
    values = np.stack([one.values for one in columns], axis=-2).astype(np.float64)
    return Track(
        nodes=np.array([one.node for one in channels], np.int64),
        property=first.property,
        interpolation=first.interpolation,
        times=first.times.astype(np.float64),
        values=values,
        arcs=_arcs(values) if (first.property, first.interpolation) == ("rotation", "LINEAR") else None,
    )


def _arcs(values: Doubles) -> Arcs:
    """Keys rounded to integers or few digits are not of length 1, and slerp turns evenly only between those
    that are."""
    start = np.ascontiguousarray(np.moveaxis(quaternion.normalize(values), -1, 0))
    end = np.concatenate([start[:, 1:], start[:, -1:]], axis=1)
    cosine = (start * end).sum(axis=0)
    end = np.where(cosine < 0, -end, end)
    # atan2(|b - a|, |b + a|) keeps all digits near 0, where the inverse cosine loses half of them
    difference, total = (np.sqrt((one * one).sum(axis=0)) for one in (end - start, end + start))
    straight = np.abs(cosine) > quaternion.STRAIGHT_LINE_COSINE
    angle = np.where(straight, 0.0, 2.0 * np.arctan2(difference, total))
    return Arcs(start, end, angle, np.where(angle == 0, 1.0, np.sin(angle)))
