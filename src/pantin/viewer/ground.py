"""The soft shadow of a model on the ground: darkest where it touches, fading with height."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Doubles
from pantin.viewer.camera import Camera
from pantin.viewer.raster import NOTHING, Projected, visible

CELLS = 320
"""Cells along the longer side of the map that the shadow is made on."""

BORDER = 0.45
"""Part of the model's width that the map goes on for beyond it, so that the shadow fades out inside it."""

LAYERS = ((0.06, 0.006, 0.5), (0.16, 0.02, 0.45), (0.9, 0.06, 0.42))
"""Contact, penumbra and surroundings: the height at which a shadow has faded, the reach of its blur (both as
parts of the model's size), and how dark it is."""

LEAN = (0.28, 0.16)
"""Units to the right and away from the camera that a shadow falls for each unit of height."""

BLURS = 3
"""Box blurs one after another: their sum is close to a bell curve."""


@dataclass(frozen=True, eq=False, slots=True)
class Shadow:
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


def shadow(positions: Doubles, faces: NDArray[np.int64], height: float, camera: Camera) -> Shadow | None:
    """The shadow of triangles in the world on the plane y = `height`; None where there is nothing to cast
    one."""
    if not len(faces):
        return None
    positions = positions + np.maximum(positions[:, 1:2] - height, 0) * leaning(camera)
    least, most = positions.min(axis=0), positions.max(axis=0)
    size = float((most - least).max())
    if not size > 0:
        return None
    border = BORDER * size
    wide, deep = (float(most[axis] - least[axis]) + 2 * border for axis in (0, 2))
    cell = max(wide, deep) / CELLS
    corner = (float(least[0]) - border, float(least[2]) - border)
    shape = (int(deep / cell) + 1, int(wide / cell) + 1)
    above = _heights(positions, faces, height, size, corner, cell, shape)
    darkness = np.zeros(shape)
    for fades, reach, strength in LAYERS:
        cast = np.clip(1 - above / (fades * size), 0, 1)
        darkness = 1 - (1 - darkness) * (1 - strength * blurred(cast, max(1, round(reach * size / cell))))
    return Shadow(darkness, corner, cell, height)


def leaning(camera: Camera) -> Doubles:
    """How far a shadow falls for each unit of height: away from the key light, which stands on the left of
    the camera. Straight down, a wall would cast none."""
    right, back = camera.axes[0], np.cross(camera.axes[0], (0.0, 1.0, 0.0))
    return np.asarray(LEAN[0] * right - LEAN[1] * back)


def _heights(
    positions: Doubles,
    faces: NDArray[np.int64],
    height: float,
    size: float,
    corner: tuple[float, float],
    cell: float,
    shape: tuple[int, int],
) -> Doubles:
    """How high above each cell of the ground the lowest triangle is; infinite where there is none."""
    # Seen from below, with the lowest nearest: any number that falls with the height will do for nearness.
    near = 1 / (1 + np.maximum(positions[:, 1] - height, 0) / size)
    x, z = (positions[:, 0] - corner[0]) / cell, (positions[:, 2] - corner[1]) / cell
    flat = Projected(x, z, near, faces, np.zeros(len(faces), bool))
    seen = visible(flat, np.arange(len(faces)), 0, shape)
    with np.errstate(divide="ignore"):
        return np.where(seen.face == NOTHING, np.inf, size * (1 / seen.near - 1))


def blurred(values: Doubles, reach: int) -> Doubles:
    """Values averaged over the cells up to `reach` away, three times over; nothing lies beyond the edges."""
    for _ in range(BLURS):
        for axis in (0, 1):
            padded = np.pad(values, [(reach + 1, reach) if one == axis else (0, 0) for one in (0, 1)])
            sums = padded.cumsum(axis=axis)
            ahead = np.take(sums, np.arange(2 * reach + 1, sums.shape[axis]), axis=axis)
            behind = np.take(sums, np.arange(0, sums.shape[axis] - 2 * reach - 1), axis=axis)
            values = (ahead - behind) / (2 * reach + 1)
    return values


def cast(shade: Shadow, camera: Camera) -> NDArray[np.float32]:
    """(rows, columns) how dark each pixel of the ground is, 0 where it is not in the picture."""
    across, down = camera.size
    out = np.zeros((down, across), np.float32)
    above = float(camera.eye[1]) - shade.height
    if above <= 0:
        return out
    x = (np.arange(across) + 0.5 - across / 2) / camera.focal
    y = (down / 2 - np.arange(down) - 0.5) / camera.focal
    # Each component of a ray is a sum of what the column and what the row give it.
    along, rising, aside = (
        x * camera.axes[0, part] + (y * camera.axes[1, part] - camera.axes[2, part])[:, None]
        for part in range(3)
    )
    falling = rising < 0
    away = np.where(falling, above, 0.0) / np.where(falling, -rising, 1.0)
    column = (camera.eye[0] + away * along - shade.corner[0]) / shade.cell - 0.5
    row = (camera.eye[2] + away * aside - shade.corner[1]) / shade.cell - 0.5
    inside = falling & (column >= 0) & (row >= 0)
    inside &= (column < shade.darkness.shape[1] - 1) & (row < shade.darkness.shape[0] - 1)
    out[inside] = _between(shade.darkness, row[inside], column[inside])
    return out


def _between(values: Doubles, row: Doubles, column: Doubles) -> Doubles:
    """Values at places between cells, from the four around."""
    j, i = row.astype(np.int64), column.astype(np.int64)
    down, across = row - j, column - i
    upper = values[j, i] * (1 - across) + values[j, i + 1] * across
    lower = values[j + 1, i] * (1 - across) + values[j + 1, i + 1] * across
    return np.asarray(upper * (1 - down) + lower * down)
