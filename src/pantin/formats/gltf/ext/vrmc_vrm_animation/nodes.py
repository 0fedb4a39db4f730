"""The nodes of a .vrma file that represent bones, without a rig."""

from __future__ import annotations

from pantin.formats.gltf.extension import Tree
from pantin.formats.gltf.extension_names import VRM_ANIMATION
from pantin.formats.gltf.json_values import as_index, as_list, as_object, block_of


def animated_bones(tree: Tree) -> dict[str, int] | None:
    """The node of each humanoid bone; None if the file is not a VRM animation."""
    block = block_of(tree, VRM_ANIMATION)
    if block is None:
        return None
    bones = as_object(as_object(block.get("humanoid")).get("humanBones"))
    count = len(as_list(tree.get("nodes")))
    nodes = {name: as_index(as_object(bone).get("node"), count) for name, bone in bones.items()}
    return {name: node for name, node in nodes.items() if node is not None}
