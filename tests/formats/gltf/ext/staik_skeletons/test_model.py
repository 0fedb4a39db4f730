"""What a file says about skeletons is taken apart without judging it."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.ext.staik_skeletons.model import SkeletonObjects


def skeleton_objects(arm):
    return SkeletonObjects(arm.document())


def test_the_arm_is_read(arm):
    found = skeleton_objects(arm)
    assert found.occurs
    assert found.listed
    assert [(one.root, one.joints, one.name) for one in found.skeletons] == [(1, (1, 2), "arm")]
    assert found.marks == {1: 0, 2: 0}
    assert found.owners == {0: 0}


def test_a_plain_file_uses_nothing(arm):
    found = skeleton_objects(arm.plain())
    assert not found.occurs
    assert found.skeletons == ()


def test_a_joint_that_is_no_node_keeps_its_place_as_none(arm):
    arm.skeletons[0]["joints"] = [1, 9, "2", 2]
    [skeleton] = skeleton_objects(arm).skeletons
    assert skeleton.joints == (1, None, None, 2)
    assert skeleton.slots == {1: 0, 2: 3}


@pytest.mark.parametrize("value", [-1, True, "1", 1.5, None, [], {}])
def test_what_is_no_index_marks_nothing(arm, value):
    arm.mark(1, value)
    found = skeleton_objects(arm)
    assert found.marks == {2: 0}
    assert found.marked == {2}
    assert set(found.nodes) == {1, 2}


def test_a_whole_number_may_have_a_fraction(arm):
    """JSON has one kind of number: 1.0 is 1 (glTF 2.0 §3.2)."""
    arm.skeletons[0]["root"] = 1.0
    assert skeleton_objects(arm).skeletons[0].root == 1


def test_a_skeleton_that_does_not_exist_is_a_mark_of_none(arm):
    arm.mark(1, 7)
    found = skeleton_objects(arm)
    assert found.marks == {2: 0}
    assert found.marked == {1, 2}


@pytest.mark.parametrize("value", [None, 3, [], "x"])
def test_an_object_of_another_type_is_there_and_empty(arm, value):
    arm.nodes[1]["extensions"]["STAIK_skeletons"] = value
    assert skeleton_objects(arm).nodes[1] is None


def test_broken_members_are_named(arm):
    arm.skeletons[0] |= {"name": 3, "inverseBindMatrices": "x"}
    [skeleton] = skeleton_objects(arm).skeletons
    assert skeleton.has_wrong_name
    assert skeleton.name is None
    assert skeleton.states_matrices
    assert skeleton.matrices is None
