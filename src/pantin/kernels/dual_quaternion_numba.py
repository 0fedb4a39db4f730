# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled twin of `dual_quaternion.py` for rows of any length: one vertex after the other, blocks of
vertices in parallel, frames inside. Up to 8 influences are `dual_quaternion_lanes.py`.

Called through `dual_quaternion.py`, which checks everything: here nothing is checked.
"""

from __future__ import annotations

import functools
from typing import Any

import numba as nb
import numpy as np

from .engine import compile_options, njit_cached, strict_requested

BLOCK = 512


# At module level, because a compiled function captured in a closure keeps its caller out of the disk cache.
STRICT = strict_requested()


@nb.njit(**compile_options(STRICT))
def _turn(q, x, y, z):
    """q v q* for a unit quaternion held in the first four entries."""
    two = q.dtype.type(2)
    a = two * (q[1] * z - q[2] * y)
    b = two * (q[2] * x - q[0] * z)
    c = two * (q[0] * y - q[1] * x)
    w = q[3]
    return (
        x + w * a + (q[1] * c - q[2] * b),
        y + w * b + (q[2] * a - q[0] * c),
        z + w * c + (q[0] * b - q[1] * a),
    )


@nb.njit(**compile_options(STRICT))
def _unit(x, y, z, out):
    """A vector of length 1, or 0 where the length is 0 or not finite."""
    square = x * x + y * y + z * z
    if square > 0 and square < np.inf:
        scale = out.dtype.type(1) / np.sqrt(square)
        out[0], out[1], out[2] = x * scale, y * scale, z * scale
    else:
        out[0], out[1], out[2] = 0, 0, 0


@nb.njit(**compile_options(STRICT))
def _gather(first, last, lead, joint, weight, motion, stretch, q, s):
    """Sum one vertex's dual quaternions and stretches into q (8) and s (9), normalised."""
    q[:] = 0
    s[:] = 0
    total = q.dtype.type(0)
    for k in range(first, last):
        m = motion[joint[k]]
        t = stretch[joint[k]]
        w = weight[k]
        a = motion[joint[lead]]
        side = -w if m[0] * a[0] + m[1] * a[1] + m[2] * a[2] + m[3] * a[3] < 0 else w
        for i in range(8):
            q[i] += side * m[i]
        for i in range(3):
            for j in range(3):
                s[3 * i + j] += w * t[i, j]
        total += w
    square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
    if square > 0 and total != 0:
        scale, share = q.dtype.type(1) / np.sqrt(square), q.dtype.type(1) / total
        for i in range(8):
            q[i] *= scale
        for i in range(9):
            s[i] *= share
    else:
        q[:] = 0
        s[:] = 0
        q[3], s[0], s[4], s[8] = 1, 1, 1, 1


@nb.njit(**compile_options(STRICT))
def _determinant(s):
    c0, c1, c2 = s[4] * s[8] - s[5] * s[7], s[5] * s[6] - s[3] * s[8], s[3] * s[7] - s[4] * s[6]
    return s[0] * c0 + s[1] * c1 + s[2] * c2


@nb.njit(**compile_options(STRICT))
def _cofactors_applied(s, x, y, z):
    """Cofactors of the stretch applied to a normal, on the side of its determinant."""
    c0, c1, c2 = s[4] * s[8] - s[5] * s[7], s[5] * s[6] - s[3] * s[8], s[3] * s[7] - s[4] * s[6]
    d0, d1, d2 = s[2] * s[7] - s[1] * s[8], s[0] * s[8] - s[2] * s[6], s[1] * s[6] - s[0] * s[7]
    e0, e1, e2 = s[1] * s[5] - s[2] * s[4], s[2] * s[3] - s[0] * s[5], s[0] * s[4] - s[1] * s[3]
    a = c0 * x + c1 * y + c2 * z
    b = d0 * x + d1 * y + d2 * z
    c = e0 * x + e1 * y + e2 * z
    if _determinant(s) < 0:
        return -a, -b, -c
    return a, b, c


@nb.njit(**compile_options(STRICT))
def _stretched_and_turned(q, s, x, y, z):
    """The stretch s (9 entries, by rows), then the rotation q."""
    return _turn(
        q, s[0] * x + s[1] * y + s[2] * z, s[3] * x + s[4] * y + s[5] * z, s[6] * x + s[7] * y + s[8] * z
    )  # fmt: skip


@functools.cache
def blend() -> Any:
    """The kernel: positions, and normals (V, 3) and tangents (V, 4) where the flags say so."""

    def dual_blend(
        offsets, joint, weight, lead, motion, stretch, points, bases, sides, out_p, out_n, out_t,
        normals, tangents,
    ):  # fmt: skip
        vertices = points.shape[0]
        for block in nb.prange((vertices + BLOCK - 1) // BLOCK):
            q, s = np.empty(8, points.dtype), np.empty(9, points.dtype)
            two = points.dtype.type(2)
            for frame in range(motion.shape[0]):
                for v in range(block * BLOCK, min(vertices, block * BLOCK + BLOCK)):
                    _gather(
                        offsets[v],
                        offsets[v + 1],
                        lead[v],
                        joint,
                        weight,
                        motion[frame],
                        stretch[frame],
                        q,
                        s,
                    )
                    x, y, z = _stretched_and_turned(q, s, points[v, 0], points[v, 1], points[v, 2])
                    out_p[frame, v, 0] = x + two * (q[3] * q[4] - q[7] * q[0] + (q[1] * q[6] - q[2] * q[5]))
                    out_p[frame, v, 1] = y + two * (q[3] * q[5] - q[7] * q[1] + (q[2] * q[4] - q[0] * q[6]))
                    out_p[frame, v, 2] = z + two * (q[3] * q[6] - q[7] * q[2] + (q[0] * q[5] - q[1] * q[4]))
                    if normals:
                        x, y, z = _cofactors_applied(s, bases[v, 0], bases[v, 1], bases[v, 2])
                        x, y, z = _turn(q, x, y, z)
                        _unit(x, y, z, out_n[frame, v])
                    if tangents:
                        x, y, z = _stretched_and_turned(q, s, sides[v, 0], sides[v, 1], sides[v, 2])
                        _unit(x, y, z, out_t[frame, v])
                        out_t[frame, v, 3] = -sides[v, 3] if _determinant(s) < 0 else sides[v, 3]

    return njit_cached(dual_blend, parallel=True, **compile_options(STRICT))
