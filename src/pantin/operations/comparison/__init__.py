"""`compare`: the differences between two rigs in behaviour, not in storage.

Parts are matched by name, then by index, then by shape. Numbers of parts, order, containers, how weights,
quaternions and keys are stored, and data that nothing uses are not compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from pantin.base.records import replace
from pantin.operations.comparison.appearance import compare_materials, compare_mesh_names, matched_surfaces
from pantin.operations.comparison.binding import compare_binding
from pantin.operations.comparison.blend_shapes import compare_blend_shapes
from pantin.operations.comparison.clip_errors import Rigs, WorstVertex
from pantin.operations.comparison.clips import compare_clips
from pantin.operations.comparison.difference import KINDS, Change, Difference, Kind
from pantin.operations.comparison.dynamics import compare_characters, compare_constraints, compare_springs
from pantin.operations.comparison.geometry import compare_geometry
from pantin.operations.comparison.influences import influences_of
from pantin.operations.comparison.matching import match_nodes
from pantin.operations.comparison.structure import compare_nodes
from pantin.operations.comparison.vertex_matching import match_vertices
from pantin.operations.comparison.vertices import VertexTable, longest_side
from pantin.rig import Node, Rig

__all__ = ["KINDS", "Change", "Difference", "Kind", "compare"]

SEARCHED = 500
"""The most vertices without a counterpart for which the nearest vertex is searched."""

TOLERANCE = 1e-5
"""The default tolerance, relative to the longest side of the rest bounding box: resampled rotations cause
noise up to 3e-6."""


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
    """The differences. Those that disappear once the first rig has the rest transforms and vertices of the
    second are marked as consequences."""
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


MOST_CAUSES = 50
"""The most moved nodes for which consequences are searched: two unrelated rigs differ everywhere."""


def repair_causes(rigs: Rigs, changes: list[Change]) -> tuple[Rig, list[Change]] | None:
    """The first rig with the differing rest transforms of the second, or else its differing vertex positions;
    and these differences. None without possible consequences, or with too many differences."""
    moved = [change for change in changes if change.kind == "transforms"]
    if moved and len(changes) > len(moved) and len(moved) <= MOST_CAUSES:
        return _with_transforms(rigs), moved
    vertices = [change for change in changes if change.kind == "geometry" and change.error is not None]
    if not moved and vertices and len(changes) > len(vertices):
        repaired = _with_positions(rigs)
        return None if repaired is None else (repaired, vertices)
    return None


def _with_transforms(rigs: Rigs) -> Rig:
    a, b = rigs.a.rig, rigs.b.rig
    mine, theirs = a.node_list(), b.node_list()
    for index, other in rigs.nodes.pairs():
        if not np.allclose(a.nodes.local[index], b.nodes.local[other], rtol=0, atol=1e-12):
            mine[index] = _placed_as(mine[index], theirs[other])
    return a.replace(nodes=mine)


def _placed_as(node: Node, other: Node) -> Node:
    """A node with the local transform of another."""
    members = ("translation", "rotation", "scale", "matrix")
    return replace(node, **{name: getattr(other, name) for name in members if hasattr(other, name)})


def _with_positions(rigs: Rigs) -> Rig | None:
    """The first rig with the positions of the second, where both have the same vertices in the same order in
    the space of their meshes."""
    a, b = rigs.a.rig, rigs.b.rig
    counts = [[len(surface.positions) for mesh in rig.meshes for surface in mesh.surfaces] for rig in (a, b)]
    if counts[0] != counts[1] or len(a.meshes) != len(b.meshes):
        return None
    meshes = [
        replace(
            mesh,
            surfaces=tuple(
                replace(surface, positions=there.positions)
                for surface, there in zip(mesh.surfaces, other.surfaces, strict=True)
            ),
        )
        for mesh, other in zip(a.meshes, b.meshes, strict=True)
        if len(mesh.surfaces) == len(other.surfaces)
    ]
    return a.replace(meshes=meshes) if len(meshes) == len(a.meshes) else None
