"""Heal a document before it is edited: values of another type become empty objects where the schema expects
objects. Edits set members by path, so they need objects where the typed model has None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import inspect

from pantin.formats.members.decode import structs_in
from pantin.formats.members.description import Described, members, without_none
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.report.pointer import JsonPath

OBJECTS = (inspect.StructType, inspect.DictType)


def heal(document: Document) -> None:
    """Replace values so that every list is a list and every object an object; nothing else changes."""
    if document.shape_findings:
        from pantin.formats.gltf.schema import Gltf

        _heal_object(document, (), document.tree, Gltf)


def _heal_object(document: Document, path: JsonPath, tree: dict[str, Any], cls: type[Described]) -> None:
    for member in members(cls):
        if member.name not in tree:
            continue
        there, value, inner = (*path, member.name), tree[member.name], structs_in(member.type)
        if isinstance(member.type, inspect.VarTupleType):
            if not isinstance(value, list):
                document.remove(pointer(*there))
            elif isinstance(without_none(member.type.item_type)[0], OBJECTS):
                for index, item in enumerate(value):
                    if not isinstance(item, dict):
                        document.set(pointer(*there, index), {})
                    elif inner:
                        _heal_object(document, (*there, index), item, inner[0])
        elif isinstance(member.type, OBJECTS):
            if not isinstance(value, dict):
                document.remove(pointer(*there))
            elif inner and isinstance(member.type, inspect.StructType):
                _heal_object(document, there, value, inner[0])
            elif member.name == "extensions":
                _heal_extensions(document, there, value)


def _heal_extensions(document: Document, path: JsonPath, extensions: dict[str, Any]) -> None:
    """Remove extensions that are not objects, and the member `extensions` if it becomes empty."""
    broken = [name for name, held in extensions.items() if not isinstance(held, dict)]
    if broken and len(broken) == len(extensions):
        document.remove(pointer(*path))
        return
    for name in broken:
        document.remove(pointer(*path, name))
