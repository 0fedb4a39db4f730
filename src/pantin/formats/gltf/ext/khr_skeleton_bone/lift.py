"""Lift bones into the rig: their lengths, and the skeletons that the skins name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.ext.khr_skeleton_bone.bones import Bones, length_of
from pantin.formats.gltf.extension_names import SKELETON_BONE as NAME
from pantin.formats.gltf.lift.nodes import without_views
from pantin.formats.hierarchy import Hierarchy
from pantin.rig import InvalidRig, Skeleton, build

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source


def lift(source: Source, draft: Draft) -> None:
    """Set the bone lengths of the draft's nodes, and its skeletons from the file unless it already has
    some."""
    children = [(node.children or ()) if node else () for node in source.model.nodes]
    bones = Bones(source.document, source.extended(NAME), Hierarchy(children))
    for node, bone in bones.objects.items():
        path = ("nodes", node, "extensions", NAME)
        source.skip_broken(NAME, path, f"the bone of {source.named('node', node)}")
        if bone.length is not None:
            draft.nodes[node] = replace(draft.nodes[node], bone_length=length_of(bone))
    if bones.listed and not draft.skeletons:
        _lift_skeletons(bones, draft)


def _lift_skeletons(bones: Bones, draft: Draft) -> None:
    """A skeleton for each node that skins reference as `skeleton` and that is the parent of all their
    topmost bones; this node is its first joint. Skins with other bones stay as in core glTF, and rules
    report them."""
    members: dict[int, list[int]] = {root: [root] for root in bones.roots if root is not None}
    root_of: dict[int, int] = {}
    for bone, top in bones.tops.items():
        root = draft.nodes[top].parent
        if root in members:
            members[root].append(bone)
            root_of[bone] = root
    skeletons = [
        Skeleton(np.array(listed), root, name=draft.nodes[root].name)
        for root, listed in members.items()
        if len(listed) > 1 and root not in bones.nodes
    ]
    try:
        build(nodes=without_views(draft.nodes), skeletons=skeletons)
    except InvalidRig:
        return  # a node with numbers that are not finite: `lift` calls again with valid nodes
    draft.skeletons = skeletons
    index_of = {int(skeleton.root): index for index, skeleton in enumerate(skeletons)}
    for index, skin in enumerate(draft.skins):
        stated = bones.roots[index]
        used = {root_of.get(joint) for joint in skin.joints.tolist()}
        if stated is not None and stated in index_of and used == {stated}:
            draft.skins[index] = replace(skin, skeleton=index_of[stated])
