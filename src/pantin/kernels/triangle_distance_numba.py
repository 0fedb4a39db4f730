# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN201, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc, no-any-return"
"""Compiled twin of `triangle_distance.py`.

Points and corners are passed as numbers: an array that is made for each takes twenty times as long as the
distance.
"""

from __future__ import annotations

import functools
from typing import Any

import numba
import numpy as np

from .engine import compile_options, njit_cached
from .triangle_distance import AT_ONCE, CLOSE, DEPTH, LEAF, PAD, Doubles, Indices, Tree

STACK = 256
"""Size of the stack of pending boxes: two for each level of the tree."""


def furthest(
    tree: Tree, points: Doubles, triangles: Indices, vertices: Indices, hints: Indices, floor: float
) -> float:
    """As `triangle_distance.furthest_numpy`."""
    return float(_kernel()(tree.triangles, tree.boxes, points, triangles, vertices, hints, floor))


@numba.njit(**compile_options(strict=True))
def square_distance(px, py, pz, ax, ay, az, bx, by, bz, cx, cy, cz):
    """As `triangle_distance.square_distances`, of a point p and a triangle abc."""
    abx, aby, abz = bx - ax, by - ay, bz - az
    acx, acy, acz = cx - ax, cy - ay, cz - az
    apx, apy, apz = px - ax, py - ay, pz - az
    d1 = abx * apx + aby * apy + abz * apz
    d2 = acx * apx + acy * apy + acz * apz
    if d1 <= 0.0 and d2 <= 0.0:
        return apx * apx + apy * apy + apz * apz
    bpx, bpy, bpz = px - bx, py - by, pz - bz
    d3 = abx * bpx + aby * bpy + abz * bpz
    d4 = acx * bpx + acy * bpy + acz * bpz
    if d3 >= 0.0 and d4 <= d3:
        return bpx * bpx + bpy * bpy + bpz * bpz
    cpx, cpy, cpz = px - cx, py - cy, pz - cz
    d5 = abx * cpx + aby * cpy + abz * cpz
    d6 = acx * cpx + acy * cpy + acz * cpz
    if d6 >= 0.0 and d5 <= d6:
        return cpx * cpx + cpy * cpy + cpz * cpz
    vc = d1 * d4 - d3 * d2
    vb = d5 * d2 - d1 * d6
    va = d3 * d6 - d5 * d4
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0 and d1 > d3:
        v, w = d1 / (d1 - d3), 0.0
    elif vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0 and d2 > d6:
        v, w = 0.0, d2 / (d2 - d6)
    elif va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0 and (d4 - d3) + (d5 - d6) > 0.0:
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        v = 1.0 - w
    elif va + vb + vc > 0.0:
        v, w = vb / (va + vb + vc), vc / (va + vb + vc)
    else:
        v, w = 0.0, 0.0
    x, y, z = apx - v * abx - w * acx, apy - v * aby - w * acy, apz - v * abz - w * acz
    return x * x + y * y + z * z


@numba.njit(**compile_options(strict=True))
def _refit(boxes, triangles, points):
    """Fit the boxes to a pose. Returns the largest coordinate."""
    leaves, extent = (len(boxes) + 1) // 2, 0.0
    for box in range(len(boxes) - 1, -1, -1):
        for axis in range(3):
            low, high = np.inf, -np.inf
            if box >= leaves - 1:
                first = (box - leaves + 1) * LEAF
                for triangle in range(first, min(first + LEAF, len(triangles))):
                    for corner in range(3):
                        value = points[triangles[triangle, corner], axis]
                        low, high = min(low, value), max(high, value)
                        extent = max(extent, abs(value))
            else:
                low = min(boxes[2 * box + 1, axis], boxes[2 * box + 2, axis])
                high = max(boxes[2 * box + 1, 3 + axis], boxes[2 * box + 2, 3 + axis])
            boxes[box, axis], boxes[box, 3 + axis] = low, high
    return extent


@numba.njit(**compile_options(strict=True))
def _box_distance(boxes, box, x, y, z):
    dx = max(max(boxes[box, 0] - x, x - boxes[box, 3]), 0.0)
    dy = max(max(boxes[box, 1] - y, y - boxes[box, 4]), 0.0)
    dz = max(max(boxes[box, 2] - z, z - boxes[box, 5]), 0.0)
    return dx * dx + dy * dy + dz * dz


@numba.njit(**compile_options(strict=True))
def _distance_to(triangles, points, triangle, x, y, z):
    a, b, c = triangles[triangle, 0], triangles[triangle, 1], triangles[triangle, 2]
    ax, ay, az = points[a, 0], points[a, 1], points[a, 2]
    bx, by, bz = points[b, 0], points[b, 1], points[b, 2]
    return square_distance(x, y, z, ax, ay, az, bx, by, bz, points[c, 0], points[c, 1], points[c, 2])


