"""The numbers of animations: times and rotations."""

from __future__ import annotations

import pytest

INPUT = "/animations/0/samplers/0/input"
NEGATIVE, RISING = "ACCESSOR_ANIMATION_INPUT_NEGATIVE", "ACCESSOR_ANIMATION_INPUT_NON_INCREASING"
UNIT = "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION"
CHANNEL = "/animations/0/channels/0/sampler"


@pytest.mark.parametrize(
    ("times", "negative", "rising"),
    [
        ([0, 1, 2], False, True),
        ([5], False, True),
        ([0, 1, 1], False, False),
        ([-2, -3, 1], True, True),
        ([-1, 0, 1], True, False),
        ([1, -1, 1], True, False),
        ([1, float("nan"), 0.5], False, True),
    ],
)
def test_times_are_compared_with_the_last_that_was_not_negative(places, made, times, negative, rising):
    """Before any there is 0: a zero after a negative time has not risen. Nothing compares with NaN."""
    made.animation(times, [[0, 0, 0]] * len(times))
    assert places(NEGATIVE, **made.members) == [INPUT] * negative
    assert places(RISING, **made.members) == [INPUT] * (not rising)


def test_the_tangents_of_a_cubic_spline_have_any_length(places, made):
    tangent, unit = [9, 9, 9, 9], [0, 0, 0, 1]
    made.animation([0, 1], [tangent, unit, tangent] * 2, "rotation", interpolation="CUBICSPLINE")
    assert places(UNIT, **made.members) == []
    made.animation(
        [0, 1], [tangent, unit, tangent, unit, tangent, unit], "rotation", interpolation="CUBICSPLINE"
    )
    assert places(UNIT, **made.members) == [CHANNEL]


@pytest.mark.parametrize(("dtype", "one"), [("i1", 127), ("u1", 255), ("<i2", 32767), ("<u2", 65535)])
def test_rotations_of_integers_are_fractions(places, made, dtype, one):
    made.animation([0], [[0, 0, 0, one]], "rotation", dtype, normalized=True)
    assert places(UNIT, **made.members) == []
    made.animation([0], [[0, 0, 0, one // 2]], "rotation", dtype, normalized=True)
    assert places(UNIT, **made.members) == [CHANNEL]


def test_every_channel_that_turns_with_the_sampler_is_reported(places, made):
    made.animation([0], [[0, 0, 0, 2]], "rotation")
    made.tree["nodes"] = [{}, {}]
    second = {"sampler": 0, "target": {"node": 1, "path": "rotation"}}
    made.tree["animations"][0]["channels"].append(second)
    assert places(UNIT, **made.members) == [CHANNEL, "/animations/0/channels/1/sampler"]
