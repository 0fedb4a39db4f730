# numba types the arguments of compiled functions, and has no type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, disable-error-code="import-untyped"
"""Compiled version of `points.py`: one pass over the samples, pixel by pixel."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.kernels.engine import compile_options, njit_cached
from pantin.viewer.points import BandPoints


def group(faces: NDArray[np.int32], fine: NDArray[np.bool_], block: int) -> BandPoints:
    """As `points.group_numpy`."""
    most = int((faces >= 0).sum())
    pixel, face = np.empty(most, np.int64), np.empty(most, np.int64)
    x, y, count = np.zeros(most), np.zeros(most), np.zeros(most)
    index = np.empty(faces.shape, np.int32)
    total = group_samples(faces, fine, block, pixel, face, x, y, count, index)
    kept = slice(0, total)
    return BandPoints(
        pixel[kept], face[kept], x[kept] / count[kept], y[kept] / count[kept], count[kept], index
    )


def _group(faces, fine, block, pixel, face, x, y, count, index):
    rows, columns = faces.shape[0] // block, faces.shape[1] // block
    total = 0
    for tile in range(rows * columns):
        first = total
        upper, left = tile // columns * block, tile % columns * block
        for j in range(upper, upper + block):
            for i in range(left, left + block):
                seen = faces[j, i]
                if seen < 0:
                    index[j, i] = -1
                    continue
                point = total
                if not fine[seen]:
                    for other in range(first, total):
                        if face[other] == seen:
                            point = other
                            break
                if point == total:
                    pixel[point], face[point] = tile, seen
                    total += 1
                x[point] += i + 0.5
                y[point] += j + 0.5
                count[point] += 1
                index[j, i] = point
    return total


group_samples: Any = njit_cached(_group, **compile_options(strict=True))
"""(faces, fine, block, and the arrays of `BandPoints` to fill); returns the number of points."""
