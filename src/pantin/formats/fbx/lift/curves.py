"""Animation curves: keys with tangents, and their values at any time."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.fbx.lift.tangents import Segments, set_auto, set_tcb
from pantin.formats.fbx.nodes import Node, whole_numbers

Doubles: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

CONSTANT, NEXT, LINEAR, CUBIC = range(4)
"""Interpolation after a key: hold its value, hold the value of the next key, linear, or Bézier."""

FLAG_CONSTANT, LINEAR_FLAG, FLAG_CUBIC = 0x2, 0x4, 0x8
FLAG_NEXT = FLAG_AUTO = 0x100
FLAG_TCB, FLAG_USER = 0x200, 0x400
FLAG_RIGHT_WEIGHT, FLAG_NEXT_LEFT_WEIGHT = 0x1000000, 0x2000000

THIRD = 1 / 3
"""The default weight of a tangent: with it, a Bézier segment is a cubic polynomial of time."""

Extrapolation = tuple[Literal["C", "K", "R", "M", "A"], int]


class Curve(Struct, eq=False):
    """K keys. Arrays of segments have K entries too; the last one is unused.

    times   (K,) seconds, ascending
    values  (K,)
    kinds   (K,) how the curve goes on from each key
    right   (K,) slope at the begin of each segment, in units per second
    left    (K,) slope at its end
    right_weights, left_weights  (K,) how long both tangents are, as parts of the segment
    before, after  how it goes on outside of the keys, and how often (−1: always)
    """

    times: Doubles
    values: Doubles
    kinds: Ints
    right: Doubles
    left: Doubles
    right_weights: Doubles
    left_weights: Doubles
    before: Extrapolation = ("C", -1)
    after: Extrapolation = ("C", -1)
    dropped: int = field(default=0)
    """The number of keys dropped because they are not finite."""

    @property
    def is_constant(self) -> bool:
        if len(self.times) < 2:
            return True
        flat = bool((self.values == self.values[0]).all())
        curved = self.kinds[:-1] == CUBIC
        return flat and not (curved & ((self.right[:-1] != 0) | (self.left[:-1] != 0))).any()

    @property
    def is_weighted(self) -> bool:
        """Whether any segment is not a polynomial of time, because its tangents have weights."""
        curved = self.kinds[:-1] == CUBIC
        off = np.maximum(np.abs(self.right_weights - THIRD), np.abs(self.left_weights - THIRD))
        return bool((curved & (off[:-1] > 1e-5)).any())

    @property
    def reach(self) -> float:
        """The largest difference between its values, bounded by keys and control points; infinite for a curve
        that keeps rising outside its keys."""
        if self.before[0] in "KA" or self.after[0] in "KA":
            return np.inf
        lengths = np.diff(self.times)
        sides = (
            self.values[:-1] + lengths * self.right_weights[:-1] * self.right[:-1],
            self.values[1:] - lengths * self.left_weights[:-1] * self.left[:-1],
        )
        return float(np.ptp(np.concatenate([self.values, *sides])))

    def breaks(self, begin: float, end: float) -> Doubles:
        """The times of keys between two times, including repetitions of the curve."""
        keys = self.times
        if len(keys) < 2:
            return keys[(keys > begin) & (keys < end)]
        span = float(keys[-1] - keys[0])
        pieces = [keys]
        if span > 0:
            for (kind, count), outside, sign in (
                (self.before, keys[0] - begin, -1.0),
                (self.after, end - keys[-1], 1.0),
            ):
                if kind in "RMA" and outside > 0:
                    number = min(int(np.ceil(outside / span)), count if count >= 0 else MOST_REPEATS)
                    for turn in range(1, min(number, MOST_REPEATS) + 1):
                        mirrored = keys[0] + keys[-1] - keys
                        pieces.append((mirrored if kind == "M" and turn % 2 else keys) + sign * turn * span)
        every = np.unique(np.concatenate(pieces))
        return every[(every > begin) & (every < end)]

    def evaluate(self, times: Doubles, near: Doubles) -> Doubles:
        """Values at times. At the time of a key, `near` selects the segment, because a stepped curve has two
        values there; with `near` equal to the key's time the result is the value of the key."""
        keys = self.times
        if len(keys) == 1:
            return np.full(times.shape, self.values[0])
        times, near, offset = self._wrap_times(times, near)
        segment = np.clip(np.searchsorted(keys, near, side="right") - 1, 0, len(keys) - 2)
        start, values = keys[segment], self.values
        length = keys[segment + 1] - start
        part = np.clip(np.divide(times - start, length, out=np.zeros_like(times), where=length > 0), 0, 1)
        first, second = values[segment], values[segment + 1]
        kinds = self.kinds[segment]
        result = np.where(kinds == LINEAR, first + (second - first) * part, first)
        result = np.where((kinds == NEXT) & (near > start), second, result)
        cubic = np.flatnonzero((kinds == CUBIC).ravel())
        if len(cubic):
            flat = segment.ravel()[cubic]
            result.ravel()[cubic] = self._bezier(flat, part.ravel()[cubic], length.ravel()[cubic])
        result = np.where(near < keys[0], values[0], np.where(near >= keys[-1], values[-1], result))
        return result + offset

    def _bezier(self, segment: Ints, part: Doubles, length: Doubles) -> Doubles:
        right, left = self.right_weights[segment], self.left_weights[segment]
        along = part
        weighted = (np.abs(right - THIRD) > 1e-5) | (np.abs(left - THIRD) > 1e-5)
        if weighted.any():
            along = part.copy()
            along[weighted] = _solve(right[weighted], 1 - left[weighted], part[weighted])
        first, last = self.values[segment], self.values[segment + 1]
        second = first + right * length * self.right[segment]
        third = last - left * length * self.left[segment]
        rest = 1 - along
        return (
            rest * rest * rest * first
            + 3 * rest * rest * along * second
            + 3 * rest * along * along * third
            + along * along * along * last
        )

    def _wrap_times(self, times: Doubles, near: Doubles) -> tuple[Doubles, Doubles, Doubles]:
        """Times outside the keys moved into the repeated range, and the offsets to add to their values."""
        offset = np.zeros(times.shape)
        if (self.before[0], self.after[0]) == ("C", "C"):
            return times, near, offset
        first, last = self.times[0], self.times[-1]
        span = last - first
        times, near = times.copy(), near.copy()
        for outside, (kind, count), edge, is_before in (
            (near < first, self.before, first, True),
            (near > last, self.after, last, False),
        ):
            if kind == "C" or not outside.any():
                continue
            beyond = np.abs(near[outside] - edge)
            if kind == "K":
                slope = self.right[0] if is_before else self.left[-2]
                offset[outside] += slope * (times[outside] - edge)
                continue
            if count == 0 or not span > 0:
                continue
            turn = np.floor(beyond / span)
            delta = np.abs(times[outside] - edge) - turn * span
            middle = beyond - turn * span
            if count > 0:
                over = turn >= count
                turn = np.where(over, count - 1, turn)
                delta, middle = np.where(over, span, delta), np.where(over, span, middle)
            if kind == "M":
                even = turn % 2 == 0
                delta, middle = np.where(even, span - delta, delta), np.where(even, span - middle, middle)
            if is_before:
                delta, middle = span - delta, span - middle
            times[outside] = first + np.clip(delta, 0, span)
            near[outside] = np.clip(first + middle, first, last)
            if kind == "A":
                rise = (self.values[-1] - self.values[0]) * (-1 if is_before else 1)
                offset[outside] += rise * (turn + 1)
        return times, near, offset


