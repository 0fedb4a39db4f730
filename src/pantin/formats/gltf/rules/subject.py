"""How messages name the objects of a file: `node "Hips" (3)`, `"mesh" of node "Hips" (3)`."""

from __future__ import annotations

from typing import Any, Final

from pantin.report.wording import named, plural

COLLECTIONS: Final = {
    "accessors": "accessor",
    "animations": "animation",
    "buffers": "buffer",
    "bufferViews": "buffer view",
    "cameras": "camera",
    "images": "image",
    "materials": "material",
    "meshes": "mesh",
    "nodes": "node",
    "samplers": "sampler",
    "scenes": "scene",
    "skins": "skin",
    "textures": "texture",
}
"""The root collections of a file, and what one of their objects is called."""

MEMBERS: Final = {kind: collection for collection, kind in COLLECTIONS.items()}


def named_object(kind: str, index: int | None, tree: dict[str, Any] | None = None) -> str:
    """An object of a root collection; with its name where the tree is given and has one."""
    listed = (tree or {}).get(MEMBERS[kind])
    known = isinstance(listed, list) and index is not None and 0 <= index < len(listed)
    members = listed[index] if isinstance(listed, list) and index is not None and known else None
    return named(kind, index, members.get("name") if isinstance(members, dict) else None)


def subject(path: tuple[str | int, ...] | None, tree: dict[str, Any] | None = None) -> str:
    """What the tokens of a pointer lead to; None is the whole document."""
    if path is None:
        return "the document"
    if not path:
        return "the root object"
    kind = COLLECTIONS.get(str(path[0]))
    if kind is None or len(path) == 1 or not isinstance(path[1], int):
        return _member(path)
    owner = named_object(kind, path[1], tree)
    return owner if len(path) == 2 else f"{_member(path[2:])} of {owner}"


def others(count: int, noun: str) -> str:
    """The end of a message that names the first of `count` things: `" (and 3 more vertices)"`, or empty."""
    return f" (and {count - 1:,} more {plural(noun, count - 1)})" if count > 1 else ""


def _member(path: tuple[str | int, ...]) -> str:
    return f'"{"/".join(map(str, path))}"'
