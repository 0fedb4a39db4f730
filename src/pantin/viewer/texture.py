"""Textures with mipmaps, wrap modes and trilinear sampling, packed into one table of texels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.maths.srgb import to_linear, to_srgb
from pantin.viewer.colour import TO_LINEAR, Pixels, parse_colour, to_bytes
from pantin.viewer.vectors import Floats

REPEAT, CLAMP, MIRROR = 0, 1, 2

LINEAR = TO_LINEAR.astype(np.float32)
FRACTION = np.float32(1 / 255)
FRACTIONS: Floats = np.arange(256, dtype=np.float32) * FRACTION
MIN_WEIGHT = np.float32(1e-6)
"""Weight of a fully transparent texel: where all texels are transparent, their colour is kept."""

MAX_LEVELS = 12
"""Mipmap levels of an image, each half the size of the one before: 4,096 texels down to 1."""

LIGHT_STEPS = (1 << 14) - 1
"""Steps of linear light in which four texels are summed; the darkest bytes are 5 of them apart."""
TO_STEPS: NDArray[np.uint16] = (TO_LINEAR * LIGHT_STEPS + 0.5).astype(np.uint16)
FROM_SUM: Pixels = (to_srgb(np.arange(4 * LIGHT_STEPS + 1) / (4 * LIGHT_STEPS)) * 255 + 0.5).astype(np.uint8)


class Texture(Record, eq=False):
    """An image (rows, columns, 4) with the first row at v = 0 (glTF 2.0 §3.8.3), and its wrap modes.

    nearest  texels are not blended where they are larger than pixels
    data     its bytes are numbers (normals, roughness); else they are sRGB with alpha
    """

    pixels: Pixels
    wrap: tuple[int, int] = (REPEAT, REPEAT)
    nearest: bool = False
    data: bool = False

    def halve(self) -> Texture:
        """The image at half its size: means of linear colours, weighted by alpha, or of numbers."""
        high, wide = (max(1, length // 2) for length in self.pixels.shape[:2])
        down, across = (min(2, length) for length in self.pixels.shape[:2])
        corners = [
            self.pixels[row : row + high * down : down, column : column + wide * across : across]
            for row in (0, down - 1)
            for column in (0, across - 1)
        ]
        if self.data:
            return replace(self, pixels=_mean_numbers(corners))
        return replace(self, pixels=_mean_colours(corners))


def _mean_numbers(corners: list[Pixels]) -> Pixels:
    total = corners[0].astype(np.uint16)
    for corner in corners[1:]:
        total += corner
    total += 2
    return np.asarray(total >> 2, np.uint8)


def _mean_colours(corners: list[Pixels]) -> Pixels:
    if all(corner[..., 3].min() == 255 for corner in corners):
        total = TO_STEPS[corners[0]]
        for corner in corners[1:]:
            total += TO_STEPS[corner]
        return FROM_SUM[total]
    light = np.zeros(corners[0].shape, np.float32)
    for corner in corners:
        alpha = corner[..., 3:] * FRACTION + MIN_WEIGHT
        light[..., :3] += LINEAR[corner[..., :3]] * alpha
        light[..., 3:] += alpha
    light[..., :3] /= light[..., 3:]
    light[..., 3] /= len(corners)
    return to_bytes(light)


class MipMaps:
    """The textures of a scene with their mipmap levels, each computed at its first use."""

    def __init__(self, textures: Sequence[Texture]) -> None:
        self._levels = {(index, 0): texture for index, texture in enumerate(textures)}
        self.shapes: list[tuple[int, int]] = [texture.pixels.shape[:2] for texture in textures]

    def __len__(self) -> int:
        return len(self.shapes)

    def last_level(self, index: int) -> int:
        """The level with a single texel, or the last one that is computed."""
        return min(max(self.shapes[index]).bit_length() - 1, MAX_LEVELS)

    def level_of(self, index: int, level: int) -> Texture:
        """Texture `index`, halved `level` times or down to one texel."""
        if (index, level) not in self._levels:
            larger = self.level_of(index, level - 1)
            is_smallest = larger.pixels.shape[:2] == (1, 1)
            self._levels[index, level] = larger if is_smallest else larger.halve()
        return self._levels[index, level]


class Textures(Record, eq=False):
    """The levels of textures that an image needs, in one array.

    texels   (n,) four bytes each
    table    (rows, 3) first texel, columns and rows of each level
    first    the row and the level of the first level of each texture
    images   the textures, for their wrap modes and kind
    """

    texels: NDArray[np.uint32]
    table: NDArray[np.int64]
    first: Mapping[int, tuple[int, int]]
    images: Mapping[int, Texture]

    @classmethod
    def with_used_levels(cls, mip_maps: MipMaps, used: Mapping[int, tuple[int, int]]) -> Textures:
        """Textures with the levels from the first to the last that is used of each."""
        table: list[tuple[int, int, int]] = []
        flat: list[NDArray[np.uint32]] = []
        first, start = {}, 0
        for index, (lowest, highest) in used.items():
            first[index] = (len(table), lowest)
            for level in range(lowest, highest + 1):
                pixels = mip_maps.level_of(index, level).pixels
                table.append((start, pixels.shape[1], pixels.shape[0]))
                flat.append(np.ascontiguousarray(pixels).reshape(-1, 4).view(np.uint32)[:, 0])
                start += len(flat[-1])
        texels = np.concatenate(flat) if flat else np.zeros(0, np.uint32)
        images = {index: mip_maps.level_of(index, 0) for index in used}
        return cls(texels, np.array(table, np.int64).reshape(-1, 3), first, images)

    def look_up(self, index: int, texcoords: Floats, level: Floats) -> Floats:
        """(4, n) linear colour with alpha, or numbers, of a texture at coordinates (2, n), between the levels
        above and below."""
        row, lowest = self.first[index]
        lower = np.maximum(np.floor(level), 0.0).astype(np.int64)
        share = np.maximum(level - lower.astype(np.float32), 0.0)
        row_of = lower + (row - lowest)
        image = self.images[index]
        near = self._sample(image, row_of, texcoords, image.nearest and bool((level <= 0).all()))
        if not share.any():
            return near
        far = self._sample(image, row_of + (share > 0), texcoords, False)
        mixed: Floats = near + share * (far - near)
        return mixed

    def _sample(self, image: Texture, row: NDArray[np.int64], texcoords: Floats, nearest: bool) -> Floats:
        start, wide, high = self.table.take(row, axis=0).T
        s, t = texcoords[0] * wide - 0.5, texcoords[1] * high - 0.5
        if nearest:
            s, t = np.floor(s + 0.5), np.floor(t + 0.5)
        left, upper = np.floor(s), np.floor(t)
        s, t = (s - left).astype(np.float32), (t - upper).astype(np.float32)
        columns = [wrap_index(left.astype(np.int64) + beside, wide, image.wrap[0]) for beside in (0, 1)]
        out = np.zeros((4, len(row)), np.float32)
        for below in (0, 1):
            line = start + wrap_index(upper.astype(np.int64) + below, high, image.wrap[1]) * wide
            for beside in (0, 1):
                part = (t if below else 1 - t) * (s if beside else 1 - s)
                texel = self.texels.take(line + columns[beside]).view(np.uint8).reshape(-1, 4).T
                out[:3] += part * (FRACTIONS if image.data else LINEAR).take(texel[:3])
                out[3] += part * FRACTIONS.take(texel[3])
        return out


def wrap_index(index: NDArray[np.int64], count: NDArray[np.int64] | int, wrap: int) -> NDArray[np.int64]:
    """The texel that an index outside the image maps to (glTF 2.0 §3.8.4.3)."""
    if wrap == REPEAT:
        return np.asarray(index % count)
    if wrap == CLAMP:
        return np.asarray(np.clip(index, 0, count - 1))
    mirrored = index % (2 * count)
    return np.where(mirrored < count, mirrored, 2 * count - 1 - mirrored)


def gradient_texture(stops: Sequence[tuple[float, str]], texels: int = 256) -> Texture:
    """A texture of one row that interpolates colours, given as #rrggbb at offsets from 0 to 1."""
    offsets = [offset for offset, _ in stops]
    colors = to_linear(np.array([parse_colour(color)[:3] for _, color in stops]))
    u = (np.arange(texels) + 0.5) / texels
    light = np.stack([np.interp(u, offsets, colors[:, channel]) for channel in range(3)], axis=1)
    row = np.concatenate([to_srgb(light) * 255 + 0.5, np.full((texels, 1), 255.0)], axis=1)
    return Texture(row.astype(np.uint8)[None], (CLAMP, CLAMP))
