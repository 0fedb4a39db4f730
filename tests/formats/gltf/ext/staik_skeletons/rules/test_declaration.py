"""STAIK-001, 002, 003, 010 and 016: announcing the extension, and the objects of nodes and skins."""

from __future__ import annotations

import pytest

NAME = "STAIK_skeletons"


def test_001_points_at_the_list_of_extensions(arm):
    arm.tree["extensionsUsed"] = ["KHR_materials_unlit"]
    assert arm.places("001") == [("/extensionsUsed", "error")]


def test_001_is_about_objects_of_nodes_and_skins_too(arm):
    del arm.tree["extensionsUsed"], arm.tree["extensions"]
    assert arm.places("001") == [("/extensionsUsed", "error")]


def test_002_is_a_warning(arm):
    arm.tree["extensionsRequired"] = [NAME]
    assert arm.places("002") == [("/extensionsRequired", "warning")]


@pytest.mark.parametrize(
    "whole", [None, 3, "x", [], {}, {"skeletons": None}, {"skeletons": []}, {"skeletons": {}}]
)
def test_003_the_root_lists_skeletons(arm, whole):
    arm.tree["extensions"][NAME] = whole
    assert arm.places("003") == [("/extensions", "error")]


def test_without_skeletons_marks_and_owners_are_not_blamed_again(arm):
    arm.tree["extensions"][NAME] = {}
    assert arm.places("010") == arm.places("016") == arm.places("017") == []


@pytest.mark.parametrize(
    "mark", [None, 0, "x", [], {}, {"skeleton": None}, {"skeleton": -1}, {"skeleton": 1}, {"skeleton": "0"}]
)
def test_010_a_mark_names_a_skeleton(arm, mark):
    arm.nodes[2]["extensions"][NAME] = mark
    assert arm.places("010") == [("/nodes/2/extensions", "error")]


@pytest.mark.parametrize("owner", [None, 0, "x", [], {}, {"skeleton_owner": 1}, {"skeleton_owner": False}])
def test_016_a_skin_has_an_owner(arm, owner):
    arm.skin["extensions"][NAME] = owner
    assert arm.places("016") == [("/skins/0", "error")]


def test_a_file_that_merely_declares_the_extension_breaks_no_rule_of_it(arm):
    arm.plain().tree["extensionsUsed"] = [NAME]
    assert [arm.places(f"{number:03}") for number in range(1, 30)] == [[]] * 29


def test_a_file_without_the_extension_is_not_judged(arm):
    arm.plain()
    assert [arm.places(f"{number:03}") for number in range(1, 30)] == [[]] * 29


def test_the_arm_breaks_no_rule(arm):
    assert [arm.places(f"{number:03}") for number in range(1, 30)] == [[]] * 29
