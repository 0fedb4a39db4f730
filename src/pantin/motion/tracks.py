"""Channels of a clip that share their key times, gathered so that one pass over arrays samples them all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Doubles, Interpolation, Property

_TRACKS: WeakKeyDictionary[Clip, tuple[Track, ...]] = WeakKeyDictionary()


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
    values  (K, C, width), or for CUBICSPLINE (K, 3, C, width)
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
    for one in channels:
        times = one.times.astype(np.float64)
        key = (one.property, one.interpolation, one.values.shape[-1], times.tobytes())
        alike.setdefault(key, []).append(one)
    for group in alike.values():
        first = group[0]
        values = np.stack([one.values for one in group], axis=-2).astype(np.float64)
        yield Track(
            nodes=np.array([one.node for one in group], np.int64),
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
