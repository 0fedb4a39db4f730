"""Where a document names other files, and those that do not come along with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pantin.formats.document.document import externals
from pantin.formats.g4mf.model import objects
from pantin.formats.uri import is_data
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

NAMING = ("buffers", "files", "models")
"""Root collections whose items may be other files; `models` is older."""


def uris(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The pointer and the text of every URI that names a file.

    Images of textures had their own before there were `files`. Web addresses are not files.
    """
    named = [(pointer(key, index), entry) for key in NAMING for index, entry in enumerate(objects(tree, key))]
    for index, texture in enumerate(objects(tree, "textures")):
        images = enumerate(objects(texture, "images"))
        named += [(pointer("textures", index, "images", number), image) for number, image in images]
    for place, entry in named:
        uri = entry.get("uri") if isinstance(entry, dict) else None
        if isinstance(uri, str) and not is_data(uri) and "://" not in uri:
            yield f"{place}/uri", uri


@rule("LOSS-G4MF_FILE", "warning", "the file {uri!r} did not come along: {reason}")
def file_left_behind(document: Document) -> Iterator[Finding]:
    """A document's other files come along when it is saved elsewhere.

    Why: a reference to a file that cannot be read is kept as it stands, and so is broken in the copy too.
    Mend: put the file where the document names it, inside the document's own folder, or correct the `uri`.
    Source: G4MF, file references.
    """
    for external in externals(document):
        if external.fault is not None:
            yield file_left_behind.at(external.pointer, uri=external.uri, reason=external.fault)
