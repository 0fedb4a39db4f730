# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN201, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""The compiled twin of `spring_step.py`: whole frames of spring bones, eight lanes at a time.

The lanes are eight rigs that do the same (`SpringBatch`), or eight joints of one rig that need nothing of
each other. Both run the arithmetic of `spring_lanes.py`, which makes their bits equal; here is only where
numbers come from and go to. Called through `spring_step.py`, which checks everything: here nothing is
checked.

What was tried: the same arithmetic as loops over lanes, for LLVM to make vectors of. It took 20 s to compile
instead of 5, and a single rig had no lanes: twice the time at 10,000 joints. A function for each operation:
5 to 17 % longer for one rig until it was given addresses and few arrays; probably references being counted.
"""

from __future__ import annotations

import functools
import inspect
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numba as nb
import numpy as np
from numba.core import types
from numba.extending import intrinsic

from . import spring_lanes as emit
from . import spring_program, spring_step_numpy, spring_table, vector_ir, wide
from .engine import PARALLEL_WORK, njit_cached
from .spring_lanes import At
from .spring_program import (
    CAPSULE,
    COLLIDER,
    CONE,
    HINGE,
    INSIDE_CAPSULE,
    INSIDE_SPHERE,
    JOINT,
    LANES,
    NODE,
    PLANE,
    SCALED,
    SPHERE,
    UNIVRM,
    Array,
    Integers,
    Program,
)
from .spring_table import Lane, Op, Table, by_joint, by_rig
from .vector_ir import Lanes
from .wide import ROW

# numba's disk cache looks at this file alone, so the others that kernels are made of are part of their key.
EMITTING = (emit, spring_program, spring_step_numpy, spring_table, vector_ir, wide)
VOCABULARY = zlib.crc32(b"".join(Path(str(one.__file__)).read_bytes() for one in EMITTING))


def emitted(function: Callable[..., Any], count: int, *, answers: bool = False, **literals: Any) -> Any:
    """An intrinsic of `count` addresses and numbers that emits the code of `function`.

    Kept at module level below: one that a kernel captured would keep it out of the disk cache.
    """

    def define(context: Any, *given: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = function(Lanes(builder, 64, strict=True), *arguments, **literals)
            return found if answers else target.get_dummy_value()

        kinds = [types.float64 if isinstance(one, types.Float) else types.int64 for one in given]
        return (types.int64 if answers else types.void)(*kinds), generate

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    names = ("context", *(f"argument_{at}" for at in range(count)))
    define.__signature__ = inspect.Signature([inspect.Parameter(one, kind) for one in names])  # type: ignore[attr-defined]
    define.__name__ = define.__qualname__ = function.__name__
    return intrinsic(define)


def sized(function: Callable[..., Any], count: int, size: int) -> Any:
    """The same, for records of `size` numbers."""

    def of_size(k: Lanes, *arguments: Any) -> None:
        function(k, size, *arguments)

    return emitted(of_size, count)


gather_12, gather_13 = sized(wide.gather, 3, 12), sized(wide.gather, 3, 13)
scatter_13, scatter_quads = sized(wide.scatter, 3, 13), emitted(wide.scatter_quads, 3)
pick_4, pick_12, put_12 = sized(wide.pick, 3, 4), sized(wide.pick, 3, 12), sized(wide.put, 3, 12)
spread_12, spread_29, spread_42 = (sized(wide.spread, 2, size) for size in (12, 29, 42))
gather_moved = emitted(emit.gather_moved, 4)
spread_moved, copy_moved = emitted(emit.spread_moved, 3), emitted(emit.copy_moved, 3)
place_node = emitted(emit.place_node, 3)
place_head = emitted(emit.place_head, 4)
place_round = emitted(emit.place_round, 4)
place_plane = emitted(emit.place_plane, 4)
carry_tails = emitted(emit.carry_tails, 3)
measure = emitted(emit.measure, 1)
short = emitted(emit.short, 1, answers=True)
repair = emitted(emit.repair, 3)
touch_plane = emitted(emit.touch_plane, 2, answers=True)
touch = functools.partial(emitted, emit.touch_round, 2, answers=True)
touch_sphere = touch(capsule=False, inside=False, from_head=False)
touch_capsule = touch(capsule=True, inside=False, from_head=False)
touch_capsule_by_head = touch(capsule=True, inside=False, from_head=True)
touch_inner_sphere = touch(capsule=False, inside=True, from_head=False)
touch_inner_capsule = touch(capsule=True, inside=True, from_head=False)
push_flat = emitted(emit.push_flat, 3)
push_round = emitted(emit.push_round, 2, answers=True)
constrain = emitted(emit.constrain, 2, answers=True)
into_center = emitted(emit.into_center, 3, answers=True)
remember = emitted(emit.remember, 2)
rest_frame = emitted(emit.rest_frame, 4)
integrate = emitted(emit.integrate, 4, answers=True)
limit_cone = emitted(emit.limit, 3, kind="cone")
limit_hinge = emitted(emit.limit, 3, kind="hinge")
limit_spherical = emitted(emit.limit, 3, kind="spherical")
rotated = emitted(emit.rotated, 2)
turn = emitted(emit.turn, 3, answers=True)

ALL = 2**LANES - 1
KIND, FIRST, BEHIND, LIMIT, CENTERED, LIVE, GROUP, FILLED, PARENTS = (int(one) for one in Op)
OWN, OWN_PARENT, OWN_CENTER, OWN_NODE, OWN_JOINT, _ = (int(one) for one in Lane)
OF_OWN, OF_PARENT, OF_CENTER, OF_NODE, OF_JOINT, OF_STATE = (one * ROW for one in Lane)
LANE = len(Lane) * ROW
"""Bytes of the numbers of a group of joints in `Table.lanes`."""

PARENT, LOCAL, MOVED, CENTER = (at * ROW for at in (At.PARENT, At.LOCAL, At.MOVED, At.CENTER))
ROTATION, TAILS, TURN = (at * ROW for at in (At.ROTATION, At.TAILS, At.TURN))
RESULT, VALUES = At.RESULT * ROW, At.VALUES * ROW
EXTERNAL, SIZE = int(At.EXTERNAL), int(At.SIZE)

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": False}


@nb.njit(**OPTIONS)
def address(array):
    return np.int64(array.ctypes.data)


@nb.njit(**OPTIONS)
def ones(bits):
    """How many bits are set."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@nb.njit(**OPTIONS)
