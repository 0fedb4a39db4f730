"""The parts of a glTF document that are not in its rig, and are dropped when it is converted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext import find
from pantin.report.pointer import pointer

NotCarried = tuple[str, int, str]
"""A plural noun, the number of these things, and the pointer of the first."""

PLAIN = frozenset({"name", "pbrMetallicRoughness", "alphaMode"})
"""Members of a material that a name and a colour replace."""

PLAIN_COLOUR = frozenset({"baseColorFactor", "metallicFactor", "roughnessFactor"})


def not_carried(document: Document) -> Iterator[NotCarried]:
    """The kinds of things in a document that `lift` does not carry over."""
    tree = document.tree
    rich = [index for index, item in enumerate(_objects(tree, "materials")) if not _is_plain(item)]
    if rich:
        yield "material properties other than name and base colour", len(rich), pointer("materials", rich[0])
    for key in ("textures", "cameras"):
        if listed := _objects(tree, key):
            yield key, len(listed), pointer(key)
    used = tree.get("extensionsUsed")
    others = [name for name in used if not _is_in_rig(name)] if isinstance(used, list) else []
    if others:
        yield f"extensions {', '.join(map(str, others))}", len(others), pointer("extensionsUsed")
    pointers = list(extras(tree))
    if pointers:
        yield "extras", len(pointers), pointers[0]


def _is_in_rig(name: Any) -> bool:
    """Whether the rig stores everything in an extension."""
    extension = find(name) if isinstance(name, str) else None
    return extension is not None and extension.in_rig


def _objects(tree: dict[str, Any], key: str) -> list[Any]:
    listed = tree.get(key)
    return listed if isinstance(listed, list) else []


def _is_plain(material: Any) -> bool:
    if not isinstance(material, dict) or not PLAIN.issuperset(material):
        return False
    colour = material.get("pbrMetallicRoughness", {})
    return isinstance(colour, dict) and PLAIN_COLOUR.issuperset(colour)


def extras(tree: dict[str, Any]) -> Iterator[str]:
    """The pointers of `extras` in a document and in the objects of its collections. Names of blend shapes,
    which meshes store there, are lifted."""
    if "extras" in tree:
        yield pointer("extras")
    for key, listed in tree.items():
        for index, item in enumerate(listed) if isinstance(listed, list) else ():
            if isinstance(item, dict) and "extras" in item and not _only_names(key, item["extras"]):
                yield pointer(key, index, "extras")


def _only_names(key: str, value: Any) -> bool:
    return key == "meshes" and isinstance(value, dict) and value.keys() == {"targetNames"}
