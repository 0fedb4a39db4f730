"""The distance of each vertex of two rigs from the other rig, as shown in heat maps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pantin.base.errors import Unsuitable
from pantin.base.records import Record
from pantin.motion import sample
from pantin.operations.comparison.influences import influences_of
from pantin.operations.comparison.matching import match_nodes, match_parts
from pantin.operations.comparison.vertex_matching import match_vertices
from pantin.operations.comparison.vertices import VertexTable, longest_side

if TYPE_CHECKING:
    from pantin.rig import Doubles, Indices, Rig

FRAMES = 24
"""Times of each clip at which vertices are compared."""

MOST_POSED = 1 << 24
"""Vertices posed for all clips together; those of larger models are compared at rest."""

MOST_PAIRS = 1 << 27
"""The most pairs of vertices that are compared to find the nearest one; with more, only some are compared."""

AT_ONCE = 1 << 22
"""Pairs compared in one pass: 100 MB."""

TOLERANCE = 1e-5
"""Vertices that are closer than this, relative to the longest side, are the same."""


class Distances(Record, eq=False):
    """For both rigs the distance of each vertex, surface by surface, in the order of their instances."""

    sides: tuple[list[Doubles], list[Doubles]]

    @property
    def largest(self) -> float:
        parts = (part for side in self.sides for part in side)
        return max((float(part.max(initial=0.0)) for part in parts), default=0.0)


def vertex_distances(a: Rig, b: Rig) -> Distances:
    """The largest distance of each vertex from its counterpart, at rest and over the clips that both rigs
    have; from the nearest vertex at rest where it has no counterpart. Raises `Unsupported` for rigs of
    different dimensions."""
    if a.dimension != b.dimension:
        raise Unsuitable(f"models of {a.dimension} and {b.dimension} dimensions cannot be compared")
    tables = VertexTable.from_rig(a), VertexTable.from_rig(b)
    size = longest_side(tables[0].rest)
    bound = influences_of(tables[0]), influences_of(tables[1])
    matched = match_vertices(*tables, match_nodes(a, b), bound, TOLERANCE * size)
    frames = list(_poses(*tables))
    sides = []
    for mine, there in ((0, matched.forward), (1, matched.backward)):
        far = _nearest_distances(tables[mine].rest, tables[1 - mine].rest, np.flatnonzero(there < 0), size)
        known = np.flatnonzero(there >= 0)
        for posed in frames:
            gaps = np.linalg.norm(posed[mine][:, known] - posed[1 - mine][:, there[known]], axis=-1)
            far[known] = np.maximum(far[known], np.nan_to_num(gaps, nan=size).max(axis=0, initial=0.0))
        sides.append([far[part.vertices] for part in tables[mine].parts])
    return Distances((sides[0], sides[1]))


def _poses(a: VertexTable, b: VertexTable) -> Iterator[tuple[Doubles, Doubles]]:
    """(F, V, N) positions of both rigs: at rest, and at the same times of each clip that both have."""
    yield a.rest[None], b.rest[None]
    own, others = a.rig.clips, b.rig.clips
    names = [clip.name for clip in own], [clip.name for clip in others]
    pairs = match_parts(*names, lambda at: own[at].duration, lambda at: others[at].duration).pairs()
    if (len(a.rest) + len(b.rest)) * FRAMES * len(pairs) > MOST_POSED:
        return
    for index, other in pairs:
        times = np.linspace(0.0, max(own[index].duration, others[other].duration), FRAMES)
        yield a.pose_many(sample(a.rig, index, times)), b.pose_many(sample(b.rig, other, times))


def _nearest_distances(points: Doubles, others: Doubles, lost: Indices, size: float) -> Doubles:
    """(V,) the distance of each lost vertex from the nearest of the others; 0 for those that are not lost."""
    far = np.zeros(len(points))
    if not len(others):
        far[lost] = size
        return far
    some = others[:: len(lost) * len(others) // MOST_PAIRS + 1]
    step = max(1, AT_ONCE // len(some))
    for first in range(0, len(lost), step):
        part = lost[first : first + step]
        gaps = np.linalg.norm(points[part, None] - some[None], axis=-1)
        far[part] = np.nan_to_num(gaps, nan=size).min(axis=1)
    return far
