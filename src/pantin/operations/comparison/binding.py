"""Differences in how vertices are bound: weights, and positions relative to joints."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.operations.comparison.difference import Change
from pantin.operations.comparison.geometry import count
from pantin.operations.comparison.influences import FIXED, Influenced, in_world
from pantin.operations.comparison.matching import Matching
from pantin.operations.comparison.vertex_matching import VertexMatching
from pantin.operations.comparison.vertices import VertexTable, describe_node
from pantin.rig import Doubles, Indices, Rig, Skin

SMALLEST_WEIGHT = 1e-5
"""Smaller differences of weights are only rounding."""

SAME_MATRIX = 1e-5
"""How far the numbers of bind matrices may be apart, as a part of the largest."""


def compare_binding(
    a: VertexTable,
    b: VertexTable,
    nodes: Matching,
    matched: VertexMatching,
    bound: tuple[Influenced, Influenced],
    tolerance: float,
) -> Iterator[Change]:
    """Compare weights, and positions relative to joints: they determine how vertices move in poses outside
    the clips."""
    vertices_a, vertices_b = matched.couples
    width = len(a.rig.nodes) + 2
    mine = _rows_of(bound[0], vertices_a, np.arange(len(a.rig.nodes)))
    theirs = _rows_of(bound[1], vertices_b, nodes.backward)
    # One number for a couple of vertices and a node, which may be −1 or −2.
    keys_a, keys_b = (rows.vertices * width + rows.nodes + 2 for rows in (mine, theirs))
    keys = np.union1d(keys_a, keys_b)
    weights = np.zeros((2, len(keys)))
    # Several nodes of a vertex may have no counterpart, and so the same key.
    np.add.at(weights[0], np.searchsorted(keys, keys_a), mine.weights)
    np.add.at(weights[1], np.searchsorted(keys, keys_b), theirs.weights)
    yield from _weights(a, vertices_a[keys // width], np.abs(weights[0] - weights[1]))
    common, at_a, at_b = np.intersect1d(keys_a, keys_b, return_indices=True)
    moved_by = common % width - 2
    points = [in_world(a, moved_by, local) for local in (mine.local[at_a], theirs.local[at_b])]
    apart = np.linalg.norm(points[0] - points[1], axis=1)
    yield from _binds(a, moved_by, apart, tolerance)
    yield from _joint_lists(a, b, nodes, matched)


def _rows_of(rows: Influenced, vertices: Indices, numbers: Indices) -> Influenced:
    """The rows of these vertices, which may repeat: `vertices` of the result counts them. Nodes are
    renumbered; a node without a number stays distinct from the fixed world."""
    first, last = (np.searchsorted(rows.vertices, vertices, side) for side in ("left", "right"))
    counts = last - first
    chosen = np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    known = rows.nodes[chosen]
    renumbered = np.where(known < 0, FIXED, np.where(numbers[known] < 0, FIXED - 1, numbers[known]))
    which = np.repeat(np.arange(len(vertices)), counts)
    return Influenced(which, renumbered, rows.weights[chosen], rows.local[chosen])


def _weights(a: VertexTable, vertices: Indices, gaps: Doubles) -> Iterator[Change]:
    for part in a.parts:
        inside = (vertices >= part.vertices.start) & (vertices < part.vertices.stop)
        changed = np.flatnonzero(inside & (gaps > SMALLEST_WEIGHT))
        if len(changed):
            worst = changed[np.argmax(gaps[changed])]
            many = count(len(np.unique(vertices[changed])), "vertex", "vertices")
            vertex = int(vertices[worst]) - part.first
            message = f"weights of {many} differ, at vertex {vertex} by {gaps[worst]:g}"
            yield Change("weights", a.name(part), message)


def _binds(a: VertexTable, nodes: Indices, apart: Doubles, tolerance: float) -> Iterator[Change]:
    far = ~(apart <= tolerance)
    for node in np.unique(nodes[far]).tolist():
        of_node = far & (nodes == node)
        worst = float(np.nan_to_num(apart[of_node], nan=np.inf).max())
        where = describe_node(a.rig, node) if node >= 0 else "the world"
        many = count(int(of_node.sum()), "vertex is", "vertices are")
        yield Change("binds", where, f"{many} bound elsewhere, by up to {worst:g}", worst)


def _joint_lists(
    a: VertexTable, b: VertexTable, nodes: Matching, matched: VertexMatching
) -> Iterator[Change]:
    """How a skin is blended, and bind matrices of joints that no vertex follows."""
    seen = set()
    for part, other in matched.pairs:
        skins = a.instance(part).skin, b.instance(other).skin
        if skins in seen:
            continue
        seen.add(skins)
        if (skins[0] is None) != (skins[1] is None):
            yield Change("joints", a.name(part), "has a skin in one file only")
        if skins[0] is None or skins[1] is None:
            continue
        mine, theirs = a.rig.skins[skins[0]], b.rig.skins[skins[1]]
        if mine.solver != theirs.solver:
            yield Change("joints", a.name(part), f"is blended by {theirs.solver}, not {mine.solver}")
        # In another mesh space the matrices are others too.
        if np.array_equal(part.surface.positions, other.surface.positions):
            yield from _bind_matrices(a.rig, nodes, mine, theirs)


def _bind_matrices(a: Rig, nodes: Matching, mine: Skin, theirs: Skin) -> Iterator[Change]:
    bound = {int(nodes.backward[joint]): row for row, joint in enumerate(theirs.joints) if joint >= 0}
    for row, joint in enumerate(mine.joints.tolist()):
        if joint < 0 or joint not in bound:
            continue
        first, second = _bind_matrix(a, mine, row), _bind_matrix(a, theirs, bound[joint])
        if not np.abs(first - second).max() <= SAME_MATRIX * max(1.0, float(np.abs(first).max())):
            yield Change("binds", describe_node(a, joint), "has another inverse bind matrix")


def _bind_matrix(rig: Rig, skin: Skin, row: int) -> Doubles:
    if skin.inverse_binds is None:
        return np.eye(rig.dimension, rig.dimension + 1)
    matrix: Doubles = skin.inverse_binds[row]
    return matrix
