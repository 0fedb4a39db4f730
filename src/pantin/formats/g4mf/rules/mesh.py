"""Rules about meshes and their surfaces: vertices, simplexes, edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pantin.formats.g4mf.accessor import FLOATING, SIGNED, UNSIGNED
from pantin.formats.g4mf.model import Mesh, Surface, is_index
from pantin.formats.g4mf.naming import first_of, show
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import counted

INTEGERS = UNSIGNED | SIGNED


def surfaces(scope: Scope) -> Iterator[tuple[Mesh, Surface]]:
    return ((mesh, surface) for mesh in scope.meshes for surface in mesh.surfaces)


def simplex_size(dimension: int) -> int:
    """How many vertices a simplex of a surface has: one of the boundary, but whole triangles in 2D."""
    return max(dimension, 3)


@rule(
    "G4MF-MESH-001",
    "error",
    '"vertices" of {mesh} is {value}; expected the index of an accessor (the file has {count})',
)
def mesh_has_vertices(scope: Scope) -> Iterator[Finding]:
    """Mesh has no vertices accessor.

    What: `vertices` of a mesh is the index of an accessor.
    Why: All surfaces of the mesh share these vertices. Without them the mesh is empty.
    Fix: Add `vertices`, or correct the index.
    Source: G4MF mesh.
    """
    count = scope.count_of("accessors")
    for mesh in scope.meshes:
        value = mesh.raw.get("vertices")
        if not is_index(value, count):
            yield mesh_has_vertices.at(
                mesh.pointer,
                mesh=scope.describe(mesh.pointer),
                value=show(value),
                count=counted(count, "accessor"),
            )


@rule(
    "G4MF-MESH-002",
    "warning",
    "the vertices of {mesh} are {type} with {numbers} each; expected float32 or float64 with {dimension}",
)
def vertices_fit(scope: Scope) -> Iterator[Finding]:
    """Vertices are not floating-point vectors of the file's dimension.

    What: The vertices accessor has a floating-point type and a `vectorSize` equal to the dimension.
    Why: Integers and other sizes are allowed, but few readers support them.
    Fix: Store the vertices as float32 or float64 with the right `vectorSize`.
    Source: G4MF mesh, vertices.
    """
    for mesh in scope.meshes:
        extent = scope.extent(mesh.vertices)
        if extent is None or not scope.dimension:
            continue
        if extent.type not in FLOATING or extent.size != scope.dimension:
            yield vertices_fit.at(
                f"{mesh.pointer}/vertices",
                mesh=scope.describe(mesh.pointer),
                type=extent.type,
                numbers=counted(extent.size, "number"),
                dimension=scope.dimension,
            )


@rule("G4MF-MESH-003", "error", "{mesh} has no surfaces")
def mesh_has_surfaces(scope: Scope) -> Iterator[Finding]:
    """Mesh has no surfaces.

    What: `surfaces` of a mesh is an array of at least one object.
    Why: Vertices alone are not drawn.
    Fix: Add a surface, or remove the mesh.
    Source: G4MF mesh, surfaces.
    """
    for mesh in scope.meshes:
        entries = mesh.raw.get("surfaces")
        valid = isinstance(entries, list) and entries and all(isinstance(entry, dict) for entry in entries)
        if not valid:
            yield mesh_has_surfaces.at(mesh.pointer, mesh=scope.describe(mesh.pointer))


@rule("G4MF-MESH-004", "error", "vertex {vertex} of {mesh} is at NaN or infinity")
def vertices_are_finite(scope: Scope) -> Iterator[Finding]:
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
                yield vertices_are_finite.at(
                    f"{mesh.pointer}/vertices",
                    vertex=first_of(int(wrong[0]), len(wrong)),
                    mesh=scope.describe(mesh.pointer),
                )


def _extents(scope: Scope, key: str) -> Iterator[tuple[Surface, Any]]:
    for _, surface in surfaces(scope):
        extent = scope.extent(getattr(surface, key))
        if extent is not None:
            yield surface, extent


@rule("G4MF-MESH-005", "error", "the simplexes of {surface} are {type}; they must be integers")
def simplexes_are_integers(scope: Scope) -> Iterator[Finding]:
    """Simplexes are not integers.

    What: The simplexes accessor has an integer type.
    Why: Simplexes are indices of vertices.
    Fix: Store them as uint8, uint16 or uint32.
    Source: G4MF mesh, simplexes.
    """
    for surface, extent in _extents(scope, "simplexes"):
        if extent.type not in INTEGERS:
            yield simplexes_are_integers.at(
                f"{surface.pointer}/simplexes", surface=scope.describe(surface.pointer), type=extent.type
            )


@rule(
    "G4MF-MESH-006",
    "error",
    "the simplexes of {surface} have {corners} each; expected {expected} in {dimension}D",
)
def simplexes_fit(scope: Scope) -> Iterator[Finding]:
    """Simplexes have the wrong number of corners.

    What: `vectorSize` of the simplexes is the dimension of the file, but 3 in 2D.
    Why: A simplex is a piece of the boundary: a triangle in 3D, a tetrahedron in 4D.
    Fix: Correct `vectorSize`.
    Source: G4MF mesh, simplexes.
    """
    for surface, extent in _extents(scope, "simplexes"):
        if scope.dimension and extent.size != simplex_size(scope.dimension):
            yield simplexes_fit.at(
                f"{surface.pointer}/simplexes",
                surface=scope.describe(surface.pointer),
                corners=counted(extent.size, "corner"),
                expected=simplex_size(scope.dimension),
                dimension=scope.dimension,
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
def simplex_vertices_exist(scope: Scope) -> Iterator[Finding]:
    """Simplex uses a vertex that does not exist.

    What: Simplexes hold indices from 0 to the number of vertices minus 1.
    Why: The vertex does not exist, so the simplex cannot be drawn.
    Fix: Correct the index.
    Source: G4MF mesh, simplexes.
    """
    for surface, values in _missing_vertices(scope, "simplexes"):
        yield simplex_vertices_exist.at(f"{surface.pointer}/simplexes", **values)


@rule(
    "G4MF-MESH-008",
    "error",
    "the edges of {surface} are {type} with {numbers} each; expected pairs of integers",
)
def edges_are_pairs(scope: Scope) -> Iterator[Finding]:
    """Edges are not pairs of integers.

    What: The edges accessor has an integer type and a `vectorSize` of 2.
    Why: An edge has two vertices.
    Fix: Set `vectorSize` to 2, and store the edges as uint8, uint16 or uint32.
    Source: G4MF mesh, edges.
    """
    for surface, extent in _extents(scope, "edges"):
        if extent.type not in INTEGERS or extent.size != 2:
            yield edges_are_pairs.at(
                f"{surface.pointer}/edges",
                surface=scope.describe(surface.pointer),
                type=extent.type,
                numbers=counted(extent.size, "number"),
            )


@rule("G4MF-MESH-009", "error", "edge {index} of {surface} uses vertex {vertex}, but the mesh has {count}")
def edge_vertices_exist(scope: Scope) -> Iterator[Finding]:
    """Edge uses a vertex that does not exist.

    What: Edges hold indices from 0 to the number of vertices minus 1.
    Why: The vertex does not exist, so the edge cannot be drawn.
    Fix: Correct the index.
    Source: G4MF mesh, edges.
    """
    for surface, values in _missing_vertices(scope, "edges"):
        yield edge_vertices_exist.at(f"{surface.pointer}/edges", **values)


@rule("G4MF-MESH-010", "error", '{surface} has "{key}" but no "edges"')
def geometry_has_edges(scope: Scope) -> Iterator[Finding]:
    """Geometry or seams without edges.

    What: A surface with `geometry` or `seams` has `edges`.
    Why: Faces are lists of edges.
    Fix: Add `edges`.
    Source: G4MF mesh, geometry.
    """
    for _, surface in surfaces(scope):
        for key, present in (("geometry", bool(surface.geometry)), ("seams", surface.seams is not None)):
            if present and surface.edges is None:
                yield geometry_has_edges.at(surface.pointer, surface=scope.describe(surface.pointer), key=key)


@rule("G4MF-MESH-019", "error", '{surface} has "polytopeSimplexes" but no "simplexes"')
def polytope_has_simplexes(scope: Scope) -> Iterator[Finding]:
    """polytopeSimplexes without simplexes.

    What: A surface with `polytopeSimplexes` set to true has `simplexes`.
    Why: The flag tells how simplexes are grouped into cells.
    Fix: Add `simplexes`, or remove `polytopeSimplexes`.
    Source: G4MF mesh, polytope simplexes.
    """
    for _, surface in surfaces(scope):
        if surface.raw.get("polytopeSimplexes") is True and surface.simplexes is None:
            yield polytope_has_simplexes.at(surface.pointer, surface=scope.describe(surface.pointer))


RULES = (
    mesh_has_vertices,
    vertices_fit,
    mesh_has_surfaces,
    vertices_are_finite,
    simplexes_are_integers,
    simplexes_fit,
    simplex_vertices_exist,
    edges_are_pairs,
    edge_vertices_exist,
    geometry_has_edges,
    polytope_has_simplexes,
)
