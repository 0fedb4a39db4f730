# numba types the arguments of compiled functions, and has no type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped"
"""Compiled twin of `dual_quaternion.split_numpy`: one map after another; threads share them.

Maps that are far from a rotation are left to the reference: their singular values come from LAPACK. All sums
are in the order of the reference, so that the bits are equal.
"""

from __future__ import annotations

import functools
from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from pantin.base.threads import share

from .dual_quaternion import split_numpy
from .engine import compile_options, njit_cached
from .polar import MIRRORED, NEAR, STEPS

Array = NDArray[np.float64]

OPTIONS = compile_options(strict=True)

SECONDS = 1.5e-7
"""Estimated time for one matrix, on one thread."""


def split(maps: Array) -> tuple[Array, Array]:
    """As `dual_quaternion.split_numpy`."""
    kernel = map_kernel()
    motion, stretch, far = np.empty((len(maps), 8)), np.empty((len(maps), 3, 3)), np.empty(len(maps), bool)

    def run(begin: int, end: int) -> None:
        part = slice(begin, end)
        kernel(maps[part], motion[part], stretch[part], far[part])

    share(run, len(maps), SECONDS * len(maps))
    if far.any():
        motion[far], stretch[far] = split_numpy(maps[far])
    return motion, stretch


# At module level, because a compiled function captured in a closure keeps its caller out of the disk cache.


@nb.njit(**OPTIONS)
def _column_product(a, b, i, j):
    """An entry of aᵀ b."""
    return a[0, i] * b[0, j] + a[1, i] * b[1, j] + a[2, i] * b[2, j]


@nb.njit(**OPTIONS)
def _determinant(x):
    return (
        x[0, 0] * (x[1, 1] * x[2, 2] - x[1, 2] * x[2, 1])
        - x[0, 1] * (x[1, 0] * x[2, 2] - x[1, 2] * x[2, 0])
        + x[0, 2] * (x[1, 0] * x[2, 1] - x[1, 1] * x[2, 0])
    )


@nb.njit(**OPTIONS)
def _scale(m, x):
    """Scale the linear part of m into x, with the size and the handedness of a rotation; whether it is near
    one."""
    square = 0.0
    for i in range(3):
        for j in range(3):
            square += m[i, j] * m[i, j]
    size = np.sqrt(square / 3)
    for i in range(3):
        for j in range(3):
            x[i, j] = m[i, j] / size
    side = -1.0 if _determinant(x) < MIRRORED else 1.0
    for i in range(3):
        for j in range(3):
            x[i, j] *= side
    near = _determinant(x) > 0
    for i in range(3):
        for j in range(3):
            near = near and abs(_column_product(x, x, i, j) - (1.0 if i == j else 0.0)) < NEAR
    return near


@nb.njit(**OPTIONS)
def _make_orthogonal(x, before, factor):
    """`polar._orthogonal` in place; `before` and `factor` are scratch."""
    for _ in range(STEPS):
        for i in range(3):
            for j in range(3):
                before[i, j] = x[i, j]
                factor[i, j] = (1.5 if i == j else 0.0) - 0.5 * _column_product(x, x, i, j)
        for i in range(3):
            a, b, c = before[i, 0], before[i, 1], before[i, 2]
            for j in range(3):
                x[i, j] = a * factor[0, j] + b * factor[1, j] + c * factor[2, j]


@nb.njit(**OPTIONS)
def _set_quaternion(x, q):
    """`maths.quaternion.from_matrix`, of a rotation."""
    a, b = 1 + x[0, 0] - x[1, 1] - x[2, 2], 1 - x[0, 0] + x[1, 1] - x[2, 2]
    c, d = 1 - x[0, 0] - x[1, 1] + x[2, 2], 1 + x[0, 0] + x[1, 1] + x[2, 2]
    yz, zx, xy = x[2, 1], x[0, 2], x[1, 0]
    zy, xz, yx = x[1, 2], x[2, 0], x[0, 1]
    if a >= b and a >= c and a >= d:
        q[0], q[1], q[2], q[3] = a, xy + yx, zx + xz, yz - zy
    elif b >= c and b >= d:
        q[0], q[1], q[2], q[3] = xy + yx, b, yz + zy, zx - xz
    elif c >= d:
        q[0], q[1], q[2], q[3] = zx + xz, yz + zy, c, xy - yx
    else:
        q[0], q[1], q[2], q[3] = yz - zy, zx - xz, xy - yx, d
    largest = max(abs(q[0]), abs(q[1]), abs(q[2]), abs(q[3]))
    for i in range(4):
        q[i] /= largest
    length = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    side = -1.0 if q[3] < 0 else 1.0
    for i in range(4):
        q[i] = q[i] / length * side


@nb.njit(**OPTIONS)
def _set_dual(x, y, z, q, out):
    """The dual part of a motion: half of (x, y, z, 0) times q. Products with 0 are kept because they affect
    the sign of zero sums."""
    out[4] = 0.5 * (0.0 * q[0] + x * q[3] + y * q[2] - z * q[1])
    out[5] = 0.5 * (0.0 * q[1] - x * q[2] + y * q[3] + z * q[0])
    out[6] = 0.5 * (0.0 * q[2] + x * q[1] - y * q[0] + z * q[3])
    out[7] = 0.5 * (0.0 * q[3] - x * q[0] - y * q[1] - z * q[2])


@functools.cache
def map_kernel() -> Any:
    """(maps (n, 3, 4), motion (n, 8), stretch (n, 3, 3), far (n,)); entries marked in `far` are not
    filled."""

    def split_maps(maps, motion, stretch, far):
        x, before, factor, q = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3)), np.empty(4)
        for index in range(len(maps)):
            m = maps[index]
            near = _scale(m, x)
            far[index] = not near
            if not near:
                continue
            _make_orthogonal(x, before, factor)
            for i in range(3):
                for j in range(3):
                    stretch[index, i, j] = _column_product(x, m, i, j)
            _set_quaternion(x, q)
            for i in range(4):
                motion[index, i] = q[i]
            _set_dual(m[0, 3], m[1, 3], m[2, 3], q, motion[index])

    return njit_cached(split_maps, **OPTIONS)
