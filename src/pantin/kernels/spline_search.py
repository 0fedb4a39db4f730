# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc"
"""Fit keys of splines to a curve. Each spline joins two values of the curve, and its tangents fit the values
between them (least squares). Fitting the ends too was tried: the largest distance and the number of keys
grow. From each key, the search for the furthest reachable key doubles the length, then bisects.

One source serves both engines, as in `key_search`.
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
from .key_search import Doubles, Indices
from .spline_basis import spline_basis

engine.HELPERS.setdefault(__name__, []).append(spline_basis)

FEWEST = 4
"""The fewest values between the ends of a spline for fitting tangents: a spline passes through any two
values, however far it is from the curve elsewhere. With fewer values, a line or an arc is used."""

LEAST_DOT = 0.1
"""The least dot product of quaternions at the ends of a spline: near half a turn, readers may interpolate
differently."""


@helper
def _fit_straight(values, first, last, rotation, fitted):
    """Fill `fitted` with the tangents of the line from one value to another, or of the arc between them."""
    cosine = factor = 1.0
    if rotation:
        dot = 0.0
        for k in range(4):
            dot += values[first, k] * values[last, k]
        angle = math.acos(min(max(dot, -1.0), 1.0))
        if 1e-6 < angle < 3.1:
            cosine, factor = dot, angle / math.sin(angle)
    for k in range(values.shape[1]):
        fitted[0, k] = factor * (values[last, k] - cosine * values[first, k])
        fitted[1, k] = factor * (cosine * values[last, k] - values[first, k])


@helper
def _fit_tangents(times, values, first, last, rotation, fitted):
    """Fill both rows of `fitted` with the tangents of the spline from one value to another, for its whole
    length."""
    width, span = values.shape[1], times[last] - times[first]
    _fit_straight(values, first, last, rotation, fitted)
    if last - first - 1 < FEWEST or span <= 0.0:
        return
    aa = ab = bb = 0.0
    for index in range(first + 1, last):
        t = (times[index] - times[first]) / span
        a, b, _ = spline_basis(t)
        aa, ab, bb = aa + a * a, ab + a * b, bb + b * b
    determinant = aa * bb - ab * ab
    if determinant <= 1e-9 * aa * bb:
        return
    for k in range(width):
        ra = rb = 0.0
        for index in range(first + 1, last):
            t = (times[index] - times[first]) / span
            a, b, c = spline_basis(t)
            rest = values[index, k] - (values[first, k] + (values[last, k] - values[first, k]) * c)
            ra += a * rest
            rb += b * rest
        fitted[0, k] = (ra * bb - rb * ab) / determinant
        fitted[1, k] = (rb * aa - ra * ab) / determinant


@helper
def _is_near(times, values, limits, first, last, rotation, fitted):
    """Whether the spline with these tangents is near enough to all values between its ends."""
    width, span = values.shape[1], times[last] - times[first]
    for index in range(first + 1, last):
        t = (times[index] - times[first]) / span
        a, b, c = spline_basis(t)
        square = length = 0.0
        for k in range(width):
            line = values[first, k] + (values[last, k] - values[first, k]) * c
            played = line + a * fitted[0, k] + b * fitted[1, k]
            length += played * played
            off = played - values[index, k]
            square += off * off
        gap = math.sqrt(square)
        if rotation:
            # Readers normalise: of what is off, the part along the quaternion does not count.
            length = math.sqrt(length)
            along = length - 1.0
            square = max(square - along * along, 0.0) / max(length, 1e-300)
            gap = 4.0 * math.asin(min(0.5 * math.sqrt(square), 1.0))
        if gap > limits[index]:
            return False
    return True


@helper
def _spline_fits(times, values, limits, first, last, rotation, fitted):
    if rotation:
        dot = 0.0
        for k in range(4):
            dot += values[first, k] * values[last, k]
        if dot < LEAST_DOT:
            return False
    _fit_tangents(times, values, first, last, rotation, fitted)
    return _is_near(times, values, limits, first, last, rotation, fitted)


@helper
def _reduce(times, values, limits, ends, rotation, fitted, kept, tangents):
    """Find the keys of one curve, at the values with the indices `ends`; returns their number."""
    width, end = values.shape[1], len(ends) - 1
    kept[0] = 0
    tangents[0, 0] = 0.0
    least = max(2, (FEWEST + 2) * len(ends) // len(values))
    first, count, step = 0, 1, 2 * least
    while first < end:
        near, far = first + 1, end + 1
        while far - near > 1 and near < end:
            tried = min(first + step, end) if far > end else (near + far) // 2
            tried = max(tried, near + 1)
            if _spline_fits(times, values, limits, ends[first], ends[tried], rotation, fitted):
                near = tried
                step *= 2
            else:
                far = tried
        _fit_tangents(times, values, ends[first], ends[near], rotation, fitted)
        if not _is_near(times, values, limits, ends[first], ends[near], rotation, fitted):
            _fit_straight(values, ends[first], ends[near], rotation, fitted)
        span = max(times[ends[near]] - times[ends[first]], 1e-300)
        for k in range(width):
            tangents[count - 1, 1, k] = fitted[0, k] / span
            tangents[count, 0, k] = fitted[1, k] / span
        kept[count] = ends[near]
        count += 1
        # The next segment is probably about as long as this one.
        step = max((near - first) * 3 // 4, least)
        first = near
    tangents[count - 1, 1] = 0.0
    return count


def _reduce_all(times, values, limits, starts, corners, rotation, tighter, kept, tangents, counts):
    """Keys of curves stored one after the other. With `tighter`, smaller limits are tried too, and the
    smallest with which a curve needs no more keys are taken."""
    width = values.shape[1]
    fitted = np.empty((2, width))
    for curve in range(len(starts) - 1):
        a, b = starts[curve], starts[curve + 1]
        n = b - a
        ends = np.flatnonzero(corners[a:b])
        fewer_keys, slopes = np.empty(n, np.int64), np.empty((n, 2, width))
        best = _reduce(times[a:b], values[a:b], limits[a:b], ends, rotation, fitted, kept[a:b], tangents[a:b])
        scale = 1.0
        while tighter and 1 < best < len(ends) and scale > 0.3:
            scale *= 0.88
            count = _reduce(
                times[a:b], values[a:b], limits[a:b] * scale, ends, rotation, fitted, fewer_keys, slopes
            )
            if count > best:
                break
            best = count
            kept[a : a + count] = fewer_keys[:count]
            tangents[a : a + count] = slopes[:count]
        counts[curve] = best


VALUE_WORK = 1000
"""Work per value: interpreted it takes about 400 µs, and loading numba takes 0.4 s."""

SEARCH = engine.Kernel("spline search", _reduce_all, Later(__name__, "run_compiled"))


def run_compiled(*arguments: Any) -> None:
    _compile_kernel()(*arguments)


@functools.cache
def _compile_kernel() -> Any:
    return engine.compile_source(_reduce_all)


def reduce_splines(
    times: Doubles,
    values: Doubles,
    limits: Doubles,
    starts: Indices,
    rotation: bool,
    tighter: bool,
    corners: NDArray[np.bool_] | None = None,
) -> tuple[list[Indices], list[Doubles]]:
    """The keys to keep of each curve, counted from its first, and (K, 3, w) in-tangents, values and
    out-tangents, per second. Arguments as of `key_search.reduce_lines`; keys are at `corners` alone."""
    corners = np.ones(len(times), np.bool_) if corners is None else np.require(corners, np.bool_, ["C", "W"])
    kept, tangents = np.empty(len(times), np.int64), np.empty((len(times), 2, values.shape[1]))
    counts = np.empty(len(starts) - 1, np.int64)
    arrays = (np.require(array, np.float64, ["C", "W"]) for array in (times, values, limits))
    SEARCH(
        VALUE_WORK * len(times),
        *arrays,
        np.require(starts, np.int64, ["C", "W"]),
        corners,
        rotation,
        tighter,
        kept,
        tangents,
        counts,
    )
    indices, stored = [], []
    for first, count in zip(starts.tolist(), counts.tolist(), strict=False):
        keys, both = kept[first : first + count], tangents[first : first + count]
        indices.append(keys)
        stored.append(np.stack([both[:, 0], values[first + keys], both[:, 1]], axis=1))
    return indices, stored
