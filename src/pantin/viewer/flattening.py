"""How a model of more than three dimensions is shown in three: rotated, then cut or projected."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi

import numpy as np

from pantin.base.records import Record
from pantin.maths.rotor import Rotation, rotation_matrix
from pantin.operations.edit.mesh_slice import Hyperplane
from pantin.rig import Doubles
from pantin.verbs.slice import spaces_of

ENDS = 0.015
"""How far a sweep stays away from the ends of a model, of its length: there is nothing to see at them."""


class Flattening(Record):
    """How a model of more than three dimensions is shown in three.

    rotate         rotates the posed model about the origin first
    w, v, u, t, s  cut at these values of the axes after z, or project to the spaces there
    plane          cut a 4D model with this 3-space instead: (a, b, c, d, e), its normal and its distance from
                   the origin
    project        "orthographic" or "perspective" shows all edges; None shows a slice
    distance       of the eye of a perspective
    sweep          the slice goes from one end of the model to the other, and back
    turntable      degrees that planes turn by in the whole animation, as `xw,yz:720`; 360 unless given
    """

    rotate: Rotation | None = None
    w: float | None = None
    v: float | None = None
    u: float | None = None
    t: float | None = None
    s: float | None = None
    plane: Sequence[float] | None = None
    project: str | None = None
    distance: float | None = None
    sweep: bool = False
    turntable: str = ""

    def __post_init__(self) -> None:
        if self.project not in (None, "orthographic", "perspective"):
            raise ValueError(f"project must be orthographic or perspective, not {self.project!r}")
        if self.sweep and self.project is not None:
            raise ValueError("give sweep or project, not both: a sweep moves a slice")
        if self.sweep and self.w is not None:
            raise ValueError("give sweep or w, not both: a sweep covers the whole model")
        if self.distance is not None and self.project != "perspective":
            raise ValueError("distance applies to a perspective projection only")

    @property
    def stated(self) -> list[str]:
        """The names of the options that are given."""
        names = self.__struct_fields__
        return [name for name in names if not _is_unset(getattr(self, name))]

    @property
    def is_moving(self) -> bool:
        """Whether frames of an animation differ, without a clip and with a still camera."""
        return self.sweep or bool(self.turntable)

    def spaces(self, phases: Sequence[float], dimension: int) -> list[list[Hyperplane]]:
        """The hyperplanes that lead from N dimensions to 3, for each phase of an animation, from 0 to 1."""
        start = np.eye(dimension) if self.rotate is None else rotation_matrix(self.rotate, dimension)
        turns = parse_turntable(self.turntable)
        values = (self.w, self.v, self.u, self.t, self.s)
        return [
            spaces_of(dimension, values, self.plane, _partial_rotation(turns, phase, dimension) @ start)
            for phase in phases
        ]


def _is_unset(value: object) -> bool:
    return value is None or value is False or (isinstance(value, str) and not value)


def _partial_rotation(turns: Sequence[tuple[str, float]], phase: float, dimension: int) -> Doubles:
    """(N, N) the rotation by a part of the degrees of each plane."""
    if not turns:
        return np.eye(dimension)
    return rotation_matrix(",".join(f"{plane}:{degrees * phase!r}" for plane, degrees in turns), dimension)


def parse_turntable(text: str) -> list[tuple[str, float]]:
    """Planes and the degrees that they turn by in all, from `xw` or `xw:90,yz:180`. Raises `ValueError`."""
    if not text:
        return []
    parts = [part.partition(":") for part in text.split(",")]
    try:
        return [(plane, float(number) if colon else 360.0) for plane, colon, number in parts]
    except ValueError:
        raise ValueError(f"turntable {text!r}: expected degrees after a colon, as in xw:90") from None


def sweep_share(phase: float) -> float:
    """How far a sweep is between the ends of a model: it slows down where it turns round."""
    return ENDS + (1 - 2 * ENDS) * (1 - cos(2 * pi * phase)) / 2
