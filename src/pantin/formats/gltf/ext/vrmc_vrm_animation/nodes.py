"""The nodes of a .vrma file that represent bones, expressions and the gaze."""

from __future__ import annotations

from pantin.formats.gltf.extension import Tree
from pantin.formats.gltf.extension_names import VRM_ANIMATION

KINDS = {"preset": True, "custom": False}


def animated_bones(tree: Tree) -> dict[str, int] | None:
    """The node of each humanoid bone; None where the file is not a VRM animation."""
    block = _object(_object(tree, "extensions"), VRM_ANIMATION)
    if block is None:
        return None
    return _nodes(_object(_object(block, "humanoid"), "humanBones"), tree)


def animated_expressions(tree: Tree) -> dict[tuple[bool, str], int]:
    """The node of each expression, by whether it is a preset and its name."""
    listed = _object(_object(_object(tree, "extensions"), VRM_ANIMATION), "expressions")
    return {
        (KINDS[kind], name): node
        for kind in KINDS
        for name, node in _nodes(_object(listed, kind), tree).items()
    }


def animated_gaze(tree: Tree) -> int | None:
    """The node whose rotation is the direction of the gaze."""
    block = _object(_object(tree, "extensions"), VRM_ANIMATION) or {}
    return _nodes({"lookAt": block.get("lookAt")}, tree).get("lookAt")


def _object(owner: object, name: str) -> Tree | None:
    value = owner.get(name) if isinstance(owner, dict) else None
    return value if isinstance(value, dict) else None


def _nodes(listed: Tree | None, tree: Tree) -> dict[str, int]:
    """The member `node` of each object, where it is a node of the file."""
    count = len(tree["nodes"]) if isinstance(tree.get("nodes"), list) else 0
    nodes: dict[str, int] = {}
    for name, item in (listed or {}).items():
        node = item.get("node") if isinstance(item, dict) else None
        if type(node) is int and 0 <= node < count:
            nodes[name] = node
    return nodes
