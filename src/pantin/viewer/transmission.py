"""The view through glass: the image of everything opaque, looked up where a refracted ray leaves. The
model is that of three.js (r187): roughness blurs the image, evaluated by a cubic B-spline between
mipmap levels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.viewer.camera import Camera
from pantin.viewer.vectors import Floats, dot


class Behind(Record, eq=False):
    """The levels of an image (rows, columns, 4) of premultiplied linear light, each half the size of the one
    before, and the camera that saw it."""

    levels: tuple[Floats, ...]
    camera: Camera

    @classmethod
    def from_picture(cls, picture: Floats, camera: Camera) -> Behind:
        levels = [picture]
        while max(levels[-1].shape[:2]) > 1:
            levels.append(_halve(levels[-1]))
        return cls(tuple(levels), camera)

    def look_up(self, exits: Floats, roughness: Floats, ior: Floats) -> Floats:
        """(4, n) the light behind points (3, n) in camera space where rays leave, blurred by roughness: fully
        from an index of refraction of 1.5 on, not at all at 1."""
        x, y, _ = self.camera.project(exits.T.astype(np.float64))
        rough = roughness * np.clip(ior * 2 - 2, 0, 1)
        level = np.clip(np.log2(np.float32(self.camera.size[0])) * rough, 0, len(self.levels) - 1)
        uv = np.stack([x / self.camera.size[0], y / self.camera.size[1]])
        lower = np.floor(level).astype(np.int64)
        out = np.zeros((4, len(level)), np.float32)
        for index in np.unique(lower).tolist():
            here = np.flatnonzero(lower == index)
            near = _bicubic(self.levels[index], uv[:, here])
            far = _bicubic(self.levels[min(index + 1, len(self.levels) - 1)], uv[:, here])
            out[:, here] = near + (far - near) * (level[here] - index)
        return out


def refract(towards: Floats, normal: Floats, ior: Floats) -> Floats:
    """(3, n) the directions of light from the viewer inside of a surface (Snell's law), of length 1."""
    ratio = 1 / ior
    facing = dot(normal, towards)
    inside = np.sqrt(np.maximum(1 - ratio * ratio * (1 - facing * facing), 0))
    return np.asarray(-towards * ratio + normal * (ratio * facing - inside), np.float32)


def _halve(picture: Floats) -> Floats:
    """Means of blocks of two by two; an odd row or column at the end is dropped."""
    rows, columns = picture.shape[:2]
    if rows == 1 or columns == 1:
        flat = picture.reshape(-1, 4)[: max(rows, columns) // 2 * 2]
        halved = (flat[0::2] + flat[1::2]) * np.float32(0.5)
        return halved.reshape((1, -1, 4) if rows == 1 else (-1, 1, 4))
    even = picture[: rows // 2 * 2, : columns // 2 * 2]
    return (even[0::2, 0::2] + even[1::2, 0::2] + even[0::2, 1::2] + even[1::2, 1::2]) * np.float32(0.25)


def _bicubic(level: Floats, uv: NDArray[np.float64]) -> Floats:
    """(4, n) a level at places (2, n) from 0 to 1, by a cubic B-spline over four by four texels."""
    rows, columns = level.shape[:2]
    x = np.clip(np.nan_to_num(uv[0] * columns - 0.5), -2.0, columns + 1.0)
    y = np.clip(np.nan_to_num(uv[1] * rows - 0.5), -2.0, rows + 1.0)
    left, upper = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    across, down = _spline((x - left).astype(np.float32)), _spline((y - upper).astype(np.float32))
    flat = level.reshape(-1, 4)
    total = np.zeros((len(x), 4), np.float32)
    for row in range(4):
        line = np.clip(upper + row - 1, 0, rows - 1) * columns
        for column in range(4):
            texel = flat.take(line + np.clip(left + column - 1, 0, columns - 1), axis=0)
            total += texel * (down[row] * across[column])[:, None]
    return total.T


def _spline(share: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """The weights of four neighbours by the share of the way from the second to the third."""
    square, cube = share * share, share * share * share
    sixth = np.float32(1 / 6)
    return (
        (1 - 3 * share + 3 * square - cube) * sixth,
        (4 - 6 * square + 3 * cube) * sixth,
        (1 + 3 * share + 3 * square - 3 * cube) * sixth,
        cube * sixth,
    )
