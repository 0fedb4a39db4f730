"""The bones of a body in the model that takes over its weights: paired by name, or added."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.operations.humanoid.bone_map import map_bones
from pantin.rig import Doubles, Indices, Node, Rig
from pantin.rig.transform import decompose_nearest, has_shear

FEW_NAMES = 0.5
"""The share of bones with equal names below which the bones of a human are paired by their role."""


def add_bones(rig: Rig, body: Rig, nodes: Indices) -> tuple[Rig, Indices]:
    """The rig with bones for these nodes of a body, and the index of each of them in it."""
    if body is rig:
        return rig, nodes
    pairs = pair_nodes(rig, body, nodes)
    missing = _missing(body, nodes, pairs)
    if not missing:
        return rig, np.array([pairs[node] for node in nodes.tolist()], np.int64)
    ours, theirs = world_transforms(rig), world_transforms(body)
    listed = rig.node_list()
    worlds: dict[int, Doubles] = {}
    roots = []
    for node in missing:
        above = int(body.nodes.parents[node])
        while above >= 0 and above not in pairs:
            above = int(body.nodes.parents[above])
        parent = pairs[above] if above >= 0 else -1
        inverse = np.eye(3, 4)
        if parent >= 0:
            inverses, singular = affine.invert((worlds[parent] if parent in worlds else ours[parent])[None])
            inverse = inverses[0] if not singular[0] else inverse
        pairs[node] = len(listed)
        worlds[len(listed)] = theirs[node]
        if parent < 0:
            roots.append(len(listed))
        listed.append(_node(body.nodes.names[node], parent, affine.multiply(inverse, theirs[node])))
    scenes = [replace(scene, roots=(*scene.roots, *roots)) for scene in rig.scenes]
    return rig.replace(nodes=listed, scenes=scenes), np.array(
        [pairs[node] for node in nodes.tolist()], np.int64
    )


def _node(name: str | None, parent: int, local: Doubles) -> Node:
    if has_shear(local):
        return Node(name, parent, matrix=local)
    translation, rotation, scale = decompose_nearest(local)
    return Node(name, parent, translation=translation, rotation=rotation, scale=scale)


def pair_nodes(rig: Rig, body: Rig, nodes: Indices) -> dict[int, int]:
    """The node of the rig for nodes of a body: humanoid bones where both files name them, equal names, and
    humanoid bones by name and shape where few names are equal."""
    joints = {int(joint) for skin in rig.skins for joint in skin.joints if joint >= 0}
    meshes = {instance.node for instance in rig.instances}
    by_name: dict[str, int] = {}
    for index in sorted(set(range(len(rig.nodes))) - meshes, key=lambda index: (index not in joints, index)):
        name = rig.nodes.names[index]
        if name:
            by_name.setdefault(name, index)
    every = [*nodes.tolist(), *_ancestors(body, nodes)]
    pairs = {node: by_name[name] for node in every if (name := body.nodes.names[node]) and name in by_name}
    declared = all(model.character is not None and model.character.humanoid for model in (rig, body))
    if declared or sum(node in pairs for node in nodes.tolist()) < FEW_NAMES * len(nodes):
        ours, theirs = map_bones(rig), map_bones(body)
        if declared or (ours.humanoid and theirs.humanoid):
            pairs |= {
                node: ours.nodes[bone]
                for bone, node in theirs.nodes.items()
                if bone in ours.nodes and node in every
            }
    return pairs


def _ancestors(body: Rig, nodes: Indices) -> list[int]:
    """Joints above the nodes that are not among them."""
    joints = {int(joint) for skin in body.skins for joint in skin.joints if joint >= 0}
    ancestors: list[int] = []
    known = set(nodes.tolist())
    for node in nodes.tolist():
        above = int(body.nodes.parents[node])
        while above >= 0:
            if above in joints and above not in known:
                known.add(above)
                ancestors.append(above)
            above = int(body.nodes.parents[above])
    return ancestors


def _missing(body: Rig, nodes: Indices, pairs: dict[int, int]) -> list[int]:
    """The nodes to add, with the joints above them, every one after its parent."""
    wanted = {node for node in nodes.tolist() if node not in pairs}
    if wanted:
        wanted |= {node for node in _ancestors(body, np.array(sorted(wanted))) if node not in pairs}
    return [node for node in body.order.tolist() if node in wanted]
