"""Count the users of the arrays in a document. An edit replaces an accessor only if nothing else uses it, and
adds a new one otherwise: few unused objects remain, and data of other users never changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.files import BytesLike
from pantin.formats.gltf.array_store import least_unsigned
from pantin.formats.gltf.codes import VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import DocumentArrays, append_accessor
from pantin.formats.gltf.extension_objects import document_references
from pantin.formats.gltf.extensions import find
from pantin.report.pointer import pointer, tokens

KEPT = ("name", "extras")
"""The members of an accessor or a buffer view that survive when its data is replaced."""

WITHOUT_ARRAYS = frozenset({"extras", "materials", "textures", "samplers", "images"})
"""Members whose extensions never refer to arrays: materials and textures refer to textures and images. Images
refer to buffer views, as the schema declares."""


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

    def is_replaceable(self, collection: str, index: int, users: int = 1) -> bool:
        """Whether an object has exactly this number of users, and plain data."""
        if not self._complete or self._counts[collection, index] != users:
            return False
        listed = self.document.tree[collection][index]
        return "extensions" not in listed and "sparse" not in listed

    def leave(self, collection: str, index: int | None) -> None:
        """Record that a member now refers to another object."""
        if index is not None:
            self._counts[collection, index] -= 1

    def drop_unused_tail(self) -> None:
        """Remove accessors and buffer views at the end of their lists that the edit left unused."""
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

    def drop_unused_buffers(self) -> None:
        """Remove unused buffers, except the chunk of a GLB, and renumber the others. Only fixes do this,
        because their output must have no new findings."""
        if not self._complete:
            return
        now = _count_references(self.document)
        for index in range(len(self.document.tree.get("buffers", [])) - 1, -1, -1):
            left = self._before["buffers", index] and not now["buffers", index]
            if left and self.document.buffer(index).storage != "chunk":
                _remove_buffer(self.document, index)


def _count_references(document: Document) -> Counter[tuple[str, int]]:
    references = document_references(document)
    return Counter((reference.collection, reference.index) for reference in references)


def _remove_buffer(document: Document, removed: int) -> None:
    for reference in document_references(document):
        if reference.collection == "buffers" and reference.index > removed:
            document.set(pointer(*reference.path), reference.index - 1)
    grown = {index - (index > removed): growth for index, growth in document.growth.items()}
    last = len(document.tree["buffers"]) == 1
    document.remove(pointer("buffers", *(() if last else (removed,))))
    document.growth.clear()
    document.growth.update(grown)


def _is_read(name: str) -> bool:
    """Whether Pantin knows all references of an extension."""
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
    """Make the member at a pointer use an accessor with this array; `options` as in
    `ArrayStore.store_array`."""
    document = users.document
    index = _value_at(document, member)
    if not isinstance(index, int) or not users.is_replaceable("accessors", index):
        document.set(member, append_accessor(document, array, **options))
        users.leave("accessors", index)
        return
    put_accessor(users, index, array, **options)


def put_accessor(users: Users, index: int, array: NDArray[Any], **options: Any) -> None:
    """Replace the data of an accessor for all its users; options as in `put_array`."""
    document = users.document
    view = document.tree["accessors"][index].get("bufferView")
    replaced = view if view is not None and users.is_replaceable("bufferViews", view) else None
    if replaced is None:
        users.leave("bufferViews", view)
    _Replacement(document, index, replaced).store_array(array, **options)


class _Replacement(DocumentArrays):
    """Stores an array over an existing accessor and, if given, its buffer view. Both keep their names."""

    def __init__(self, document: Document, accessor: int, view: int | None) -> None:
        super().__init__(document, instead_of=view)
        self._accessor, self._kept = (
            accessor,
            {} if view is None else _kept_members(document.tree["bufferViews"][view]),
        )

    def add_view(self, data: BytesLike, target: int | None = None, stride: int | None = None) -> int:
        view = super().add_view(data, target, stride)
        for name, value in self._kept.items():
            self._document.set(pointer("bufferViews", view, name), value)
        return view

    def add_accessor(self, members: dict[str, Any]) -> int:
        old = self._document.tree["accessors"][self._accessor]
        self._document.set(pointer("accessors", self._accessor), members | _kept_members(old))
        return self._accessor


def _kept_members(members: dict[str, Any]) -> dict[str, Any]:
    return {name: members[name] for name in KEPT if name in members}


def _value_at(document: Document, member: str) -> Any:
    value: Any = document.tree
    for token in tokens(member):
        value = value.get(token) if isinstance(value, dict) else value[int(token)]
    return value


def append_offsets(document: Document, offsets: NDArray[Any], *, min_max: bool) -> int:
    """Append an accessor of offsets (V, 3) of a morph target; sparse if that takes fewer bytes."""
    stored = np.ascontiguousarray(offsets, "<f4")
    rows = np.flatnonzero(stored.any(axis=1))
    index_bytes = len(rows) * int(least_unsigned(len(stored) - 1, ("u1", "u2", "u4"))[1:])
    # Each part begins at a multiple of 4 bytes (glTF 2.0 §3.6.2.4).
    sparse_bytes = index_bytes + -index_bytes % 4 + len(rows) * stored.itemsize * stored.shape[1]
    if sparse_bytes >= stored.nbytes:
        return append_accessor(document, stored, target=VERTICES, min_max=min_max)
    bounds_of = stored if min_max else None
    return DocumentArrays(document).store_sparse(rows, stored[rows], len(stored), bounds_of=bounds_of)
