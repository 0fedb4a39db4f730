"""Convert parts between versions of VRM: rotate them by 180°, or add a node at the end of each spring."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.operations.edit.rig_parts import RigParts
from pantin.rig import Node, Rig, Scene, Spring, SpringJoint

HALF_TURN = (0.0, 1.0, 0.0, 0.0)
"""About y: models of VRM 0.x face −Z, those of 1.0 and of glTF +Z."""


def turn(rig: Rig) -> Rig:
    """The rig rotated by 180° about the vertical, by a new root node above all others."""
    parts = RigParts.from_rig(rig)
    root = len(parts.nodes)
    parts.nodes = [replace(node, parent=root) if node.parent < 0 else node for node in parts.nodes]
    parts.nodes.append(Node("turned", rotation=HALF_TURN))
    parts.scenes = [Scene((root,), scene.name, scene.extras) for scene in parts.scenes]
    springs = tuple(
        replace(spring, joints=tuple(map(_turn_gravity, spring.joints))) for spring in rig.springs.springs
    )
    parts.springs = replace(parts.springs, springs=springs)
    return parts.rig()


def _turn_gravity(joint: SpringJoint) -> SpringJoint:
    x, y, z = np.asarray(joint.gravity_dir, np.float64).tolist()
    return replace(joint, gravity_dir=(0.0 - x, y, 0.0 - z))


def with_end_nodes(rig: Rig) -> Rig:
    """The rig with a node where a spring of VRM 0.x ends in a point: other models end springs in nodes."""
    if all(spring.end is None for spring in rig.springs.springs):
        return rig
    parts, springs = RigParts.from_rig(rig), list[Spring]()
    for spring in rig.springs.springs:
        if spring.end is None or not spring.joints:
            springs.append(spring)
            continue
        leaf = spring.joints[-1].node
        name = parts.nodes[leaf].name
        end = tuple(np.asarray(spring.end, np.float64).tolist())
        parts.nodes.append(Node(name and f"{name}_end", parent=leaf, translation=end))
        tail = SpringJoint(len(parts.nodes) - 1)
        springs.append(replace(spring, joints=(*spring.joints, tail), end=None))
    parts.springs = replace(parts.springs, springs=tuple(springs))
    return parts.rig()
