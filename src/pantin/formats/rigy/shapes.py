"""Tessellation (profile `v0_1_default`): the vertices, normals and triangles of each primitive, in
their fixed order.

The bits are fixed too: sums and products have the order of the reference compiler, every sine
comes from `maths.exact`, and no product goes through BLAS.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.formats.rigy.algebra import Matrix, rotation
from pantin.formats.rigy.profile import Profile
from pantin.formats.rigy.schema.document import Primitive, sizes
from pantin.maths import exact
from pantin.maths.fused import fma

Points: TypeAlias = NDArray[np.float64]
Triangles: TypeAlias = NDArray[np.uint32]

SEGMENTS = 32
"""Around the axis; the seam is doubled, so a ring has one vertex more."""
RING = SEGMENTS + 1
LATITUDES = 16
CAP_RINGS = 8
ROWS = 8

VERTEX_COUNTS = {"box": 24, "sphere": 561, "cylinder": 134, "capsule": 858, "wedge": 18}


class Solid(Struct, frozen=True):
    """A tessellated primitive: positions and normals (V, 3), triangles (M,) counter-clockwise or as asked."""

    positions: Points
    normals: Points
    triangles: Triangles


def tessellate(primitive: Primitive, profile: Profile) -> Solid:
    """One primitive, rotated, translated and, for a mirrored copy, reflected: x negated, winding reversed."""
    positions, normals, triangles = _at_rest(primitive, profile)
    transform = primitive.transform
    if transform is not None:
        rotate = fused_rotate if profile.blas_products else _rotate
        matrix = rotation(transform, _fused_product if profile.blas_products else None)
        if matrix is not None:
            positions, normals = rotate(matrix, positions), rotate(matrix, normals)
        if transform.translation is not None:
            positions = positions + np.array(transform.translation)
    if primitive.mirrored:
        reflection = np.array([-1.0, 1.0, 1.0])
        positions, normals = positions * reflection, normals * reflection
        triangles = triangles.reshape(-1, 3)[:, [0, 2, 1]].reshape(-1)
    return Solid(positions, normals, triangles)


def _at_rest(primitive: Primitive, profile: Profile) -> tuple[Points, Points, Triangles]:
    """A primitive before rotation and translation."""
    if primitive.implicit is not None:
        from pantin.formats.rigy import implicit  # few documents need it, and its tables are large

        surface = implicit.surface(primitive.implicit)
        order = slice(None) if profile.inward_winding else [0, 2, 1]
        corners = np.arange(len(surface.positions), dtype=np.uint32).reshape(-1, 3)[:, order]
        is_raw = profile.undivided_differences
        normals = surface.normals if is_raw else implicit.gradient_normals(primitive.implicit)
        return surface.positions, normals, corners.reshape(-1)
    template = _template(primitive.type, profile.inward_winding)
    positions, normals = _SHAPES[primitive.type](*sizes(primitive)), template.normals
    if primitive.type == "wedge":
        normals = _wedge_normals(*sizes(primitive))
    return positions, normals, template.triangles


def vertex_count(primitive: Primitive) -> int | None:
    """The number of vertices of a primitive; None where it could not be read."""
    if primitive.implicit is not None:
        from pantin.formats.rigy import implicit

        return implicit.vertex_count(primitive.implicit)
    return VERTEX_COUNTS.get(primitive.type)


def merge(solids: Sequence[Solid]) -> Solid:
    """Solids one after another, indices shifted."""
    count = sum(len(solid.positions) for solid in solids)
    positions, normals = np.empty((count, 3)), np.empty((count, 3))
    triangles, start = [], 0
    for solid in solids:
        end = start + len(solid.positions)
        positions[start:end], normals[start:end] = solid.positions, solid.normals
        triangles.append(solid.triangles + np.uint32(start))
        start = end
    joined = np.concatenate(triangles) if triangles else np.zeros(0, np.uint32)
    return Solid(positions, normals, joined)


def _rotate(matrix: Matrix, points: Points) -> Points:
    x, y, z = points[:, 0], points[:, 1], points[:, 2]
    rotated = np.empty_like(points)
    for row, (a, b, c) in enumerate(matrix):
        rotated[:, row] = (x * a + y * b) + z * c
    return rotated


def fused_rotate(matrix: Matrix, points: Points) -> Points:
    """See `Profile.blas_products`. Sums begin with 0, so none is −0."""
    x, y, z = points[:, 0], points[:, 1], points[:, 2]
    rotated = np.empty_like(points)
    for row, (a, b, c) in enumerate(matrix):
        rotated[:, row] = fma(z, c, fma(y, b, x * a + 0.0))
    return rotated


def _fused_product(a: Matrix, b: Matrix) -> Matrix:
    x, y, z = fused_rotate(a, np.array(b).T).T.tolist()
    return tuple(x), tuple(y), tuple(z)


@cache
def around() -> tuple[Points, Points]:
    """Cosine and sine of every segment's angle 2π·s/32."""
    angles = [2.0 * math.pi * segment / SEGMENTS for segment in range(RING)]
    return np.array([exact.cos(a) for a in angles]), np.array([exact.sin(a) for a in angles])


