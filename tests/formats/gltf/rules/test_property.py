"""The rules about objects of every kind."""

from __future__ import annotations


def test_extensions_are_looked_for_in_every_object(places):
    extended = {"extensions": {"EXT_a": {}}}
    found = places(
        "UNDECLARED_EXTENSION", asset={"version": "2.0", **extended}, materials=[extended], **extended
    )
    assert set(found) == {"/extensions/EXT_a", "/asset/extensions/EXT_a", "/materials/0/extensions/EXT_a"}


def test_an_extension_of_textures_in_a_texture_is_right(places):
    info = {"index": 0, "extensions": {"KHR_texture_transform": {}}}
    found = places(
        "UNEXPECTED_EXTENSION_OBJECT",
        extensionsUsed=["KHR_texture_transform"],
        materials=[{"normalTexture": info, "extensions": {"KHR_texture_transform": {}}}],
    )
    assert found == ["/materials/0/extensions/KHR_texture_transform"]


def test_a_second_and_a_third_of_the_same_are_two_findings(places):
    found = places(
        "DUPLICATE_ELEMENTS", nodes=[{}], skins=[{"joints": [0, 0, 0.0]}], extensionsUsed=["a", 1, "a"]
    )
    assert sorted(found) == ["/extensionsUsed/2", "/skins/0/joints/1", "/skins/0/joints/2"]


def test_a_broken_mesh_index_is_no_mesh(places):
    assert places("UNSATISFIED_DEPENDENCY", nodes=[{"mesh": -1, "skin": 0}]) == ["/nodes/0/skin"]


def test_extras_that_are_null_are_no_extras(places):
    assert places("NON_OBJECT_EXTRAS", nodes=[{"extras": None}, {"extras": 0}]) == ["/nodes/1/extras"]
