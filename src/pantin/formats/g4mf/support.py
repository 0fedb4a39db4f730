"""What a document needs of its reader: refused with `Unsupported` or `BadFile` before anything is lifted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.errors import BadFile, Unsupported
from pantin.formats.g4mf.accessor import WIDE, AccessorFault, extent
from pantin.formats.g4mf.container import four_characters
from pantin.report import Report

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

LOWEST, HIGHEST = 2, 8
"""The dimensions a rig may have."""


def require(document: Document) -> None:
    """Raise `BadFile` where nothing in the document has a meaning, `Unsupported` where it needs a dimension,
    an extension, an encoding or a number type that is not known."""
    from pantin.formats.g4mf.rules.core import KNOWN_EXTENSIONS, strings

    name = str(document.path or "bytes")
    fault, at = document.text_fault, document.container.json_chunk
    if fault is not None and fault.kind == "unknown" and at is not None:
        encoding = four_characters(document.container.chunks[at].encoding)
        raise Unsupported(f"{name} is compressed with {encoding}, which is not known")
    asset = document.tree.get("asset")
    dimension = asset.get("dimension") if isinstance(asset, dict) else None
    if not isinstance(dimension, int) or isinstance(dimension, bool):
        from pantin.formats.g4mf.check import check

        raise BadFile(Report(name, document.kind, tuple(check(document))))
    if not LOWEST <= dimension <= HIGHEST:
        raise Unsupported(f"{name} has {dimension} dimensions; rigs have {LOWEST} to {HIGHEST}")
    for one in strings(asset.get("extensionsRequired") if isinstance(asset, dict) else None):
        if one not in KNOWN_EXTENSIONS:
            raise Unsupported(f"{name} requires the extension {one!r}, which is not known")
    _needed_data(document, name)


def _needed_data(document: Document, name: str) -> None:
    """Accessors that meshes use are of known types, in buffers of known encodings."""
    used = _used(document.tree.get("meshes"))
    for accessor in sorted(used):
        try:
            about = extent(document.tree, accessor)
        except AccessorFault:
            continue
        if about.type in WIDE:
            raise Unsupported(f"{name}: accessor {accessor} holds {about.type} numbers, which are not read")
        fault = document.buffer(about.buffer).fault
        if fault is not None and fault.kind == "unknown":
            raise Unsupported(f"{name}: {fault.message}")


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