@cache
def _polar(kind: str) -> tuple[Points, Points]:
    """Cosine and sine of the angles from the pole: of a sphere's latitudes, or of a capsule's two caps."""
    if kind == "sphere":
        angles = [math.pi * latitude / LATITUDES for latitude in range(LATITUDES + 1)]
    elif kind == "top":
        angles = [(math.pi / 2) * ring / CAP_RINGS for ring in range(CAP_RINGS + 1)]
    else:
        angles = [(math.pi / 2) + (math.pi / 2) * ring / CAP_RINGS for ring in range(1, CAP_RINGS + 1)]
    return np.array([exact.cos(a) for a in angles]), np.array([exact.sin(a) for a in angles])


def _rings(cosines: Points, sines: Points) -> Points:
    """SourceFile normals of rings at these polar angles, ring by ring."""
    around_x, around_z = around()
    rings = np.empty((len(cosines), RING, 3))
    rings[:, :, 0] = sines[:, None] * around_x
    rings[:, :, 1] = cosines[:, None]
    rings[:, :, 2] = sines[:, None] * around_z
    return rings.reshape(-1, 3)


def _barrel(rows: int) -> Points:
    """Normals of a cylinder's side."""
    x, z = around()
    points = np.zeros((rows, RING, 3))
    points[:, :, 0], points[:, :, 2] = x, z
    return points.reshape(-1, 3)


_CORNERS = np.array(
    [
        [(1, -1, -1), (1, 1, -1), (1, 1, 1), (1, -1, 1)],
        [(-1, -1, 1), (-1, 1, 1), (-1, 1, -1), (-1, -1, -1)],
        [(-1, 1, -1), (-1, 1, 1), (1, 1, 1), (1, 1, -1)],
        [(-1, -1, 1), (-1, -1, -1), (1, -1, -1), (1, -1, 1)],
        [(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)],
        [(1, -1, -1), (-1, -1, -1), (-1, 1, -1), (1, 1, -1)],
    ],
    np.float64,
).reshape(-1, 3)
"""Faces +X, −X, +Y, −Y, +Z, −Z, each counter-clockwise from outside."""


def _box(x: float, y: float, z: float) -> Points:
    corners: Points = _CORNERS * np.array([x / 2, y / 2, z / 2])
    return corners


def _sphere(radius: float) -> Points:
    return radius * _template("sphere", False).normals


def _cylinder(radius: float, height: float) -> Points:
    cosines, sines = around()
    points = np.zeros((VERTEX_COUNTS["cylinder"], 3))
    half = height / 2
    x, z = radius * cosines, radius * sines
    side, cap = 2 * RING, 1 + RING
    for start in (0, RING, side + 1, side + cap + 1):
        points[start : start + RING, 0], points[start : start + RING, 2] = x, z
    points[:RING, 1], points[RING:side, 1] = half, -half
    points[side : side + cap, 1], points[side + cap :, 1] = half, -half
    return points


def _capsule(radius: float, height: float) -> Points:
    half = height / 2
    top = half + radius * _polar("top")[0]
    rows = half - height * np.arange(ROWS + 1.0) / ROWS
    bottom = -half + radius * _polar("bottom")[0]
    points = radius * _template("capsule", False).normals
    points[:, 1] = np.repeat(np.concatenate([top, rows, bottom]), RING)
    return points


_WEDGE_FACES = ((0, 1, 4, 3), (0, 3, 5, 2), (1, 2, 5, 4), (0, 1, 2), (3, 5, 4))
"""Corners of the faces −z, −x, slope, −y, +y, each a list of the six corners below."""

