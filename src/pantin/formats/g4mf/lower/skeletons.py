"""The skeletons of a rig in G4MF: which node is the skeleton, which nodes are its bones, and its joints."""

from __future__ import annotations

import numpy as np

from pantin.base.records import Record, replace
from pantin.rig import Rig

WORLD = -1
"""The skeleton of joints without a common ancestor: the root of the document."""


class PlacedSkeleton(Record):
    """A node of the rig that becomes a skeleton, with its skins (by index) and its bones; and the name of the
    rig's skeleton, where it is neither that of the node or the root bone nor that of a skin."""

    skins: tuple[int, ...]
    node: int
    bones: frozenset[int]
    name: str | None = None


def place_skeletons(rig: Rig) -> list[PlacedSkeleton]:
    """The skeletons of a rig, in the order of their first skins, then those that no mesh uses.

    Every skin that a mesh uses must have a skeleton, unless it has no joints: raises `ValueError`.
    """
    used = sorted({instance.skin for instance in rig.instances if instance.skin is not None})
    owned: dict[int, list[int]] = {}
    unmoved: dict[int, list[int]] = {}
    for index in used:
        skin = rig.skins[index]
        if skin.skeleton is not None:
            owned.setdefault(skin.skeleton, []).append(index)
        elif (skin.joints < 0).all():
            unmoved.setdefault(WORLD if skin.root is None else skin.root, []).append(index)
        else:
            raise ValueError(f"skin {index} has no skeleton; `pantin.edit.add_skeleton_roots` gives it one")
    groups = [_place_skeleton(rig, index, owned.get(index, [])) for index in range(len(rig.skeletons))]
    for node, skins in unmoved.items():
        same = next((index for index, group in enumerate(groups) if group.node == node), None)
        if same is None:
            groups.append(PlacedSkeleton(tuple(skins), node, frozenset()))
        else:
            groups[same] = replace(groups[same], skins=(*groups[same].skins, *skins))
    return sorted(groups, key=lambda group: min(group.skins, default=len(rig.skins)))


def _place_skeleton(rig: Rig, index: int, skins: list[int]) -> PlacedSkeleton:
    """A root that a skin lists as a joint is a bone, and its parent becomes the skeleton.

    A root that no skin lists is the skeleton itself, as in G4MF files. But where it has meshes, none of them
    its child, and one child joint, it came from a format in which the root is a joint.
    """
    skeleton = rig.skeletons[index]
    root, joints = int(skeleton.root), set(skeleton.joints.tolist())
    is_joint = any(root in rig.skins[skin].joints for skin in skins)
    children = int((skeleton.parents == skeleton.joints.tolist().index(root)).sum())
    meshes = [instance.node for instance in rig.instances if instance.skin in skins]
    is_foreign = bool(meshes) and children == 1 and not (rig.nodes.parents[meshes] == root).any()
    node = int(rig.nodes.parents[root]) if is_joint or is_foreign else root
    known = {rig.nodes.names[bone] for bone in (root, node) if bone >= 0}
    known |= {rig.skins[skin].name for skin in skins}
    name = None if skeleton.name in known else skeleton.name
    return PlacedSkeleton(tuple(skins), node, frozenset(joints - {node}), name)


def sort_nodes(rig: Rig) -> list[int]:
    """The nodes, each after its parent: in the order of the rig, or by a walk from the roots."""
    parents = rig.nodes.parents
    if bool(np.all(parents < np.arange(len(parents)))):
        return list(range(len(parents)))
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(parents.tolist()):
        children.setdefault(parent, []).append(node)
    order: list[int] = []
    queue = list(reversed(children.get(-1, [])))
    while queue:
        node = queue.pop()
        order.append(node)
        queue += reversed(children.get(node, []))
    return order
