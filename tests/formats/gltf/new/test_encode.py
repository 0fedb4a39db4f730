"""JSON text: order, what is dropped, how numbers are spelled."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.new.encode import Spelled, encoded, ordered
from pantin.formats.gltf.new.file_layout import STANDARD


def test_members_are_ordered_and_empty_ones_dropped():
    given = {
        "zebra": 1,
        "mesh": 0,
        "name": "",
        "children": [],
        "weights": None,
        "matrix": [0.0],
        "extras": {},
    }
    assert list(ordered(STANDARD, "node", given)) == ["matrix", "mesh", "zebra"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": [1, 2.5, 1e-07], "b": {"c": True}}, '{"a":[1,2.5,1e-07],"b":{"c":true}}'),
        ([Spelled("0.500000"), 1], "[0.500000,1]"),
        ([[0.1], []], "[[0.1],[]]"),
        ("é", '"é"'),
    ],
)
def test_compact_json(value, text):
    assert encoded(value, False) == text


def test_ascii_escapes_the_rest():
    assert encoded({"é": "é"}, True) == '{"\\u00e9":"\\u00e9"}'


def test_a_number_that_json_cannot_say_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        encoded([float("nan")], False)
