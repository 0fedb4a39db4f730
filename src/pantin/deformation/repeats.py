"""How much of what a scene shows is no more than repeated: one mesh on many nodes, or numbers that are said
but not stored."""

from __future__ import annotations

from collections import Counter

from pantin.errors import LimitExceeded
from pantin.limits import Limits
from pantin.rig import Rig
from pantin.rig.arrays import Place, place


def repeated_vertices(rig: Rig) -> int:
    """How many vertices the default scene shows beside those that are stored, each for the first time."""
    shown = rig.shown(None)
    times = Counter(one.mesh for one in rig.instances if shown[one.node])
    seen: set[Place] = set()
    count = 0
    for mesh, often in times.items():
        for surface in rig.meshes[mesh].surfaces:
            lying = place(surface.positions)
            stored = lying not in seen and 0 not in surface.positions.strides
            seen.add(lying)
            count += (often - stored) * len(surface.positions)
    return count


def refuse_endless(rig: Rig, limits: Limits = Limits()) -> None:  # noqa: B008 (frozen)
    """Raises `LimitExceeded` where a small file shows more vertices than any memory holds: before a scene is
    posed as a whole, for some kilobytes can put a mesh of millions on thousands of nodes.
    """
    count = repeated_vertices(rig)
    if count > limits.vertices:
        what = f"its meshes on all their nodes repeat {count:,} vertices, more than {limits.vertices:,}"
        raise LimitExceeded("vertices", what)
