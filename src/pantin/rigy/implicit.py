"""Implicit surfaces: a field sampled on a grid, and where it has a given value a surface, by marching cubes.

Everything is done on whole arrays, in the order of operations of the reference compiler; distances are summed
from the left, so no sum depends on the machine.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.rigy.expand.rotations import SHORTEST
from pantin.rigy.marching_cubes import EDGE_CORNERS, triangle_table
from pantin.rigy.rotation import Matrix, rotation
from pantin.rigy.schema.document import (
    CAPSULES,
    FIELDS,
    MOST_POINTS,
    FieldOperator,
    Implicit,
    Transform,
)

Points: TypeAlias = NDArray[np.float64]
Axes: TypeAlias = tuple[Points, Points, Points]

FLAT = 1e-30
"""Where the field changes less than this over two steps, the normal points up (Rigy chapter 3)."""

_MARGIN = 1e-9
"""A term is looked for this much beyond its reach: far more than rounding moves a point, far less than a step
of any grid."""

_CORNERS = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0))
"""Steps along z, y, x from the first corner of a cell to each of its corners."""


class Surface(Struct, frozen=True):
    """Three vertices per triangle, none shared; (V, 3) each. Triangles face inward."""

    positions: Points
    normals: Points


@lru_cache(maxsize=16)
def surface(field: Implicit) -> Surface:
    """The surface of a field that is sound."""
    axes = _axes(field)
    positions, which = _marched(_sampled(field, axes), field.iso, axes)
    made = Surface(positions[which], _normals(field, positions)[which])
    made.positions.setflags(write=False)
    made.normals.setflags(write=False)
    return made


def vertex_count(field: Implicit) -> int | None:
    """How many vertices the surface has; None for a field that is not sound."""
    return len(surface(field).positions) if is_sound(field) else None


def is_sound(field: Implicit) -> bool:
    """Whether the field can be sampled: what is wrong with it otherwise is for the rules to say."""
    domain = field.domain
    grid = domain.grid
    if min(grid) < 2 or grid[0] * grid[1] * grid[2] > MOST_POINTS or not field.ops:
        return False
    numbers = [*domain.low, *domain.high, field.iso]
    for one in field.ops:
        numbers += [one.strength, one.radius, *([] if one.height is None else [one.height])]
        if one.field not in FIELDS or one.op not in ("add", "subtract") or not is_positive(one):
            return False
        if one.transform is not None:
            turn = _turn(one.transform)
            if turn is None:
                return False
            numbers += [*(one.transform.translation or ()), *turn]
    ascending = all(low < high for low, high in zip(domain.low, domain.high, strict=True))
    return ascending and bool(np.isfinite(numbers).all())


def _turn(transform: Transform) -> tuple[float, ...] | None:
    """The numbers of a rotation, of which there is none or one; None for two, or one about no direction."""
    about, quaternion = transform.rotation_axis_angle, transform.rotation_quat
    axis = None if about is None else about.axis
    forms: tuple[tuple[float, ...] | None, ...] = (
        transform.rotation_euler,
        transform.rotation_degrees,
        quaternion,
        axis,
    )
    given = [form for form in forms if form is not None]
    if len(given) > 1 or any(math.hypot(*one) <= SHORTEST for one in (quaternion, axis) if one is not None):
        return None
    return (*(given[0] if given else ()), *(() if about is None else (about.degrees,)))


def is_positive(one: FieldOperator) -> bool:
    """Whether the sizes of a term are there and more than 0."""
    sizes = [one.strength, one.radius] + ([] if one.height is None else [one.height])
    return all(size > 0.0 for size in sizes) and (one.field not in CAPSULES or one.height is not None)


def _axes(field: Implicit) -> Axes:
    """The places of the grid along x, y and z. NumPy's `linspace` is a product and a sum per point."""
    domain = field.domain
    x, y, z = (
        np.linspace(low, high, count)
        for low, high, count in zip(domain.low, domain.high, domain.grid, strict=True)
    )
    return x, y, z


def _sampled(field: Implicit, axes: Axes) -> Points:
    """The values on the grid, z outermost."""
    x, y, z = axes
    total = np.zeros((len(z), len(y), len(x)))
    for one in field.ops:
        places = tuple(_reach(one, axis, values) for axis, values in enumerate(axes))
        xs, ys, zs = (values[place] for values, place in zip(axes, places, strict=True))
        part = total[places[::-1]]
        _add(one, part, xs, ys[:, None], zs[:, None, None])
    return total


def _reach(one: FieldOperator, axis: int, values: Points) -> slice:
    """The places along an axis where a term may be other than 0: it ends at its radius, or at twice that."""
    middle = one.transform.translation[axis] if one.transform and one.transform.translation else 0.0
    reach = one.radius * (1.0 if one.field.startswith("metaball") else 2.0)
    if one.field in CAPSULES:
        reach += (one.height or 0.0) / 2.0
    reach *= 1.0 + _MARGIN
    return slice(*np.searchsorted(values, (middle - reach, middle + reach)).tolist())


def field_at(ops: tuple[FieldOperator, ...], x: Points, y: Points, z: Points) -> Points:
    """The sum of all terms at these points."""
    total = np.zeros(len(x))
    for one in ops:
        _add(one, total, x, y, z)
    return total


def _add(one: FieldOperator, total: Points, x: Points, y: Points, z: Points) -> None:
    """Add a term in place; coordinates may be broadcast."""
    value = _term(one, *_local(one, x, y, z))
    if one.op == "add":
        total += value
    else:
        total -= value


