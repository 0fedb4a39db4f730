"""Where the primitives of a document are: their bounds, the planes of their faces, gaps between them.

Everything is measured at rest, in the space of the document, after symmetry.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from msgspec import Struct

from pantin.rigy.profile import STANDARD
from pantin.rigy.schema.document import Document, Primitive, Vec3
from pantin.rigy.shapes import Points, tessellate, vertex_count

FACES = {
    "box": {"+x": 4, "-x": 4, "+y": 4, "-y": 4, "+z": 4, "-z": 4},
    "wedge": {"-z": 4, "-x": 4, "slope": 4, "-y": 3, "+y": 3},
}
"""The surface keys of each type and how many vertices each face has, in their order (Rigy chapter 4)."""


class Face(Struct, frozen=True):
    """A flat face: points p of its plane have normal · p + distance = 0. `corners` are its vertices."""

    key: str
    normal: Vec3
    distance: float
    centre: Vec3
    corners: tuple[Vec3, ...]


class Measured(Struct, frozen=True):
    """A primitive in its mesh, with its bounds and its faces, if its type has flat ones."""

    mesh: str
    id: str
    type: str
    low: Vec3
    high: Vec3
    faces: tuple[Face, ...]


class Gap(Struct, frozen=True):
    """How far the bounds of two primitives are apart along each axis; less than 0 where they overlap.

    `overall` is the largest of the three: more than 0 means that they are apart, 0 that they touch.
    """

    a: str
    b: str
    x: float
    y: float
    z: float
    overall: float


def measured(document: Document) -> list[Measured]:
    """All primitives of a sound document that have vertices."""
    return [
        _measured(mesh.id, one) for mesh in document.meshes for one in mesh.primitives if vertex_count(one)
    ]


def _measured(mesh: str, primitive: Primitive) -> Measured:
    solid = tessellate(primitive, STANDARD)
    low, high = _vec(solid.positions.min(axis=0)), _vec(solid.positions.max(axis=0))
    faces = tuple(_faces(primitive.type, solid.positions, solid.normals))
    return Measured(mesh, primitive.id, primitive.type, low, high, faces)


def _faces(kind: str, positions: Points, normals: Points) -> Iterator[Face]:
    start = 0
    for key, count in FACES.get(kind, {}).items():
        corners = positions[start : start + count]
        normal = _vec(normals[start] / math.sqrt(_dot(_vec(normals[start]), _vec(normals[start]))))
        first = _vec(corners[0])
        listed = tuple(_vec(one) for one in corners)
        yield Face(key, normal, 0.0 - _dot(normal, first), _vec(corners.mean(axis=0)), listed)
        start += count


def gaps(primitives: list[Measured]) -> Iterator[Gap]:
    """Every pair, in the order of the document."""
    for one, other in combinations(primitives, 2):
        x, y, z = (gap_along(axis, one, other) for axis in range(3))
        yield Gap(one.id, other.id, x, y, z, max(x, y, z))


def gap_along(axis: int, one: Measured, other: Measured) -> float:
    """The gap along one axis; where they overlap, minus the length they share."""
    return max(one.low[axis], other.low[axis]) - min(one.high[axis], other.high[axis])


def bounds(primitives: list[Measured]) -> tuple[Vec3, Vec3] | None:
    """The bounds of all of them; None for none."""
    if not primitives:
        return None
    low = np.min([one.low for one in primitives], axis=0)
    return _vec(low), _vec(np.max([one.high for one in primitives], axis=0))


def _vec(point: Points) -> Vec3:
    x, y, z = point.tolist()
    return x, y, z


def _dot(a: Vec3, b: Vec3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