_WEDGE_CORNERS = np.array(
    [(-1, -1, -1), (1, -1, -1), (-1, -1, 1), (-1, 1, -1), (1, 1, -1), (-1, 1, 1)], np.float64
)[[corner for face in _WEDGE_FACES for corner in face]]

_WEDGE_TRIANGLES = (0, 2, 1, 0, 3, 2), (0, 2, 3, 0, 1, 2), (0, 2, 1, 0, 3, 2), (0, 1, 2), (0, 1, 2)
"""As the reference compiler winds them: those of −x point inward."""


def _wedge(x: float, y: float, z: float) -> Points:
    corners: Points = _WEDGE_CORNERS * np.array([x / 2, y / 2, z / 2])
    return corners


def _wedge_normals(x: float, y: float, z: float) -> Points:
    """The slope faces away from the edge where −x and −z meet."""
    length = math.sqrt(z * z + x * x)
    faces = [(0.0, 0.0, -1.0), (-1.0, 0.0, 0.0), (z / length, 0.0, x / length), (0, -1.0, 0), (0, 1.0, 0)]
    return np.repeat(np.array(faces, np.float64), [len(face) for face in _WEDGE_FACES], axis=0)


def _wedge_triangles(inward: bool) -> NDArray[np.int64]:
    corner_indices, first = [], 0
    for index, (face, corners) in enumerate(zip(_WEDGE_FACES, _WEDGE_TRIANGLES, strict=True)):
        triangles = np.array(corners).reshape(-1, 3)
        if index == 1 and not inward:
            triangles = triangles[:, [0, 2, 1]]
        corner_indices.append(first + triangles.reshape(-1))
        first += len(face)
    return np.concatenate(corner_indices)


_SHAPES: dict[str, Callable[..., Points]] = {
    "box": _box,
    "sphere": _sphere,
    "cylinder": _cylinder,
    "capsule": _capsule,
    "wedge": _wedge,
}


@cache
def _template(kind: str, inward: bool) -> Solid:
    """Normals and triangles, which do not depend on the size. `inward`: as the reference compiler winds
    them."""
    if kind == "box":
        faces = np.repeat([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], 4, axis=0)
        corners = (4 * np.arange(6)[:, None] + np.array([0, 1, 2, 0, 2, 3])).reshape(-1)
        return _freeze(faces.astype(np.float64), corners)
    if kind == "wedge":
        return _freeze(np.zeros((0, 3)), _wedge_triangles(inward))
    if kind == "sphere":
        return _freeze(_rings(*_polar("sphere")), _grid(LATITUDES + 1, inward))
    if kind == "capsule":
        normals = [_rings(*_polar("top")), _barrel(ROWS + 1), _rings(*_polar("bottom"))]
        return _freeze(np.concatenate(normals), _grid(2 * CAP_RINGS + ROWS + 2, inward))
    ends = np.zeros((2, 1 + RING, 3))
    ends[0, :, 1], ends[1, :, 1] = 1.0, -1.0
    normals_of_all = np.concatenate([_barrel(2), ends.reshape(-1, 3)])
    return _freeze(normals_of_all, np.concatenate([_grid(2, inward), *_caps(inward)]))


def _grid(rows: int, inward: bool) -> NDArray[np.int64]:
    """Two triangles per cell of a grid of rings."""
    a = (np.arange(rows - 1)[:, None] * RING + np.arange(SEGMENTS)).reshape(-1)
    b = a + RING
    cells = [a, b, a + 1, a + 1, b, b + 1] if inward else [a, a + 1, b, a + 1, b + 1, b]
    return np.stack(cells, axis=1).reshape(-1)


def _caps(inward: bool) -> list[NDArray[np.int64]]:
    """The fans of a cylinder's ends. Seen from above, the ring runs clockwise (from +X to +Z)."""
    caps = []
    for centre, upward in ((2 * RING, True), (2 * RING + 1 + RING, False)):
        rim = centre + 1 + np.arange(SEGMENTS)
        turned = upward and not inward
        order = (
            [np.full(SEGMENTS, centre), rim + 1, rim] if turned else [np.full(SEGMENTS, centre), rim, rim + 1]
        )
        caps.append(np.stack(order, axis=1).reshape(-1))
    return caps


def _freeze(normals: Points, corners: NDArray[np.int64]) -> Solid:
    triangles = corners.astype(np.uint32)
    normals.setflags(write=False)
    triangles.setflags(write=False)
    return Solid(np.zeros((0, 3)), normals, triangles)
