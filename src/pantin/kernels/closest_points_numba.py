# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc, no-any-return"
"""Compiled twin of `closest_points.py`: point by point along a space-filling curve, the closer box first.

The closest triangle of a point is a good guess for the next one: boxes farther away than it are not looked
into. Threads share the points.
"""

from __future__ import annotations

import functools
from typing import Any

import numba
import numpy as np

from pantin.base.threads import share

from .closest_points import FLAT, ROUNDING, Boxes, Closest, Doubles
from .engine import compile_options, njit_cached
from .triangle_distance import LEAF, morton_order

SECONDS = 3e-6
"""Estimated time for one point, on one thread."""

STACK = 128
"""Size of the stack of pending boxes: one for each level of the tree."""


def search(points: Doubles, boxes: Boxes) -> Closest:
    """As `closest_points.search_numpy`."""
    count = len(points)
    closest = Closest(np.full(count, -1, np.int64), np.zeros((count, 3)), np.full(count, np.inf))
    kernel = _kernel()
    path = morton_order(points)

    def run(begin: int, end: int) -> None:
        kernel(points, path[begin:end], *boxes, *closest)

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
    """The squared distance to an edge, and the weight of the edge's end in the closest point."""
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


@numba.njit(**compile_options(strict=True))
def _on_triangle(three, x, y, z):
    """The squared distance to a triangle, and the barycentric coordinates of its closest point."""
    s, t, u = _barycentric(three, x, y, z)
    ox = s * three[0, 0] + t * three[1, 0] + u * three[2, 0] - x
    oy = s * three[0, 1] + t * three[1, 1] + u * three[2, 1] - y
    oz = s * three[0, 2] + t * three[1, 2] + u * three[2, 2] - z
    return ox * ox + oy * oy + oz * oz, s, t, u


@numba.njit(**compile_options(strict=True))
def _pad(square, extent):
    distance = np.sqrt(square)
    error = ROUNDING * (extent + distance)
    return square + 2.0 * error * distance + error * error


@functools.cache
def _kernel() -> Any:
    def closest(points, path, corners, order, bounds, extent, triangles, barycentric, distances):
        leaves = (len(bounds) + 1) // 2
        stack, gaps = np.empty(STACK, np.int64), np.empty(STACK)
        guess = 0
        for query in path:
            x, y, z = points[query, 0], points[query, 1], points[query, 2]
            least, s, t, u = _on_triangle(corners[guess], x, y, z)
            limit, best = _pad(least, extent), order[guess]
            stack[0], gaps[0], height = 0, 0.0, 1
            while height > 0:
                height -= 1
                box = stack[height]
                if not gaps[height] <= limit:
                    continue
                if box < leaves - 1:
                    near, far = 2 * box + 1, 2 * box + 2
                    gap, wide = _box_square(bounds[near], x, y, z), _box_square(bounds[far], x, y, z)
                    if wide < gap:
                        near, far, gap, wide = far, near, wide, gap
                    if wide <= limit:
                        stack[height], gaps[height] = far, wide
                        height += 1
                    if gap <= limit:
                        stack[height], gaps[height] = near, gap
                        height += 1
                    continue
                first = (box - leaves + 1) * LEAF
                for slot in range(first, first + LEAF):
                    square, a, b, c = _on_triangle(corners[slot], x, y, z)
                    if square < least or (square == least and order[slot] < best):
                        least, best, guess, s, t, u = square, order[slot], slot, a, b, c
                        limit = _pad(square, extent)
            triangles[query], distances[query] = best, np.sqrt(least)
            barycentric[query, 0], barycentric[query, 1], barycentric[query, 2] = s, t, u

    return njit_cached(closest, **compile_options(strict=True))
