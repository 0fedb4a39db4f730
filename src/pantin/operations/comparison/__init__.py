"""What is different between two rigs, by what they do: `compare`.

Parts are matched by name, then by index, then by shape. Numbers of parts, order, containers, how weights,
quaternions and keys are stored, and data that nothing uses are not compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from pantin.operations.comparison.appearance import compare_materials, compare_mesh_names, matched_surfaces
from pantin.operations.comparison.binding import compare_binding
from pantin.operations.comparison.blend_shapes import compare_blend_shapes
from pantin.operations.comparison.causes import repair_causes
from pantin.operations.comparison.clips import Rigs, WorstVertex, compare_clips
from pantin.operations.comparison.difference import KINDS, Change, Difference, Kind
from pantin.operations.comparison.dynamics import compare_characters, compare_constraints, compare_springs
from pantin.operations.comparison.geometry import compare_geometry
from pantin.operations.comparison.influences import influences_of
from pantin.operations.comparison.matching import match_nodes
from pantin.operations.comparison.structure import compare_nodes
from pantin.operations.comparison.vertex_matching import match_vertices
from pantin.operations.comparison.vertices import VertexTable, longest_side
from pantin.rig import Rig

__all__ = ["KINDS", "Change", "Difference", "Kind", "compare"]

SEARCHED = 500
"""Vertices without a counterpart for which the nearest vertex is looked for."""

TOLERANCE = 1e-5
"""Where no tolerance is given, relative to the longest side of the rest bounding box: resampled rotations
make noise up to 3e-6."""


@np.errstate(all="ignore")  # numbers of a file may be anything
def compare(
    a: Rig,
    b: Rig,
    tolerance: float | None = None,
    ignore: Collection[Kind] = (),
    clip_names: bool = True,
) -> Difference:
    """How the second rig differs from the first.

    tolerance   a distance in their unit
    clip_names  whether the names of matched clips are compared
    """
    if a.dimension != b.dimension:
        message = f"has {b.dimension} dimensions, the first file has {a.dimension}"
        size = longest_side(VertexTable.from_rig(a).rest)
        return Difference(size, tolerance or 0.0, (Change("geometry", "second file", message),))
    tables = VertexTable.from_rig(a), VertexTable.from_rig(b)
    size = longest_side(tables[0].rest)
    distance = TOLERANCE * size if tolerance is None else tolerance
    nodes = match_nodes(a, b)
    bound = influences_of(tables[0]), influences_of(tables[1])
    vertices = match_vertices(*tables, nodes, bound, distance)
    rigs = Rigs(*tables, nodes, vertices, bound, size, distance, clip_names)
    error, changes = _rest_error(rigs), []
    for change in _changes(rigs):
        if isinstance(change, WorstVertex):
            error = max(error, change.error)
        else:
            changes.append(change)
    changes = [change for change in _mark_effects(rigs, changes) if change.kind not in ignore]
    changes.sort(key=lambda change: (change.follows, KINDS.index(change.kind)))
    return Difference(error, distance, tuple(changes))


def _mark_effects(rigs: Rigs, changes: list[Change]) -> list[Change]:
    """The differences, marked where they follow from those of rest transforms and of vertices: what is not
    there any more once the first rig has the transforms and the vertices of the second."""
    repaired = repair_causes(rigs, changes)
    if repaired is None:
        return changes
    a, causes = repaired
    table = VertexTable.from_rig(a)
    bound = influences_of(table)
    vertices = match_vertices(table, rigs.b, rigs.nodes, (bound, rigs.bound[1]), rigs.tolerance)
    again = Rigs(
        table,
        rigs.b,
        rigs.nodes,
        vertices,
        (bound, rigs.bound[1]),
        rigs.size,
        rigs.tolerance,
        rigs.clip_names,
    )
    left = {(each.kind, each.where) for each in _changes(again) if isinstance(each, Change)}
    return [
        change if change in causes or (change.kind, change.where) in left else change.replace(follows=True)
        for change in changes
    ]


def _changes(rigs: Rigs) -> Iterator[Change | WorstVertex]:
    a, b, nodes, vertices = rigs.a, rigs.b, rigs.nodes, rigs.vertices
    yield from compare_nodes(a.rig, b.rig, nodes, rigs.tolerance)
    of_vertices = [
        *compare_geometry(a, b, vertices, rigs.tolerance),
        *compare_binding(a, b, nodes, vertices, rigs.bound, rigs.tolerance),
        *compare_blend_shapes(a, b, vertices, rigs.tolerance),
    ]
    yield from of_vertices
    yield from compare_clips(rigs, same_vertices=not of_vertices)
    surfaces = matched_surfaces(a, b, vertices)
    yield from compare_mesh_names(a, b, surfaces)
    yield from compare_materials(a, b, surfaces)
    yield from compare_springs(a.rig, b.rig, nodes)
    yield from compare_constraints(a.rig, b.rig, nodes)
    yield from compare_characters(a.rig, b.rig, nodes)


def _rest_error(rigs: Rigs) -> float:
    """The largest distance of a vertex at rest: from its counterpart, else from the nearest vertex."""
    mine, theirs = rigs.vertices.couples
    gaps = rigs.a.rest[mine] - rigs.b.rest[theirs]
    error = float(np.nan_to_num(np.linalg.norm(gaps, axis=1), nan=rigs.size).max(initial=0.0))
    for points, which, others in (
        (rigs.a.rest, rigs.vertices.lost_a, rigs.b.rest),
        (rigs.b.rest, rigs.vertices.lost_b, rigs.a.rest),
    ):
        lost = np.flatnonzero(which)
        for vertex in lost[:: len(lost) // SEARCHED + 1].tolist():
            apart = np.linalg.norm(others - points[vertex], axis=1).min(initial=rigs.size)
            error = max(error, float(np.nan_to_num(apart, nan=rigs.size)))
    return error
