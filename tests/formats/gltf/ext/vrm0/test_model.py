"""What a VRM 0.x file says of its springs, and its axes."""

import pytest
from spring_files import document, found

from pantin.formats.gltf.ext.vrm0.model import PATH, vrm0_objects
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.scope import Scope


def objects(springs):
    """What a file with these springs has of VRM 0.x."""
    tree = {
        "asset": {"version": "2.0"},
        "nodes": [{}],
        "extensions": {"VRM": {"secondaryAnimation": springs}},
    }
    return vrm0_objects(Scope(document(tree)))


def axes(value):
    given = objects({"boneGroups": [{"gravityDir": value}]})
    return given.axes(given.groups[0].gravity_dir, *PATH, "boneGroups", 0, "gravityDir")


def test_z_is_negated():
    assert axes({"x": 1, "y": 2, "z": 3}) == (1, 2, -3)
    assert axes([1, 2, 3]) == (1, 2, -3)
    assert axes(None) == (0, 0, 0)
    assert axes({"y": -1}) == (0, -1, 0)


@pytest.mark.parametrize("value", [True, "x", [1], {"x": "1"}, {"z": None}, 5], ids=repr)
def test_what_is_no_vector_is_none(value):
    assert axes(value) is None


@pytest.mark.parametrize("value", [None, [], "x", {"boneGroups": 3}], ids=repr)
def test_a_block_of_any_type_has_no_groups(value):
    assert objects(value).groups == []


def test_what_is_stated_is_told_from_what_is_missing():
    given = objects({"boneGroups": [{"dragForce": "x", "hitRadius": 2}]})
    group, place = given.groups[0], (*PATH, "boneGroups", 0)
    assert given.number(group.hit_radius, 0.0, *place, "hitRadius") == 2
    assert given.number(group.gravity_power, 0.5, *place, "gravityPower") == 0.5
    assert given.number(group.drag_force, 0.4, *place, "dragForce") is None
    assert given.shown(group.drag_force, *place, "dragForce") == '"x"'
    assert given.is_stated(group.drag_force, *place, "dragForce")
    assert not given.is_stated(group.gravity_power, *place, "gravityPower")


def test_in_a_file_of_another_version_of_gltf_nothing_is_claimed():
    block = {"VRM": {"secondaryAnimation": {"boneGroups": [{"bones": [0]}]}}}
    tree = {"asset": {"version": "0.2"}, "nodes": [{}], "extensions": block, "extensionsUsed": ["VRM"]}
    assert vrm0_objects(Scope(document(tree))).groups == []
    assert found(tree, "VRM0") == {}
    assert lift(document(tree)).rig.springs.springs == ()
