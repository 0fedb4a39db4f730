"""An OFF file: its bytes, and the polytope in them."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pantin.base import files
from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.base.records import Record
from pantin.formats.off.read import read_with_colours
from pantin.operations.shapes.polytope import Polytope

SUFFIX = re.compile(r"\.(n|[0-9]{0,2})off", re.IGNORECASE)
OPENING = re.compile(rb"(?:[ \t\r\n]|#[^\r\n]*[\r\n])*(?:n|[0-9]{0,2})OFF(?:[ \t\r\n#]|\Z)")


class Document(Record, eq=False):
    """The bytes of the file, with comments and colours, and the polytope; `coloured` of its elements have a
    colour."""

    data: bytes
    polytope: Polytope
    coloured: int = 0
    name: str = "Polytope"
    kind: str = "off"


def read(source: str | os.PathLike[str] | bytes, *, limits: Limits) -> Document:
    """A file, or bytes. Raises `OffError`, `OSError` and `LimitExceeded`."""
    data = source if isinstance(source, bytes) else bytes(files.read(Path(source), limits.file_bytes))
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"the file has more than {limits.file_bytes:,} bytes")
    return Document(data, *read_with_colours(data))


def is_off(start: bytes, suffix: str) -> bool:
    """Whether a file is OFF: by its suffix (.off, .4off, .noff), or by its first word."""
    return SUFFIX.fullmatch(suffix) is not None or OPENING.match(start) is not None