def touched(shape, by_head, collider, s):
    """A bit for each lane whose tail a collider pushes."""
    if shape == SPHERE:
        return touch_sphere(collider, s)
    if shape == CAPSULE:
        return touch_capsule_by_head(collider, s) if by_head else touch_capsule(collider, s)
    if shape == INSIDE_SPHERE:
        return touch_inner_sphere(collider, s)
    if shape == INSIDE_CAPSULE:
        return touch_inner_capsule(collider, s)
    return touch_plane(collider, s)


@nb.njit(**OPTIONS)
def limited(kind, changed, values, s):
    if kind == CONE:
        limit_cone(changed, values, s)
    elif kind == HINGE:
        limit_hinge(changed, values, s)
    else:
        limit_spherical(changed, values, s)


@nb.njit(**OPTIONS)
def collide(first, last, kind, shapes, profile, placed, values, s, live, counts, b):
    """Colliders in listed order, each with the length of the bone and the limit after it."""
    if kind:
        limited(kind, ALL, values, s)
    for entry in range(first, last):
        shape = shapes[entry]
        collider = placed + entry * (7 * ROW)
        hit = touched(shape, profile == UNIVRM, collider, s)
        if hit:
            if shape == PLANE:
                push_flat(hit, collider, s)
            else:
                counts[b, 1] += ones(push_round(hit, s) & live)
            if profile != UNIVRM or shape < INSIDE_SPHERE:
                counts[b, 2] += ones(constrain(hit, s) & live)
            if kind:
                limited(kind, hit, values, s)


@nb.njit(**OPTIONS)
def place_collider(shape, profile, parent, values, target):
    if shape == PLANE:
        place_plane(parent, values, profile == UNIVRM, target)
    else:
        place_round(
            parent, values, profile == SCALED or (profile == UNIVRM and shape < INSIDE_SPHERE), target
        )


