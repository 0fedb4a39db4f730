"""Draco-compressed primitives made plain, so that their attributes can be changed one by one."""

from __future__ import annotations

from typing import Any

from pantin.formats.gltf import accessor
from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import append_accessor, indexed_objects, unlist_extensions
from pantin.formats.gltf.ext.draco import NAME
from pantin.report.pointer import pointer


def unpack_primitive(document: Document, mesh: int, primitive: int) -> bool:
    """Store what a Draco stream holds as plain accessors and drop the stream; False if there is none.

    Every reader that knows the extension takes the attributes from the stream, whatever the accessors say, so
    nothing in such a primitive can be changed before this. Raises `BadAccessor` if it cannot be unpacked.
    """
    place = pointer("meshes", mesh, "primitives", primitive)
    given: dict[str, Any] = document.tree["meshes"][mesh]["primitives"][primitive]
    stream = given.get("extensions", {}).get(NAME)
    if stream is None:
        return False
    named = {f"{place}/attributes/{name}": given["attributes"][name] for name in stream["attributes"]}
    if "indices" in given:
        named[f"{place}/indices"] = given["indices"]
    arrays = {where: accessor.view(document, index) for where, index in named.items()}
    for where, array in arrays.items():
        old: dict[str, Any] = document.tree["accessors"][named[where]]
        new = append_accessor(
            document,
            array,
            type=old["type"],
            normalized=old.get("normalized", False),
            target=INDICES if where.endswith("/indices") else VERTICES,
            min_max=where.endswith("/POSITION"),
        )
        document.set(where, new)
    only = len(given["extensions"]) == 1
    document.remove(f"{place}/extensions" if only else f"{place}/extensions/{NAME}")
    return True


def unlist_unused(document: Document) -> None:
    """Take the extension off the lists of those the file uses and needs, once no primitive has it."""
    for _, mesh in indexed_objects(document.tree, "meshes"):
        for _, primitive in indexed_objects(mesh, "primitives"):
            if NAME in primitive.get("extensions", {}):
                return
    unlist_extensions(document, NAME)
