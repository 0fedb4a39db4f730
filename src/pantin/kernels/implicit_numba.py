# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc, no-any-return"
"""Compiled twin of `implicit.py`: point by point and cell by cell; threads share layers of the grid, and the
points of the surface."""

from __future__ import annotations

import functools
import math
from typing import Any

import numba
import numpy as np

from pantin.base.threads import share

from .engine import compile_options, njit_cached
from .implicit import CORNERS, EDGE_CORNERS, FLAT, Axes, Doubles, Polygons, Terms, grid_steps, triangle_table

AT_ONCE = 256
"""Points whose normals are made at once, so that vector instructions work on them."""

TERM_SECONDS = 4e-9
"""Estimated time for one term at one point, on one thread."""


def polygonise(terms: Terms, axes: Axes, iso: float) -> Polygons:
    """As `implicit.polygonise_numpy`."""
    rows = _rows(terms)
    values = _sample(terms, rows, axes)
    start, end, corners = _march(values, iso)
    count = len(start)
    positions, normals = np.empty((count, 3)), np.empty((count, 3))
    kernel, steps = _point_kernel(), grid_steps(axes)

    def run(begin: int, last: int) -> None:
        part = slice(begin, last)
        kernel(values, iso, axes, start[part], end[part], rows, steps, positions[part], normals[part])

    share(run, count, 7 * TERM_SECONDS * count * len(terms.radius))
    return Polygons(positions, normals, corners)


def _sample(terms: Terms, rows: Doubles, axes: Axes) -> Doubles:
    x, y, z = axes
    values = np.zeros((len(z), len(y), len(x)))
    kernel = _grid_kernel()

    def run(begin: int, end: int) -> None:
        kernel(rows, terms.reach, axes, begin, end, values)

    points = np.maximum(terms.reach[:, :, 1] - terms.reach[:, :, 0], 0).prod(axis=1).sum()
    share(run, len(z), TERM_SECONDS * int(points))
    return values


def _march(values: Doubles, iso: float) -> tuple[Any, Any, Any]:
    """Both ends of each crossed edge, in the order of the reference, and the edge of each corner."""
    table, counts = triangle_table()
    layers, rows, columns = values.shape
    steps = np.array(CORNERS) @ np.array([rows * columns, columns, 1])
    ends = steps[EDGE_CORNERS]
    directions, code = np.unique(ends[:, 1] - ends[:, 0], return_inverse=True)
    cases = np.empty((layers - 1) * (rows - 1) * (columns - 1), np.uint8)
    in_row = np.zeros((layers - 1, rows - 1), np.int64)
    _case_kernel()(values, iso, counts, cases, in_row)
    size = int(in_row.sum())
    start, end, after, corners = (np.empty(size, np.intp) for _ in range(4))
    latest = np.full((2, rows, columns, len(directions)), -1, np.int64)
    edges = np.column_stack([np.array(CORNERS)[EDGE_CORNERS[:, 0]], ends, code])
    edges_found = _edge_kernel()(
        cases, in_row, columns, table, counts, edges, latest, start, end, after, corners
    )
    return start[:edges_found], end[:edges_found], corners


def _rows(terms: Terms) -> Doubles:
    """(K, 19) the members of the terms as numbers, one row each: compiled code reads one array faster than
    nine."""
    return np.column_stack(
        [
            terms.metaball,
            terms.strength,
            terms.radius,
            terms.height,
            terms.shift,
            terms.turned,
            terms.turn.reshape(-1, 9),
            terms.scale,
            terms.added,
        ]
    ).astype(np.float64)


@numba.njit(**compile_options(strict=True))
def _fall_off(metaball, strength, radius, height, scale, x, y, z):
    """The value of a term at a point in the space of the term."""
    x, y, z = x / scale, y / scale, z / scale
    if height > 0.0:
        half = height / 2.0
        along = min(max((y + half) / height, 0.0), 1.0)
        y = y - (-half + along * height)
    distance = math.sqrt((x * x + y * y) + z * z)
    if metaball:
        fall = 1.0 - distance / radius
        value = strength * fall * fall
        return 0.0 if distance >= radius else value
    depth = distance - radius
    ramp = strength * (1.0 - depth / radius) / 2.0
    return strength if depth <= -radius else (ramp if depth < radius else 0.0)