@nb.njit(**OPTIONS)
def move(
    first, last, kind, centered, parent, moved, state, center, values, placed, shapes, profile, dt, s, alive,
    counts, b,
):  # fmt: skip
    """One step of the joints in the lanes: `state` is changed, the scratch has their rotations."""
    tails = state
    if centered:
        tails = s + TAILS
        carry_tails(center, state, tails)
    rest_frame(parent, moved, values, s)
    if profile == SCALED:
        measure(s)
    lost = integrate(tails, values, dt, s)
    if lost:
        none = short(s)
        counts[b, 3] += ones(lost & none & alive)
        counts[b, 0] += ones(lost & ~none & alive)
        repair(lost, state, s)
    collide(first, last, kind, shapes, profile, placed, values, s, alive, counts, b)
    counts[b, 4] += ones(turn(state, values, s) & alive)
    if centered:
        counts[b, 4] += ones(into_center(center, state, s) & alive)
    remember(state, s)


@nb.njit(**OPTIONS)
def change(now, f, b, changed, maps, sizes, driven, scales):
    """Write what moves in frame f over the pose."""
    for k in range(len(changed)):
        for i in range(driven.shape[4]):
            for c in range(12):
                driven[now, b, changed[k], c, i] = maps[f, b, k, c, i]
            for c in range(3):
                scales[now, b, changed[k], c, i] = sizes[f, b, k, c, i]


@nb.njit(**OPTIONS)
def blow(now, b, external, scratch):
    """The external force of a frame into the scratch; one lane serves all."""
    one = external.shape[3] == 1
    for r in range(3):
        for i in range(LANES):
            scratch[EXTERNAL + r, i] = external[now, b, r, 0 if one else i]


@nb.njit(**OPTIONS)
def gather_states(ops, lanes, state, kept):
    """The states of all joints as rows, group by group."""
    for g in range(len(ops)):
        if ops[g, KIND] == JOINT:
            gather_13(state, lanes + g * LANE + OF_JOINT, kept + ops[g, GROUP] * (13 * ROW))


@nb.njit(**OPTIONS)
def scatter_states(ops, lanes, kept, state):
    """The inverse of `gather_states`."""
    for g in range(len(ops)):
        if ops[g, KIND] == JOINT:
            scatter_13(kept + ops[g, GROUP] * (13 * ROW), lanes + g * LANE + OF_JOINT, state)


@nb.njit(**OPTIONS)
def gather_moves(ops, lanes, driven, scales, moved):
    """Translations and scales of all joints as rows, group by group."""
    for g in range(len(ops)):
        if ops[g, KIND] == JOINT:
            gather_moved(driven, scales, lanes + g * LANE + OF_NODE, moved + ops[g, GROUP] * (6 * ROW))


@nb.njit(**OPTIONS)
def change_moves(f, maps, sizes, homes, moved):
    """The same for the nodes that change in frame f; `homes` as `Table.found`."""
    for k in range(len(homes)):
        if homes[k] >= 0:
            group, lane = homes[k] // LANES, homes[k] % LANES
            for c in range(3):
                moved[group, c, lane] = maps[f, 0, k, 4 * c + 3, 0]
                moved[group, 3 + c, lane] = sizes[f, 0, k, c, 0]


@nb.njit(**OPTIONS)
def place_group(kind, lane, parent, driven, scales, kept, s, target):
    """Nodes of one rig, or heads of joints as they were turned in the step before."""
    if kind == NODE:
        gather_12(driven, lane + OF_NODE, s + LOCAL)
        place_node(parent, s + LOCAL, target)
    else:
        gather_moved(driven, scales, lane + OF_NODE, s + MOVED)
        pick_4(kept + 9 * ROW, lane + OF_STATE, s + ROTATION)
        place_head(parent, s + MOVED, s + ROTATION, target)


