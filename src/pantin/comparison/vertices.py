"""The vertices of a rig in one table, and which vertex of one rig is which of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.comparison.matching import Matching
from pantin.deformation.frames import Frames
from pantin.deformation.surface import pose_surface
from pantin.rig import Doubles, Indices, Instance, Pose, Poses, Rig, Surface

MOST_CANDIDATES = 20_000_000
"""Pairs of vertices that are looked at to match two sets; more would be one point repeated many times."""


class Part(NamedTuple):
    """A surface of an instance, and where its vertices begin in the table."""

    instance: int
    number: int
    first: int
    surface: Surface

    @property
    def vertices(self) -> slice:
        return slice(self.first, self.first + len(self.surface.positions))


@dataclass(frozen=True, eq=False, slots=True)
class VertexTable:
    """All vertices of a rig: those of the first surface of the first instance first.

    rest  (V, N) positions of the rest pose in the world
    """

    rig: Rig
    parts: tuple[Part, ...]
    rest: Doubles

    @classmethod
    def of(cls, rig: Rig) -> VertexTable:
        parts, first = [], 0
        for index, instance in enumerate(rig.instances):
            for number, surface in enumerate(rig.meshes[instance.mesh].surfaces):
                parts.append(Part(index, number, first, surface))
                first += len(surface.positions)
        table = cls(rig, tuple(parts), np.zeros((first, rig.dimension)))
        table.rest[:] = table.pose(rig.rest_pose())
        return table

    def instance(self, part: Part) -> Instance:
        return self.rig.instances[part.instance]

    def pose(self, pose: Pose, parts: tuple[Part, ...] | None = None) -> Doubles:
        """(V, N) the positions of all vertices in a pose; those of other parts than `parts` stay at rest."""
        positions = self.rest.copy()
        frames = Frames.of(self.rig, pose)
        for part in self.parts if parts is None else parts:
            posed, _ = pose_surface(frames, part.instance, part.number, None, False, None)
            positions[part.vertices] = posed.positions
        return positions

    def pose_many(self, poses: Poses) -> Doubles:
        """(F, V, N) the positions of all vertices in some poses."""
        frames = Frames.of(self.rig, poses)
        positions = np.empty((len(frames.world), *self.rest.shape))
        for part in self.parts:
            posed, _ = pose_surface(frames, part.instance, part.number, None, False, None)
            positions[:, part.vertices] = posed.positions
        return positions

    def name(self, part: Part) -> str:
        """What a message calls a surface: the node that has it, and its number if there are several."""
        instance = self.instance(part)
        called = describe_node(self.rig, instance.node)
        several = len(self.rig.meshes[instance.mesh].surfaces) > 1
        return f"surface {part.number} of {called}" if several else f"mesh of {called}"


def describe_node(rig: Rig, node: int) -> str:
    """`node 'hip' (3)`, or `node 3` without a name."""
    name = rig.nodes.names[node]
    return f"node {node}" if name is None else f"node {name!r} ({node})"


def longest_side(rest: Doubles) -> float:
    """The longest side of the bounding box of these points; 1 where they have none."""
    finite = rest[np.isfinite(rest).all(axis=1)]
    size = float(np.ptp(finite, axis=0).max()) if len(finite) else 0.0
    return size if size > 0 and np.isfinite(size) else 1.0


@dataclass(frozen=True, eq=False, slots=True)
class VertexMatching:
    """Which vertex of B each vertex of A is, and back (−1: none), and which surfaces were matched whole."""

    forward: Indices
    backward: Indices
    pairs: tuple[tuple[Part, Part], ...]
    loose_a: tuple[Part, ...]
    loose_b: tuple[Part, ...]


def match_vertices(a: VertexTable, b: VertexTable, nodes: Matching, tolerance: float) -> VertexMatching:
    """Match vertices: by their number where both nodes have surfaces with the same triangles, else by their
    position, so that reordered, welded, split and joined surfaces are recognised."""
    forward = np.full(len(a.rest), -1, np.int64)
    backward = np.full(len(b.rest), -1, np.int64)
    pairs = _same_surfaces(a, b, nodes)
    far = [pair for pair in pairs if _distance(a, b, *pair) > tolerance]
    loose_a = _others(a.parts, [pair[0] for pair in pairs])
    loose_b = _others(b.parts, [pair[1] for pair in pairs])
    moved_a, moved_b = [*loose_a, *(pair[0] for pair in far)], [*loose_b, *(pair[1] for pair in far)]
    if far and _match_points(a, b, moved_a, moved_b, tolerance).whole:
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
            found = _match_points(a, b, groups_a[key], groups_b[key], tolerance)
            if found.whole:
                found.put(forward, backward)
                left_a, left_b = _others(left_a, groups_a[key]), _others(left_b, groups_b[key])
    _match_points(a, b, left_a, left_b, tolerance).put(forward, backward)
    return VertexMatching(forward, backward, tuple(pairs), tuple(loose_a), tuple(loose_b))


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
        found, known = self.there >= 0, self.back >= 0
        forward[self.ids_a[found]] = self.ids_b[self.there[found]]
        backward[self.ids_b[known]] = self.ids_a[self.back[known]]


def _group(
    table: VertexTable, parts: list[Part], nodes: Matching | None, by_number: bool
) -> dict[tuple[int, ...], list[Part]]:
    """Surfaces by the node of B they are on, or by that, their number, and how many surfaces the node has."""
    groups: dict[tuple[int, ...], list[Part]] = {}
    for part in parts:
        instance = table.instance(part)
        node = instance.node if nodes is None else int(nodes.forward[instance.node])
        number = (part.number, len(table.rig.meshes[instance.mesh].surfaces)) if by_number else ()
        groups.setdefault((node, *number), []).append(part)
    return groups


def _match_points(
    a: VertexTable, b: VertexTable, parts_a: list[Part], parts_b: list[Part], tolerance: float
) -> _Points:
    ids_a, ids_b = _ids(parts_a), _ids(parts_b)
    if not len(ids_a) or not len(ids_b):
        nothing = (np.full(len(ids), -1, np.int64) for ids in (ids_a, ids_b))
        return _Points(ids_a, ids_b, *nothing)
    features_a, features_b = _features(a, parts_a), _features(b, parts_b)
    there = nearest(a.rest[ids_a], b.rest[ids_b], features_a, features_b, tolerance)
    back = nearest(b.rest[ids_b], a.rest[ids_a], features_b, features_a, tolerance)
    return _Points(ids_a, ids_b, there, back)


def _same_surfaces(a: VertexTable, b: VertexTable, nodes: Matching) -> list[tuple[Part, Part]]:
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


def _distance(a: VertexTable, b: VertexTable, part_a: Part, part_b: Part) -> float:
    gaps = np.linalg.norm(a.rest[part_a.vertices] - b.rest[part_b.vertices], axis=1)
    return float(np.nan_to_num(gaps, nan=np.inf).max(initial=0.0))


def _others(parts: Sequence[Part], taken: list[Part]) -> list[Part]:
    firsts = {(part.instance, part.number) for part in taken}
    return [part for part in parts if (part.instance, part.number) not in firsts]


def _ids(parts: list[Part]) -> Indices:
    ranges = [np.arange(part.vertices.start, part.vertices.stop) for part in parts]
    return np.concatenate(ranges) if ranges else np.zeros(0, np.int64)


def _features(table: VertexTable, parts: list[Part]) -> Doubles:
    """(v, 8) what tells vertices at one place apart: normal, first texture coordinates, colour of the
    material."""
    rows = []
    for part in parts:
        row = np.zeros((len(part.surface.positions), 8))
        if part.surface.normals is not None:
            row[:, : min(3, table.rig.dimension)] = part.surface.normals[:, :3]
        if part.surface.texcoords:
            row[:, 3:5] = part.surface.texcoords[0][:, :2]
        if part.surface.material is not None:
            row[:, 5:] = table.rig.materials[part.surface.material].base_colour[:3]
        rows.append(row)
    return np.concatenate(rows)


def nearest(points: Doubles, others: Doubles, features: Doubles, other: Doubles, tolerance: float) -> Indices:
    """For each point the index of the point of `others` within the tolerance whose features are most like
    its own; −1 where none is so near.

    Points are sorted into cells as wide as the tolerance, and looked for in the cells around.
    """
    result = np.full(len(points), -1, np.int64)
    best = np.full(len(points), np.inf)
    low = np.minimum(points.min(axis=0, initial=0), others.min(axis=0, initial=0))
    cells, other_cells = (_cells(some - low, tolerance) for some in (points, others))
    keys = _hash(other_cells)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    for step in product((-1, 0, 1), repeat=points.shape[1]):
        wanted = _hash(cells + np.array(step))
        first, last = (np.searchsorted(keys, wanted, side) for side in ("left", "right"))
        counts = last - first
        if counts.sum() > MOST_CANDIDATES:
            counts = np.minimum(counts, max(MOST_CANDIDATES // len(points), 1))
        who = np.repeat(np.arange(len(points)), counts)
        which = order[np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(len(who))]
        gaps = np.linalg.norm(points[who] - others[which], axis=1)
        near = gaps <= tolerance
        who, which, costs = who[near], which[near], gaps[near] / (tolerance or 1.0) * 1e-3
        if len(features):
            costs = costs + np.abs(features[who] - other[which]).sum(axis=1)
        _keep_best(result, best, who, which, costs)
    return result


def _cells(points: Doubles, size: float) -> NDArray[np.int64]:
    with np.errstate(invalid="ignore", over="ignore"):
        return np.nan_to_num(np.floor(points / max(size, 1e-300)), nan=0, posinf=0, neginf=0).astype(np.int64)


def _hash(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """A number for each cell; two cells may have the same one, which costs time and nothing else."""
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
