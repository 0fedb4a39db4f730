"""World maps and palettes."""

import numpy as np

from pantin.motion import world
from pantin.rig import Node, Poses, build


def moved(x):
    return [[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0]]


def test_a_child_before_its_parent_in_the_file():
    rig = build(nodes=[Node(parent=1, translation=[1, 0, 0]), Node(scale=[2, 2, 2])])
    assert world(rig.rest_pose())[0].tolist() == [[2, 0, 0, 2], [0, 2, 0, 0], [0, 0, 2, 0]]


def test_a_batch_is_the_poses_one_by_one():
    rig = build(nodes=[Node(), Node(parent=0, translation=[1, 2, 3])])
    poses = [rig.rest_pose().with_local(0, translation=[x, 0, 0]) for x in range(3)]
    together = world(Poses.of(poses))
    for at, pose in enumerate(poses):
        np.testing.assert_array_equal(together[at], world(pose))


def test_a_long_chain_needs_no_stack():
    rig = build(dimension=2, nodes=[Node(parent=at - 1, translation=[1, 0]) for at in range(20_000)])
    assert world(rig.rest_pose())[-1].tolist() == [[1, 0, 20_000], [0, 1, 0]]
