"""What a file says about skeletons is taken apart without judging it."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.ext.staik_skeletons.model import RawExtension, as_index, has, payload


def raw_extension(arm):
    document = arm.document()
    return RawExtension(document.tree, document.model)


def test_the_arm_is_read(arm):
    found = raw_extension(arm)
    assert found.occurs
    assert found.listed
    assert [(one.root, one.joints, one.name) for one in found.skeletons] == [(1, (1, 2), "arm")]
    assert found.marks == {1: 0, 2: 0}
    assert found.owners == {0: 0}


def test_a_plain_file_uses_nothing(arm):
    found = raw_extension(arm.plain())
    assert not found.occurs
    assert found.skeletons == ()


def test_a_joint_that_is_no_node_keeps_its_place_as_none(arm):
    arm.skeletons[0]["joints"] = [1, 9, "2", 2]
    [skeleton] = raw_extension(arm).skeletons
    assert skeleton.joints == (1, None, None, 2)
    assert skeleton.slots == {1: 0, 2: 3}


@pytest.mark.parametrize("value", [-1, 4, True, "1", 1.5, None, [], {}])
def test_what_is_no_index_of_four_things(value):
    assert as_index(value, 4) is None


@pytest.mark.parametrize("value", [0, 3, 3.0])
def test_what_is_an_index_of_four_things(value):
    """JSON has one kind of number: 3.0 is 3 (glTF 2.0 §3.2)."""
    assert as_index(value, 4) == int(value)


@pytest.mark.parametrize("owner", [None, 3, [], {}, {"extensions": 3}, {"extensions": {}}])
def test_what_does_not_have_the_extension(owner):
    assert not has(owner)
    assert payload(owner) is None
