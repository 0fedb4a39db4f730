"""Dual quaternion skinning in 3D: rigid parts blended as dual quaternions, stretches blended linearly
before them.

Kavan et al. 2008. Each palette map is split as x ↦ R (S x) + t by polar decomposition. A vertex is first
stretched by Σ w S / Σ w, then moved by the normalised Σ ± w (R, t); the sign puts each joint into the
hemisphere of the joint of the largest weight (the first of equal ones). One influence therefore gives
exactly its map, shear and mirroring included.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..maths import dual_quaternion as dq
from ..maths import quaternion
from . import engine
from .influences import Influences
from .polar import rotation_and_stretch
from .skinning import (
    Skinned,
    aligned_zeros,
    checked_arrays,
    handed,
    inverse_transpose_applied,
    run_groups,
    unit_or_zero,
)

Array = NDArray[Any]


def dual_quaternion_blend(
    influences: Influences,
    palette: Array,
    positions: Array,
    normals: Array | None = None,
    tangents: Array | None = None,
    *,
    out: Skinned | None = None,
) -> Skinned:
    """Shapes, dtypes and `out` as `skinning.linear_blend`; D = 3 only (ValueError elsewhere).

    Normals by the inverse transpose of the stretch and the blended rotation, tangents by both, length 1, or
    0 where they vanish; w of a tangent changes its sign where the stretch mirrors. A vertex whose weights or
    rotations cancel keeps its stored place.
    """
    if influences.dimension != 3:
        raise ValueError(f"dual quaternions exist in 3 dimensions, not in {influences.dimension}")
    points, bases, sides, target = checked_arrays(influences, palette, positions, normals, tangents, out)
    motion, stretch = split(palette)
    compiled = target.positions.size and engine.use_numba(len(palette) * influences.vertices)
    if compiled and influences.padded:
        _blend_lanes(influences, motion, stretch, points, bases, sides, target)
        return target
    motion, stretch = motion.astype(influences.dtype), stretch.astype(influences.dtype)
    lead = influences.leading
    if compiled:
        from . import dual_quaternion_numba as twin

        # another array stands in for what is not asked for: all are (…, rows, columns), so one kernel
        # serves all
        engine.launch(
            twin.blend(), len(palette) * influences.vertices,
            influences.offsets, influences.joint, influences.weight, lead, motion, stretch,
            points, points if bases is None else bases, points if sides is None else sides,
            target.positions, target.positions if target.normals is None else target.normals,
            target.positions if target.tangents is None else target.tangents,
            bases is not None, sides is not None,
        )  # fmt: skip
    elif target.positions.size:
        for frame in range(len(palette)):
            _blend_numpy(influences, lead, motion[frame], stretch[frame], points, bases, sides, target, frame)
    return target


def _blend_lanes(
    influences: Influences, motion: Array, stretch: Array, points: Array, bases: Array | None,
    sides: Array | None, target: Skinned,
) -> None:  # fmt: skip
    """The compiled kernel for padded influences; rows as `dual_quaternion_lanes` reads them."""
    from . import skinning_numba as twin

    rows = aligned_zeros((*motion.shape[:2], 4, 4), influences.dtype)
    flat = rows.reshape(*motion.shape[:2], 16)
    flat[..., :8] = motion
    flat[..., 8:14] = stretch[..., (0, 0, 0, 1, 1, 2), (0, 1, 2, 1, 2, 2)]
    flat[..., 14] = 1
    mode = twin.NO_NORMALS if bases is None else twin.EXACT
    bits, strict = influences.dtype.itemsize * 8, engine.strict_requested()
    shape = twin.shape_of(
        bits, 3, influences.index_bits, influences.padded, mode, sides is not None, strict, twin.DUAL
    )
    run_groups(shape, influences, influences.led, rows, (points, bases, sides), target)


def split(palette: Array) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Unit dual quaternions (…, 8) and stretches (…, 3, 3) with palette = R S, t; R the nearest proper
    rotation.
    """
    maps = np.asarray(palette, np.float64)
    rotation, stretch = rotation_and_stretch(maps[..., :3])
    return dq.from_rigid(quaternion.from_matrix(rotation), maps[..., 3]), stretch


def _blend_numpy(
    influences: Influences, lead: NDArray[np.int64], motion: Array, stretch: Array, points: Array,
    bases: Array | None, sides: Array | None, target: Skinned, frame: int,
) -> None:  # fmt: skip
    """The reference, one frame."""
    kind, counts = influences.dtype, np.diff(influences.offsets)
    dual = np.zeros((influences.vertices, 8), kind)
    shape = np.zeros((influences.vertices, 3, 3), kind)
    total = np.zeros(influences.vertices, kind)
    leader = motion[influences.joint[np.maximum(lead, 0)]] if len(influences.joint) else dual
    for turn in range(int(counts.max(initial=0))):
        rows = np.flatnonzero(counts > turn)
        place = influences.offsets[rows] + turn
        weight, one = influences.weight[place], motion[influences.joint[place]]
        side = np.where(np.einsum("vi,vi->v", one[:, :4], leader[rows, :4]) < 0, -weight, weight)
        dual[rows] += side[:, None] * one
        shape[rows] += weight[:, None, None] * stretch[influences.joint[place]]
        total[rows] += weight
    square = np.einsum("vi,vi->v", dual[:, :4], dual[:, :4])
    usable = (square > 0) & (total != 0)
    dual[~usable], shape[~usable] = (0, 0, 0, 1, 0, 0, 0, 0), np.eye(3)
    dual /= np.sqrt(np.where(usable, square, 1))[:, None]
    shape /= np.where(usable, total, 1)[:, None, None]
    rotation = quaternion.to_matrix(dual[:, :4]).astype(kind)
    shift = _shift(dual)
    stretched = np.einsum("vij,vj->vi", shape, points)
    target.positions[frame] = np.einsum("vij,vj->vi", rotation, stretched) + shift
    if bases is not None and target.normals is not None:
        turned = inverse_transpose_applied(shape, bases)
        target.normals[frame] = unit_or_zero(np.einsum("vij,vj->vi", rotation, turned))
    if sides is not None and target.tangents is not None:
        turned = np.einsum("vij,vj->vi", shape, sides[:, :3])
        target.tangents[frame, :, :3] = unit_or_zero(np.einsum("vij,vj->vi", rotation, turned))
        target.tangents[frame, :, 3] = handed(sides[:, 3], shape)


def _shift(dual: Array) -> Array:
    """2 (w d - d_w u + u × d) with real part (u, w) and dual part (d, d_w): the vector part of 2 q_dual
    q_real*.
    """
    u, w, d, dw = dual[:, :3], dual[:, 3:4], dual[:, 4:7], dual[:, 7:]
    return np.asarray(2 * (w * d - dw * u + np.cross(u, d)))