@numba.njit(**compile_options(strict=True))
def _add_terms(rows, xs, ys, zs, total):
    """The sum of all terms at some points."""
    total[:] = 0.0
    for term in range(len(rows)):
        metaball, strength, radius, height = rows[term, 0] != 0.0, rows[term, 1], rows[term, 2], rows[term, 3]
        shift_x, shift_y, shift_z, scale = rows[term, 4], rows[term, 5], rows[term, 6], rows[term, 17]
        turned, sign = rows[term, 7] != 0.0, 1.0 if rows[term, 18] != 0.0 else -1.0
        a, b, c = rows[term, 8], rows[term, 9], rows[term, 10]
        d, e, f = rows[term, 11], rows[term, 12], rows[term, 13]
        g, h, i = rows[term, 14], rows[term, 15], rows[term, 16]
        for point in range(len(xs)):
            x, y, z = xs[point] - shift_x, ys[point] - shift_y, zs[point] - shift_z
            if turned:
                x, y, z = (x * a + y * b) + z * c, (x * d + y * e) + z * f, (x * g + y * h) + z * i
            total[point] += sign * _fall_off(metaball, strength, radius, height, scale, x, y, z)


@numba.njit(**compile_options(strict=True))
def _sample_row(rows, term, xs, y, z, values, added):
    """Add a term to a row of the grid: with the term's numbers in registers, vector instructions work on the
    row."""
    metaball, strength, radius, height = rows[term, 0] != 0.0, rows[term, 1], rows[term, 2], rows[term, 3]
    shift, scale, turned = rows[term, 4], rows[term, 17], rows[term, 7] != 0.0
    y, z = y - rows[term, 5], z - rows[term, 6]
    a, b, c = rows[term, 8], rows[term, 11], rows[term, 14]
    ya, yb, yc = y * rows[term, 9], y * rows[term, 12], y * rows[term, 15]
    za, zb, zc = z * rows[term, 10], z * rows[term, 13], z * rows[term, 16]
    sign = 1.0 if added else -1.0
    for column in range(len(xs)):
        x = xs[column] - shift
        if turned:
            value = _fall_off(
                metaball,
                strength,
                radius,
                height,
                scale,
                (x * a + ya) + za,
                (x * b + yb) + zb,
                (x * c + yc) + zc,
            )
        else:
            value = _fall_off(metaball, strength, radius, height, scale, x, y, z)
        values[column] += sign * value


@functools.cache
def _grid_kernel() -> Any:
    def sample_layers(rows, reach, axes, begin, end, values):
        xs, ys, zs = axes
        for term in range(len(reach)):
            some = slice(reach[term, 0, 0], reach[term, 0, 1])
            for layer in range(max(begin, reach[term, 2, 0]), min(end, reach[term, 2, 1])):
                for row in range(reach[term, 1, 0], reach[term, 1, 1]):
                    _sample_row(
                        rows,
                        term,
                        xs[some],
                        ys[row],
                        zs[layer],
                        values[layer, row, some],
                        rows[term, 18] != 0.0,
                    )

    return njit_cached(sample_layers, **compile_options(strict=True))


@functools.cache
def _case_kernel() -> Any:
    def find_cases(values, iso, counts, cases, in_row):
        layers, rows, columns = values.shape
        cell = 0
        for layer in range(layers - 1):
            for row in range(rows - 1):
                # The corners in their order; a loop over them would keep vector instructions out.
                a, b = values[layer, row], values[layer, row + 1]
                c, d = values[layer + 1, row], values[layer + 1, row + 1]
                here = cases[cell : cell + columns - 1]
                some, every = np.uint8(0), np.uint8(255)
                for x in range(columns - 1):
                    case = np.uint8(
                        np.uint8(a[x] >= iso)
                        | np.uint8(a[x + 1] >= iso) << 1
                        | np.uint8(b[x + 1] >= iso) << 2
                        | np.uint8(b[x] >= iso) << 3
                        | np.uint8(c[x] >= iso) << 4
                        | np.uint8(c[x + 1] >= iso) << 5
                        | np.uint8(d[x + 1] >= iso) << 6
                        | np.uint8(d[x] >= iso) << 7
                    )
                    here[x] = case
                    some |= case
                    every &= case
                if some != 0 and every != 255:
                    for x in range(columns - 1):
                        in_row[layer, row] += counts[here[x]]
                cell += columns - 1

    return njit_cached(find_cases, **compile_options(strict=True))


