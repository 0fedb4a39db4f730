"""Lights of files, and of rigs."""

from __future__ import annotations

import json
from math import pi

import pytest

from pantin.formats.gltf import policy
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.rig import Light, Node, build

NAME = "KHR_lights_punctual"


def lifted(lights, on_node=0):
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": [NAME],
        "extensions": {NAME: {"lights": lights}},
        "nodes": [{"name": "lamp", "extensions": {NAME: {"light": on_node}}}],
    }
    return lift(read(json.dumps(tree).encode(), name="a.gltf"))


def test_members_and_their_defaults():
    """The defaults of the extension: white, 1, no range, cones of 0 and π/4."""
    (light,) = lifted([{"type": "spot"}]).rig.lights
    assert light == Light("spot", (1.0, 1.0, 1.0), 1.0, None, 0.0, pi / 4)
    given = {
        "type": "spot", "color": [1, 0.5, 0], "intensity": 40, "range": 9, "name": "beam",
        "spot": {"innerConeAngle": 0.1, "outerConeAngle": 0.2},
    }  # fmt: skip
    result = lifted([given])
    assert result.rig.lights == (Light("spot", (1.0, 0.5, 0.0), 40.0, 9.0, 0.1, 0.2, "beam"),)
    assert result.rig.nodes.lights.tolist() == [0]


@pytest.mark.parametrize("number", [1, -1, "0", None, True])
def test_a_light_that_does_not_exist_is_reported(number):
    result = lifted([{"type": "point"}], number)
    assert result.rig.nodes.lights.tolist() == [-1]
    assert [finding.rule for finding in result.findings] == ["RIG-LEFT_OUT"]


@pytest.mark.parametrize(
    ("members", "what"),
    [
        ({"intensity": -1}, '"intensity" of light 0: it is not a number of 0 or more'),
        ({"range": "far"}, '"range" of light 0: it is not a number above 0'),
        ({"color": [1, 1]}, '"color" of light 0: it is not a list of 3 items'),
        (
            {"type": "spot", "spot": {"innerConeAngle": 7}},
            '"innerConeAngle" of spot of light 0: it is not a number of 0 or more',
        ),
    ],
)
def test_a_broken_member_has_its_default_and_is_reported(members, what):
    result = lifted([{"type": "point", **members}])
    assert result.rig.lights == (Light(members.get("type", "point")),)
    assert [finding.message for finding in result.findings] == [f"skipped {what}"]


def test_one_entry_that_is_no_object_makes_the_list_unusable():
    """As GLTF-ARRAY_TYPE_MISMATCH says."""
    result = lifted([{"type": "point"}, 5])
    assert result.rig.lights == ()
    assert result.findings[0].pointer == f"/extensions/{NAME}/lights"


def test_lights_are_written_with_what_differs_from_the_defaults():
    rig = build(nodes=[Node(light=1)], lights=[Light("directional"), Light("spot", outer_cone=0.5)])
    document = write(rig)
    policy.lower(document, rig)
    assert document.tree["extensions"][NAME]["lights"] == [
        {"type": "directional"},
        {"type": "spot", "spot": {"outerConeAngle": 0.5}},
    ]
    assert document.tree["nodes"][0]["extensions"] == {NAME: {"light": 1}}
    assert document.tree["extensionsUsed"] == [NAME]
