# numba types the arguments of compiled functions, and has no type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="import-untyped"
"""Compiled version of `shading.py`: sample by sample, rows in parallel. Vectors are tuples, which stay in
registers.
"""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from pantin.kernels.engine import compile_options, njit_cached
from pantin.viewer.colour import TO_LINEAR
from pantin.viewer.lights import Lights
from pantin.viewer.raster import ScreenTriangles
from pantin.viewer.shading import FaceAttributes, Wire

KNEE = 0.8 - 0.04
DESATURATION = 0.15


def shade(
    shapes: ScreenTriangles,
    attributes: FaceAttributes,
    lights: Lights,
    wire: Wire,
    faces: NDArray[np.int32],
    top: int,
    block: int,
) -> NDArray[np.float32]:
    """As `shading.shade_numpy`."""
    rows, columns = (length // block for length in faces.shape)
    out = np.empty((rows, columns, 4), np.float32)
    shade_blocks(
        (shapes.x, shapes.y, shapes.near, shapes.faces),
        (*attributes.arrays, attributes.textures.texels, attributes.textures.table, TO_LINEAR),
        (lights.directions, lights.colours, lights.environment, lights.gloss),
        (wire.half, np.array(wire.colour), wire.alone),
        faces,
        top,
        block,
        out,
    )
    return out


def _compile(function: Any, **options: Any) -> Any:
    return njit_cached(function, **options, **compile_options(strict=True))


def _normalise(x, y, z):
    length = np.sqrt(x * x + y * y + z * z)
    scale = 1.0 / (length if length > 0 else 1.0)
    return x * scale, y * scale, z * scale


def _interpolate(u, v, w, values, corners, component):
    return (
        u * values[corners[0], component]
        + v * values[corners[1], component]
        + w * values[corners[2], component]
    )


def _wrap_index(index, count, wrap):
    if wrap == 0:
        return index % count
    if wrap == 1:
        return min(max(index, 0), count - 1)
    mirrored = index % (2 * count)
    return mirrored if mirrored < count else 2 * count - 1 - mirrored


def _edge_distance(u, v, w, ax, ay, bx, by, cx, cy):
    """Samples to the nearest edge."""
    along_a = np.sqrt((cx - bx) * (cx - bx) + (cy - by) * (cy - by))
    along_b = np.sqrt((ax - cx) * (ax - cx) + (ay - cy) * (ay - cy))
    along_c = np.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    return min(abs(u) / along_a, min(abs(v) / along_b, abs(w) / along_c))


normalise, interpolate, wrap_index, edge_distance = (
    _compile(function) for function in (_normalise, _interpolate, _wrap_index, _edge_distance)
)


def _sample_texture(texels, entry, to_linear, s, t):
    """Linear colour with alpha at a texture coordinate."""
    start, wide, high = entry[0], entry[1], entry[2]
    s, t = s * wide - 0.5, t * high - 0.5
    if entry[5]:
        s, t = np.floor(s + 0.5), np.floor(t + 0.5)
    left, upper = np.floor(s), np.floor(t)
    s, t = s - left, t - upper
    red, green, blue, alpha = 0.0, 0.0, 0.0, 0.0
    for below in range(2):
        down = wrap_index(int(upper) + below, high, entry[4])
        for beside in range(2):
            across = wrap_index(int(left) + beside, wide, entry[3])
            weight = (t if below else 1.0 - t) * (s if beside else 1.0 - s)
            texel_index = start + down * wide + across
            red = red + weight * to_linear[texels[texel_index, 0]]
            green = green + weight * to_linear[texels[texel_index, 1]]
            blue = blue + weight * to_linear[texels[texel_index, 2]]
            alpha = alpha + weight * (texels[texel_index, 3] * (1.0 / 255.0))
    return red, green, blue, alpha


def _irradiance(x, y, z, directions, colours, environment, high, component):
    light = environment[2, component] + (environment[1, component] - environment[2, component]) * high
    for n in range(3):
        facing = x * directions[n, 0] + y * directions[n, 1] + z * directions[n, 2]
        light = light + colours[n, component] * max(facing, 0.0)
    return light


sample_texture, irradiance = _compile(_sample_texture), _compile(_irradiance)


def _reflect(base, normal, towards, directions, colours, environment, gloss):
    """As `Lights.reflect`."""
    x, y, z = normal
    high = 0.5 + 0.5 * (x * environment[0, 0] + y * environment[0, 1] + z * environment[0, 2])
    p, q, r = towards[0] + directions[0, 0], towards[1] + directions[0, 1], towards[2] + directions[0, 2]
    scale = 1.0 / np.sqrt(p * p + q * q + r * r + 1e-12)
    specular = max(x * (p * scale) + y * (q * scale) + z * (r * scale), 0.0)
    for _ in range(5):
        specular = specular * specular
    fresnel = 1.0 - min(max(x * towards[0] + y * towards[1] + z * towards[2], 0.0), 1.0)
    fresnel = fresnel * fresnel
    fresnel = fresnel * fresnel
    highlight, sheen = gloss[0] * specular, gloss[1] * fresnel * high
    red = base[0] * irradiance(x, y, z, directions, colours, environment, high, 0)
    green = base[1] * irradiance(x, y, z, directions, colours, environment, high, 1)
    blue = base[2] * irradiance(x, y, z, directions, colours, environment, high, 2)
    return (
        red + highlight * colours[0, 0] + sheen * environment[1, 0],
        green + highlight * colours[0, 1] + sheen * environment[1, 1],
        blue + highlight * colours[0, 2] + sheen * environment[1, 2],
    )


def _tone_map(red, green, blue):
    """As `shading.tone_map`."""
    least = min(red, min(green, blue))
    offset = least - 6.25 * least * least if least < 0.08 else 0.04
    red, green, blue = red - offset, green - offset, blue - offset
    peak = max(red, max(green, blue))
    if peak < KNEE:
        return red, green, blue
    width = 1.0 - KNEE
    compressed = 1.0 - width * width / (peak + width - KNEE)
    white = 1.0 - 1.0 / (DESATURATION * (peak - compressed) + 1.0)
    scale = compressed / peak
    red, green, blue = red * scale, green * scale, blue * scale
    return (
        red + (compressed - red) * white,
        green + (compressed - green) * white,
        blue + (compressed - blue) * white,
    )


reflect, tone_map = _compile(_reflect), _compile(_tone_map)


def _base(u, v, w, corners, face, colours, factors, texcoords, texture, texels, table, to_linear):
    """Base colour with alpha: factor, vertex colour and texture multiplied."""
    red = factors[face, 0] * interpolate(u, v, w, colours, corners, 0)
    green = factors[face, 1] * interpolate(u, v, w, colours, corners, 1)
    blue = factors[face, 2] * interpolate(u, v, w, colours, corners, 2)
    alpha = factors[face, 3] * interpolate(u, v, w, colours, corners, 3)
    if texture[face] < 0:
        return red, green, blue, alpha
    s, t = interpolate(u, v, w, texcoords, corners, 0), interpolate(u, v, w, texcoords, corners, 1)
    texel_colour = sample_texture(texels, table[texture[face]], to_linear, s, t)
    return red * texel_colour[0], green * texel_colour[1], blue * texel_colour[2], alpha * texel_colour[3]


def _light(u, v, w, corners, base, from_behind, positions, normals, glow, lights):
    """The light from a point of a face to the camera."""
    directions, colours, environment, gloss = lights
    x, y, z = normalise(
        interpolate(u, v, w, normals, corners, 0),
        interpolate(u, v, w, normals, corners, 1),
        interpolate(u, v, w, normals, corners, 2),
    )
    normal = (-x, -y, -z) if from_behind else (x, y, z)
    towards = normalise(
        -interpolate(u, v, w, positions, corners, 0),
        -interpolate(u, v, w, positions, corners, 1),
        -interpolate(u, v, w, positions, corners, 2),
    )
    red, green, blue = reflect(base, normal, towards, directions, colours, environment, gloss)
    return tone_map(red + glow[0], green + glow[1], blue + glow[2])


def _next_face(face_map, left, upper, block, last):
    """The face in a block of samples with the lowest index above `last`: its index, its number of samples,
    and the sums of their x and y."""
    best, count, across, down = -1, 0, 0.0, 0.0
    for j in range(upper, upper + block):
        for i in range(left, left + block):
            face = face_map[j, i]
            if face <= last or (count and face > best):
                continue
            if face != best:
                best, count, across, down = face, 0, 0.0, 0.0
            count += 1
            across += i + 0.5
            down += j + 0.5
    return best, count, across, down


base_colour, light, next_face = _compile(_base), _compile(_light), _compile(_next_face)


def _point(px, py, face, block, shapes, attributes, lights, wire):
    """Premultiplied light with alpha of a face at a point of the grid."""
    x, y, near, faces = shapes
    (
        positions,
        normals,
        texcoords,
        colours,
        factors,
        emissive,
        cutoff,
        unlit,
        texture,
        texels,
        table,
        lin,
    ) = attributes
    half, ink, alone = wire
    corners = faces[face]
    a, b, c = corners[0], corners[1], corners[2]
    ax, bx, cx, ay, by, cy = x[a], x[b], x[c], y[a], y[b], y[c]
    u = (bx - px) * (cy - py) - (cx - px) * (by - py)
    v = (cx - px) * (ay - py) - (ax - px) * (cy - py)
    w = (ax - px) * (by - py) - (bx - px) * (ay - py)
    drawn = 0.0
    if half > 0:
        drawn = min(max((half - edge_distance(u, v, w, ax, ay, bx, by, cx, cy)) / block + 0.5, 0.0), 1.0)
    u, v, w = u * near[a], v * near[b], w * near[c]
    scale = 1.0 / (u + v + w)
    u, v, w = u * scale, v * scale, w * scale
    base = base_colour(u, v, w, corners, face, colours, factors, texcoords, texture, texels, table, lin)
    red, green, blue, alpha = base
    if not unlit[face]:
        from_behind = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) > 0
        red, green, blue = light(
            u, v, w, corners, base, from_behind, positions, normals, emissive[face], lights
        )
    cut = 1.0 if alpha >= cutoff[face] else 0.0
    alpha = cut if cutoff[face] > 0 else min(max(alpha, 0.0), 1.0)
    if half > 0:
        red = red + (ink[0] - red) * drawn
        green = green + (ink[1] - green) * drawn
        blue = blue + (ink[2] - blue) * drawn
        alpha = alpha * drawn if alone else alpha
    return red * alpha, green * alpha, blue * alpha, alpha


point = _compile(_point)


def _blocks(shapes, attributes, lights, wire, face_map, top, block, out):
    sample_weight = 1.0 / (block * block)
    for j in nb.prange(out.shape[0]):
        for i in range(out.shape[1]):
            red, green, blue, alpha, last = 0.0, 0.0, 0.0, 0.0, -1
            while True:
                face, count, across, down = next_face(face_map, i * block, j * block, block, last)
                if count == 0:
                    break
                colour = point(
                    across / count, down / count + top, face, block, shapes, attributes, lights, wire
                )
                weight, last = count * sample_weight, face
                red, green, blue = (
                    red + colour[0] * weight,
                    green + colour[1] * weight,
                    blue + colour[2] * weight,
                )
                alpha = alpha + colour[3] * weight
            out[j, i, 0], out[j, i, 1], out[j, i, 2], out[j, i, 3] = red, green, blue, alpha


shade_blocks: Any = _compile(_blocks, parallel=True)
"""Arguments as `shade` gives them; writes light with alpha into the last."""
