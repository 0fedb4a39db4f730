"""Store new arrays for members of a document: in place of an accessor that nothing else uses, else in a new
one, so that an edit leaves as few unused objects as possible and never changes what others read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor_layout import COMPONENT_TYPES
from pantin.formats.gltf.codes import VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import append_accessor, indexed_objects, store_array
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.objects import references
from pantin.report.pointer import pointer, tokens

KEPT = ("name", "extras")
"""The members of an accessor or a buffer view that stay when its data is replaced."""

WITHOUT_ARRAYS = frozenset({"extras", "materials", "textures", "samplers", "images"})
"""Members whose extensions do not refer to arrays: those of materials and textures name textures and images.
Images refer to buffer views themselves, as the schema says."""


class Users:
    """How many references each accessor and buffer view has during an edit.

    In a file with invalid members, or with an extension that Pantin does not read, some references may be
    unknown: nothing is replaced then.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self._before = _count_references(document)
        self._counts = self._before.copy()
        self._complete = not document.shape_findings and all(map(_is_read, _extension_names(document.tree)))

    def is_replaceable(self, collection: str, index: int) -> bool:
        """Whether a single member refers to this object, which holds plain data."""
        if not self._complete or self._counts[collection, index] != 1:
            return False
        listed = self.document.tree[collection][index]
        return "extensions" not in listed and "sparse" not in listed

    def leave(self, collection: str, index: int | None) -> None:
        """Note that a member refers to something else from now on."""
        if index is not None:
            self._counts[collection, index] -= 1

    def drop_unused_tail(self) -> None:
        """Remove accessors and buffer views from the end of their lists that the edit left without users."""
        if not self._complete:
            return
        for collection in ("accessors", "bufferViews"):
            now = _count_references(self.document)
            listed = self.document.tree.get(collection, [])
            for index in range(len(listed) - 1, -1, -1):
                if now[collection, index] or not self._before[collection, index]:
                    break
                last = len(self.document.tree[collection]) == 1
                self.document.remove(pointer(collection, *(() if last else (index,))))


def _count_references(document: Document) -> Counter[tuple[str, int]]:
    return Counter((reference.collection, reference.index) for reference in references(document.model))


def _is_read(name: str) -> bool:
    """Whether the references of an extension are known."""
    extension = find(name)
    if extension is None:
        return False
    return extension.checked or extension.lift is not None or any(extension.avatar)


def _extension_names(value: Any) -> Iterator[str]:
    """The names of all extensions in a JSON value that may refer to accessors or buffer views."""
    if isinstance(value, list):
        for item in value:
            yield from _extension_names(item)
    elif isinstance(value, dict):
        extensions = value.get("extensions")
        yield from extensions if isinstance(extensions, dict) else ()
        for name, item in value.items():
            if name not in WITHOUT_ARRAYS:
                yield from _extension_names(item)


def put_array(users: Users, member: str, array: NDArray[Any], **options: Any) -> None:
    """Let the member at a pointer use an accessor with this array; `options` are those of
    `append_accessor`."""
    document = users.document
    index = _value_at(document, member)
    if not isinstance(index, int) or not users.is_replaceable("accessors", index):
        document.set(member, append_accessor(document, array, **options))
        users.leave("accessors", index)
        return
    old = document.tree["accessors"][index]
    view = old.get("bufferView")
    replaced = view if view is not None and users.is_replaceable("bufferViews", view) else None
    if replaced is None:
        users.leave("bufferViews", view)
    kept = {} if replaced is None else _kept(document.tree["bufferViews"][replaced])
    new = store_array(document, array, view=replaced, **options)
    for name, value in kept.items():
        document.set(pointer("bufferViews", new["bufferView"], name), value)
    document.set(pointer("accessors", index), new | _kept(old))


def _kept(members: dict[str, Any]) -> dict[str, Any]:
    return {name: members[name] for name in KEPT if name in members}


def _value_at(document: Document, member: str) -> Any:
    value: Any = document.tree
    for token in tokens(member):
        value = value.get(token) if isinstance(value, dict) else value[int(token)]
    return value


def append_offsets(document: Document, offsets: NDArray[Any], *, min_max: bool) -> int:
    """Append an accessor of offsets (V, 3) of a morph target, sparse where that takes fewer bytes."""
    stored = np.ascontiguousarray(offsets, "<f4")
    rows = np.flatnonzero(stored.any(axis=1))
    index_type = next(kind for kind in ("<u1", "<u2", "<u4") if len(stored) <= 1 << 8 * int(kind[2:]))
    # Each part begins at a multiple of 4 bytes (glTF 2.0 §3.6.2.4).
    index_bytes = len(rows) * int(index_type[2:])
    sparse_bytes = index_bytes + -index_bytes % 4 + len(rows) * stored.itemsize * stored.shape[1]
    if sparse_bytes >= stored.nbytes:
        return append_accessor(document, stored, target=VERTICES, min_max=min_max)
    members: dict[str, Any] = {"componentType": COMPONENT_TYPES[stored.dtype], "count": len(stored)}
    members["type"] = "VEC3"
    if min_max:
        members |= {"min": stored.min(axis=0).tolist(), "max": stored.max(axis=0).tolist()}
    if len(rows):
        kind = np.dtype(index_type)
        indices = document.append_bytes(rows.astype(kind).tobytes())
        values = document.append_bytes(stored[rows].tobytes())
        members["sparse"] = {
            "count": len(rows),
            "indices": {"bufferView": indices, "componentType": COMPONENT_TYPES[kind]},
            "values": {"bufferView": values},
        }
    return document.append("/accessors", members)


def names_of(document: Document, collection: str) -> list[str | None]:
    """The names of the objects in a list of the root, None for those without one."""
    listed = document.tree.get(collection)
    names: list[str | None] = [None] * (len(listed) if isinstance(listed, list) else 0)
    for index, item in indexed_objects(document.tree, collection):
        name = item.get("name")
        names[index] = name if isinstance(name, str) else None
    return names
