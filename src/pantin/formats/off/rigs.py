"""Polytopes as rigs and back: one mesh on one node, with simplexes and edges."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pantin.errors import Unsupported
from pantin.formats.off.polytope import Polytope
from pantin.maths import affine
from pantin.rig import Doubles, Instance, Mesh, Node, Rig, Scene, Surface, build
from pantin.rig.topology import Cells, Topology
from pantin.rig.triangulation import Lists, boundary, face_loop


def to_rig(polytope: Polytope, name: str = "Polytope") -> Rig:
    """A rig with the polytope as its mesh. Raises `Unsupported` above 8 dimensions."""
    size = polytope.dimension
    if size > 8:
        raise Unsupported(f"rigs have 2 to 8 dimensions, and the polytope {size}")
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
    """Faces by their sides, and all above them as OFF lists them."""
    place = {tuple(pair): at for at, pair in enumerate(edges.tolist())}
    sides = tuple(
        tuple(place[min(a, b), max(a, b)] for a, b in pairwise([*face, face[0]]) if len(face) > 1)
        for face in polytope.elements[0]
    )
    cells: list[Cells] = [sides]
    for tier in polytope.elements[1:]:
        cells.append(tuple(_joining(parts, cells[-1]) for parts in tier))
    return tuple(cells)


def _joining(parts: list[int], below: Cells) -> tuple[int, ...]:
    """The parts of a cell, the second one such that it shares a ridge with the first where any does: together
    they are the orientation of the cell in formats that have one."""
    if len(parts) < 2:
        return tuple(parts)
    first, *others = parts
    ridges = set(below[first])
    second = next((one for one in others if ridges.intersection(below[one])), others[0])
    others.remove(second)
    return first, second, *others


def from_rig(rig: Rig) -> Polytope:
    """All surfaces of a rig at rest as one polytope: with their cells, where all have them; else with their
    simplexes as cells."""
    world = affine.world_transforms(rig.nodes.parents, rig.nodes.order, rig.nodes.local)
    pairs = [
        (surface, affine.apply(world[instance.node], surface.positions))
        for instance in rig.instances
        for surface in rig.meshes[instance.mesh].surfaces
    ]
    tiers = [_own_tiers(one, rig.dimension) for one, _ in pairs]
    if pairs and all(one is not None for one in tiers):
        return _joined([points for _, points in pairs], [one for one in tiers if one is not None])
    return _of_simplexes(rig.dimension, pairs)


def _own_tiers(surface: Surface, dimension: int) -> list[Lists] | None:
    """The elements of a surface as OFF lists them, up to its facets; None where it has not all of them."""
    topology = surface.topology
    needed = max(dimension - 2, 1)
    if topology is None or topology.edges is None or len(topology.cells) < needed:
        return None
    edges = topology.edges.tolist()
    loops = [face_loop([edges[part] for part in face]) for face in topology.cells[0]]
    if None in loops:
        return None
    upper = [[list(parts) for parts in tier] for tier in topology.cells[1:needed]]
    return [[one for one in loops if one is not None], *upper]


def _joined(points: list[Doubles], tiers: list[list[Lists]]) -> Polytope:
    """Several polytopes as one; what each element names is counted from where its own parts begin."""
    elements: list[Lists] = [[] for _ in tiers[0]]
    vertices = 0
    for own, mine in zip(points, tiers, strict=True):
        starts = [vertices, *map(len, elements)]
        for level, lists in enumerate(mine):
            elements[level] += [[part + starts[level] for part in one] for one in lists]
        vertices += len(own)
    return Polytope(np.concatenate(points), tuple(elements))


def _of_simplexes(dimension: int, pairs: list[tuple[Surface, Doubles]]) -> Polytope:
    rows, start = [], 0
    for surface, points in pairs:
        simplexes = boundary(surface)
        if simplexes is None and dimension <= 3:
            simplexes = surface.triangles
        if simplexes is not None:
            rows.append(simplexes + start)
        start += len(points)
    vertices = np.concatenate([one for _, one in pairs]) if pairs else np.zeros((0, dimension))
    simplexes = np.concatenate(rows) if rows else np.zeros((0, max(dimension, 3)), np.int64)
    used, where = np.unique(simplexes, return_inverse=True)
    return Polytope(vertices[used], tuple(_tiers(where.reshape(simplexes.shape))))


def _tiers(simplexes: np.ndarray) -> list[Lists]:
    """The elements of simplexes by dimension: triangles as they are wound, and lists of parts above them."""
    cells: list[tuple[int, ...]] = [tuple(row) for row in simplexes.tolist()]
    tiers: list[Lists] = []
    while cells and len(cells[0]) > 3:
        parts: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        lists: Lists = []
        for cell in cells:
            row = []
            for at in range(len(cell)):
                facet = cell[:at] + cell[at + 1 :]
                key = tuple(sorted(facet))
                if key not in parts:
                    parts[key] = (len(parts), facet)
                row.append(parts[key][0])
            lists.append(row)
        tiers.insert(0, lists)
        cells = [facet for _, facet in parts.values()]
    return [[list(cell) for cell in cells], *tiers]
