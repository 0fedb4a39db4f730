"""The NumPy reference of the spring kernels: all operations of one level at once, over all rigs.

The arithmetic is that of `spring_model.py`, `spring_limits.py` and `spring_colliders.py`; this module only
moves numbers in and out. Arrays are (…, blocks, lanes).
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record

from .records import Mask, Vector
from .spring_colliders import CONTACTS, PLACINGS, Contact, Placing
from .spring_limits import LIMITS, Within, limit_direction
from .spring_model import (
    Work,
    find_rest_frame,
    find_rotation,
    find_scale,
    has_no_length,
    integrate,
    into_center,
    next_state,
    place_head,
    place_node,
    repair,
    restore_length,
    tails_in_world,
)
from .spring_program import (
    COLLIDER,
    HEAD,
    JOINT,
    NODE,
    Array,
    ColliderConstants,
    ColliderIndex,
    Event,
    Index,
    Integers,
    JointConstants,
    JointState,
    PlacedCollider,
    Program,
    cached_layout,
)
from .spring_vectors import point, select

Bools = NDArray[np.bool_]


def advance(
    program: Program, state: Array, driven: Array, scales: Array, moves: int, changed: Integers, maps: Array,
    sizes: Array, above: Array, external: Array, gusts: int, dt: float, live: Integers,
    out: Array, counts: Integers,
) -> None:  # fmt: skip
    """As `spring_step.advance`, which has checked the shapes."""
    counted = (live[:, None] >> np.arange(state.shape[3]) & 1) > 0
    scene = StepState(program, state, above, dt, counts, counted)
    levels = cached_layout(program, operations)
    with np.errstate(all="ignore"):
        for frame in range(len(out)):
            pose = frame * moves
            if len(changed):
                driven[pose][:, changed], scales[pose][:, changed] = maps[frame], sizes[frame]
            scene.drive(driven[pose], scales[pose])
            scene.external = list(external[frame * gusts].transpose(1, 0, 2))
            for operation in levels:
                operation.run(scene)
            out[frame] = scene.state[:, JointState.rotation.columns].transpose(2, 0, 1, 3)


def world_matrices(program: Program, state: Array, driven: Array, scales: Array, above: Array) -> Array:
    """World matrices (slots + 1, 12, B, L) with every joint at the rotation it has in `state`; shapes as in
    `advance`.

    Places every node once, even those that a step places several times.
    """
    scene = StepState(program, state, above, 0.0, np.zeros((0, 0), np.int64), np.zeros(0, bool))
    scene.drive(driven, scales)
    with np.errstate(all="ignore"):
        place_nodes(program, scene)
    return scene.world


def place_nodes(program: Program, scene: StepState) -> None:
    """Fill the world of a scene, every node once."""
    placed = np.zeros(len(scene.world), bool)
    for kind, indices in program.levels:
        if kind == COLLIDER:
            continue
        slots = indices if kind == NODE else program.joint_index[indices, Index.SLOT]
        fresh = indices[~placed[slots]]
        placed[slots] = True
        if len(fresh):
            (_Nodes if kind == NODE else _Heads)(program, fresh).run(scene)


class StepState:
    """What operations read and write.

    state   (J, 13, B, L), a view of the caller's
    world   (slots + 1, 12, B, L) and `placed` (C, 7, B, L) fill up operation by operation
    driven  (nodes, 12, B, L or 1) and `scales` (nodes, 3, B, L or 1) are the pose of a frame
    """

    driven: Array
    scales: Array
    external: Vector

    def __init__(
        self, program: Program, state: Array, above: Array, dt: float, counts: Integers, counted: Bools
    ) -> None:
        self.state, self.dt, self.counts, self.counted = state.transpose(1, 2, 0, 3), dt, counts, counted
        shape = self.state.shape[2:]
        self.world = np.empty((len(program.origins) + 1, 12, *shape))
        self.world[-1] = above.transpose(1, 0, 2)
        self.placed = np.empty((len(program.collider_index), PlacedCollider.width, *shape))

    def drive(self, driven: Array, scales: Array) -> None:
        self.driven, self.scales = driven.transpose(1, 2, 0, 3), scales.transpose(1, 2, 0, 3)

    def count(self, event: Event, mask: Mask) -> None:
        """Add up over joints (first axis) and the lanes that count (last axis)."""
        self.counts[:, event] += (mask & self.counted).sum((0, 2))


class Operation(Protocol):
    """Nodes, joints or colliders that are placed or moved at once: `rows` of them."""

    rows: int

    def run(self, scene: StepState) -> None: ...


def operations(program: Program) -> list[Operation]:
    """The levels of a program, each with the data it needs."""
    kinds: dict[int, Any] = {NODE: _Nodes, JOINT: _Joints, HEAD: _Heads}
    result: list[Operation] = []
    for kind, indices in program.levels:
        if kind == COLLIDER:
            placings = program.collider_index[indices, ColliderIndex.PLACING]
            result += [_Colliders(program, indices[placings == placing]) for placing in np.unique(placings)]
        else:
            result.append(kinds[kind](program, indices))
    return result


def _columns(gathered: Array) -> Array:
    """(n, columns, B, L) with the columns first."""
    return gathered.swapaxes(0, 1)


class _Nodes:
    """Plain nodes."""

    def __init__(self, program: Program, indices: Integers) -> None:
        self.rows = len(indices)
        self.slots, self.parents, self.nodes = indices, program.parents[indices], program.origins[indices]

    def run(self, scene: StepState) -> None:
        parent, local = _columns(scene.world[self.parents]), _columns(scene.driven[self.nodes])
        scene.world[self.slots] = np.stack(place_node(list(parent), list(local)), 1)


class _Heads:
    """Heads of joints that still have their rotation of the previous step."""

    def __init__(self, program: Program, indices: Integers) -> None:
        index = program.joint_index[indices]
        self.rows, self.joints = len(indices), indices
        self.slots, self.parents, self.nodes = (
            index[:, column] for column in (Index.SLOT, Index.PARENT, Index.NODE)
        )

    def run(self, scene: StepState) -> None:
        parent, local = list(_columns(scene.world[self.parents])), scene.driven[self.nodes]
        scale, state = _columns(scene.scales[self.nodes]), JointState(_columns(scene.state[self.joints]))
        head = point(parent, [local[:, 3], local[:, 7], local[:, 11]])
        scene.world[self.slots] = np.stack(place_head(parent, head, state.rotation, list(scale)), 1)


class _Colliders:
    """Colliders that are placed in the same way."""

    def __init__(self, program: Program, indices: Integers) -> None:
        index = program.collider_index[indices]
        self.rows, self.indices, self.slots = len(indices), indices, index[:, ColliderIndex.SLOT]
        self.place_shape: Placing = PLACINGS[int(index[0, ColliderIndex.PLACING])]
        self.constants = ColliderConstants(program.collider_values[indices].T[..., None, None])

    def run(self, scene: StepState) -> None:
        placed = self.place_shape(list(_columns(scene.world[self.slots])), self.constants)
        for row, numbers in enumerate(placed):
            scene.placed[self.indices, row] = numbers


class _Meeting(Record):
    """The colliders at one index of the joints' lists.

    which   of them, one for each joint, or a single one for all
    shapes  how each kind collides with tails, whether the length is restored then, and the joints
            that collide with it
    """

    which: Integers
    shapes: list[tuple[Contact, bool, Bools]]


class _Joints:
    """Joints that move at once: their constants are (n, 1, 1)."""

    def __init__(self, program: Program, indices: Integers) -> None:
        index = program.joint_index[indices]
        self.rows, self.joints, self.scaled = len(indices), indices, program.scaled
        self.slots, self.parents, self.centers, self.nodes = (
            index[:, column] for column in (Index.SLOT, Index.PARENT, Index.CENTER, Index.NODE)
        )
        self.constants = JointConstants(program.joint_values[indices].T[..., None, None])
        centered = (self.centers >= 0)[:, None, None]
        self.centered = centered if centered.any() else None
        kinds = index[:, Index.LIMIT][:, None, None]
        self.limited = kinds > 0
        self.limits: list[tuple[Within, Bools]] = [
            (within, kinds == number)
            for number, within in enumerate(LIMITS.values(), 1)
            if (kinds == number).any()
        ]
        behind = index[:, Index.BEHIND]
        lists = range(int((behind - index[:, Index.FIRST]).max(initial=0)))
        self.meetings = [_colliders_at(program, index[:, Index.FIRST] + entry, behind) for entry in lists]

    def run(self, scene: StepState) -> None:
        state = JointState(_columns(scene.state[self.joints]))
        parent, local = list(_columns(scene.world[self.parents])), scene.driven[self.nodes]
        scale = list(_columns(scene.scales[self.nodes]))
        # As it is now: a joint may be its own centre.
        center = list(_columns(scene.world[self.centers])) if self.centered is not None else None
        work = Work(scene.external)
        find_rest_frame(work, parent, [local[:, 3], local[:, 7], local[:, 11]], scale, self.constants)
        if self.scaled:
            find_scale(work)
        self.integrate(scene, work, state, center)
        for meeting in self.meetings:
            self.collide(scene, work, meeting)
        scene.count(Event.FLAT_TRANSFORM, find_rotation(work, state, self.constants))
        scene.world[self.slots] = np.stack(place_head(parent, work.head, work.rotation, scale), 1)
        if center is not None:
            self.into_centers(scene, work, state, center)
        scene.state[self.joints] = np.stack(next_state(work, state), 1)

    def integrate(self, scene: StepState, work: Work, state: JointState, center: Vector | None) -> None:
        tails = [*state.tail, *state.tail_before]
        if center is not None:
            tails = select(self.centered, tails_in_world(center, state), tails)
        lost = integrate(work, tails, self.constants, scene.dt)
        if lost.any():
            short = has_no_length(work)
            scene.count(Event.BONE_WITHOUT_LENGTH, lost & short)
            scene.count(Event.TAIL_ON_HEAD, lost & ~short)
            repair(work, lost, state)
        if self.limits:
            limit_direction(work, self.constants, self.limited, self.limits)

    def collide(self, scene: StepState, work: Work, meeting: _Meeting) -> None:
        """Push tails out of the collider at this index of each list."""
        placed = PlacedCollider(_columns(scene.placed[meeting.which]))
        pushed = None
        for contact, keeps_length, meets in meeting.shapes:
            hit = meets & contact.touch(work, placed)
            if not hit.any():
                continue
            unclear = contact.push(work, placed, hit)
            if unclear is not None:
                scene.count(Event.TAIL_ON_COLLIDER, unclear)
            if keeps_length:
                scene.count(Event.PUSH_ONTO_HEAD, restore_length(work, hit))
            pushed = hit if pushed is None else pushed | hit
        if pushed is not None and self.limits and (pushed & self.limited).any():
            limit_direction(work, self.constants, pushed & self.limited, self.limits)

    def into_centers(self, scene: StepState, work: Work, state: JointState, center: Vector) -> None:
        """Tails in the space of their centres, where they have one."""
        world = work.tail
        flat = into_center(work, center, state)
        scene.count(Event.FLAT_TRANSFORM, self.centered & flat)
        work.tail = select(self.centered, work.tail, world)


def _colliders_at(program: Program, entries: Integers, behind: Integers) -> _Meeting:
    """The colliders at this index, for the joints with lists that long."""
    listed = entries < behind
    which = np.where(listed, entries, entries[listed][0])
    index = program.collider_index[which]
    kinds = np.where(listed, 2 * index[:, ColliderIndex.CONTACT] + index[:, ColliderIndex.KEEPS_LENGTH], -1)
    shapes = [
        (CONTACTS[kind // 2], bool(kind % 2), (kinds == kind)[:, None, None])
        for kind in np.unique(kinds[listed]).tolist()
    ]
    return _Meeting(which[:1] if (which == which[0]).all() else which, shapes)
