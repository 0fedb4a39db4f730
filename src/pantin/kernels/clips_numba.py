# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled sampler of clips: all tracks and local maps of a frame, then the next frame; frames in parallel.

Called through `clips.py`. A frame is finished while its quaternions are in the cache, and what slerp needs of
two neighbouring keys (their angle and its sine) is read from the program, not worked out at each sample.
"""

from __future__ import annotations

import functools
from typing import Any

import numba as nb
import numpy as np

from .clips import LINEAR, SLERP, SPLINE_ROTATION, STEP
from .composition import LARGEST, TINIEST
from .engine import compile_options, njit_cached, strict_requested

# At module level, because a compiled function captured in a closure keeps its caller out of the disk cache.
STRICT = strict_requested()


@nb.njit(**compile_options(STRICT))
def _segment(keys, first, count, time):
    """Key at or before the time (the first one before all), the next one's distance, and the fraction of
    it."""
    low, high = first, first + count
    while low < high:
        middle = (low + high) // 2
        if keys[middle] <= time:
            low = middle + 1
        else:
            high = middle
    left = max(low - 1, first)
    if left == first + count - 1:
        return left - first, 0.0, 0.0
    span = keys[left + 1] - keys[left]
    return left - first, span, max(time - keys[left], 0.0) / span if span > 0 else 0.0


@nb.njit(**compile_options(STRICT))
def _linear(values, start, stride, t, width, out, place):
    for c in range(width):
        a = values[start + c]
        out[place + c] = a + (values[start + stride + c] - a) * t if t > 0 else a


@nb.njit(**compile_options(STRICT))
def _slerp(values, start, arc, total, four, t, out, place):
    """`start` is the key's value; its arc's start, end, angle and sine lie behind all values, in that
    order."""
    if t == 0:
        for c in range(4):
            out[place + c] = values[start + c]
        return
    angle, sine = values[arc + 2 * total + four], values[arc + 2 * total + total // 4 + four]
    first, second = 1.0 - t, t
    if angle > 0:
        first, second = np.sin(first * angle) / sine, np.sin(t * angle) / sine
    for c in range(4):
        at = arc + 4 * four + c
        out[place + c] = first * values[at] + second * values[at + total]


@nb.njit(**compile_options(STRICT))
def _spline(values, start, row, span, t, width, out, place):
    """`start` is the key's value; `row` the values of one key's in-tangents, values or out-tangents."""
    t2, t3 = t * t, t * t * t
    a, b = 2 * t3 - 3 * t2 + 1, span * (t3 - 2 * t2 + t)
    c, d = 3 * t2 - 2 * t3, span * (t3 - t2)
    for i in range(width):
        at = start + i
        if t == 0:
            out[place + i] = values[at]
        else:
            out[place + i] = (
                a * values[at] + b * values[at + row] + c * values[at + 3 * row] + d * values[at + 2 * row]
            )


@nb.njit(**compile_options(STRICT))
def _make_unit(out, place):
    """q / |q| as `maths.quaternion.normalize`: the identity where the length is 0 or not finite."""
    largest = max(max(abs(out[place]), abs(out[place + 1])), max(abs(out[place + 2]), abs(out[place + 3])))
    if not (largest > 0 and largest < np.inf):
        out[place], out[place + 1], out[place + 2], out[place + 3] = 0.0, 0.0, 0.0, 1.0
        return
    square = 0.0
    for c in range(4):
        out[place + c] /= largest
        square += out[place + c] * out[place + c]
    length = np.sqrt(square)
    for c in range(4):
        out[place + c] /= length


@nb.njit(**compile_options(STRICT))
def _place_track(track, keys, values, channel, time, out):
    """The channels of one track at one time, into their part's row of the frame."""
    kind, first, count, start = track[0], track[2], track[3], track[4]
    begin, channels, width = track[5], track[6], track[7]
    left, span, t = _segment(keys, first, count, time)
    row = channels * width
    for c in range(channels):
        place = channel[begin + c]
        if kind == STEP:
            _linear(values, start + left * row + c * width, row, 0.0, width, out, place)
        elif kind == LINEAR:
            _linear(values, start + left * row + c * width, row, t, width, out, place)
        elif kind == SLERP:
            total, at = count * row, left * channels + c
            _slerp(values, start + left * row + c * 4, start + total, total, at, t, out, place)
        else:
            _spline(values, start + (3 * left + 1) * row + c * width, row, span, t, width, out, place)
            if kind == SPLINE_ROTATION and t > 0:
                _make_unit(out, place)


@nb.njit(**compile_options(STRICT))
def _compose(q, at, shift, place, scale, out, target):
    """T R S in three dimensions, as `composition.compose_into`."""
    x, y, z, w = q[at], q[at + 1], q[at + 2], q[at + 3]
    square = x * x + y * y + z * z + w * w
    if not (square > TINIEST and square < LARGEST):
        unit = q[at : at + 4].copy()
        _make_unit(unit, 0)
        x, y, z, w = unit[0], unit[1], unit[2], unit[3]
        square = 1.0
    twice = 2.0 / square
    tx, ty, tz = twice * x, twice * y, twice * z
    a, b, c = scale[place], scale[place + 1], scale[place + 2]
    out[target] = (1.0 - (ty * y + tz * z)) * a
    out[target + 1] = (tx * y - tz * w) * b
    out[target + 2] = (tx * z + ty * w) * c
    out[target + 3] = shift[place]
    out[target + 4] = (tx * y + tz * w) * a
    out[target + 5] = (1.0 - (tx * x + tz * z)) * b
    out[target + 6] = (ty * z - tx * w) * c
    out[target + 7] = shift[place + 1]
    out[target + 8] = (tx * z - ty * w) * a
    out[target + 9] = (ty * z + tx * w) * b
    out[target + 10] = (1.0 - (tx * x + ty * y)) * c
    out[target + 11] = shift[place + 2]


@functools.cache
def sampler(size: int) -> Any:
    """(times (F,), and the arrays of a Program, of Frames and of Rest)."""

    def sample_clip(times, track, keys, values, channel, parts, local, rests, still, remade, shifted):
        for frame in nb.prange(len(times)):
            for part in range(3):
                row = parts[part][frame]
                for i in range(len(row)):
                    row[i] = rests[part][i]
            for one in range(len(track)):
                _place_track(track[one], keys, values, channel, times[frame], parts[track[one, 1]][frame])
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
                _compose(turn, node * 4, shift, node * 3, scale, maps, node * 12)
            for n in range(len(shifted)):
                node = shifted[n]
                for i in range(size):
                    maps[node * step + i * (size + 1) + size] = shift[node * size + i]

    return njit_cached(sample_clip, parallel=True, **compile_options(STRICT))
