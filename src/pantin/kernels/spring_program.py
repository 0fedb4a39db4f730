"""What a spring kernel runs: a list of operations and the constants they use, as flat arrays.

An operation places a plain node, moves a spring joint, places a collider, or places the head of a joint as it
was turned in the step before. `Program` states every column.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Array = NDArray[np.float64]

NODE: Final = 0
JOINT: Final = 1
COLLIDER: Final = 2
HEAD: Final = 3

SPHERE: Final = 0
CAPSULE: Final = 1
INSIDE_SPHERE: Final = 2
INSIDE_CAPSULE: Final = 3
PLANE: Final = 4

CONE: Final = 1
HINGE: Final = 2
SPHERICAL: Final = 3

SPEC: Final = 0
UNIVRM: Final = 1
SCALED: Final = 2

LANES: Final = 8
"""Joints or rigs side by side in the compiled kernel: one AVX-512 register of float64, or two of AVX."""

TINY: Final = 1e-12
"""Below this length, in metres or in units of a unit vector, a direction is rounding noise."""

HUGE: Final = 1e300
"""Above this length the square of a number, and soon the number, is infinite."""

OPPOSITE: Final = 1e-8
"""1 + cosine below which two unit vectors count as opposite and any perpendicular axis serves (as in
three.js)."""

STATE: Final = 13
"""Columns of the state of a joint: tail 0-2 and tail before 3-5 (in the space of its centre), direction in
head space 6-8, local rotation 9-12."""

EVENTS: Final = (
    "tail on head",
    "tail on collider",
    "push onto head",
    "bone without length",
    "flat transform",
)
"""What had to be guarded against, in the order of the counts."""


class Index(IntEnum):
    """Columns of `Program.joint_index`: slots of the world, places among the colliders, a kind, a node of the
    rig."""

    SLOT = 0
    PARENT = 1
    CENTER = 2
    FIRST = 3
    BEHIND = 4
    LIMIT = 5
    NODE = 6


@dataclass(frozen=True, eq=False)
class Program:
    """m placed nodes, J joints, C colliders, K operations. Slot m of the world stands for what is above the
    roots.

    ops              (K, 2) kind and index, every operation after those it needs
    levels           the same operations for NumPy: (kind, indices) that can run at once
    origins          (m,) the node of the rig in each slot
    parents          (m,) slots
    joint_index      (J, 7) as `Index` lists: slot, slot of the parent, slot of the centre or -1, first of its
                     colliders and the one behind its last, kind of limit, node of the rig
    joint_values     (J, 42) 0-8 rest rotation as rows, 9-11 rest vector to the tail, 12-14 its direction,
                     15-18 rest rotation xyzw, 19 stiffness, 20 what drag leaves, 21-23 gravity, 24 hit
                     radius, 25 fixed length or -1, 26-28 an axis at right angles to the direction, 29-32
                     cosine and sine of pitch and of yaw, 33-41 limit space in head space as rows
    collider_index   (C, 2) slot, kind; the colliders of a joint lie side by side, and one that is in several
                     lists is there several times
    collider_values  (C, 7) offset, tail or normal, radius
    profile          SPEC, UNIVRM or SCALED
    """

    ops: Integers
    levels: tuple[tuple[int, Integers], ...]
    origins: Integers
    parents: Integers
    joint_index: Integers
    joint_values: Array
    collider_index: Integers
    collider_values: Array
    profile: int
