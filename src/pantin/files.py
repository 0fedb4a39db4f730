"""Files on disk: reading without copying, writing so that a crash leaves the old file or the new one, and
resolving the names that one file gives to others without leaving its folder.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeAlias
from urllib.parse import unquote_to_bytes

from pantin.errors import LimitExceeded

BytesLike: TypeAlias = bytes | bytearray | memoryview

# Enough that a pipe is emptied by each read, and little beside what is read in all.
_PIECE = 1 << 20
# Files up to this size are read at once, which takes some hundredths of a second: if another program cut a
# mapped one short, the system would end this one where it touches what is gone.
_MAPPED_FROM = 1 << 26
# What is taken from a device, which may have no end.
_DEVICE = 1 << 26
# RFC 3986 §3.1. A drive letter ("C:model.bin") reads as a scheme too, and is refused with it.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class PathError(ValueError):
    """A reference that does not name a file inside the folder it must stay in; the message says why."""


@dataclass(frozen=True, slots=True)
class Resolver:
    """Where the files are that a file names: in its own folder, or anywhere if the caller allows it.

    `folder` is None for bytes, which name no others.
    """

    folder: Path | None
    allow_outside: bool = False


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


def atomic_write(path: Path, parts: Iterable[BytesLike]) -> None:
    """Write `parts` one after another as the file `path`, which is the old one until the new one is on disk.

    The new file is made beside the old one, flushed, and put in its place in one step, with the old one's
    permissions. If anything fails the new file is removed and the old one stays. A symbolic link keeps
    pointing where it did. A device or pipe cannot be replaced and is written to.
    """
    asked, path = path, Path(os.path.realpath(path))
    mode = path.stat().st_mode if path.exists() else None
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(f"{path} is a folder, not a file to write")
    if mode is not None and not stat.S_ISREG(mode):
        with path.open("wb") as file:
            file.writelines(parts)
        return
    # Not after the old name, which may be as long as the file system allows.
    fresh = path.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        with fresh.open("xb") as file:
            if mode is not None:
                fresh.chmod(stat.S_IMODE(mode))
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            fresh.unlink()
        if isinstance(error, OSError) and error.errno and error.filename in (None, str(fresh)):
            error.filename = str(asked)  # which the caller can do something about
        raise
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Make a rename last through a power cut. Only POSIX lets a folder be opened; elsewhere there is nothing
    to do.
    """
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def resolve(folder: Path, uri: str, *, allow_outside: bool = False) -> Path:
    """The file that the relative reference `uri` names, seen from `folder`. It need not exist.

    Percent escapes are decoded first, so that an escaped `..` is seen for what it is. Schemes are refused
    always, since nothing is ever fetched; what leaves the folder, by name or through a symbolic link, unless
    `allow_outside`.
    """
    if _SCHEME.match(uri):
        raise PathError(f"{_short(uri)} has a scheme or a drive; only files beside the asset are read")
    try:
        name = unquote_to_bytes(uri).decode("utf-8")
    except UnicodeError:
        raise PathError(f"{_short(uri)} is not UTF-8 once its percent escapes are decoded") from None
    if not name or "\0" in name:
        raise PathError(f"{_short(uri)} is not the name of a file")
    if allow_outside:
        return folder / name
    if _SCHEME.match(name) or "\\" in name:
        raise PathError(f"{_short(uri)} has a drive or a backslash, which is no relative URI")
    direct = _direct(name)
    if direct is None:
        raise PathError(f"{_short(uri)} leaves the folder of the asset")
    path = folder / direct
    try:
        inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):  # a name the file system cannot hold
        raise PathError(f"{_short(uri)} is not the name of a file") from None
    if not inside:
        raise PathError(f"{_short(uri)} is a link that leaves the folder of the asset")
    return path


def _direct(name: str) -> str | None:
    """A relative reference without `..`, each undone by what stands before it (RFC 3986 §5.2.4); None for one
    that goes above where it begins.
    """
    steps: list[str] = []
    for part in name.split("/"):
        if part == ".." and steps:
            steps.pop()
        elif part == "..":
            return None
        elif part not in ("", "."):
            steps.append(part)
    return None if name.startswith("/") else "/".join(steps)


def _short(uri: str) -> str:
    return repr(uri if len(uri) <= 80 else uri[:77] + "...")
