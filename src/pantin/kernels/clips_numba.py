# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled sampler of clips: all tracks and local maps of a frame, then the next frame; threads share the
frames.

A frame is finished while its quaternions are in the cache, and the angle between two neighbouring keys and
its sine, which slerp needs, are read from the program instead of being computed for each sample. Sums have
the order of the reference, the sampler of `motion`, and the sines of slerp come from the same function, so
both samplers give the same bits.
"""

from __future__ import annotations

import functools
from typing import Any

import numba as nb
import numpy as np

from pantin.base.threads import share
from pantin.maths.trigonometry import sines_of_arcs

from .clips import LINEAR, SLERP, SPLINE_ROTATION, STEP, ClipProgram, Doubles, FrameOutputs, Rest
from .composition import LARGEST, TINIEST
from .engine import compile_options, njit_cached

OPTIONS = compile_options(strict=True)

SINES = 1 << 16
"""Sines of one pass: 512 KiB, which stay in a second-level cache until they are used."""

SECONDS = 4e-8
"""Estimated time for one channel in one frame, on one thread."""


def sample_clip(dimension: int, times: Doubles, program: ClipProgram, rest: Rest, out: FrameOutputs) -> None:
    """Fill `out`. All arrays are writeable and C-contiguous."""
    *arrays, arcs = program
    step = max(1, SINES // (2 * arcs)) if arcs else len(times)
    fill_arguments, fill_frames = arc_arguments(), sampler(dimension)

    def run(begin: int, end: int) -> None:
        for first in range(begin, end, step):
            part = slice(first, min(first + step, end))
            now = times[part]
            sines = np.empty((len(now), 2 * arcs))
            if arcs:
                fill_arguments(now, *arrays[:3], sines)
                sines = sines_of_arcs(sines)
            parts = tuple([numbers[part] for numbers in out.parts])
            fill_frames(now, *arrays, sines, parts, out.local[part], *rest)

    share(run, len(times), SECONDS * len(times) * len(program.channel))


# At module level, because a compiled function captured in a closure keeps its caller out of the disk cache.


@nb.njit(**OPTIONS)
def _segment(keys, first, count, time):
    """The key at or before the time, the key after it, the time between them, and the fraction of that time.
    Times outside the track use its first or last key."""
    low, high = first, first + count
    while low < high:
        middle = (low + high) // 2
        if keys[middle] <= time:
            low = middle + 1
        else:
            high = middle
    left = max(low - 1, first)
    right = min(left + 1, first + count - 1)
    span = keys[right] - keys[left]
    return left - first, right - first, span, max(time - keys[left], 0.0) / span if span > 0 else 0.0


@nb.njit(**OPTIONS)
def _copy(values, start, width, out, column):
    for c in range(width):
        out[column + c] = values[start + c]


@nb.njit(**OPTIONS)
def _linear(values, start, end, t, width, out, column):
    for c in range(width):
        a = values[start + c]
        out[column + c] = a + (values[end + c] - a) * t


@nb.njit(inline="always", **OPTIONS)
def _slerp(values, start, arc, total, four, t, first, second, out, column):
    """`start` is the key's value; its arc's start, end, angle and sine lie behind all values, in that order.
    `first` and `second` are the sines of the two parts of the angle."""
    if t == 0:
        _copy(values, start, 4, out, column)
        return
    angle, sine = values[arc + 2 * total + four], values[arc + 2 * total + total // 4 + four]
    if angle > 0:
        first, second = first / sine, second / sine
    else:
        first, second = 1.0 - t, t
    for c in range(4):
        weight = arc + 4 * four + c
        out[column + c] = first * values[weight] + second * values[weight + total]


@nb.njit(**OPTIONS)
def _spline(values, start, row, span, t, width, out, column):
    """`maths.hermite`, with its bits. `start` is the key's value; `row` the values of one key's in-tangents,
    values or out-tangents."""
    t2, t3 = t * t, t * t * t
    a, b = 2 * t3 - 3 * t2 + 1, span * (t3 - 2 * t2 + t)
    c, d = 3 * t2 - 2 * t3, span * (t3 - t2)
    for i in range(width):
        point = start + i
        if t == 0:
            out[column + i] = values[point]
        else:
            out[column + i] = (
                a * values[point]
                + b * values[point + row]
                + c * values[point + 3 * row]
                + d * values[point + 2 * row]
            )


@nb.njit(**OPTIONS)
def _unit(x, y, z, w):
    """q / |q| as `maths.quaternion.normalize`: the identity where the length is 0 or not finite."""
    largest = max(max(abs(x), abs(y)), max(abs(z), abs(w)))
    finite = abs(x) < np.inf and abs(y) < np.inf and abs(z) < np.inf and abs(w) < np.inf
    if not (largest > 0 and finite):
        return 0.0, 0.0, 0.0, 1.0
    x, y, z, w = x / largest, y / largest, z / largest, w / largest
    length = np.sqrt(x * x + y * y + z * z + w * w)
    return x / length, y / length, z / length, w / length


@nb.njit(**OPTIONS)
def _place_track(track, keys, values, channel, time, sines, used, out):
    """The channels of one track at one time, into their part's row of the frame; slerps take two of the
    `sines` each, from `used` on."""
    kind, first, count, start = track[0], track[2], track[3], track[4]
    begin, channels, width = track[5], track[6], track[7]
    left, right, span, t = _segment(keys, first, count, time)
    row = channels * width
    for c in range(channels):
        target = channel[begin + c]
        if kind == STEP:
            _copy(values, start + left * row + c * width, width, out, target)
        elif kind == LINEAR:
            column = start + c * width
            _linear(values, column + left * row, column + right * row, t, width, out, target)
        elif kind == SLERP:
            total, at, pair = count * row, left * channels + c, used + 2 * c
            key, arc = start + left * row + c * 4, start + total
            _slerp(values, key, arc, total, at, t, sines[pair], sines[pair + 1], out, target)
        else:
            _spline(values, start + (3 * left + 1) * row + c * width, row, span, t, width, out, target)
            if kind == SPLINE_ROTATION and t > 0:
                out[target], out[target + 1], out[target + 2], out[target + 3] = _unit(
                    out[target], out[target + 1], out[target + 2], out[target + 3]
                )


@nb.njit(**OPTIONS)
def _compose(x, y, z, w, shift, row, scale, out, target):
    """Write T R S in 3D, as `composition.compose_into` does. False if the length of the quaternion does not
    allow it."""
    square = x * x + y * y + z * z + w * w
    twice = 2.0 / square
    tx, ty, tz = twice * x, twice * y, twice * z
    a, b, c = scale[row], scale[row + 1], scale[row + 2]
    out[target] = (1.0 - (ty * y + tz * z)) * a
    out[target + 1] = (tx * y - tz * w) * b
    out[target + 2] = (tx * z + ty * w) * c
    out[target + 3] = shift[row]
    out[target + 4] = (tx * y + tz * w) * a
    out[target + 5] = (1.0 - (tx * x + tz * z)) * b
    out[target + 6] = (ty * z - tx * w) * c
    out[target + 7] = shift[row + 1]
    out[target + 8] = (tx * z - ty * w) * a
    out[target + 9] = (ty * z + tx * w) * b
    out[target + 10] = (1.0 - (tx * x + ty * y)) * c
    out[target + 11] = shift[row + 2]
    return square > TINIEST and square < LARGEST


@functools.cache
def arc_arguments() -> Any:
    """(times (F,), track, keys and values of a Program, out (F, 2 x arcs)): fill in the angles for the sines
    of slerp."""

    def arguments(times, track, keys, values, out):
        for frame in range(len(times)):
            column = 0
            for row in range(len(track)):
                if track[row, 0] != SLERP:
                    continue
                count, start, channels = track[row, 3], track[row, 4], track[row, 6]
                left, _, _, t = _segment(keys, track[row, 2], count, times[frame])
                angles = start + 3 * count * channels * 4 + left * channels
                for c in range(channels):
                    out[frame, column] = (1.0 - t) * values[angles + c]
                    out[frame, column + 1] = t * values[angles + c]
                    column += 2

    return njit_cached(arguments, **OPTIONS)


@functools.cache
def sampler(size: int) -> Any:
    """(times (F,), the arrays of a Program, sines (F, 2 x arcs), and the arrays of Frames and of Rest)."""

    def sample_frames(
        times, track, keys, values, channel, sines, parts, local, rests, still, remade, shifted
    ):  # fmt: skip
        for frame in range(len(times)):
            for part in range(3):
                row = parts[part][frame]
                for i in range(len(row)):
                    row[i] = rests[part][i]
            used = 0
            for index in range(len(track)):
                row = parts[track[index, 1]][frame]
                _place_track(track[index], keys, values, channel, times[frame], sines[frame], used, row)
                used += 2 * track[index, 6] if track[index, 0] == SLERP else 0
            maps = local[frame]
            if len(maps) == 0:
                continue
            shift = parts[0][frame] if parts[0].shape[1] else rests[0]
            turn = parts[1][frame] if parts[1].shape[1] else rests[1]
            scale = parts[2][frame] if parts[2].shape[1] else rests[2]
            for i in range(len(maps)):
                maps[i] = still[i]
            step = size * (size + 1)
            for n in range(len(remade)):  # in 3D alone: rotations and scales are moved nowhere else
                node = remade[n]
                x, y, z, w = turn[node * 4], turn[node * 4 + 1], turn[node * 4 + 2], turn[node * 4 + 3]
                if not _compose(x, y, z, w, shift, node * 3, scale, maps, node * 12):
                    x, y, z, w = _unit(x, y, z, w)
                    _compose(x, y, z, w, shift, node * 3, scale, maps, node * 12)
            for n in range(len(shifted)):
                node = shifted[n]
                for i in range(size):
                    maps[node * step + i * (size + 1) + size] = shift[node * size + i]

    return njit_cached(sample_frames, **OPTIONS)
