"""What of a G4MF document is no part of its rig, and so stays behind where the rig becomes another format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.model import asset_of, objects, strings
from pantin.report.pointer import pointer

Unlifted = tuple[str, int, str]
"""What it is, how many there are, and where the first is."""

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
"""Members of a node that are in the rig, or told of with all others of their kind."""


def unlifted(document: Document) -> Iterator[Unlifted]:
    """Kinds of things in a document that lifting does not take."""
    tree = document.tree
    rich = [at for at, one in enumerate(objects(tree, "materials")) if not _is_plain(one)]
    if rich:
        yield "what materials have beside name and base colour", len(rich), pointer("materials", rich[0])
    for key in ("textures", "files", "models", "shapes", "lights", "cameras"):
        if count := len(objects(tree, key)):
            yield key, count, pointer(key)
    yield from _nodes(tree)
    used = strings(asset_of(tree), "extensionsUsed")
    if used:
        yield f"extensions ({', '.join(used)})", len(used), pointer("asset", "extensionsUsed")
    places = [pointer("extras")] if "extras" in tree else []
    for key in tree:
        listed = enumerate(objects(tree, key))
        places += [
            pointer(key, at, "extras") for at, one in listed if isinstance(one, dict) and "extras" in one
        ]
    if places:
        yield "extras", len(places), places[0]


def _nodes(tree: dict[str, Any]) -> Iterator[Unlifted]:
    found: dict[str, list[str]] = {}
    for at, node in enumerate(objects(tree, "nodes")):
        if not isinstance(node, dict):
            continue
        for key in node.keys() - LIFTED:
            found.setdefault(f"`{key}` of nodes", []).append(pointer("nodes", at, key))
        if node.get("bone") or "boneLength" in node:
            found.setdefault("length, mass and shape of bones", []).append(pointer("nodes", at))
    yield from ((what, len(places), places[0]) for what, places in sorted(found.items()))


def _is_plain(material: Any) -> bool:
    if not isinstance(material, dict) or material.keys() - {"name", "baseColor"}:
        return False
    channel = material.get("baseColor", {})
    return isinstance(channel, dict) and not channel.keys() - {"factor"}
