# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN201
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc, no-any-return"
"""The largest distance from a surface to another one in a pose, including points inside triangles.

The distance to one triangle is convex, so over a triangle it is largest at a corner. That bounds the distance
of all points of a triangle to the surface; where the bound is too large, the triangle is divided. One
source for both engines: interpreted where numba is missing.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import engine
from .engine import helper

Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]

LEAF = 4
"""Triangles in a leaf of the tree."""

DEPTH = 7
"""The most times a triangle is divided."""

CLOSE = 1.001
"""Bounds less than this much above the largest squared distance so far are not refined."""

STACK = 256


@helper
def square_distance(p, a, b, c):
    """The squared distance of a point to a triangle (Ericson, Real-Time Collision Detection, 5.1.5)."""
    abx, aby, abz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    acx, acy, acz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    apx, apy, apz = p[0] - a[0], p[1] - a[1], p[2] - a[2]
    d1 = abx * apx + aby * apy + abz * apz
    d2 = acx * apx + acy * apy + acz * apz
    if d1 <= 0.0 and d2 <= 0.0:
        return apx * apx + apy * apy + apz * apz
    bpx, bpy, bpz = p[0] - b[0], p[1] - b[1], p[2] - b[2]
    d3 = abx * bpx + aby * bpy + abz * bpz
    d4 = acx * bpx + acy * bpy + acz * bpz
    if d3 >= 0.0 and d4 <= d3:
        return bpx * bpx + bpy * bpy + bpz * bpz
    cpx, cpy, cpz = p[0] - c[0], p[1] - c[1], p[2] - c[2]
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


class Tree(NamedTuple):
    """Boxes around triangles: a complete binary tree, leaves last, each with `LEAF` triangles in order.

    triangles  (T, 3)
    boxes      (2 L − 1, 6) least, then largest coordinates
    """

    triangles: Indices
    boxes: Doubles


def plant(triangles: Indices, centres: Doubles) -> Tree:
    """A tree over triangles, in which triangles with near centres are neighbours; its boxes are empty."""
    order = morton_order(centres)
    leaves = 1
    while leaves * LEAF < len(triangles):
        leaves *= 2
    return Tree(np.ascontiguousarray(triangles[order]), np.zeros((2 * leaves - 1, 6)))


def morton_order(centres: Doubles) -> Indices:
    """Triangles along a space-filling curve (Morton)."""
    low, size = centres.min(axis=0), float(np.ptp(centres, axis=0).max(initial=0.0)) or 1.0
    cells = np.clip((centres - low) / size * 1023, 0, 1023).astype(np.int64)
    code = np.zeros(len(centres), np.int64)
    for bit in range(10):
        for axis in range(3):
            code |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(code, kind="stable")


@helper
def refit(tree, points):
    """Fit the boxes to a pose."""
    leaves = (len(tree.boxes) + 1) // 2
    for box in range(len(tree.boxes) - 1, -1, -1):
        low, high = tree.boxes[box, :3], tree.boxes[box, 3:]
        low[:] = np.inf
        high[:] = -np.inf
        if box >= leaves - 1:
            first = (box - leaves + 1) * LEAF
            for triangle in range(first, min(first + LEAF, len(tree.triangles))):
                for corner in range(3):
                    for axis in range(3):
                        value = points[tree.triangles[triangle, corner], axis]
                        low[axis], high[axis] = min(low[axis], value), max(high[axis], value)
        else:
            for child in range(2 * box + 1, 2 * box + 3):
                for axis in range(3):
                    low[axis] = min(low[axis], tree.boxes[child, axis])
                    high[axis] = max(high[axis], tree.boxes[child, 3 + axis])


@helper
def box_distance(box, p):
    total = 0.0
    for axis in range(3):
        gap = max(box[axis] - p[axis], p[axis] - box[3 + axis], 0.0)
        total += gap * gap
    return total


@helper
def distance_to(tree, points, triangle, p):
    a, b, c = tree.triangles[triangle, 0], tree.triangles[triangle, 1], tree.triangles[triangle, 2]
    return square_distance(p, points[a], points[b], points[c])


@helper
def nearest(tree, points, p, hint, stack):
    """The triangle nearest to a point, and its squared distance; `hint` is a good guess."""
    best, least = hint, distance_to(tree, points, hint, p)
    leaves = (len(tree.boxes) + 1) // 2
    stack[0], height = 0, 1
    while height > 0:
        height -= 1
        box = stack[height]
        if box_distance(tree.boxes[box], p) >= least:
            continue
        if box >= leaves - 1:
            first = (box - leaves + 1) * LEAF
            for triangle in range(first, min(first + LEAF, len(tree.triangles))):
                far = distance_to(tree, points, triangle, p)
                if far < least:
                    best, least = triangle, far
            continue
        left, right = 2 * box + 1, 2 * box + 2
        if box_distance(tree.boxes[left], p) < box_distance(tree.boxes[right], p):
            left, right = right, left
        stack[height], stack[height + 1] = left, right
        height += 2
    return best, least


@helper
def bound_of(tree, points, corners, hints):
    """No point of a triangle is further away than this: the distance to one triangle is convex."""
    least = np.inf
    for which in range(3):
        if which and hints[which] == hints[0]:
            continue
        most = 0.0
        for corner in range(3):
            most = max(most, distance_to(tree, points, hints[which], corners[corner]))
        least = min(least, most)
    return least


@helper
def search_inside(tree, points, corners, hints, floor, room):
    """The largest squared distance inside a triangle, if it is above `floor`."""
    stack, triangles, guesses, depths = room
    triangles[0], guesses[0], depths[0] = corners, hints, 0
    height = 1
    middle, near = np.empty((3, 3)), np.empty(3, np.int64)
    while height > 0:
        height -= 1
        here, mine, depth = triangles[height].copy(), guesses[height].copy(), depths[height]
        bound = bound_of(tree, points, here, mine)
        if bound <= floor * CLOSE:
            continue
        if depth >= DEPTH:
            floor = max(floor, bound)
            continue
        for side in range(3):
            middle[side] = 0.5 * (here[side] + here[(side + 1) % 3])
            near[side], far = nearest(tree, points, middle[side], mine[side], stack)
            floor = max(floor, far)
        for part in range(4):
            for corner in range(3):
                if part == 3:
                    triangles[height, corner], guesses[height, corner] = middle[corner], near[corner]
                elif corner == part:
                    triangles[height, corner], guesses[height, corner] = here[part], mine[part]
                else:
                    side = part if corner == (part + 1) % 3 else (part + 2) % 3
                    triangles[height, corner], guesses[height, corner] = middle[side], near[side]
            depths[height] = depth + 1
            height += 1
    return floor


def furthest_point(tree, points, triangles, vertices, hints, floor):
    """The largest squared distance of a surface, and a vertex there; at least `floor`, with vertex −1."""
    refit(tree, points)
    room = (
        np.empty(STACK, np.int64),
        np.empty((STACK, 3, 3)),
        np.empty((STACK, 3), np.int64),
        np.empty(STACK, np.int64),
    )
    where = -1
    for vertex in vertices:
        if distance_to(tree, points, hints[vertex], points[vertex]) > floor:
            hints[vertex], far = nearest(tree, points, points[vertex], hints[vertex], room[0])
            if far > floor:
                floor, where = far, vertex
    corners, guesses = np.empty((3, 3)), np.empty(3, np.int64)
    for triangle in range(len(triangles)):
        for corner in range(3):
            corners[corner] = points[triangles[triangle, corner]]
            guesses[corner] = hints[triangles[triangle, corner]]
        if bound_of(tree, points, corners, guesses) > floor * CLOSE:
            for corner in range(3):
                vertex = triangles[triangle, corner]
                hints[vertex], _ = nearest(tree, points, points[vertex], hints[vertex], room[0])
                guesses[corner] = hints[vertex]
            far = search_inside(tree, points, corners, guesses, floor, room)
            if far > floor:
                floor, where = far, triangles[triangle, 0]
    return floor, where


def measure_pose(
    tree: Tree, points: Doubles, triangles: Indices, vertices: Indices, hints: Indices, floor: float = 0.0
) -> tuple[float, int]:
    """The largest squared distance of triangles to those of a tree in a pose, and a vertex near it.

    points    (V, 3) of both surfaces
    vertices  of the triangles, each once
    hints     (V,) a triangle of the tree for each vertex, near it or not: replaced by nearer ones
    floor     distances below it are ignored
    """
    run = _kernel() if engine.numba_wanted() else furthest_point
    far, where = run(tree, np.ascontiguousarray(points), triangles, vertices, hints, float(floor))
    return float(far), int(where)


@functools.cache
def _kernel() -> Any:
    return engine.compile_source(furthest_point)
