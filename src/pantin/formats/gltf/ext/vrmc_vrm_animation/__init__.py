"""VRMC_vrm_animation 1.0: the nodes of a .vrma file that stand for bones, expressions and the gaze of any
character."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.formats.gltf.ext.extension import VRM_FAMILY, Avatar, Extension, IndexMember, Tree
from pantin.formats.gltf.schema import Gltf

NAME = "VRMC_vrm_animation"
VERSION = "1.0"
KINDS = {"preset": True, "custom": False}


def animated_bones(tree: Tree) -> dict[str, int] | None:
    """The node of each humanoid bone; None where the file is not a VRM animation."""
    block = _object(_object(tree, "extensions"), NAME)
    if block is None:
        return None
    return _nodes(_object(_object(block, "humanoid"), "humanBones"), tree)


def animated_expressions(tree: Tree) -> dict[tuple[bool, str], int]:
    """The node of each expression, by whether it is a preset and its name."""
    listed = _object(_object(_object(tree, "extensions"), NAME), "expressions")
    return {
        (KINDS[kind], name): node
        for kind in KINDS
        for name, node in _nodes(_object(listed, kind), tree).items()
    }


def animated_gaze(tree: Tree) -> int | None:
    """The node whose rotation is the direction of the gaze."""
    block = _object(_object(tree, "extensions"), NAME) or {}
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


EXTENSION = Extension(
    extends={NAME: (Gltf,)},
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    carried={
        "specVersion": True,
        "humanoid": {"humanBones": {"*": {"node": True}}},
        "expressions": {kind: {"*": {"node": True}} for kind in KINDS},
        "lookAt": {"node": True},
    },
    holds="character",
    lift=Later(f"{__name__}.lift", "lift"),
    lower=Later(f"{__name__}.lower", "lower"),
    index_members=(
        IndexMember("humanoid/humanBones/*/node", "nodes"),
        IndexMember("expressions/preset/*/node", "nodes"),
        IndexMember("expressions/custom/*/node", "nodes"),
        IndexMember("lookAt/node", "nodes"),
    ),
    avatar=Avatar(animated_bones=animated_bones),
)
