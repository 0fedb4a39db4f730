"""Which joints share eight lanes: those of one level that meet the same colliders."""

import numpy as np
from spring_rigs import chain, everything

from pantin.kernels.spring_program import COLLIDER, JOINT, LANES, Index
from pantin.kernels.spring_table import Lane, Op, by_joint, by_rig
from pantin.rig import Node, Spring, SpringJoint, SpringSettings, build
from pantin.springs.chains import find_chains
from pantin.springs.compile import compile_program


def made(rig):
    return compile_program(rig, find_chains(rig), "spec")


def hair(strands, length=3):
    """Strands of equal length below one root."""
    nodes, springs = [Node("root")], []
    for index in range(strands):
        above, joints = 0, []
        for _ in range(length + 1):
            nodes.append(Node(None, above, (0.1 * index, -0.1, 0)))
            above = len(nodes) - 1
            joints.append(SpringJoint(above))
        springs.append(Spring(tuple(joints)))
    return build(nodes=nodes, springs=SpringSettings(tuple(springs)))


def test_each_joint_has_one_lane():
    for variant in ({}, {"limits": True, "center": True}, {"cycle": True}):
        used = made(everything(0, **variant))
        table = by_joint(used)
        moved = table.ops[:, Op.KIND] == JOINT
        counted = [bits.bit_count() for bits in table.ops[moved, Op.LIVE].tolist()]
        rows = zip(table.lanes[moved, Lane.JOINT], counted, strict=True)
        joints = [lane for row, live in rows for lane in row[:live]]
        assert sorted(joints) == list(range(len(used.joint_index)))


def test_joints_of_a_group_have_limits_colliders_and_centres_alike():
    used = made(everything(0, limits=True, center=True))
    table = by_joint(used)
    for op, lanes in zip(table.ops, table.lanes, strict=True):
        if op[Op.KIND] == JOINT:
            index = used.joint_index[lanes[Lane.JOINT]]
            assert (index[:, Index.FIRST : Index.NODE] == op[Op.FIRST : Op.CENTERED]).all()
            assert ((index[:, Index.CENTER] >= 0) == op[Op.CENTERED]).all()


def test_strands_side_by_side_read_their_parents_as_they_are():
    table = by_joint(made(hair(11)))
    joints = table.ops[table.ops[:, Op.KIND] == JOINT]
    assert len(joints) == 6  # three levels of 8 and 3
    assert (joints[2:, Op.PARENTS] == joints[:-2, Op.FILLED]).all()
    assert (joints[:2, Op.PARENTS] == -1).all()  # the root is one node, not a block


def test_a_chain_alone_has_a_lane_of_each_group():
    table = by_joint(made(chain(4)))
    assert table.ops[table.ops[:, Op.KIND] == JOINT, Op.LIVE].tolist() == [1, 1, 1, 1]


def test_a_collider_is_placed_alone():
    table = by_joint(made(everything(0)))
    assert (table.ops[table.ops[:, Op.KIND] == COLLIDER, Op.PARENTS] == -1).all()


def test_nodes_that_are_joints_are_found():
    used = made(hair(11))
    table = by_joint(used)
    places = table.locate_groups(used.joint_index[:, Index.NODE])
    assert len(set(places.tolist())) == len(places)
    assert table.locate_groups(np.array([0, 10**6])).tolist() == [-1, -1]


def test_with_rigs_in_the_lanes_operations_stay_as_they_are():
    used = made(everything(0))
    table = by_rig(used)
    assert (table.ops[:, Op.KIND] == used.ops[:, 0]).all()
    assert table.lanes.shape[2] == 1 < LANES
