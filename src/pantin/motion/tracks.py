"""Channels of a clip that share their key times, gathered so that one pass over arrays samples them all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Channel, Clip, Doubles, Interpolation, Property

_TRACKS: WeakKeyDictionary[Clip, tuple[Track, ...]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False, slots=True)
class Track:
    """C channels of one property, one interpolation and one list of K key times.

    nodes   (C,) what they move
    times   (K,)
    values  (K, C, width), or for CUBICSPLINE (K, 3, C, width)
    """

    nodes: NDArray[np.int64]
    property: Property
    interpolation: Interpolation
    times: Doubles
    values: Doubles


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
        yield Track(
            nodes=np.array([one.node for one in group], np.int64),
            property=first.property,
            interpolation=first.interpolation,
            times=first.times.astype(np.float64),
            values=np.stack([one.values for one in group], axis=-2).astype(np.float64),
        )
