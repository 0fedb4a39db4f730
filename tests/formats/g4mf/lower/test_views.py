"""Cameras and lights on nodes of a new document."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.rig import Camera, Instance, Light, Mesh, Node, Orthographic, Perspective, Surface, build


def tree_of(*nodes, **parts):
    lowered = lower(build(nodes=[Node("root"), *nodes], **parts))
    return lowered.document.tree, [finding.message for finding in lowered.findings]


def test_a_camera_has_its_field_of_view_and_size_along_the_height():
    """G4MF camera: `fov` and `size` are those of the height by default, as glTF's yfov and twice its ymag."""
    tree, said = tree_of(
        Node(parent=0, camera=0),
        Node(parent=0, camera=1),
        cameras=[
            Camera(Perspective(0.8, 0.1, 50.0, 1.5), "eye", {"a": 1}),
            Camera(Orthographic(4.0, 0.0, 9.0, 6.0)),
        ],
    )
    assert tree["nodes"][1]["camera"] == {
        "name": "eye",
        "extras": {"a": 1},
        "fov": 0.8,
        "clipNear": 0.1,
        "clipFar": 50.0,
    }
    parallel = {"type": "orthographic", "size": 4.0, "clipNear": 0.0, "clipFar": 9.0}
    assert tree["nodes"][2]["camera"] == parallel
    assert said == [
        'dropped the aspect ratio of camera "eye" (0): G4MF takes it from the window',
        "dropped the width of camera 1: G4MF takes it from the window",
    ]


def test_planes_that_g4mf_forbids_are_dropped():
    tree, said = tree_of(Node(parent=0, camera=0), cameras=[Camera(Orthographic(0.0, 5.0, 5.0))])
    assert tree["nodes"][1]["camera"] == {"type": "orthographic", "clipFar": 5.0}
    assert [message.split(":")[0] for message in said] == [
        "dropped the height of camera 0",
        "dropped the near plane of camera 0",
    ]


def test_lights_state_what_differs_from_the_defaults_of_g4mf():
    tree, _ = tree_of(
        Node(parent=0, light=0),
        Node(parent=0, light=1),
        lights=[Light("point", intensity=1000.0), Light("spot", (1.0, 0.5, 0.0), 2.0, 7.0, 0.1, 0.2)],
    )
    assert tree["nodes"][1]["light"] == {"type": "point"}
    assert tree["nodes"][2]["light"] == {
        "type": "spot",
        "color": [1.0, 0.5, 0.0],
        "intensity": 2.0,
        "range": 7.0,
        "coneInnerAngle": 0.1,
        "coneOuterAngle": 0.2,
    }


@pytest.mark.parametrize(("dimension", "factor"), [(3, 4.0), (4, 8.0)])
def test_a_light_on_a_scaled_node_is_as_bright_in_the_world(dimension, factor):
    """G4MF light, intensity: twice the size makes it 4 times as bright in 3D, 8 times in 4D, and its range
    twice as long; KHR_lights_punctual: properties are unaffected by node transforms."""
    rig = build(
        dimension=dimension,
        nodes=[Node(), Node(parent=0, scale=[2.0] * dimension), Node(parent=1, light=0)],
        lights=[Light("point", intensity=80.0, range=6.0)],
    )
    document = lower(rig).document
    assert document.tree["nodes"][2]["light"] == {"type": "point", "intensity": 80.0 / factor, "range": 3.0}
    assert lift(document).rig.lights == rig.lights


def test_a_node_is_one_thing_so_others_are_its_children():
    """G4MF node, component properties."""
    rig = build(
        nodes=[Node("root"), Node("all", 0, [1.0, 2, 3], camera=0, light=0)],
        meshes=[Mesh((Surface(np.eye(3)),))],
        instances=[Instance(1, 0)],
        cameras=[Camera(Perspective(1.0, 0.1))],
        lights=[Light("point")],
    )
    nodes = lower(rig).document.tree["nodes"]
    assert [sorted(node) for node in nodes] == [
        ["children", "name"],
        ["children", "meshInstance", "name", "position"],
        ["camera"],
        ["light"],
    ]
    assert nodes[1]["children"] == [2, 3]


def test_shared_cameras_and_lights_stay_shared():
    rig = build(
        nodes=[Node(), *[Node(parent=0, light=0)] * 5, *[Node(parent=0, camera=0)] * 2],
        lights=[Light("point", name="bulb")],
        cameras=[Camera(Perspective(1.0, 0.1), "eye")],
    )
    back = lift(lower(rig).document).rig
    assert (back.lights, back.cameras) == (rig.lights, rig.cameras)
    assert back.nodes.lights.tolist() == rig.nodes.lights.tolist()


def test_what_is_on_no_node_is_reported():
    _, said = tree_of(lights=[Light("point")] * 2, cameras=[Camera(Perspective(1.0, 0.1))])
    assert said == ["dropped camera 0: not on any node", "dropped light 0, and 1 more: not on any node"]
