"""Where a document refers to other files, and those that are not copied with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pantin.formats.document.document import externals
from pantin.formats.g4mf.model import objects
from pantin.formats.uri import is_data
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import quoted

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

COLLECTIONS = ("buffers", "files", "models")
"""Root collections whose items may be other files; `models` is older."""


def uris(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The pointer and the value of every URI that refers to a file.

    Images of textures had their own before there were `files`. Web addresses are not files.
    """
    entries = [
        (pointer(key, index), entry) for key in COLLECTIONS for index, entry in enumerate(objects(tree, key))
    ]
    for index, texture in enumerate(objects(tree, "textures")):
        images = enumerate(objects(texture, "images"))
        entries += [(pointer("textures", index, "images", number), image) for number, image in images]
    for location, entry in entries:
        uri = entry.get("uri") if isinstance(entry, dict) else None
        if isinstance(uri, str) and not is_data(uri) and "://" not in uri:
            yield f"{location}/uri", uri


@rule("LOSS-G4MF_FILE", "warning", "did not copy the file {uri}: {reason}")
def file_left_behind(document: Document) -> Iterator[Finding]:
    """Referenced file is not copied.

    What: Every file that the document refers to can be read when the document is saved in another folder.
    Why: The reference is kept, so it is broken in the copy too.
    Fix: Put the file where the document expects it, inside its own folder, or correct the `uri`.
    Source: G4MF, file references.
    """
    for external in externals(document):
        if external.fault is not None:
            yield file_left_behind.at(external.pointer, uri=quoted(external.uri), reason=external.fault)
