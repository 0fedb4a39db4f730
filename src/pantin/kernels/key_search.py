# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc"
"""Find the fewest keys of a curve, with lines or arcs between them that stay near all of its values.

A key may lie beside the curve: a line that passes a bend on both sides reaches further than one between two
points of the bend, up to 1.41 times on an even one. From a key, the lines that pass value i within its limit
are those whose slope is in a ball: around the slope towards the value, with the limit divided by the time as
its radius. So one line can reach as long as the balls have a common point. The search projects a slope onto
one ball after the other (Bregman's successive projections). An arc of rotations has the same form in rotation
vectors relative to its first key; distances between rotations are no larger than those between the vectors.

One source serves both engines: interpreted for little work, else compiled by numba. To have equal bits in
both, squares are written as products: `x ** 2` calls `pow` in one of them.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from . import engine
from .engine import helper

Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]

CYCLES = 24
"""The most passes of projections over all balls."""

INSIDE = 0.99
"""Projections go this far inside a ball, so that the passes terminate."""

MOST_TURN = 2.9
"""The largest angle of an arc: near half a turn, rounding decides the direction in which a reader
interpolates."""

CENTRED = (0.25, 0.5, 0.7, 0.85, 0.95)
"""Fractions of the limits that are tried once the end of a segment is known, to keep its error small."""


@helper
def _turn_between(first, second, out):
    """The rotation vector from one unit quaternion to another, in the space of the first; its length."""
    ax, ay, az, aw = -first[0], -first[1], -first[2], first[3]
    bx, by, bz, bw = second[0], second[1], second[2], second[3]
    x = aw * bx + ax * bw + ay * bz - az * by
    y = aw * by - ax * bz + ay * bw + az * bx
    z = aw * bz + ax * by - ay * bx + az * bw
    w = aw * bw - ax * bx - ay * by - az * bz
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    sine = math.sqrt(x * x + y * y + z * z)
    angle = 2.0 * math.atan2(sine, w)
    factor = angle / sine if sine > 1e-12 else 2.0
    out[0], out[1], out[2] = x * factor, y * factor, z * factor
    return angle


@helper
def _turn(first, vector, out):
    """A unit quaternion after a rotation by a vector in its own space."""
    angle = math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2])
    factor = math.sin(0.5 * angle) / angle if angle > 1e-12 else 0.5
    bx, by, bz, bw = vector[0] * factor, vector[1] * factor, vector[2] * factor, math.cos(0.5 * angle)
    ax, ay, az, aw = first[0], first[1], first[2], first[3]
    x = aw * bx + ax * bw + ay * bz - az * by
    y = aw * by - ax * bz + ay * bw + az * bx
    z = aw * bz + ax * by - ay * bx + az * bw
    w = aw * bw - ax * bx - ay * by - az * bz
    length = math.sqrt(x * x + y * y + z * z + w * w)
    out[0], out[1], out[2], out[3] = x / length, y / length, z / length, w / length


@helper
def _find_common(centres, radii, count, scale, point, trial):
    """Whether balls have a common point. `point` is the start of the search and becomes that point."""
    width = len(point)
    for k in range(width):
        trial[k] = point[k]
    before = math.inf
    for cycle in range(CYCLES):
        worst = 0.0
        for index in range(count - 1, -1, -1):
            square = 0.0
            for k in range(width):
                gap = trial[k] - centres[index, k]
                square += gap * gap
            radius = radii[index] * scale
            if square > radius * radius:
                distance = math.sqrt(square)
                worst = max(worst, (distance - radius) / max(radius, 1e-300))
                part = INSIDE * radius / distance
                for k in range(width):
                    trial[k] = centres[index, k] + (trial[k] - centres[index, k]) * part
        if worst == 0.0:
            for k in range(width):
                point[k] = trial[k]
            return True
        if cycle > 4 and worst > 0.97 * before:
            return False
        before = worst
    return False


@helper
def _move_inside(centres, radii, count, point, other, trial):
    """Move a common point of balls as far from their surfaces as possible."""
    for part in CENTRED:
        for k in range(len(point)):
            other[k] = point[k]
        if _find_common(centres, radii, count, part, other, trial):
            for k in range(len(point)):
                point[k] = other[k]
            return


@helper
def _aim(times, values, limits, first, index, rotation, start, centre):
    """The slope from the key `start` at value `first` towards another value: fills `centre`, returns the
    radius of the ball around it, or −1 where no segment may reach it."""
    span = times[index] - times[first]
    if span <= 0.0:
        return -1.0
    if rotation:
        if _turn_between(start, values[index], centre) > MOST_TURN:
            return -1.0
    else:
        for k in range(len(centre)):
            centre[k] = values[index, k] - start[k]
    for k in range(len(centre)):
        centre[k] /= span
    return limits[index] / span


@helper
def _hold(values, limits, first, end, step, rotation, room, point):
    """How many values from `first` on, in steps towards `end`, can be replaced by one value, which `point`
    becomes."""
    centres, radii, offset, trial, other = room
    base = values[first]
    for k in range(len(offset)):
        offset[k] = 0.0
    count, index = 0, first
    while index != end:
        if rotation:
            _turn_between(base, values[index], centres[count])
        else:
            for k in range(len(offset)):
                centres[count, k] = values[index, k] - base[k]
        radii[count] = limits[index]
        square = 0.0
        for k in range(len(offset)):
            gap = offset[k] - centres[count, k]
            square += gap * gap
        if square > radii[count] * radii[count] and not _find_common(
            centres, radii, count + 1, 1.0, offset, trial
        ):
            break
        count += 1
        index += step
    _move_inside(centres, radii, count, offset, other, trial)
    if rotation:
        _turn(base, offset, point)
    else:
        for k in range(len(offset)):
            point[k] = base[k] + offset[k]
    return count


@helper
def _all_within_limits(values, limits, first, rotation, point, gap):
    """Whether all values from `first` on are within their limits of a point."""
    for index in range(first, len(values)):
        square = 0.0
        if rotation:
            angle = _turn_between(point, values[index], gap)
            square = angle * angle
        else:
            for k in range(len(gap)):
                off = values[index, k] - point[k]
                square += off * off
        if square > limits[index] * limits[index]:
            return False
    return True


@helper
def _walk(times, values, limits, rotation, first, room, kept, points):
    """Write keys from value `first` on, which has the key `points[0]`; returns their number."""
    centres, radii, slope, trial, other = room
    count, end = 1, len(values) - 1
    kept[0] = first
    while first < end:
        start = points[count - 1]
        if _all_within_limits(values, limits, first, rotation, start, trial):
            return count
        index = first + 1
        while index <= end:
            slot = index - first - 1
            radius = _aim(times, values, limits, first, index, rotation, start, centres[slot])
            if radius < 0.0:
                break
            radii[slot] = radius
            square = 0.0
            if slot == 0:
                for k in range(len(slope)):
                    slope[k] = centres[0, k]
            for k in range(len(slope)):
                gap = slope[k] - centres[slot, k]
                square += gap * gap
            if square > radius * radius and not _find_common(centres, radii, slot + 1, 1.0, slope, trial):
                break
            index += 1
        last = max(index - 1, first + 1)
        kept[count] = last
        if last == first + 1:
            points[count] = values[last]
        else:
            _move_inside(centres, radii, last - first, slope, other, trial)
            span = times[last] - times[first]
            for k in range(len(slope)):
                slope[k] *= span
            if rotation:
                _turn(start, slope, points[count])
            else:
                for k in range(len(slope)):
                    points[count, k] = start[k] + slope[k]
        count += 1
        first = last
    return count


@helper
def _reduce(times, values, limits, rotation, room, kept, points, spare, others):
    """The keys of one curve, from its first value or from the end of an initial hold, whichever gives
    fewer."""
    held = _hold(values, limits, 0, len(values), 1, rotation, room, points[0])
    if held == len(values):
        kept[0] = 0
        return 1
    best = _walk(times, values, limits, rotation, held - 1, room, kept, points)
    if held > 1:
        others[0] = values[0]
        count = _walk(times, values, limits, rotation, 0, room, spare, others)
        if count < best:
            best = count
            kept[:count] = spare[:count]
            points[:count] = others[:count]
    return best


def _reduce_all(times, values, limits, starts, rotation, tighter, kept, points, counts):
    """Keys of curves stored one after the other. With `tighter`, smaller limits are tried too, and the
    smallest with which a curve needs no more keys are taken."""
    width = 3 if rotation else values.shape[1]
    for curve in range(len(starts) - 1):
        a, b = starts[curve], starts[curve + 1]
        n = b - a
        room = (np.empty((n, width)), np.empty(n), np.empty(width), np.empty(width), np.empty(width))
        spare, others = np.empty(n, np.int64), np.empty((n, values.shape[1]))
        fewer_keys, placed = np.empty(n, np.int64), np.empty((n, values.shape[1]))
        best = _reduce(
            times[a:b], values[a:b], limits[a:b], rotation, room, kept[a:b], points[a:b], spare, others
        )
        counts[curve] = best
        scale = 1.0
        while tighter and 1 < best < n and scale > 0.3:
            scale *= 0.88
            count = _reduce(
                times[a:b],
                values[a:b],
                limits[a:b] * scale,
                rotation,
                room,
                fewer_keys,
                placed,
                spare,
                others,
            )
            if count > best:
                break
            best = count
            counts[curve] = count
            kept[a : a + count] = fewer_keys[:count]
            points[a : a + count] = placed[:count]


VALUE_WORK = 200
"""Work per value: interpreted it takes about 70 µs, and loading numba takes 0.4 s."""

PASSES = 4
"""How often a curve is searched with smaller limits, on average."""

SEARCH = engine.Kernel("key search", _reduce_all, Later(__name__, "run_compiled"), light=True)


def run_compiled(*arguments: Any) -> None:
    _compile_kernel()(*arguments)


@functools.cache
def _compile_kernel() -> Any:
    return engine.compile_source(_reduce_all)


def reduce_lines(
    times: Doubles, values: Doubles, limits: Doubles, starts: Indices, rotation: bool, tighter: bool
) -> tuple[list[Indices], list[Doubles]]:
    """The keys to keep of each curve, counted from its first, and their values.

    times, values, limits  (T,), (T, w) and (T,) of curves one after the other; unit quaternions for rotations
    starts                 (C + 1,) where each curve begins, and T
    """
    kept, points = np.empty(len(times), np.int64), np.empty(values.shape)
    counts = np.empty(len(starts) - 1, np.int64)
    arrays = (np.require(array, np.float64, ["C", "W"]) for array in (times, values, limits))
    work = VALUE_WORK * len(times) * (PASSES if tighter else 1)
    SEARCH(work, *arrays, np.require(starts, np.int64, ["C", "W"]), rotation, tighter, kept, points, counts)
    parts = [
        slice(first, first + count) for first, count in zip(starts.tolist(), counts.tolist(), strict=False)
    ]
    return [kept[part] for part in parts], [points[part] for part in parts]
