"""Slopes of keys with computed tangents: automatic, and by tension, continuity and bias. The formulas are not
documented; these follow ufbx, which reverse-engineered them."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Doubles: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

FLAG_CLAMP, FLAG_TIME_INDEPENDENT, FLAG_PROGRESSIVE = 0x1000, 0x2000, 0x4000

SAME_BIAS = 1e-4
"""The largest difference in percent between two biases of a key that count as equal."""

MOST_BIAS = 5.0
"""Above this bias (a factor), the excess is added to the slope of the favoured side."""


class Segments:
    """The input for slopes: values of keys, and lengths, slopes and weights of the segments between them."""

    def __init__(
        self, values: Doubles, lengths: Doubles, right_weights: Doubles, left_weights: Doubles
    ) -> None:
        self.values, self.lengths = values, lengths
        self.right_weights, self.left_weights = right_weights, left_weights
        rise = values[1:] - values[:-1]
        self.slopes = np.divide(rise, lengths, out=np.zeros(len(lengths)), where=lengths > 0)
        wide = np.zeros(len(values) + 1, bool)
        wide[1:-1] = lengths > 0
        self.has_before, self.has_after = wide[:-1], wide[1:]

    def around(self, per_segment: Doubles, keys: Ints) -> tuple[Doubles, Doubles]:
        """The values of the segments before and after keys; 0 at either end."""
        if not len(per_segment):
            return np.zeros(len(keys)), np.zeros(len(keys))
        before = np.where(self.has_before[keys], per_segment[keys - 1], 0.0)
        after = np.where(self.has_after[keys], per_segment[np.minimum(keys, len(per_segment) - 1)], 0.0)
        return before, after


def set_tcb(keys: Ints, segments: Segments, data: Doubles, right: Doubles, left: Doubles) -> None:
    """Tension, continuity and bias (Kochanek and Bartels 1984), with slopes instead of differences."""
    tension, continuity, bias = data[keys, :3].T
    before, after = segments.around(segments.slopes, keys)
    both = segments.has_before[keys] & segments.has_after[keys]
    factor = np.where(both, 0.5, 1.0) * (1 - tension)
    incoming = (1 + bias) * (1 - continuity) * before + (1 - bias) * (1 + continuity) * after
    inner = keys > 0
    left[keys[inner] - 1] = (factor * incoming)[inner]
    right[keys] = factor * ((1 + bias) * (1 + continuity) * before + (1 - bias) * (1 - continuity) * after)


def set_auto(keys: Ints, segments: Segments, flags: Ints, right: Doubles, left: Doubles) -> None:
    """Slopes before and after automatic keys, which store biases in percent instead of slopes."""
    incoming, outgoing = np.where(keys > 0, left[keys - 1], 0.0), right[keys]
    inner = segments.has_before[keys] & segments.has_after[keys]
    before, after = np.zeros(len(keys)), np.zeros(len(keys))
    if inner.any():
        at, out_bias, in_bias = keys[inner], outgoing[inner], -incoming[inner]
        after[inner] = auto_slopes(at, segments, out_bias, flags[inner])
        differ = np.abs(out_bias - in_bias) > SAME_BIAS
        if differ.any():
            before[inner] = np.where(differ, auto_slopes(at, segments, in_bias, flags[inner]), after[inner])
        else:
            before[inner] = after[inner]
    if not inner.all():
        edge = ~inner
        at_edge = _edge_slopes(keys[edge], segments, -incoming[edge], outgoing[edge], flags[edge])
        before[edge] = after[edge] = at_edge
    right[keys] = after
    left[keys[keys > 0] - 1] = before[keys > 0]


def _edge_slopes(
    keys: Ints, segments: Segments, incoming: Doubles, outgoing: Doubles, flags: Ints
) -> Doubles:
    """Slopes of keys with one segment only: the slope of that segment."""
    has_before, has_after = segments.has_before[keys], segments.has_after[keys]
    before, after = segments.around(segments.slopes, keys)
    values = segments.values
    other = np.where(has_before, values[keys - 1], values[np.minimum(keys + 1, len(values) - 1)])
    bias = np.where(has_before, incoming, outgoing)
    slope = np.where(has_before, before, after)
    follows = (flags & FLAG_TIME_INDEPENDENT) == 0
    slope = slope + np.where(follows, _beyond(np.abs(bias) / 100, bias), 0.0)
    flat = (flags & FLAG_PROGRESSIVE) != 0
    flat |= ((flags & FLAG_CLAMP) != 0) & (other == values[keys])
    return np.where(flat | ~(has_before | has_after), 0.0, slope)


def auto_slopes(keys: Ints, segments: Segments, bias: Doubles, flags: Ints) -> Doubles:
    """The slopes at keys between two others."""
    values, lengths = segments.values, segments.lengths
    value, first, last = values[keys], values[keys - 1], values[keys + 1]
    before, after = lengths[keys - 1], lengths[keys]
    slope = (last - first) / (before + after)
    follows = (flags & FLAG_TIME_INDEPENDENT) == 0
    if follows.any():
        timed = _timed_slopes(keys, segments, slope, bias)
        slope = np.where(follows, timed, slope)
    progressive = (flags & FLAG_PROGRESSIVE) != 0
    if progressive.any():
        sign = np.where(slope >= 0, 1.0, -1.0)
        steepest = np.abs(slope)
        for width, rise in (
            (segments.left_weights[keys - 1] * before, sign * (value - first)),
            (segments.right_weights[keys] * after, sign * (last - value)),
        ):
            limit = np.divide(rise, width, out=np.zeros_like(rise), where=width > 0)
            steepest = np.minimum(steepest, np.maximum(limit, 0.0))
        slope = np.where(progressive, sign * steepest, slope)
    clamped = (flags & FLAG_CLAMP) != 0
    level = (first == value) | (last == value)
    return np.where(clamped & level, 0.0, slope)


def _timed_slopes(keys: Ints, segments: Segments, slope: Doubles, bias: Doubles) -> Doubles:
    """Slopes that take the times of the neighbours into account, and favour one of them by the bias."""
    lengths = segments.lengths
    left, right = segments.slopes[keys - 1], segments.slopes[keys]
    share = lengths[keys - 1] / (lengths[keys - 1] + lengths[keys])
    slope = (slope + left * (1 - share) + right * share) / 2
    weight = np.abs(bias) / 100
    leans = weight > SAME_BIAS
    if not leans.any():
        return slope
    target = np.where(bias > 0, right, left)
    towards = target - slope
    leaning = slope * (1 - weight) + target * weight
    leaning = leaning + _beyond(weight, np.where(np.abs(towards) > 1e-5, towards, bias))
    return np.where(leans, leaning, slope)


def _beyond(weight: Doubles, direction: Doubles) -> Doubles:
    """The addition to a slope for a bias above 500 %, as in ufbx."""
    more = np.maximum(weight - MOST_BIAS, 0.0)
    return 40.0 * more * more * np.where(direction > 0, 1.0, -1.0)
