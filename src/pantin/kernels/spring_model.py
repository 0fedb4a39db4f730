"""The motion of a spring bone (VRMC_springBone 1.0, "SpringBone Algorithm"), written once for both engines.

Numbers are NumPy arrays, one entry a joint and rig, or eight lanes of emitted code. `Work` holds the state of
a joint during its step; in `spring_lanes.py` a record in memory has the same members.
"""

from __future__ import annotations

import itertools

import numpy as np

from .records import Mask, Number, Vector
from .spring_program import HUGE, OPPOSITE, TINY, JointConstants, JointState
from .spring_vectors import (
    cofactors,
    difference,
    dot,
    is_measurable,
    largest_scale,
    linear,
    linear_part,
    norm,
    point,
    rotation_and_scale,
    select,
)


class Work:
    """The state of a joint during its step.

    external           acceleration added to gravity
    frame, head        the rest frame of the head in the world: 3×3 and where it is
    scale              its largest scale where the profile follows it, else 1
    radius, length     of the tail and of the bone, in the world
    rest, unit         unit vectors from head to tail: at rest, and as computed so far
    tail               as computed so far, in the world; finally in the space of the centre
    delta, square, reach, depth   how far a collider reaches, from `spring_colliders.py`
    direction, rotation           results: from head to tail in the rest frame, and the local rotation xyzw
    """

    external: Vector
    frame: Vector
    head: Vector
    scale: Number
    radius: Number
    length: Number
    rest: Vector
    unit: Vector
    tail: Vector
    delta: Vector
    square: Number
    reach: Number
    depth: Number
    direction: Vector
    rotation: Vector

    def __init__(self, external: Vector) -> None:
        self.external, self.scale = external, 1.0


def place_node(parent: Vector, local: Vector) -> Vector:
    """The world matrix of a node (12 numbers by rows) below its parent's."""
    result = []
    for r, c in itertools.product(range(3), range(4)):
        x = parent[4 * r] * local[c] + parent[4 * r + 1] * local[4 + c] + parent[4 * r + 2] * local[8 + c]
        result.append(x + parent[4 * r + 3] if c == 3 else x)
    return result


def place_head(parent: Vector, head: Vector, rotation: Vector, scale: Vector) -> Vector:
    """The world matrix of a head that has this rotation."""
    s = rotation_and_scale(rotation, scale)
    result = []
    for r in range(3):
        result += [
            parent[4 * r] * s[c] + parent[4 * r + 1] * s[3 + c] + parent[4 * r + 2] * s[6 + c]
            for c in range(3)
        ]
        result.append(head[r])
    return result


def tails_in_world(center: Vector, state: JointState) -> Vector:
    """Both tails from the space of their centre into the world."""
    return [*point(center, state.tail), *point(center, state.tail_before)]


def find_rest_frame(
    work: Work, parent: Vector, translation: Vector, scale: Vector, joint: JointConstants
) -> None:
    """Head and rest frame: the parent's matrix times rest rotation and the scale of now."""
    rest = joint.rest_rows
    head = point(parent, translation)
    work.frame = [
        (parent[4 * r] * rest[c] + parent[4 * r + 1] * rest[3 + c] + parent[4 * r + 2] * rest[6 + c])
        * scale[c]
        for r in range(3)
        for c in range(3)
    ]
    work.head = head


def find_scale(work: Work) -> None:
    work.scale = largest_scale(work.frame)


def integrate(work: Work, tails: Vector, joint: JointConstants, dt: Number) -> Mask:
    """Apply inertia, stiffness, gravity and the length of the bone ("Inertia calculation"). Returns where the
    direction vanished."""
    head, scale, external, gravity = work.head, work.scale, work.external, joint.gravity
    inertia, fixed = joint.inertia, joint.fixed_length
    axis = linear(work.frame, joint.vector)
    length = norm(axis)
    long = is_measurable(length)
    over = np.where(long, 1.0 / length, 0.0)
    rest = [x * over for x in axis]
    length = np.where(long, np.where(fixed >= 0.0, fixed, length), 0.0)
    pull, fall = dt * joint.stiffness * scale, dt * scale
    way = [
        tails[r]
        + (tails[r] - tails[3 + r]) * inertia
        + pull * rest[r]
        + fall * gravity[r]
        + dt * external[r]
        - head[r]
        for r in range(3)
    ]
    size = norm(way)
    good = is_measurable(size)
    over = np.where(good, 1.0 / size, 0.0)
    unit = [x * over for x in way]
    work.radius = joint.hit_radius * scale
    work.length, work.rest, work.unit = length, rest, unit
    work.tail = tail_at_length(head, unit, length)
    return ~(good & long)


