"""What a spring kernel runs: a list of operations and the constants they use, as flat arrays.

An operation places a plain node, moves a spring joint, places a collider, or places the head of a joint with
its rotation of the previous step. `Program` documents every column.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from .records import Field, NumberFields

Integers = NDArray[np.int64]
Array = NDArray[np.float64]

NODE: Final = 0
JOINT: Final = 1
COLLIDER: Final = 2
HEAD: Final = 3

LANES: Final = 8
"""Joints or rigs side by side in the compiled kernel: one AVX-512 register of float64, or two of AVX."""

TINY: Final = 1e-12
"""Below this length, in metres or in units of a unit vector, a direction is rounding noise."""

HUGE: Final = 1e300
"""Above this length squares overflow, and soon the numbers themselves."""

OPPOSITE: Final = 1e-8
"""1 + cosine below which two unit vectors count as opposite and any perpendicular axis serves (as in
three.js)."""

SINGULAR: Final = 2.0**-13
"""Sine of the angle to an axis of a limit below which a direction counts as that axis, so that an error of
float32 does not choose a side (as in three-vrm)."""


class Event(IntEnum):
    """The kinds of degenerate input that are counted: columns of the counts."""

    TAIL_ON_HEAD = 0
    TAIL_ON_COLLIDER = 1
    PUSH_ONTO_HEAD = 2
    BONE_WITHOUT_LENGTH = 3
    FLAT_TRANSFORM = 4

    @property
    def label(self) -> str:
        return self.name.lower().replace("_", " ")


class JointConstants(NumberFields):
    """The constants of a joint.

    rest_rows       its rest rotation as rows of a matrix
    vector          from head to tail, in the space of the head at rest; `direction` is its unit vector
    rest_rotation   xyzw
    inertia         the part of its motion that drag leaves
    fixed_length    in metres, or -1 where the length follows the scale of now
    across          an axis at right angles to the direction
    pitch, yaw      cosine and sine of the angles of its limit
    limit_space     the space of the limit in that of the head, as rows
    """

    rest_rows = Field(9)
    vector = Field(3)
    direction = Field(3)
    rest_rotation = Field(4)
    stiffness = Field()
    inertia = Field()
    gravity = Field(3)
    hit_radius = Field()
    fixed_length = Field()
    across = Field(3)
    pitch = Field(2)
    yaw = Field(2)
    limit_space = Field(9)


class JointState(NumberFields):
    """The state of a joint between steps.

    tail, tail_before  in the space of its centre
    direction          from head to tail in the space of the head at rest
    rotation           the local rotation xyzw
    """

    tail = Field(3)
    tail_before = Field(3)
    direction = Field(3)
    rotation = Field(4)


class ColliderConstants(NumberFields):
    """A collider in the space of its node, as `rig.Collider` has it; a shape uses those it needs."""

    offset = Field(3)
    tail = Field(3)
    normal = Field(3)
    radius = Field()


class PlacedCollider(NumberFields):
    """A collider in the world.

    position   the centre of a sphere, the first end of a capsule, a point of a plane
    direction  from there to the other end of a capsule; the unit normal of a plane
    """

    position = Field(3)
    direction = Field(3)
    radius = Field()


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


class ColliderIndex(IntEnum):
    """Columns of `Program.collider_index`: a slot of the world, numbers of `PLACINGS` and `CONTACTS` in
    `spring_colliders.py`, and 1 where the length of a bone is restored after a push."""

    SLOT = 0
    PLACING = 1
    CONTACT = 2
    KEEPS_LENGTH = 3


class Program(Struct, frozen=True, eq=False, weakref=True):
    """m placed nodes, J joints, C colliders, K operations. Slot m of the world is the parent of all roots.

    ops              (K, 2) kind and index, every operation after those it needs
    levels           the same operations for NumPy: (kind, indices) that can run at once
    origins          (m,) the node of the rig in each slot
    parents          (m,) slots
    joint_index      (J, 7) as `Index` lists: slot, slot of the parent, slot of the centre or -1, first of its
                     colliders and the one behind its last, kind of limit (0, or from 1 on its place in
                     `spring_limits.LIMITS`), node of the rig
    joint_values     (J, …) as `JointConstants`
    collider_index   (C, 4) as `ColliderIndex`; the colliders of a joint are contiguous;
                     a collider in several lists is repeated
    collider_values  (C, …) as `ColliderConstants`
    scaled           whether hit radius, stiffness and gravity follow the scale of the head
    """

    ops: Integers
    levels: tuple[tuple[int, Integers], ...]
    origins: Integers
    parents: Integers
    joint_index: Integers
    joint_values: Array
    collider_index: Integers
    collider_values: Array
    scaled: bool


Layout = TypeVar("Layout")
LAYOUTS: WeakKeyDictionary[Program, dict[Callable[[Program], Any], Any]] = WeakKeyDictionary()


def cached_layout(program: Program, layout: Callable[[Program], Layout]) -> Layout:
    """The program in the layout of an engine, computed once."""
    known = LAYOUTS.setdefault(program, {})
    if layout not in known:
        known[layout] = layout(program)
    result: Layout = known[layout]
    return result
