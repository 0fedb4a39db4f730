"""Posed rigs as polytopes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.formats.posed_surface import Posed
from pantin.operations.shapes.balls import simplex_elements
from pantin.operations.shapes.polytope import Polytope
from pantin.rig import Doubles, Rig, Surface
from pantin.rig.triangulation import Lists, boundary, face_loop


def from_rig(rig: Rig, posed: Sequence[Posed]) -> Polytope:
    """Posed surfaces of a rig as one polytope: with their cells if all have them, else with their simplexes
    as cells. Points and lines are dropped."""
    pairs = [(rig.meshes[part.mesh].surfaces[part.surface], part) for part in posed]
    tiers = [_own_tiers(surface, rig.dimension, bool(part.mirrored)) for surface, part in pairs]
    complete = [own for own in tiers if own is not None]
    if pairs and len(complete) == len(tiers):
        return _join([part.positions.astype(np.float64) for part in posed], complete)
    return _from_simplexes(rig.dimension, pairs)


def _own_tiers(surface: Surface, dimension: int, mirrored: bool) -> list[Lists] | None:
    """The elements of a surface as OFF lists them, up to its facets; None where some are missing. Faces of a
    mirrored surface run the other way."""
    topology = surface.topology
    needed = max(dimension - 2, 1)
    if topology is None or topology.edges is None or len(topology.cells) < needed:
        return None
    edges = topology.edges.tolist()
    loops = [face_loop([edges[part] for part in face]) for face in topology.cells[0]]
    if None in loops:
        return None
    upper = [[list(parts) for parts in tier] for tier in topology.cells[1:needed]]
    return [[face[::-1] if mirrored else face for face in loops if face is not None], *upper]


def _join(points: list[Doubles], tiers: list[list[Lists]]) -> Polytope:
    """Several polytopes as one, their indices shifted to where their own parts begin."""
    elements: list[Lists] = [[] for _ in tiers[0]]
    vertices = 0
    for positions, own_tiers in zip(points, tiers, strict=True):
        starts = [vertices, *map(len, elements)]
        for level, lists in enumerate(own_tiers):
            elements[level] += [[part + starts[level] for part in row] for row in lists]
        vertices += len(positions)
    return Polytope(np.concatenate(points), tuple(elements))


def _from_simplexes(dimension: int, pairs: list[tuple[Surface, Posed]]) -> Polytope:
    rows, start = [], 0
    for surface, posed in pairs:
        simplexes = boundary(surface)
        if simplexes is None and dimension <= 3:
            simplexes = surface.triangles
        if simplexes is not None:
            rows.append((simplexes[:, ::-1] if posed.mirrored else simplexes) + start)
        start += len(posed.positions)
    parts = [posed.positions.astype(np.float64) for _, posed in pairs]
    vertices = np.concatenate(parts) if parts else np.zeros((0, dimension))
    simplexes = np.concatenate(rows) if rows else np.zeros((0, max(dimension, 3)), np.int64)
    used, indices = np.unique(simplexes, return_inverse=True)
    return Polytope(vertices[used], tuple(simplex_elements(indices.reshape(simplexes.shape))))
