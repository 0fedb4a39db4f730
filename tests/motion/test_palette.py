"""The maps a skin blends."""

import numpy as np

from pantin.motion import palette, world
from pantin.rig import Node, Skin, build


def moved(x):
    return [[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0]]


def test_a_palette_is_world_times_inverse_bind_in_the_order_of_the_joints():
    rig = build(nodes=[Node(translation=[1, 0, 0]), Node(translation=[2, 0, 0])])
    skin = Skin(np.array([1, 0, 1]), inverse_binds=np.array([moved(10), moved(20), moved(30)], float))
    placed = world(rig.rest_pose())
    assert palette(skin, placed).tolist() == [moved(12), moved(21), moved(32)]


def test_a_joint_of_minus_one_is_identity_or_its_root():
    rig = build(nodes=[Node(translation=[1, 0, 0])])
    placed = world(rig.rest_pose())
    joints = np.array([-1, 0])
    assert palette(Skin(joints), placed).tolist() == [moved(0), moved(1)]
    assert palette(Skin(joints, root=0), placed).tolist() == [moved(1), moved(1)]


def test_a_palette_of_no_nodes():
    rig = build()
    assert palette(Skin(np.array([-1])), world(rig.rest_pose())).tolist() == [moved(0)]
