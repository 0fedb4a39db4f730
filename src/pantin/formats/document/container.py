"""A binary file as header and chunks, stored as they are, even if the stated sizes are wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar, Generic, TypeAlias, TypeVar

from pantin.base import files
from pantin.base.errors import LimitExceeded
from pantin.base.files import BytesLike
from pantin.base.limits import Limits
from pantin.base.records import Record


class Chunk(Record):
    """A chunk: its type, the offset of its header, its stated length and the bytes of data available."""

    HEADER_BYTES: ClassVar[int]

    type: int
    offset: int
    length: int
    available: int

    @property
    def start(self) -> int:
        """Where the data begins."""
        return self.offset + self.HEADER_BYTES

    @property
    def end(self) -> int:
        """Where the available data ends; padding may follow."""
        return self.start + self.available


ChunkT = TypeVar("ChunkT", bound=Chunk)


class Container(Record, Generic[ChunkT]):
    """The bytes of a file and its division into chunks.

    `kind` is the suffix that a file of this container has. `magic`, `version` and `length` are the header's
    fields, None where the file ends before them; all three are None for text. `end` is where parsing stopped:
    after the last chunk, or where the header says the file ends. The bytes after `end` are `trailing`: data
    after the stated length, or a truncated chunk header. A file with another magic or version has no chunks,
    because its bytes may be divided in another way.
    """

    kind: str
    data: memoryview
    magic: int | None = None
    version: int | None = None
    length: int | None = None
    chunks: tuple[ChunkT, ...] = ()
    end: int = 0

    @property
    def trailing(self) -> int:
        return len(self.data) - self.end


Source: TypeAlias = str | os.PathLike[str] | BytesLike


class Content(Record):
    """The bytes of a source, the suffix of its name, and its path where it is a file."""

    data: memoryview
    suffix: str
    path: Path | None


def read_content(source: Source, name: str | None, limits: Limits) -> Content:
    """The bytes of a file, or bytes that would be called `name`. Raises `OSError` and `LimitExceeded`."""
    if not isinstance(source, bytes | bytearray | memoryview):
        path = source if isinstance(source, Path) else Path(source)
        return Content(files.read(path, limits.file_bytes), path.suffix, path)
    data = memoryview(source).cast("B").toreadonly()
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"there are more than {limits.file_bytes:,} bytes")
    return Content(data, Path(name or "").suffix, None)
