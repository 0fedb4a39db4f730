"""Read a file or a stream up to a limit.

No file is mapped into memory: exporters write in place, and the system ends a process that touches a part of
a mapped file that another program has cut off. Reading 400 MB takes 0.04 s of the processor and no more
memory, since checks touch all of it.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from pantin.base.errors import LimitExceeded
from pantin.base.files import portable

# Large enough that each read empties a pipe, and small compared with the whole.
_PIECE = 1 << 20
# The most that is read from a device, which may never end.
_DEVICE = 1 << 26


class FolderInstead(IsADirectoryError):
    """The path is a folder, but a file is needed."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EISDIR, os.strerror(errno.EISDIR), str(path))

    def __str__(self) -> str:
        return f"{self.filename} is a folder: pantin.batch.run(verb, [{self.filename!r}]) reads its files"

    def __reduce__(self) -> tuple[type[FolderInstead], tuple[Path]]:
        return FolderInstead, (Path(self.filename),)


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether there is something at a path. Like the two functions below, False on an error of the system,
    such as a name that is too long, for which `Path.exists` raises."""
    return os.path.exists(path)  # noqa: PTH110


def is_file(path: str | os.PathLike[str]) -> bool:
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: str | os.PathLike[str]) -> bool:
    return os.path.isdir(path)  # noqa: PTH112


def read(path: Path, most: int, limit: str = "file_bytes") -> memoryview:
    """The bytes of a file, read-only.

    Raises `LimitExceeded`, which names `limit`, for a file of more than `most` bytes.
    """
    with portable.to_long_path(path).open("rb") as file:
        status = os.fstat(file.fileno())
        _require_within(path.name, status.st_size, most, limit)
        if stat.S_ISCHR(status.st_mode):
            most = min(most, _DEVICE)
        return read_stream(file, path.name, most, limit, expected=status.st_size)


def read_small(path: Path, most: int) -> bytes:
    """The bytes of a pose, a baseline or a source. Raises `OSError`, also for a file (or a device) that is
    too large.
    """
    try:
        return bytes(read(path, most))
    except LimitExceeded:
        raise OSError(errno.EFBIG, f"larger than {most:,} bytes", str(path)) from None


def read_named(path: Path, most: int, limit: str = "file_bytes") -> memoryview:
    """The bytes of a file that another file refers to. Raises `OSError` for a pipe or a device, which may
    never end.
    """
    if exists(path) and not is_file(path) and not is_folder(path):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return read(path, most, limit)


def read_stream(
    file: BinaryIO, name: str, most: int, limit: str = "file_bytes", *, expected: int = _PIECE
) -> memoryview:
    """All bytes of a stream. The `expected` number is read at once, any more in pieces: reading `most` bytes
    at once would allocate that much memory.
    """
    first = file.read(expected)
    _require_within(name, len(first), most, limit)
    piece = file.read(_PIECE)
    if not piece:
        return memoryview(first)
    data = bytearray(first)
    while piece:
        data += piece
        _require_within(name, len(data), most, limit)
        piece = file.read(_PIECE)
    return memoryview(data).toreadonly()


def _require_within(name: str, size: int, most: int, limit: str) -> None:
    if size > most:
        raise LimitExceeded(limit, f"{name} is larger than {most:,} bytes")
