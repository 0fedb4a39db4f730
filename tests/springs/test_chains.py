"""Bones from settings, and the springs that cannot be simulated (VRMC_springBone 1.0, "Exception", "Center
Space")."""

import numpy as np
import pytest
from spring_rigs import chain

from pantin.rig import Node, Spring, SpringJoint, SpringSettings, build
from pantin.springs.chains import find_chains

TREE = [Node(), *(Node(parent=index, translation=(0, -1, 0)) for index in range(5)), Node(parent=2)]
"""0-1-2-3-4-5 with a branch 6 at 2."""


def found(*springs):
    return find_chains(build(nodes=TREE, springs=SpringSettings(springs)))


def spring(*nodes, **more):
    return Spring(tuple(SpringJoint(node) for node in nodes), **more)


def test_a_chain_of_four_joints_is_three_bones():
    """Specification, "Example": a-b-c-d expands to three pairs."""
    bones = found(spring(1, 2, 3, 4)).bones
    assert [(bone.node, bone.tail) for bone in bones] == [(1, 2), (2, 3), (3, 4)]


def test_the_vector_to_a_tail_leads_through_skipped_nodes():
    bone = found(spring(1, 4)).bones[0]
    assert np.array_equal(bone.vector, (0, -3, 0))
    assert np.array_equal(bone.direct, (0, -1, 0))


def test_an_end_makes_the_last_joint_move():
    assert [bone.tail for bone in found(spring(4, 5, end=(0, -1, 0))).bones] == [5, None]


FAULTS = {
    "joint 0 (node 3) is not an ancestor of joint 1 (node 2)": (spring(3, 2),),
    "joint 0 (node 2) is not an ancestor of joint 1 (node 2)": (spring(2, 2),),
    "joint 1 (node 6) is not an ancestor": (spring(1, 6, 3),),
    "its center, node 4, is neither": (spring(2, 3, center=4),),
    "out of this world": (spring(fault="out of this world"),),
}


@pytest.mark.parametrize("sentence", FAULTS)
def test_a_spring_at_fault_is_left_out_with_a_sentence(sentence):
    answer = found(*FAULTS[sentence])
    assert sentence in answer.faults[0]
    assert not answer.bones


def test_of_two_springs_with_one_node_the_second_is_left_out():
    assert found(spring(1, 2, 3), spring(3, 4)).faults == {1: "node 3 already belongs to spring 0"}


def test_a_skipped_node_belongs_to_its_spring():
    """Specification, "Exception": a-(b)-c and b-(c)-e are duplicates."""
    assert 1 in found(spring(1, 3), spring(2, 4)).faults


def test_a_center_moved_by_another_spring_is_a_fault():
    assert found(spring(1, 2), spring(3, 4, center=2)).faults == {
        1: "its center, node 2, is moved by spring 0"
    }


def test_a_free_center_may_be_any_node():
    """VRM 0.x binds it to nothing."""
    free = {"free_center": True}
    assert not found(spring(1, 2), spring(3, 4, center=2, **free)).faults
    assert not found(spring(2, 3, center=4, **free)).faults


def test_the_first_joint_may_be_its_own_center():
    assert not found(spring(1, 2, center=1)).faults


def test_a_plain_chain_has_no_fault():
    assert not find_chains(chain(3)).faults
