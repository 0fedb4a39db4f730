"""Cameras and lights of files that others wrote."""

from __future__ import annotations

import json
from math import pi

import pytest

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.rig import Camera, Light, Orthographic, Perspective


def lifted(*nodes, dimension=3, **members):
    listed = [{"children": list(range(1, len(nodes) + 1))}, *nodes]
    data = json.dumps({"asset": {"dimension": dimension}, "nodes": listed} | members).encode()
    found = lift(read(data, name="a.g4tf"))
    return found.rig, [finding.message for finding in found.findings]


def test_a_camera_that_states_nothing_sees_90_degrees():
    """G4MF camera, properties: the defaults; near and far planes are up to the reader."""
    rig, said = lifted({"camera": {}}, {"camera": {"type": "orthographic"}})
    assert rig.cameras == (Camera(Perspective(pi / 2, 0.001)), Camera(Orthographic(1.0, 0.0, 1e6)))
    assert said == []


def test_a_width_is_read_as_a_height_and_reported():
    rig, said = lifted({"camera": {"fov": 1.0, "keepAspect": 0, "clipNear": 0.1}})
    assert rig.cameras == (Camera(Perspective(1.0, 0.1)),)
    assert len(said) == 1
    assert "keepAspect" in said[0]


def test_a_light_that_states_nothing_is_a_point_of_1000_candela():
    rig, said = lifted({"light": {}})
    assert rig.lights == (Light("point", intensity=1000.0),)
    assert rig.nodes.lights.tolist() == [-1, 0]
    assert said == []


def test_lights_of_a_list_are_those_of_the_older_form():
    rig, said = lifted({"light": 1}, {"light": 7}, lights=[{}, {"type": "spot", "name": "lamp"}])
    assert [light.name for light in rig.lights] == ["lamp"]
    assert rig.nodes.lights.tolist() == [-1, 0, -1]
    assert said == ["skipped the light of node 2: there is no light 7"]


@pytest.mark.parametrize(
    ("node", "part"),
    [
        ({"light": {"type": "laser"}}, '"type"'),
        ({"light": {"color": [1, 1]}}, '"color"'),
        ({"light": {"range": -1}}, '"range"'),
        ({"camera": {"fov": 0}}, '"fov"'),
        ({"camera": {"clipNear": 0}}, '"clipNear"'),
        ({"camera": {"type": "fisheye"}}, '"type"'),
    ],
)
def test_what_cannot_be_used_is_skipped(node, part):
    assert lifted(node)[1][0].startswith(f"skipped {part} of node 1")


def test_visibility_bone_lengths_and_extras_of_nodes():
    rig, _ = lifted(
        {"visible": False, "extras": {"a": [1]}},
        {"bone": {"length": 0.5}},
        {"boneLength": 2},
        {"bone": {"length": -1}, "extras": 3},
    )
    assert rig.nodes.visible.tolist() == [True, False, True, True, True]
    assert str(rig.nodes.bone_lengths.tolist()) == "[nan, nan, 0.5, 2.0, nan]"
    assert rig.nodes.extras == (None, {"a": [1]}, None, None, None)
