"""Surfaces as one mesh in the world: vertices at one position are merged, across all seams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pantin.rig import Doubles, Indices

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

SAME_POINT = 1e-6
"""Vertices that are closer than this, relative to the diagonal of the mesh, share a position. Positions are
float32, which has an error of 6e-8."""


class Piece(NamedTuple):
    """A surface in the world: positions (V, 3) and triangles (T, 3)."""

    positions: Doubles
    triangles: Indices


class WorkingMesh:
    """Several pieces as one mesh.

    positions  (n, 3) points without repetition
    triangles  (m, 3) of points; those that are left with fewer than three corners are dropped
    points_of  the point of each vertex, an array for each piece
    extent     the diagonal of the bounds; 1 for a mesh without an extent
    """

    def __init__(self, pieces: Sequence[Piece]) -> None:
        counts = [len(piece.positions) for piece in pieces]
        starts = np.cumsum([0, *counts])
        points = np.concatenate([np.zeros((0, 3)), *(piece.positions for piece in pieces)])
        corners = [piece.triangles + start for piece, start in zip(pieces, starts, strict=False)]
        listed = np.concatenate([np.zeros((0, 3), np.int64), *corners])
        self.extent = extent_of(points)
        first, point_of = unique_points(points, SAME_POINT * self.extent)
        self.positions: Doubles = points[first]
        self.points_of = [
            point_of[start : start + count] for start, count in zip(starts, counts, strict=False)
        ]
        triangles = point_of[listed]
        whole = (triangles != np.roll(triangles, 1, axis=1)).all(axis=1)
        self.triangles: Indices = triangles[whole]

    def __len__(self) -> int:
        return len(self.positions)

    @cached_property
    def normals(self) -> Doubles:
        """(n, 3) normals of length 1, weighted by area; 0 where there is none."""
        return vertex_normals(self.positions, self.triangles)

    @cached_property
    def edges(self) -> csr_matrix:
        """(n, n) which vertices an edge joins: 1, without loops."""
        from scipy.sparse import csr_matrix

        ends = np.concatenate(
            [self.triangles[:, [0, 1]], self.triangles[:, [1, 2]], self.triangles[:, [2, 0]]]
        )
        rows, columns = np.concatenate([ends, ends[:, ::-1]]).T
        size = len(self)
        adjacency = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(size, size))
        adjacency.data[:] = 1.0
        return adjacency

    @cached_property
    def parts(self) -> Indices:
        """(n,) the connected part of each vertex; a vertex without a triangle is a part."""
        from scipy.sparse.csgraph import connected_components

        labels: Indices = connected_components(self.edges, directed=False)[1].astype(np.int64)
        return labels


def extent_of(points: Doubles) -> float:
    """The diagonal of the bounds of points; 1 if they are at one place, or none."""
    if not len(points):
        return 1.0
    return float(np.sqrt((np.ptp(points, axis=0) ** 2).sum())) or 1.0


def unique_points(points: Doubles, step: float) -> tuple[Indices, Indices]:
    """The first point at each position, and the position of each point, in the order of the points."""
    if not len(points):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    cells = np.round((points - points.min(axis=0)) / step).astype(np.int64)
    order = np.lexsort(cells.T)
    sorted_cells = cells[order]
    begins = np.concatenate([[True], (sorted_cells[1:] != sorted_cells[:-1]).any(axis=1)])
    groups = np.cumsum(begins) - 1
    group_of = np.empty(len(points), np.int64)
    group_of[order] = groups
    first = np.full(int(groups[-1]) + 1, len(points))
    np.minimum.at(first, group_of, np.arange(len(points)))
    rank = np.empty(len(first), np.int64)
    in_order = np.argsort(first)
    rank[in_order] = np.arange(len(first))
    return first[in_order], rank[group_of]


def vertex_normals(positions: Doubles, triangles: Indices) -> Doubles:
    """(n, 3) normals of length 1, weighted by area; 0 where there is none."""
    sides = positions[triangles[:, 1:]] - positions[triangles[:, :1]]
    crosses = np.cross(sides[:, 0], sides[:, 1])
    normals = np.zeros_like(positions)
    for axis in range(3):
        parts = [np.bincount(triangles[:, k], crosses[:, axis], len(positions)) for k in range(3)]
        normals[:, axis] = parts[0] + parts[1] + parts[2]
    lengths = np.sqrt((normals**2).sum(axis=1))
    unit: Doubles = normals / np.where(lengths > 0, lengths, 1.0)[:, None]
    return unit