def tail_at_length(head: Vector, unit: Vector, length: Number) -> Vector:
    """The tail at the bone's length along its direction."""
    return [h + u * length for h, u in zip(head, unit, strict=True)]


def has_no_length(work: Work) -> Mask:
    return ~(work.length > 0.0)


def repair(work: Work, lost: Mask, state: JointState) -> None:
    """Replace vanished directions by those of the previous step, or of the rest pose."""
    kept = linear(work.frame, state.direction)
    size = norm(kept)
    instead = select(is_measurable(size), [x / size for x in kept], work.rest)
    unit = select(lost, instead, work.unit)
    tail = tail_at_length(work.head, unit, work.length)
    work.unit, work.tail = unit, tail


def restore_length(work: Work, pushed: Mask) -> Mask:
    """Restore the length of the bones after a push. Returns where a tail was pushed onto its head."""
    head, tail = work.head, work.tail
    way = difference(tail, head)
    size = norm(way)
    good = is_measurable(size)
    over = 1.0 / size
    unit = select(pushed & good, [x * over for x in way], work.unit)
    tail = select(pushed, tail_at_length(head, unit, work.length), tail)
    work.unit, work.tail = unit, tail
    return pushed & ~good


def find_rotation(work: Work, state: JointState, joint: JointConstants) -> Mask:
    """The rotation from the rest direction to the tail ("Applying rotation").

    Where the frame is flat, a joint keeps its previous direction. Returns which bones of non-zero length did
    so.
    """
    raw, det = cofactors(work.frame, difference(work.tail, work.head))
    size = norm(raw)
    # The length would be size / |det|: only its sign is needed where the result is made unit.
    good = (size >= TINY * np.abs(det)) & (size < HUGE * np.abs(det))
    over = 1.0 / np.where(det > 0.0, size, -size)
    to = select(good, [x * over for x in raw], state.direction)
    work.direction, work.rotation = to, shortest_turn(joint, to)
    return ~good & (work.length > 0.0)


def shortest_turn(joint: JointConstants, to: Vector) -> Vector:
    """The rest rotation after the shortest turn from the rest direction to another."""
    a, q, across = joint.direction, joint.rest_rotation, joint.across
    w = 1.0 + dot(a, to)
    far = w < OPPOSITE
    x = np.where(far, across[0], a[1] * to[2] - a[2] * to[1])
    y = np.where(far, across[1], a[2] * to[0] - a[0] * to[2])
    z = np.where(far, across[2], a[0] * to[1] - a[1] * to[0])
    w = np.where(far, 0.0, w)
    over = 1.0 / np.sqrt(x * x + y * y + z * z + w * w)
    x, y, z, w = x * over, y * over, z * over, w * over
    return [
        q[3] * x + q[0] * w + q[1] * z - q[2] * y,
        q[3] * y - q[0] * z + q[1] * w + q[2] * x,
        q[3] * z + q[0] * y - q[1] * x + q[2] * w,
        q[3] * w - q[0] * x - q[1] * y - q[2] * z,
    ]


def into_center(work: Work, center: Vector, state: JointState) -> Mask:
    """The tail in the space of its centre; where that is flat, the tail stays as it was."""
    raw, det = cofactors(linear_part(center), difference(work.tail, [center[3], center[7], center[11]]))
    over = 1.0 / det
    inner = [x * over for x in raw]
    good = dot(inner, inner) < HUGE
    work.tail = select(good, inner, state.tail)
    return ~good


def next_state(work: Work, state: JointState) -> Vector:
    """The state of the next step."""
    return JointState.row(
        tail=work.tail, tail_before=state.tail, direction=work.direction, rotation=work.rotation
    )
