"""Textures as one table of texels: images with their smaller copies, wrap modes, bilinear look-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Doubles
from pantin.viewer.colour import TO_LINEAR, Pixels, parse, quantised, to_linear, to_srgb

REPEAT, CLAMP, MIRROR = 0, 1, 2

LIGHT = TO_LINEAR.astype(np.float32)
FRACTION = np.float32(1 / 255)
LEAST = np.float32(1e-6)
"""Weight that even a clear texel has, so that where all are clear their colour is not lost."""

LEVELS = 12
"""Copies of an image, each half as large as the one before: 4,096 texels down to 1."""


@dataclass(frozen=True, eq=False, slots=True)
class Texture:
    """An image (rows, columns, 4) of sRGB with alpha, the first row at texture coordinate v = 0 (glTF 2.0
    §3.8.3), and how it goes on beyond its edges."""

    pixels: Pixels
    wrap: tuple[int, int] = (REPEAT, REPEAT)
    nearest: bool = False

    def halved(self) -> Texture:
        """The image at half its size: means over squares of light, with alpha as their weight."""
        high, wide = (max(1, length // 2) for length in self.pixels.shape[:2])
        down, across = (min(2, length) for length in self.pixels.shape[:2])
        total = np.zeros((high, wide, 4), np.float32)
        for row in range(down):
            for column in range(across):
                corner = self.pixels[row : row + high * down : down, column : column + wide * across : across]
                alpha = corner[..., 3:] * FRACTION + LEAST
                total[..., :3] += LIGHT[corner[..., :3]] * alpha
                total[..., 3:] += alpha
        total[..., :3] /= total[..., 3:]
        total[..., 3] /= down * across
        return replace(self, pixels=quantised(total))


@dataclass(frozen=True, eq=False, slots=True)
class Textures:
    """Texels of all images in one list.

    texels  (n, 4) bytes
    table   (T, 6) of each: first texel, columns, rows, wrap across, wrap down, whether nearest
    """

    texels: Pixels
    table: NDArray[np.int64]

    @classmethod
    def of(cls, textures: Sequence[Texture]) -> Textures:
        table, start = [], 0
        for one in textures:
            high, wide = one.pixels.shape[:2]
            table.append((start, wide, high, *one.wrap, int(one.nearest)))
            start += high * wide
        listed = [one.pixels.reshape(-1, 4) for one in textures]
        texels = np.concatenate(listed) if listed else np.zeros((0, 4), np.uint8)
        return cls(texels, np.array(table, np.int64).reshape(-1, 6))

    def looked_up(self, rows: NDArray[np.int64], texcoords: Doubles) -> Doubles:
        """(n, 4) linear colour with alpha at texture coordinates (n, 2); white where the row is −1."""
        out = np.ones((len(rows), 4))
        for row in np.unique(rows[rows >= 0]).tolist():
            here = rows == row
            out[here] = self._of_one(self.table[row].tolist(), texcoords[here])
        return out

    def _of_one(self, entry: list[int], texcoords: Doubles) -> Doubles:
        start, wide, high, wrap_across, wrap_down, nearest = entry
        s, t = texcoords[:, 0] * wide - 0.5, texcoords[:, 1] * high - 0.5
        if nearest:
            s, t = np.floor(s + 0.5), np.floor(t + 0.5)
        left, upper = np.floor(s), np.floor(t)
        s, t = s - left, t - upper
        out = np.zeros((len(texcoords), 4))
        for below in (0, 1):
            down = wrapped(upper.astype(np.int64) + below, high, wrap_down)
            for beside in (0, 1):
                across = wrapped(left.astype(np.int64) + beside, wide, wrap_across)
                part = ((t if below else 1.0 - t) * (s if beside else 1.0 - s))[:, None]
                texel = self.texels[start + down * wide + across]
                out[:, :3] = out[:, :3] + part * TO_LINEAR[texel[:, :3]]
                out[:, 3:] = out[:, 3:] + part * (texel[:, 3:] * (1.0 / 255.0))
        return out


class Gallery:
    """The textures of a scene, with their smaller copies, each made when it is first seen from so far."""

    def __init__(self, textures: Sequence[Texture]) -> None:
        self._copies = {(at, 0): one for at, one in enumerate(textures)}
        self.sizes: Doubles = np.array([one.pixels.shape[0] * one.pixels.shape[1] for one in textures], float)

    def __len__(self) -> int:
        return len(self.sizes)

    def copy(self, index: int, level: int) -> Texture:
        """Texture `index`, halved `level` times or down to one texel."""
        if (index, level) not in self._copies:
            above = self.copy(index, level - 1)
            small = above.pixels.shape[:2] == (1, 1)
            self._copies[index, level] = above if small else above.halved()
        return self._copies[index, level]


def wrapped(place: NDArray[np.int64], count: int, wrap: int) -> NDArray[np.int64]:
    """The texel that stands at a place beyond the edges (glTF 2.0 §3.8.4.3)."""
    if wrap == REPEAT:
        return place % count
    if wrap == CLAMP:
        return np.clip(place, 0, count - 1)
    mirrored = place % (2 * count)
    return np.where(mirrored < count, mirrored, 2 * count - 1 - mirrored)


def gradient(stops: Sequence[tuple[float, str]], texels: int = 256) -> Texture:
    """A texture of one row that runs through colours, given as #rrggbb at places from 0 to 1."""
    places = [place for place, _ in stops]
    colours = to_linear(np.array([parse(colour)[:3] for _, colour in stops]))
    at = (np.arange(texels) + 0.5) / texels
    light = np.stack([np.interp(at, places, colours[:, part]) for part in range(3)], axis=1)
    row = np.concatenate([to_srgb(light) * 255 + 0.5, np.full((texels, 1), 255.0)], axis=1)
    return Texture(row.astype(np.uint8)[None], (CLAMP, CLAMP))
