"""Implicit surfaces of Rigy as terms of a field, which `pantin.kernels.implicit` samples on a grid."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.formats.rigy.algebra import rotation
from pantin.formats.rigy.expand.rotations import SHORTEST
from pantin.formats.rigy.schema.document import (
    CAPSULES,
    FIELDS,
    MOST_POINTS,
    FieldOperator,
    Implicit,
    Transform,
    is_uniform,
)
from pantin.kernels.implicit import Axes, Terms, grid_steps, polygonise

Points: TypeAlias = NDArray[np.float64]

_MARGIN = 1e-9
"""Margin around the reach of a term: far more than rounding errors, far less than a step of any grid."""


class TriangleSoup(Struct, frozen=True):
    """Three vertices per triangle, none shared; (V, 3) each. Triangles face inward."""

    positions: Points
    normals: Points


@lru_cache(maxsize=16)
def surface(field: Implicit) -> TriangleSoup:
    """The surface of a valid field."""
    axes = _axes(field)
    polygons = polygonise(terms_of(field, axes), axes, field.iso)
    extracted = TriangleSoup(polygons.positions[polygons.corners], polygons.normals[polygons.corners])
    extracted.positions.setflags(write=False)
    extracted.normals.setflags(write=False)
    return extracted


def gradient_normals(field: Implicit) -> Points:
    """The normals of its surface, opposite to the gradient. Each central difference is divided by the
    distance of its samples, which is shorter at the border of the domain."""
    soup = surface(field)
    low, high, steps = grid_steps(_axes(field))
    lengths = np.minimum(soup.positions + steps, high) - np.maximum(soup.positions - steps, low)
    against = soup.normals / lengths
    length = np.sqrt((against[:, 0] ** 2 + against[:, 1] ** 2) + against[:, 2] ** 2)
    return np.asarray(against / length[:, None])


def vertex_count(field: Implicit) -> int | None:
    """The number of vertices of the surface; None for an invalid field."""
    return len(surface(field).positions) if is_sound(field) else None


def is_sound(field: Implicit) -> bool:
    """Whether the field can be sampled; the rules report the faults of one that cannot."""
    domain = field.domain
    grid = domain.grid
    if min(grid) < 2 or grid[0] * grid[1] * grid[2] > MOST_POINTS or not field.ops:
        return False
    numbers = [*domain.low, *domain.high, field.iso]
    for operator in field.ops:
        numbers += [
            operator.strength,
            operator.radius,
            *([] if operator.height is None else [operator.height]),
        ]
        if (
            operator.field not in FIELDS
            or operator.op not in ("add", "subtract")
            or not is_positive(operator)
        ):
            return False
        if operator.transform is not None:
            rotation_numbers = _rotation_numbers(operator.transform)
            if rotation_numbers is None:
                return False
            numbers += [*(operator.transform.translation or ()), *rotation_numbers]
            if not is_uniform(operator.transform.scale):
                return False
    ascending = all(low < high for low, high in zip(domain.low, domain.high, strict=True))
    return ascending and bool(np.isfinite(numbers).all())


def _rotation_numbers(transform: Transform) -> tuple[float, ...] | None:
    """The numbers of the rotation of a transform; None for two rotations, or a zero axis or quaternion."""
    about, quaternion = transform.rotation_axis_angle, transform.rotation_quat
    axis = None if about is None else about.axis
    forms: tuple[tuple[float, ...] | None, ...] = (
        transform.rotation_euler,
        transform.rotation_degrees,
        quaternion,
        axis,
    )
    stated = [form for form in forms if form is not None]
    if len(stated) > 1 or any(
        math.hypot(*vector) <= SHORTEST for vector in (quaternion, axis) if vector is not None
    ):
        return None
    return (*(stated[0] if stated else ()), *(() if about is None else (about.degrees,)))


def is_positive(operator: FieldOperator) -> bool:
    """Whether the sizes of a term are given and greater than 0."""
    sizes = [operator.strength, operator.radius] + ([] if operator.height is None else [operator.height])
    return all(size > 0.0 for size in sizes) and (
        operator.field not in CAPSULES or operator.height is not None
    )


def _axes(field: Implicit) -> Axes:
    """The coordinates of the grid along x, y and z. NumPy's `linspace` is a product and a sum per point."""
    domain = field.domain
    x, y, z = (
        np.linspace(low, high, count)
        for low, high, count in zip(domain.low, domain.high, domain.grid, strict=True)
    )
    return x, y, z


def terms_of(field: Implicit, axes: Axes) -> Terms:
    """The terms of a valid field as arrays, for a grid."""
    matrices = [None if term.transform is None else rotation(term.transform) for term in field.ops]
    transforms = [term.transform for term in field.ops]
    return Terms(
        added=np.array([term.op == "add" for term in field.ops]),
        metaball=np.array([term.field.startswith("metaball") for term in field.ops]),
        strength=np.array([term.strength for term in field.ops], np.float64),
        radius=np.array([term.radius for term in field.ops], np.float64),
        height=np.array([_height(term) for term in field.ops], np.float64),
        shift=np.array([each.translation or (0.0,) * 3 if each else (0.0,) * 3 for each in transforms]),
        turned=np.array([matrix is not None for matrix in matrices]),
        turn=np.array(
            [np.eye(3) if matrix is None else np.transpose(matrix) for matrix in matrices], np.float64
        ),
        scale=np.array([each.scale[0] if each and each.scale else 1.0 for each in transforms]),
        reach=np.array(
            [[_reach(term, axis, values) for axis, values in enumerate(axes)] for term in field.ops], np.int64
        ),
    )


def _height(operator: FieldOperator) -> float:
    """The height of a capsule; 0 for other fields."""
    return operator.height or 0.0 if operator.field in CAPSULES else 0.0


def _reach(operator: FieldOperator, axis: int, values: Points) -> list[int]:
    """The part of an axis where a term may not be 0: it ends at its radius, or at twice that."""
    middle = (
        operator.transform.translation[axis] if operator.transform and operator.transform.translation else 0.0
    )
    reach = operator.radius * (1.0 if operator.field.startswith("metaball") else 2.0)
    reach += _height(operator) / 2.0
    if operator.transform is not None and operator.transform.scale is not None:
        reach *= operator.transform.scale[0]
    reach *= 1.0 + _MARGIN
    ends: list[int] = np.searchsorted(values, (middle - reach, middle + reach)).tolist()
    return ends
