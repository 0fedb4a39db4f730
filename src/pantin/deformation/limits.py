"""A limit for repeated vertices: one mesh on many nodes, or accessors that describe more numbers than they
store."""

from __future__ import annotations

from collections import Counter

from pantin.errors import LimitExceeded
from pantin.limits import Limits
from pantin.rig import Rig
from pantin.rig.arrays import MemoryKey, memory_key


def count_repeated_vertices(rig: Rig) -> int:
    """How many vertices the default scene shows in addition to those that the file stores."""
    shown = rig.shown(None)
    uses = Counter(instance.mesh for instance in rig.instances if shown[instance.node])
    seen: set[MemoryKey] = set()
    count = 0
    for mesh, times in uses.items():
        for surface in rig.meshes[mesh].surfaces:
            key = memory_key(surface.positions)
            stored = key not in seen and 0 not in surface.positions.strides
            seen.add(key)
            count += (times - stored) * len(surface.positions)
    return count


def check_vertex_limit(rig: Rig, limits: Limits = Limits()) -> None:  # noqa: B008 (frozen)
    """Raise `LimitExceeded` where a small file shows more vertices than fit into memory.

    Call it before posing a whole scene: a file of some kilobytes can put a mesh of millions of vertices on
    thousands of nodes.
    """
    count = count_repeated_vertices(rig)
    if count > limits.vertices:
        message = f"its meshes on all their nodes repeat {count:,} vertices, more than {limits.vertices:,}"
        raise LimitExceeded("vertices", message)
