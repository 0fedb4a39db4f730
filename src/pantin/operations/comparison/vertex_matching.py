"""Match the vertices of two rigs: by number, or by position, attributes and weights."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.operations.comparison.influences import Influenced
from pantin.operations.comparison.matching import Matching
from pantin.operations.comparison.vertices import VertexRange, VertexTable
from pantin.rig import Doubles, Indices, Surface

MOST_CANDIDATES = 20_000_000
"""The most pairs of vertices that are compared to match two sets; only points repeated many times would need
more."""

GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
"""No small multiples of it are near each other on a circle."""

FINEST = 1e-9
"""The smallest cell size for sorting points, relative to their extent: float32 cannot resolve finer cells."""


class VertexMatching(Record, eq=False, dict=True):
    """The vertex of B for each vertex of A, and back (−1: none), and the surfaces that were matched as a
    whole."""

    forward: Indices
    backward: Indices
    pairs: tuple[tuple[VertexRange, VertexRange], ...]
    loose_a: tuple[VertexRange, ...]
    loose_b: tuple[VertexRange, ...]
    used: tuple[NDArray[np.bool_], NDArray[np.bool_]]

    @property
    def lost_a(self) -> NDArray[np.bool_]:
        """The vertices of A that are drawn and have no counterpart."""
        lost: NDArray[np.bool_] = self.used[0] & (self.forward < 0)
        return lost

    @property
    def lost_b(self) -> NDArray[np.bool_]:
        """The vertices of B that are drawn and have no counterpart."""
        lost: NDArray[np.bool_] = self.used[1] & (self.backward < 0)
        return lost

    @cached_property
    def couples(self) -> tuple[Indices, Indices]:
        """Vertices of A, ascending, each with one of B. A vertex that the other file duplicates is in several
        couples, so that all copies are compared."""
        mine = np.flatnonzero(self.used[0] & (self.forward >= 0))
        theirs = np.flatnonzero(self.used[1] & (self.backward >= 0))
        more = theirs[self.forward[self.backward[theirs]] != theirs]
        first = np.concatenate([mine, self.backward[more]])
        second = np.concatenate([self.forward[mine], more])
        order = np.argsort(first, kind="stable")
        return first[order], second[order]


def match_vertices(
    a: VertexTable, b: VertexTable, nodes: Matching, bound: tuple[Influenced, Influenced], tolerance: float
) -> VertexMatching:
    """Match vertices: by their number where both nodes have surfaces with the same triangles, else by their
    position, so that reordered, welded, split and joined surfaces are recognised."""
    forward = np.full(len(a.rest), -1, np.int64)
    backward = np.full(len(b.rest), -1, np.int64)
    pairs = _same_surfaces(a, b, nodes)
    far = [pair for pair in pairs if _distance(a, b, *pair) > tolerance]
    loose_a = _without(a.parts, [pair[0] for pair in pairs])
    loose_b = _without(b.parts, [pair[1] for pair in pairs])
    moved_a, moved_b = [*loose_a, *(pair[0] for pair in far)], [*loose_b, *(pair[1] for pair in far)]
    matcher = _Matcher(a, b, nodes, bound, tolerance)
    if far and matcher.match(moved_a, moved_b).whole:
        # The surfaces only changed places: compare those that are at the same place.
        pairs = [pair for pair in pairs if pair not in far]
        loose_a, loose_b = moved_a, moved_b
    for part_a, part_b in pairs:
        forward[part_a.vertices] = np.arange(part_b.vertices.start, part_b.vertices.stop)
        backward[part_b.vertices] = np.arange(part_a.vertices.start, part_a.vertices.stop)
    # Surfaces may touch: those with the same number are tried first, then all of one node, then all.
    left_a, left_b = list(loose_a), list(loose_b)
    for by_number in (True, False):
        groups_a, groups_b = _group(a, left_a, nodes, by_number), _group(b, left_b, None, by_number)
        for key in groups_a.keys() & groups_b.keys():
            matching = matcher.match(groups_a[key], groups_b[key])
            if matching.whole:
                matching.put(forward, backward)
                left_a, left_b = _without(left_a, groups_a[key]), _without(left_b, groups_b[key])
    matcher.match(left_a, left_b).put(forward, backward)
    return VertexMatching(forward, backward, tuple(pairs), tuple(loose_a), tuple(loose_b), (a.used, b.used))


class _Points(NamedTuple):
    """Vertices of both tables, and the nearest of the other for each."""

    ids_a: Indices
    ids_b: Indices
    there: Indices
    back: Indices

    @property
    def whole(self) -> bool:
        return bool((self.there >= 0).all() and (self.back >= 0).all())

    def put(self, forward: Indices, backward: Indices) -> None:
        matched, known = self.there >= 0, self.back >= 0
        forward[self.ids_a[matched]] = self.ids_b[self.there[matched]]
        backward[self.ids_b[known]] = self.ids_a[self.back[known]]


def _group(
    table: VertexTable, parts: list[VertexRange], nodes: Matching | None, by_number: bool
) -> dict[tuple[int, ...], list[VertexRange]]:
    """Surfaces by their node of B; or by the node, their number, and its count of surfaces."""
    groups: dict[tuple[int, ...], list[VertexRange]] = {}
    for part in parts:
        instance = table.instance(part)
        node = instance.node if nodes is None else int(nodes.forward[instance.node])
        number = (part.number, len(table.rig.meshes[instance.mesh].surfaces)) if by_number else ()
        groups.setdefault((node, *number), []).append(part)
    return groups


class _Matcher:
    """Finds vertices of two tables by position, and distinguishes those at the same position."""

    def __init__(
        self,
        a: VertexTable,
        b: VertexTable,
        nodes: Matching,
        bound: tuple[Influenced, Influenced],
        tolerance: float,
    ) -> None:
        self.a, self.b, self.nodes, self.bound, self.tolerance = a, b, nodes, bound, tolerance

    @cached_property
    def features(self) -> tuple[Doubles, Doubles]:
        """What distinguishes vertices at one position: their attributes and influences."""
        known_b = np.arange(len(self.b.rig.nodes))
        return (
            np.column_stack([_attributes(self.a), signatures(self.bound[0], self.nodes.forward, self.a)]),
            np.column_stack([_attributes(self.b), signatures(self.bound[1], known_b, self.b)]),
        )

    def match(self, parts_a: list[VertexRange], parts_b: list[VertexRange]) -> _Points:
        ids_a, ids_b = _ids(self.a, parts_a), _ids(self.b, parts_b)
        if not len(ids_a) or not len(ids_b):
            nothing = (np.full(len(ids), -1, np.int64) for ids in (ids_a, ids_b))
            return _Points(ids_a, ids_b, *nothing)
        points = self.a.rest[ids_a], self.b.rest[ids_b]
        features = self.features[0][ids_a], self.features[1][ids_b]
        there = nearest_within(points[0], points[1], features[0], features[1], self.tolerance)
        back = nearest_within(points[1], points[0], features[1], features[0], self.tolerance)
        return _Points(ids_a, ids_b, there, back)


def signatures(rows: Influenced, numbers: Indices, table: VertexTable) -> Doubles:
    """(V, 2) two numbers for each vertex, equal for equal weights of the same nodes; `numbers` identifies the
    nodes on both sides."""
    known = np.where(rows.nodes < 0, rows.nodes, numbers[rows.nodes])
    angles = (known + 2) * GOLDEN_ANGLE
    result = np.zeros((len(table.rest), 2))
    for axis, values in enumerate((np.cos(angles), np.sin(angles))):
        result[:, axis] = np.bincount(rows.vertices, rows.weights * values, len(table.rest))
    return result


def _same_surfaces(a: VertexTable, b: VertexTable, nodes: Matching) -> list[tuple[VertexRange, VertexRange]]:
    there = {(b.instance(part).node, part.number): part for part in b.parts}
    pairs = []
    for part in a.parts:
        other = there.get((int(nodes.forward[a.instance(part).node]), part.number))
        if other is not None and same_topology(part.surface, other.surface):
            pairs.append((part, other))
    return pairs


def same_topology(a: Surface, b: Surface) -> bool:
    """Whether two surfaces connect the same number of vertices in the same way."""
    if len(a.positions) != len(b.positions) or not np.array_equal(a.triangles, b.triangles):
        return False
    if len(a.triangles) == 0 and (a.mode != b.mode or not np.array_equal(_corners(a), _corners(b))):
        return False
    return _cells_of(a) == _cells_of(b)


def _corners(surface: Surface) -> Indices:
    return np.arange(len(surface.positions)) if surface.indices is None else surface.indices


def _cells_of(surface: Surface) -> tuple[object, ...]:
    """What a topology has beside triangles and edges."""
    topology = surface.topology
    if topology is None:
        return (None, ())
    simplexes = topology.simplexes
    flat = None if simplexes is None or simplexes.shape[1] <= 3 else simplexes.tolist()
    return (flat, tuple(cells for cells in topology.cells if cells))


def _distance(a: VertexTable, b: VertexTable, part_a: VertexRange, part_b: VertexRange) -> float:
    gaps = np.linalg.norm(a.rest[part_a.vertices] - b.rest[part_b.vertices], axis=1)
    return float(np.nan_to_num(gaps, nan=np.inf).max(initial=0.0))


def _without(parts: Sequence[VertexRange], taken: list[VertexRange]) -> list[VertexRange]:
    firsts = {(part.instance, part.number) for part in taken}
    return [part for part in parts if (part.instance, part.number) not in firsts]


def _ids(table: VertexTable, parts: list[VertexRange]) -> Indices:
    """The vertices of these surfaces that are drawn."""
    ranges = [np.flatnonzero(table.used[part.vertices]) + part.first for part in parts]
    return np.concatenate(ranges) if ranges else np.zeros(0, np.int64)


def _attributes(table: VertexTable) -> Doubles:
    """(V, 13) normal, two sets of texture coordinates, colour, and colour of the material; NaN where there is
    none, which matches anything."""
    rows = np.full((len(table.rest), 13), np.nan)
    for part, (normals, _) in zip(table.parts, table.rest_directions(), strict=True):
        surface, row = part.surface, rows[part.vertices]
        if normals is not None:
            row[:, : min(3, table.rig.dimension)] = normals[:, :3]
        for number, values in enumerate(surface.texcoords[:2]):
            row[:, 3 + 2 * number : 5 + 2 * number] = values[:, :2]
        if surface.colors:
            row[:, 7:10] = surface.colors[0][:, :3]
        material = table.material(part)
        row[:, 10:] = 1.0 if material is None else material.base_color[:3]
    return rows


def nearest_within(
    points: Doubles, others: Doubles, features: Doubles, other: Doubles, tolerance: float
) -> Indices:
    """For each point the index of the point of `others` within the tolerance with the most similar features;
    −1 if none is within the tolerance.

    Points are sorted into cells twice as wide as the tolerance. The neighbours of a point are in its cell, or
    in the cells beyond the sides nearest to it.
    """
    result = np.full(len(points), -1, np.int64)
    best = np.full(len(points), np.inf)
    low = np.minimum(points.min(axis=0, initial=0), others.min(axis=0, initial=0))
    extent = float(np.nan_to_num(np.abs(others - low), posinf=0).max(initial=0.0))
    width = 2 * max(tolerance, FINEST * extent)
    cells, other_cells = (_cells(some - low, width) for some in (points, others))
    nearer = 2 * (_cells(points - low, width / 2) - 2 * cells) - 1
    keys = _hash(other_cells)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    for step in product((0, 1), repeat=points.shape[1]):
        wanted = _hash(cells + nearer * np.array(step))
        first, last = (np.searchsorted(keys, wanted, side) for side in ("left", "right"))
        counts = last - first
        if counts.sum() > MOST_CANDIDATES:
            counts = np.minimum(counts, max(MOST_CANDIDATES // len(points), 1))
        who = np.repeat(np.arange(len(points)), counts)
        which = order[np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(len(who))]
        gaps = np.linalg.norm(points[who] - others[which], axis=1)
        near = gaps <= tolerance
        who, which, costs = who[near], which[near], gaps[near] / (tolerance or 1.0) * 1e-3
        costs = costs + np.nansum(np.abs(features[who] - other[which]), axis=1)
        _keep_best(result, best, who, which, costs)
    return result


def _cells(points: Doubles, size: float) -> NDArray[np.int64]:
    with np.errstate(invalid="ignore", over="ignore"):
        return np.nan_to_num(np.floor(points / max(size, 1e-300)), nan=0, posinf=0, neginf=0).astype(np.int64)


def _hash(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """A number for each cell. Two cells may share a number, which only costs time."""
    primes = np.array([73856093, 19349663, 83492791, 49979687, 86028121, 32452843, 15485863, 67867967])
    with np.errstate(over="ignore"):
        hashed: NDArray[np.int64] = (cells * primes[: cells.shape[1]]).sum(axis=1)
    return hashed


def _keep_best(result: Indices, best: Doubles, who: Indices, which: Indices, costs: Doubles) -> None:
    order = np.lexsort((costs, who))
    who, which, costs = who[order], which[order], costs[order]
    first = np.ones(len(who), bool)
    first[1:] = who[1:] != who[:-1]
    who, which, costs = who[first], which[first], costs[first]
    better = costs < best[who]
    result[who[better]] = which[better]
    best[who[better]] = costs[better]
