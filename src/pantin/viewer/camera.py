"""Cameras: named views, and framing that fits everything into the image."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin, tan

import numpy as np

from pantin.base.records import Record
from pantin.rig import Doubles

FIELD_OF_VIEW = 22.0
"""Vertical, in degrees: a portrait lens, which preserves the proportions of a face."""

MARGIN = 0.08
"""Free space along each edge, relative to the image."""

NEAREST = 1e-30
"""Smallest distance to divide by: points behind the camera are projected somewhere, and not drawn."""

SMALLEST = 1e-6
"""Smallest distance of the camera from the model, relative to their coordinates, also for a single point."""


class ViewAngles(Record):
    """The direction of a camera in degrees: yaw 0 is in front, at +Z; yaw 90 at +X; pitch 90 above."""

    yaw: float
    pitch: float

    def rotate(self, degrees: float) -> ViewAngles:
        return ViewAngles(self.yaw + degrees, self.pitch)


VIEWS = {
    "auto": ViewAngles(30.0, 12.0),
    "front": ViewAngles(0.0, 0.0),
    "side": ViewAngles(90.0, 0.0),
    "back": ViewAngles(180.0, 0.0),
    "top": ViewAngles(0.0, 90.0),
}


class Camera(Record, eq=False):
    """A perspective camera that looks along its −z axis, with x to the right and y up.

    axes   (3, 3) its x, y and z in the world, one a row
    eye    (3,) its position
    size   width and height in pixels
    focal  focal length in pixels
    """

    axes: Doubles
    eye: Doubles
    size: tuple[int, int]
    focal: float

    def to_camera(self, points: Doubles) -> Doubles:
        """World-space points (…, 3) in camera space."""
        return rotate(points - self.eye, self.axes)

    def project(self, points: Doubles) -> tuple[Doubles, Doubles, Doubles]:
        """Camera-space points as pixels from the left and upper edge, and 1 / distance."""
        near = 1.0 / np.maximum(-points[..., 2], NEAREST)
        across, down = self.size
        return (
            points[..., 0] * near * self.focal + across / 2,
            down / 2 - points[..., 1] * near * self.focal,
            near,
        )


def rotate(vectors: Doubles, axes: Doubles) -> Doubles:
    """Components of vectors along three axes, as explicit sums: those of BLAS depend on the machine."""
    return (
        vectors[..., 0, None] * axes[:, 0]
        + vectors[..., 1, None] * axes[:, 1]
        + vectors[..., 2, None] * axes[:, 2]
    )


def view_axes(view: ViewAngles) -> Doubles:
    """The right, up and back vectors of a camera in this view, one per row."""
    yaw, pitch = radians(view.yaw), radians(view.pitch)
    back = (sin(yaw) * cos(pitch), sin(pitch), cos(yaw) * cos(pitch))
    right = (cos(yaw), 0.0, -sin(yaw))
    up = (-sin(yaw) * sin(pitch), cos(pitch), -cos(yaw) * sin(pitch))
    return np.array([right, up, back])


class Framing:
    """Collects points in one or more views, and finds the closest camera that has them all in its image.

    A point (x, y, z) of the rotated world is within the sides of a camera at (a, b, c) when |x − a| · k and
    |y − b| · m are at most c − z, with k and m the slopes of the sides. Each side depends only on the largest
    ±kx + z or ±my + z, so four numbers represent all points.
    """

    def __init__(self, size: tuple[int, int], margin: float = MARGIN) -> None:
        across, down = size
        self._size = size
        self._focal = down / (2 * tan(radians(FIELD_OF_VIEW) / 2))
        usable = 1 - 2 * margin
        self._slopes = (2 * self._focal / (across * usable), 2 * self._focal / (down * usable))
        self._sides = np.full((2, 2), -np.inf)
        self._nearest = -np.inf

    def add(self, points: Doubles, view: ViewAngles, around: Sequence[float] = (0.0, 0.0, 0.0)) -> None:
        """Add world-space points (n, 3) as `view` shows them, rotated about the point `around`."""
        if not len(points):
            return
        in_view = rotate(points - np.asarray(around), view_axes(view))
        for axis, slope in enumerate(self._slopes):
            for side, sign in enumerate((1.0, -1.0)):
                reach = float((sign * slope * in_view[:, axis] + in_view[:, 2]).max())
                self._sides[axis, side] = max(self._sides[axis, side], reach)
        self._nearest = max(self._nearest, float(in_view[:, 2].max()))

    def camera(self, view: ViewAngles, around: Sequence[float] = (0.0, 0.0, 0.0)) -> Camera:
        """The camera in one of the views; they differ only by a rotation about `around`."""
        if not np.isfinite(self._nearest):
            self.add(np.zeros((1, 3)), view)
        middle = (self._sides[:, 0] - self._sides[:, 1]) / 2 / np.array(self._slopes)
        back = max(float(side.mean()) for side in self._sides)
        least = (max(abs(back), abs(self._nearest)) or 1.0) * SMALLEST
        position = np.array([*middle, max(back, self._nearest + least)])
        axes = view_axes(view)
        eye = position[0] * axes[0] + position[1] * axes[1] + position[2] * axes[2] + np.asarray(around)
        return Camera(axes, eye, self._size, self._focal)


def box_centre(boxes: Iterable[Doubles]) -> tuple[float, float, float]:
    """The centre of boxes (2, 3) of minimum and maximum corners."""
    corners = np.array(list(boxes)).reshape(-1, 2, 3)
    if not len(corners):
        return (0.0, 0.0, 0.0)
    x, y, z = ((corners[:, 0].min(axis=0) + corners[:, 1].max(axis=0)) / 2).tolist()
    return (x, y, z)
