"""Fit keys to functions of time: exact for steps, lines and cubic polynomials, otherwise within a
tolerance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.maths import quaternion
from pantin.maths.hermite import hermite
from pantin.rig import Interpolation

Doubles = NDArray[np.float64]
Function = Callable[[Doubles, Doubles], Doubles]
"""(n,) times, and (n,) times on the wanted side of any jump → (n, width) values."""

PARTS = np.array([0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1])
"""Sample positions in an interval: the cubic passes through four of them, the others measure its error."""

MOST_HALVINGS = 12
"""The most halvings of an interval: they split a second into 4,096 parts, finer than any frame rate."""

MOST_KEYS = 100_000
"""No keys are added to a channel beyond this number, about an hour at 30 frames per second."""

STRAIGHT = 2.5
"""Lines are accepted up to this many tolerances: for dense keys, which most clips have, they need a third of
the bytes."""


class Keys(Record, eq=False):
    """(K,) times, (K, width) values, or (K, 3, width) with tangents."""

    times: Doubles
    values: Doubles
    interpolation: Interpolation


def fit(function: Function, edges: Doubles, tolerance: float, is_rotation: bool) -> Keys:
    """Fit keys to a function that is smooth between edges and may jump at them. A rotation is (n, 4)
    quaternions, with the tolerance in radians."""
    if len(edges) == 1:
        return Keys(edges, function(edges, edges), "LINEAR")
    samples = _sample(function, edges, is_rotation)
    held = _spread(samples, is_rotation) <= tolerance * 1e-3
    if held.all():
        jumps = _find_jumps(function, edges, samples, is_rotation, tolerance)
        return _steps(edges, samples, jumps)
    straight = _straight_error(samples, is_rotation) <= tolerance * STRAIGHT
    if straight.all():
        jumps = _find_jumps(function, edges, samples, is_rotation, tolerance)
        return _lines(edges, samples, jumps)
    for _ in range(MOST_HALVINGS):
        far = _cubic_error(samples, is_rotation) > tolerance
        if not far.any() or len(edges) > MOST_KEYS:
            break
        middle = (edges[:-1] + edges[1:])[far] / 2
        edges = np.sort(np.concatenate([edges, middle]))
        samples = _sample(function, edges, is_rotation)
    return _splines(edges, samples, _find_jumps(function, edges, samples, is_rotation, tolerance))


def _sample(function: Function, edges: Doubles, is_rotation: bool) -> Doubles:
    """(intervals, 7, width) samples of each interval; those at its ends are limits from inside."""
    lengths = np.diff(edges)
    times = edges[:-1, None] + lengths[:, None] * PARTS
    times[:, -1] = edges[1:]
    near = np.repeat((edges[:-1] + lengths / 2)[:, None], len(PARTS), axis=1)
    values = function(times.ravel(), near.ravel())
    if is_rotation:
        values = quaternion.without_flips(values)
    return np.asarray(values.reshape(len(lengths), len(PARTS), -1))


def _distance(first: Doubles, second: Doubles, is_rotation: bool) -> Doubles:
    if is_rotation:
        return quaternion.angle(first, second)
    return np.asarray(np.abs(first - second).max(-1))


def _spread(samples: Doubles, is_rotation: bool) -> Doubles:
    """The largest difference in each interval from its first value."""
    start = np.broadcast_to(samples[:, :1], samples.shape)
    return np.asarray(_distance(samples, start, is_rotation).max(1))


def _straight_error(samples: Doubles, is_rotation: bool) -> Doubles:
    first, last = samples[:, :1], samples[:, -1:]
    parts = PARTS[None, :]
    if is_rotation:
        shape = samples.shape
        line = quaternion.slerp(
            np.broadcast_to(first, shape), np.broadcast_to(last, shape), np.broadcast_to(parts, shape[:2])
        )
    else:
        line = first + (last - first) * parts[..., None]
    return np.asarray(_distance(samples, line, is_rotation).max(1))


def _tangents(samples: Doubles) -> tuple[Doubles, Doubles]:
    """The slopes at both ends of each interval, for the cubic through its values at thirds."""
    a, b, c, d = (samples[:, index] for index in (0, 2, 4, 6))
    return (-11 * a + 18 * b - 9 * c + 2 * d) / 2, (-2 * a + 9 * b - 18 * c + 11 * d) / 2


def _cubic_error(samples: Doubles, is_rotation: bool) -> Doubles:
    start, end = _tangents(samples)
    t = PARTS[None, :, None]
    first, last = samples[:, :1], samples[:, -1:]
    cubic = hermite(first, start[:, None], last, end[:, None], 1.0, t)
    if is_rotation:
        cubic = quaternion.normalize(cubic)
    return np.asarray(_distance(samples, cubic, is_rotation).max(1))


class Jumps(Record, eq=False):
    """Where the end of one interval is not the begin of the next.

    at       (J,) the edges, by index
    before   (J,) the time of the value that a jump leaves
    begins   (intervals,) the time of the first value of each interval
    alone    (A,) times of edges that have a value of their own, for one instant
    values   (A, width) those values
    last     (width,) the value at the last edge, which a jump may lead to
    """

    at: NDArray[np.int64]
    before: Doubles
    begins: Doubles
    alone: Doubles
    values: Doubles
    last: Doubles


def _find_jumps(
    function: Function, edges: Doubles, samples: Doubles, is_rotation: bool, tolerance: float
) -> Jumps:
    """Find the jumps of a function. A key may hold the value of its successor: at the time of such a key the
    curve has the value of the key, and jumps after it."""
    near = tolerance * 1e-2
    inner = np.flatnonzero(_distance(samples[:-1, -1], samples[1:, 0], is_rotation) > near) + 1
    chosen = np.concatenate([[0], inner])
    exact = function(edges[chosen], edges[chosen])
    late = _distance(exact, samples[chosen, 0], is_rotation) > near
    begins = edges[:-1].copy()
    begins[chosen[late]] += _least(edges[chosen[late]], float(edges[0]))
    last = function(edges[-1:], edges[-1:])
    if (_distance(last, samples[-1:, -1], is_rotation) > near).any():
        inner = np.append(inner, len(begins))
    else:
        last = samples[-1:, -1]
    before = edges[inner] - _least(edges[inner], float(edges[0]))
    return Jumps(inner, before, begins, edges[chosen[late]], exact[late], last[0])


def _least(times: Doubles, begin: float) -> Doubles:
    """The smallest time step that float32, the type of times in most formats, can resolve, for times of the
    file and for times relative to the start."""
    stored = np.abs(times).astype(np.float32), (times - begin).astype(np.float32)
    return np.maximum(np.spacing(stored[0]), np.spacing(stored[1])).astype(np.float64)


def _steps(edges: Doubles, samples: Doubles, jumps: Jumps) -> Keys:
    if not len(jumps.at) and not len(jumps.alone):
        values = np.stack([samples[0, 0], samples[-1, -1]])
        return Keys(edges[[0, -1]], values, "LINEAR")
    kept = np.concatenate([[0], jumps.at[jumps.at < len(samples)]])
    times = np.concatenate([jumps.begins[kept], edges[-1:], jumps.alone])
    values = np.concatenate([samples[kept, 0], jumps.last[None], jumps.values])
    order = np.argsort(times, kind="stable")
    return Keys(times[order], values[order], "STEP")


def _lines(edges: Doubles, samples: Doubles, jumps: Jumps) -> Keys:
    times = np.concatenate([jumps.begins, jumps.before, edges[-1:], jumps.alone])
    left = samples[jumps.at - 1, -1]
    values = np.concatenate([samples[:, 0], left, jumps.last[None], jumps.values])
    order = np.argsort(times, kind="stable")
    return Keys(times[order], values[order], "LINEAR")


def _splines(edges: Doubles, samples: Doubles, jumps: Jumps) -> Keys:
    lengths = np.diff(edges)[:, None]
    start, end = (tangent / lengths for tangent in _tangents(samples))
    width = samples.shape[2]
    rows = np.zeros((len(edges), 3, width))
    rows[:-1, 1], rows[-1, 1] = samples[:, 0], jumps.last
    rows[1:, 0], rows[:-1, 2] = end, start
    before = rows[jumps.at].copy()  # the value that a jump leaves, held until it
    before[:, 1] = samples[jumps.at - 1, -1]
    before[:, 2] = 0.0
    rows[jumps.at, 0] = 0.0
    alone = np.zeros((len(jumps.alone), 3, width))
    alone[:, 1] = jumps.values
    times = np.concatenate([jumps.begins, edges[-1:], jumps.before, jumps.alone])
    order = np.argsort(times, kind="stable")
    return Keys(times[order], np.concatenate([rows, before, alone])[order], "CUBICSPLINE")
