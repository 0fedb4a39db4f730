"""Textures with mipmaps, wrap modes and bilinear sampling, packed into one table of texels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Doubles
from pantin.viewer.colour import TO_LINEAR, Pixels, parse_colour, to_bytes, to_linear, to_srgb

REPEAT, CLAMP, MIRROR = 0, 1, 2

LINEAR = TO_LINEAR.astype(np.float32)
FRACTION = np.float32(1 / 255)
MIN_WEIGHT = np.float32(1e-6)
"""Weight of a fully transparent texel: where all texels are transparent, their colour is kept."""

MAX_LEVELS = 12
"""Mipmap levels of an image, each half the size of the one before: 4,096 texels down to 1."""


@dataclass(frozen=True, eq=False, slots=True)
class Texture:
    """An image (rows, columns, 4) of sRGB with alpha, with the first row at v = 0 (glTF 2.0 §3.8.3), and its
    wrap modes."""

    pixels: Pixels
    wrap: tuple[int, int] = (REPEAT, REPEAT)
    nearest: bool = False

    def halve(self) -> Texture:
        """The image at half its size: means of linear colours, weighted by alpha."""
        high, wide = (max(1, length // 2) for length in self.pixels.shape[:2])
        down, across = (min(2, length) for length in self.pixels.shape[:2])
        total = np.zeros((high, wide, 4), np.float32)
        for row in range(down):
            for column in range(across):
                corner = self.pixels[row : row + high * down : down, column : column + wide * across : across]
                alpha = corner[..., 3:] * FRACTION + MIN_WEIGHT
                total[..., :3] += LINEAR[corner[..., :3]] * alpha
                total[..., 3:] += alpha
        total[..., :3] /= total[..., 3:]
        total[..., 3] /= down * across
        return replace(self, pixels=to_bytes(total))


@dataclass(frozen=True, eq=False, slots=True)
class Textures:
    """The texels of all images in one array.

    texels  (n, 4) bytes
    table   (T, 6) per image: first texel, columns, rows, wrap across, wrap down, whether nearest
    """

    texels: Pixels
    table: NDArray[np.int64]

    @classmethod
    def of(cls, textures: Sequence[Texture]) -> Textures:
        table, start = [], 0
        for texture in textures:
            high, wide = texture.pixels.shape[:2]
            table.append((start, wide, high, *texture.wrap, int(texture.nearest)))
            start += high * wide
        flat = [texture.pixels.reshape(-1, 4) for texture in textures]
        texels = np.concatenate(flat) if flat else np.zeros((0, 4), np.uint8)
        return cls(texels, np.array(table, np.int64).reshape(-1, 6))

    def look_up(self, rows: NDArray[np.int64], texcoords: Doubles) -> Doubles:
        """(n, 4) linear colour with alpha at texture coordinates (n, 2); white where the row is −1."""
        out = np.ones((len(rows), 4))
        for row in np.unique(rows[rows >= 0]).tolist():
            here = rows == row
            out[here] = self._sample(self.table[row].tolist(), texcoords[here])
        return out

    def _sample(self, entry: list[int], texcoords: Doubles) -> Doubles:
        start, wide, high, wrap_across, wrap_down, nearest = entry
        s, t = texcoords[:, 0] * wide - 0.5, texcoords[:, 1] * high - 0.5
        if nearest:
            s, t = np.floor(s + 0.5), np.floor(t + 0.5)
        left, upper = np.floor(s), np.floor(t)
        s, t = s - left, t - upper
        out = np.zeros((len(texcoords), 4))
        for below in (0, 1):
            down = wrap_index(upper.astype(np.int64) + below, high, wrap_down)
            for beside in (0, 1):
                across = wrap_index(left.astype(np.int64) + beside, wide, wrap_across)
                part = ((t if below else 1.0 - t) * (s if beside else 1.0 - s))[:, None]
                texel = self.texels[start + down * wide + across]
                out[:, :3] = out[:, :3] + part * TO_LINEAR[texel[:, :3]]
                out[:, 3:] = out[:, 3:] + part * (texel[:, 3:] * (1.0 / 255.0))
        return out


class MipMaps:
    """The textures of a scene with their mipmap levels, each computed at its first use."""

    def __init__(self, textures: Sequence[Texture]) -> None:
        self._levels = {(index, 0): texture for index, texture in enumerate(textures)}
        sizes = [texture.pixels.shape[0] * texture.pixels.shape[1] for texture in textures]
        self.sizes: Doubles = np.array(sizes, float)

    def __len__(self) -> int:
        return len(self.sizes)

    def level_of(self, index: int, level: int) -> Texture:
        """Texture `index`, halved `level` times or down to one texel."""
        if (index, level) not in self._levels:
            larger = self.level_of(index, level - 1)
            is_smallest = larger.pixels.shape[:2] == (1, 1)
            self._levels[index, level] = larger if is_smallest else larger.halve()
        return self._levels[index, level]


def wrap_index(index: NDArray[np.int64], count: int, wrap: int) -> NDArray[np.int64]:
    """The texel that an index outside the image maps to (glTF 2.0 §3.8.4.3)."""
    if wrap == REPEAT:
        return index % count
    if wrap == CLAMP:
        return np.clip(index, 0, count - 1)
    mirrored = index % (2 * count)
    return np.where(mirrored < count, mirrored, 2 * count - 1 - mirrored)


def gradient_texture(stops: Sequence[tuple[float, str]], texels: int = 256) -> Texture:
    """A texture of one row that interpolates colours, given as #rrggbb at offsets from 0 to 1."""
    offsets = [offset for offset, _ in stops]
    colours = to_linear(np.array([parse_colour(colour)[:3] for _, colour in stops]))
    u = (np.arange(texels) + 0.5) / texels
    light = np.stack([np.interp(u, offsets, colours[:, channel]) for channel in range(3)], axis=1)
    row = np.concatenate([to_srgb(light) * 255 + 0.5, np.full((texels, 1), 255.0)], axis=1)
    return Texture(row.astype(np.uint8)[None], (CLAMP, CLAMP))
