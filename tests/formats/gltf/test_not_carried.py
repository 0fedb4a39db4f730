"""The parts of a glTF document that are not in its rig."""

from __future__ import annotations

import json

from pantin.formats.gltf.document import read
from pantin.formats.gltf.not_carried import not_carried


def found(**members):
    data = json.dumps({"asset": {"version": "2.0"}, **members}).encode()
    return list(not_carried(read(data, name="a.gltf")))


def test_a_plain_file_is_carried_over_completely():
    plain = {"name": "a", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1], "metallicFactor": 0}}
    assert found(materials=[plain], meshes=[{"extras": {"targetNames": ["a"]}}]) == []
    assert found(extensionsUsed=["STAIK_skeletons"]) == []


def test_each_kind_is_counted_with_its_first_place():
    rich = {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}
    assert found(
        materials=[{}, rich, {"doubleSided": True}],
        textures=[{}],
        cameras=[{}, {}],
        extensionsUsed=["KHR_a", "STAIK_skeletons"],
        nodes=[{}, {"extras": 1}],
        extras={},
    ) == [
        ("material properties other than name and base colour", 2, "/materials/1"),
        ("textures", 1, "/textures"),
        ("cameras", 2, "/cameras"),
        ("extensions KHR_a", 1, "/extensionsUsed"),
        ("extras", 2, "/extras"),
    ]


def test_a_list_of_extensions_may_hold_anything():
    """A rig holds no extension whose name is not a string."""
    assert found(extensionsUsed=[["STAIK_skeletons"], 3, "VRMC_springBone"]) == [
        ("extensions ['STAIK_skeletons'], 3", 2, "/extensionsUsed")
    ]
