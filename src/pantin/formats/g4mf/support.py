"""What a document needs of its reader: refused with `Unsupported` or `BadFile` before anything is lifted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.errors import BadFile, Unsupported
from pantin.formats.g4mf.accessor import WIDE, AccessorFault, Extent, extent
from pantin.formats.g4mf.buffer import unknown_encoding
from pantin.formats.g4mf.container import four_characters
from pantin.formats.g4mf.model import asset_of, objects, strings
from pantin.report import Report

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

LOWEST, HIGHEST = 2, 8
"""The dimensions a rig may have. Maps and rotors of more are not looked at: a number alone could ask for any
amount of memory."""

KNOWN_EXTENSIONS: frozenset[str] = frozenset()
"""Extensions whose meaning Pantin knows: none yet."""


def require_known(document: Document) -> None:
    """Raise `Unsupported` where the document needs an extension or an encoding that is not known.

    Only the document and the headers of chunks are looked at, so that a large file still opens at once.
    """
    name = str(document.path or "bytes")
    fault, at = document.text_fault, document.container.json_chunk
    if fault is not None and fault.kind == "unknown" and at is not None:
        encoding = four_characters(document.container.chunks[at].encoding)
        raise Unsupported(f"{name} is compressed with {encoding}, which is not known")
    for one in strings(asset_of(document.tree), "extensionsRequired"):
        if one not in KNOWN_EXTENSIONS:
            raise Unsupported(f"{name} requires the extension {one!r}, which is not known")
    buffers = objects(document.tree, "buffers")
    for about in _needed(document):
        entry = buffers[about.buffer] if 0 <= about.buffer < len(buffers) else None
        unknown = unknown_encoding(entry, about.buffer, document.container)
        if unknown is not None:
            raise Unsupported(f"{name}: the encoding {unknown} of buffer {about.buffer} is not known")


def require(document: Document) -> None:
    """Raise `BadFile` where nothing in the document has a meaning, `Unsupported` where it needs a dimension,
    an extension, an encoding or a number type that is not known."""
    require_known(document)
    name = str(document.path or "bytes")
    dimension = asset_of(document.tree).get("dimension")
    if not isinstance(dimension, int) or isinstance(dimension, bool):
        from pantin.formats.g4mf.check import check

        raise BadFile(Report(name, document.kind, tuple(check(document))))
    if not LOWEST <= dimension <= HIGHEST:
        raise Unsupported(f"{name} has {dimension} dimensions; rigs have {LOWEST} to {HIGHEST}")
    for about in _needed(document):
        if about.type in WIDE:
            raise Unsupported(f"{name}: an accessor holds {about.type} numbers, which are not read")


def _needed(document: Document) -> Iterator[Extent]:
    """What the accessors that meshes use say of themselves."""
    for accessor in sorted(_used(document.tree.get("meshes"))):
        try:
            yield extent(document.tree, accessor)
        except AccessorFault:
            continue


ACCESSOR_KEYS = frozenset(
    {"vertices", "groups", "weights", "simplexes", "cells", "edges", "values", "indices", "offsets"}
)


def _used(meshes: object) -> set[int]:
    """The accessors that meshes name."""
    found: set[int] = set()
    stack: list[object] = [meshes]
    while stack:
        here = stack.pop()
        if isinstance(here, dict):
            for key, value in here.items():
                if key in ACCESSOR_KEYS and isinstance(value, int) and not isinstance(value, bool):
                    found.add(value)
                elif isinstance(value, dict | list) and key != "extras":
                    stack.append(value)
        elif isinstance(here, list):
            stack += [one for one in here if isinstance(one, dict)]
    return found
