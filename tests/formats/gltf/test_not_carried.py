"""The members of a glTF document that are not in its rig."""

from __future__ import annotations

import json

from pantin.formats.gltf.document import read
from pantin.formats.gltf.not_carried import not_carried


def found(**members):
    data = json.dumps({"asset": {"version": "2.0"}, **members}).encode()
    return list(not_carried(read(data, name="a.gltf")))


def test_materials_cameras_and_extras_are_carried_over():
    texture = {"index": 0, "extensions": {"KHR_texture_transform": {"offset": [0, 1]}}}
    material = {
        "name": "a",
        "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1], "baseColorTexture": texture},
        "doubleSided": True,
        "extensions": {"KHR_materials_sheen": {}},
    }
    camera = {"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}, "extras": {"a": 1}}
    nodes = [{"extras": {"a": 1}, "extensions": {"KHR_node_visibility": {"visible": False}}}]
    assert found(materials=[material], textures=[{}], cameras=[camera], nodes=nodes) == []
    assert found(meshes=[{"primitives": [], "extras": {"targetNames": ["a"]}}]) == []
    assert found(extensionsUsed=["STAIK_skeletons"]) == []


def test_anything_else_is_counted_with_its_first_pointer():
    assert found(
        asset={"version": "2.0", "extras": {}},
        nodes=[{}, {"colour": 1, "extensions": {"X_fog": {}}}, {"extensions": {"X_fog": {}}}],
        cameras=[{"perspective": {"extras": 1}}],
        weather={},
    ) == [
        ('"extras" of asset', 1, "/asset/extras"),
        ('"extras" of perspective of camera 0', 1, "/cameras/0/perspective/extras"),
        ('"colour" of node 1', 1, "/nodes/1/colour"),
        ("X_fog of node 1, and 1 more", 1, "/nodes/1/extensions/X_fog"),
        ('"weather"', 1, "/weather"),
    ]


def test_data_that_nothing_uses_is_reported():
    accessor = {"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR"}
    assert found(
        accessors=[accessor, {**accessor, "bufferView": 1}],
        bufferViews=[{"buffer": 0, "byteLength": 4}, {"buffer": 0, "byteLength": 4}],
        buffers=[{"byteLength": 4}],
        meshes=[{"primitives": [{"attributes": {"POSITION": 1}}]}],
    ) == [("unused accessor 0", 1, "/accessors/0"), ("unused buffer view 0", 1, "/bufferViews/0")]


def test_pointers_to_what_a_rig_has_are_carried_over():
    def channel(text, **more):
        target = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": text, **more}}}
        return {"animations": [{"channels": [{"sampler": 0, "target": target}], "samplers": []}]}

    place = "/animations/0/channels/0/target/extensions/KHR_animation_pointer"
    for text in (
        "/materials/0/pbrMetallicRoughness/roughnessFactor",
        "/nodes/1/translation",
        "/meshes/0/weights/2",
    ):
        assert found(**channel(text)) == []
        assert [where for _, _, where in found(**channel(text, extras=1))] == [f"{place}/extras"]
    for text in ("/extras/a", "/materials/0/extensions/X_fog/depth", "", 7):
        assert [where for _, _, where in found(**channel(text))] == [f"{place}/pointer"]
