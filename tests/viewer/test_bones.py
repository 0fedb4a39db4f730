from __future__ import annotations

import numpy as np

from pantin.rig import Node, Spring, SpringJoint, SpringSettings, build
from pantin.viewer.bones import BONE, CHOSEN, JOINT, joints_of, skeleton


def test_the_arm_has_two_bones_and_three_joints(arm):
    pieces = skeleton(arm.rig, arm.rig.rest_pose(), 3.0)
    assert [one.paints[0] for one in pieces] == [BONE] * 2 + [JOINT] * 3


def test_bones_follow_the_pose(arm):
    bent = arm.rig.rest_pose().with_local("shoulder", translation=(5, 0, 0))
    moved = np.concatenate([one.positions for one in skeleton(arm.rig, bent, 3.0)])
    still = np.concatenate([one.positions for one in skeleton(arm.rig, arm.rig.rest_pose(), 3.0)])
    assert np.allclose(moved - still, (5, 0, 0))


def test_the_chosen_joint_and_its_bone_stand_out(arm):
    pieces = skeleton(arm.rig, arm.rig.rest_pose(), 3.0, chosen=1)
    assert [one.paints[0] == CHOSEN for one in pieces] == [False, True, False, True, False]


def test_without_skins_all_nodes_without_mesh_are_joints(square):
    rig = build(nodes=[Node("a"), Node("b", 0, (0, 1, 0))])
    assert joints_of(rig) == [0, 1]
    assert joints_of(square()) == []


def test_joints_of_springs_are_joints():
    spring = Spring((SpringJoint(0), SpringJoint(1)))
    nodes = [Node("a"), Node("b", 0, (0, 1, 0)), Node("c")]
    assert joints_of(build(nodes=nodes, springs=SpringSettings((spring,)))) == [0, 1]


def test_a_bone_passes_over_nodes_that_are_no_joints(arm):
    """The example's joints hang on one another; its mesh node is none of them."""
    assert joints_of(arm.rig) == [0, 1, 2]
