# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN201
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc, no-any-return"
"""Compiled twin of `collapse.py`: the calculations with positions as loops; the rest is compiled from there.

No array is made for a position: that takes twenty times as long as the calculation.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from . import collapse
from .collapse import ANY, STRICT, TURN, CollapseMesh, Scratch
from .engine import compile_source
from .triangle_distance_numba import square_distance


def run(mesh: CollapseMesh, room: Scratch, budget: int, limit: float) -> int:
    """As `collapse.collapse`."""
    return int(_kernel()(mesh, room, budget, limit))


@functools.cache
def _kernel() -> Any:
    return compile_source(collapse.collapse, folds, lay_out, distance_in, reach, attach)


def folds(mesh, room, count, stage):
    """As `collapse.folds`."""
    points = mesh.positions
    for index in range(count):
        if room.moved[index] < 0:
            continue
        item = room.ring[index]
        old = mesh.track[mesh.corners[item // 3, item % 3]]
        new = mesh.track[room.moved[index]]
        b = mesh.track[mesh.corners[item // 3, (item % 3 + 1) % 3]]
        c = mesh.track[mesh.corners[item // 3, (item % 3 + 2) % 3]]
        for pose in range(points.shape[1] if stage == STRICT else 1):
            bx, by, bz = points[b, pose, 0], points[b, pose, 1], points[b, pose, 2]
            ex, ey, ez = points[c, pose, 0] - bx, points[c, pose, 1] - by, points[c, pose, 2] - bz
            fx, fy, fz = points[old, pose, 0] - bx, points[old, pose, 1] - by, points[old, pose, 2] - bz
            gx, gy, gz = points[new, pose, 0] - bx, points[new, pose, 1] - by, points[new, pose, 2] - bz
            mx, my, mz = ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx
            nx, ny, nz = ey * gz - ez * gy, ez * gx - ex * gz, ex * gy - ey * gx
            before, after = mx * mx + my * my + mz * mz, nx * nx + ny * ny + nz * nz
            longest = max(ex * ex + ey * ey + ez * ez, gx * gx + gy * gy + gz * gz)
            if pose == 0 and after <= 1e-12 * longest * longest:
                return True
            dot = mx * nx + my * ny + mz * nz
            least = TURN * np.sqrt(before * after) if pose == 0 else 0.0
            if stage != ANY and before > 1e-12 * longest * longest and dot < least:
                return True
    return False


def lay_out(mesh, room, count):
    """As `collapse.lay_out`."""
    kept = 0
    for index in range(count):
        room.kept[index] = -1
        if room.moved[index] < 0:
            continue
        item = room.ring[index]
        for corner in range(3):
            vertex = room.moved[index]
            if corner:
                vertex = mesh.corners[item // 3, (item % 3 + corner) % 3]
            row = mesh.track[vertex]
            for pose in range(mesh.positions.shape[1]):
                for axis in range(3):
                    room.corners[pose, kept, 3 * corner + axis] = mesh.positions[row, pose, axis]
        room.kept[index] = kept
        kept += 1
    return kept


def distance_in(mesh, room, row, pose, triangle):
    """The squared distance of a row of positions to a triangle that was laid out."""
    return square_distance(
        mesh.positions[row, pose, 0],
        mesh.positions[row, pose, 1],
        mesh.positions[row, pose, 2],
        room.corners[pose, triangle, 0],
        room.corners[pose, triangle, 1],
        room.corners[pose, triangle, 2],
        room.corners[pose, triangle, 3],
        room.corners[pose, triangle, 4],
        room.corners[pose, triangle, 5],
        room.corners[pose, triangle, 6],
        room.corners[pose, triangle, 7],
        room.corners[pose, triangle, 8],
    )


def reach(mesh, room, count, point, limit):
    """As `collapse.reach`."""
    worst, kept = 0.0, lay_out(mesh, room, count)
    for index in range(-1, count):
        row = mesh.track_head[point] if index < 0 else mesh.sample[room.ring[index] // 3]
        near = max(room.kept[index], 0) if index >= 0 else 0
        while row >= 0:
            for pose in range(mesh.positions.shape[1]):
                far = distance_in(mesh, room, row, pose, near)
                if far > worst:
                    first = near
                    for triangle in range(kept):
                        if triangle == first:
                            continue
                        other = distance_in(mesh, room, row, pose, triangle)
                        if other < far:
                            far, near = other, triangle
                            if far <= worst:
                                break
                    if far > worst:
                        worst = far
                        if worst > limit:
                            return worst
            row = mesh.next_track[row] if index < 0 else mesh.next_sample[row]
    return worst


def attach(mesh, room, count, row):
    """As `collapse.attach`."""
    best, least = -1, np.inf
    for index in range(count):
        if room.moved[index] < 0:
            continue
        total, triangle = 0.0, room.ring[index] // 3
        for pose in range(mesh.positions.shape[1]):
            total += distance_in(mesh, room, row, pose, room.kept[index])
            if total >= least:
                break
        if total < least:
            best, least = triangle, total
    mesh.next_sample[row] = mesh.sample[best]
    mesh.sample[best] = row
