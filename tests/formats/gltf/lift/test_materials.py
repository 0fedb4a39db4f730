"""Materials: a name and a base colour, white where the file says nothing (glTF 2.0 §5.22.1)."""

from __future__ import annotations

import pytest


def test_name_and_base_colour(raw):
    raw.tree["materials"] = [
        {"name": "red", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 0.5]}},
        {},
    ]
    first, second = raw.lift().rig.materials
    assert (first.name, first.base_colour) == ("red", (1.0, 0.0, 0.0, 0.5))
    assert (second.name, second.base_colour) == (None, (1.0, 1.0, 1.0, 1.0))


@pytest.mark.parametrize("factor", [[1, 0, 0], "red", [1, 0, 0, "x"], [True, 0, 0, 0], None])
def test_what_is_no_colour_is_white(raw, factor):
    raw.tree["materials"] = [{"pbrMetallicRoughness": {"baseColorFactor": factor}}]
    assert raw.lift().rig.materials[0].base_colour == (1.0, 1.0, 1.0, 1.0)


def test_a_part_past_every_double_is_one(raw):
    raw.tree["materials"] = [{"pbrMetallicRoughness": {"baseColorFactor": [0, 10**310, -(10**310), 1e308]}}]
    assert raw.lift().rig.materials[0].base_colour == (0.0, 1.0, 1.0, 1e308)
