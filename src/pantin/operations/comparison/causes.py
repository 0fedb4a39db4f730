"""Which differences are causes: rest transforms of nodes, and positions of vertices. Much else follows from
them."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.operations.comparison.clips import Rigs
from pantin.operations.comparison.difference import Change
from pantin.rig import Node, Rig

MOST_CAUSES = 50
"""Nodes that are moved at most for it to be worth while to look for what follows: a rig that is another
altogether differs everywhere."""


def repair_causes(rigs: Rigs, changes: list[Change]) -> tuple[Rig, list[Change]] | None:
    """The first rig with the rest transforms, or else with the positions of vertices, of the second where
    those differ; and these differences. None where nothing could follow, or where there are too many."""
    moved = [change for change in changes if change.kind == "transforms"]
    if moved and len(changes) > len(moved) and len(moved) <= MOST_CAUSES:
        return _with_transforms(rigs), moved
    vertices = [change for change in changes if change.kind == "geometry" and change.error is not None]
    if not moved and vertices and len(changes) > len(vertices):
        repaired = _with_positions(rigs)
        return None if repaired is None else (repaired, vertices)
    return None


def _with_transforms(rigs: Rigs) -> Rig:
    a, b = rigs.a.rig, rigs.b.rig
    mine, theirs = a.node_list(), b.node_list()
    for index, other in rigs.nodes.pairs():
        if not np.allclose(a.nodes.local[index], b.nodes.local[other], rtol=0, atol=1e-12):
            mine[index] = _placed_as(mine[index], theirs[other])
    return a.replace(nodes=mine)


def _placed_as(node: Node, other: Node) -> Node:
    """A node with the local transform of another."""
    members = ("translation", "rotation", "scale", "matrix")
    return replace(node, **{name: getattr(other, name) for name in members if hasattr(other, name)})


def _with_positions(rigs: Rigs) -> Rig | None:
    """The first rig with the positions of the second, where both have the same vertices in the same order in
    the space of their meshes."""
    a, b = rigs.a.rig, rigs.b.rig
    counts = [[len(surface.positions) for mesh in rig.meshes for surface in mesh.surfaces] for rig in (a, b)]
    if counts[0] != counts[1] or len(a.meshes) != len(b.meshes):
        return None
    meshes = [
        replace(
            mesh,
            surfaces=tuple(
                replace(surface, positions=there.positions)
                for surface, there in zip(mesh.surfaces, other.surfaces, strict=True)
            ),
        )
        for mesh, other in zip(a.meshes, b.meshes, strict=True)
        if len(mesh.surfaces) == len(other.surfaces)
    ]
    return a.replace(meshes=meshes) if len(meshes) == len(a.meshes) else None
