"""The transform of a model: translation, rotation and scale with pivots and offsets around them.

Local = T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹, which is always a translation, a rotation and
a scale: only the translation depends on the others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.formats.fbx.lift.rotations import from_euler
from pantin.formats.fbx.properties import Properties
from pantin.maths import affine, quaternion

Doubles = NDArray[np.float64]

RRSS, RSRS, RRS = 0, 1, 2
"""How a child inherits scale: component by component; as matrices do; not that of its parent."""


@dataclass(frozen=True, eq=False)
class Chain:
    """What is constant in the transform of a model; angles are quaternions."""

    before: Doubles
    after: Doubles
    order: int
    rotation_offset: Doubles
    rotation_pivot: Doubles
    scaling_offset: Doubles
    scaling_pivot: Doubles
    inherit: int

    @property
    def has_pivots(self) -> bool:
        """Whether the translation depends on rotation and scale."""
        return bool(
            np.any(self.rotation_pivot) or np.any(self.scaling_pivot) or np.any(self.scaling_offset)
        )

    def local(
        self, translation: Doubles, degrees: Doubles, scale: Doubles
    ) -> tuple[Doubles, Doubles, Doubles]:
        """Translation, rotation and scale (…, 3), (…, 4), (…, 3) of values of the file."""
        return self.compose(translation, from_euler(degrees, self.order), scale)

    def compose(
        self, translation: Doubles, rotation: Doubles, scale: Doubles
    ) -> tuple[Doubles, Doubles, Doubles]:
        """The same for a rotation that is a quaternion already."""
        rotation = quaternion.product(quaternion.product(self.before, rotation), self.after)
        moved = translation + self.rotation_offset
        if self.has_pivots:
            pivot = self.rotation_pivot
            inner = self.scaling_offset + self.scaling_pivot - scale * self.scaling_pivot - pivot
            moved = moved + pivot + quaternion.rotate(rotation, inner)
        return moved, rotation, scale


def read_chain(props: Properties) -> Chain:
    """The chain of a model."""

    def vector(name: str) -> Doubles:
        return np.nan_to_num(np.array(props.vector(name)))

    def turn(name: str) -> Doubles:
        return from_euler(vector(name))

    active = props.number("RotationActive", 1.0) != 0
    limited = props.number("RotationSpaceForLimitOnly", 0.0) != 0
    applies = active and not limited
    identity = np.array(quaternion.IDENTITY)
    return Chain(
        before=turn("PreRotation") if applies else identity,
        after=quaternion.conjugate(turn("PostRotation")) if applies else identity,
        order=int(props.number("RotationOrder", 0)) if applies else 0,
        rotation_offset=vector("RotationOffset"),
        rotation_pivot=vector("RotationPivot"),
        scaling_offset=vector("ScalingOffset"),
        scaling_pivot=vector("ScalingPivot"),
        inherit=int(props.number("InheritType", RSRS)),
    )


def read_rest(props: Properties) -> tuple[Doubles, Doubles, Doubles]:
    """Translation, angles and scale of a model as it is stored; what is not finite counts as the default."""
    translation = np.nan_to_num(np.array(props.vector("Lcl Translation")), nan=0.0, posinf=0.0, neginf=0.0)
    degrees = np.nan_to_num(np.array(props.vector("Lcl Rotation")), nan=0.0, posinf=0.0, neginf=0.0)
    scale = np.nan_to_num(
        np.array(props.vector("Lcl Scaling", (1.0, 1.0, 1.0))), nan=1.0, posinf=1.0, neginf=1.0
    )
    return translation, degrees, scale


def read_geometric(props: Properties) -> Doubles:
    """(3, 4) the transform of the geometry of a model, which its children do not have."""
    translation = np.nan_to_num(np.array(props.vector("GeometricTranslation")))
    rotation = from_euler(np.nan_to_num(np.array(props.vector("GeometricRotation"))))
    scale = np.nan_to_num(np.array(props.vector("GeometricScaling", (1.0, 1.0, 1.0))), nan=1.0)
    return affine.compose(translation, rotation, scale)
