"""Rules about joints: the smallest rig that breaks each, and the nearest one that does not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.checks import check
from pantin.checks.joints import RULES, gap_between_joints
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Skin, Surface, build

IDENTITY = np.eye(3, 4)


def used(*weights):
    """Two joints, and a vertex with these weights."""
    influences = Influences([0, len(weights)], range(len(weights)), weights)
    return build(
        nodes=[Node(), Node(parent=0), Node()],
        meshes=[Mesh((Surface([[1.0, 0.0, 0.0]], influences=influences, mode="points"),))],
        skins=[Skin([0, 1], [IDENTITY] * 2)],
        instances=[Instance(2, 0, skin=0)],
    )


def gap(joints):
    """A chain of three nodes."""
    return build(
        nodes=[Node(), Node(parent=0), Node(parent=1)], skins=[Skin(joints, [IDENTITY] * len(joints))]
    )


def chain_scale(rest, below=True, keys=None):
    nodes = [Node(scale=rest), Node(parent=0 if below else -1)]
    clips = [Clip((Channel(0, "scale", [0.0, 1.0], keys),))] if keys else []
    return build(nodes=nodes, skins=[Skin([0, 1], [IDENTITY] * 2)], clips=clips)


CASES = {
    "RIG-UNUSED_JOINT": (
        used(1.0),
        used(0.5, 0.5),
        "/skins/0",
    ),
    "RIG-GAP_BETWEEN_JOINTS": (gap([0, 2]), gap([0, 1, 2]), "/nodes/1"),
    "RIG-UNEVEN_SCALE": (chain_scale([1, 2, 1]), chain_scale([2, 2, -2]), "/nodes/0"),
}


@pytest.mark.parametrize("rule", CASES)
def test_bad_rig_has_the_finding_once_and_its_neighbour_has_not(rule):
    bad, good, place = CASES[rule]
    assert [finding.pointer for finding in check(bad) if finding.rule == rule] == [place]
    assert [finding for finding in check(good) if finding.rule == rule] == []


def test_every_rule_here_has_a_case():
    assert {rule.id for rule in RULES} == set(CASES)


def test_uneven_scale_in_a_clip_is_found_at_its_channel():
    rig = chain_scale([1, 1, 1], keys=[[1, 1, 1], [1, 2, 1]])
    assert [f.pointer for f in check(rig) if f.rule == "RIG-UNEVEN_SCALE"] == ["/animations/0/channels/0"]


def test_uneven_scale_on_a_joint_without_joints_below_is_left_alone():
    assert [f for f in check(chain_scale([1, 2, 1], below=False)) if f.rule == "RIG-UNEVEN_SCALE"] == []


def test_a_weight_of_zero_uses_no_joint():
    assert [f.rule for f in check(used(1.0, 0.0))] == ["RIG-UNUSED_JOINT"]


def test_the_nodes_above_the_first_joint_are_no_gap():
    assert [f for f in check(gap([2])) if f.rule == "RIG-GAP_BETWEEN_JOINTS"] == []


def test_a_gap_that_two_branches_share_is_found_once():
    nodes = [Node(), Node(parent=0), Node(parent=1), Node(parent=1), Node(parent=3)]
    rig = build(nodes=nodes, skins=[Skin([0, 2, 4], [IDENTITY] * 3)])
    gaps = [f.pointer for f in check(rig) if f.rule == "RIG-GAP_BETWEEN_JOINTS"]
    assert gaps == ["/nodes/1", "/nodes/3"]


@given(st.data())
def test_gaps_are_those_that_climbing_from_each_joint_finds(data):
    """Held against the rule said plainly: from every joint of every skin up to the next."""
    count = data.draw(st.integers(1, 12))
    parents = [-1, *(data.draw(st.integers(-1, at - 1)) for at in range(1, count))]
    names = st.lists(st.integers(0, count - 1), min_size=1, unique=True)
    skins = data.draw(st.lists(names, max_size=4))
    expected = {}
    for at, joints in enumerate(skins):
        for joint in joints:
            climbed, node = [], parents[joint]
            while node >= 0 and node not in joints:
                climbed.append(node)
                node = parents[node]
            for one in climbed if node >= 0 else ():
                expected.setdefault(f"/nodes/{one}", at)
    rig = build(
        nodes=[Node(parent=parent) for parent in parents],
        skins=[Skin(joints, [IDENTITY] * len(joints)) for joints in skins],
    )
    found = {one.pointer: one.message for one in gap_between_joints(rig)}
    assert found.keys() == expected.keys()
    assert all(f"skin {expected[place]} " in said for place, said in found.items())
