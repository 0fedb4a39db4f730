"""How a model of more than three dimensions is shown in three: rotated, then cut or projected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi

import numpy as np

from pantin.edit.mesh_slice import Hyperplane
from pantin.maths.rotor import Rotation, rotation_matrix
from pantin.rig import Doubles
from pantin.viewer.depth_scale import EYE

ENDS = 0.015
"""How far a sweep stays away from the ends of a model, of its length: there is nothing to see at them."""


@dataclass(frozen=True, slots=True)
class Flattening:
    """How a model of more than three dimensions is shown in three.

    rotate     rotates the posed model about the origin first
    w          cut at this value of w, or project to the 3-space there
    plane      cut with this 3-space instead: (a, b, c, d, e), its normal and its distance from the origin
    project    "orthographic" or "perspective" shows all edges; None shows a slice
    distance   of the eye of a perspective
    sweep      the slice goes from one end of the model to the other, and back
    turntable  degrees that planes turn by in the whole animation, as `xw,yz:720`; 360 where none are given
    """

    rotate: Rotation | None = None
    w: float | None = None
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
        if self.w is not None and self.plane is not None:
            raise ValueError("give w or plane, not both")
        if self.sweep and self.w is not None:
            raise ValueError("give sweep or w, not both: a sweep covers the whole model")
        if self.distance is not None and self.project != "perspective":
            raise ValueError("distance is for project='perspective'")

    @property
    def given(self) -> list[str]:
        """The names of the options that are given."""
        names = ("rotate", "w", "plane", "project", "distance", "sweep", "turntable")
        return [name for name in names if getattr(self, name) not in (None, False, "")]

    @property
    def is_moving(self) -> bool:
        return self.sweep or bool(self.turntable)

    def space(self) -> Hyperplane:
        """The 3-space, in the rotated model."""
        if self.plane is None:
            return Hyperplane.at_w(self.w or 0.0)
        if len(self.plane) != 5:
            count = len(self.plane)
            raise ValueError(f"plane needs five numbers (the normal, and its distance), not {count}")
        return Hyperplane.of(list(self.plane[:4]), self.plane[4])

    def rotations(self, phases: Sequence[float], dimension: int) -> list[Doubles]:
        """(N, N) the rotation of the model in each frame."""
        start = np.eye(dimension) if self.rotate is None else rotation_matrix(self.rotate, dimension)
        turns = parse_turntable(self.turntable)
        return [
            rotation_matrix(",".join(f"{plane}:{degrees * phase!r}" for plane, degrees in turns), dimension)
            @ start
            if turns
            else start
            for phase in phases
        ]


def parse_turntable(text: str) -> list[tuple[str, float]]:
    """Planes and the degrees that they turn by in all, from `xw` or `xw:90,yz:180`. Raises `ValueError`."""
    if not text:
        return []
    parts = [part.partition(":") for part in text.split(",")]
    try:
        return [(plane, float(number) if colon else 360.0) for plane, colon, number in parts]
    except ValueError:
        raise ValueError(f"turntable {text!r}: expected degrees after a colon, as in xw:90") from None


@dataclass(frozen=True, eq=False, slots=True)
class FlatFrame:
    """A rotation (N, N) of the model, and the 3-space that cuts the rotated model, or that it is projected
    to."""

    rotation: Doubles
    space: Hyperplane


def plan_flat(flattening: Flattening, points: Doubles, phases: Sequence[float]) -> list[FlatFrame]:
    """The frame of each phase of an animation, from 0 up to 1, of a model with (n, N) points."""
    space = flattening.space()
    rotations = flattening.rotations(phases, points.shape[1])
    frames = [FlatFrame(rotation, space) for rotation in rotations]
    if not flattening.sweep:
        return frames
    return [_swept(frame, points, phase) for frame, phase in zip(frames, phases, strict=True)]


def to_four(points: Doubles, distance: float | None) -> tuple[Doubles, float | None]:
    """(n, 4) points (n, N) projected along their last axis until four are left, in parallel or from an eye at
    `distance`; and the distance for the next projection, farther by as much as near things have grown.

    Raises `ValueError` where a point is not in front of the eye.
    """
    while points.shape[1] > 4:
        rest, last = points[:, :-1], points[:, -1:]
        if distance is None:
            points = rest
            continue
        farthest = float(last.max(initial=0.0))
        if distance <= farthest:
            raise ValueError(f"distance must be larger than {farthest:.4g}, not {distance:g}")
        points, distance = rest * (distance / (distance - last)), distance * EYE / (EYE - 1)
    return points, distance


def _swept(frame: FlatFrame, points: Doubles, phase: float) -> FlatFrame:
    """The 3-space moved along its normal: slowly at both ends of the model, where it turns round."""
    if not len(points):
        return frame
    heights = points @ (frame.space.normal @ frame.rotation)
    low, high = float(heights.min()), float(heights.max())
    share = ENDS + (1 - 2 * ENDS) * (1 - cos(2 * pi * phase)) / 2
    return replace(frame, space=replace(frame.space, offset=low + (high - low) * share))
