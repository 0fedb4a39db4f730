"""Edit string members."""

from __future__ import annotations

from pantin.formats.gltf.document import Document
from pantin.report.pointer import pointer


def set_text(document: Document, path: tuple[str, ...], text: str) -> None:
    """Set a string, or remove the member if the string is empty."""
    where = pointer(*path)
    if text:
        document.set(where, text)
    elif document.get(where) is not None:
        document.remove(where)
