"""Dual quaternion skinning in 3D: rigid parts blended as dual quaternions, stretches blended linearly
before them.

Kavan et al. 2008. Each palette map is split as x ↦ R (S x) + t by polar decomposition. A vertex is first
stretched by Σ w S / Σ w, then moved by the normalised Σ ± w (R, t); the sign puts each joint into the
hemisphere of the joint of the largest weight (the first of equal ones). So one influence gives exactly its
own transform, including shear and mirroring, and rotating or mirroring all joints rotates or mirrors the
result.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from ..maths import quaternion
from . import engine
from .influences import InfluenceRows
from .polar import rotation_and_stretch
from .skinning import Skinned, bitangent_signs, checked_arrays, inverse_transpose_applied, unit_or_zero
from .sums import apply, dot

Array = NDArray[Any]

MAP_WORK = 7
"""Cost of splitting a map in the reference, in items of `engine`: 0.7 µs."""


def dual_quaternion_blend(
    influences: InfluenceRows,
    palette: Array,
    positions: Array,
    normals: Array | None = None,
    tangents: Array | None = None,
    *,
    out: Skinned | None = None,
) -> Skinned:
    """Shapes, dtypes and `out` as `skinning.linear_blend`; D = 3 only (ValueError elsewhere).

    Normals by the inverse transpose of the stretch and the blended rotation, tangents by both, length 1, or 0
    where they vanish; w of a tangent changes its sign where the stretch mirrors. A vertex with cancelling
    weights or rotations keeps its stored position.
    """
    if influences.dimension != 3:
        raise ValueError(f"dual quaternions exist in 3 dimensions, not in {influences.dimension}")
    points, bases, sides, target = checked_arrays(influences, palette, positions, normals, tangents, out)
    motion, stretch = split(palette)
    if target.positions.size:
        work = len(palette) * influences.vertices
        DUAL_QUATERNION_SKINNING(work, influences, motion, stretch, points, bases, sides, target)
    return target


def split(palette: Array) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Unit dual quaternions (…, 8) and stretches (…, 3, 3) with palette = R S, t, as `polar` splits it."""
    maps = np.ascontiguousarray(palette, np.float64).reshape(-1, 3, 4)
    motion, stretch = POLAR(MAP_WORK * len(maps), maps)
    return motion.reshape(*palette.shape[:-2], 8), stretch.reshape(*palette.shape[:-2], 3, 3)


def split_numpy(maps: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The reference, of (n, 3, 4) maps."""
    rotation, stretch = rotation_and_stretch(maps[..., :3])
    return _from_rigid(quaternion.from_matrix(rotation), maps[..., 3]), stretch


POLAR = engine.Kernel("polar decomposition", split_numpy, Later("pantin.kernels.polar_numba", "split"))


def _from_rigid(rotation: Array, translation: Array) -> NDArray[np.float64]:
    """q + ε (t q) / 2 (…, 8) for the motion that rotates by unit q and then translates by t; Kavan et al.,
    Geometric Skinning with Approximate Dual Quaternion Blending, 2008.
    """
    pure = np.concatenate([translation, np.zeros((*translation.shape[:-1], 1))], -1)
    dual = 0.5 * quaternion.product(pure, rotation)
    return np.concatenate([np.broadcast_to(rotation, dual.shape), dual], -1)


def dual_quaternion_blend_numpy(
    influences: InfluenceRows, motion: Array, stretch: Array, points: Array, bases: Array | None,
    sides: Array | None, target: Skinned,
) -> None:  # fmt: skip
    """The reference, frame by frame: motion (F, J, 8) and stretch (F, J, 3, 3) as `split` gives them."""
    kind = influences.dtype
    for frame, parts in enumerate(zip(motion.astype(kind), stretch.astype(kind), strict=True)):
        _blend_frame(influences, *parts, points, bases, sides, target, frame)


DUAL_QUATERNION_SKINNING = engine.Kernel(
    "dual quaternion skinning",
    dual_quaternion_blend_numpy,
    twin=Later("pantin.kernels.dual_quaternion_numba", "dual_quaternion_blend"),
    fused=Later("pantin.kernels.dual_quaternion_numba", "dual_quaternion_blend_fused"),
)


def _blend_frame(
    influences: InfluenceRows, motion: Array, stretch: Array, points: Array, bases: Array | None,
    sides: Array | None, target: Skinned, frame: int,
) -> None:  # fmt: skip
    kind, counts, lead = influences.dtype, np.diff(influences.offsets), influences.leading
    dual = np.zeros((influences.vertices, 8), kind)
    shape = np.zeros((influences.vertices, 3, 3), kind)
    total = np.zeros(influences.vertices, kind)
    leader = motion[influences.joint[np.maximum(lead, 0)]] if len(influences.joint) else dual
    for turn in range(int(counts.max(initial=0))):
        rows = np.flatnonzero(counts > turn)
        entry = influences.offsets[rows] + turn
        weight, motion_of = influences.weight[entry], motion[influences.joint[entry]]
        side = np.where(dot(motion_of[:, :4], leader[rows, :4]) < 0, -weight, weight)
        dual[rows] += side[:, None] * motion_of
        shape[rows] += weight[:, None, None] * stretch[influences.joint[entry]]
        total[rows] += weight
    square = dot(dual[:, :4], dual[:, :4])
    usable = (square > 0) & (total != 0)
    dual[~usable], shape[~usable] = (0, 0, 0, 1, 0, 0, 0, 0), np.eye(3)
    dual /= np.sqrt(np.where(usable, square, 1))[:, None]
    shape /= np.where(usable, total, 1)[:, None, None]
    rotation = quaternion.to_matrix(dual[:, :4]).astype(kind)
    shift = _shift(dual)
    target.positions[frame] = apply(rotation, apply(shape, points)) + shift
    if bases is not None and target.normals is not None:
        rotated = inverse_transpose_applied(shape, bases)
        target.normals[frame] = unit_or_zero(apply(rotation, rotated))
    if sides is not None and target.tangents is not None:
        rotated = apply(shape, sides[:, :3])
        target.tangents[frame, :, :3] = unit_or_zero(apply(rotation, rotated))
        target.tangents[frame, :, 3] = bitangent_signs(sides[:, 3], shape)


def _shift(dual: Array) -> Array:
    """2 (w d - d_w u + u × d) with real part (u, w) and dual part (d, d_w): the vector part of 2 q_dual
    q_real*.
    """
    u, w, d, dw = dual[:, :3], dual[:, 3:4], dual[:, 4:7], dual[:, 7:]
    return np.asarray(2 * (w * d - dw * u + np.cross(u, d)))