@numba.njit(**compile_options(strict=True))
def _nearest(triangles, boxes, points, pad, x, y, z, hint, stack):
    """The triangle nearest to a point, and its squared distance; `hint` is a good guess."""
    best, least = hint, _distance_to(triangles, points, hint, x, y, z)
    leaves = (len(boxes) + 1) // 2
    stack[0], height = 0, 1
    while height > 0:
        height -= 1
        box = stack[height]
        if _box_distance(boxes, box, x, y, z) > least + pad:
            continue
        if box >= leaves - 1:
            first = (box - leaves + 1) * LEAF
            for triangle in range(first, min(first + LEAF, len(triangles))):
                far = _distance_to(triangles, points, triangle, x, y, z)
                if far < least or (far == least and triangle < best):
                    best, least = triangle, far
            continue
        left, right = 2 * box + 1, 2 * box + 2
        if _box_distance(boxes, left, x, y, z) < _box_distance(boxes, right, x, y, z):
            left, right = right, left
        stack[height], stack[height + 1] = left, right
        height += 2
    return best, least


@numba.njit(**compile_options(strict=True))
def _bound_of(triangles, points, corners, hints, piece):
    """No point of a triangle is further away than this: the distance to one triangle is convex."""
    least = np.inf
    for which in range(3):
        hint, most = hints[piece, which], 0.0
        for corner in range(3):
            x, y, z = corners[piece, corner, 0], corners[piece, corner, 1], corners[piece, corner, 2]
            most = max(most, _distance_to(triangles, points, hint, x, y, z))
            if most >= least:
                break
        least = min(least, most)
    return least


@numba.njit(**compile_options(strict=True))
def _divide(triangles, boxes, points, pad, corners, hints, floor):
    """The four parts of each piece, the triangles nearest to their corners, and the largest distance."""
    count, stack = len(corners), np.empty(STACK, np.int64)
    parts, near = np.empty((4 * count, 3, 3)), np.empty((4 * count, 3), np.int64)
    for piece in range(count):
        last = 4 * piece + 3
        for side in range(3):
            after = (side + 1) % 3
            for axis in range(3):
                parts[last, side, axis] = 0.5 * (corners[piece, side, axis] + corners[piece, after, axis])
            x, y, z = parts[last, side, 0], parts[last, side, 1], parts[last, side, 2]
            near[last, side], far = _nearest(
                triangles, boxes, points, pad, x, y, z, hints[piece, side], stack
            )
            floor = max(floor, far)
        for side in range(3):
            part, before = 4 * piece + side, (side + 2) % 3
            near[part, 0] = hints[piece, side]
            near[part, 1], near[part, 2] = near[last, side], near[last, before]
            for axis in range(3):
                parts[part, 0, axis] = corners[piece, side, axis]
                parts[part, 1, axis] = parts[last, side, axis]
                parts[part, 2, axis] = parts[last, before, axis]
    return parts, near, floor


@numba.njit(**compile_options(strict=True))
def _open(triangles, points, corners, hints, floor):
    """The pieces with a bound above the floor, at the front, how many there are, and the largest bound."""
    count, most = 0, 0.0
    for piece in range(len(corners)):
        bound = _bound_of(triangles, points, corners, hints, piece)
        most = max(most, bound)
        if bound > floor * CLOSE:
            for corner in range(3):
                hints[count, corner] = hints[piece, corner]
                for axis in range(3):
                    corners[count, corner, axis] = corners[piece, corner, axis]
            count += 1
    return count, most


@numba.njit(**compile_options(strict=True))
def _search_inside(triangles, boxes, points, pad, corners, hints, floor):
    """The largest squared distance inside some triangles, if it is above `floor`."""
    for depth in range(DEPTH + 1):
        count, bound = _open(triangles, points, corners, hints, floor)
        if count == 0:
            break
        if depth == DEPTH:
            return max(floor, bound)
        corners, hints, floor = _divide(triangles, boxes, points, pad, corners[:count], hints[:count], floor)
    return floor


@functools.cache
def _kernel() -> Any:
    def furthest_point(own, boxes, points, triangles, vertices, hints, floor):
        extent, stack = _refit(boxes, own, points), np.empty(STACK, np.int64)
        pad, most = PAD * extent * extent, floor
        for vertex in vertices:
            x, y, z = points[vertex, 0], points[vertex, 1], points[vertex, 2]
            if _distance_to(own, points, hints[vertex], x, y, z) > floor:
                hints[vertex], far = _nearest(own, boxes, points, pad, x, y, z, hints[vertex], stack)
                most = max(most, far)
        floor = most
        corners, guesses = np.empty((len(triangles), 3, 3)), np.empty((len(triangles), 3), np.int64)
        chosen, count = np.empty(len(triangles), np.int64), 0
        for triangle in range(len(triangles)):
            for corner in range(3):
                vertex = triangles[triangle, corner]
                guesses[count, corner] = hints[vertex]
                for axis in range(3):
                    corners[count, corner, axis] = points[vertex, axis]
            if _bound_of(own, points, corners, guesses, count) > floor * CLOSE:
                chosen[count] = triangle
                count += 1
        for piece in range(count):
            for corner in range(3):
                vertex = triangles[chosen[piece], corner]
                x, y, z = points[vertex, 0], points[vertex, 1], points[vertex, 2]
                hints[vertex], _ = _nearest(own, boxes, points, pad, x, y, z, hints[vertex], stack)
        for piece in range(count):
            for corner in range(3):
                guesses[piece, corner] = hints[triangles[chosen[piece], corner]]
        for first in range(0, count, AT_ONCE):
            last = min(first + AT_ONCE, count)
            floor = _search_inside(own, boxes, points, pad, corners[first:last], guesses[first:last], floor)
        return floor

    return njit_cached(furthest_point, **compile_options(strict=True))
