"""`stand_upright`: a motion in axes that its file does not declare, with +Y up."""

from __future__ import annotations

import numpy as np

from pantin.maths import quaternion
from pantin.operations.humanoid.body import make_body
from pantin.operations.humanoid.bone_map import map_bones
from pantin.operations.humanoid.reference import shortest_arc
from pantin.operations.humanoid.segments import UP
from pantin.rig import Node, Rig, Scene

TILTED = 0.9
"""The cosine between the up of a body and +Y, below which it is turned."""


def stand_upright(rig: Rig) -> Rig:
    """The rig below a node that turns it so that the person in it stands along +Y; itself where it does, or
    where it is no person. Nodes keep their indices."""
    if rig.dimension != 3 or not rig.clips:
        return rig
    bones = map_bones(rig)
    if not bones.humanoid or bones.declared:
        return rig
    up = make_body(rig, bones, clip=rig.clips[0]).up
    if float(up @ UP) > TILTED:
        return rig
    nodes = rig.node_list()
    root = len(nodes)
    nodes = [node.replace(parent=root) if node.parent < 0 else node for node in nodes]
    nodes.append(Node(None, rotation=np.asarray(quaternion.normalize(shortest_arc(up, UP)))))
    return rig.replace(nodes=nodes, scenes=[Scene((root,))], default_scene=0)
