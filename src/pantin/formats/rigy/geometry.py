"""Measures the primitives of a document: their bounds, the planes of their faces, the gaps between them.

All numbers are for the rest pose, in the space of the document, after symmetry.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from msgspec import Struct

from pantin.base.errors import Unsupported
from pantin.formats.rigy.algebra import dot, length, over
from pantin.formats.rigy.profile import STANDARD
from pantin.formats.rigy.schema.document import Document, Primitive, Vec3
from pantin.formats.rigy.shapes import Points, Solid, tessellate, vertex_count

FACES = {
    "box": {"+x": 4, "-x": 4, "+y": 4, "-y": 4, "+z": 4, "-z": 4},
    "wedge": {"-z": 4, "-x": 4, "slope": 4, "-y": 3, "+y": 3},
}
"""The surface keys of each type and how many vertices each face has, in their order (Rigy chapter 4)."""


MOST_GAPS = 1_000_000
"""The gaps of about 1,400 primitives, a few hundred megabytes."""


class Face(Struct, frozen=True):
    """A flat face: points p of its plane have normal · p + distance = 0. `corners` are its vertices."""

    key: str
    normal: Vec3
    distance: float
    corners: tuple[Vec3, ...]

    @property
    def centre(self) -> Vec3:
        x, y, z = (sum(along) / len(self.corners) for along in zip(*self.corners, strict=True))
        return x, y, z


class Measured(Struct, frozen=True):
    """A primitive in its mesh, with its bounds and its faces, if its type has flat ones."""

    mesh: str
    id: str
    type: str
    low: Vec3
    high: Vec3
    faces: tuple[Face, ...]


class Gap(Struct, frozen=True):
    """The distance between the bounds of two primitives along each axis; negative where they overlap.

    `overall` is the largest of the three: positive where they are apart, 0 where they touch.
    """

    a: str
    b: str
    x: float
    y: float
    z: float
    overall: float


def measure(document: Document) -> list[Measured]:
    """All primitives of a valid document that have vertices."""
    return [
        _measure(mesh.id, primitive)
        for mesh in document.meshes
        for primitive in mesh.primitives
        if vertex_count(primitive)
    ]


def _measure(mesh: str, primitive: Primitive) -> Measured:
    solid = tessellate(primitive, STANDARD)
    low, high = _vec(solid.positions.min(axis=0)), _vec(solid.positions.max(axis=0))
    faces = tuple(_faces(primitive.type, solid)) if primitive.type in FACES else ()
    return Measured(mesh, primitive.id, primitive.type, low, high, faces)


def _faces(kind: str, solid: Solid) -> Iterator[Face]:
    # Python floats from here on: arrays of four corners are ten times slower.
    positions: list[Vec3] = list(map(tuple, solid.positions.tolist()))
    normals: list[Vec3] = list(map(tuple, solid.normals.tolist()))
    start = 0
    for key, count in FACES[kind].items():
        normal = over(normals[start], length(normals[start]))
        corners = tuple(positions[start : start + count])
        yield Face(key, normal, 0.0 - dot(normal, corners[0]), corners)
        start += count


def gaps(primitives: list[Measured]) -> Iterator[Gap]:
    """Every pair, in the order of the document. Raises `Unsupported` for more than `MOST_GAPS`."""
    count = len(primitives) * (len(primitives) - 1) // 2
    if count > MOST_GAPS:
        raise Unsupported(f"{len(primitives):,} primitives have {count:,} gaps; the limit is {MOST_GAPS:,}")
    for first, other in combinations(primitives, 2):
        x, y, z = (gap_along(axis, first, other) for axis in range(3))
        yield Gap(first.id, other.id, x, y, z, max(x, y, z))


def gap_along(axis: int, first: Measured, other: Measured) -> float:
    """The gap along an axis; where they overlap, minus the length of the overlap."""
    return max(first.low[axis], other.low[axis]) - min(first.high[axis], other.high[axis])


def bounds(primitives: list[Measured]) -> tuple[Vec3, Vec3] | None:
    """The bounds of all primitives; None for an empty list."""
    if not primitives:
        return None
    low, high = (np.array([getattr(part, end) for part in primitives], np.float64) for end in ("low", "high"))
    return _vec(low.min(axis=0)), _vec(high.max(axis=0))


def _vec(point: Points) -> Vec3:
    x, y, z = point.tolist()
    return x, y, z
