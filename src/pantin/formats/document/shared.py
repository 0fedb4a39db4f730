"""Whether another file in a folder refers to a companion, which must stay then."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pantin.base.errors import PantinError
from pantin.base.files import is_file
from pantin.formats.document.document import BufferedDocument, externals

# Bytes of a file that are searched at once.
_PIECE = 1 << 20

# Data and images, which refer to nothing and may be large.
_WITHOUT_REFERENCES = frozenset({".bin", ".png", ".jpg", ".jpeg", ".webp", ".ktx2", ".tmp"})


def is_named_by_another(
    path: Path, document: Path, read: Callable[..., BufferedDocument[Any]] | None = None
) -> bool:
    """Whether a file beside `document`, or beside `path`, other than these refers to the file at `path`.

    Any mention of its name counts, in whatever format; a file of the same kind as `document` is also read
    with `read`, since a URI can be spelled in more ways. What cannot be read counts as a reference.
    """
    own = {os.path.realpath(path), os.path.realpath(document)}
    try:
        others = [
            other
            for folder in {document.parent, path.parent}
            for other in folder.iterdir()
            if is_file(other) and os.path.realpath(other) not in own
        ]
        return any(
            _mentions(other, path.name)
            or (read is not None and other.suffix == document.suffix and _reads(other, path, read))
            for other in others
            if other.suffix.lower() not in _WITHOUT_REFERENCES
        )
    except OSError:
        return True


def _mentions(other: Path, name: str) -> bool:
    """Whether the bytes of a file have the name, in any spelling; it may be large, and is read in pieces."""
    spellings = [
        spelling.encode("utf-8", "surrogateescape")
        for spelling in (name, quote(os.fsencode(name)), json.dumps(name)[1:-1])
    ]
    pattern = re.compile(rb"(?<![\w.-])(?:" + b"|".join(map(re.escape, spellings)) + rb")")
    overlap = max(map(len, spellings)) + 1
    tail = b""
    with other.open("rb") as file:
        while piece := file.read(_PIECE):
            text = tail + piece
            if pattern.search(text, min(1, len(tail))):
                return True
            tail = text[-overlap:]
    return False


def _reads(other: Path, path: Path, read: Callable[..., BufferedDocument[Any]]) -> bool:
    try:
        named = [external.path for external in externals(read(other))]
    except PantinError:
        return False  # it is not readable as a document, and does not mention the name
    return any(file is not None and os.path.realpath(file) == os.path.realpath(path) for file in named)
