"""Check what a document requires of its reader. Raises `Unsupported` or `BadFile` before anything is
lifted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.base.errors import BadFile, Unsupported
from pantin.formats.g4mf.accessor import WIDE, AccessorFault, Extent, extent
from pantin.formats.g4mf.buffer import unknown_encoding
from pantin.formats.g4mf.container import four_characters
from pantin.formats.g4mf.model import asset_of, objects, strings
from pantin.report import Report
from pantin.report.wording import quoted

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

LOWEST, HIGHEST = 2, 8
"""The supported dimensions of a rig. Transforms and rotors beyond are not examined: a single number could
demand any amount of memory."""

KNOWN_EXTENSIONS: frozenset[str] = frozenset()
"""Extensions that Pantin supports: none yet."""


def require_known(document: Document) -> None:
    """Raise `Unsupported` if the document needs an extension or an encoding that Pantin does not support.
    Only the document and the headers of chunks are examined, so a large file still opens at once."""
    _require_known(document, list(_needed_extents(document)))


def _require_known(document: Document, used: list[Extent]) -> None:
    name = str(document.path or "bytes")
    fault, json_chunk = document.text_fault, document.container.json_chunk
    if fault is not None and fault.kind == "unknown" and json_chunk is not None:
        encoding = four_characters(document.container.chunks[json_chunk].encoding)
        raise Unsupported(f"{name}: the JSON chunk has the unsupported encoding {encoding}")
    for extension in strings(asset_of(document.tree), "extensionsRequired"):
        if extension not in KNOWN_EXTENSIONS:
            raise Unsupported(f"{name} requires the unsupported extension {quoted(extension)}")
    buffers = objects(document.tree, "buffers")
    for needed in used:
        entry = buffers[needed.buffer] if 0 <= needed.buffer < len(buffers) else None
        unknown = unknown_encoding(entry, needed.buffer, document.container)
        if unknown is not None:
            raise Unsupported(f"{name}: buffer {needed.buffer} has the unsupported encoding {unknown}")


def require(document: Document) -> None:
    """Raise `BadFile` if the document has no dimension, and `Unsupported` if it needs a dimension, an
    extension, an encoding or a number type that Pantin does not support."""
    used = list(_needed_extents(document))
    _require_known(document, used)
    name = str(document.path or "bytes")
    dimension = asset_of(document.tree).get("dimension")
    if not isinstance(dimension, int) or isinstance(dimension, bool):
        from pantin.formats.g4mf.check import check

        raise BadFile(Report(name, document.kind, tuple(check(document))))
    if not LOWEST <= dimension <= HIGHEST:
        raise Unsupported(f"{name} has {dimension} dimensions; rigs have {LOWEST} to {HIGHEST}")
    for needed in used:
        if needed.type in WIDE:
            raise Unsupported(f"{name}: an accessor has the unsupported component type {needed.type}")


def _needed_extents(document: Document) -> Iterator[Extent]:
    """The extents of the accessors that meshes use."""
    for accessor in sorted(_used_accessors(document.tree.get("meshes"))):
        try:
            yield extent(document, accessor)
        except AccessorFault:
            continue


ACCESSOR_KEYS = frozenset(
    {"vertices", "groups", "weights", "simplexes", "cells", "edges", "values", "indices", "offsets"}
)


def _used_accessors(meshes: object) -> set[int]:
    """The accessors that meshes refer to."""
    used: set[int] = set()
    stack: list[object] = [meshes]
    while stack:
        here = stack.pop()
        if isinstance(here, dict):
            for key, value in here.items():
                if key in ACCESSOR_KEYS and isinstance(value, int) and not isinstance(value, bool):
                    used.add(value)
                elif isinstance(value, dict | list) and key != "extras":
                    stack.append(value)
        elif isinstance(here, list):
            stack += [entry for entry in here if isinstance(entry, dict)]
    return used
