"""The rules about objects of every kind."""

from __future__ import annotations

import pytest


def test_extensions_are_looked_for_in_every_object(places):
    extended = {"extensions": {"EXT_a": {}}}
    found = places(
        "UNDECLARED_EXTENSION", asset={"version": "2.0", **extended}, materials=[extended], **extended
    )
    assert set(found) == {"/extensions/EXT_a", "/asset/extensions/EXT_a", "/materials/0/extensions/EXT_a"}


@pytest.mark.parametrize("name", ["VRMC_springBone_limit", "EXT_a"])
def test_extensions_are_looked_for_in_the_objects_of_springs(places, name):
    """glTF 2.0 §3.12: all extensions that a file uses are listed, those in objects of another one too."""
    joints = [{"node": 0, "dragForce": 0.5, "extensions": {name: {}}}, {"node": 1}]
    block = {"specVersion": "1.0", "springs": [{"joints": joints}]}
    document = {
        "extensions": {"VRMC_springBone": block},
        "nodes": [{"children": [1]}, {"translation": [0, 1, 0]}],
    }
    at = f"/extensions/VRMC_springBone/springs/0/joints/0/extensions/{name}"
    listed = ["VRMC_springBone", name]
    assert places("UNDECLARED_EXTENSION", extensionsUsed=listed[:1], **document) == [at]
    assert places("UNDECLARED_EXTENSION", extensionsUsed=listed, **document) == []


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
