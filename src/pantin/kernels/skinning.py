"""Linear blend skinning in 2 to 8 dimensions: positions, normals and tangents of F frames in one call.

`linear_blend_numpy` is the reference. The compiled kernels in `skinning_numba.py` have its bits, or fuse
products and sums for large work.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from . import engine
from .influences import InfluenceRows
from .sums import apply, cross, dot, triple

Array = NDArray[Any]
Normals = Literal["exact", "linear"]

# Vertices a pass of the reference: its temporaries (blended maps, 12 doubles a vertex) stay in a second-
# level cache.
CHUNK = 8192


class Skinned(NamedTuple):
    """positions (F, V, D); normals (F, V, D) or None; tangents (F, V, 4) or None, all of the influences'
    dtype.
    """

    positions: Array
    normals: Array | None
    tangents: Array | None


def linear_blend(
    influences: InfluenceRows,
    palette: Array,
    positions: Array,
    normals: Array | None = None,
    tangents: Array | None = None,
    *,
    method: Normals = "exact",
    out: Skinned | None = None,
) -> Skinned:
    """Skin V vertices by F palettes.

    palette (F, J, D, D+1), positions (V, D), normals (V, D), tangents (V, 4) with D = 3. Positions: Σ w (A
    p + t), weights as given. Normals: the inverse transpose of the blended linear part ("exact"), or the
    linear part itself ("linear", what UsdSkel does), both scaled to length 1; a normal whose length is 0 or
    overflows becomes 0. Tangents: the linear part, length 1; w changes its sign where that part mirrors.
    `out` arrays must be C-contiguous and share no memory with inputs.
    """
    if method not in ("exact", "linear"):
        raise ValueError(f"method must be 'exact' or 'linear', not {method!r}")
    points, bases, sides, target = checked_arrays(influences, palette, positions, normals, tangents, out)
    if target.positions.size:
        work = len(palette) * influences.vertices
        LINEAR_SKINNING(work, influences, palette, points, bases, sides, method, target)
    return target


def checked_arrays(
    influences: InfluenceRows, palette: Array, positions: Array, normals: Array | None,
    tangents: Array | None, out: Skinned | None,
) -> tuple[Array, Array | None, Array | None, Skinned]:  # fmt: skip
    """Inputs as contiguous arrays of the influences' dtype, and the arrays to write; a ValueError names the
    array that does not fit.
    """
    kind, size = influences.dtype, influences.dimension
    points = _input(positions, (influences.vertices, size), kind, "positions")
    bases = None if normals is None else _input(normals, points.shape, kind, "normals")
    sides = None if tangents is None else _input(tangents, (influences.vertices, 4), kind, "tangents")
    if sides is not None and size != 3:
        raise ValueError(f"tangents are three-dimensional, not {size}-dimensional")
    expected = (influences.joints, size, size + 1)
    if palette.ndim != 4 or palette.shape[1:] != expected:
        raise ValueError(f"palette must have shape (F, {', '.join(map(str, expected))}), not {palette.shape}")
    return points, bases, sides, _output(out, len(palette), points, bases, sides)


def _input(array: Array, shape: tuple[int, ...], kind: np.dtype[Any], name: str) -> Array:
    if np.shape(array) != shape:
        raise ValueError(f"{name} must have shape {shape}, not {np.shape(array)}")
    return np.ascontiguousarray(array, kind)


def _output(
    out: Skinned | None, frames: int, points: Array, bases: Array | None, sides: Array | None
) -> Skinned:
    sources = (points, bases, sides)
    if out is None:
        normals, tangents = (
            None if a is None else np.empty((frames, *a.shape), a.dtype) for a in (bases, sides)
        )
        return Skinned(np.empty((frames, *points.shape), points.dtype), normals, tangents)
    for name, target, source in zip(Skinned._fields, out, sources, strict=True):
        if source is None:
            continue
        if target is None or target.shape != (frames, *source.shape) or target.dtype != source.dtype:
            raise ValueError(f"out.{name} must be {source.dtype} of shape {(frames, *source.shape)}")
        if not (target.flags.c_contiguous and target.flags.writeable):
            raise ValueError(f"out.{name} must be writeable and C-contiguous")
        if any(other is not None and np.may_share_memory(target, other) for other in sources):
            raise ValueError(
                f"out.{name} shares memory with an input: a vertex would be read after it was written"
            )
    return Skinned(
        out.positions, None if bases is None else out.normals, None if sides is None else out.tangents
    )


def linear_blend_numpy(
    influences: InfluenceRows, palette: Array, points: Array, bases: Array | None, sides: Array | None,
    method: Normals, target: Skinned,
) -> None:  # fmt: skip
    """The reference: plain arrays, chunk by chunk, in the influences' own dtype. A chunk is a part of the
    vertices in one frame, or all vertices in several frames.
    """
    maps = palette.astype(influences.dtype, copy=False)
    vertices, dimension = influences.vertices, influences.dimension
    together = max(1, CHUNK // vertices)
    for frame in range(0, len(maps), together):
        charts = maps[frame : frame + together]
        for first in range(0, vertices, CHUNK):
            part = slice(first, min(first + CHUNK, vertices))
            blended = _blend(influences, charts, part).reshape(-1, dimension, dimension + 1)
            linear = blended[..., :dimension]
            to = (slice(frame, frame + together), part)
            shape = (len(charts), part.stop - part.start, dimension)
            moved = apply(linear, _repeat(points[part], len(charts))) + blended[..., dimension]
            target.positions[to] = moved.reshape(shape)
            if bases is not None and target.normals is not None:
                transform = inverse_transpose_applied if method == "exact" else apply
                turned = unit_or_zero(transform(linear, _repeat(bases[part], len(charts))))
                target.normals[to] = turned.reshape(shape)
            if sides is not None and target.tangents is not None:
                side = _repeat(sides[part], len(charts))
                target.tangents[to][..., :3] = unit_or_zero(apply(linear, side[:, :3])).reshape(shape)
                target.tangents[to][..., 3] = bitangent_signs(side[:, 3], linear).reshape(shape[:2])


def _repeat(rows: Array, frames: int) -> Array:
    """Rows for each of some frames, one frame after another."""
    return rows if frames == 1 else np.concatenate([rows] * frames)


LINEAR_SKINNING = engine.Kernel(
    "linear skinning",
    linear_blend_numpy,
    twin=Later("pantin.kernels.skinning_numba", "linear_blend"),
    fused=Later("pantin.kernels.skinning_numba", "linear_blend_fused"),
)


def _blend(influences: InfluenceRows, charts: Array, part: slice) -> Array:
    """Σ w · map for each frame and each vertex of the part: a sum over compressed rows, in their order."""
    start = influences.offsets[part.start : part.stop + 1]
    counts = np.diff(start)
    total = np.zeros((len(charts), len(counts), *charts.shape[2:]), charts.dtype)
    for turn in range(int(counts.max(initial=0))):
        rows = np.flatnonzero(counts > turn)
        entry = start[rows] + turn
        part_maps = influences.weight[entry, None, None] * charts[:, influences.joint[entry]]
        if len(rows) == len(counts):  # all rows, as in most meshes: nothing to gather
            total += part_maps
        else:
            total[:, rows] += part_maps
    return total


def unit_or_zero(vectors: Array) -> Array:
    """Vectors scaled to length 1; 0 where the length is 0 or not finite."""
    with np.errstate(over="ignore", invalid="ignore"):
        square = dot(vectors, vectors)
        usable = (square > 0) & np.isfinite(square)
        scaled = vectors / np.sqrt(np.where(usable, square, 1))[..., None]
    return np.where(usable[..., None], scaled, 0)


def bitangent_signs(sign: Array, linear: Array) -> Array:
    """Signs of bitangents (V,) under (V, 3, 3) maps: flipped where a matrix mirrors."""
    with np.errstate(over="ignore", invalid="ignore"):
        mirrors = triple(linear[..., 0], cross(linear[..., 1], linear[..., 2])) < 0
    return np.where(mirrors, -sign, sign)


def inverse_transpose_applied(linear: Array, vectors: Array) -> Array:
    """A positive multiple of inverse-transpose(linear) @ vectors; by cofactors in 2D and 3D, elimination
    above.

    cof(M) = det(M) M⁻ᵀ needs no division and keeps the limit direction where M is singular; sign(det)
    restores the orientation.
    """
    dimension = linear.shape[-1]
    if dimension > 3:
        return _solve_transposed(linear, vectors)
    with np.errstate(over="ignore", invalid="ignore"):
        if dimension == 2:
            a, b, c, d = (linear[..., i, j] for i in (0, 1) for j in (0, 1))
            cofactor = np.stack([np.stack([d, -c], -1), np.stack([-b, a], -1)], -2)
            determinant = a * d - b * c
        else:
            x, y, z = (linear[..., :, j] for j in range(3))
            cofactor = np.empty(linear.shape, linear.dtype)
            for column, (a, b) in enumerate(((y, z), (z, x), (x, y))):
                cross(a, b, cofactor[..., column])
            determinant = triple(x, cofactor[..., 0])
        side = np.copysign(1, determinant).astype(linear.dtype)
        return np.asarray(apply(cofactor, vectors) * side[..., None])


def _solve_transposed(linear: Array, vectors: Array) -> Array:
    """x of Mᵀ x = v with partial pivoting; a pivot is never smaller than ε · max|M|, so x is finite and,
    where M has rank D - 1, points along the limit direction.
    """
    size = linear.shape[-1]
    rows = np.concatenate([np.swapaxes(linear, -1, -2), vectors[..., None]], -1)
    kind = np.finfo(rows.dtype)
    floor = np.maximum(np.abs(linear).max((-2, -1)) * kind.eps, np.finfo(np.float32).tiny)
    every = np.arange(len(rows))
    with np.errstate(over="ignore", invalid="ignore"):
        for c in range(size):
            best = c + np.abs(rows[:, c:, c]).argmax(1)
            rows[every, best], rows[:, c] = rows[:, c].copy(), rows[every, best]
            pivot = rows[:, c, c]
            rows[:, c, c] = np.copysign(np.maximum(np.abs(pivot), floor), pivot)
            factor = rows[:, c + 1 :, c] / rows[:, c, c, None]
            rows[:, c + 1 :] -= factor[..., None] * rows[:, None, c]
        x = np.empty_like(vectors)
        for c in reversed(range(size)):
            known = dot(rows[:, c, c + 1 : size], x[:, c + 1 :]) if c + 1 < size else 0
            x[:, c] = (rows[:, c, size] - known) / rows[:, c, c]
    return x
