"""The humanoid bones of a VRM file, of either version: which node is the head, the hips, the left hand."""

from __future__ import annotations

from typing import Any


def human_bones(tree: dict[str, Any]) -> dict[str, int]:
    """The node of each humanoid bone by its VRM 1.0 name; empty where the file is no VRM.

    VRM 0.x lists the same bones otherwise, and names those of the thumb one joint further out.
    """
    extensions = _object(tree.get("extensions"))
    modern = _object(_object(_object(extensions.get("VRMC_vrm")).get("humanoid")).get("humanBones"))
    found = {name: _object(bone).get("node") for name, bone in modern.items()}
    old = _object(_object(extensions.get("VRM")).get("humanoid")).get("humanBones")
    for bone in old if isinstance(old, list) and not modern else ():
        one = _object(bone)
        if isinstance(one.get("bone"), str):
            found[THUMBS.get(one["bone"], one["bone"])] = one.get("node")
    count = len(tree["nodes"]) if isinstance(tree.get("nodes"), list) else 0
    return {name: node for name, node in found.items() if type(node) is int and 0 <= node < count}


def is_vrm0(tree: dict[str, Any]) -> bool:
    """Whether the humanoid is that of VRM 0.x, which looks along -Z where VRM 1.0 looks along +Z."""
    extensions = _object(tree.get("extensions"))
    return "VRM" in extensions and "VRMC_vrm" not in extensions


THUMBS = {
    f"{side}Thumb{old}": f"{side}Thumb{new}"
    for side in ("left", "right")
    for old, new in (("Proximal", "Metacarpal"), ("Intermediate", "Proximal"))
}


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
