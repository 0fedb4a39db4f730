# numba types the arguments of compiled functions, and has no type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, disable-error-code="import-untyped"
"""Compiled version of `raster.py`: threads share strips of rows, each with all faces in order, so that
the result does not depend on their number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.threads import share
from pantin.kernels.engine import compile_options, njit_cached
from pantin.rig import Doubles
from pantin.viewer.raster import ScreenTriangles, VisibleFaces

STRIP = 16
"""Rows per thread and strip: enough strips to share out, few enough that iterating over all faces for each
costs little."""

SAMPLE_SECONDS, FACE_SECONDS = 5e-9, 2e-9
"""Estimated times for one sample, and for one face in a strip, on one thread."""


def rasterise(
    shapes: ScreenTriangles, chosen: NDArray[np.int64], top: int, limit: Doubles, result: VisibleFaces
) -> None:
    """As `raster.rasterise_numpy`."""
    inputs = (shapes.x, shapes.y, shapes.near, shapes.faces, shapes.cull, chosen)
    strips = -(-len(result.face) // STRIP)

    def run(begin: int, end: int) -> None:
        rasterise_strips(*inputs, top, limit, result.face, result.near, begin, end)

    share(run, strips, SAMPLE_SECONDS * result.face.size + FACE_SECONDS * len(chosen) * strips)


def _strips(x, y, near, faces, cull, chosen, top, limit, out_face, out_near, begin, end):
    rows, columns = out_face.shape
    unlimited = limit.size == 0
    for strip in range(begin, end):
        first = strip * STRIP
        last = min(first + STRIP, rows)
        for index in range(len(chosen)):
            face = chosen[index]
            a, b, c = faces[face, 0], faces[face, 1], faces[face, 2]
            ay, by, cy = y[a], y[b], y[c]
            min_y, max_y = min(ay, by, cy) - top, max(ay, by, cy) - top
            if not (max_y >= first and min_y <= last):
                continue
            ax, bx, cx = x[a], x[b], x[c]
            min_x, max_x = min(ax, bx, cx), max(ax, bx, cx)
            if not (max_x >= 0 and min_x <= columns):
                continue
            area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
            if area == 0 or not np.isfinite(area) or (cull[face] and area > 0):
                continue
            scale = 1 / area
            upper = max(first, int(max(np.floor(min_y - 0.5), 0.0)))
            lower = min(last, int(min(np.floor(max_y + 0.5) + 1, float(rows))))
            left = int(max(np.floor(min_x - 0.5), 0.0))
            right = int(min(np.floor(max_x + 0.5) + 1, float(columns)))
            an, bn, cn = near[a], near[b], near[c]
            for j in range(upper, lower):
                py = j + top + 0.5
                for i in range(left, right):
                    px = i + 0.5
                    u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) * scale
                    v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) * scale
                    w = ((ax - px) * (by - py) - (bx - px) * (ay - py)) * scale
                    if u >= 0 and v >= 0 and w >= 0:
                        depth = u * an + v * bn + w * cn
                        if depth > out_near[j, i] and (unlimited or depth < limit[j, i]):
                            out_near[j, i] = depth
                            out_face[j, i] = face


rasterise_strips: Any = njit_cached(_strips, **compile_options(strict=True))
"""(x, y, near, faces, cull, chosen, top, limit, out face, out near, first and last strip)."""
