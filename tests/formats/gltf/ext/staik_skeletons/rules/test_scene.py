"""STAIK-023 to 028: what joints carry, where skinned meshes stand, and names."""

from __future__ import annotations

import pytest

PLACE = "/extensions/STAIK_skeletons/skeletons/"


@pytest.mark.parametrize(
    "burden",
    [
        {"mesh": 0},
        {"mesh": 0, "skin": 0},
        {"camera": 0},
        {"extensions": {"KHR_lights_punctual": {"light": 0}}},
    ],
)
def test_023_a_joint_carries_nothing(arm, burden):
    burden = dict(burden)
    arm.nodes[2]["extensions"] |= burden.pop("extensions", {})
    arm.nodes[2] |= burden
    assert arm.places("023") == [("/nodes/2", "warning")]


def test_023_the_child_of_a_joint_may_carry_anything(arm):
    arm.node(2, mesh=0)
    assert arm.places("023") == []


def test_024_the_mesh_stands_beside_the_root(arm):
    arm.nodes[0]["children"] = [1]
    arm.tree["scenes"][0]["nodes"].append(3)
    assert arm.places("024") == [("/nodes/3", "warning")]


def test_024_or_both_are_roots_of_the_scene(arm):
    arm.nodes[0]["children"] = []
    arm.tree["scenes"][0]["nodes"] = [1, 3]
    assert arm.places("024") == []


def test_024_a_mesh_below_the_root_is_elsewhere(arm):
    arm.nodes[0]["children"] = [1]
    arm.nodes[1]["children"].append(3)
    assert arm.places("024") == [("/nodes/3", "warning")]


def test_025_the_scene_of_the_mesh_has_all_joints(arm):
    arm.nodes[0]["children"] = [3]
    assert arm.places("025") == [("/scenes", "error")]


def test_025_a_mesh_in_no_scene_needs_none(arm):
    arm.nodes[0]["children"] = [1]
    assert arm.places("025") == []


def test_026_a_skeleton_without_skin_is_noted(arm):
    del arm.skin["extensions"]
    assert arm.places("026") == [(PLACE + "0", "info")]


def test_027_a_skeleton_below_another_is_noted_through_any_nodes(arm):
    inner = arm.node(arm.node(2))
    arm.mark(inner, 1)
    arm.skeletons.append({"root": inner, "joints": [inner]})
    assert arm.places("027") == [(PLACE + "1/root", "info")]


def test_027_looks_past_joints_of_its_own(arm):
    """The root of skeleton 1 hangs from a joint of both skeletons: one of them is another."""
    arm.mark(arm.node(2), 1)
    arm.skeletons.append({"root": 4, "joints": [2, 4]})
    assert arm.places("027") == [(PLACE + "1/root", "info")]


def test_028_skeletons_have_names_of_their_own(arm):
    other = arm.node(0, name="x")
    arm.mark(other, 1)
    arm.skeletons.append({"root": other, "joints": [other], "name": "arm"})
    assert arm.places("028") == [(PLACE + "0/name", "info"), (PLACE + "1/name", "info")]


@pytest.mark.parametrize("name", [None, 7, True, ["arm"], {}])
def test_028_a_name_that_is_not_a_string_is_an_error_of_004(arm, name):
    arm.skeletons[0]["name"] = name
    assert arm.places("028") == []
    assert arm.places("004") == [("/extensions/STAIK_skeletons/skeletons/0", "error")]


def test_028_an_empty_name_is_none(arm):
    arm.skeletons[0]["name"] = ""
    assert arm.places("028") == [(PLACE + "0/name", "info")]


def test_028_joints_are_told_once_for_each_skeleton(arm):
    del arm.nodes[1]["name"], arm.nodes[2]["name"]
    assert arm.places("028") == [("/nodes/1/name", "info")]


def test_028_a_joint_of_two_skeletons_is_told_once(arm):
    del arm.nodes[1]["name"]
    arm.skeletons.append({"root": 1, "joints": [1, 2], "name": "other"})
    assert arm.places("028") == [("/nodes/1/name", "info")]
