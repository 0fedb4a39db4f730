"""Every index in a document, including those in extensions and in pointers, and possible indices in
extensions unknown to Pantin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import ANIMATION_POINTER
from pantin.formats.gltf.extension_objects import document_references
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.objects import Reference
from pantin.report.pointer import JsonPath, pointer, tokens

COLLECTIONS = (
    *("accessors", "bufferViews", "cameras", "images", "materials", "meshes", "nodes", "samplers"),
    *("skins", "textures"),
)
"""The collections that are renumbered; scenes and animations are always used."""


def every_reference(document: Document) -> tuple[Reference, ...]:
    """All indices of the document that refer to one of `COLLECTIONS`."""
    return document.derive(_find_references)


def _find_references(document: Document) -> tuple[Reference, ...]:
    return tuple(
        reference
        for reference in (*document_references(document, uncounted=True), *_pointers(document))
        if reference.collection in COLLECTIONS and reference.index >= 0
    )


def named_nodes(document: Document) -> set[int]:
    """Nodes with references from channels, joint lists or extensions; the hierarchy does not count."""
    return {
        reference.index
        for reference in every_reference(document)
        if reference.collection == "nodes"
        and reference.path[-2:-1] != ("children",)
        and reference.path[0] != "scenes"
    }


def _pointers(document: Document) -> Iterator[Reference]:
    """Indices in the pointers of KHR_animation_pointer; their paths end with `pointer`."""
    for index, animation in enumerate(document.tree.get("animations", ())):
        for slot, channel in enumerate(animation.get("channels", ())):
            extension = channel["target"].get("extensions", {}).get(ANIMATION_POINTER, {})
            words = tokens(extension["pointer"]) if "pointer" in extension else []
            if len(words) > 1 and words[1].isdigit():
                path = ("animations", index, "channels", slot, "target", "extensions", ANIMATION_POINTER)
                yield Reference((*path, "pointer"), words[0], int(words[1]))


def set_reference(tree: Any, path: JsonPath, index: int) -> None:
    """Change the index of a reference."""
    for token in path[:-1]:
        tree = tree[token]
    if path[-1] == "pointer" and isinstance(tree["pointer"], str):
        words = tokens(tree["pointer"])
        tree["pointer"] = pointer(words[0], index, *words[2:])
    else:
        tree[path[-1]] = index


def unknown_indices(document: Document) -> Mapping[str, int]:
    """Unknown extensions, each with its largest number that may be an index; extensions without numbers are
    not listed."""
    return document.derive(_find_unknown_indices)


def _find_unknown_indices(document: Document) -> dict[str, int]:
    used = set(document.tree.get("extensionsUsed", ()))
    largest: dict[str, int] = {}
    stack: list[Any] = [document.tree]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack += value
        if not isinstance(value, dict):
            continue
        for key, item in value.items():
            if key != "extensions" or not isinstance(item, dict):
                stack += [item] if key != "extras" else []
                continue
            for name, payload in item.items():
                stack.append(payload)
                if not _is_known(name, used):
                    for number in _numbers(payload):
                        largest[name] = max(largest.get(name, 0), number)
    return largest


def _is_known(name: str, used: set[str]) -> bool:
    record = find(name)
    if record is None or not record.checked:
        return False
    return record.schema is None or record.read_unlisted or name in used


def _numbers(payload: Any) -> Iterator[int]:
    """All numbers that may be indices, including those in strings, which may be pointers, and in keys."""
    stack = [payload]
    while stack:
        value = stack.pop()
        if isinstance(value, bool):
            continue
        if isinstance(value, int | float) and value >= 0 and value == int(value):
            yield int(value)
        elif isinstance(value, str):
            yield from map(int, re.findall(r"\d{1,9}", value))
        elif isinstance(value, dict):
            stack += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            stack += value