@functools.cache
def joint_lanes() -> Any:
    """The kernel whose lanes are joints of one rig."""
    key = VOCABULARY

    def joints(
        ops, lanes, values, shapes, collider_values, profile,
        state, driven, scales, moves, changed, maps, sizes, above, external, gusts, dt,
        scratch, world, placed, moved, kept, homes, out, counts,
    ):  # fmt: skip
        """One rig, a joint a lane. What joints have between frames stays in rows: world (blocks, 12, 8),
        state (groups, 13, 8), translation and scale (groups, 6, 8); `homes` says where of the last a changed
        node is.
        """
        _ = key
        scratch[SIZE] = 1.0
        s, a_world, a_placed, a_values = address(scratch), address(world), address(placed), address(values)
        a_lanes, a_state, a_kept, a_moved = address(lanes), address(state), address(kept), address(moved)
        poses, sized, turns = address(driven), address(scales), address(out)
        nodes, count, colliders = driven.shape[2], state.shape[1], address(collider_values)
        spread_12(address(above), a_world)
        gather_states(ops, a_lanes, a_state, a_kept)
        for f in range(out.shape[0]):
            now = f * moves
            change(now, f, 0, changed, maps, sizes, driven, scales)
            blow(f * gusts, 0, external, scratch)
            a_driven, a_scales = poses + now * nodes * 96, sized + now * nodes * 24
            a_out = turns + f * count * 32
            if f == 0 or moves:
                gather_moves(ops, a_lanes, a_driven, a_scales, a_moved)
            else:
                change_moves(f, maps, sizes, homes, moved)
            for g in range(len(ops)):
                kind, lane, group = ops[g, KIND], a_lanes + g * LANE, ops[g, GROUP]
                parent = a_world + ops[g, PARENTS] * (12 * ROW)
                if ops[g, PARENTS] < 0:
                    parent = s + PARENT
                    pick_12(a_world, lane + OF_PARENT, parent)
                target = a_world + ops[g, FILLED] * (12 * ROW) if ops[g, FILLED] >= 0 else s + RESULT
                if kind == COLLIDER:
                    at = ops[g, FIRST]
                    place_collider(shapes[at], profile, parent, colliders + at * 56, a_placed + at * 7 * ROW)
                elif kind != JOINT:
                    place_group(kind, lane, parent, a_driven, a_scales, a_kept, s, target)
                else:
                    own, here = a_kept + group * (13 * ROW), a_moved + group * (6 * ROW)
                    if ops[g, CENTERED]:
                        pick_12(a_world, lane + OF_CENTER, s + CENTER)
                    move(
                        ops[g, FIRST], ops[g, BEHIND], ops[g, LIMIT], ops[g, CENTERED], parent, here, own,
                        s + CENTER, a_values + group * (42 * ROW), a_placed, shapes, profile, dt, s,
                        ops[g, LIVE], counts, 0,
                    )  # fmt: skip
                    scatter_quads(s + TURN, lane + OF_JOINT, a_out)
                    place_head(parent, here, own + 9 * ROW, target)
                if ops[g, FILLED] < 0 and kind != COLLIDER:
                    put_12(s + RESULT, lane + OF_OWN, a_world)
        scatter_states(ops, a_lanes, a_kept, a_state)

    return njit_cached(joints, **OPTIONS)


@nb.njit(**OPTIONS)
def spread_values(values, limit, target):
    """The constants of a joint for all lanes: 13 fewer where it has no limit."""
    if limit:
        spread_42(values, target)
    else:
        spread_29(values, target)