MOST_REPEATS = 10_000
"""The most repetitions of a curve for which each key counts as a break."""


def _solve(second: Doubles, third: Doubles, part: Doubles) -> Doubles:
    """Solve a Bézier with control times 0, second, third, 1 for its parameter at time `part`: Newton's
    method, with bisection where a step leaves the interval."""
    low, high = np.zeros_like(part), np.ones_like(part)
    along = part.copy()
    for _ in range(STEPS):
        rest = 1 - along
        time = 3 * rest * rest * along * second + 3 * rest * along * along * third + along**3
        error = time - part
        low, high = np.where(error < 0, along, low), np.where(error < 0, high, along)
        slope = (
            3 * rest * rest * second + 6 * rest * along * (third - second) + 3 * along * along * (1 - third)
        )
        step = along - np.divide(error, slope, out=np.full_like(error, 2.0), where=np.abs(slope) > 1e-12)
        along = np.where((step > low) & (step < high), step, (low + high) / 2)
    return along


STEPS = 40
"""Bisection steps that reach 1e-12 without Newton's method."""


def read_curve(node: Node, ticks: float, has_bits: bool) -> Curve | None:
    """A curve of files from 7.0 on; None without keys. `has_bits`: integers hold the bits of floats, as in
    newer text files."""
    times = node.numbers("KeyTime").astype(np.float64) / ticks
    values = node.numbers("KeyValueFloat").astype(np.float64)
    count = min(len(times), len(values))
    if not count:
        return None
    times, values = times[:count], values[:count]
    flags, floats = _attributes(node, count, has_bits)
    data, bits = floats.astype(np.float64), floats.view(np.uint32).astype(np.int64)
    if not np.isfinite(data).all():
        data = np.where(np.isfinite(data), data, 0.0)
    rows = _usable_rows(times, values)
    if not len(rows):
        return None
    if len(rows) < count or (rows[1:] < rows[:-1]).any():
        times, values, flags, data, bits = times[rows], values[rows], flags[rows], data[rows], bits[rows]
    curve = _with_tangents(times, values, flags, data, bits[:, 2])
    curve.before = read_extrapolation(node, "Pre-Extrapolation")
    curve.after = read_extrapolation(node, "Post-Extrapolation")
    curve.dropped = count - len(rows)
    return curve


