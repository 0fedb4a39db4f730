"""Animation curves of files before 7.0: numbers and letters in one list."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.formats.fbx.lift.curves import (
    CONSTANT,
    CUBIC,
    LINEAR,
    NEXT,
    THIRD,
    Curve,
    read_extrapolation,
)
from pantin.formats.fbx.lift.tangents import (
    FLAG_PROGRESSIVE,
    FLAG_TIME_INDEPENDENT,
    Segments,
    auto_slopes,
)
from pantin.formats.fbx.nodes import Array, Node, Word

Row = tuple[float, float, int, float, float, float, float, bool]
"""Time, value, kind, both slopes, both weights, and whether the slopes are to be computed."""

UNWEIGHTED, OF_MODE = ("n", "c"), {"a": 2, "l": 1, "r": 1}


def read_older_curve(node: Node, ticks: float, version: int) -> Curve | None:
    """A channel of a take: `Key: time, value, mode, …` with numbers and letters in one list."""
    keys = node.first("Key")
    if keys is None:
        return None
    words = _words(keys)
    default = 4003 if version < 5000 else 4004 if version < 6000 else 4005
    form = node.integer("KeyVer", default) or default
    rows: list[Row] = []
    position = 0
    try:
        while position + 2 < len(words):
            row, position = _older_key(words, position, form)
            rows.append(row)
    except (IndexError, KeyError, TypeError, ValueError):
        pass  # the keys before the fault
    if not rows:
        return None
    columns = [np.array(column, np.float64) for column in zip(*rows, strict=True)]
    times, values, kinds = columns[0] / ticks, columns[1], columns[2].astype(np.int64)
    usable = np.isfinite(times) & np.isfinite(values)
    order = np.flatnonzero(usable)[np.argsort(times[usable], kind="stable")]
    if not len(order):
        return None
    right, left, right_weights, left_weights = (column[order] for column in columns[3:7])
    curve = Curve(times[order], values[order], kinds[order], right, left, right_weights, left_weights)
    _finish_older(curve, columns[7][order] != 0)
    curve.before = read_extrapolation(node, "Pre-Extrapolation")
    curve.after = read_extrapolation(node, "Post-Extrapolation")
    curve.dropped = len(rows) - len(order)
    return curve


def _words(keys: Node) -> list[float | str]:
    """Numbers, and letters as strings: binary files have them as bytes among the numbers."""
    known = keys.words()
    if known is not None:
        return known
    words: list[float | str] = []
    for code, value in zip(keys.codes, keys.values, strict=True):
        if isinstance(value, Array):
            words += value.numbers.tolist()
        elif isinstance(value, Word | str):
            words.append(str(value))
        elif isinstance(value, bytes):
            continue
        else:
            words.append(chr(int(value)) if code in "CB" else float(value))
    return words


def _older_key(words: list[float | str], position: int, form: int) -> tuple[Row, int]:
    """Read one key and the position of the next. Raises if the list is damaged."""
    time, value, mode = float(words[position]), float(words[position + 1]), words[position + 2]
    position += 3
    right = left = 0.0
    weights = [THIRD, THIRD]
    is_auto = False
    if mode == "L":
        return (time, value, LINEAR, right, left, THIRD, THIRD, False), position
    if mode == "C":
        kind = CONSTANT
        if form >= 4004:
            kind = NEXT if words[position] == "n" else CONSTANT
            position += 1
        return (time, value, kind, right, left, THIRD, THIRD, False), position
    if mode != "U":
        raise ValueError(f"unknown mode {mode!r}")
    slope_mode = words[position]
    position += 1
    modes = 1
    if slope_mode in ("s", "b"):
        right, left = float(words[position]), float(words[position + 1])
        position += 2
        modes = 0 if form == 4003 else 1
    else:
        is_auto = True
        skipped, modes = {"a": (0, int(form > 4004)), "t": (3, 0), "d": (1, 1)}.get(
            str(slope_mode), (2, 1 if form <= 4004 else 2)
        )
        position += skipped
    for _ in range(modes):
        weight_mode = words[position]
        position += 1
        if weight_mode in UNWEIGHTED:
            continue
        numbers = [float(word) for word in words[position : position + OF_MODE[str(weight_mode)]]]
        position += len(numbers)
        if weight_mode in ("a", "r"):
            weights[0] = numbers[0]
        if weight_mode in ("a", "l"):
            weights[1] = numbers[-1]
    return (time, value, CUBIC, right, left, weights[0], weights[1], is_auto), position


def _finish_older(curve: Curve, auto: NDArray[np.bool_]) -> None:
    """Set the slopes of linear and of automatic keys."""
    segments = Segments(
        curve.values, curve.times[1:] - curve.times[:-1], curve.right_weights, curve.left_weights
    )
    keys = np.flatnonzero(auto)
    slopes = np.zeros(len(keys))
    inner = segments.has_before[keys] & segments.has_after[keys]
    if inner.any():
        flags = np.full(int(inner.sum()), FLAG_PROGRESSIVE | FLAG_TIME_INDEPENDENT)
        slopes[inner] = auto_slopes(keys[inner], segments, np.zeros(len(flags)), flags)
    curve.right[keys] = slopes
    curve.left[keys[keys > 0] - 1] = slopes[keys > 0]
    linear = np.flatnonzero(curve.kinds[:-1] == LINEAR)
    curve.right[linear] = curve.left[linear] = segments.slopes[linear]
    curve.right_weights[:] = np.clip(curve.right_weights, 0, 1)
    curve.left_weights[:] = np.clip(curve.left_weights, 0, 1)
