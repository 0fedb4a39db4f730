"""What a G4MF document has besides its rig."""

from __future__ import annotations

import json

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.not_carried import not_carried


def found(**members):
    data = json.dumps({"asset": {"dimension": 3}} | members).encode()
    return [tuple(one) for one in not_carried(read(data, name="a.g4tf"))]


def test_what_lift_reads_is_carried():
    channel = {"factor": [1, 0, 0], "texture": 0, "extras": {"a": 1}}
    assert not found(
        materials=[{"name": "a", "baseColor": channel, "orm": channel}],
        textures=[{"size": [1, 1], "placeholder": [1], "files": [0], "sampler": {"wrap": ["clamp"]}}],
        files=[{"mimeType": "image/png", "uri": "a.png"}],
        nodes=[
            {"name": "b", "bone": {"length": 1}, "visible": False},
            {"camera": {"fov": 1, "name": "c"}},
            {"light": {"type": "spot"}, "extras": {"d": 1}},
        ],
    )


def test_older_spellings_that_lift_reads_are_carried():
    surface = {"cells": 0, "normals": 1, "topology": {"normals": 2}}
    assert not found(
        nodes=[{"light": 0, "mesh": 0}], lights=[{"color": [1, 1, 1]}], meshes=[{"surfaces": [surface]}]
    )


def test_each_kind_is_counted_with_its_first_pointer():
    assert found(
        materials=[{"baseColor": {"extras": {"a": 1}}}, {"emissive": {"elementMap": {"values": 0}}}],
        meshes=[{"surfaces": [{"seams": 0}, {"polytopeSimplexes": True}]}],
        files=[{"mimeType": "model/gltf-binary", "uri": "a.glb"}],
        nodes=[{"physics": {}}, {"bone": {"mass": 1}}, {"comment": "x"}, {"comment": "y"}],
        asset={"dimension": 3, "thumbnail": 0},
    ) == [
        ('"thumbnail" of asset', 1, "/asset/thumbnail"),
        ('"elementMap" of emissive of material 1', 1, "/materials/1/emissive/elementMap"),
        ('"polytopeSimplexes" of surface 1 of mesh 0', 1, "/meshes/0/surfaces/1/polytopeSimplexes"),
        ('"seams" of surface 0 of mesh 0', 1, "/meshes/0/surfaces/0/seams"),
        ('"comment" of node 2, and 1 more', 1, "/nodes/2/comment"),
        ('"physics" of node 0', 1, "/nodes/0/physics"),
        ("file 0 (not an image)", 1, "/files/0"),
        ('"extras" of baseColor of material 0 (without a texture)', 1, "/materials/0/baseColor/extras"),
    ]


def test_extensions_are_not_carried():
    assert found(nodes=[{"extensions": {"EXT_a": {}}}]) == [
        ("EXT_a of node 0", 1, "/nodes/0/extensions/EXT_a")
    ]


def test_members_of_a_skin_that_no_skeleton_uses_are_reported(kit):
    """G4MF skeleton, Overview: only a direct child of a skeleton is deformed. The mesh of a rig has the
    influences, but there is no skin with a name and extras."""
    kit.skin["name"], kit.skin["extras"] = "Own", {"a": 1}
    assert not_carried_of(kit, "name") == not_carried_of(kit, "extras") == []
    kit.nodes[2]["children"] = [3]
    kit.nodes[1]["children"] = [2, 5]
    assert [place for _, _, place in not_carried(read(kit.text())) if "skin" in place] == [
        "/meshes/0/skin/name"
    ]


def not_carried_of(kit, key):
    places = [place for _, _, place in not_carried(read(kit.text()))]
    return [place for place in places if place.endswith(f"/{key}")]
