"""The soft shadow of a model on the ground: darkest where it touches, fading with height."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.rig import Doubles
from pantin.viewer.camera import Camera
from pantin.viewer.raster import NO_FACE, ScreenTriangles, find_visible

CELLS = 320
"""Cells along the longer side of the shadow map."""

BORDER = 0.45
"""Margin of the map around the model, relative to its size, so that the shadow fades out inside the map."""

LAYERS = ((0.06, 0.006, 0.5), (0.16, 0.02, 0.45), (0.9, 0.06, 0.42))
"""Contact shadow, penumbra and ambient shadow: the height at which it has faded, the radius of its blur (both
relative to the model's size), and how dark it is."""

SLANT = (0.28, 0.16)
"""Offset of a shadow to the right and away from the camera, per unit of height."""

FAINT = 1 / 1024
"""Darkness that cannot change a byte of the image."""

BLURS = 3
"""Box blurs in sequence, which approximate a Gaussian."""


FADED_EDGE = 0.12
"""The part of an image, along each edge, in which a shadow fades."""


class Shadow(Record, eq=False):
    """How dark the ground is.

    darkness  (rows, columns) from 0 to 1, rows along z and columns along x
    corner    x and z of its first cell
    cell      length of a cell
    height    y of the ground
    """

    darkness: Doubles
    corner: tuple[float, float]
    cell: float
    height: float


def compute_shadow(
    positions: Doubles, faces: NDArray[np.int64], height: float, camera: Camera
) -> Shadow | None:
    """The shadow of triangles on the plane y = `height`; None where nothing casts one."""
    if not len(faces):
        return None
    positions = positions + np.maximum(positions[:, 1:2] - height, 0) * shadow_slant(camera)
    least, most = positions.min(axis=0), positions.max(axis=0)
    size = float((most - least).max())
    if not size > 0:
        return None
    border = BORDER * size
    wide, deep = (float(most[axis] - least[axis]) + 2 * border for axis in (0, 2))
    cell = max(wide, deep) / CELLS
    corner = (float(least[0]) - border, float(least[2]) - border)
    shape = (int(deep / cell) + 1, int(wide / cell) + 1)
    clearance = _height_map(positions, faces, height, size, corner, cell, shape)
    darkness = np.zeros(shape)
    for fades, reach, strength in LAYERS:
        layer = blur(np.clip(1 - clearance / (fades * size), 0, 1), max(1, round(reach * size / cell)))
        darkness = 1 - (1 - darkness) * (1 - strength * layer)
    return Shadow(darkness, corner, cell, height)


def shadow_slant(camera: Camera) -> Doubles:
    """The offset of a shadow per unit of height: away from the key light, which is left of the camera.
    Straight down, a wall would cast none."""
    right, back = camera.axes[0], np.cross(camera.axes[0], (0.0, 1.0, 0.0))
    return np.asarray(SLANT[0] * right - SLANT[1] * back)


def _height_map(
    positions: Doubles,
    faces: NDArray[np.int64],
    height: float,
    size: float,
    corner: tuple[float, float],
    cell: float,
    shape: tuple[int, int],
) -> Doubles:
    """The height of the lowest triangle above each cell of the ground; infinite where there is none."""
    # Seen from below, the lowest is nearest: any number that falls with the height can be the depth.
    near = 1 / (1 + np.maximum(positions[:, 1] - height, 0) / size)
    x, z = (positions[:, 0] - corner[0]) / cell, (positions[:, 2] - corner[1]) / cell
    flat = ScreenTriangles(x, z, near, faces, np.zeros(len(faces), bool))
    seen = find_visible(flat, np.arange(len(faces)), 0, shape)
    with np.errstate(divide="ignore"):
        return np.where(seen.face == NO_FACE, np.inf, size * (1 / seen.near - 1))


def blur(values: Doubles, reach: int) -> Doubles:
    """Values averaged over the cells up to `reach` away, three times; 0 beyond the edges."""
    for _ in range(BLURS):
        for axis in (0, 1):
            padded = np.pad(values, [(reach + 1, reach) if other == axis else (0, 0) for other in (0, 1)])
            sums = padded.cumsum(axis=axis)
            ahead = np.take(sums, np.arange(2 * reach + 1, sums.shape[axis]), axis=axis)
            behind = np.take(sums, np.arange(0, sums.shape[axis] - 2 * reach - 1), axis=axis)
            values = (ahead - behind) / (2 * reach + 1)
    return values


def project_shadow(shadow: Shadow, camera: Camera) -> NDArray[np.float32]:
    """(rows, columns) the darkness of the ground at each pixel; 0 where no ground is visible."""
    across, down = camera.size
    out = np.zeros((down, across), np.float32)
    clearance = float(camera.eye[1]) - shadow.height
    if clearance <= 0:
        return out
    rows, columns = _shaded_pixels(shadow, camera)
    x = (np.arange(across)[columns] + 0.5 - across / 2) / camera.focal
    y = (down / 2 - np.arange(down)[rows] - 0.5) / camera.focal
    # Each component of a ray is the sum of a column's and a row's part.
    ray_x, ray_y, ray_z = (
        x * camera.axes[0, part] + (y * camera.axes[1, part] - camera.axes[2, part])[:, None]
        for part in range(3)
    )
    falling = ray_y < 0
    distance = np.where(falling, clearance, 0.0) / np.where(falling, -ray_y, 1.0)
    column = (camera.eye[0] + distance * ray_x - shadow.corner[0]) / shadow.cell - 0.5
    row = (camera.eye[2] + distance * ray_z - shadow.corner[1]) / shadow.cell - 0.5
    inside = falling & (column >= 0) & (row >= 0)
    inside &= (column < shadow.darkness.shape[1] - 1) & (row < shadow.darkness.shape[0] - 1)
    out[rows, columns][inside] = _bilinear(shadow.darkness, row[inside], column[inside])
    return out


def edge_fade(size: tuple[int, int]) -> NDArray[np.float32]:
    """(rows, columns) from 0 at the edges of an image to 1: a shadow that reaches an edge fades there, so
    that it is not cut off where images stand side by side."""
    ramps = []
    for count in size:
        from_edge = np.minimum(np.arange(count), np.arange(count)[::-1])
        ramp = np.clip(from_edge / max(1.0, FADED_EDGE * count), 0, 1)
        ramps.append(ramp * ramp * (3 - 2 * ramp))
    across, down = ramps
    return (down[:, None] * across).astype(np.float32)


def _shaded_pixels(shadow: Shadow, camera: Camera) -> tuple[slice, slice]:
    """The rows and columns of pixels in which the shadow lies: mostly a small part of the image."""
    across, down = camera.size
    deep, wide = (np.flatnonzero((shadow.darkness > FAINT).any(axis=axis)) for axis in (1, 0))
    if not len(deep):
        return slice(0), slice(0)
    x, z = (
        shadow.corner[axis] + (np.array([cells[0] - 1, cells[-1] + 2]) + 0.5) * shadow.cell
        for axis, cells in enumerate((wide, deep))
    )
    corners = np.array([(x[i], shadow.height, z[j]) for i in (0, 1) for j in (0, 1)])
    seen = camera.to_camera(corners)
    if (seen[:, 2] >= 0).any():  # the ground reaches behind the camera
        return slice(0, down), slice(0, across)
    columns, rows, _ = camera.project(seen)
    return _span(rows, down), _span(columns, across)


def _span(positions: Doubles, count: int) -> slice:
    return slice(int(np.clip(positions.min() - 1, 0, count)), int(np.clip(positions.max() + 2, 0, count)))


def _bilinear(values: Doubles, row: Doubles, column: Doubles) -> Doubles:
    """Values between cells, interpolated from the nearest four."""
    j, i = row.astype(np.int64), column.astype(np.int64)
    down, across = row - j, column - i
    upper = values[j, i] * (1 - across) + values[j, i + 1] * across
    lower = values[j + 1, i] * (1 - across) + values[j + 1, i + 1] * across
    return np.asarray(upper * (1 - down) + lower * down)
