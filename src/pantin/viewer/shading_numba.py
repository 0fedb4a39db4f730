# numba types the arguments of compiled functions, and has no type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="import-untyped"
"""Compiled twin of `shading.py`: sample after sample, rows in parallel. Vectors are tuples, which live in
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
from pantin.viewer.raster import Projected
from pantin.viewer.shading import Painted, Wire

START = 0.8 - 0.04
DESATURATION = 0.15


def shade(
    shapes: Projected, paint: Painted, lights: Lights, wire: Wire, faces: NDArray[np.int32], top: int,
    block: int,
) -> NDArray[np.float32]:  # fmt: skip
    """As `shading.shade_numpy`."""
    rows, columns = (length // block for length in faces.shape)
    out = np.empty((rows, columns, 4), np.float32)
    shade_blocks(
        (shapes.x, shapes.y, shapes.near, shapes.faces),
        (*paint.arrays, paint.textures.texels, paint.textures.table, TO_LINEAR),
        (lights.directions, lights.colours, lights.around, lights.gloss),
        (wire.half, np.array(wire.colour), wire.alone),
        faces,
        top,
        block,
        out,
    )
    return out


def _compiled(function: Any, **options: Any) -> Any:
    return njit_cached(function, **options, **compile_options(strict=True))


def _unit(x, y, z):
    length = np.sqrt(x * x + y * y + z * z)
    scale = 1.0 / (length if length > 0 else 1.0)
    return x * scale, y * scale, z * scale


def _mixed(u, v, w, values, corners, part):
    return u * values[corners[0], part] + v * values[corners[1], part] + w * values[corners[2], part]


def _wrapped(place, count, wrap):
    if wrap == 0:
        return place % count
    if wrap == 1:
        return min(max(place, 0), count - 1)
    mirrored = place % (2 * count)
    return mirrored if mirrored < count else 2 * count - 1 - mirrored


def _edge(u, v, w, ax, ay, bx, by, cx, cy):
    """Samples to the nearest edge."""
    along_a = np.sqrt((cx - bx) * (cx - bx) + (cy - by) * (cy - by))
    along_b = np.sqrt((ax - cx) * (ax - cx) + (ay - cy) * (ay - cy))
    along_c = np.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    return min(abs(u) / along_a, min(abs(v) / along_b, abs(w) / along_c))


unit, mixed, wrapped, edge = (_compiled(one) for one in (_unit, _mixed, _wrapped, _edge))


def _texel(texels, entry, to_linear, s, t):
    """Linear colour with alpha at a texture coordinate."""
    start, wide, high = entry[0], entry[1], entry[2]
    s, t = s * wide - 0.5, t * high - 0.5
    if entry[5]:
        s, t = np.floor(s + 0.5), np.floor(t + 0.5)
    left, upper = np.floor(s), np.floor(t)
    s, t = s - left, t - upper
    red, green, blue, alpha = 0.0, 0.0, 0.0, 0.0
    for below in range(2):
        down = wrapped(int(upper) + below, high, entry[4])
        for beside in range(2):
            across = wrapped(int(left) + beside, wide, entry[3])
            part = (t if below else 1.0 - t) * (s if beside else 1.0 - s)
            spot = start + down * wide + across
            red = red + part * to_linear[texels[spot, 0]]
            green = green + part * to_linear[texels[spot, 1]]
            blue = blue + part * to_linear[texels[spot, 2]]
            alpha = alpha + part * (texels[spot, 3] * (1.0 / 255.0))
    return red, green, blue, alpha


def _arriving(x, y, z, directions, colours, around, high, part):
    light = around[2, part] + (around[1, part] - around[2, part]) * high
    for n in range(3):
        facing = x * directions[n, 0] + y * directions[n, 1] + z * directions[n, 2]
        light = light + colours[n, part] * max(facing, 0.0)
    return light


texel, arriving = _compiled(_texel), _compiled(_arriving)


def _reflected(base, normal, towards, directions, colours, around, gloss):
    """As `Lights.reflected`."""
    x, y, z = normal
    high = 0.5 + 0.5 * (x * around[0, 0] + y * around[0, 1] + z * around[0, 2])
    p, q, r = towards[0] + directions[0, 0], towards[1] + directions[0, 1], towards[2] + directions[0, 2]
    scale = 1.0 / np.sqrt(p * p + q * q + r * r + 1e-12)
    shine = max(x * (p * scale) + y * (q * scale) + z * (r * scale), 0.0)
    for _ in range(5):
        shine = shine * shine
    glance = 1.0 - min(max(x * towards[0] + y * towards[1] + z * towards[2], 0.0), 1.0)
    glance = glance * glance
    glance = glance * glance
    thrown, sheen = gloss[0] * shine, gloss[1] * glance * high
    red = base[0] * arriving(x, y, z, directions, colours, around, high, 0)
    green = base[1] * arriving(x, y, z, directions, colours, around, high, 1)
    blue = base[2] * arriving(x, y, z, directions, colours, around, high, 2)
    return (
        red + thrown * colours[0, 0] + sheen * around[1, 0],
        green + thrown * colours[0, 1] + sheen * around[1, 1],
        blue + thrown * colours[0, 2] + sheen * around[1, 2],
    )


def _toned(red, green, blue):
    """As `shading.toned`."""
    least = min(red, min(green, blue))
    offset = least - 6.25 * least * least if least < 0.08 else 0.04
    red, green, blue = red - offset, green - offset, blue - offset
    peak = max(red, max(green, blue))
    if peak < START:
        return red, green, blue
    width = 1.0 - START
    bent = 1.0 - width * width / (peak + width - START)
    white = 1.0 - 1.0 / (DESATURATION * (peak - bent) + 1.0)
    scale = bent / peak
    red, green, blue = red * scale, green * scale, blue * scale
    return red + (bent - red) * white, green + (bent - green) * white, blue + (bent - blue) * white


reflected, toned = _compiled(_reflected), _compiled(_toned)


def _base(u, v, w, corners, face, colours, factors, texcoords, texture, texels, table, to_linear):
    """Base colour with alpha: factor, vertex colour and texture multiplied."""
    red = factors[face, 0] * mixed(u, v, w, colours, corners, 0)
    green = factors[face, 1] * mixed(u, v, w, colours, corners, 1)
    blue = factors[face, 2] * mixed(u, v, w, colours, corners, 2)
    alpha = factors[face, 3] * mixed(u, v, w, colours, corners, 3)
    if texture[face] < 0:
        return red, green, blue, alpha
    s, t = mixed(u, v, w, texcoords, corners, 0), mixed(u, v, w, texcoords, corners, 1)
    looked = texel(texels, table[texture[face]], to_linear, s, t)
    return red * looked[0], green * looked[1], blue * looked[2], alpha * looked[3]


def _lit(u, v, w, corners, base, behind, positions, normals, glow, lights):
    """The light that a point of a face sends to the camera."""
    directions, colours, around, gloss = lights
    x, y, z = unit(
        mixed(u, v, w, normals, corners, 0),
        mixed(u, v, w, normals, corners, 1),
        mixed(u, v, w, normals, corners, 2),
    )
    normal = (-x, -y, -z) if behind else (x, y, z)
    towards = unit(
        -mixed(u, v, w, positions, corners, 0),
        -mixed(u, v, w, positions, corners, 1),
        -mixed(u, v, w, positions, corners, 2),
    )
    red, green, blue = reflected(base, normal, towards, directions, colours, around, gloss)
    return toned(red + glow[0], green + glow[1], blue + glow[2])


def _group(face_at, left, upper, block, last):
    """Of the faces in a block of samples the first behind `last`: face, samples, and the sums of their x and
    y."""
    best, count, across, down = -1, 0, 0.0, 0.0
    for j in range(upper, upper + block):
        for i in range(left, left + block):
            face = face_at[j, i]
            if face <= last or (count and face > best):
                continue
            if face != best:
                best, count, across, down = face, 0, 0.0, 0.0
            count += 1
            across += i + 0.5
            down += j + 0.5
    return best, count, across, down


base_colour, lit, group = _compiled(_base), _compiled(_lit), _compiled(_group)


def _point(px, py, face, block, shapes, paint, lights, wire):
    """Light with alpha, multiplied by it already, of a face at a point of the grid."""
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
    ) = paint
    half, ink, alone = wire
    corners = faces[face]
    a, b, c = corners[0], corners[1], corners[2]
    ax, bx, cx, ay, by, cy = x[a], x[b], x[c], y[a], y[b], y[c]
    u = (bx - px) * (cy - py) - (cx - px) * (by - py)
    v = (cx - px) * (ay - py) - (ax - px) * (cy - py)
    w = (ax - px) * (by - py) - (bx - px) * (ay - py)
    drawn = 0.0
    if half > 0:
        drawn = min(max((half - edge(u, v, w, ax, ay, bx, by, cx, cy)) / block + 0.5, 0.0), 1.0)
    u, v, w = u * near[a], v * near[b], w * near[c]
    scale = 1.0 / (u + v + w)
    u, v, w = u * scale, v * scale, w * scale
    base = base_colour(u, v, w, corners, face, colours, factors, texcoords, texture, texels, table, lin)
    red, green, blue, alpha = base
    if not unlit[face]:
        behind = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) > 0
        red, green, blue = lit(u, v, w, corners, base, behind, positions, normals, emissive[face], lights)
    cut = 1.0 if alpha >= cutoff[face] else 0.0
    alpha = cut if cutoff[face] > 0 else min(max(alpha, 0.0), 1.0)
    if half > 0:
        red = red + (ink[0] - red) * drawn
        green = green + (ink[1] - green) * drawn
        blue = blue + (ink[2] - blue) * drawn
        alpha = alpha * drawn if alone else alpha
    return red * alpha, green * alpha, blue * alpha, alpha


point = _compiled(_point)


def _blocks(shapes, paint, lights, wire, face_at, top, block, out):
    share = 1.0 / (block * block)
    for j in nb.prange(out.shape[0]):
        for i in range(out.shape[1]):
            red, green, blue, alpha, last = 0.0, 0.0, 0.0, 0.0, -1
            while True:
                face, count, across, down = group(face_at, i * block, j * block, block, last)
                if count == 0:
                    break
                one = point(across / count, down / count + top, face, block, shapes, paint, lights, wire)
                part, last = count * share, face
                red, green, blue = red + one[0] * part, green + one[1] * part, blue + one[2] * part
                alpha = alpha + one[3] * part
            out[j, i, 0], out[j, i, 1], out[j, i, 2], out[j, i, 3] = red, green, blue, alpha


shade_blocks: Any = _compiled(_blocks, parallel=True)
"""Arguments as `shade` gives them; writes light with alpha into the last."""
