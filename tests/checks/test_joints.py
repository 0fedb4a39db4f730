"""Rules about joints: the smallest rig that breaks each, and the nearest one that does not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.checks import check
from pantin.checks.joints import RULES, gap_between_joints
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Skeleton, Skin, Surface, build

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
def test_the_bad_rig_has_one_finding_and_its_neighbour_none(rule):
    bad, good, pointer = CASES[rule]
    assert [finding.pointer for finding in check(bad) if finding.rule == rule] == [pointer]
    assert [finding for finding in check(good) if finding.rule == rule] == []


def test_every_rule_here_has_a_case():
    assert {rule.id for rule in RULES} == set(CASES)


def test_non_uniform_scale_in_a_clip_is_found_at_its_channel():
    rig = chain_scale([1, 1, 1], keys=[[1, 1, 1], [1, 2, 1]])
    (finding,) = [f for f in check(rig) if f.rule == "RIG-UNEVEN_SCALE"]
    assert finding.pointer == "/animations/0/channels/0"
    assert finding.message == (
        "node 0, a joint with other joints below it, has the non-uniform scale (1, 2, 1) in clip 0"
    )


def test_messages_name_the_joints_and_the_skin():
    rig = build(
        nodes=[Node("Hips"), Node("Gap", parent=0), Node("Head", parent=1)],
        meshes=[
            Mesh((Surface([[1.0, 0.0, 0.0]], influences=Influences([0, 1], [0], [1.0]), mode="points"),))
        ],
        skins=[Skin([0, 2], [IDENTITY] * 2, name="Body")],
        instances=[Instance(1, 0, skin=0)],
    )
    assert [finding.message for finding in check(rig)] == [
        'no vertex has a weight for joint "Head" (1) of skin "Body" (0)',
        'node "Gap" (1) lies between joints of skin "Body" (0) but is not one of its joints',
    ]


def test_non_uniform_scale_on_a_joint_without_joints_below_is_legal():
    assert [f for f in check(chain_scale([1, 2, 1], below=False)) if f.rule == "RIG-UNEVEN_SCALE"] == []


def test_a_joint_with_weight_zero_is_unused():
    assert [f.rule for f in check(used(1.0, 0.0))] == ["RIG-UNUSED_JOINT"]


def test_the_nodes_above_the_first_joint_are_not_gaps():
    assert [f for f in check(gap([2])) if f.rule == "RIG-GAP_BETWEEN_JOINTS"] == []


def test_the_skeleton_of_a_skin_fills_its_gaps():
    skin = Skin([0, 2], [IDENTITY] * 2, skeleton=0)
    nodes = [Node(), Node(parent=0), Node(parent=1)]
    owned = build(nodes=nodes, skins=[skin], skeletons=[Skeleton([0, 1, 2], 0)])
    assert [f for f in check(owned) if f.rule == "RIG-GAP_BETWEEN_JOINTS"] == []


def test_a_gap_that_two_branches_share_is_found_once():
    nodes = [Node(), Node(parent=0), Node(parent=1), Node(parent=1), Node(parent=3)]
    rig = build(nodes=nodes, skins=[Skin([0, 2, 4], [IDENTITY] * 3)])
    gaps = [f.pointer for f in check(rig) if f.rule == "RIG-GAP_BETWEEN_JOINTS"]
    assert gaps == ["/nodes/1", "/nodes/3"]


@given(st.data())
def test_gaps_are_the_nodes_on_the_paths_between_joints(data):
    """Compared with a direct search: from every joint of every skin up to the next."""
    count = data.draw(st.integers(1, 12))
    parents = [-1, *(data.draw(st.integers(-1, node - 1)) for node in range(1, count))]
    names = st.lists(st.integers(0, count - 1), min_size=1, unique=True)
    skins = data.draw(st.lists(names, max_size=4))
    expected = {}
    for skin, joints in enumerate(skins):
        for joint in joints:
            path, node = [], parents[joint]
            while node >= 0 and node not in joints:
                path.append(node)
                node = parents[node]
            for gap_node in path if node >= 0 else ():
                expected.setdefault(f"/nodes/{gap_node}", skin)
    rig = build(
        nodes=[Node(parent=parent) for parent in parents],
        skins=[Skin(joints, [IDENTITY] * len(joints)) for joints in skins],
    )
    messages = {finding.pointer: finding.message for finding in gap_between_joints(rig)}
    assert messages.keys() == expected.keys()
    assert all(f"skin {expected[pointer]} " in message for pointer, message in messages.items())


def test_a_scale_within_a_thousandth_is_even():
    for scale, expected in (([0.9999, 1, 1], 0), ([0.9992, 1, 1], 0), ([0.998, 1, 1], 1)):
        assert sum(f.rule == "RIG-UNEVEN_SCALE" for f in check(chain_scale(scale))) == expected
