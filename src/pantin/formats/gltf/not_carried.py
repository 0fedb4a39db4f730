"""Data of a glTF document that its rig lacks, so that a conversion drops it."""

from __future__ import annotations

import re
from functools import partial

from pantin.formats.accounting import Carried, NotCarried, describe, is_carried
from pantin.formats.accounting import not_carried as members_not_carried
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import UNLIT
from pantin.formats.gltf.extension_objects import document_references
from pantin.formats.gltf.extensions import find, is_read
from pantin.formats.gltf.material_extensions import BY_NAME, group_members, is_texture
from pantin.formats.gltf.schema import TEXTURE_MEMBERS, Gltf
from pantin.formats.members.losses import held_members
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import and_more


def not_carried(document: Document) -> list[NotCarried]:
    """The kinds of data in a document that `lift` does not carry over, according to the structs of core glTF
    and the records of extensions."""
    read = partial(_of_extension, document)
    return [*members_not_carried(document.tree, held_members(Gltf), read), *_unused_data(document)]


def _of_extension(document: Document, name: str) -> Carried:
    if name == UNLIT:
        return {}
    if name in BY_NAME:
        listed = {
            member.name: dict.fromkeys(TEXTURE_MEMBERS, True) if is_texture(member) else True
            for member, _ in group_members(name)
        }
        return {**dict.fromkeys(BY_NAME[name].constant, True), **listed}
    extension = find(name)
    if extension is None or not is_read(extension, document):
        return False
    return extension.carried_members if extension.carried_in is None else extension.carried_in(document)


def _unused_data(document: Document) -> list[NotCarried]:
    """Accessors, buffer views and buffers that no part of the rig uses, so that their numbers are dropped."""
    if document.edited:
        return []  # an edit leaves the data of what it replaces
    used: dict[str, set[int]] = {"accessors": set(), "bufferViews": set(), "buffers": set()}
    links = [link for link in document_references(document) if link.collection in used]
    # From the objects that use data down to the data: each round may use more of the next collection.
    for collection in used:
        for link in links:
            if link.collection == collection and _is_used(document, link.path, used):
                used[collection].add(link.index)
    entries: list[NotCarried] = []
    for collection, indices in used.items():
        listed = document.tree.get(collection)
        count = len(listed) if isinstance(listed, list) else 0
        unused = [number for number in range(count) if number not in indices]
        if unused:
            first = f"unused {describe(document.tree, (collection, unused[0]))}"
            entries.append((first + and_more(len(unused)), 1, pointer(collection, unused[0])))
    return entries


BOOKKEEPING = tuple(
    f"/{collection}/*{member}"
    for collection in ("accessors", "bufferViews", "buffers")
    for member in ("", "/name")
)
"""Names of arrays, and unused data."""


def is_bookkeeping(pointer: str) -> bool:
    """Whether a member that is not carried over only organises the file."""
    kind = re.sub(r"/[0-9]+(?=/|$)", "/*", pointer)
    if kind in BOOKKEEPING:
        return True
    _, head, name, *rest = [*kind.split("/", 3), "", ""][:4]
    extension = find(name) if head == "extensions" else None
    return extension is not None and rest[0] in extension.bookkeeping


def _is_used(document: Document, path: JsonPath, used: dict[str, set[int]]) -> bool:
    owner, number = str(path[0]), path[1]
    if owner in used:
        return number in used[owner]
    return is_carried(path, held_members(Gltf), partial(_of_extension, document))
