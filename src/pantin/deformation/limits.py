"""A limit for posed meshes: one on many nodes, or accessors that describe more numbers than they store."""

from __future__ import annotations

from collections import Counter
from typing import Final

from pantin.base.limits import Budget, Limits
from pantin.rig import Rig, Surface
from pantin.rig.arrays import memory_key

VERTEX_BYTES: Final = 100
CORNER_BYTES: Final = 90
FLAT_CORNER_BYTES: Final = 200
"""Bytes for a vertex and for a corner of a triangle while they are posed and drawn: measured with a million
vertices and six million corners. Without normals each corner becomes its own vertex."""

POSED_GAIN: Final = 400
"""How many times the size of its file a mesh may take. Stored as it is, a vertex has at least twelve bytes
and a corner two, which become a hundred times as many; Draco stores both in a quarter of that."""


def measure_posed(rig: Rig) -> int:
    """About how many bytes the default scene takes to pose and draw, on all nodes that have the same mesh."""
    shown = rig.shown(None)
    uses = Counter(instance.mesh for instance in rig.instances if shown[instance.node])
    return sum(
        times * _measure_surface(surface)
        for mesh, times in uses.items()
        for surface in rig.meshes[mesh].surfaces
    )


def _measure_surface(surface: Surface) -> int:
    vertices = len(surface.positions)
    corners = vertices if surface.indices is None else len(surface.indices)
    each = FLAT_CORNER_BYTES if surface.normals is None else CORNER_BYTES
    return vertices * VERTEX_BYTES + corners * each


def check_vertex_limit(rig: Rig, budget: Budget | None = None) -> None:
    """Raise `LimitExceeded` where a small file shows more vertices than fit into memory.

    Call it before posing a whole scene, with the budget of the file if the rig comes from one: some kilobytes
    can put a mesh of millions of vertices on thousands of nodes.
    """
    budget = budget or Budget(Limits(), _count_stored_bytes(rig))
    most = max(budget.limits.decoded_bytes, POSED_GAIN * budget.stored)
    budget.check_size(measure_posed(rig), "posing its meshes on all nodes", most)


def _count_stored_bytes(rig: Rig) -> int:
    """The memory of all positions and indices, shared ones once."""
    surfaces = [surface for mesh in rig.meshes for surface in mesh.surfaces]
    arrays = [
        array for surface in surfaces for array in (surface.positions, surface.indices) if array is not None
    ]
    return sum({memory_key(array): array.nbytes for array in arrays if 0 not in array.strides}.values())
