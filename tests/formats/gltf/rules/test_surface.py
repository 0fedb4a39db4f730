"""What materials ask of primitives."""

from __future__ import annotations

import pytest

BASE = "/meshes/0/primitives/0"
TOO_FEW = "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS"


def file(material, *attributes, extensions=None):
    named = dict.fromkeys(("POSITION", *attributes), 0)
    members = {"materials": [material], "meshes": [{"primitives": [{"attributes": named, "material": 0}]}]}
    return members | ({"extensionsUsed": extensions} if extensions else {})


def test_every_texture_needs_its_set_and_a_primitive_is_reported_once(places):
    material = {
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicRoughnessTexture": {"index": 0}},
        "normalTexture": {"index": 0, "texCoord": 1},
    }
    assert places(TOO_FEW, **file(material)) == [BASE + "/material"]
    assert places(TOO_FEW, **file(material, "TEXCOORD_0")) == [BASE + "/material"]
    assert places(TOO_FEW, **file(material, "TEXCOORD_0", "TEXCOORD_1")) == []


def test_a_texture_transform_may_ask_for_another_set(places):
    info = {"index": 0, "extensions": {"KHR_texture_transform": {"texCoord": 1}}}
    material = {"emissiveTexture": info}
    assert places(TOO_FEW, **file(material, "TEXCOORD_0", extensions=["KHR_texture_transform"]))
    assert not places(TOO_FEW, **file(material, "TEXCOORD_0"))


@pytest.mark.parametrize("value", [-1, "1", True, 0.5])
def test_a_set_that_is_no_number_asks_for_nothing(places, value):
    assert places(TOO_FEW, **file({"emissiveTexture": {"index": 0, "texCoord": value}})) == []


def test_null_is_a_type_error_and_otherwise_means_the_default(places):
    """As in the Khronos validator."""
    assert places(TOO_FEW, **file({"emissiveTexture": {"index": 0, "texCoord": None}})) == [
        BASE + "/material"
    ]


def test_the_materials_of_variants_need_texture_coordinates_too(places):
    mapping = {"material": 1, "variants": [0]}
    tree = file({})
    tree["materials"].append({"emissiveTexture": {"index": 0}})
    tree["meshes"][0]["primitives"][0]["extensions"] = {"KHR_materials_variants": {"mappings": [mapping]}}
    tree["extensions"] = {"KHR_materials_variants": {"variants": [{"name": "red"}]}}
    where = BASE + "/extensions/KHR_materials_variants/mappings/0/material"
    assert places(TOO_FEW, **tree, extensionsUsed=["KHR_materials_variants"]) == [where]


def test_tangents_that_are_missing_are_made_from_a_normal_map_or_not_at_all(places):
    plain = {"normalTexture": {"index": 0}}
    anisotropy = {"extensions": {"KHR_materials_anisotropy": {"anisotropyTexture": {"index": 0}}}}
    generated, none = "MESH_PRIMITIVE_GENERATED_TANGENT_SPACE", "MESH_PRIMITIVE_NO_TANGENT_SPACE"
    declared = {"extensions": ["KHR_materials_anisotropy"]}
    assert places(generated, **file(plain)) == [BASE + "/material"]
    assert places(none, **file(anisotropy, **declared)) == [BASE + "/material"]
    assert places(generated, **file(plain | anisotropy, **declared)) == [BASE + "/material"]
    assert places(none, **file(anisotropy)) == []
    assert places(generated, **file(plain, "NORMAL", "TANGENT")) == []


def test_tangents_without_a_normal_map_are_mentioned(places):
    assert places("UNUSED_MESH_TANGENT", **file({}, "NORMAL", "TANGENT")) == [BASE + "/attributes/TANGENT"]
    assert places("UNUSED_MESH_TANGENT", **file({"normalTexture": {"index": 0}}, "TANGENT")) == []
