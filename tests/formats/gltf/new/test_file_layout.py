"""Layouts: the order of members, and the JSON text written by them."""

from __future__ import annotations

from typing import get_args

import pytest

from pantin.formats.gltf.new.file_layout import (
    REFERENCE,
    STANDARD,
    Kind,
    NumberText,
    encode_json,
    order_members,
)


@pytest.mark.parametrize("layout", [STANDARD, REFERENCE], ids=["standard", "reference"])
def test_every_kind_of_object_has_an_order(layout):
    assert set(layout.keys) == set(get_args(Kind))
    assert all(len(set(order)) == len(order) for order in layout.keys.values())


def test_the_reference_puts_max_before_min_and_its_generator_first():
    """reference/rigy.md §6.1."""
    assert REFERENCE.keys["accessor"][-2:] == ("max", "min")
    assert (REFERENCE.keys["asset"], REFERENCE.generator) == (("generator", "version"), "pygltflib@v1.16.5")


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
    assert list(order_members(STANDARD, "node", given)) == ["matrix", "mesh", "zebra"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": [1, 2.5, 1e-07], "b": {"c": True}}, '{"a":[1,2.5,1e-07],"b":{"c":true}}'),
        ([NumberText("0.500000"), 1], "[0.500000,1]"),
        ([[0.1], []], "[[0.1],[]]"),
        ("é", '"é"'),
    ],
)
def test_compact_json(value, text):
    assert encode_json(value, False) == text


def test_ascii_escapes_the_rest():
    assert encode_json({"é": "é"}, True) == '{"\\u00e9":"\\u00e9"}'


def test_a_number_that_json_cannot_say_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        encode_json([float("nan")], False)