@functools.cache
def _edge_kernel() -> Any:
    def find_edges(cases, in_row, columns, table, counts, edges, latest, start, end, after, corners):
        layers, rows = in_row.shape
        cell = entry = 0
        used = np.zeros((2, rows + 1), np.bool_)
        for layer in range(layers):
            # Edges begin in this layer or in the next, whose place is that of the layer before.
            place = (layer + 1) % 2
            for row in range(rows + 1):
                if used[place, row]:
                    latest[place, row] = -1
                    used[place, row] = False
            for row in range(rows):
                if in_row[layer, row] == 0:
                    cell += columns - 1
                    continue
                used[:, row] = True
                used[:, row + 1] = True
                first = (layer * (rows + 1) + row) * columns
                for column in range(columns - 1):
                    case = cases[cell]
                    for corner in range(counts[case]):
                        edge = edges[table[case, corner]]
                        start[entry], end[entry] = first + column + edge[3], first + column + edge[4]
                        here = latest[(layer + edge[0]) % 2, row + edge[1], column + edge[2]]
                        if here[edge[5]] >= 0:
                            after[here[edge[5]]] = entry
                        here[edge[5]], after[entry] = entry, -1
                        entry += 1
                    cell += 1
        # The last entry of an edge stands for all of them, and gets its number in the order of entries.
        edges_found = 0
        for each in range(entry):
            if after[each] < 0:
                start[edges_found], end[edges_found] = start[each], end[each]
                corners[each] = edges_found
                edges_found += 1
        for each in range(entry - 1, -1, -1):
            if after[each] >= 0:
                corners[each] = corners[after[each]]
        return edges_found

    return njit_cached(find_edges, **compile_options(strict=True))


@functools.cache
def _point_kernel() -> Any:
    def find_points(values, iso, axes, start, end, rows, steps, positions, normals):
        for first in range(0, len(start), AT_ONCE):
            part = slice(first, min(first + AT_ONCE, len(start)))
            _cross(values, iso, axes, start[part], end[part], positions[part])
            _turn_against(rows, steps, positions[part], normals[part])

    return njit_cached(find_points, **compile_options(strict=True))


@numba.njit(**compile_options(strict=True))
def _cross(values, iso, axes, start, end, positions):
    """The point with the value `iso` between two points of the grid."""
    flat = values.reshape(-1)
    rows, columns = values.shape[1], values.shape[2]
    xs, ys, zs = axes
    for point in range(len(start)):
        a, b = start[point], end[point]
        rise = flat[b] - flat[a]
        t = 0.5 if rise == 0.0 else (iso - flat[a]) / rise
        begin = xs[a % columns]
        positions[point, 0] = begin + t * (xs[b % columns] - begin)
        begin = ys[a // columns % rows]
        positions[point, 1] = begin + t * (ys[b // columns % rows] - begin)
        begin = zs[a // (columns * rows)]
        positions[point, 2] = begin + t * (zs[b // (columns * rows)] - begin)


@numba.njit(**compile_options(strict=True))
def _turn_against(rows, steps, positions, normals):
    """Normals against the gradient of the field."""
    low, high, step = steps
    count = len(positions)
    near, sums = np.empty((3, count)), np.empty((2, count))
    for axis in range(3):
        for side in range(2):
            for each in range(3):
                offset = step[each] if each == axis else 0.0
                offset = -offset if side else offset
                for point in range(count):
                    near[each, point] = min(max(positions[point, each] + offset, low[each]), high[each])
            _add_terms(rows, near[0], near[1], near[2], sums[side])
        for point in range(count):
            normals[point, axis] = -(sums[0, point] - sums[1, point])
    for point in range(count):
        x, y, z = normals[point, 0], normals[point, 1], normals[point, 2]
        length = math.sqrt((x * x + y * y) + z * z)
        if length < FLAT:
            normals[point, 0], normals[point, 1], normals[point, 2] = 0.0, 1.0, 0.0
        else:
            normals[point, 0], normals[point, 1], normals[point, 2] = x / length, y / length, z / length
