# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc, no-any-return"
"""Compiled twin of `closest_points.py`: point by point, the closer box first; threads share the points."""

from __future__ import annotations

import functools
from typing import Any

import numba
import numpy as np

from pantin.base.threads import share

from .closest_points import FLAT, ROUNDING, Boxes, Closest, Doubles
from .engine import compile_options, njit_cached
from .triangle_distance import LEAF

SECONDS = 3e-6
"""Of a point, on one thread."""

STACK = 128
"""Boxes that wait: one for each level of the tree."""


def search(points: Doubles, boxes: Boxes) -> Closest:
    """As `closest_points.search_numpy`."""
    count = len(points)
    closest = Closest(np.full(count, -1, np.int64), np.zeros((count, 3)), np.full(count, np.inf))
    kernel = _kernel()

    def run(begin: int, end: int) -> None:
        kernel(points[begin:end], *boxes, *(array[begin:end] for array in closest))

    share(run, count, SECONDS * count)
    return closest


@numba.njit(**compile_options(strict=True))
def _box_square(box, x, y, z):
    gx = max(max(box[0] - x, x - box[3]), 0.0)
    gy = max(max(box[1] - y, y - box[4]), 0.0)
    gz = max(max(box[2] - z, z - box[5]), 0.0)
    return gx * gx + gy * gy + gz * gz


@numba.njit(**compile_options(strict=True))
def _on_edge(start, end, x, y, z):
    """The squared distance to an edge, and the share of its end."""
    ux, uy, uz = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    ox, oy, oz = x - start[0], y - start[1], z - start[2]
    square = ux * ux + uy * uy + uz * uz
    share = (ux * ox + uy * oy + uz * oz) / (square if square > 0 else 1.0)
    share = min(max(share, 0.0), 1.0)
    ox, oy, oz = ox - share * ux, oy - share * uy, oz - share * uz
    return ox * ox + oy * oy + oz * oz, share


@numba.njit(**compile_options(strict=True))
def _barycentric(corners, x, y, z):
    a, b, c = corners[0], corners[1], corners[2]
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    px, py, pz = x - a[0], y - a[1], z - a[2]
    d1, d2 = ux * px + uy * py + uz * pz, vx * px + vy * py + vz * pz
    aa, cc = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz
    mixed = ux * vx + uy * vy + uz * vz
    area = aa * cc - mixed * mixed
    if area > FLAT * aa * cc:
        v, w = (cc * d1 - mixed * d2) / area, (aa * d2 - mixed * d1) / area
        if v >= 0 and w >= 0 and v + w <= 1:
            return 1 - v - w, v, w
    best, at = _on_edge(a, b, x, y, z)
    s, t, u = 1 - at, at, 0.0
    away, at = _on_edge(b, c, x, y, z)
    if away < best:
        best, s, t, u = away, 0.0, 1 - at, at
    away, at = _on_edge(c, a, x, y, z)
    if away < best:
        s, t, u = at, 0.0, 1 - at
    return s, t, u


@functools.cache
def _kernel() -> Any:
    def closest(points, corners, order, bounds, extent, triangles, barycentric, distances):
        leaves = (len(bounds) + 1) // 2
        stack = np.empty(STACK, np.int64)
        for query in range(len(points)):
            x, y, z = points[query, 0], points[query, 1], points[query, 2]
            least, limit, best = np.inf, np.inf, -1
            stack[0], height = 0, 1
            while height > 0:
                height -= 1
                box = stack[height]
                if not _box_square(bounds[box], x, y, z) <= limit:
                    continue
                if box < leaves - 1:
                    near, far = 2 * box + 1, 2 * box + 2
                    if _box_square(bounds[far], x, y, z) < _box_square(bounds[near], x, y, z):
                        near, far = far, near
                    stack[height], stack[height + 1] = far, near
                    height += 2
                    continue
                first = (box - leaves + 1) * LEAF
                for slot in range(first, first + LEAF):
                    three = corners[slot]
                    s, t, u = _barycentric(three, x, y, z)
                    ox = s * three[0, 0] + t * three[1, 0] + u * three[2, 0] - x
                    oy = s * three[0, 1] + t * three[1, 1] + u * three[2, 1] - y
                    oz = s * three[0, 2] + t * three[1, 2] + u * three[2, 2] - z
                    square = ox * ox + oy * oy + oz * oz
                    if square < least or (square == least and order[slot] < best):
                        least, best = square, order[slot]
                        distance = np.sqrt(square)
                        error = ROUNDING * (extent + distance)
                        limit = square + 2.0 * error * distance + error * error
                        barycentric[query, 0] = s
                        barycentric[query, 1] = t
                        barycentric[query, 2] = u
            triangles[query], distances[query] = best, np.sqrt(least)

    return njit_cached(closest, **compile_options(strict=True))
