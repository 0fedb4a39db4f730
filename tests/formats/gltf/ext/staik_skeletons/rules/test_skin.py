"""STAIK-017 to 020 and 029: skins keep to the skeleton that owns them, and to core glTF."""

from __future__ import annotations

import pytest


def test_017_a_joint_of_a_skin_is_marked(arm):
    del arm.nodes[2]["extensions"]
    assert arm.places("017") == [("/skins/0/joints/1", "error")]


def test_018_a_joint_of_a_skin_is_one_of_its_skeleton(arm):
    arm.skeletons.append({"root": 2, "joints": [2]})
    arm.skeletons[0]["joints"] = [1]
    arm.mark(2, 1)
    assert arm.places("018") == [("/skins/0/joints/1", "error")]


def test_018_a_skin_may_use_any_part_of_a_skeleton(arm):
    """Not a connected one, even: only the skeleton has no gaps."""
    third = arm.node(2)
    arm.mark(third, 0)
    arm.skeletons[0] |= {"joints": [1, 2, third]}
    del arm.skeletons[0]["inverseBindMatrices"]
    arm.skin["joints"] = [1, third]
    assert arm.places("018") == []


def test_019_a_skin_names_a_root(arm):
    del arm.skin["skeleton"]
    assert arm.places("019") == [("/skins/0", "error")]
    assert arm.places("020") == []


@pytest.mark.parametrize("root", [2, 3, 9, "1", None, -1])
def test_020_any_other_node_is_an_error(arm, root):
    arm.skin["skeleton"] = root
    assert arm.places("020") == [("/skins/0/skeleton", "error")]


def test_020_the_parent_of_the_root_is_a_warning(arm):
    arm.skin["skeleton"] = 0
    assert arm.places("020") == [("/skins/0/skeleton", "warning")]


def test_020_above_a_root_without_parent_nothing_is_accepted(arm):
    arm.nodes[0]["children"] = [3]
    arm.tree["scenes"][0]["nodes"] = [0, 1]
    arm.skin["skeleton"] = 0
    assert arm.places("020") == [("/skins/0/skeleton", "error")]


@pytest.mark.parametrize("joints", [None, [], [1, 1], [1, 99], "x"])
def test_029_the_skin_keeps_the_rules_of_core_gltf(arm, joints):
    arm.skin["joints"] = joints
    assert arm.places("029") == [("/skins/0", "error")]


def test_029_its_matrices_do_too(arm):
    arm.tree["accessors"][0]["count"] = 1
    assert arm.places("029") == [("/skins/0", "error")]
