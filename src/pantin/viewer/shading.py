"""The colour of each sample: what its face is painted with, under lights that move with the camera.

A NumPy reference and a compiled twin that agree to the last bit: both use only sums, products, quotients,
square roots and tables, in one order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.kernels import engine
from pantin.rig import Doubles
from pantin.viewer.colour import TO_LINEAR
from pantin.viewer.lights import Lights
from pantin.viewer.raster import NOTHING, Projected, Visible
from pantin.viewer.texture import Textures

AT_ONCE = 1 << 16
"""Samples that the reference shades in one go: some fifty temporaries of 0.5 MB each."""


@dataclass(frozen=True, eq=False, slots=True)
class Painted:
    """What faces look like, in linear light and in the space of the camera.

    positions  (V, 3)
    normals    (V, 3) of length 1
    texcoords  (V, 2)
    colours    (V, 4)
    factors    (F, 4) base colour of the face
    emissive   (F, 3) light of its own
    cutoff     (F,) alpha below this is 0 and other alpha 1; at most 0: alpha as it is
    unlit      (F,) shown in its colour, whatever the light
    texture    (F,) row of `textures`, −1 for none
    """

    positions: Doubles
    normals: Doubles
    texcoords: Doubles
    colours: Doubles
    factors: Doubles
    emissive: Doubles
    cutoff: Doubles
    unlit: NDArray[np.bool_]
    texture: NDArray[np.int64]
    textures: Textures


@dataclass(frozen=True, slots=True)
class Wire:
    """Edges drawn onto faces: half their width in samples (0: none), their colour, and whether they alone are
    there."""

    half: float = 0.0
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    alone: bool = False


def shade(
    shapes: Projected, paint: Painted, lights: Lights, wire: Wire, seen: Visible, top: int
) -> NDArray[np.float32]:
    """(rows, columns, 4) light with alpha, multiplied by it already, of a band that begins at row `top`."""
    out = np.zeros((*seen.face.shape, 4), np.float32)
    if engine.use_numba(seen.face.size):
        from pantin.viewer.shading_numba import shade_rows

        textures = paint.textures
        shade_rows(
            shapes.x, shapes.y, shapes.near, shapes.faces,
            paint.positions, paint.normals, paint.texcoords, paint.colours,
            paint.factors, paint.emissive, paint.cutoff, paint.unlit, paint.texture,
            textures.texels, textures.table, TO_LINEAR,
            lights.directions, lights.colours, lights.around, lights.gloss,
            wire.half, np.array(wire.colour), wire.alone, seen.face, top, out,
        )  # fmt: skip
        return out
    rows, columns = np.nonzero(seen.face != NOTHING)
    for start in range(0, len(rows), AT_ONCE):
        j, i = rows[start : start + AT_ONCE], columns[start : start + AT_ONCE]
        out[j, i] = shade_numpy(shapes, paint, lights, wire, seen.face[j, i].astype(np.int64), i, j + top)
    return out


def shade_numpy(
    shapes: Projected,
    paint: Painted,
    lights: Lights,
    wire: Wire,
    face: NDArray[np.int64],
    column: NDArray[np.int64],
    row: NDArray[np.int64],
) -> Doubles:
    """The reference: (n, 4) for samples given by face, column and row."""
    parts, away, behind = _barycentric(shapes, face, np.asarray(column + 0.5), np.asarray(row + 0.5))
    corners = shapes.faces[face]
    position = _mixed(parts, paint.positions, corners)
    normal = _unit(_mixed(parts, paint.normals, corners))
    normal = np.where(behind[:, None], -normal, normal)
    base = paint.factors[face] * _mixed(parts, paint.colours, corners)
    texel = paint.textures.looked_up(paint.texture[face], _mixed(parts, paint.texcoords, corners))
    base = base * texel
    light = lights.reflected(base[:, :3], normal, _unit(-position))
    light = np.where(paint.unlit[face, None], base[:, :3], toned(light + paint.emissive[face]))
    cutoff = paint.cutoff[face]
    alpha = np.where(cutoff > 0, np.where(base[:, 3] >= cutoff, 1.0, 0.0), np.clip(base[:, 3], 0.0, 1.0))
    if wire.half > 0:
        drawn = np.clip(wire.half + 0.5 - away, 0.0, 1.0)[:, None]
        light = light + (np.array(wire.colour) - light) * drawn
        alpha = alpha * drawn[:, 0] if wire.alone else alpha
    return np.concatenate([light * alpha[:, None], alpha[:, None]], axis=1)


def _barycentric(
    shapes: Projected, face: NDArray[np.int64], x: Doubles, y: Doubles
) -> tuple[tuple[Doubles, Doubles, Doubles], Doubles, NDArray[np.bool_]]:
    """How much of each corner a sample has, in space; samples to the nearest edge; whether seen from
    behind."""
    corners = shapes.faces[face]
    (ax, bx, cx), (ay, by, cy), (an, bn, cn) = (one[corners].T for one in (shapes.x, shapes.y, shapes.near))
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    u = (bx - x) * (cy - y) - (cx - x) * (by - y)
    v = (cx - x) * (ay - y) - (ax - x) * (cy - y)
    w = (ax - x) * (by - y) - (bx - x) * (ay - y)
    away = np.minimum(
        np.abs(u) / _length(cx - bx, cy - by),
        np.minimum(np.abs(v) / _length(ax - cx, ay - cy), np.abs(w) / _length(bx - ax, by - ay)),
    )
    u, v, w = u * an, v * bn, w * cn
    total = u + v + w
    return (u / total, v / total, w / total), away, area > 0


def _length(x: Doubles, y: Doubles) -> Doubles:
    return np.asarray(np.sqrt(x * x + y * y))


def _mixed(parts: tuple[Doubles, Doubles, Doubles], values: Doubles, corners: NDArray[np.int64]) -> Doubles:
    u, v, w = (part[:, None] for part in parts)
    mixed: Doubles = u * values[corners[:, 0]] + v * values[corners[:, 1]] + w * values[corners[:, 2]]
    return mixed


def _unit(vectors: Doubles) -> Doubles:
    x, y, z = vectors.T
    length = np.sqrt(x * x + y * y + z * z)
    return vectors / np.where(length > 0, length, 1.0)[:, None]


def toned(light: Doubles) -> Doubles:
    """Light brighter than a screen can show, bent back towards white.

    The curve of the Khronos PBR Neutral tone mapper: colours below 0.76 stay almost as they are, so that a
    picture has the base colours its author chose.
    """
    least = np.minimum(light[:, 0], np.minimum(light[:, 1], light[:, 2]))
    offset = np.where(least < 0.08, least - 6.25 * least * least, 0.04)
    moved = light - offset[:, None]
    peak = np.maximum(moved[:, 0], np.maximum(moved[:, 1], moved[:, 2]))
    width = 1.0 - START
    bent = 1.0 - width * width / (peak + width - START)
    bleached = 1.0 - 1.0 / (DESATURATION * (peak - bent) + 1.0)
    bright = peak >= START
    scale = np.where(bright, bent / np.where(bright, peak, 1.0), 1.0)
    white = np.where(bright, bleached, 0.0)[:, None]
    moved = moved * scale[:, None]
    result: Doubles = moved + (np.where(bright, bent, 0.0)[:, None] - moved) * white
    return result


START = 0.8 - 0.04
"""Where the curve begins to bend: the constants of Khronos PBR Neutral."""

DESATURATION = 0.15
