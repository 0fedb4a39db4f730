# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc"
"""The rotations that keys play at given times, for many curves at once.

One source serves both engines, as in `key_search`.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from pantin.base.later import Later

from . import engine
from .engine import helper
from .key_search import Doubles
from .spline_basis import spline_basis

engine.HELPERS.setdefault(__name__, []).append(spline_basis)


@helper
def _blend(keys, index, part, span, out):
    """A spline at a part of its length; the first and last row of a key are its tangents."""
    a, b, c = spline_basis(part)
    a, b = a * span, b * span
    for k in range(4):
        start, end = keys[index, 1, k], keys[index + 1, 1, k]
        out[k] = start + (end - start) * c + a * keys[index, 2, k] + b * keys[index + 1, 0, k]


@helper
def _arc(keys, index, part, out):
    """The shorter arc between two unit quaternions."""
    dot = 0.0
    for k in range(4):
        dot += keys[index, 1, k] * keys[index + 1, 1, k]
    sign = -1.0 if dot < 0.0 else 1.0
    angle = math.acos(min(abs(dot), 1.0))
    first, second = 1.0 - part, part
    if angle > 1e-6:
        first, second = math.sin(first * angle), math.sin(second * angle)
    for k in range(4):
        out[k] = first * keys[index, 1, k] + sign * second * keys[index + 1, 1, k]


def _play_all(times, keys, splines, starts, frames, out):
    for curve in range(len(starts) - 1):
        index, last = starts[curve], starts[curve + 1] - 1
        for frame in range(len(frames)):
            at = frames[frame]
            while index < last - 1 and times[index + 1] <= at:
                index += 1
            result = out[curve, frame]
            if index == last or at <= times[index]:
                result[:] = keys[index, 1]
            elif at >= times[index + 1]:
                result[:] = keys[index + 1, 1]
            else:
                span = times[index + 1] - times[index]
                if splines[curve]:
                    _blend(keys, index, (at - times[index]) / span, span, result)
                else:
                    _arc(keys, index, (at - times[index]) / span, result)
            square = 0.0
            for k in range(4):
                square += result[k] * result[k]
            length = math.sqrt(square)
            for k in range(4):
                result[k] /= length


VALUE_WORK = 40
"""Work per value: interpreted it takes about 13 µs, and loading numba takes 0.4 s."""

PLAY = engine.Kernel("key play", _play_all, Later(__name__, "run_compiled"))


def run_compiled(*arguments: Any) -> None:
    _compile_kernel()(*arguments)


@functools.cache
def _compile_kernel() -> Any:
    return engine.compile_source(_play_all)


def play_rotations(times: Sequence[Doubles], values: Sequence[Doubles], frames: Doubles) -> Doubles:
    """(C, F, 4) unit quaternions of curves at (F,) times, which are sorted. Each curve has (K,) times and
    values: (K, 4), or (K, 3, 4) with both tangents of splines."""
    splines = np.array([len(each.shape) == 3 for each in values])
    starts = np.concatenate([[0], np.cumsum([len(each) for each in times])]).astype(np.int64)
    keys = np.zeros((int(starts[-1]), 3, 4))
    for first, each in zip(starts.tolist(), values, strict=False):
        part = slice(first, first + len(each))
        keys[part, slice(None) if each.ndim == 3 else 1] = each
    out = np.empty((len(values), len(frames), 4))
    joined = np.require(np.concatenate(times), np.float64, ["C", "W"])
    PLAY(
        VALUE_WORK * len(values) * len(frames),
        joined,
        keys,
        splines,
        starts,
        np.require(frames, np.float64, ["C", "W"]),
        out,
    )
    return out
