"""Merge equal objects."""

from __future__ import annotations

from typing import Any

import msgspec

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.slim.compaction import Frozen
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.references import every_reference, set_reference

ORDER = ("accessors", "samplers", "images", "textures", "materials", "skins", "meshes")
"""The order of comparison: an object comes after those it refers to."""

NAMELESS = ("accessors", "samplers", "images", "textures")
"""Collections whose names do not matter: nobody looks for their objects by name."""


def merge_duplicates(document: Document) -> Document:
    """Make references to equal objects refer to the first; the others become unused."""
    frozen = Frozen.from_document(document)
    draft = Draft(document)
    references = every_reference(document)
    for collection in ORDER:
        first = frozen.first(collection, draft.tree)
        known: dict[bytes, int] = {}
        same: dict[int, int] = {}
        for index, members in enumerate(draft.entries(collection)):
            if collection == "meshes" and _has_targets(members):
                continue  # expressions and pointers may move the shapes of one of them
            key = _key(draft, collection, members)
            if known.setdefault(key, index) != index and index >= first:
                same[index] = known[key]
        for reference in references:
            if reference.collection == collection and reference.index in same:
                set_reference(draft.tree, reference.path, same[reference.index])
    return draft.finish()


def _has_targets(mesh: Tree) -> bool:
    return any("targets" in primitive for primitive in mesh["primitives"])


def _key(draft: Draft, collection: str, members: Tree) -> bytes:
    compared: dict[str, Any] = dict(members)
    if collection in NAMELESS:
        compared.pop("name", None)
    data = b""
    if collection == "images" and "bufferView" in compared:
        data = bytes(draft.data[compared.pop("bufferView")])
    return msgspec.json.encode(compared, order="sorted") + data
