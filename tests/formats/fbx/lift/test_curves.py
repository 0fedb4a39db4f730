"""Curves by hand: what the tangents, weights and repetitions of a curve mean."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.fbx.lift.curves import Curve, read_curve
from pantin.formats.fbx.lift.fitting import fit
from pantin.formats.fbx.lift.older_curves import read_older_curve
from pantin.formats.fbx.nodes import Array, Node, Word

CUBIC_USER, LINEAR, CONSTANT, NEXT = 0x408, 0x4, 0x2, 0x102


def curve(times, values, flags, data=(0, 0, 0, 0)) -> Curve:
    count = len(times)
    rows = np.tile(np.array(data, np.float32), (count, 1)).ravel()
    node = Node(
        "AnimationCurve",
        children=[
            Node("KeyTime", [Array.from_numbers(np.array(times) * 10, "l")], "l"),
            Node("KeyValueFloat", [Array.from_numbers(np.array(values, np.float32), "f")], "f"),
            Node("KeyAttrFlags", [Array.from_numbers(np.full(count, flags, np.int32), "i")], "i"),
            Node("KeyAttrDataFloat", [Array.from_numbers(rows, "f")], "f"),
            Node("KeyAttrRefCount", [Array.from_numbers(np.ones(count, np.int32), "i")], "i"),
        ],
    )
    read = read_curve(node, 10.0, has_bits=False)
    assert read is not None
    return read


def at(which: Curve, *times: float) -> list[float]:
    array = np.array(times, np.float64)
    return which.evaluate(array, array).tolist()


def test_lines_steps_and_holds():
    assert at(curve([0, 2], [0, 10], LINEAR), -1, 0, 0.5, 2, 3) == [0, 0, 2.5, 10, 10]
    assert at(curve([0, 2], [0, 10], CONSTANT), 0, 1.9, 2) == [0, 0, 10]
    assert at(curve([0, 2], [0, 10], NEXT), 0.1, 1.9, 2) == [10, 10, 10]


def test_a_cubic_with_flat_tangents_is_a_smoothstep():
    flat = curve([0, 2], [0, 8], CUBIC_USER)
    assert at(flat, 0.5, 1, 1.5) == pytest.approx([8 * (3 - 0.5) / 16, 4, 8 - 8 * (3 - 0.5) / 16])


def test_a_cubic_with_the_slope_of_the_line_is_the_line():
    straight = curve([0, 2], [0, 8], CUBIC_USER, (4, 4, 0, 0))
    assert at(straight, 0.25, 1, 1.75) == pytest.approx([1, 4, 7])


def test_weights_move_the_control_points_in_time():
    weights = np.array([9999 | 9999 << 16], np.uint32).view(np.float32)[0]
    steep = curve([0, 1], [0, 1], CUBIC_USER | 0x3000000, (0, 0, weights, 0))
    # Both control points are at the other end in time: t = 3 u² − 2 u³ backwards, values as before.
    early, middle, late = at(steep, 0.4, 0.5, 0.6)
    assert early < 0.2
    assert middle == pytest.approx(0.5, abs=1e-6)
    assert late == pytest.approx(1 - early, abs=1e-6)


@pytest.mark.parametrize(
    ("kind", "values"),
    [("C", [1, 3, 3, 3]), ("R", [1, 2, 3, 2]), ("M", [1, 2, 1, 2]), ("A", [1, 4, 5, 6])],
)
def test_repetitions_after_the_last_key(kind, values):
    saw = curve([0, 2], [1, 3], LINEAR)
    saw.after = (kind, -1)
    # At 0; 1 s after the last key; two whole turns; and 1 s after those.
    got = at(saw, 0, 3, 4 - 1e-9, 5)
    assert got == pytest.approx(values, abs=1e-6)


def test_an_extrapolation_by_slope():
    line = curve([0, 2], [1, 3], LINEAR)
    line.before = line.after = ("K", -1)
    assert at(line, -1, 4) == pytest.approx([0, 5])


def test_keys_that_are_not_finite_are_dropped_and_the_others_sorted():
    mixed = curve([2, 0, 1], [20, 0, np.nan], LINEAR)
    assert mixed.times.tolist() == [0, 2]
    assert mixed.dropped == 1


def test_a_curve_of_an_older_file():
    words = [0, 0.0, "L", 10, 5.0, "C", "s", 20, 7.0, "U", "s", 0.0, 0.0, "n"]
    values = [Word(word) if isinstance(word, str) else word for word in words]
    codes = "".join("C" if isinstance(word, str) else "D" for word in words)
    node = Node("Channel", ["X"], "S", [Node("KeyVer", [4005], "I"), Node("Key", values, codes)])
    read = read_older_curve(node, 10.0, 6100)
    assert at(read, 0, 0.5, 1, 1.9, 2) == pytest.approx([0, 2.5, 5, 5, 7])


def test_keys_follow_a_smooth_function_within_the_tolerance():
    def wave(times, near):
        return np.stack([np.sin(3 * times), times * 0, times], 1)

    keys = fit(wave, np.array([0.0, 2.0]), 1e-5, is_rotation=False)
    assert keys.interpolation == "CUBICSPLINE"
    assert len(keys.times) < 40


def test_steps_and_lines_need_no_more_keys():
    def stairs(times, near):
        return np.floor(near)[:, None] * [[1.0, 0, 0]]

    keys = fit(stairs, np.array([0.0, 1, 2, 3]), 1e-5, is_rotation=False)
    assert (keys.interpolation, keys.times.tolist()) == ("STEP", [0, 1, 2, 3])
    line = fit(
        lambda times, near: times[:, None] * [[2.0, 0, 1]], np.array([0.0, 5]), 1e-5, is_rotation=False
    )
    assert (line.interpolation, line.values.tolist()) == ("LINEAR", [[0, 0, 0], [10, 0, 5]])