def _local(one: FieldOperator, x: Points, y: Points, z: Points) -> tuple[Points, Points, Points]:
    """Points in the space of a term: moved back, then turned back."""
    if one.transform is None:
        return x, y, z
    if one.transform.translation is not None:
        shift = one.transform.translation
        x, y, z = x - shift[0], y - shift[1], z - shift[2]
    matrix: Matrix | None = rotation(one.transform)
    if matrix is None:
        return x, y, z
    a, b, c = ((x * row[0] + y * row[1]) + z * row[2] for row in zip(*matrix, strict=True))
    return a, b, c


def _term(one: FieldOperator, x: Points, y: Points, z: Points) -> Points:
    if one.height is not None and one.field in CAPSULES:
        half = one.height / 2.0
        along = np.clip((y + half) / one.height, 0.0, 1.0)
        y = y - (-half + along * one.height)
    distance = np.sqrt((x * x + y * y) + z * z)
    if one.field.startswith("metaball"):
        outside = distance >= one.radius
        fall = 1.0 - distance / one.radius
        value: Points = one.strength * fall
        value *= fall
        value[outside] = 0.0
        return value
    depth = distance - one.radius
    ramp = one.strength * (1.0 - depth / one.radius) / 2.0
    return np.where(depth <= -one.radius, one.strength, np.where(depth < one.radius, ramp, 0.0))


def _marched(values: Points, iso: float, axes: Axes) -> tuple[Points, NDArray[np.intp]]:
    """The points where the surface crosses edges of the grid, and which of them each corner of the triangles
    is, cell by cell (z outermost, x innermost).

    Cells share edges, and a point is worked out once for each direction in which its edge is run through: the
    two may differ in their last bit.
    """
    inside = values >= iso
    nz, ny, nx = (count - 1 for count in values.shape)
    cases = np.zeros((nz, ny, nx), np.uint8)
    for bit, (dz, dy, dx) in enumerate(_CORNERS):
        cases |= inside[dz : dz + nz, dy : dy + ny, dx : dx + nx].astype(np.uint8) << np.uint8(bit)
    table, counts = triangle_table()
    cells = np.flatnonzero(counts[cases.reshape(-1)])
    case = cases.reshape(-1)[cells]
    edges = table[case][np.arange(table.shape[1]) < counts[case][:, None]]
    z, rest = np.divmod(cells, ny * nx)
    y, x = np.divmod(rest, nx)
    strides = np.array([values.shape[1] * values.shape[2], values.shape[2], 1])
    corners = np.array(_CORNERS) @ strides
    first = np.repeat((z * strides[0] + y * strides[1]) + x, counts[case])
    start, end = (first + corners[side[edges]] for side in EDGE_CORNERS.T)
    chosen, which = _once(
        start, corners[EDGE_CORNERS[:, 1]] - corners[EDGE_CORNERS[:, 0]], edges, values.size
    )
    return _crossings(values, iso, axes, start[chosen], end[chosen]), which


def _once(
    start: NDArray[np.intp], steps: NDArray[np.intp], edges: NDArray[np.intp], size: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """One representative for each edge and direction, and for every place which of them stands for it."""
    directions, code = np.unique(steps, return_inverse=True)
    keys = start * len(directions) + code[edges]
    places = np.arange(len(keys))
    last = np.empty(size * len(directions), np.intp)
    last[keys] = places
    representative = last[keys]
    chosen = np.flatnonzero(representative == places)
    rank = np.empty(len(keys), np.intp)
    rank[chosen] = np.arange(len(chosen))
    return chosen, rank[representative]


def _crossings(
    values: Points, iso: float, axes: Axes, start: NDArray[np.intp], end: NDArray[np.intp]
) -> Points:
    """Where the value is `iso` between two points of the grid, given by their places in it."""
    flat = values.reshape(-1)
    low, high = flat[start], flat[end]
    rise = high - low
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(rise == 0.0, 0.5, (iso - low) / rise)
    made = np.empty((len(start), 3))
    for axis, (a, b) in enumerate(zip(_places(values, start), _places(values, end), strict=True)):
        begin, stop = axes[axis][a], axes[axis][b]
        made[:, axis] = begin + t * (stop - begin)
    return made


def _places(values: Points, flat: NDArray[np.intp]) -> tuple[NDArray[np.intp], ...]:
    """Places along x, y and z."""
    z, y, x = np.unravel_index(flat, values.shape)
    return x, y, z


def _normals(field: Implicit, positions: Points) -> Points:
    """Against the gradient: the difference over a step of the grid to both sides, inside the domain."""
    low, high = np.array(field.domain.low), np.array(field.domain.high)
    steps = (high - low) / (np.array(field.domain.grid, np.float64) - 1.0)
    against = np.empty_like(positions)
    for axis in range(3):
        offset = np.zeros(3)
        offset[axis] = steps[axis]
        ahead, behind = np.clip(positions + offset, low, high), np.clip(positions - offset, low, high)
        against[:, axis] = -(field_at(field.ops, *ahead.T) - field_at(field.ops, *behind.T))
    length = np.sqrt((against[:, 0] ** 2 + against[:, 1] ** 2) + against[:, 2] ** 2)
    flat = length < FLAT
    length[flat] = 1.0
    against /= length[:, None]
    against[flat] = (0.0, 1.0, 0.0)
    return against
