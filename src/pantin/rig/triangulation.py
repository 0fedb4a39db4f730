"""Triangulate cells: the boundary of a shape given by faces and cells, as simplexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.maths import affine
from pantin.rig.arrays import Reals
from pantin.rig.surface import Surface

Lists = list[list[int]]


def boundary(surface: Surface) -> NDArray[np.int64] | None:
    """(S, N) simplexes of a surface: its own, or else its triangulated cells; None where it has neither."""
    topology, size = surface.topology, surface.positions.shape[1]
    if topology is None:
        return None
    if topology.simplexes is not None and len(topology.simplexes):
        return topology.simplexes.astype(np.int64)
    if topology.edges is None or len(topology.cells) < max(size - 2, 1):
        return None
    edges = topology.edges.tolist()
    loops = [face_loop([edges[part] for part in face]) for face in topology.cells[0]]
    closed = [loop for loop in loops if loop is not None]
    if len(closed) < len(loops):
        return None
    simplexes, _ = facet_simplexes([closed, *topology.cells[1 : max(size - 2, 1)]])
    return orient_outward(surface.positions, simplexes)


def face_loop(edges: Sequence[Sequence[int]]) -> list[int] | None:
    """The vertices around a face, each edge beginning where the one before it ends; None if they are not a
    closed loop."""
    if len(edges) < 3:
        return None
    first, second = edges[0], edges[1]
    around = [first[0] if first[1] in second else first[1]]
    for edge in edges:
        if around[-1] not in edge:
            return None
        around.append(edge[1] if edge[0] == around[-1] else edge[0])
    return around[:-1] if around[0] == around[-1] and len(set(around)) == len(edges) else None


def facet_simplexes(
    elements: Sequence[Iterable[Sequence[int]]],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(S, k + 2) simplexes of the last of k tiers of elements: faces as loops of vertices, then lists of
    elements one dimension below; and (S,) the element that each is of.

    Each element becomes cones from its lowest vertex over the parts without that vertex (a pulling
    triangulation). Elements that share a part divide it the same way, because only the lowest vertex of the
    part matters, so there are no cracks. Cells must be convex, as in most polytope libraries.
    """
    faces = [list(face) for face in elements[0]]
    level = [_fan(face) for face in faces]
    corners = [set(face) for face in faces]
    for tier in elements[1:]:
        level, corners = _cones(tier, level, corners)
    pieces = [piece for element in level for piece in element]
    owners = np.repeat(np.arange(len(level)), [len(element) for element in level])
    return np.array(pieces, np.int64).reshape(-1, len(elements) + 2), owners


def orient_outward(vertices: Reals, simplexes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Simplexes with two corners swapped where the normal points towards the mean of all vertices.

    Where a shape is not star-shaped around the mean, windings of facets may disagree.
    """
    if simplexes.shape[1] != vertices.shape[1] or not len(vertices):
        return simplexes
    points = affine.scale_near_one(vertices.astype(np.float64))
    first = points[simplexes[:, 0]]
    sides = points[simplexes[:, 1:]] - first[:, None]
    away = first - points.mean(0)
    # The normal of a simplex is the n with det(v₁ − v₀, …, n) > 0.
    signs = affine.determinant(np.concatenate([sides, away[:, None]], axis=1))
    oriented = simplexes.copy()
    inward = signs < 0
    oriented[inward, -2], oriented[inward, -1] = simplexes[inward, -1], simplexes[inward, -2]
    return oriented


def _fan(face: list[int]) -> Lists:
    """Triangles of a convex face from its lowest vertex."""
    if not face:
        return []
    start = face.index(min(face))
    around = face[start:] + face[:start]
    return [[around[0], around[index], around[index + 1]] for index in range(1, len(around) - 1)]


def _cones(
    tier: Iterable[Sequence[int]], below: list[Lists], corners: list[set[int]]
) -> tuple[list[Lists], list[set[int]]]:
    level: list[Lists] = []
    sets: list[set[int]] = []
    for parts in tier:
        whole = set().union(*(corners[part] for part in parts))
        apex = min(whole, default=-1)
        level.append([[apex, *piece] for part in parts if apex not in corners[part] for piece in below[part]])
        sets.append(whole)
    return level, sets
