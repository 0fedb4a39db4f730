"""Polytopes as rigs and back: one mesh on one node, with simplexes and edges."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.errors import Unsupported
from pantin.formats.off.polytope import Lists, Polytope
from pantin.report import Finding, rule
from pantin.rig import Instance, Mesh, Node, Rig, Scene, Surface, build
from pantin.rig.topology import Topology


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
        topology=Topology(simplexes if len(simplexes) else None, edges if len(edges) else None),
    )
    return build(
        dimension=size,
        nodes=[Node(), Node(name, 0)],
        meshes=[Mesh((surface,), f"{name}Mesh")],
        instances=[Instance(1, 0)],
        scenes=[Scene((0,))],
        default_scene=0,
    )


def from_rig(rig: Rig) -> Polytope:
    """The simplexes of all surfaces of a rig at rest as one polytope, whose cells they are."""
    from pantin.maths import affine

    placed = rig.nodes.local.copy()
    for at in rig.order.tolist():
        parent = int(rig.nodes.parents[at])
        if parent >= 0:
            placed[at] = affine.multiply(placed[parent], rig.nodes.local[at])
    points, rows, start = [], [], 0
    for instance in rig.instances:
        for surface in rig.meshes[instance.mesh].surfaces:
            topology = surface.topology
            simplexes = topology.simplexes if topology else None
            if simplexes is None and rig.dimension <= 3:
                simplexes = surface.triangles
            points.append(affine.apply(placed[instance.node], surface.positions))
            if simplexes is not None:
                rows.append(simplexes.astype(np.int64) + start)
            start += len(surface.positions)
    vertices = np.concatenate(points) if points else np.zeros((0, rig.dimension))
    simplexes = np.concatenate(rows) if rows else np.zeros((0, max(rig.dimension, 3)), np.int64)
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


@rule("LOSS-OFF", "warning", "{what} did not cross: OFF holds a shape at rest")
def lost(rig: Rig) -> Iterator[Finding]:
    """A rig has nothing but geometry when it becomes OFF.

    Why: the format has no place for skins, blend shapes, clips and materials.
    Mend: keep the rig in another format.
    Source: the OFF format of Geomview.
    """
    for what, there in (
        ("skins", bool(rig.skins)),
        ("blend shapes", any(mesh.targets for mesh in rig.meshes)),
        ("clips", bool(rig.clips)),
        ("materials", bool(rig.materials)),
    ):
        if there:
            yield lost.at(what=what)
