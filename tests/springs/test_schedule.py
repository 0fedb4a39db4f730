"""The order of work: everything after what it needs (VRMC_springBone 1.0, "Calculation order")."""

from itertools import pairwise

import pytest

from pantin.kernels.spring_program import COLLIDER, HEAD, JOINT, NODE
from pantin.springs.schedule import Schedule

# 0 - 1 - 2 - 3 and 0 - 4 - 5: joints on 1, 2 and on 4
PARENTS = [-1, 0, 1, 2, 0, 4]


def sequence(colliders=((), (), ()), hanging=(), centers=(None, None, None), heads=(1, 2, 4)):
    order = Schedule(PARENTS, heads, centers, colliders, hanging)
    slots = {node: slot for slot, node in enumerate(order.nodes)}
    named = {slot: node for node, slot in slots.items()}
    rows = [(k, named[index] if k == NODE else index) for k, index in order.sequence(slots).tolist()]
    return order, slots, rows


def test_ancestors_come_first_and_only_what_matters_is_placed():
    order, _, rows = sequence()
    assert rows == [(NODE, 0), (JOINT, 0), (JOINT, 1), (JOINT, 2)]
    assert order.nodes == [0, 1, 2, 4]


def test_a_joint_waits_for_the_joint_that_moves_its_collider():
    """Joint 0 meets a collider on node 5, which joint 2 moves."""
    _, _, rows = sequence(colliders=((0,), (), ()), hanging=[5])
    assert rows.index((JOINT, 2)) < rows.index((COLLIDER, 0)) < rows.index((JOINT, 0))


def test_a_collider_below_its_own_joint_is_placed_with_the_old_rotations():
    _, _, rows = sequence(colliders=((0,), (), ()), hanging=[3])
    before = rows[: rows.index((JOINT, 0))]
    assert before == [(NODE, 0), (HEAD, 0), (HEAD, 1), (NODE, 3), (COLLIDER, 0)]


def test_two_joints_that_push_each_other_do_not_wait_forever():
    _, _, rows = sequence(colliders=((0,), (), (1,)), hanging=[5, 3])
    assert {(JOINT, 0), (JOINT, 1), (JOINT, 2)} <= set(rows)


def test_a_joint_that_is_its_own_center_is_placed_before_it_moves():
    _, _, rows = sequence(centers=(1, None, None))
    assert rows.index((HEAD, 0)) == rows.index((JOINT, 0)) - 1


def test_a_center_below_its_joint_is_placed_with_the_old_rotations():
    _, _, rows = sequence(centers=(3, 3, None))
    assert rows[: rows.index((JOINT, 0))] == [(NODE, 0), (HEAD, 0), (HEAD, 1), (NODE, 3)]
    assert rows[rows.index((JOINT, 0)) + 1 :] == [(HEAD, 1), (NODE, 3), (JOINT, 1), (JOINT, 2)]


def test_joints_that_are_centers_of_each_other_do_not_wait_forever():
    _, _, rows = sequence(centers=(4, None, 1))
    assert [row for row in rows if row[0] == JOINT] == [(JOINT, 2), (JOINT, 0), (JOINT, 1)]


def test_levels_hold_the_same_operations_each_after_what_it_needs():
    order, slots, rows = sequence(colliders=((0,), (), ()), hanging=[5])
    levels = order.levels(slots)
    assert sum(len(index) for _, index in levels) == len(rows)
    place = {(k, index): level for level, (k, found) in enumerate(levels) for index in found.tolist()}
    assert place[JOINT, 0] < place[JOINT, 1]
    assert place[JOINT, 2] < place[COLLIDER, 0] < place[JOINT, 0]


def test_a_chain_of_ten_thousand_needs_no_recursion():
    count = 10_000
    order = Schedule([-1, *range(count)], list(range(count)), [None] * count, [()] * count, [])
    levels = order.levels({node: node for node in order.nodes})
    assert all(first[1][0] < second[1][0] for first, second in pairwise(levels))


def test_a_collider_far_below_too_many_joints_is_refused_before_memory_is_full():
    """Each of 10,000 joints would place all that is below it: 50 million operations."""
    count = 10_000
    parents, heads = [-1, *range(count)], list(range(count))
    with pytest.raises(ValueError, match="more than 50,000 extra times per step"):
        Schedule(parents, heads, [None] * count, [(0,)] * count, [count])
