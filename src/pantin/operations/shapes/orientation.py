"""The order of the parts of a cell that gives it an orientation in G4MF (G4MF mesh, topology, "Orientation of
Geometry Items")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.maths import affine
from pantin.rig import Doubles
from pantin.rig.topology import Cells


def share_ridge_first(parts: Sequence[int], below: Cells) -> tuple[int, ...]:
    """The parts of a cell, reordered so that the second shares a ridge with the first if any does."""
    first, second = next(_neighbours(parts, below), (None, None))
    return tuple(parts) if first is None else _begin_with(parts, (first, second))


def orient_facets(vertices: Doubles, edges: NDArray[np.int64], cells: Sequence[Cells]) -> Cells:
    """The facets, each with the order of its parts that makes its normal point away from the mean of all
    vertices; `cells` as in `Topology`."""
    span = _Span(edges.tolist(), cells)
    vertices = affine.scale_near_one(vertices)
    centre = vertices.mean(0)
    oriented = list(cells[-1])
    pairs = {facet: _both_ways(parts, cells[-2]) for facet, parts in enumerate(oriented)}
    while tried := {facet: pair for facet in pairs for pair in (next(pairs[facet], None),) if pair}:
        corners = vertices[[span.of_pair(len(cells) - 1, *pair) for pair in tried.values()]]
        away = corners[:, :1] - centre
        outward = affine.determinant(np.concatenate([corners[:, 1:] - corners[:, :1], away], axis=1)) > 0
        for (facet, pair), done in zip(tried.items(), outward.tolist(), strict=True):
            if done:
                oriented[facet] = _begin_with(oriented[facet], pair)
                del pairs[facet]
    return tuple(oriented)


def _both_ways(parts: Sequence[int], below: Cells) -> Iterator[tuple[int, int]]:
    for first, second in _neighbours(parts, below):
        yield first, second
        yield second, first


def _neighbours(parts: Sequence[int], below: Cells) -> Iterator[tuple[int, int]]:
    """Pairs of parts that share a ridge."""
    for first in parts:
        ridges = set(below[first])
        for second in parts:
            if second != first and ridges.intersection(below[second]):
                yield first, second


def _begin_with(parts: Sequence[int], first: Sequence[int | None]) -> tuple[int, ...]:
    beginning = [part for part in first if part is not None]
    return (*beginning, *(part for part in parts if part not in beginning))


class _Span:
    """Vertices that span a cell, in the order that its first two parts give them."""

    def __init__(self, edges: list[list[int]], cells: Sequence[Cells]) -> None:
        self.edges, self.cells = edges, cells

    def of_pair(self, tier: int, first: int, second: int) -> list[int]:
        """The vertices of a cell of a tier that begins with these two parts."""
        below = self.cells[tier - 1]
        if tier == 1:
            faces = below[first], below[second]
            common = next(edge for edge in faces[0] if edge in faces[1])
            start, end = self.edges[common]
            beyond = [self._after(face, common) for face in faces]
            return [beyond[0], start, end, beyond[1]]
        spanned = self.of_pair(tier - 1, *below[first][:2])
        known = self._edges_of(tier - 1, first)
        for edge in self._edges_of(tier - 1, second):
            start, end = self.edges[edge]
            if edge not in known and (start in spanned) != (end in spanned):
                return [*spanned, end if start in spanned else start]
        return spanned

    def _after(self, face: Sequence[int], common: int) -> int:
        """The vertex of the edge that follows the common one in a face, and is not on it."""
        edge = self.edges[face[(face.index(common) + 1) % len(face)]]
        return edge[1] if edge[0] in self.edges[common] else edge[0]

    def _edges_of(self, tier: int, cell: int) -> dict[int, None]:
        if tier == 0:
            return dict.fromkeys(self.cells[0][cell])
        return {edge: None for part in self.cells[tier][cell] for edge in self._edges_of(tier - 1, part)}
