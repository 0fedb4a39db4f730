"""What a document is read from: a file, or bytes in memory."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pantin import files
from pantin.errors import LimitExceeded
from pantin.files import BytesLike
from pantin.limits import Limits

Source: TypeAlias = str | os.PathLike[str] | BytesLike


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a source, the suffix of its name, and its path where it is a file."""

    data: memoryview
    suffix: str
    path: Path | None


def read_content(source: Source, name: str | None, limits: Limits) -> Content:
    """The bytes of a file, or bytes that would be called `name`. Raises `OSError` and `LimitExceeded`."""
    if not isinstance(source, bytes | bytearray | memoryview):
        path = Path(source)
        return Content(files.read(path, limits.file_bytes), path.suffix, path)
    data = memoryview(source).cast("B").toreadonly()
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"there are more than {limits.file_bytes:,} bytes")
    return Content(data, Path(name or "").suffix, None)
