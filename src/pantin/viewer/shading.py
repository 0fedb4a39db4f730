"""The colour of each sample: its material under lights that move with the camera.

A NumPy reference and a compiled version with bit-identical results: both use only sums, products, quotients,
square roots and tables, in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.kernels import engine
from pantin.later import Later
from pantin.rig import Doubles
from pantin.viewer.lights import Lights
from pantin.viewer.raster import NO_FACE, ScreenTriangles, VisibleFaces
from pantin.viewer.texture import Textures

AT_ONCE = 1 << 16
"""Samples per batch of the reference, which holds about fifty temporaries of 0.5 MB."""


@dataclass(frozen=True, eq=False, slots=True)
class FaceAttributes:
    """Attributes of vertices and faces, in linear light and in camera space.

    positions  (V, 3)
    normals    (V, 3) of length 1
    texcoords  (V, 2)
    colours    (V, 4)
    factors    (F, 4) base colour of the face
    emissive   (F, 3) emitted light
    cutoff     (F,) a lower alpha becomes 0 and others 1; at most 0: alpha unchanged
    unlit      (F,) shown in its own colour, without lighting
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

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All members but the textures, in order."""
        return tuple(getattr(self, field.name) for field in fields(self)[:-1])


@dataclass(frozen=True, slots=True)
class Wire:
    """Edges drawn on faces: half their width in samples (0: none), their colour, and whether the faces
    themselves are hidden."""

    half: float = 0.0
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    alone: bool = False


def shade(
    shapes: ScreenTriangles,
    attributes: FaceAttributes,
    lights: Lights,
    wire: Wire,
    seen: VisibleFaces,
    top: int,
    block: int = 1,
) -> NDArray[np.float32]:
    """(rows, columns, 4) premultiplied linear light with alpha of a band that starts at row `top`.

    With a `block` above 1, each square of block × block samples becomes one pixel, and each face in it is
    shaded once, at the mean position of its samples: edges are as smooth, in a fraction of the time.
    """
    return SHADING(seen.face.size, shapes, attributes, lights, wire, seen.face, top, block)


def shade_numpy(
    shapes: ScreenTriangles,
    attributes: FaceAttributes,
    lights: Lights,
    wire: Wire,
    faces: NDArray[np.int32],
    top: int,
    block: int,
) -> NDArray[np.float32]:
    """The reference: every face of every block, in the order of blocks and of faces."""
    rows, columns = (length // block for length in faces.shape)
    j, i = np.nonzero(faces != NO_FACE)
    among = len(shapes.faces)
    keys, key_of = np.unique((j // block * columns + i // block) * among + faces[j, i], return_inverse=True)
    counts = np.bincount(key_of, minlength=len(keys))
    x = np.bincount(key_of, i + 0.5, len(keys)) / counts
    y = np.bincount(key_of, j + 0.5, len(keys)) / counts + top
    out = np.zeros((rows * columns, 4))
    sample_weight = 1.0 / (block * block)
    for start in range(0, len(keys), AT_ONCE):
        batch = slice(start, start + AT_ONCE)
        pixel, face = np.divmod(keys[batch], among)
        light = _shade_points(shapes, attributes, lights, wire, face, x[batch], y[batch], block)
        np.add.at(out, pixel, light * (counts[batch] * sample_weight)[:, None])
    return out.reshape(rows, columns, 4).astype(np.float32)


SHADING = engine.Kernel("shading", shade_numpy, Later("pantin.viewer.shading_numba", "shade"))


def _shade_points(
    shapes: ScreenTriangles,
    attributes: FaceAttributes,
    lights: Lights,
    wire: Wire,
    face: NDArray[np.int64],
    x: Doubles,
    y: Doubles,
    block: int,
) -> Doubles:
    """(n, 4) for points of the grid, each on a face."""
    barycentric, edge_distance, from_behind = _barycentric(shapes, face, x, y)
    corners = shapes.faces[face]
    position = _interpolate(barycentric, attributes.positions, corners)
    normal = _normalise(_interpolate(barycentric, attributes.normals, corners))
    normal = np.where(from_behind[:, None], -normal, normal)
    base = attributes.factors[face] * _interpolate(barycentric, attributes.colours, corners)
    texel = attributes.textures.look_up(
        attributes.texture[face], _interpolate(barycentric, attributes.texcoords, corners)
    )
    base = base * texel
    light = lights.reflect(base[:, :3], normal, _normalise(-position))
    light = np.where(attributes.unlit[face, None], base[:, :3], tone_map(light + attributes.emissive[face]))
    cutoff = attributes.cutoff[face]
    alpha = np.where(cutoff > 0, np.where(base[:, 3] >= cutoff, 1.0, 0.0), np.clip(base[:, 3], 0.0, 1.0))
    if wire.half > 0:
        drawn = np.clip((wire.half - edge_distance) / block + 0.5, 0.0, 1.0)[:, None]
        light = light + (np.array(wire.colour) - light) * drawn
        alpha = alpha * drawn[:, 0] if wire.alone else alpha
    return np.concatenate([light * alpha[:, None], alpha[:, None]], axis=1)


def _barycentric(
    shapes: ScreenTriangles, face: NDArray[np.int64], x: Doubles, y: Doubles
) -> tuple[tuple[Doubles, Doubles, Doubles], Doubles, NDArray[np.bool_]]:
    """Perspective-correct barycentric coordinates; the distance to the nearest edge in samples; whether the
    back is seen."""
    corners = shapes.faces[face]
    (ax, bx, cx), (ay, by, cy) = shapes.x[corners].T, shapes.y[corners].T
    an, bn, cn = shapes.near[corners].T
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    u = (bx - x) * (cy - y) - (cx - x) * (by - y)
    v = (cx - x) * (ay - y) - (ax - x) * (cy - y)
    w = (ax - x) * (by - y) - (bx - x) * (ay - y)
    edge_distance = np.minimum(
        np.abs(u) / _length(cx - bx, cy - by),
        np.minimum(np.abs(v) / _length(ax - cx, ay - cy), np.abs(w) / _length(bx - ax, by - ay)),
    )
    u, v, w = u * an, v * bn, w * cn
    scale = 1.0 / (u + v + w)
    return (u * scale, v * scale, w * scale), edge_distance, area > 0


def _length(x: Doubles, y: Doubles) -> Doubles:
    return np.asarray(np.sqrt(x * x + y * y))


def _interpolate(
    barycentric: tuple[Doubles, Doubles, Doubles], values: Doubles, corners: NDArray[np.int64]
) -> Doubles:
    u, v, w = (part[:, None] for part in barycentric)
    mixed: Doubles = u * values[corners[:, 0]] + v * values[corners[:, 1]] + w * values[corners[:, 2]]
    return mixed


def _normalise(vectors: Doubles) -> Doubles:
    x, y, z = vectors.T
    length = np.sqrt(x * x + y * y + z * z)
    return vectors * (1.0 / np.where(length > 0, length, 1.0))[:, None]


def tone_map(light: Doubles) -> Doubles:
    """Compress bright light with the Khronos PBR Neutral tone mapper: colours below 0.76 stay almost
    unchanged, so a picture shows the base colours that its author chose.
    """
    least = np.minimum(light[:, 0], np.minimum(light[:, 1], light[:, 2]))
    offset = np.where(least < 0.08, least - 6.25 * least * least, 0.04)
    shifted = light - offset[:, None]
    peak = np.maximum(shifted[:, 0], np.maximum(shifted[:, 1], shifted[:, 2]))
    width = 1.0 - KNEE
    compressed = 1.0 - width * width / (peak + width - KNEE)
    whiteness = 1.0 - 1.0 / (DESATURATION * (peak - compressed) + 1.0)
    bright = peak >= KNEE
    scale = np.where(bright, compressed / np.where(bright, peak, 1.0), 1.0)
    white = np.where(bright, whiteness, 0.0)[:, None]
    shifted = shifted * scale[:, None]
    result: Doubles = shifted + (np.where(bright, compressed, 0.0)[:, None] - shifted) * white
    return result


KNEE = 0.8 - 0.04
"""Where compression starts (constants of Khronos PBR Neutral)."""

DESATURATION = 0.15
