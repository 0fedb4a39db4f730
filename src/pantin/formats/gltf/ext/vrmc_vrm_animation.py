"""VRMC_vrm_animation 1.0: the nodes of the humanoid bones in a .vrma file."""

from __future__ import annotations

from typing import Any

from pantin.formats.gltf.ext.extension import Avatar, Extension

NAME = "VRMC_vrm_animation"


def animated_bones(tree: dict[str, Any]) -> dict[str, int] | None:
    """The node of each humanoid bone; None where the file is not a VRM animation."""
    extensions = tree.get("extensions")
    block = extensions.get(NAME) if isinstance(extensions, dict) else None
    if not isinstance(block, dict):
        return None
    humanoid = block.get("humanoid")
    bones = humanoid.get("humanBones") if isinstance(humanoid, dict) else None
    count = len(tree["nodes"]) if isinstance(tree.get("nodes"), list) else 0
    nodes: dict[str, int] = {}
    for name, bone in (bones if isinstance(bones, dict) else {}).items():
        node = bone.get("node") if isinstance(bone, dict) else None
        if type(node) is int and 0 <= node < count:
            nodes[name] = node
    return nodes


EXTENSION = Extension(extends={NAME: None}, checked=False, avatar=Avatar(animated_bones=animated_bones))
