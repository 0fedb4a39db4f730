"""Fit keys to motion that keys cannot describe exactly: as many as needed, with their error.

Products of curves (a blend of two rotations, a correction that fades in) are curves that no interpolation of
files can store. `fit_keys` puts linear keys on them, more where they bend, and measures the remaining error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pantin.base.arguments import check_arguments
from pantin.maths import quaternion, rotations
from pantin.motion.channels import SAME_TIME, sample_channel
from pantin.rig import Channel, Clip, Doubles
from pantin.rig.arrays import read_only
from pantin.rig.clip import Property

Curve: TypeAlias = Callable[[Doubles], Doubles]
"""Values (F, width) at times (F,)."""

RADIANS_OFF = 2e-4
"""The error allowed for fitted rotations between keys: a tenth of a millimetre at half a metre."""

PART_OFF = 1e-4
"""The error allowed for other fitted values between keys, relative to their range."""

ROUNDS = 8
"""The most halvings of an interval: to a 256th."""

_NOTES: WeakKeyDictionary[Clip, tuple[str, ...]] = WeakKeyDictionary()


class Fit(NamedTuple):
    """Linear keys, and how far they are off between keys: radians, or the unit of the values."""

    times: Doubles
    values: Doubles
    error: float


def fit_keys(curve: Curve, times: Iterable[float], kind: Property) -> Fit:
    """Linear keys for a curve: at these times, and between them where lines or arcs would miss it."""
    rotation = kind == "rotation"
    keys = _distinct(np.array(sorted(set(map(float, times))), np.float64))
    values = curve(keys)
    limit = RADIANS_OFF
    if not rotation:
        # What float32 rounds is no motion.
        limit = max(PART_OFF * float(np.ptp(values, axis=0).max()), 1e-7 * float(np.abs(values).max()), 1e-12)
    error, open_ = 0.0, np.arange(len(keys) - 1)
    for last in (False,) * ROUNDS + (True,):
        middles, exact, off = _miss(curve, keys, values, open_, kind)
        wide = (off > limit) & (keys[open_ + 1] - keys[open_] > 4 * SAME_TIME) & (not last)
        error = max(error, float(off[~wide].max(initial=0.0)))
        if not wide.any():
            break
        left = open_[wide]
        keys = np.insert(keys, left + 1, middles[wide])
        values = np.insert(values, left + 1, exact[wide], axis=0)
        open_ = left + np.arange(len(left))
        open_ = np.sort(np.concatenate([open_, open_ + 1]))
    return Fit(keys, values, error)


def _miss(
    curve: Curve, keys: Doubles, values: Doubles, left: NDArray[np.intp], kind: Property
) -> tuple[Doubles, Doubles, Doubles]:
    """The middles of intervals with the values there, and how far lines or arcs are off in each interval: at
    three times, because an S-shaped curve crosses its chord in the middle."""
    start, span = keys[left], keys[left + 1] - keys[left]
    parts = np.repeat([0.5, 0.25, 0.75], len(left))
    exact = curve(np.tile(start, 3) + np.tile(span, 3) * parts)
    played = mix(kind, np.tile(values[left], (3, 1)), np.tile(values[left + 1], (3, 1)), parts)
    off = distance(played, exact, kind).reshape(3, -1).max(axis=0)
    return start + span * 0.5, exact[: len(left)], off


def fit_channel(node: int, kind: Property, curve: Curve, times: Iterable[float]) -> tuple[Channel, float]:
    """A linear channel along a curve, and how far it is off."""
    keys, values, error = fit_keys(curve, times, kind)
    if kind == "rotation":
        values = quaternion.without_flips(values)
    return Channel(node, kind, read_only(keys), read_only(values)), error


def mix(kind: Property, first: Doubles, second: Doubles, weight: Doubles) -> Doubles:
    """Values between two (F, width), by a weight (F,) of the second: along arcs for rotations."""
    if kind == "rotation":
        return rotations.slerp(first, second, weight)
    return np.asarray(first + (second - first) * weight[:, None])


def distance(first: Doubles, second: Doubles, kind: Property) -> Doubles:
    """How far values (F, width) are apart: radians for rotations."""
    if kind == "rotation":
        return rotations.angle(first, second)
    return np.asarray(np.linalg.norm(first - second, axis=-1))


def deviation(channel: Channel, curve: Curve, times: Doubles) -> float:
    """How far a channel is at most from a curve, at its keys and between them."""
    keys = channel.times.astype(np.float64)
    where = np.unique(np.concatenate([keys, (keys[1:] + keys[:-1]) / 2, times]))
    return float(distance(sample_channel(channel, where), curve(where), channel.property).max(initial=0.0))


def _distinct(times: Doubles) -> Doubles:
    """Ascending times without duplicates, compared at the precision of files."""
    kept = np.ones(len(times), bool)
    kept[1:] = np.diff(times) > SAME_TIME
    if len(times) > 1 and not kept[-1]:
        kept[-1], kept[int(np.flatnonzero(kept)[-1])] = True, len(kept[kept]) == 1
    return times[kept]


class Errors:
    """The errors of the channels of a result, by property, as an operation reports them."""

    def __init__(self) -> None:
        self._largest: dict[str, tuple[int, float]] = {}

    def add(self, kind: Property, error: float) -> None:
        if error > 0:
            count, most = self._largest.get(kind, (0, 0.0))
            self._largest[kind] = count + 1, max(most, error)

    def notes(self, done: str) -> tuple[str, ...]:
        """A sentence for each property that is not exact to what float32 stores."""
        return tuple(
            f"{done}: {count} {kind} {'channel' if count == 1 else 'channels'} up to {_spell(kind, error)} "
            "off between keys"
            for kind, (count, error) in self._largest.items()
            if error > 1e-7
        )


def _spell(kind: str, error: float) -> str:
    return f"{np.degrees(error):.2g} degrees" if kind == "rotation" else f"{error:.2g}"


def with_notes(clip: Clip, *sources: Clip, notes: Iterable[str] = ()) -> Clip:
    """The clip, which remembers what was approximated to make it and its sources."""
    told = dict.fromkeys(note for source in sources for note in _NOTES.get(source, ()))
    every = (*told, *(note for note in notes if note not in told))
    if every:
        _NOTES[clip] = every
    return clip


@check_arguments
def approximations(clip: Clip) -> tuple[str, ...]:
    """The approximations that the functions of this module made for a clip: a sentence each, with the error.

    A clip without any is exact. The sentences belong to this object: a copy, or the clip in a rig, has none.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.motion.approximations(pantin.motion.cut(rig.clips[0], 0.5, 1.5))
    ()
    """
    return _NOTES.get(clip, ())
