"""A limit for posed vertices: one mesh on many nodes, or accessors that describe more numbers than they
store."""

from __future__ import annotations

from collections import Counter
from typing import Final

from pantin.limits import Budget, Limits
from pantin.rig import Rig
from pantin.rig.arrays import memory_key

POSED_BYTES: Final = 256
"""What a vertex takes while it is posed and drawn: measured with meshes of ten million, without normals."""

STORED_BYTES: Final = 12
"""What a vertex that is not compressed takes in a file at least: three numbers of four bytes."""


def count_shown_vertices(rig: Rig) -> int:
    """How many vertices the default scene shows, on all nodes that have the same mesh."""
    shown = rig.shown(None)
    uses = Counter(instance.mesh for instance in rig.instances if shown[instance.node])
    return sum(
        times * len(surface.positions)
        for mesh, times in uses.items()
        for surface in rig.meshes[mesh].surfaces
    )


def check_vertex_limit(rig: Rig, budget: Budget | None = None) -> None:
    """Raise `LimitExceeded` where a small file shows more vertices than fit into memory.

    Call it before posing a whole scene, with the budget of the file if the rig comes from one: some kilobytes
    can put a mesh of millions of vertices on thousands of nodes. As many vertices as the file can store
    without compression are always posed.
    """
    count = count_shown_vertices(rig)
    budget = budget or Budget(Limits(), _count_stored_bytes(rig))
    if count > budget.stored // STORED_BYTES:
        what = f"posing {count:,} vertices on all nodes"
        budget.check_size(count * POSED_BYTES, what, budget.limits.decoded_bytes)


def _count_stored_bytes(rig: Rig) -> int:
    """The memory of all positions, shared ones once."""
    arrays = [surface.positions for mesh in rig.meshes for surface in mesh.surfaces]
    return sum({memory_key(array): array.nbytes for array in arrays if 0 not in array.strides}.values())
