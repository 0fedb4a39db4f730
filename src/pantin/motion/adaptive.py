"""Choose the times at which two clips are compared, to find the largest error.

Keys alone are not enough: STEP and LINEAR agree there, and so do splines with different tangents. Times
between keys are added where the error bends, until they add no information.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np

from pantin.rig import Clip, Doubles

Errors: TypeAlias = Callable[[Doubles], Doubles]
"""An error for each of some times, in any unit."""

ErrorsOfAll: TypeAlias = Callable[[Sequence[int], Sequence[Doubles]], list[Doubles]]
"""The same for several errors, by their numbers."""

JUST_BEFORE = 1e-6
"""Seconds before the key of a STEP channel at which its old value still holds."""

MOST_PEAKS = 16
"""Intervals that are divided in one round: those around the largest errors."""

ROUNDS = 6
"""The most divisions: an interval between two keys shrinks to a 64th."""

BEND = 0.05
"""An interval is divided further if the error in its middle differs by more than this part of the largest
error from the mean of both ends."""


def key_times(clips: Iterable[Clip]) -> Doubles:
    """The times of all keys of these clips, ascending, and the moments just before keys of STEP channels."""
    times = [np.zeros(1)]
    for clip in clips:
        for channel in clip.channels:
            keys = channel.times.astype(np.float64)
            times.append(keys)
            if channel.interpolation == "STEP":
                times.append(np.maximum(keys - JUST_BEFORE, 0.0))
    return np.unique(np.concatenate(times))


def with_midpoints(times: Doubles) -> Doubles:
    """The times, and the middle between each two of them."""
    both: Doubles = np.sort(np.concatenate([times, (times[1:] + times[:-1]) / 2]))
    return both


def refine(errors: Errors, times: Doubles) -> tuple[Doubles, Doubles]:
    """The given times, and more where the error is large and bends, with their errors.

    `errors` is called once for each round with an array of new times.
    """
    return refine_all(lambda _, times: [errors(times[0])], [times])[0]


def refine_all(errors: ErrorsOfAll, times: Sequence[Doubles]) -> list[tuple[Doubles, Doubles]]:
    """As `refine` for several errors at once, whose numbers are the first argument of `errors`."""
    active = list(range(len(times)))
    refined = list(zip(times, errors(active, times), strict=True))
    for _ in range(ROUNDS):
        fresh = {number: _middles(*refined[number]) for number in active}
        active = [number for number in active if len(fresh[number])]
        if not active:
            break
        more = [fresh[number] for number in active]
        for number, own, deviations in zip(active, more, errors(active, more), strict=True):
            refined[number] = _merge(refined[number], (own, deviations))
    return refined


def _merge(some: tuple[Doubles, Doubles], more: tuple[Doubles, Doubles]) -> tuple[Doubles, Doubles]:
    times, deviations = (np.concatenate(both) for both in zip(some, more, strict=True))
    order = np.argsort(times, kind="stable")
    return times[order], deviations[order]


def _middles(times: Doubles, errors: Doubles) -> Doubles:
    """The middles of the intervals beside the largest peaks that are not straight."""
    if len(times) < 3:
        return np.zeros(0)
    largest = float(errors.max())
    expected = _chord(times, errors)
    bends = np.abs(errors[1:-1] - expected) > BEND * largest
    peaks = np.flatnonzero(bends) + 1
    peaks = peaks[np.argsort(-errors[peaks], kind="stable")[:MOST_PEAKS]]
    # Beside the largest of all too: a flat top may rise a little between two times.
    top = int(errors.argmax())
    around = np.array([top - 1, top])
    first = np.unique(np.concatenate([peaks - 1, peaks, around[(around >= 0) & (around < len(times) - 1)]]))
    wide = times[first + 1] - times[first] > JUST_BEFORE
    middles: Doubles = (times[first[wide]] + times[first[wide] + 1]) / 2
    return middles


def _chord(times: Doubles, errors: Doubles) -> Doubles:
    """The error that a straight line between both neighbours gives, for each inner time."""
    before, after = times[1:-1] - times[:-2], times[2:] - times[1:-1]
    chord: Doubles = (errors[:-2] * after + errors[2:] * before) / (before + after)
    return chord
