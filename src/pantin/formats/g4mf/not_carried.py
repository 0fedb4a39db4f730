"""What a G4MF document has besides its rig, and loses when the rig is converted to another format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.model import asset_of, objects, strings
from pantin.report.pointer import pointer

NotCarried = tuple[str, int, str]
"""What it is, how many there are, and the pointer to the first."""

LIFTED = frozenset(
    {
        "basis",
        "bone",
        "boneLength",
        "children",
        "extensions",
        "extras",
        "mesh",
        "meshInstance",
        "name",
        "position",
        "rotor",
        "scale",
        "skeleton",
    }
)
"""Members of a node that are in the rig, or reported with all others of their kind."""


def not_carried(document: Document) -> Iterator[NotCarried]:
    """The kinds of things in a document that are not part of its rig."""
    tree = document.tree
    detailed = [index for index, entry in enumerate(objects(tree, "materials")) if not _is_plain(entry)]
    if detailed:
        first = pointer("materials", detailed[0])
        yield "material properties besides name and base colour", len(detailed), first
    for key in ("textures", "files", "models", "shapes", "lights", "cameras"):
        if count := len(objects(tree, key)):
            yield key, count, pointer(key)
    yield from _node_members(tree)
    used = strings(asset_of(tree), "extensionsUsed")
    if used:
        yield f"extensions ({', '.join(used)})", len(used), pointer("asset", "extensionsUsed")
    pointers = [pointer("extras")] if "extras" in tree else []
    for key in tree:
        pointers += [
            pointer(key, index, "extras")
            for index, entry in enumerate(objects(tree, key))
            if isinstance(entry, dict) and "extras" in entry
        ]
    if pointers:
        yield "extras", len(pointers), pointers[0]


def _node_members(tree: dict[str, Any]) -> Iterator[NotCarried]:
    result: dict[str, list[str]] = {}
    for index, node in enumerate(objects(tree, "nodes")):
        if not isinstance(node, dict):
            continue
        for key in node.keys() - LIFTED:
            result.setdefault(f"`{key}` of nodes", []).append(pointer("nodes", index, key))
        if node.get("bone") or "boneLength" in node:
            result.setdefault("length, mass and shape of bones", []).append(pointer("nodes", index))
    yield from ((kind, len(pointers), pointers[0]) for kind, pointers in sorted(result.items()))


def _is_plain(material: Any) -> bool:
    if not isinstance(material, dict) or material.keys() - {"name", "baseColor"}:
        return False
    channel = material.get("baseColor", {})
    return isinstance(channel, dict) and not channel.keys() - {"factor"}
