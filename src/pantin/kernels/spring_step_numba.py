# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN201, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""The compiled twin of `spring_step.py`: whole frames of spring bones, eight lanes at a time.

The lanes are eight copies of a rig (`SpringBatch`), or eight independent joints of one rig. Both run the
arithmetic that `spring_lanes.py` emits; this module only moves numbers in and out. Called through
`spring_step.py`, which checks everything: here nothing is checked.

Two alternatives were tried. Loops over lanes, vectorised by LLVM, took 20 s to compile instead of 5, and a
single rig had no lanes: twice the time at 10,000 joints. A function for each operation took 5 to 17 % longer
for one rig until it received addresses and few arrays, probably because of reference counting.
"""

from __future__ import annotations

import functools
from typing import Any

import numba as nb
import numpy as np

from pantin.base.threads import share

from .engine import njit_cached
from .spring_intrinsics_numba import (
    CENTER,
    CONSTANTS,
    EXTERNAL,
    HEAD,
    LANE,
    LOCAL,
    MATRIX,
    MOVED,
    MOVED_SCALE,
    MOVES,
    ONE_COLLIDER,
    ONE_JOINT,
    PARENT,
    PLACED,
    RESULT,
    ROTATION,
    SCALE,
    SPREAD,
    STATE,
    STATE_ROTATION,
    TAILS,
    VOCABULARY,
    copy_4,
    copy_moved,
    emitted_limits,
    emitted_placings,
    emitted_pushes,
    emitted_touches,
    find_rest_frame,
    find_rotation,
    find_scale,
    gather_12,
    gather_moved,
    gather_state,
    has_no_length,
    integrate,
    into_center,
    next_state,
    pick_4,
    pick_12,
    place_head,
    place_node,
    place_point,
    put_12,
    repair,
    restore_length,
    scatter_quads,
    scatter_state,
    spread_12,
    spread_constants,
    spread_moved,
    spread_without_limit,
    tails_in_world,
)
from .spring_lanes import Moved, Scratch
from .spring_program import (
    COLLIDER,
    JOINT,
    LANES,
    NODE,
    Array,
    ColliderIndex,
    Event,
    Integers,
    JointState,
    PlacedCollider,
    Program,
    cached_layout,
)
from .spring_table import Lane, Op, by_joint, by_rig
from .wide import ROW

ALL = 2**LANES - 1
KIND, FIRST, BEHIND, LIMIT, CENTERED, LIVE, GROUP, FILLED, PARENTS = (int(column) for column in Op)
OWN, OWN_PARENT, OWN_CENTER, OWN_NODE, OWN_JOINT, _ = (int(row) for row in Lane)
OF_OWN, OF_PARENT, OF_CENTER, OF_NODE, OF_JOINT, OF_STATE = (row * ROW for row in Lane)
_, PLACING, CONTACT, KEEPS_LENGTH = (int(column) for column in ColliderIndex)
TAIL_ON_HEAD, TAIL_ON_COLLIDER, PUSH_ONTO_HEAD, BONE_WITHOUT_LENGTH, FLAT_TRANSFORM = map(int, Event)

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": False}


@nb.njit(**OPTIONS)
def address(array):
    return np.int64(array.ctypes.data)


@nb.njit(**OPTIONS)
def count_bits(bits):
    """The number of bits that are set."""
    result = 0
    while bits:
        bits &= bits - 1
        result += 1
    return result


# Functions of their own: what is emitted is compiled once, however often it is called.


@nb.njit(**OPTIONS)
def touch(contact, s, collider):
    """A bit for each lane whose tail a collider pushes."""
    return emitted_touches(contact, s, collider)


@nb.njit(**OPTIONS)
def push(contact, s, collider, hit):
    """Push the tails of these lanes; a bit for each whose way out was not clear."""
    return emitted_pushes(contact, s, collider, hit)


@nb.njit(**OPTIONS)
def limit(kind, s, values, changed):
    emitted_limits(kind - 1, s, values, changed)


@nb.njit(**OPTIONS)
def collide(first, last, kind, colliders, placed, values, s, live, counts, b):
    """Colliders in listed order, each with the length of the bone and the limit after it."""
    if kind:
        limit(kind, s, values, ALL)
    for entry in range(first, last):
        contact, collider = colliders[entry, CONTACT], placed + entry * PLACED
        hit = touch(contact, s, collider)
        if hit:
            counts[b, TAIL_ON_COLLIDER] += count_bits(push(contact, s, collider, hit) & live)
            if colliders[entry, KEEPS_LENGTH]:
                counts[b, PUSH_ONTO_HEAD] += count_bits(restore_length(s, hit) & live)
            if kind:
                limit(kind, s, values, hit)


@nb.njit(**OPTIONS)
def place_collider(placing, parent, values, target):
    emitted_placings(placing, parent, values, target)


@nb.njit(**OPTIONS)
def move(
    first, last, kind, centered, parent, moved, state, center, values, placed, colliders, scaled, dt, s,
    alive, counts, b,
):  # fmt: skip
    """One step of the joints in the lanes: changes `state`, and leaves their rotations in the scratch
    memory."""
    tails = state
    if centered:
        tails = s + TAILS
        tails_in_world(center, state, tails)
    find_rest_frame(s, parent, moved, moved + MOVED_SCALE, values)
    if scaled:
        find_scale(s)
    lost = integrate(s, tails, values, dt)
    if lost:
        short = has_no_length(s)
        counts[b, BONE_WITHOUT_LENGTH] += count_bits(lost & short & alive)
        counts[b, TAIL_ON_HEAD] += count_bits(lost & ~short & alive)
        repair(s, lost, state)
    collide(first, last, kind, colliders, placed, values, s, alive, counts, b)
    counts[b, FLAT_TRANSFORM] += count_bits(find_rotation(s, state, values) & alive)
    if centered:
        counts[b, FLAT_TRANSFORM] += count_bits(into_center(s, center, state) & alive)
    next_state(s, state, state)


@nb.njit(**OPTIONS)
def change(now, f, b, changed, maps, sizes, driven, scales):
    """Write the changes of frame f into the pose."""
    for k in range(len(changed)):
        for i in range(driven.shape[4]):
            for c in range(12):
                driven[now, b, changed[k], c, i] = maps[f, b, k, c, i]
            for c in range(3):
                scales[now, b, changed[k], c, i] = sizes[f, b, k, c, i]


@nb.njit(**OPTIONS)
def blow(now, b, external, scratch):
    """The external force of a frame into the scratch; one lane serves all."""
    shared = external.shape[3] == 1
    for r in range(3):
        for i in range(LANES):
            scratch[EXTERNAL + r, i] = external[now, b, r, 0 if shared else i]


@nb.njit(**OPTIONS)
def gather_states(ops, lanes, state, kept):
    """The states of all joints as rows, group by group."""
    for g in range(len(ops)):
        if ops[g, KIND] == JOINT:
            gather_state(state, lanes + g * LANE + OF_JOINT, kept + ops[g, GROUP] * STATE)


@nb.njit(**OPTIONS)
def scatter_states(ops, lanes, kept, state):
    """The inverse of `gather_states`."""
    for g in range(len(ops)):
        if ops[g, KIND] == JOINT:
            scatter_state(kept + ops[g, GROUP] * STATE, lanes + g * LANE + OF_JOINT, state)


@nb.njit(**OPTIONS)
def gather_moves(ops, lanes, driven, scales, moved):
    """Translations and scales of all joints as rows, group by group."""
    for g in range(len(ops)):
        if ops[g, KIND] == JOINT:
            gather_moved(driven, scales, lanes + g * LANE + OF_NODE, moved + ops[g, GROUP] * MOVES)


@nb.njit(**OPTIONS)
def change_moves(f, maps, sizes, group_lanes, moved):
    """The same for the nodes that change in frame f; `group_lanes` as `Table.locate_groups`."""
    for k in range(len(group_lanes)):
        if group_lanes[k] >= 0:
            group, lane = group_lanes[k] // LANES, group_lanes[k] % LANES
            for c in range(3):
                moved[group, c, lane] = maps[f, 0, k, 4 * c + 3, 0]
                moved[group, 3 + c, lane] = sizes[f, 0, k, c, 0]


@nb.njit(**OPTIONS)
def place_group(kind, lane, parent, driven, scales, kept, s, target):
    """Nodes of one rig, or heads of joints with their rotations of the previous step."""
    if kind == NODE:
        gather_12(driven, lane + OF_NODE, s + LOCAL)
        place_node(parent, s + LOCAL, target)
    else:
        gather_moved(driven, scales, lane + OF_NODE, s + MOVED)
        pick_4(kept + STATE_ROTATION, lane + OF_STATE, s + ROTATION)
        place_point(parent, s + MOVED, s + HEAD)
        place_head(parent, s + HEAD, s + ROTATION, s + MOVED + MOVED_SCALE, target)


@functools.cache
def joint_lanes() -> Any:
    """The kernel whose lanes are joints of one rig."""
    key = VOCABULARY

    def joints(
        ops, lanes, values, colliders, collider_values, scaled,
        state, driven, scales, moves, changed, maps, sizes, above, external, gusts, dt,
        scratch, world, placed, moved, kept, group_lanes, out, counts,
    ):  # fmt: skip
        """One rig, a joint a lane. The state of joints between frames stays in rows: world (blocks, 12, 8),
        state (groups, 13, 8), translation and scale (groups, 6, 8); `group_lanes` locates a changed node in
        the last two.
        """
        _ = key
        scratch[SCALE] = 1.0
        s, a_world, a_placed, a_values = address(scratch), address(world), address(placed), address(values)
        a_lanes, a_state, a_kept, a_moved = address(lanes), address(state), address(kept), address(moved)
        poses, with_size, turns = address(driven), address(scales), address(out)
        nodes, count, a_colliders = driven.shape[2], state.shape[1], address(collider_values)
        spread_12(address(above), a_world)
        gather_states(ops, a_lanes, a_state, a_kept)
        for f in range(out.shape[0]):
            now = f * moves
            change(now, f, 0, changed, maps, sizes, driven, scales)
            blow(f * gusts, 0, external, scratch)
            a_driven, a_scales = poses + now * nodes * 96, with_size + now * nodes * 24
            a_out = turns + f * count * 32
            if f == 0 or moves:
                gather_moves(ops, a_lanes, a_driven, a_scales, a_moved)
            else:
                change_moves(f, maps, sizes, group_lanes, moved)
            for g in range(len(ops)):
                kind, lane, group = ops[g, KIND], a_lanes + g * LANE, ops[g, GROUP]
                parent = a_world + ops[g, PARENTS] * MATRIX
                if ops[g, PARENTS] < 0:
                    parent = s + PARENT
                    pick_12(a_world, lane + OF_PARENT, parent)
                target = a_world + ops[g, FILLED] * MATRIX if ops[g, FILLED] >= 0 else s + RESULT
                if kind == COLLIDER:
                    joint = ops[g, FIRST]
                    place_collider(
                        colliders[joint, PLACING],
                        parent,
                        a_colliders + joint * ONE_COLLIDER,
                        a_placed + joint * PLACED,
                    )
                elif kind != JOINT:
                    place_group(kind, lane, parent, a_driven, a_scales, a_kept, s, target)
                else:
                    own, here = a_kept + group * STATE, a_moved + group * MOVES
                    if ops[g, CENTERED]:
                        pick_12(a_world, lane + OF_CENTER, s + CENTER)
                    move(
                        ops[g, FIRST], ops[g, BEHIND], ops[g, LIMIT], ops[g, CENTERED], parent, here, own,
                        s + CENTER, a_values + group * CONSTANTS, a_placed, colliders, scaled, dt, s,
                        ops[g, LIVE], counts, 0,
                    )  # fmt: skip
                    scatter_quads(s + ROTATION, lane + OF_JOINT, a_out)
                    place_head(parent, s + HEAD, s + ROTATION, here + MOVED_SCALE, target)
                if ops[g, FILLED] < 0 and kind != COLLIDER:
                    put_12(s + RESULT, lane + OF_OWN, a_world)
        scatter_states(ops, a_lanes, a_kept, a_state)

    return njit_cached(joints, **OPTIONS)


@nb.njit(**OPTIONS)
def spread_values(values, limit, target):
    """The constants of a joint for all lanes; those of the limit only if it has one."""
    if limit:
        spread_constants(values, target)
    else:
        spread_without_limit(values, target)


@functools.cache
def rig_lanes() -> Any:
    """The kernel whose lanes are rigs."""
    key = VOCABULARY

    def rigs(
        ops, lanes, values, colliders, collider_values, scaled,
        state, driven, scales, moves, changed, maps, sizes, above, external, gusts, dt, live,
        scratch, world, placed, out, counts, begin, end,
    ):  # fmt: skip
        """Blocks of eight rigs, one a lane. world (slots + 1, 12, 8)."""
        _ = key
        scratch[SCALE] = 1.0
        s, a_world, a_placed, a_values = address(scratch), address(world), address(placed), address(values)
        poses, with_size, turns = address(driven), address(scales), address(out)
        a_colliders = address(collider_values)
        nodes, count, size = driven.shape[2], state.shape[1], driven.shape[4]
        for b in range(begin, end):
            world[-1] = above[b]
            a_state = address(state) + b * count * STATE
            for f in range(out.shape[0]):
                now = f * moves
                change(now, f, b, changed, maps, sizes, driven, scales)
                blow(f * gusts, b, external, scratch)
                here = (now * driven.shape[1] + b) * nodes * size
                a_driven, a_scales = poses + here * 96, with_size + here * 24
                a_out = turns + (f * out.shape[1] + b) * count * (4 * ROW)
                for g in range(len(ops)):
                    kind, node, joint = ops[g, KIND], lanes[g, OWN_NODE, 0], lanes[g, OWN_JOINT, 0]
                    parent = a_world + lanes[g, OWN_PARENT, 0] * MATRIX
                    target = a_world + lanes[g, OWN, 0] * MATRIX
                    local, own = a_driven + node * size * 96, a_state + joint * STATE
                    if kind == COLLIDER:
                        first = ops[g, FIRST]
                        place_collider(
                            colliders[first, PLACING], parent, a_colliders + first * ONE_COLLIDER,
                            a_placed + first * PLACED,
                        )  # fmt: skip
                    elif kind == NODE:
                        if size == 1:
                            spread_12(local, s + LOCAL)
                            local = s + LOCAL
                        place_node(parent, local, target)
                    else:
                        if size == 1:
                            spread_moved(local, a_scales + node * 24, s + MOVED)
                        else:
                            copy_moved(local, a_scales + node * (3 * ROW), s + MOVED)
                        if kind == JOINT:
                            center = a_world + lanes[g, OWN_CENTER, 0] * MATRIX
                            spread_values(a_values + joint * ONE_JOINT, ops[g, LIMIT], s + SPREAD)
                            move(
                                ops[g, FIRST], ops[g, BEHIND], ops[g, LIMIT], ops[g, CENTERED], parent,
                                s + MOVED, own, center, s + SPREAD, a_placed, colliders, scaled, dt, s,
                                live[b], counts, b,
                            )  # fmt: skip
                            copy_4(s + ROTATION, a_out + joint * (4 * ROW))
                        else:
                            place_point(parent, s + MOVED, s + HEAD)
                        place_head(parent, s + HEAD, own + STATE_ROTATION, s + MOVED + MOVED_SCALE, target)

    return njit_cached(rigs, **OPTIONS)


SECONDS = 3e-8
"""Estimated time for one joint of one rig in one step, on one thread."""


def advance(
    program: Program, state: Array, driven: Array, scales: Array, moves: int, changed: Integers, maps: Array,
    sizes: Array, above: Array, external: Array, gusts: int, dt: float, live: Integers, out: Array,
    counts: Integers,
) -> None:  # fmt: skip
    """As `spring_step.advance`, which has checked the shapes."""
    arrays = (state, driven, scales, moves, changed, maps, sizes, above, external, gusts, dt)
    if state.shape[3] == 1:
        one_rig(program, arrays, out, counts)
    else:
        many_rigs(program, arrays, live, out, counts)


def scratch_arrays(program: Program) -> tuple[Array, Array]:
    """The scratch, and where colliders are placed."""
    colliders = np.empty((len(program.collider_index), PlacedCollider.width, LANES))
    return np.empty((Scratch.width, LANES)), colliders


def one_rig(program: Program, arrays: tuple[Any, ...], out: Array, counts: Integers) -> None:
    table = cached_layout(program, by_joint)
    groups = len(table.values)
    scratch, placed = scratch_arrays(program)
    world = np.empty((table.blocks, 12, LANES))
    moved, kept = np.empty((groups, Moved.width, LANES)), np.empty((groups, JointState.width, LANES))
    joint_lanes()(
        table.ops, table.lanes, table.values, program.collider_index, program.collider_values,
        program.scaled, *arrays,
        scratch, world, placed, moved, kept, table.locate_groups(arrays[4]), out, counts,
    )  # fmt: skip


def many_rigs(
    program: Program, arrays: tuple[Any, ...], live: Integers, out: Array, counts: Integers
) -> None:
    """Threads share the blocks of rigs. One thread runs each block, so the number of threads does not change
    the bits."""
    table, run_blocks = cached_layout(program, by_rig), rig_lanes()

    def run(begin: int, end: int) -> None:
        scratch, placed = scratch_arrays(program)
        world = np.empty((len(program.origins) + 1, 12, LANES))
        run_blocks(
            table.ops, table.lanes, table.values, program.collider_index, program.collider_values,
            program.scaled, *arrays, live, scratch, world, placed, out, counts, begin, end,
        )  # fmt: skip

    share(run, out.shape[1], SECONDS * out.size / 4)
