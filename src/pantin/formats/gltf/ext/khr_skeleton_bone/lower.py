"""Write the bone lengths of a rig into a document, and remove the extension from one."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import remove_extension, set_extension, unlist_extensions
from pantin.formats.gltf.ext.khr_skeleton_bone.plan import plan_bones, write_bones
from pantin.formats.gltf.ext.khr_skeleton_bone.schema import Bone
from pantin.formats.gltf.extension_names import SKELETON_BONE as NAME
from pantin.formats.members.encode import encode
from pantin.report.pointer import pointer
from pantin.rig import Rig


def lower(document: Document, rig: Rig) -> None:
    """Write the bone lengths of a rig into its document, with the skeletons that bones need. The length of a
    node is skipped if the node has no connection to a skeleton, or if adding a skeleton would change what
    scenes show. `dropped_lengths` reports these."""
    _write(document, rig, ())


def lower_skeletons(document: Document, rig: Rig) -> None:
    """Write the joints of skeletons as bones, with the bone lengths of a rig. A root outside all skins
    becomes the skeleton node, not a bone."""
    skinned = {joint for skin in rig.skins for joint in skin.joints.tolist()}
    joints = {joint for skeleton in rig.skeletons for joint in skeleton.joints.tolist()}
    _write(document, rig, joints - ({int(skeleton.root) for skeleton in rig.skeletons} - skinned))


def _write(document: Document, rig: Rig, joints: Collection[int]) -> None:
    lengths = rig.nodes.bone_lengths
    stated = np.flatnonzero(lengths == lengths).tolist()
    plan = plan_bones(document, {*stated, *joints})
    if plan.refused:
        return
    write_bones(document, plan)
    bones = set(plan.bones)
    for node in stated:
        if node in bones:
            set_extension(document, pointer("nodes", node), NAME, encode(Bone(length=float(lengths[node]))))


def strip(document: Document, rig: Rig) -> bool:
    """Remove every object of the extension and its name from the lists; returns whether there was
    anything."""
    nodes = document.tree.get("nodes")
    has_bones = False
    for index, node in enumerate(nodes if isinstance(nodes, list) else ()):
        extensions = node.get("extensions") if isinstance(node, dict) else None
        if isinstance(extensions, dict) and NAME in extensions:
            remove_extension(document, pointer("nodes", index), NAME)
            has_bones = True
    listed = [document.tree.get(member) for member in ("extensionsUsed", "extensionsRequired")]
    if not has_bones and not any(isinstance(names, list) and NAME in names for names in listed):
        return False
    unlist_extensions(document, NAME)
    return True
