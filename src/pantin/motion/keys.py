"""Reduce keys without changing the motion: choose the keys to keep, so that lines or arcs between them stay
within a distance of all others. `kernels.key_search` moves keys as well, and needs fewer.

Many curves are reduced at once: each step tries one segment of every curve. From each kept key, the search
for the furthest key that one segment can reach doubles the length, then bisects.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.maths import quaternion
from pantin.rig import Doubles, Indices

HALF_TURN = 0.1
"""Segments do not join rotations with a smaller dot product: near half a turn, rounding decides the
direction in which a reader interpolates."""

LEAST_STEP = 2
"""The least number of keys that the first segment tries to span."""


class Curves(Record, eq=False):
    """Curves of one width, one after the other.

    times   (T,) ascending in each curve
    values  (T, w); unit quaternions of continuous signs for rotations
    limits  (T,) how far a reduced curve may be from each value: a distance, or radians
    starts  (C + 1,) where each curve begins, and T
    """

    times: Doubles
    values: Doubles
    limits: Doubles
    starts: Indices
    rotation: bool


class Segments(NamedTuple):
    """Segments from value `first` to value `last`, and the values between them, one after the other.

    owner     (P,) the segment of each value between
    points    (P,) its index
    fraction  (P,) where it is between both ends
    """

    first: Indices
    last: Indices
    owner: Indices
    points: Indices
    fraction: Doubles

    @classmethod
    def between_keys(cls, times: Doubles, first: Indices, last: Indices) -> Segments:
        counts = last - first - 1
        owner = np.repeat(np.arange(len(first)), counts)
        points = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts) + first[owner] + 1
        span = times[last] - times[first]
        span = np.where(span > 0, span, 1.0)
        return cls(first, last, owner, points, (times[points] - times[first[owner]]) / span[owner])


def reduce_curves(curves: Curves, *, with_ends: bool = False) -> list[Indices]:
    """The keys to keep of each curve, counted from its first: one where all values are near the first (unless
    `with_ends`), else the first, the last and as few as possible between them."""
    first, end = curves.starts[:-1].copy(), curves.starts[1:] - 1
    kept = [[0] for _ in first]
    waiting = np.flatnonzero(np.diff(curves.starts) > 1 if with_ends else ~_are_constant(curves))
    near, far = first + 1, end + 1
    step = np.full(len(first), 2 * LEAST_STEP)
    while len(waiting):
        start, limit = first[waiting], far[waiting]
        galloping = limit > end[waiting]
        tried = np.where(galloping, np.minimum(start + step[waiting], end[waiting]), 0)
        tried = np.where(galloping, tried, (near[waiting] + limit) // 2)
        tried = np.maximum(tried, near[waiting])
        fits = _fit(curves, start, tried)
        near[waiting] = np.where(fits, tried, near[waiting])
        far[waiting] = np.where(fits, limit, tried)
        step[waiting[fits]] *= 2
        done = (far[waiting] - near[waiting] <= 1) | (near[waiting] == end[waiting])
        for curve in waiting[done].tolist():
            kept[curve].append(int(near[curve] - curves.starts[curve]))
        closed = waiting[done]
        # The next segment is probably about as long as this one.
        step[closed] = np.maximum((near[closed] - first[closed]) * 3 // 4, LEAST_STEP)
        first[closed] = near[closed]
        near[closed], far[closed] = first[closed] + 1, end[closed] + 1
        waiting = waiting[first[waiting] < end[waiting]]
    return [np.array(keys, np.int64) for keys in kept]


def _are_constant(curves: Curves) -> NDArray[np.bool_]:
    """Which curves stay within the limits of their first value; those with one key do."""
    owner = np.repeat(np.arange(len(curves.starts) - 1), np.diff(curves.starts))
    errors = _distance(curves, curves.values[curves.starts[:-1]][owner], np.arange(len(owner)))
    result: NDArray[np.bool_] = np.ones(len(curves.starts) - 1, bool)
    np.logical_and.at(result, owner, errors <= curves.limits)
    return result


def _distance(curves: Curves, played: Doubles, points: Indices) -> Doubles:
    """How far played values are from those of the curves; for rotations the angle between them."""
    gaps: Doubles = np.sqrt(np.square(played - curves.values[points]).sum(axis=1))
    return np.asarray(4.0 * np.arcsin(np.minimum(gaps / 2.0, 1.0))) if curves.rotation else gaps


def _fit(curves: Curves, first: Indices, last: Indices) -> NDArray[np.bool_]:
    """Whether one segment each is near enough to the values between its ends."""
    result: NDArray[np.bool_] = np.ones(len(first), bool)
    segments = Segments.between_keys(curves.times, first, last)
    if not len(segments.points):
        return result
    played = _play_lines(curves, segments)
    bad = _distance(curves, played, segments.points) > curves.limits[segments.points]
    result[segments.owner[bad]] = False
    if curves.rotation:
        dots = (curves.values[first] * curves.values[last]).sum(axis=1)
        result &= (dots > HALF_TURN) | (last - first == 1)
    return result


def _play_lines(curves: Curves, segments: Segments) -> Doubles:
    start, end = curves.values[segments.first], curves.values[segments.last]
    fraction, owner = segments.fraction[:, None], segments.owner
    if not curves.rotation:
        return np.asarray(start[owner] + (end - start)[owner] * fraction)
    angle = np.arccos(np.clip((start * end).sum(axis=1), -1.0, 1.0))
    angle = np.where(angle > 1e-4, angle, 1e-4)[owner, None]
    before, after = np.sin((1.0 - fraction) * angle), np.sin(fraction * angle)
    # Below the least angle the arc is a line, which sin(x) / sin(y) is too.
    return np.asarray((before * start[owner] + after * end[owner]) / np.sin(angle))


def reduce_keys(times: Doubles, values: NDArray[Any], tolerance: float, *, rotation: bool) -> Indices:
    """The keys to keep of one channel, so that arcs (for rotations, within `tolerance` radians) or lines
    stay near all keys. The first and the last are kept."""
    if not (math.isfinite(tolerance) and tolerance >= 0):
        raise ValueError(f"tolerance must be finite and not negative, not {tolerance}")
    wide = np.asarray(values, np.float64).reshape(len(times), -1)
    if rotation:
        wide = quaternion.without_flips(quaternion.normalize(wide))
    # What rounding alone makes of equal values is no difference.
    limits = np.full(len(times), max(tolerance, 1e-12))
    starts = np.array([0, len(times)], np.int64)
    curves = Curves(np.asarray(times, np.float64), wide, limits, starts, rotation)
    return reduce_curves(curves, with_ends=True)[0]
