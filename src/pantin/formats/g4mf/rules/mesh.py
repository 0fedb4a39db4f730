"""Rules about meshes and their surfaces: vertices, simplexes, edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pantin.formats.g4mf.accessor import SIGNED, UNSIGNED
from pantin.formats.g4mf.model import Mesh, Surface
from pantin.formats.g4mf.naming import first_of
from pantin.formats.g4mf.rules.members import member_rule
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import counted

INTEGERS = UNSIGNED | SIGNED


def surfaces(scope: Scope) -> Iterator[tuple[Mesh, Surface]]:
    return ((mesh, surface) for mesh in scope.meshes for surface in mesh.surfaces)


def simplex_size(dimension: int) -> int:
    """How many vertices a simplex of a surface has: one of the boundary, but whole triangles in 2D."""
    return max(dimension, 3)


mesh_without_vertices = member_rule(
    "G4MF-MESH-001",
    """Mesh has no vertices accessor.

    What: `vertices` of a mesh is the index of an accessor.
    Why: All surfaces of the mesh share these vertices. Without them the mesh is empty.
    Fix: Add `vertices`, or correct the index.
    Source: G4MF mesh.
    """,
)

vertices_of_other_type = member_rule(
    "G4MF-MESH-002",
    """Vertices are not floating-point vectors of the file's dimension.

    What: The vertices accessor has a floating-point type and a `vectorSize` equal to the dimension.
    Why: Integers and other sizes are allowed, but few readers support them.
    Fix: Store the vertices as float32 or float64 with the right `vectorSize`.
    Source: G4MF mesh, vertices.
    """,
    severity="warning",
)

mesh_without_surfaces = member_rule(
    "G4MF-MESH-003",
    """Mesh has no surfaces.

    What: `surfaces` of a mesh is an array of at least one object.
    Why: Vertices alone are not drawn.
    Fix: Add a surface, or remove the mesh.
    Source: G4MF mesh, surfaces.
    """,
)


@rule("G4MF-MESH-004", "error", "vertex {vertex} of {mesh} is at NaN or infinity")
def vertex_not_finite(scope: Scope) -> Iterator[Finding]:
    """Vertex is not finite.

    What: All coordinates of vertices are finite numbers.
    Why: A vertex at NaN or infinity cannot be drawn, and its triangles disappear.
    Fix: Correct the coordinates.
    Source: not in the specification.
    """
    for mesh in scope.meshes:
        array = scope.array(mesh.vertices)
        if array is not None and array.dtype.kind == "f":
            wrong = np.flatnonzero(~np.isfinite(array).all(axis=1))
            if len(wrong):
                yield vertex_not_finite.at(
                    f"{mesh.pointer}/vertices",
                    vertex=first_of(int(wrong[0]), len(wrong)),
                    mesh=scope.describe(mesh.pointer),
                )


def _extents(scope: Scope, key: str) -> Iterator[tuple[Surface, Any]]:
    for _, surface in surfaces(scope):
        extent = scope.extent(getattr(surface, key))
        if extent is not None:
            yield surface, extent


simplexes_not_integers = member_rule(
    "G4MF-MESH-005",
    """Simplexes are not integers.

    What: The simplexes accessor has an integer type.
    Why: Simplexes are indices of vertices.
    Fix: Store them as uint8, uint16 or uint32.
    Source: G4MF mesh, simplexes.
    """,
)

simplexes_of_wrong_size = member_rule(
    "G4MF-MESH-006",
    """Simplexes have the wrong number of corners.

    What: `vectorSize` of the simplexes is the dimension of the file, but 3 in 2D.
    Why: A simplex is a piece of the boundary: a triangle in 3D, a tetrahedron in 4D.
    Fix: Correct `vectorSize`.
    Source: G4MF mesh, simplexes.
    """,
)


def _missing_vertices(scope: Scope, key: str) -> Iterator[tuple[Surface, dict[str, Any]]]:
    """Surfaces whose simplexes or edges name vertices that do not exist, with the values of the message."""
    for mesh, surface in surfaces(scope):
        array = scope.array(getattr(surface, key))
        vertices = scope.extent(mesh.vertices)
        if array is None or array.dtype.kind not in "iu" or vertices is None:
            continue
        rows, columns = np.nonzero((array >= vertices.count) | (array < 0))
        if len(rows):
            yield (
                surface,
                {
                    "index": first_of(int(rows[0]), len(rows)),
                    "surface": scope.describe(surface.pointer),
                    "vertex": int(array[rows[0], columns[0]]),
                    "count": counted(vertices.count, "vertex"),
                },
            )


@rule(
    "G4MF-MESH-007",
    "error",
    "simplex {index} of {surface} uses vertex {vertex}, but the mesh has {count}",
)
def simplex_vertex_missing(scope: Scope) -> Iterator[Finding]:
    """Simplex uses a vertex that does not exist.

    What: Simplexes hold indices from 0 to the number of vertices minus 1.
    Why: The vertex does not exist, so the simplex cannot be drawn.
    Fix: Correct the index.
    Source: G4MF mesh, simplexes.
    """
    for surface, values in _missing_vertices(scope, "simplexes"):
        yield simplex_vertex_missing.at(f"{surface.pointer}/simplexes", **values)


edges_not_pairs = member_rule(
    "G4MF-MESH-008",
    """Edges are not pairs of integers.

    What: The edges accessor has an integer type and a `vectorSize` of 2.
    Why: An edge has two vertices.
    Fix: Set `vectorSize` to 2, and store the edges as uint8, uint16 or uint32.
    Source: G4MF mesh, edges.
    """,
)


@rule("G4MF-MESH-009", "error", "edge {index} of {surface} uses vertex {vertex}, but the mesh has {count}")
def edge_vertex_missing(scope: Scope) -> Iterator[Finding]:
    """Edge uses a vertex that does not exist.

    What: Edges hold indices from 0 to the number of vertices minus 1.
    Why: The vertex does not exist, so the edge cannot be drawn.
    Fix: Correct the index.
    Source: G4MF mesh, edges.
    """
    for surface, values in _missing_vertices(scope, "edges"):
        yield edge_vertex_missing.at(f"{surface.pointer}/edges", **values)


@rule("G4MF-MESH-010", "error", '{surface} has "{key}" but no "edges"')
def geometry_without_edges(scope: Scope) -> Iterator[Finding]:
    """Geometry or seams without edges.

    What: A surface with `geometry` or `seams` has `edges`.
    Why: Faces are lists of edges.
    Fix: Add `edges`.
    Source: G4MF mesh, geometry.
    """
    for _, surface in surfaces(scope):
        for key, present in (("geometry", bool(surface.geometry)), ("seams", surface.seams is not None)):
            if present and surface.edges is None:
                yield geometry_without_edges.at(
                    surface.pointer, surface=scope.describe(surface.pointer), key=key
                )


@rule("G4MF-MESH-019", "error", '{surface} has "polytopeSimplexes" but no "simplexes"')
def polytope_without_simplexes(scope: Scope) -> Iterator[Finding]:
    """polytopeSimplexes without simplexes.

    What: A surface with `polytopeSimplexes` set to true has `simplexes`.
    Why: The flag tells how simplexes are grouped into cells.
    Fix: Add `simplexes`, or remove `polytopeSimplexes`.
    Source: G4MF mesh, polytope simplexes.
    """
    for _, surface in surfaces(scope):
        if surface.raw.get("polytopeSimplexes") is True and surface.simplexes is None:
            yield polytope_without_simplexes.at(surface.pointer, surface=scope.describe(surface.pointer))


RULES = (
    mesh_without_vertices,
    vertices_of_other_type,
    mesh_without_surfaces,
    vertex_not_finite,
    simplexes_not_integers,
    simplexes_of_wrong_size,
    simplex_vertex_missing,
    edges_not_pairs,
    edge_vertex_missing,
    geometry_without_edges,
    polytope_without_simplexes,
)
