"""STAIK-004 to 009 and 011 to 013: each skeleton is one tree of joints, listed and marked alike."""

from __future__ import annotations

import pytest

PLACE = "/extensions/STAIK_skeletons/skeletons/"


def second(arm, **members):
    """A skeleton of one joint beside the first."""
    node = arm.node(0)
    arm.mark(node, 1)
    arm.skeletons.append({"root": node, "joints": [node]} | members)
    return node


@pytest.mark.parametrize(
    "skeleton",
    [
        None,
        7,
        "x",
        [],
        {},
        {"root": 1},
        {"joints": [1]},
        {"root": "1", "joints": [1]},
        {"root": 1, "joints": [-1]},
        {"root": 1, "joints": [1, 99]},
        {"root": 1, "joints": {}},
        {"root": True, "joints": [1]},
    ],
)
def test_004_root_and_joints_are_nodes(arm, skeleton):
    arm.skeletons[0] = skeleton
    assert arm.places("004") == [(PLACE + "0", "error")]


@pytest.mark.parametrize("joints", [[], [1, 2, 1]])
def test_005_joints_are_some_and_each_once(arm, joints):
    arm.skeletons[0]["joints"] = joints
    assert arm.places("005") == [(PLACE + "0/joints", "error")]


def test_006_the_root_is_a_joint(arm):
    arm.skeletons[0]["root"] = 0
    assert arm.places("006") == [(PLACE + "0/root", "error")]


def test_007_points_at_the_joint_of_the_later_skeleton(arm):
    second(arm)
    arm.skeletons[1]["joints"].append(2)
    assert arm.places("007") == [(PLACE + "1/joints/1", "error")]


def test_008_a_joint_is_marked_with_its_skeleton(arm):
    second(arm)
    arm.mark(2, 1)
    assert arm.places("008") == [("/nodes/2", "error")]
    del arm.nodes[2]["extensions"]
    assert arm.places("008") == [("/nodes/2", "error")]


def test_009_a_marked_node_is_listed(arm):
    arm.mark(0, 0)
    assert arm.places("009") == [("/nodes/0", "error")]


def test_011_no_node_lies_between_joints(arm):
    arm.nodes[1]["children"] = []
    arm.node(1, children=[2])
    assert arm.places("011") == [(PLACE + "0/joints/1", "error")]


def test_011_there_is_one_root(arm):
    arm.nodes[1].pop("children")
    arm.nodes[0]["children"].append(2)
    assert arm.places("011") == [(PLACE + "0/joints/1", "error")]


def test_011_a_node_below_a_joint_that_is_none_is_no_gap(arm):
    """A sword in a hand: complete means without gaps, not with every descendant."""
    arm.node(2, name="sword")
    assert arm.places("011") == []


def test_011_a_joint_of_an_inner_skeleton_between_two_is_a_gap(arm):
    arm.nodes[1]["children"] = []
    inner = arm.node(1, children=[2])
    arm.mark(inner, 1)
    arm.skeletons.append({"root": inner, "joints": [inner]})
    assert arm.places("011") == [(PLACE + "0/joints/1", "error")]


def test_012_the_root_is_on_top(arm):
    arm.skeletons[0]["root"] = 2
    assert arm.places("012") == [(PLACE + "0/root", "error")]


def test_013_roots_are_unique(arm):
    second(arm, root=1)
    assert arm.places("013") == [(PLACE + "1/root", "error")]
