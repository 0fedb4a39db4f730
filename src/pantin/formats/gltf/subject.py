"""Names of objects in messages: `node "Hips" (3)`, `"mesh" of node "Hips" (3)`."""

from __future__ import annotations

from collections.abc import Callable
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
"""The root collections of a file, with the word for one of their objects."""

MEMBERS: Final = {kind: collection for collection, kind in COLLECTIONS.items()}


def name_in_tree(tree: dict[str, Any], kind: str, index: int | None) -> Any:
    """The name of an object of a root collection in the JSON of a file."""
    listed = tree.get(MEMBERS[kind])
    known = isinstance(listed, list) and index is not None and 0 <= index < len(listed)
    members = listed[index] if isinstance(listed, list) and index is not None and known else None
    return members.get("name") if isinstance(members, dict) else None


def subject(path: tuple[str | int, ...] | None, describe: Callable[[str, int], str] = named) -> str:
    """The object or member at pointer tokens, in words; None is the whole document. `describe` names an
    object of a root collection, for which the tokens give only an index."""
    if path is None:
        return "the document"
    if not path:
        return "the root object"
    kind = COLLECTIONS.get(str(path[0]))
    if kind is None or len(path) == 1 or not isinstance(path[1], int):
        return _member(path)
    owner = describe(kind, path[1])
    return owner if len(path) == 2 else f"{_member(path[2:])} of {owner}"


def others(count: int, noun: str) -> str:
    """The end of a message that names the first of `count` things: `" (and 3 more vertices)"`, or empty."""
    return f" (and {count - 1:,} more {plural(noun, count - 1)})" if count > 1 else ""


def _member(path: tuple[str | int, ...]) -> str:
    return f'"{"/".join(map(str, path))}"'
