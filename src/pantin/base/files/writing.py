"""Write a file, or a set of files, in one step: a crash leaves the old file or the new one, and a failed
write changes nothing.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from io import UnsupportedOperation
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, TypeAlias

from pantin.base.files import portable
from pantin.base.files.temporary import sweep, temporary_name

BytesLike: TypeAlias = bytes | bytearray | memoryview

_NONE: Mapping[Path, BytesLike] = MappingProxyType({})
_REPLACES_READ_ONLY: ContextVar[bool] = ContextVar("replaces_read_only", default=False)


@contextmanager
def replace_read_only(force: bool = True) -> Iterator[None]:
    """Let writes in a `with` block replace files that are read-only, which are refused otherwise."""
    token = _REPLACES_READ_ONLY.set(force or _REPLACES_READ_ONLY.get())
    try:
        yield
    finally:
        _REPLACES_READ_ONLY.reset(token)


def replaces_read_only() -> bool:
    """Whether writes replace files that are read-only here."""
    return _REPLACES_READ_ONLY.get()


def write_stream(stream: BinaryIO, content: BytesLike) -> None:
    """Write to a given file object; raises a clear error if it is not binary, or opened for reading."""
    try:
        stream.write(content)
    except TypeError:
        raise TypeError("the file object must be opened in binary mode") from None
    except UnsupportedOperation:
        raise ValueError("the file object is not opened for writing") from None


def remove(path: Path) -> None:
    """Remove a file that is no longer needed; one that cannot be removed stays."""
    with suppress(OSError):
        portable.unlink(path)


def atomic_write(
    path: Path, parts: Iterable[BytesLike], companions: Mapping[Path, BytesLike] = _NONE
) -> None:
    """Write `parts` one after another as the file `path`, and with it the companions that it refers to.

    Every new file is written under another name, with the permissions and owner of the one it replaces where
    the system allows, and flushed to disk before the first gets its name; `path` comes last. A companion that
    exists is an error, so a process that is killed leaves the old set or the new one. If anything fails,
    new files and folders are removed. Missing folders are created for companions only.

    Raises `PermissionError` for a target that is read-only, unless inside `replace_read_only`. Temporary
    files of killed processes in the folder are removed.

    A symbolic link keeps pointing where it did. A device or pipe cannot be replaced and is written to.
    """
    main = _NewFile(path, parts)
    others = [_NewFile(other, [content]) for other, content in companions.items()]
    _require_distinct([main, *others])
    if not main.is_stream:
        sweep(main.target.parent)
    new_folders: list[Path] = []
    try:
        main.stage()  # before any folder is created: its own must exist
        for other in others:
            _make_folder(other.target.parent, new_folders)
            other.stage()
        for other in others:
            other.put_in_free_place()
        for folder in {other.target.parent for other in others} | {folder.parent for folder in new_folders}:
            _flush_folder(folder)
        main.put_in_place()
    except BaseException:
        if not main.is_in_place:
            for new in (*reversed(others), main):
                new.withdraw()
            for folder in reversed(new_folders):
                with suppress(OSError):  # another program may have put a file in it
                    folder.rmdir()
        raise
    _flush_folder(main.target.parent)


class _NewFile:
    """A file to be written: first under the name `fresh`, then as `target`.

    `requested` is the path that the caller gave; `target` is that path with links followed.
    """

    def __init__(self, requested: Path, parts: Iterable[BytesLike]) -> None:
        self.requested, self.parts = requested, parts
        if fault := portable.name_fault(requested.name):
            raise OSError(errno.EINVAL, fault, str(requested))
        self.target = portable.to_long_path(Path(os.path.realpath(requested)))
        if self.target.is_symlink():  # what is left where links lead to each other
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(requested))
        self.status = self.target.stat() if self.target.exists() else None
        self.mode = self.status.st_mode if self.status else None
        if self.mode is not None and stat.S_ISDIR(self.mode):
            raise IsADirectoryError(f"{self.target} is a folder, not a file to write")
        self.is_stream = self.mode is not None and not stat.S_ISREG(self.mode)
        if not self.is_stream:
            _require_writable(self.requested, self.target, self.mode)
        self.fresh = self.target.with_name(temporary_name())
        self._is_complete = False

    @property
    def is_in_place(self) -> bool:
        """Whether the new content is at its target. This looks at the disk, because an interrupt may come
        between a rename and the next line.
        """
        return self._is_complete and (self.is_stream or not self.fresh.exists())

    def stage(self) -> None:
        """Write the new content under the other name."""
        if self.is_stream:
            return
        with self._report_requested_path(), self.fresh.open("xb") as file:
            if self.status is not None:
                _give_to_owner(self.fresh, self.status)
                portable.copy_mode(self.fresh, self.status.st_mode)
            for part in self.parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        self._is_complete = True

    def put_in_place(self) -> None:
        with self._report_requested_path():
            if self.is_stream:
                with self.target.open("wb") as file:
                    file.writelines(self.parts)
                self._is_complete = True
                return
            portable.replace(self.fresh, self.target)

    def put_in_free_place(self) -> None:
        """As `put_in_place`, but the target must not exist. Raises `FileExistsError`, even if another process
        has just created it."""
        with self._report_requested_path():
            try:
                os.link(self.fresh, self.target)
            except FileExistsError:
                message = "another program wrote this file meanwhile: save again"
                raise FileExistsError(errno.EEXIST, message, str(self.requested)) from None
            except OSError:  # not every file system has links
                if self.target.exists():
                    raise FileExistsError(errno.EEXIST, "the file exists", str(self.requested)) from None
                self.fresh.replace(self.target)
            else:
                self.fresh.unlink()

    def withdraw(self) -> None:
        """Remove the new file, if the system allows it."""
        with suppress(OSError):
            if self.fresh.exists() and self.target.exists() and self.fresh.samefile(self.target):
                self.target.unlink()  # linked, and interrupted
            elif self.is_in_place and not self.is_stream:
                self.target.unlink()
        with suppress(OSError):
            self.fresh.unlink()

    @contextmanager
    def _report_requested_path(self) -> Iterator[None]:
        """Let errors name the path that the caller gave, not the temporary one."""
        try:
            yield
        except OSError as error:
            if error.errno and error.filename in (None, str(self.fresh)):
                error.filename = str(self.requested)
            raise


def _require_writable(requested: Path, target: Path, mode: int | None) -> None:
    """Refuse a read-only file, which a rename would replace all the same. The permission bits are checked
    too, because an administrator may write to any file."""
    if mode is None or _REPLACES_READ_ONLY.get():
        return
    if not mode & 0o222 or not os.access(target, os.W_OK):
        message = "the file is read-only; pass --force to replace it"
        raise PermissionError(errno.EACCES, message, str(requested))


def _give_to_owner(path: Path, status: os.stat_result) -> None:
    """Give a file the owner and group of another, if the system allows it."""
    if portable.WINDOWS:
        return
    own = path.stat()
    if (own.st_uid, own.st_gid) == (status.st_uid, status.st_gid):
        return
    for user in (status.st_uid, -1):  # the group alone, for those who may not give files away
        with suppress(OSError):
            os.chown(path, user, status.st_gid)
            return


def _require_distinct(new: list[_NewFile]) -> None:
    """Refuse a set in which two paths lead to the same file: one content would be lost."""
    seen: set[str] = set()
    for file in new:
        # Names that differ in upper and lower case alone are one file on some systems.
        folded = str(file.target).casefold()
        if folded in seen:
            message = "two files to be written would be this one"
            raise FileExistsError(errno.EEXIST, message, str(file.requested))
        seen.add(folded)


def _make_folder(folder: Path, new_folders: list[Path]) -> None:
    """Create a folder and its missing parents, and append each to `new_folders`, outermost first."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for inner in reversed(missing):
        new_folders.append(inner)  # before it exists: an interrupt may come right after
        try:
            inner.mkdir()
        except FileExistsError:
            new_folders.pop()
            if not inner.is_dir():  # else another program has just created it
                raise


def _flush_folder(folder: Path) -> None:
    """Make a rename survive a power cut. Only POSIX can open a folder; elsewhere nothing is needed."""
    if portable.WINDOWS:
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
