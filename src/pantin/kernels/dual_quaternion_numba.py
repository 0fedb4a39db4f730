# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled twins of `dual_quaternion.py`. `dual_quaternion_lanes.py` handles up to 8 influences, this module
rows of any length: vertex by vertex in blocks, with frames as the inner loop. Threads share blocks or frames.

Called through `dual_quaternion.py`, which checks everything: here nothing is checked. Sums are made in the
order of the reference (`sums.py`), so that the bits are equal.
"""

from __future__ import annotations

import functools
from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from pantin.base.threads import share_frames

from . import skinning_numba
from .dual_quaternion_lanes import FUSED_ROW, STRICT_ROW
from .engine import compile_options, njit_cached
from .influences import InfluenceRows
from .skinning import Skinned

Array = NDArray[Any]

BLOCK = 512

SECONDS = 1.4e-7
"""Estimated time for one vertex in one frame, on one thread."""

OPTIONS = compile_options(strict=True)


def dual_quaternion_blend(
    influences: InfluenceRows, motion: Array, stretch: Array, points: Array, bases: Array | None,
    sides: Array | None, target: Skinned,
) -> None:  # fmt: skip
    """As `dual_quaternion.dual_quaternion_blend_numpy`, to the last bit where palettes are finite."""
    if influences.padded:
        tables = (influences.table, influences.table_weight, influences.leading_offset)
        _run_lanes(influences, motion, stretch, (points, bases, sides), tables, target, strict=True)
    else:
        _blend_rows(influences, motion, stretch, points, bases, sides, target)


def dual_quaternion_blend_fused(
    influences: InfluenceRows, motion: Array, stretch: Array, points: Array, bases: Array | None,
    sides: Array | None, target: Skinned,
) -> None:  # fmt: skip
    """The same with fused multiply-adds and other last bits, where influences are padded."""
    if influences.padded:
        tables = (*influences.leading_first, influences.offsets)
        _run_lanes(influences, motion, stretch, (points, bases, sides), tables, target, strict=False)
    else:
        _blend_rows(influences, motion, stretch, points, bases, sides, target)


def _run_lanes(
    influences: InfluenceRows, motion: Array, stretch: Array,
    attributes: tuple[Array, Array | None, Array | None], tables: tuple[Array, Array, Array],
    target: Skinned, *, strict: bool,
) -> None:  # fmt: skip
    """Lay out the joints as `dual_quaternion_lanes` reads them, and run its kernel."""
    layout = STRICT_ROW if strict else FUSED_ROW
    rows = skinning_numba.aligned_zeros((*motion.shape[:2], layout.size // 4, 4), influences.dtype)
    flat = rows.reshape(*motion.shape[:2], layout.size)
    flat[..., :8] = motion
    flat[..., 8 : layout.total] = stretch[..., layout.rows, layout.columns]
    flat[..., layout.total] = 1
    _, bases, sides = attributes
    mode = skinning_numba.NO_NORMALS if bases is None else skinning_numba.EXACT
    shape = skinning_numba.shape_of(
        influences, mode, sides is not None, strict=strict, solver=skinning_numba.DUAL
    )
    skinning_numba.run_groups(shape, influences, tables, rows, attributes, target)


def _blend_rows(
    influences: InfluenceRows, motion: Array, stretch: Array, points: Array, bases: Array | None,
    sides: Array | None, target: Skinned,
) -> None:  # fmt: skip
    """Rows of any length."""
    kind = influences.dtype
    # another array replaces one that is not wanted: all are (…, rows, columns), so one kernel serves all
    motions, stretches, kernel = motion.astype(kind), stretch.astype(kind), row_kernel()
    sources = [points if array is None else array for array in (points, bases, sides)]
    outputs = [target.positions if array is None else array for array in target]

    def run(frames: slice, begin: int, end: int) -> None:
        kernel(
            influences.offsets, influences.joint, influences.weight, influences.leading,
            motions[frames], stretches[frames], *sources, *(array[frames] for array in outputs),
            bases is not None, sides is not None, begin, end,
        )  # fmt: skip

    blocks, work = -(-influences.vertices // BLOCK), len(motion) * influences.vertices
    share_frames(run, len(motion), blocks, SECONDS * work)


# At module level, because a compiled function captured in a closure keeps its caller out of the disk cache.
# `x` is some array of the kind that is computed with: four lanes of float32 or two of float64 make
# the order of sums.


@nb.njit(**OPTIONS)
def _sum3(x, a, b, c):
    return a + b + c if x.itemsize == 4 else a + c + b


@nb.njit(**OPTIONS)
def _sum4(x, a, b, c, d):
    return (a + b) + (c + d) if x.itemsize == 4 else (a + c) + (b + d)


@nb.njit(**OPTIONS)
def _apply(m, x, y, z):
    """A matrix of 9 entries, by rows, times a vector; a sum of zero is +0."""
    zero = m.dtype.type(0)
    return (
        _sum3(m, m[0] * x, m[1] * y, m[2] * z) + zero,
        _sum3(m, m[3] * x, m[4] * y, m[5] * z) + zero,
        _sum3(m, m[6] * x, m[7] * y, m[8] * z) + zero,
    )


@nb.njit(**OPTIONS)
def _set_unit(x, y, z, out):
    """A vector of length 1, or 0 where the length is 0 or not finite."""
    square = _sum3(out, x * x, y * y, z * z)
    if square > 0 and square < np.inf:
        length = np.sqrt(square)
        out[0], out[1], out[2] = x / length, y / length, z / length
    else:
        out[0], out[1], out[2] = 0, 0, 0


@nb.njit(**OPTIONS)
def _gather(first, last, lead, joint, weight, motion, stretch, q, s):
    """Sum one vertex's dual quaternions and stretches into q (8) and s (9), normalised."""
    q[:] = 0
    s[:] = 0
    total = q.dtype.type(0)
    leader = joint[lead] if last > first else 0
    a, b, c, d = motion[leader, 0], motion[leader, 1], motion[leader, 2], motion[leader, 3]
    for k in range(first, last):
        m = motion[joint[k]]
        t = stretch[joint[k]]
        w = weight[k]
        side = -w if _sum4(q, m[0] * a, m[1] * b, m[2] * c, m[3] * d) < 0 else w
        for i in range(8):
            q[i] += side * m[i]
        for i in range(3):
            for j in range(3):
                s[3 * i + j] += w * t[i, j]
        total += w
    square = _sum4(q, q[0] * q[0], q[1] * q[1], q[2] * q[2], q[3] * q[3])
    if square > 0 and total != 0:
        length = np.sqrt(square)
        for i in range(8):
            q[i] /= length
        for i in range(9):
            s[i] /= total
    else:
        q[:] = 0
        s[:] = 0
        q[3], s[0], s[4], s[8] = 1, 1, 1, 1


