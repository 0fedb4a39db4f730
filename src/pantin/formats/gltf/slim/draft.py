"""`Draft`: a document while it is rewritten: its JSON tree, and the bytes of each buffer view."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from pantin.base.errors import Unsupported
from pantin.base.files import BytesLike
from pantin.formats.gltf import container as containers
from pantin.formats.gltf.array_store import ArrayStore, PackedArray
from pantin.formats.gltf.codes import FLOAT
from pantin.formats.gltf.document import Document, read
from pantin.formats.gltf.extension_names import MESHOPT

Tree = dict[str, Any]


class Draft(ArrayStore):
    """A document in pieces. Change `tree`; `data` has the bytes of each buffer view, with packed ones as
    stored in the file. `finish` assembles a GLB with one buffer."""

    def __init__(self, document: Document) -> None:
        if document.shape_findings:
            first = document.shape_findings[0]
            raise Unsupported(f"the file violates the glTF schema ({first.message}): fix it first")
        self.document = document
        self.tree: Tree = msgspec.json.decode(msgspec.json.encode(document.tree))
        self.data: list[BytesLike] = [self._stored_bytes(view) for view in self.tree.get("bufferViews", ())]
        self._arrays: dict[tuple[Any, ...], int] = {}

    def _stored_bytes(self, view: Tree) -> BytesLike:
        settings = packing_of(view) or view
        data = self.document.buffer(settings["buffer"]).data
        start = settings.get("byteOffset", 0)
        if data is None or start + settings["byteLength"] > len(data):
            raise Unsupported(f"the bytes of buffer {settings['buffer']} are missing: slim needs all data")
        return data[start : start + settings["byteLength"]]

    def entries(self, collection: str) -> list[Tree]:
        """A collection of the root; an empty list is not added to the tree."""
        objects: list[Tree] = self.tree.get(collection, [])
        return objects

    def add(self, collection: str, members: Tree) -> int:
        self.tree.setdefault(collection, []).append(members)
        return len(self.tree[collection]) - 1

    def append_view(self, data: BytesLike, **members: Any) -> int:
        self.data.append(data)
        return self.add("bufferViews", {"buffer": 0, "byteLength": len(data), **members})

    def add_view(self, data: BytesLike, target: int | None = None, stride: int | None = None) -> int:
        members: Tree = {} if stride is None else {"byteStride": stride}
        if target is not None:
            members["target"] = target
        return self.append_view(data, **members)

    def add_accessor(self, members: Tree) -> int:
        return self.add("accessors", members)

    def store_packed(self, packed: PackedArray, target: int | None = None) -> int:
        """Store equal arrays as one accessor, with bounds as the shortest texts of their numbers."""
        if packed.members["componentType"] == FLOAT:
            for name in ("min", "max"):
                if name in packed.members:
                    packed.members[name] = [float(str(np.float32(bound))) for bound in packed.members[name]]
        key = (packed.data, packed.stride, msgspec.json.encode(packed.members), target)
        if key not in self._arrays:
            self._arrays[key] = super().store_packed(packed, target)
        return self._arrays[key]

    def finish(self) -> Document:
        """The document as a GLB, or in its original form if it was text with separate files."""
        tree, parts, offset, unpacked = dict(self.tree), [], 0, 0
        views = [dict(view) for view in tree.get("bufferViews", ())]
        for view, data in zip(views, self.data, strict=True):
            offset += -offset % 4
            settings, name = packing_of(view), packing_name(view)
            if settings is not None and name is not None:
                settings = {**settings, "buffer": 0, "byteOffset": offset, "byteLength": len(data)}
                view["extensions"] = {**view["extensions"], name: settings}
                view["buffer"], view["byteOffset"] = 1, unpacked
                unpacked += view["byteLength"] + -view["byteLength"] % 4
            else:
                view["buffer"], view["byteOffset"] = 0, offset
            parts.append((offset, data))
            offset += len(data)
        if views:
            tree["bufferViews"] = views
        else:
            tree.pop("bufferViews", None)
        tree["buffers"] = [{"byteLength": offset}] if offset else []
        if unpacked:
            used = next(name for view in views if (name := packing_name(view)) is not None)
            tree["buffers"].append({"byteLength": unpacked, "extensions": {used: {"fallback": True}}})
        for empty in [name for name, value in tree.items() if value == []]:
            del tree[empty]
        content = bytearray(offset)
        for start, data in parts:
            content[start : start + len(data)] = data
        text = msgspec.json.encode(tree)
        whole = b"".join(containers.compose(containers.EMPTY, text, [bytes(content)] if offset else None))
        name = self.document.path.name if self.document.path else "slim"
        return read(whole, name=name, limits=self.document.limits, resolver=self.document.resolver)


def packing_name(view: Tree) -> str | None:
    """The extension that packs a buffer view."""
    return next((name for name in MESHOPT if name in view.get("extensions", {})), None)


def packing_of(view: Tree) -> Tree | None:
    """The packing of a buffer view; None if it is not packed."""
    name = packing_name(view)
    return None if name is None else view["extensions"][name]
