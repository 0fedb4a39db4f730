"""Read a file or a stream up to a limit; large files are mapped where that is safe."""

from __future__ import annotations

import errno
import mmap
import os
import stat
from pathlib import Path
from typing import BinaryIO

from pantin.base.errors import LimitExceeded
from pantin.base.files import portable

# Large enough that each read empties a pipe, and small compared with the whole.
_PIECE = 1 << 20
# Smaller files are read at once, which takes some hundredths of a second: if another program truncated a
# mapped file, the system would kill this process where it touches the missing part.
_MAPPED_FROM = 1 << 26
# The most that is read from a device, which may never end.
_DEVICE = 1 << 26


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether there is something at a path. Like the two below, False where the system does not tell, as for
    a name that is too long; `Path.exists` raises an error there."""
    return os.path.exists(path)  # noqa: PTH110


def is_file(path: str | os.PathLike[str]) -> bool:
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: str | os.PathLike[str]) -> bool:
    return os.path.isdir(path)  # noqa: PTH112


def read(path: Path, most: int, limit: str = "file_bytes") -> memoryview:
    """The bytes of a file, read-only; a large file is mapped where that is safe.

    Raises `LimitExceeded`, which names `limit`, for a file of more than `most` bytes. Windows locks a mapped
    file against replacement, so files are read there; pipes and devices always are. A mapped file may be
    replaced on disk while the view lives, and the view keeps the old content; it must not be truncated.
    """
    with portable.to_long_path(path).open("rb") as file:
        status = os.fstat(file.fileno())
        _require_within(path.name, status.st_size, most, limit)
        if stat.S_ISCHR(status.st_mode):
            most = min(most, _DEVICE)
        if portable.WINDOWS or not stat.S_ISREG(status.st_mode) or status.st_size < _MAPPED_FROM:
            return read_stream(file, path.name, most, limit, expected=status.st_size)
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def read_small(path: Path, most: int) -> bytes:
    """The bytes of a pose, a baseline or a source. Raises `OSError`, also for a file that is too large, as a
    device may be.
    """
    try:
        return bytes(read(path, most))
    except LimitExceeded:
        raise OSError(errno.EFBIG, f"larger than {most:,} bytes", str(path)) from None


def read_named(path: Path, most: int, limit: str = "file_bytes") -> memoryview:
    """The bytes of a file that another file names. Raises `OSError` for a pipe or a device, which may never
    end.
    """
    if exists(path) and not is_file(path) and not is_folder(path):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return read(path, most, limit)


def read_stream(
    file: BinaryIO, name: str, most: int, limit: str = "file_bytes", *, expected: int = _PIECE
) -> memoryview:
    """All bytes of a stream. Those that are `expected` are read at once, any others in pieces: reading `most`
    bytes at once would allocate that much memory.
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