@nb.njit(**OPTIONS)
def _set_rotation(q, r):
    """The matrix of a unit quaternion into r (9): `maths.quaternion.to_matrix`, which is in float64."""
    x, y, z, w = np.float64(q[0]), np.float64(q[1]), np.float64(q[2]), np.float64(q[3])
    r[0], r[1], r[2] = 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)
    r[3], r[4], r[5] = 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)
    r[6], r[7], r[8] = 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)


@nb.njit(**OPTIONS)
def _set_cofactors(s, c):
    """Cofactors of the stretch into c (9, by rows); its determinant. The entries are those of the cross
    products of its columns."""
    c[0], c[3], c[6] = s[4] * s[8] - s[7] * s[5], s[7] * s[2] - s[1] * s[8], s[1] * s[5] - s[4] * s[2]
    c[1], c[4], c[7] = s[5] * s[6] - s[8] * s[3], s[8] * s[0] - s[2] * s[6], s[2] * s[3] - s[5] * s[0]
    c[2], c[5], c[8] = s[3] * s[7] - s[6] * s[4], s[6] * s[1] - s[0] * s[7], s[0] * s[4] - s[3] * s[1]
    return s[0] * c[0] + s[3] * c[3] + s[6] * c[6] + s.dtype.type(0)


@functools.cache
def row_kernel() -> Any:
    """The kernel: positions, and normals (V, 3) and tangents (V, 4) where the flags say so, for
    some of the blocks."""

    def dual_blend(
        offsets, joint, weight, lead, motion, stretch, points, bases, sides, out_p, out_n, out_t,
        normals, tangents, begin, end,
    ):  # fmt: skip
        vertices, kind = points.shape[0], points.dtype
        for block in range(begin, end):
            q, s, r, c = np.empty(8, kind), np.empty(9, kind), np.empty(9, kind), np.empty(9, kind)
            two, one = points.dtype.type(2), points.dtype.type(1)
            for frame in range(motion.shape[0]):
                motions, stretches = motion[frame], stretch[frame]
                for v in range(block * BLOCK, min(vertices, block * BLOCK + BLOCK)):
                    _gather(offsets[v], offsets[v + 1], lead[v], joint, weight, motions, stretches, q, s)
                    _set_rotation(q, r)
                    x, y, z = _apply(s, points[v, 0], points[v, 1], points[v, 2])
                    x, y, z = _apply(r, x, y, z)
                    out_p[frame, v, 0] = x + two * (q[3] * q[4] - q[7] * q[0] + (q[1] * q[6] - q[2] * q[5]))
                    out_p[frame, v, 1] = y + two * (q[3] * q[5] - q[7] * q[1] + (q[2] * q[4] - q[0] * q[6]))
                    out_p[frame, v, 2] = z + two * (q[3] * q[6] - q[7] * q[2] + (q[0] * q[5] - q[1] * q[4]))
                    if not (normals or tangents):
                        continue
                    determinant = _set_cofactors(s, c)
                    if normals:
                        side = np.copysign(one, determinant)
                        x, y, z = _apply(c, bases[v, 0], bases[v, 1], bases[v, 2])
                        x, y, z = _apply(r, x * side, y * side, z * side)
                        _set_unit(x, y, z, out_n[frame, v])
                    if tangents:
                        x, y, z = _apply(s, sides[v, 0], sides[v, 1], sides[v, 2])
                        x, y, z = _apply(r, x, y, z)
                        _set_unit(x, y, z, out_t[frame, v])
                        out_t[frame, v, 3] = -sides[v, 3] if determinant < 0 else sides[v, 3]

    return njit_cached(dual_blend, **OPTIONS)
