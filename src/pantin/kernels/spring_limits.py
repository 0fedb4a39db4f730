"""Limits of joints (VRMC_springBone_limit 1.0-draft): how far a bone may turn from its rest direction.

Directions are measured in limit space, whose +Y is the rest direction of the bone. Where an angle is
undefined, the choice is that of the draft's implementations: +Z for a direction along -Y, a pitch of 0 along
X.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .records import Mask, Number, Vector
from .spring_model import Work, tail_at_length
from .spring_program import SINGULAR, JointConstants
from .spring_vectors import cofactors, difference, is_measurable, linear, norm, select

Within = Callable[[JointConstants, Number, Number, Number], tuple[Vector, Mask]]
"""Maps a unit direction to one within a limit, with a mask of where it may have changed."""


def limit_direction(
    work: Work, joint: JointConstants, changed: Mask, kinds: Sequence[tuple[Within, Mask]]
) -> None:
    """Clamp directions that have just changed to the limits of their joints.

    `kinds` are the kinds of limits among these joints, and which joints have each.
    """
    frame, head, tail, space = work.frame, work.head, work.tail, joint.limit_space
    raw, det = cofactors(frame, difference(tail, head))
    to = [x / det for x in raw]
    size = norm(to)
    to = [x / size for x in to]
    x, y, z = (space[c] * to[0] + space[3 + c] * to[1] + space[6 + c] * to[2] for c in range(3))
    limited, beyond = merge_limits(joint, x, y, z, kinds)
    way = linear(frame, linear(space, limited))
    length = norm(way)
    mask = changed & is_measurable(size) & beyond & is_measurable(length)
    over = 1.0 / length
    unit = select(mask, [x * over for x in way], work.unit)
    tail = select(mask, tail_at_length(head, unit, work.length), tail)
    work.unit, work.tail = unit, tail


def merge_limits(
    joint: JointConstants, x: Number, y: Number, z: Number, kinds: Sequence[tuple[Within, Mask]]
) -> tuple[Vector, Mask]:
    """The direction of each joint, by the kind of its limit."""
    (first, _), *others = kinds
    limited, beyond = first(joint, x, y, z)
    for within, having in others:
        other, outside = within(joint, x, y, z)
        limited, beyond = select(having, other, limited), np.where(having, outside, beyond)
    return limited, beyond


def within_cone(joint: JointConstants, x: Number, y: Number, z: Number) -> tuple[Vector, Mask]:
    cosine, sine = joint.pitch
    side = np.sqrt(x * x + z * z)
    wide = side >= SINGULAR
    result = [np.where(wide, x / side * sine, 0.0), cosine, np.where(wide, z / side * sine, sine)]
    return result, ~(y >= cosine)


def within_hinge(joint: JointConstants, x: Number, y: Number, z: Number) -> tuple[Vector, Mask]:
    """Pitch within bounds, and no yaw."""
    y, z, _ = within_pitch(joint, y, z)
    return [0.0, y, z], True


def within_sphere(joint: JointConstants, x: Number, y: Number, z: Number) -> tuple[Vector, Mask]:
    """Pitch within bounds, and yaw too."""
    cosine, sine = joint.yaw
    y, z, size = within_pitch(joint, y, z)
    size = np.where((x > sine) | (x < -sine), cosine, size)
    x = np.where(x > sine, sine, np.where(x < -sine, -sine, x))
    return [x, y * size, z * size], True


def within_pitch(joint: JointConstants, y: Number, z: Number) -> tuple[Number, Number, Number]:
    """Cosine and sine of the pitch within bounds, and the length of (y, z)."""
    cosine, sine = joint.pitch
    size = np.sqrt(y * y + z * z)
    clear = size >= SINGULAR
    y, z = np.where(clear, y / size, 1.0), np.where(clear, z / size, 0.0)
    beyond = y < cosine
    z = np.where(beyond, np.where(z >= 0.0, sine, -sine), z)
    y = np.where(beyond, cosine, y)
    return y, z, size


LIMITS: dict[str, Within] = {"cone": within_cone, "hinge": within_hinge, "spherical": within_sphere}
"""By the names of `rig.LimitKind`; their order numbers them."""