@functools.cache
def rig_lanes() -> Any:
    """The kernel whose lanes are rigs."""
    key = VOCABULARY

    def rigs(
        ops, lanes, values, shapes, collider_values, profile,
        state, driven, scales, moves, changed, maps, sizes, above, external, gusts, dt, live,
        scratch, world, placed, out, counts, begin, end,
    ):  # fmt: skip
        """Blocks of eight rigs, one a lane. world (slots + 1, 12, 8)."""
        _ = key
        scratch[SIZE] = 1.0
        s, a_world, a_placed, a_values = address(scratch), address(world), address(placed), address(values)
        poses, sized, turns = address(driven), address(scales), address(out)
        colliders = address(collider_values)
        nodes, count, size = driven.shape[2], state.shape[1], driven.shape[4]
        for b in range(begin, end):
            world[-1] = above[b]
            a_state = address(state) + b * count * (13 * ROW)
            for f in range(out.shape[0]):
                now = f * moves
                change(now, f, b, changed, maps, sizes, driven, scales)
                blow(f * gusts, b, external, scratch)
                here = (now * driven.shape[1] + b) * nodes * size
                a_driven, a_scales = poses + here * 96, sized + here * 24
                a_out = turns + (f * out.shape[1] + b) * count * (4 * ROW)
                for g in range(len(ops)):
                    kind, node, joint = ops[g, KIND], lanes[g, OWN_NODE, 0], lanes[g, OWN_JOINT, 0]
                    parent = a_world + lanes[g, OWN_PARENT, 0] * (12 * ROW)
                    target = a_world + lanes[g, OWN, 0] * (12 * ROW)
                    local, own = a_driven + node * size * 96, a_state + joint * (13 * ROW)
                    if kind == COLLIDER:
                        at = ops[g, FIRST]
                        place_collider(
                            shapes[at], profile, parent, colliders + at * 56, a_placed + at * 7 * ROW
                        )
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
                            center = a_world + lanes[g, OWN_CENTER, 0] * (12 * ROW)
                            spread_values(a_values + joint * 336, ops[g, LIMIT], s + VALUES)
                            move(
                                ops[g, FIRST], ops[g, BEHIND], ops[g, LIMIT], ops[g, CENTERED], parent,
                                s + MOVED, own, center, s + VALUES, a_placed, shapes, profile, dt, s, live[b],
                                counts, b,
                            )  # fmt: skip
                            rotated(own, a_out + joint * (4 * ROW))
                        place_head(parent, s + MOVED, own + 9 * ROW, target)

    return njit_cached(rigs, **OPTIONS)


MOST_ROUNDS = 4
"""Ranges of blocks that each thread gets: more even out threads of which one is held up."""


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


Layout = Callable[[Program], Table]
TABLES: WeakKeyDictionary[Program, dict[Layout, Table]] = WeakKeyDictionary()


def laid_out(program: Program, layout: Layout) -> Table:
    """The program in a layout, which is made once."""
    known = TABLES.setdefault(program, {})
    if layout not in known:
        known[layout] = layout(program)
    return known[layout]


def one_rig(program: Program, arrays: tuple[Any, ...], out: Array, counts: Integers) -> None:
    table, shapes = laid_out(program, by_joint), program.collider_index[:, 1].copy()
    groups = len(table.values)
    scratch, placed = np.empty((At.END, LANES)), np.empty((len(shapes), 7, LANES))
    world = np.empty((table.blocks, 12, LANES))
    moved, kept = np.empty((groups, 6, LANES)), np.empty((groups, 13, LANES))
    joint_lanes()(
        table.ops, table.lanes, table.values, shapes, program.collider_values, program.profile, *arrays,
        scratch, world, placed, moved, kept, table.found(arrays[4]), out, counts,
    )  # fmt: skip


def many_rigs(
    program: Program, arrays: tuple[Any, ...], live: Integers, out: Array, counts: Integers
) -> None:
    """Blocks of rigs are shared among threads; each is run by one of them, so that their number changes no
    bit."""
    table, shapes, run_blocks = laid_out(program, by_rig), program.collider_index[:, 1].copy(), rig_lanes()

    def run(begin: int, end: int) -> None:
        scratch, placed = np.empty((At.END, LANES)), np.empty((len(shapes), 7, LANES))
        world = np.empty((len(program.origins) + 1, 12, LANES))
        run_blocks(
            table.ops, table.lanes, table.values, shapes, program.collider_values, program.profile, *arrays,
            live, scratch, world, placed, out, counts, begin, end,
        )  # fmt: skip

    blocks = out.shape[1]
    threads = 1 if out.size // 4 < PARALLEL_WORK else min(nb.get_num_threads(), blocks)
    if threads == 1:
        run(0, blocks)
        return
    cuts = np.linspace(0, blocks, min(blocks, threads * MOST_ROUNDS) + 1).astype(int).tolist()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, cuts[:-1], cuts[1:]))
