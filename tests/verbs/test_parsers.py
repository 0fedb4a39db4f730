"""`--set` and `--blend` as they are typed, made into what the library takes."""

from __future__ import annotations

import re

import pytest

from pantin.verbs.parsers import numbers, points, rotations, weights


def test_angles_and_weights_by_name():
    assert rotations(["elbow=0,0,45", "2=-90,0,1e1"], "--set") == {"elbow": [0, 0, 45], "2": [-90, 0, 10]}
    assert weights(["smile=0.8", "frown=-1"], "--blend") == {"smile": 0.8, "frown": -1.0}


def test_a_name_may_hold_an_equals_sign():
    assert rotations(["a=b=1,2,3"], "--set") == {"a=b": [1, 2, 3]}


def test_the_last_one_counts_and_comes_last():
    """Rotations of two names of one node are applied in this order."""
    assert list(rotations(["a=1,1,1", "b=2,2,2", "a=3,3,3"], "--set").items()) == [
        ("b", [2, 2, 2]),
        ("a", [3, 3, 3]),
    ]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("elbow", "--set elbow: expected NODE=rx,ry,rz or NODE=yw:90"),
        ("=1,2,3", "--set =1,2,3: expected NODE=rx,ry,rz or NODE=yw:90"),
        ("elbow=0,0,nan", "--set elbow=0,0,nan: a number is not finite"),
    ],
)
def test_a_rotation_without_a_name_or_size_is_wrong_usage(option, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        rotations([option], "--set")


@pytest.mark.parametrize("angles", ["1,2", "", "yw", "a,b,c"])
def test_what_is_no_rotation_is_wrong_usage(angles):
    message = "expected three angles, as in elbow=0,0,45, or planes, as in elbow=yw:90"
    with pytest.raises(ValueError, match=re.escape(f"--set elbow={angles}: {message}")):
        rotations([f"elbow={angles}"], "--set")


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("smile", "--blend smile: expected NAME=X"),
        ("smile=1,2", "--blend smile=1,2: one weight is expected, as in smile=0.8"),
        ("smile=inf", "--blend smile=inf: a number is not finite"),
    ],
)
def test_what_is_no_weight_is_wrong_usage(option, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        weights([option], "--blend")


def test_numbers_are_named_with_their_option():
    assert numbers("1,-2.5", "--plane") == [1.0, -2.5]
    with pytest.raises(ValueError, match=r"^--plane: 'a' must consist of numbers$"):
        numbers("a", "--plane")


def test_points_by_node():
    assert points(("hand_L=0.3,1.2,0.4", "a=b=1,2,3"), "--reach") == {
        "hand_L": [0.3, 1.2, 0.4],
        "a=b": [1.0, 2.0, 3.0],
    }
    with pytest.raises(ValueError, match="three numbers are expected"):
        points(("hand_L=1,2",), "--reach")
