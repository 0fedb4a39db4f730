"""Unpack Draco-compressed primitives, so that attributes can be changed one by one."""

from __future__ import annotations

from typing import Any

from pantin.formats.gltf import accessor
from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import append_accessor, indexed_objects, unlist_extensions
from pantin.formats.gltf.extension_names import DRACO as NAME
from pantin.report.pointer import pointer


def unpack_primitive(document: Document, mesh: int, primitive: int) -> bool:
    """Store the content of a Draco stream as plain accessors and remove the stream; False if there is none.

    Readers of the extension take the attributes from the stream and ignore the accessors, so call this before
    changing a primitive. Raises `BadAccessor` if it cannot be unpacked.
    """
    primitive_pointer = pointer("meshes", mesh, "primitives", primitive)
    target: dict[str, Any] = document.tree["meshes"][mesh]["primitives"][primitive]
    stream = target.get("extensions", {}).get(NAME)
    if stream is None:
        return False
    accessors = {
        f"{primitive_pointer}/attributes/{name}": target["attributes"][name] for name in stream["attributes"]
    }
    if "indices" in target:
        accessors[f"{primitive_pointer}/indices"] = target["indices"]
    arrays = {member: accessor.view(document, index) for member, index in accessors.items()}
    for member, array in arrays.items():
        old: dict[str, Any] = document.tree["accessors"][accessors[member]]
        new = append_accessor(
            document,
            array,
            type=old["type"],
            normalized=old.get("normalized", False),
            target=INDICES if member.endswith("/indices") else VERTICES,
            min_max=member.endswith("/POSITION"),
        )
        document.set(member, new)
    is_only = len(target["extensions"]) == 1
    document.remove(
        f"{primitive_pointer}/extensions" if is_only else f"{primitive_pointer}/extensions/{NAME}"
    )
    return True


def unlist_unused(document: Document) -> None:
    """Remove the name from `extensionsUsed` and `extensionsRequired` if no primitive has the extension."""
    for _, mesh in indexed_objects(document.tree, "meshes"):
        for _, primitive in indexed_objects(mesh, "primitives"):
            if NAME in primitive.get("extensions", {}):
                return
    unlist_extensions(document, NAME)
