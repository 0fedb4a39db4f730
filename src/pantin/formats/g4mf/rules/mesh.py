"""Rules about meshes and their surfaces: vertices, simplexes, edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pantin.formats.g4mf.accessor import FLOATING, SIGNED, UNSIGNED
from pantin.formats.g4mf.model import Mesh, Surface, is_index
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more

INTEGERS = UNSIGNED | SIGNED


def surfaces(scope: Scope) -> Iterator[tuple[Mesh, Surface]]:
    return ((mesh, surface) for mesh in scope.meshes for surface in mesh.surfaces)


def corners(dimension: int) -> int:
    """How many vertices a simplex of a surface has: those of the boundary, but whole triangles in 2D."""
    return max(dimension, 3)


@rule("G4MF-MESH-001", "error", "vertices is {value!r}, not the index of an accessor; there are {count}")
def mesh_has_vertices(scope: Scope) -> Iterator[Finding]:
    """A mesh names the accessor of its vertices.

    Why: its surfaces share them.
    Mend: add `vertices`.
    Source: G4MF mesh.
    """
    count = scope.listed("accessors")
    for mesh in scope.meshes:
        if not is_index(mesh.raw.get("vertices"), count):
            yield mesh_has_vertices.at(mesh.place, value=mesh.raw.get("vertices"), count=count)


@rule(
    "G4MF-MESH-002",
    "warning",
    "vertices are {type} with {size} numbers each; floating point with {dimension} is expected",
)
def vertices_fit(scope: Scope) -> Iterator[Finding]:
    """Vertices are floating-point vectors of the file's dimension.

    Why: integers and other sizes are allowed, but few readers take them.
    Mend: store them as float32 or float64 with the right `vectorSize`.
    Source: G4MF mesh, vertices.
    """
    for mesh in scope.meshes:
        about = scope.extent(mesh.vertices)
        if about is None or not scope.dimension:
            continue
        if about.type not in FLOATING or about.size != scope.dimension:
            yield vertices_fit.at(
                f"{mesh.place}/vertices", type=about.type, size=about.size, dimension=scope.dimension
            )


@rule("G4MF-MESH-003", "error", "the mesh has no surfaces")
def mesh_has_surfaces(scope: Scope) -> Iterator[Finding]:
    """A mesh has at least one surface.

    Why: vertices alone show nothing.
    Mend: add a surface.
    Source: G4MF mesh, surfaces.
    """
    for mesh in scope.meshes:
        listed = mesh.raw.get("surfaces")
        if not isinstance(listed, list) or not listed or not all(isinstance(one, dict) for one in listed):
            yield mesh_has_surfaces.at(mesh.place)


@rule("G4MF-MESH-004", "error", "vertex {at} has a number that is not finite{more}")
def vertices_are_finite(scope: Scope) -> Iterator[Finding]:
    """Vertices are finite.

    Why: a vertex at NaN is nowhere.
    Mend: correct it.
    Source: common sense.
    """
    for mesh in scope.meshes:
        array = scope.array(mesh.vertices)
        if array is not None and array.dtype.kind == "f":
            wrong = np.flatnonzero(~np.isfinite(array).all(axis=1))
            if len(wrong):
                yield vertices_are_finite.at(
                    f"{mesh.place}/vertices", at=int(wrong[0]), more=and_more(len(wrong))
                )


def _types(scope: Scope, key: str) -> Iterator[tuple[str, Any]]:
    for _, surface in surfaces(scope):
        about = scope.extent(getattr(surface, key))
        if about is not None:
            yield f"{surface.place}/{key}", about


@rule("G4MF-MESH-005", "error", "simplexes are {type}, not integers")
def simplexes_are_integers(scope: Scope) -> Iterator[Finding]:
    """Simplexes are integers.

    Why: they name vertices.
    Mend: store them as uint8, uint16 or uint32.
    Source: G4MF mesh, simplexes.
    """
    for place, about in _types(scope, "simplexes"):
        if about.type not in INTEGERS:
            yield simplexes_are_integers.at(place, type=about.type)


@rule("G4MF-MESH-006", "error", "simplexes have {size} corners each, {expected} are needed")
def simplexes_fit(scope: Scope) -> Iterator[Finding]:
    """A simplex has as many corners as the file has dimensions, and three in 2D.

    Why: it is a piece of the boundary.
    Mend: set `vectorSize`.
    Source: G4MF mesh, simplexes.
    """
    for place, about in _types(scope, "simplexes"):
        if scope.dimension and about.size != corners(scope.dimension):
            yield simplexes_fit.at(place, size=about.size, expected=corners(scope.dimension))


def _past(scope: Scope, key: str) -> Iterator[tuple[str, int, int, int, int]]:
    """Where elements of surfaces name vertices that are not there: place, element, vertex, vertices, how
    often."""
    for mesh, surface in surfaces(scope):
        array = scope.array(getattr(surface, key))
        vertices = scope.extent(mesh.vertices)
        if array is None or array.dtype.kind not in "iu" or vertices is None:
            continue
        count = vertices.count
        rows, columns = np.nonzero((array >= count) | (array < 0))
        if len(rows):
            vertex = int(array[rows[0], columns[0]])
            yield f"{surface.place}/{key}", int(rows[0]), vertex, count, len(rows)


@rule("G4MF-MESH-007", "error", "simplex {at} names vertex {vertex} of {count}{more}")
def simplex_vertices_exist(scope: Scope) -> Iterator[Finding]:
    """Simplexes name vertices of the mesh.

    Why: an index equal to their number names nothing either.
    Mend: correct the index.
    Source: G4MF mesh, simplexes.
    """
    for place, at, vertex, count, often in _past(scope, "simplexes"):
        yield simplex_vertices_exist.at(place, at=at, vertex=vertex, count=count, more=and_more(often))


@rule("G4MF-MESH-008", "error", "edges are {type} with {size} numbers each, not pairs of integers")
def edges_are_pairs(scope: Scope) -> Iterator[Finding]:
    """Edges are pairs of integers.

    Why: an edge has two ends.
    Mend: set `vectorSize` to 2.
    Source: G4MF mesh, edges.
    """
    for place, about in _types(scope, "edges"):
        if about.type not in INTEGERS or about.size != 2:
            yield edges_are_pairs.at(place, type=about.type, size=about.size)


@rule("G4MF-MESH-009", "error", "edge {at} names vertex {vertex} of {count}{more}")
def edge_vertices_exist(scope: Scope) -> Iterator[Finding]:
    """Edges name vertices of the mesh.

    Why: an index equal to their number names nothing either.
    Mend: correct the index.
    Source: G4MF mesh, edges.
    """
    for place, at, vertex, count, often in _past(scope, "edges"):
        yield edge_vertices_exist.at(place, at=at, vertex=vertex, count=count, more=and_more(often))


@rule("G4MF-MESH-010", "error", "{key} needs edges, and the surface has none")
def geometry_has_edges(scope: Scope) -> Iterator[Finding]:
    """Geometry and seams come with edges.

    Why: faces are made of them.
    Mend: add `edges`.
    Source: G4MF mesh, geometry.
    """
    for _, surface in surfaces(scope):
        for key, given in (("geometry", bool(surface.geometry)), ("seams", surface.seams is not None)):
            if given and surface.edges is None:
                yield geometry_has_edges.at(surface.place, key=key)


@rule("G4MF-MESH-019", "error", "polytopeSimplexes needs simplexes, and the surface has none")
def polytope_has_simplexes(scope: Scope) -> Iterator[Finding]:
    """`polytopeSimplexes` comes with simplexes.

    Why: it says how they group into cells.
    Mend: add `simplexes`, or remove it.
    Source: G4MF mesh, polytope simplexes.
    """
    for _, surface in surfaces(scope):
        polytope = surface.raw.get("polytopeSimplexes", surface.raw.get("polytopeCells"))
        if polytope is True and surface.simplexes is None:
            yield polytope_has_simplexes.at(surface.place)


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
