"""References of a document to other files, and findings for files not copied with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.formats.document.document import externals
from pantin.formats.g4mf.model import objects
from pantin.formats.g4mf.newest import newest_form, origin
from pantin.formats.uri import is_data
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import quoted

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document


def uris(document: Document) -> Iterator[tuple[str, str]]:
    """The pointer and the value of every URI that refers to a file. Web addresses are not files."""
    newest = newest_form(document)
    for key in ("buffers", "files"):
        for index, entry in enumerate(objects(newest.tree, key)):
            uri = entry.get("uri") if isinstance(entry, dict) else None
            if isinstance(uri, str) and not is_data(uri) and "://" not in uri:
                yield origin(newest, pointer(key, index, "uri")), uri


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
