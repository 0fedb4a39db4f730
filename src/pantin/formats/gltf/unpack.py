"""Primitives made plain, whichever extension packs them, so that their attributes can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext import every


def listed(owner: Mapping[str, Any], name: str) -> list[tuple[int, dict[str, Any]]]:
    """The objects in a list of the tree, each with its index; in a broken file some are none, or there is no
    list.
    """
    items = owner.get(name)
    return (
        [(at, one) for at, one in enumerate(items) if isinstance(one, dict)]
        if isinstance(items, list)
        else []
    )


def unpack_primitive(document: Document, mesh: int, primitive: int) -> bool:
    """Store the attributes of a primitive as plain accessors, where an extension packs them; whether one did.

    Readers of such an extension take the attributes from its stream, whatever the accessors say, so nothing
    in the primitive can be changed before this. Raises `BadAccessor` if it cannot be unpacked.
    """
    functions = [extension.edits.unpack_primitive for extension in every()]
    unpacked = [function(document, mesh, primitive) for function in functions if function is not None]
    return any(unpacked)


def unlist_unused(document: Document) -> None:
    """Take extensions off the lists of those the file uses and needs, once nothing is packed by them."""
    for extension in every():
        if extension.edits.unlist_unused is not None:
            extension.edits.unlist_unused(document)
