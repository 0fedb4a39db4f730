"""World transforms and palettes."""

import numpy as np
import pytest

from pantin.motion import palette, skin_palette, world_transforms
from pantin.rig import Node, Poses, Skin, build


def moved(x):
    return [[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0]]


def test_a_child_before_its_parent_in_the_file():
    rig = build(nodes=[Node(parent=1, translation=[1, 0, 0]), Node(scale=[2, 2, 2])])
    assert world_transforms(rig)[0].tolist() == [[2, 0, 0, 2], [0, 2, 0, 0], [0, 0, 2, 0]]


def test_a_batch_is_the_poses_one_by_one():
    rig = build(nodes=[Node(), Node(parent=0, translation=[1, 2, 3])])
    poses = [rig.rest_pose().with_local(0, translation=[x, 0, 0]) for x in range(3)]
    together = world_transforms(rig, Poses.stack(poses))
    for index, pose in enumerate(poses):
        np.testing.assert_array_equal(together[index], world_transforms(rig, pose))


def test_a_long_chain_needs_no_stack():
    rig = build(dimension=2, nodes=[Node(parent=node - 1, translation=[1, 0]) for node in range(20_000)])
    assert world_transforms(rig)[-1].tolist() == [[1, 0, 20_000], [0, 1, 0]]


def test_a_pose_of_another_rig_is_refused():
    with pytest.raises(ValueError, match="the pose belongs to another rig"):
        world_transforms(build(), build(nodes=[Node()]).rest_pose())


def test_a_palette_is_world_times_inverse_bind_in_the_order_of_the_joints():
    skin = Skin([1, 0, 1], inverse_binds=[moved(10), moved(20), moved(30)])
    rig = build(nodes=[Node(translation=[1, 0, 0]), Node(translation=[2, 0, 0])], skins=[skin])
    assert palette(rig).tolist() == [moved(12), moved(21), moved(32)]
    assert palette(rig, Poses.stack([rig.rest_pose()] * 2), 0).shape == (2, 3, 3, 4)
    with pytest.raises(ValueError, match="there is no skin 1: the rig has 1"):
        palette(rig, skin=1)


def test_a_joint_of_minus_one_is_identity_or_its_root():
    world = world_transforms(build(nodes=[Node(translation=[1, 0, 0])]))
    joints = np.array([-1, 0])
    assert skin_palette(Skin(joints), world).tolist() == [moved(0), moved(1)]
    assert skin_palette(Skin(joints, root=0), world).tolist() == [moved(1), moved(1)]


def test_a_palette_without_nodes():
    assert skin_palette(Skin(np.array([-1])), world_transforms(build())).tolist() == [moved(0)]
