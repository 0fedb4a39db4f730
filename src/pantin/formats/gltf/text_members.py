"""Members that are texts, as edits set them."""

from __future__ import annotations

from pantin.formats.gltf.document import Document
from pantin.report.pointer import pointer


def set_text(document: Document, path: tuple[str, ...], text: str) -> None:
    """Set a text, or remove the member where the text is empty."""
    where = pointer(*path)
    if text:
        document.set(where, text)
    elif document.get(where) is not None:
        document.remove(where)
