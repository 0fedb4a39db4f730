"""The transform of a model: translation, rotation and scale with pivots and offsets around them.

Local = T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹, which is always a translation, a
rotation and a scale: only the translation depends on the others.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.formats.fbx.lift.rotations import from_euler
from pantin.formats.fbx.properties import Properties
from pantin.maths import affine, quaternion

Doubles = NDArray[np.float64]

LARGEST = 1e30
"""The largest number to read in a transform: products of larger ones overflow double precision."""

GEOMETRIC = {"Translation": (0.0, 0.0, 0.0), "Rotation": (0.0, 0.0, 0.0), "Scaling": (1.0, 1.0, 1.0)}
"""The defaults of geometric transforms, which nearly all models have."""

RRSS, RSRS, RRS = 0, 1, 2
"""How a child inherits scale: component-wise, by matrix, or without the scale of its parent."""

TURNS = ("PreRotation", "PostRotation")
SHIFTS = ("RotationOffset", "RotationPivot", "ScalingOffset", "ScalingPivot")
CONSTANTS = (*TURNS, *SHIFTS)
"""The properties around translation, rotation and scale. They are usually constant, but can be animated."""


PIVOTS = frozenset(SHIFTS) - {"RotationOffset"}
"""Properties with which the translation depends on rotation and scale."""

MEMBERS = dict(
    zip(SHIFTS, ("rotation_offset", "rotation_pivot", "scaling_offset", "scaling_pivot"), strict=True)
)


class Chain(Record, eq=False):
    """What is constant in the transform of a model: (4,) quaternions and (3,) vectors; where a clip animates
    it, there is a row for each time.

    has_turns   whether the model has pre- and post-rotation and its own rotation order
    has_pivots  whether the translation depends on rotation and scale
    """

    before: Doubles
    after: Doubles
    order: int
    rotation_offset: Doubles
    rotation_pivot: Doubles
    scaling_offset: Doubles
    scaling_pivot: Doubles
    inherit: int
    has_turns: bool
    has_pivots: bool

    def turn(self, rotation: Doubles) -> Doubles:
        """Apply the constant rotations before and after a rotation."""
        if (self.before[..., 3] != 1.0).any():
            rotation = quaternion.product(self.before, rotation)
        return quaternion.product(rotation, self.after) if (self.after[..., 3] != 1.0).any() else rotation

    def animate(self, moving: Mapping[str, Doubles]) -> Chain:
        """The chain with animated properties, given as (n, 3) values."""
        parts = {MEMBERS[name]: values for name, values in moving.items() if name in SHIFTS}
        turns = {name: values for name, values in moving.items() if name in TURNS and self.has_turns}
        if "PreRotation" in turns:
            parts["before"] = from_euler(turns["PreRotation"])
        if "PostRotation" in turns:
            parts["after"] = quaternion.conjugate(from_euler(turns["PostRotation"]))
        return replace(self, has_pivots=self.has_pivots or not PIVOTS.isdisjoint(moving), **parts)

    def compose(
        self, translation: Doubles, rotation: Doubles, scale: Doubles
    ) -> tuple[Doubles, Doubles, Doubles]:
        """Node translation, rotation and scale, (…, 3), (…, 4), (…, 3), from those of the file."""
        rotation = self.turn(rotation)
        moved = translation + self.rotation_offset
        if self.has_pivots:
            pivot = self.rotation_pivot
            inner = self.scaling_offset + self.scaling_pivot - scale * self.scaling_pivot - pivot
            moved = moved + pivot + quaternion.rotate(rotation, inner)
        return moved, rotation, scale


def read_chain(props: Properties) -> Chain:
    """The chain of a model."""

    def vector(name: str) -> Doubles:
        return _finite(props.vector(name), 0.0)

    def turn(name: str) -> Doubles:
        degrees = vector(name)
        return from_euler(degrees) if degrees.any() else np.array(quaternion.IDENTITY)

    active = props.number("RotationActive", 1.0) != 0
    limited = props.number("RotationSpaceForLimitOnly", 0.0) != 0
    applies = active and not limited
    identity = np.array(quaternion.IDENTITY)
    pivots = [vector(name) for name in ("RotationPivot", "ScalingPivot", "ScalingOffset")]
    return Chain(
        before=turn("PreRotation") if applies else identity,
        after=quaternion.conjugate(turn("PostRotation")) if applies else identity,
        order=props.integer("RotationOrder", 0) if applies else 0,
        rotation_offset=vector("RotationOffset"),
        rotation_pivot=pivots[0],
        scaling_pivot=pivots[1],
        scaling_offset=pivots[2],
        inherit=props.integer("InheritType", RSRS),
        has_turns=applies,
        has_pivots=any(bool(pivot.any()) for pivot in pivots),
    )


def read_rest(props: Properties) -> tuple[Doubles, Doubles, Doubles]:
    """The stored translation, angles and scale of a model, with defaults for values that are not finite."""
    translation = _finite(props.vector("Lcl Translation"), 0.0)
    degrees = _finite(props.vector("Lcl Rotation"), 0.0)
    return translation, degrees, _finite(props.vector("Lcl Scaling", (1.0, 1.0, 1.0)), 1.0)


def read_geometric(props: Properties) -> Doubles:
    """(3, 4) the geometric transform of a model, which its children do not inherit."""
    parts = [props.vector(f"Geometric{part}", default) for part, default in GEOMETRIC.items()]
    if parts == list(GEOMETRIC.values()):
        return affine.identity(3)
    translation, rotation, scale = (
        _finite(part, default[0]) for part, default in zip(parts, GEOMETRIC.values(), strict=True)
    )
    rotation = from_euler(rotation)
    return affine.compose(translation, rotation, scale)


def _finite(vector: tuple[float, float, float], default: float) -> Doubles:
    """A vector with defaults for components that are not finite or too large to multiply."""
    x, y, z = vector
    if abs(x) < LARGEST and abs(y) < LARGEST and abs(z) < LARGEST:
        return np.array(vector)
    values = np.array(vector)
    usable: Doubles = np.where(np.abs(values) < LARGEST, values, default)
    return usable
