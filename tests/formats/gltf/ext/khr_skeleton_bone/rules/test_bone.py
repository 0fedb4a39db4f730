"""Neighbours of the rules about bones; each has its own cases under tests/cases as well."""

from __future__ import annotations

import pytest

NAME = "KHR_skeleton_bone"


def test_the_arm_breaks_no_rule(arm):
    assert arm.rules() == []


def test_the_name_alone_makes_the_rules_apply(arm):
    """Joints are bones without an object of the extension."""
    for node in arm.nodes:
        node.pop("extensions", None)
    arm.nodes[1]["camera"] = 0
    arm.tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}]
    assert arm.rules() == ["KHR-SKB-006"]
    del arm.tree["extensionsUsed"]
    assert arm.rules() == []


def test_a_bone_of_a_file_without_skins_needs_a_parent_only(arm):
    del arm.tree["skins"], arm.nodes[3]["skin"]
    assert arm.rules() == []
    arm.nodes[0]["extensions"] = {NAME: {}}
    assert arm.rules() == ["KHR-SKB-005"]


@pytest.mark.parametrize(("offset", "rules"), [(1e-6, []), (1e-4, ["KHR-SKB-011"])])
def test_rounding_does_not_disconnect_a_bone(arm, offset, rules):
    arm.nodes[2]["translation"] = [0, 1 + offset, 0]
    assert arm.rules() == rules


@pytest.mark.parametrize("value", [None, "1", [], {}, True, -0.0, 1e400], ids=repr)
@pytest.mark.parametrize("member", ["length", "connected"])
def test_a_member_of_any_type_is_checked_without_failing(arm, member, value):
    arm.nodes[1]["extensions"][NAME][member] = value
    arm.nodes[2]["extensions"][NAME] = value
    assert set(arm.rules()) <= {"KHR-SKB-011"}


def test_a_loop_of_bones_is_checked_without_failing(arm):
    arm.nodes[2]["children"] = [1]
    assert "KHR-SKB-009" not in arm.rules()
