# neither numba nor llvmlite has type stubs
# mypy: allow-untyped-calls, disable-error-code="import-untyped"
"""The intrinsics of the compiled spring kernels, and the byte offsets of the numbers they use."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import (
    records,
    spring_colliders,
    spring_lanes,
    spring_limits,
    spring_model,
    spring_program,
    spring_table,
    spring_vectors,
    sums,
    vector_ir,
    wide,
)
from .spring_colliders import CONTACTS, PLACINGS
from .spring_lanes import (
    Gives,
    Moved,
    Scratch,
    emit_dispatch,
    emit_intrinsic,
    make_intrinsic,
    mask,
    number,
    record,
    shared_reader,
    vector,
)
from .spring_program import ColliderConstants, JointConstants, JointState, PlacedCollider
from .spring_table import Lane
from .vector_ir import Lanes
from .wide import ROW

# numba's disk cache looks at the file of a kernel alone, so the others it is made of are part of its key.
EMITTING = (
    records, spring_colliders, spring_lanes, spring_limits, spring_model, spring_program, spring_table,
    spring_vectors, sums, vector_ir, wide,
)  # fmt: skip
SOURCES = (*(Path(str(module.__file__)) for module in EMITTING), Path(__file__))
VOCABULARY = zlib.crc32(b"".join(path.read_bytes() for path in SOURCES))


def with_size(function: Callable[..., Any], count: int, size: int) -> Any:
    """An intrinsic that moves records of `size` numbers."""

    def of_size(k: Lanes, *arguments: Any) -> None:
        function(k, size, *arguments)

    return make_intrinsic(of_size, count)


gather_12, gather_state = with_size(wide.gather, 3, 12), with_size(wide.gather, 3, JointState.width)
scatter_state, scatter_quads = (
    with_size(wide.scatter, 3, JointState.width),
    make_intrinsic(wide.scatter_quads, 3),
)
pick_4, pick_12, put_12 = with_size(wide.pick, 3, 4), with_size(wide.pick, 3, 12), with_size(wide.put, 3, 12)
spread_12 = with_size(wide.spread, 2, 12)
spread_constants = with_size(wide.spread, 2, JointConstants.width)
spread_without_limit = with_size(wide.spread, 2, JointConstants.pitch.first)
gather_moved = make_intrinsic(spring_lanes.gather_moved, 4)
spread_moved, copy_moved = (
    make_intrinsic(spring_lanes.spread_moved, 3),
    make_intrinsic(spring_lanes.copy_moved, 3),
)

work, joint_state, constants = record(Scratch), record(JointState), record(JointConstants)
collider, matrix = record(PlacedCollider), vector(12)

place_node = emit_intrinsic(spring_model.place_node, matrix, matrix, gives=Gives.ROWS)
place_point = emit_intrinsic(spring_vectors.point, matrix, vector(3), gives=Gives.ROWS)
place_head = emit_intrinsic(
    spring_model.place_head, matrix, vector(3), vector(4), vector(3), gives=Gives.ROWS
)
tails_in_world = emit_intrinsic(spring_model.tails_in_world, matrix, joint_state, gives=Gives.ROWS)
find_rest_frame = emit_intrinsic(spring_model.find_rest_frame, work, matrix, vector(3), vector(3), constants)
find_scale = emit_intrinsic(spring_model.find_scale, work)
integrate = emit_intrinsic(spring_model.integrate, work, vector(6), constants, number, gives=Gives.BITS)
has_no_length = emit_intrinsic(spring_model.has_no_length, work, gives=Gives.BITS)
repair = emit_intrinsic(spring_model.repair, work, mask, joint_state)
restore_length = emit_intrinsic(spring_model.restore_length, work, mask, gives=Gives.BITS)
find_rotation = emit_intrinsic(spring_model.find_rotation, work, joint_state, constants, gives=Gives.BITS)
into_center = emit_intrinsic(spring_model.into_center, work, matrix, joint_state, gives=Gives.BITS)
next_state = emit_intrinsic(spring_model.next_state, work, joint_state, gives=Gives.ROWS)
copy_4 = emit_intrinsic(list, vector(4), gives=Gives.ROWS)

emitted_placings = emit_dispatch(PLACINGS, matrix, shared_reader(ColliderConstants), gives=Gives.ROWS)
emitted_touches = emit_dispatch([contact.touch for contact in CONTACTS], work, collider, gives=Gives.BITS)
emitted_pushes = emit_dispatch([contact.push for contact in CONTACTS], work, collider, mask, gives=Gives.BITS)
emitted_limits = emit_dispatch(
    [
        functools.partial(spring_limits.limit_direction, kinds=[(within, True)])
        for within in spring_limits.LIMITS.values()
    ],
    work,
    constants,
    mask,
)

# Bytes: of the numbers of a group in `Table.lanes`, of records in rows or single, and of fields in rows.
LANE = len(Lane) * ROW
STATE, CONSTANTS, MOVES = JointState.width * ROW, JointConstants.width * ROW, Moved.width * ROW
PLACED, MATRIX = PlacedCollider.width * ROW, 12 * ROW
ONE_JOINT, ONE_COLLIDER = JointConstants.width * 8, ColliderConstants.width * 8
PARENT, LOCAL, MOVED, CENTER = (
    field.first * ROW for field in (Scratch.parent, Scratch.local, Scratch.moved, Scratch.center)
)
HEAD, TAILS, ROTATION = (field.first * ROW for field in (Scratch.head, Scratch.tails, Scratch.rotation))
RESULT, SPREAD = (field.first * ROW for field in (Scratch.result, Scratch.constants))
MOVED_SCALE, STATE_ROTATION = Moved.scale.first * ROW, JointState.rotation.first * ROW
EXTERNAL, SCALE = Scratch.external.first, Scratch.scale.first
