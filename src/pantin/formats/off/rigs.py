"""Polytopes as rigs and back: one mesh on one node, with simplexes and edges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pantin.errors import Unsupported
from pantin.formats.exchange import Posed
from pantin.formats.off.polytope import Polytope
from pantin.rig import Doubles, Instance, Mesh, Node, Rig, Scene, Surface, build
from pantin.rig.topology import Cells, Topology
from pantin.rig.triangulation import Lists, boundary, face_loop


def to_rig(polytope: Polytope, name: str = "Polytope") -> Rig:
    """A rig with the polytope as its mesh. Raises `Unsupported` above 8 dimensions."""
    size = polytope.dimension
    if size > 8:
        raise Unsupported(f"the polytope has {size} dimensions; rigs have 2 to 8")
    simplexes, edges = polytope.simplexes(), polytope.edges()
    flat = simplexes.reshape(-1) if size <= 3 else edges.reshape(-1)
    surface = Surface(
        polytope.vertices,
        indices=flat,
        mode="triangles" if size <= 3 else "lines",
        topology=Topology(
            simplexes if len(simplexes) else None,
            edges if len(edges) else None,
            cells=_cells(polytope, edges) if len(edges) else (),
        ),
    )
    return build(
        dimension=size,
        nodes=[Node(), Node(name, 0)],
        meshes=[Mesh((surface,), f"{name}Mesh")],
        instances=[Instance(1, 0)],
        scenes=[Scene((0,))],
        default_scene=0,
    )


def _cells(polytope: Polytope, edges: NDArray[np.int64]) -> tuple[Cells, ...]:
    """Faces as lists of edges, and all higher elements as OFF lists them."""
    index_of = {tuple(pair): index for index, pair in enumerate(edges.tolist())}
    sides = tuple(
        tuple(index_of[min(a, b), max(a, b)] for a, b in pairwise([*face, face[0]]) if len(face) > 1)
        for face in polytope.elements[0]
    )
    cells: list[Cells] = [sides]
    for tier in polytope.elements[1:]:
        cells.append(tuple(_orient(parts, cells[-1]) for parts in tier))
    return tuple(cells)


def _orient(parts: list[int], below: Cells) -> tuple[int, ...]:
    """The parts of a cell, reordered so that the second shares a ridge with the first if any does: together
    they give the cell its orientation in formats that have one."""
    if len(parts) < 2:
        return tuple(parts)
    first, *others = parts
    ridges = set(below[first])
    second = next((part for part in others if ridges.intersection(below[part])), others[0])
    others.remove(second)
    return first, second, *others


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
    return Polytope(vertices[used], tuple(_simplex_tiers(indices.reshape(simplexes.shape))))


def _simplex_tiers(simplexes: np.ndarray) -> list[Lists]:
    """The elements of simplexes by dimension: triangles with their winding, then lists of parts."""
    cells: list[tuple[int, ...]] = [tuple(row) for row in simplexes.tolist()]
    tiers: list[Lists] = []
    while cells and len(cells[0]) > 3:
        parts: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        lists: Lists = []
        for cell in cells:
            row = []
            for corner in range(len(cell)):
                facet = cell[:corner] + cell[corner + 1 :]
                key = tuple(sorted(facet))
                if key not in parts:
                    parts[key] = (len(parts), facet)
                row.append(parts[key][0])
            lists.append(row)
        tiers.insert(0, lists)
        cells = [facet for _, facet in parts.values()]
    return [[list(cell) for cell in cells], *tiers]
