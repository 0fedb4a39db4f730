"""The other files that a document names, and which of them are there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pantin.files import Resolver
from pantin.formats.document.document import BufferedDocument


@dataclass(frozen=True, slots=True)
class External:
    """A file that the document names: where it does, in which words, and the file, or why there is none."""

    pointer: str
    uri: str
    path: Path | None
    fault: str | None


def externals(document: BufferedDocument[Any]) -> list[External]:
    """Every file that a document names, in the order of the document."""
    return [_locate(document.resolver, pointer, uri) for pointer, uri in document.uris()]


def files_of(document: BufferedDocument[Any] | None, path: Path) -> list[Path]:
    """The files that a document at `path` names, there or not; none where there is no document yet."""
    found = [] if document is None else externals(document)
    return [external.path for external in found if external.path is not None]


def _locate(resolver: Resolver, pointer: str, uri: str) -> External:
    if resolver.folder is None:
        return External(pointer, uri, None, "bytes in memory have no folder to find it in")
    try:
        path = resolver.resolve(uri)
        return External(pointer, uri, path, None if path.is_file() else "there is no such file")
    except (OSError, ValueError) as error:
        return External(pointer, uri, None, str(error))
