"""The bytes of a file or a stream within a limit, mapped rather than read where that is safe."""

from __future__ import annotations

import errno
import mmap
import os
import stat
from pathlib import Path
from typing import BinaryIO

from pantin.errors import LimitExceeded

# Enough that a pipe is emptied by each read, and little beside what is read in all.
_PIECE = 1 << 20
# Files up to this size are read at once, which takes some hundredths of a second: if another program cut a
# mapped one short, the system would end this one where it touches what is gone.
_MAPPED_FROM = 1 << 26
# What is taken from a device, which may have no end.
_DEVICE = 1 << 26


def read(path: Path, limit: int) -> memoryview:
    """The bytes of a file, read-only, and mapped rather than read where it is large and that is safe.

    Windows locks a mapped file against replacement, so there, and for pipes and devices, it is read. A
    mapped file may be replaced on disk while the view lives, and the view keeps the old content; it must not
    be cut short in place.
    """
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        _within(path.name, status.st_size, limit)
        if stat.S_ISCHR(status.st_mode):
            limit = min(limit, _DEVICE)
        if os.name == "nt" or not stat.S_ISREG(status.st_mode) or status.st_size < _MAPPED_FROM:
            return read_stream(file, path.name, limit)
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def read_small(path: Path, limit: int) -> bytes:
    """A file beside the models: a pose, a baseline, a source. Raises `OSError`, also for one that is larger
    than any of these is, as a device may be.
    """
    try:
        return bytes(read(path, limit))
    except LimitExceeded:
        raise OSError(errno.EFBIG, f"larger than {limit:,} bytes", str(path)) from None


def read_named(path: Path, limit: int) -> memoryview:
    """The bytes of a file that another file names. Raises `OSError` for a pipe or a device: it could be
    waited for, or read, for ever.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return read(path, limit)


def read_stream(file: BinaryIO, name: str, limit: int) -> memoryview:
    """All that a stream holds, piece by piece: one read of the limit would take that much memory."""
    data = bytearray()
    while piece := file.read(_PIECE):
        data += piece
        _within(name, len(data), limit)
    return memoryview(data).toreadonly()


def _within(name: str, size: int, limit: int) -> None:
    if size > limit:
        raise LimitExceeded("file_bytes", f"{name} is larger than {limit:,} bytes")
