"""Losses point to parts of a rig, name them, and are located in the file that the rig comes from."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pantin
from pantin.formats.part_pointers import at_source, name_parts, report_parts
from pantin.formats.registry import by_suffix
from pantin.report import Finding
from pantin.rig import (
    Channel,
    Clip,
    Collider,
    Instance,
    Mesh,
    Node,
    Skin,
    Spring,
    SpringJoint,
    SpringSettings,
    Surface,
    build,
)

TRIANGLE = Surface(np.eye(3, dtype=np.float32))


def rig():
    return build(
        nodes=[Node("hip"), Node(parent=0)],
        meshes=[Mesh((TRIANGLE, TRIANGLE), "body")],
        skins=[Skin(np.array([0]), name="skin")],
        springs=SpringSettings(
            (Spring((SpringJoint(0), SpringJoint(1)), name="tail"),), (Collider(0, "sphere", radius=0.1),)
        ),
    )


@pytest.mark.parametrize(
    ("place", "count", "words"),
    [
        ("/nodes/0", 1, 'node "hip" (0)'),
        ("/nodes/1", 1, "node 1"),
        ("/nodes/0", 3, 'node "hip" (0), and 2 more'),
        ("/meshes/0/surfaces/1", 1, 'surface 1 of mesh "body" (0)'),
        ("/springs/0", 1, 'spring "tail" (0)'),
        ("/colliders/0", 1, "collider 0"),
    ],
)
def test_parts_have_their_names(place, count, words):
    assert name_parts(rig(), place, count) == words


def test_nothing_is_reported_where_nothing_is_dropped():
    assert list(report_parts(None, rig(), [])) == []


@pytest.mark.parametrize(
    ("suffix", "place", "pointer"),
    [
        (".glb", "/meshes/0/surfaces/1", "/meshes/0/primitives/1"),
        (".glb", "/clips/2", "/animations/2"),
        (".glb", "/lights/1", "/extensions/KHR_lights_punctual/lights/1"),
        (".glb", "/springs/0", None),
        (".g4b", "/meshes/0/surfaces/1", "/meshes/0/surfaces/1"),
        (".g4b", "/skins/0", None),
        (".bvh", "/nodes/0", None),
    ],
)
def test_pointers_are_those_of_the_source_format(suffix, place, pointer):
    (finding,) = at_source(by_suffix(suffix), [Finding("LOSS-X", "warning", "", place)])
    assert finding.pointer == pointer


def test_a_surface_of_g4mf_is_no_primitive(tmp_path):
    """Converted to STL, which stores no normals."""
    pantin.save(pantin.load("examples/arm.glb"), tmp_path / "arm.g4tf")
    tree = json.loads((tmp_path / "arm.g4tf").read_text())
    report = pantin.convert(tmp_path / "arm.g4tf", tmp_path / "arm.stl")
    (finding,) = [one for one in report.findings if "normals" in one.message]
    assert finding.pointer == "/meshes/0/surfaces/0"
    assert tree["meshes"][0]["surfaces"][0]


def test_colliders_are_counted_as_colliders(tmp_path):
    given = build(nodes=[Node("hip")], springs=SpringSettings((), (Collider(0, "sphere", radius=0.1),) * 3))
    messages = [finding.message for finding in pantin.save(given, tmp_path / "a.npz").findings]
    assert "dropped collider 0, and 2 more: .npz cannot store it" in messages
    assert not [message for message in messages if "spring" in message]


def test_an_extension_is_named_with_its_material(tmp_path):
    tree = {
        "asset": {"version": "2.0"},
        "materials": [{}, {"name": "glass", "extensions": {"VENDOR_frost": {"amount": 1}}}],
        "extensionsUsed": ["VENDOR_frost"],
        "nodes": [{}],
    }
    report = pantin.convert(json.dumps(tree).encode(), tmp_path / "a.g4b", name="a.gltf")
    assert 'VENDOR_frost of material "glass" (1)' in "\n".join(one.message for one in report.findings)


def test_a_mesh_that_draws_nothing_is_named():
    empty = Surface(np.eye(3, dtype=np.float32), indices=np.zeros(0, np.uint32))
    given = build(nodes=[Node()], meshes=[Mesh((empty,), "ghost")], instances=[Instance(0, 0)])
    given = given.replace(clips=[Clip((Channel(0, "translation", np.zeros(1), np.zeros((1, 3))),))])
    losses = by_suffix(".glb").lower(given, by_suffix(".glb").write_options())[1]
    assert 'dropped surface 0 of mesh "ghost" (0)' in "\n".join(one.message for one in losses)
