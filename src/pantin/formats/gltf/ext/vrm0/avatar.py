"""Humanoid bones of VRM 0.x without a rig, and removal of expression blend shapes."""

from __future__ import annotations

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.vrm0.objects import THUMBS
from pantin.formats.gltf.extension import Tree
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.json_values import Object, as_index, as_list, as_object, block_of, objects
from pantin.report.pointer import pointer


def human_bones(tree: Tree) -> dict[str, int] | None:
    """The node of each humanoid bone that exists, by its VRM 1.0 name; None where the file lists no bones."""
    bones = objects(as_object(as_object(block_of(tree, NAME)).get("humanoid")).get("humanBones"))
    count = len(as_list(tree.get("nodes")))
    nodes: dict[str, int | None] = {}
    for bone in bones:
        name = bone.get("bone")
        if isinstance(name, str):
            nodes[THUMBS.get(name, name)] = as_index(bone.get("node"), count)
    return {name: node for name, node in nodes.items() if node is not None} if bones else None


def drop_target_binds(document: Document) -> None:
    """Remove the blend shapes from every group, because the meshes have lost theirs; materials stay."""
    for index, group in enumerate(_groups(document.tree)):
        if "binds" in group:
            document.remove(
                pointer("extensions", NAME, "blendShapeMaster", "blendShapeGroups", index, "binds")
            )


def _groups(tree: Tree) -> list[Object]:
    return objects(as_object(as_object(block_of(tree, NAME)).get("blendShapeMaster")).get("blendShapeGroups"))
