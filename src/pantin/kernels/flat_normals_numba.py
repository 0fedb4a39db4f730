# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled twin of `flat_normals.py`: triangles added to their corners in order, and threads share the
frames.

Called through `flat_normals.py`, which checks that every corner is a vertex: here nothing is checked.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.threads import share

from .engine import compile_options, njit_cached

Array = NDArray[Any]

SECONDS = 1.1e-8
"""Estimated time for one triangle in one frame, on one thread."""


def flat_normals(
    positions: Array, triangles: NDArray[np.int64], mirrored: NDArray[np.bool_], normals: Array
) -> int:
    """As `flat_normals.flat_normals_numpy`."""
    lost = np.zeros(len(positions), np.int64)
    work = len(positions) * max(positions.shape[1], len(triangles))
    # Copies where an array is read-only: for such arrays numba would compile another kernel.
    corners, back = (np.require(array, requirements=["C", "W"]) for array in (triangles, mirrored))
    points, kernel = np.ascontiguousarray(positions), flat_kernel()

    def run(begin: int, end: int) -> None:
        part = slice(begin, end)
        kernel(points[part], corners, back[part], normals[part], lost[part])

    share(run, len(points), SECONDS * work)
    return int(lost.sum())


@functools.cache
def flat_kernel() -> Any:
    """(positions (F, V, 3), triangles (T, 3), turned (F,), out (F, V, 3), lost (F,) counts)."""

    def flat(positions, triangles, mirrored, out, lost):
        count = positions.shape[1]
        for frame in range(len(positions)):
            points, side = positions[frame], -1.0 if mirrored[frame] else 1.0
            sums = np.zeros((count, 3))
            for t in range(len(triangles)):
                a, b, c = points[triangles[t, 0]], points[triangles[t, 1]], points[triangles[t, 2]]
                # areas of small triangles are beyond float32
                x, y, z = np.float64(a[0]), np.float64(a[1]), np.float64(a[2])
                u, v, w = b[0] - x, b[1] - y, b[2] - z
                p, q, r = c[0] - x, c[1] - y, c[2] - z
                x, y, z = side * (v * r - w * q), side * (w * p - u * r), side * (u * q - v * p)
                for corner in range(3):
                    vertex = triangles[t, corner]
                    sums[vertex, 0] += x
                    sums[vertex, 1] += y
                    sums[vertex, 2] += z
            missing = 0
            for vertex in range(count):
                x, y, z = sums[vertex, 0], sums[vertex, 1], sums[vertex, 2]
                length = np.sqrt(x * x + z * z + y * y)
                if length > 0 and length < np.inf:
                    out[frame, vertex, 0], out[frame, vertex, 1], out[frame, vertex, 2] = (
                        x / length,
                        y / length,
                        z / length,
                    )
                else:
                    missing += 1
                    out[frame, vertex, 0], out[frame, vertex, 1], out[frame, vertex, 2] = 0.0, 0.0, 1.0
            lost[frame] = missing

    return njit_cached(flat, **compile_options(strict=True))
