"""Units and axes: everything is converted to metres, with Y up, Z towards the viewer and X to the right."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.formats.fbx.properties import Properties

Doubles = NDArray[np.float64]

CENTIMETRE = 0.01

LARGEST_UNIT = 1e20
"""The largest unit in centimetres, about a hundred light years. Coordinates in files are up to 1e30, so
products stay finite."""


class Axes(Record, eq=False, dict=True):
    """The change of basis: a point p of the file is at `unit` · `basis` @ p.

    basis    (3, 3) a signed permutation
    mirrors  whether the file is left-handed
    """

    basis: Doubles
    unit: float

    @cached_property
    def mirrors(self) -> bool:
        return bool(np.linalg.det(self.basis) < 0)

    @cached_property
    def order(self) -> list[int]:
        """The axis of the file that each axis of the rig is."""
        return [int(axis) for axis in np.abs(self.basis).argmax(1)]

    def points(self, points: Doubles) -> Doubles:
        return self.directions(points) * self.unit

    @cached_property
    def is_plain(self) -> bool:
        """Whether the axes are those of rigs."""
        return bool((self.basis == np.eye(3)).all())

    def directions(self, vectors: Doubles) -> Doubles:
        if self.is_plain:
            return vectors
        signs = self.basis.sum(1)
        return np.asarray(vectors[..., self.order] * signs)

    def scales(self, scales: Doubles) -> Doubles:
        return np.asarray(scales[..., self.order])

    def rotations(self, rotations: Doubles) -> Doubles:
        """Convert quaternions: the axis changes basis, and a mirror reverses the sense of rotation."""
        axis = self.directions(rotations[..., :3]) * (-1.0 if self.mirrors else 1.0)
        return np.concatenate([axis, rotations[..., 3:]], -1)

    def matrices(self, matrices: Doubles) -> Doubles:
        """Convert (…, 3, 4) affine transforms."""
        linear = self.directions(np.swapaxes(self.directions(np.swapaxes(matrices[..., :3], -1, -2)), -1, -2))
        return np.concatenate([linear, self.points(matrices[..., 3])[..., None]], -1)


def read_axes(settings: Properties) -> Axes:
    """The axes and unit of a file; Maya's defaults where the file states none."""
    unit = settings.number("UnitScaleFactor", 1.0)
    if not 1 / LARGEST_UNIT < unit < LARGEST_UNIT:
        unit = 1.0
    chosen = {
        name: (settings.integer(f"{name}Axis", axis), settings.number(f"{name}AxisSign", 1))
        for name, axis in (("Coord", 0), ("Up", 1), ("Front", 2))
    }
    basis = np.zeros((3, 3))
    if sorted(axis for axis, _ in chosen.values()) == [0, 1, 2]:
        for row, (axis, sign) in enumerate(chosen.values()):
            basis[row, axis] = -1.0 if sign < 0 else 1.0
    else:
        basis = np.eye(3)
    return Axes(basis, unit * CENTIMETRE)
