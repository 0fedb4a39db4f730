"""Local transforms carried down the tree: where every node is in the world."""

from __future__ import annotations

from pantin.kernels.hierarchy import world_maps
from pantin.rig import Doubles, Pose, Poses


def world(poses: Pose | Poses) -> Doubles:
    """World maps (n, N, N + 1) of a pose, or (F, n, N, N + 1) of a batch: parent's world map times local
    map."""
    nodes = poses.rig.nodes
    local = poses.local[None] if isinstance(poses, Pose) else poses.local
    placed: Doubles = world_maps(nodes.parents, nodes.order, local)
    return placed[0] if isinstance(poses, Pose) else placed