def is_level(node: Node, value: float, tolerance: float) -> bool | None:
    """Whether a curve of files from 7.0 on is constant; None if that depends on its tangents."""
    values = node.numbers("KeyValueFloat")
    if not len(values):
        return True
    off = np.abs(values - value)
    if (off > tolerance).any():
        return False
    floats = node.numbers("KeyAttrDataFloat")
    if np.isnan(off).any() or floats[0::4].any() or floats[1::4].any():
        return None
    return True


def _usable_rows(times: Doubles, values: Doubles) -> Ints:
    """The finite keys, sorted by time."""
    usable = np.isfinite(times) & np.isfinite(values)
    rows = np.flatnonzero(usable)
    ordered = times[rows]
    if (ordered[1:] >= ordered[:-1]).all():
        return rows
    return rows[np.argsort(ordered, kind="stable")]


def _runs(node: Node, count: int) -> Ints:
    """(K,) the row of attributes for each key: consecutive keys with equal attributes share one."""
    stored = node.numbers("KeyAttrRefCount")
    if len(stored) == 1 and stored[0] >= count:
        return np.zeros(count, np.int64)
    repeats = np.maximum(stored.astype(np.float64), 0)
    repeats = np.minimum(np.nan_to_num(repeats), count).astype(np.int64)
    rows = np.repeat(np.arange(len(repeats)), repeats)[:count]
    return np.concatenate([rows, np.full(count - len(rows), -1)]) if len(rows) < count else rows


def _attributes(node: Node, count: int, has_bits: bool) -> tuple[Ints, NDArray[np.float32]]:
    """(K,) flags, and (K, 4) floats of each key; linear for keys without."""
    stored = whole_numbers(node.numbers("KeyAttrFlags"), LINEAR_FLAG)
    numbers = node.numbers("KeyAttrDataFloat")
    if has_bits:
        whole = np.nan_to_num(numbers.astype(np.float64), nan=0.0, posinf=0.0, neginf=0.0)
        floats = (whole.astype(np.int64) & 0xFFFFFFFF).astype(np.uint32).view(np.float32)
    else:
        with np.errstate(over="ignore"):
            floats = numbers.astype(np.float32)
    rows = _runs(node, count)
    table = np.zeros((len(stored) + 1, 4), np.float32)
    complete = min(len(floats) // 4, len(stored))
    table[:complete] = floats[: complete * 4].reshape(-1, 4)
    if len(rows) and rows.max() >= len(stored):
        rows = np.where(rows < len(stored), rows, -1)
    return np.append(stored, LINEAR_FLAG)[rows], table[rows]


def _with_tangents(times: Doubles, values: Doubles, flags: Ints, data: Doubles, packed: Ints) -> Curve:
    count = len(times)
    kinds = np.full(count, LINEAR)
    kinds[(flags & FLAG_CUBIC) != 0] = CUBIC
    constant = (flags & FLAG_CONSTANT) != 0
    kinds[constant] = np.where((flags[constant] & FLAG_NEXT) != 0, NEXT, CONSTANT)
    right_weights, left_weights = np.full(count, THIRD), np.full(count, THIRD)
    if (flags & (FLAG_RIGHT_WEIGHT | FLAG_NEXT_LEFT_WEIGHT)).any():
        right_weights = np.where((flags & FLAG_RIGHT_WEIGHT) != 0, (packed & 0xFFFF) / 1e4, THIRD)
        left_weights = np.where((flags & FLAG_NEXT_LEFT_WEIGHT) != 0, (packed >> 16) / 1e4, THIRD)
    right, left = data[:, 0].copy(), data[:, 1].copy()
    curved = kinds == CUBIC
    right_weights[~curved] = left_weights[~curved] = THIRD
    right[~curved] = left[~curved] = 0.0
    right_weights, left_weights = np.clip(right_weights, 0, 1), np.clip(left_weights, 0, 1)
    segments = Segments(values, times[1:] - times[:-1], right_weights, left_weights)
    tcb = curved & ((flags & FLAG_TCB) != 0)
    if tcb.any():
        left[tcb] = 0.0
        left_weights[tcb] = THIRD
        set_tcb(np.flatnonzero(tcb), segments, data, right, left)
    auto = np.flatnonzero(curved & ~tcb & ((flags & FLAG_USER) == 0))
    if len(auto):
        set_auto(auto, segments, flags[auto], right, left)
    linear = np.flatnonzero(kinds[:-1] == LINEAR)
    right[linear] = left[linear] = segments.slopes[linear]
    return Curve(times, values, kinds, right, left, right_weights, left_weights)


def read_extrapolation(node: Node, name: str) -> Extrapolation:
    child = node.first(name)
    if child is None:
        return "C", -1
    inner = child.first("Type")
    value = inner.value() if inner is not None else None
    letter = chr(value) if isinstance(value, int) and 0 <= value < 128 else str(value or "C")
    count = child.integer("Repetition", -1)
    kind = next((known for known in ("C", "K", "R", "M", "A") if known == letter), "C")
    return kind, max(count, -1)  # type: ignore[return-value]
