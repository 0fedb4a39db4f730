"""A spring program laid out for the compiled kernels: which joints, or which rigs, share eight lanes."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

import numpy as np

from pantin.base.records import Record

from .spring_program import (
    COLLIDER,
    JOINT,
    LANES,
    NODE,
    Array,
    ColliderIndex,
    Index,
    Integers,
    JointState,
    Program,
)


class Op(IntEnum):
    """Columns of `Table.ops`."""

    KIND = 0
    FIRST = 1
    BEHIND = 2
    LIMIT = 3
    CENTERED = 4
    LIVE = 5
    GROUP = 6
    FILLED = 7
    PARENTS = 8


class Lane(IntEnum):
    """Rows of a group in `Table.lanes`."""

    OWN = 0
    PARENT = 1
    CENTER = 2
    NODE = 3
    JOINT = 4
    STATE = 5


BLOCK = 12 * LANES
"""Numbers of a block: the maps of eight nodes."""

Group = tuple[int, Integers]


class OperationTable(Record, eq=False):
    """Operations on whole groups. A group of joints that is not full repeats its last one.

    ops            (K, 9) kind, first collider (or the one to place) and the one behind the last, kind of
                   limit, 1 where there is a centre, a bit for each lane that counts, number among the groups
                   of joints, and the blocks that its results fill and its parents come from, -1 where they
                   are scattered
    lanes          (K, 6, W) own map, that of the parent and of the centre, node of the rig, joint, and the
                   joint's state. W = 1 with rigs in the lanes, where maps are counted in slots; else W = 8,
                   where they are counted in numbers of the blocks, and the state in numbers of the groups
    values         (groups of joints, …, 8) as `JointConstants`, or those of the program
    blocks         the number of blocks; the first is the ancestor of all
    group_of_node  for each node, up to the last that is a joint, 8 times its group plus its lane, or -1
    """

    ops: Integers
    lanes: Integers
    values: Array
    blocks: int
    group_of_node: Integers

    def locate_groups(self, nodes: Integers) -> Integers:
        """Where these nodes are among the groups of joints, as in `group_of_node`."""
        inside = nodes < len(self.group_of_node)
        return np.where(inside, self.group_of_node[np.where(inside, nodes, 0)], -1)


def by_rig(program: Program) -> OperationTable:
    """For a rig in each lane: the operations one by one."""
    groups = [(kind, np.array([index])) for kind, index in program.ops.tolist()]
    ops, lanes = _lay_out(program, groups, 1)
    return OperationTable(ops, lanes, program.joint_values, len(program.origins) + 1, np.full(1, -1))


def by_joint(program: Program) -> OperationTable:
    """For a joint in each lane: joints of one level that collide with the same colliders.

    Where the parents of a group are one block in the order of their children, that block is read directly.
    """
    home = np.full(len(program.origins) + 1, -1)
    home[-1] = 0
    groups: list[Group] = []
    filled = [1]
    for kind, indices in _groups_by_parent(program, home):
        groups.append((kind, indices))
        if kind in (NODE, JOINT):
            slots = indices if kind == NODE else program.joint_index[indices, Index.SLOT]
            fresh = home[slots] < 0
            home[slots[fresh]] = filled[-1] * BLOCK + np.flatnonzero(fresh)
        filled.append(filled[-1] + (kind in (NODE, JOINT)))
    ops, lanes = _lay_out(program, groups, LANES)
    joints = [index for index, (kind, _) in enumerate(groups) if kind == JOINT]
    ops[joints, Op.GROUP] = np.arange(len(joints))
    states = np.zeros(len(program.joint_index), np.int64)
    homes = np.full(int(program.joint_index[:, Index.NODE].max(initial=0)) + 1, -1)
    for group, joint_group in enumerate(joints):
        live = groups[joint_group][1]
        states[live] = group * JointState.width * LANES + np.arange(len(live))
        homes[program.joint_index[live, Index.NODE]] = group * LANES + np.arange(len(live))
    for row, (kind, members) in enumerate(groups):
        maps = [Lane.OWN, Lane.PARENT, Lane.CENTER]
        lanes[row, maps] = home[lanes[row, maps]]
        lanes[row, Lane.STATE] = 0 if kind in (NODE, COLLIDER) else states[lanes[row, Lane.JOINT]]
        own, above = lanes[row, Lane.OWN, : len(members)], lanes[row, Lane.PARENT, : len(members)]
        ops[row, Op.FILLED] = filled[row] if _contiguous_block(own) == filled[row] else -1
        ops[row, Op.PARENTS] = -1 if kind == COLLIDER else _contiguous_block(above)
    values = program.joint_values[lanes[joints, Lane.JOINT]].transpose(0, 2, 1)
    return OperationTable(ops, lanes, np.ascontiguousarray(values), filled[-1], homes)


def _contiguous_block(slots: Integers) -> int:
    """The block that has exactly these lanes in order (in the first block all lanes are equal); −1 if none
    has."""
    block = int(slots[0]) // BLOCK
    lanes = np.zeros(len(slots)) if block == 0 else np.arange(len(slots))
    return block if np.array_equal(slots, block * BLOCK + lanes) else -1


def _groups_by_parent(program: Program, home: Integers) -> Iterator[Group]:
    """Groups of up to eight joints that can run at once, in the order of their parents."""
    for kind, indices in program.levels:
        if kind == COLLIDER:
            yield from ((kind, indices[start : start + 1]) for start in range(len(indices)))
            continue
        if len(indices) == 1:
            yield kind, indices
            continue
        index = (
            program.joint_index[indices] if kind != NODE else np.zeros((len(indices), len(Index)), np.int64)
        )
        above = program.parents[indices] if kind == NODE else index[:, Index.PARENT]
        keys = np.stack([*index[:, Index.FIRST : Index.NODE].T, index[:, Index.CENTER] >= 0])
        order = np.lexsort([home[above], *keys])
        cuts = np.flatnonzero((np.diff(keys[:, order]) != 0).any(0)) + 1
        for part in np.split(indices[order], cuts):
            yield from ((kind, part[start : start + LANES]) for start in range(0, len(part), LANES))


def _lay_out(program: Program, groups: list[Group], width: int) -> tuple[Integers, Integers]:
    """`ops` and `lanes` with maps counted in slots."""
    ops = np.zeros((len(groups), len(Op)), np.int64)
    lanes = np.zeros((len(groups), len(Lane), width), np.int64)
    for group, (kind, indices) in enumerate(groups):
        full = np.concatenate([indices, np.repeat(indices[-1:], width - len(indices))])
        ops[group, Op.KIND], ops[group, Op.LIVE] = kind, (1 << len(indices)) - 1
        if kind == NODE:
            lanes[group, [Lane.OWN, Lane.PARENT, Lane.NODE]] = (
                full,
                program.parents[full],
                program.origins[full],
            )
        elif kind == COLLIDER:
            ops[group, Op.FIRST], lanes[group, Lane.PARENT] = (
                indices[0],
                program.collider_index[indices[0], ColliderIndex.SLOT],
            )
        else:
            index = program.joint_index[full]
            slot, parent, center = index[:, : Index.FIRST].T
            lanes[group, : Lane.STATE] = slot, parent, np.maximum(center, 0), index[:, Index.NODE], full
            ops[group, Op.FIRST : Op.LIVE] = *index[0, Index.FIRST : Index.NODE], index[0, Index.CENTER] >= 0
    return ops, lanes
