"""Writing a file, or a set of files, in one step: a crash leaves the old file or the new one, and a failed
write leaves everything as it was.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

BytesLike: TypeAlias = bytes | bytearray | memoryview

_NONE: Mapping[Path, BytesLike] = MappingProxyType({})


def atomic_write(
    path: Path, parts: Iterable[BytesLike], companions: Mapping[Path, BytesLike] = _NONE
) -> None:
    """Write `parts` one after another as the file `path`, and with it the companions that it refers to.

    Every new file is made beside the one it replaces and flushed to disk before the first is put in its
    place, with the old one's permissions; `path` comes last. So `path` is the old file until the new one is
    on disk with all that it names. If anything fails before that, the files already replaced are put back,
    and new files and folders removed. Missing folders are made for companions alone.

    A symbolic link keeps pointing where it did. A device or pipe cannot be replaced and is written to.
    """
    main = _NewFile(path, parts)
    others = [_NewFile(other, [content]) for other, content in companions.items()]
    _require_distinct([main, *others])
    made: list[Path] = []
    try:
        main.stage()  # before any folder is made: its own must exist
        for other in others:
            _make_folder(other.target.parent, made)
            other.stage()
        for other in others:
            other.put_in_place(keep_old=True)
        for folder in {other.target.parent for other in others} | {folder.parent for folder in made}:
            _flush_folder(folder)
        main.put_in_place(keep_old=False)
    except BaseException:
        if not main.is_in_place:
            for new in (*reversed(others), main):
                new.withdraw()
            for folder in reversed(made):
                with suppress(OSError):  # somebody else's file is in it by now
                    folder.rmdir()
        raise
    finally:
        # Only then: an old file that could not be put back is all that is left of it.
        if main.is_in_place:
            for other in others:
                other.forget_old()
    _flush_folder(main.target.parent)


class _NewFile:
    """A file to be written: under the name `fresh` first, then as `target`, whose old file is kept as `old`
    while the set may still fail.

    `asked` is the name that the caller gave; a link is followed from there.
    """

    def __init__(self, asked: Path, parts: Iterable[BytesLike]) -> None:
        self.asked, self.parts = asked, parts
        self.target = Path(os.path.realpath(asked))
        self.mode = self.target.stat().st_mode if self.target.exists() else None
        if self.mode is not None and stat.S_ISDIR(self.mode):
            raise IsADirectoryError(f"{self.target} is a folder, not a file to write")
        self.is_stream = self.mode is not None and not stat.S_ISREG(self.mode)
        # Not after the target's name, which may be as long as the file system allows.
        unique = os.urandom(8).hex()
        self.fresh, self.old = (self.target.with_name(f".{unique}.{end}") for end in ("tmp", "old"))
        self._is_complete = False

    @property
    def is_in_place(self) -> bool:
        """Whether the new content is where it belongs: asked of the disk, since an interrupt may come between
        a rename and the next line.
        """
        return self._is_complete and (self.is_stream or not self.fresh.exists())

    def stage(self) -> None:
        """Write the new content under the other name."""
        if self.is_stream:
            return
        with self._named_in_errors(), self.fresh.open("xb") as file:
            if self.mode is not None:
                self.fresh.chmod(stat.S_IMODE(self.mode))
            for part in self.parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        self._is_complete = True

    def put_in_place(self, *, keep_old: bool) -> None:
        with self._named_in_errors():
            if self.is_stream:
                with self.target.open("wb") as file:
                    file.writelines(self.parts)
                self._is_complete = True
                return
            if keep_old and self.target.exists():
                try:
                    self.old.hardlink_to(self.target)
                except OSError:  # not every file system has links
                    self.target.rename(self.old)
            self.fresh.replace(self.target)

    def withdraw(self) -> None:
        """Remove the new file and put the old one back, as far as the system lets us."""
        with suppress(OSError):
            if self.old.exists():
                self.old.replace(self.target)
                # POSIX: a rename between two names of one file does nothing, and leaves both.
                self.old.unlink(missing_ok=True)
            elif self.is_in_place and not self.is_stream:
                self.target.unlink()
        with suppress(OSError):
            self.fresh.unlink()

    def forget_old(self) -> None:
        with suppress(OSError):
            self.old.unlink(missing_ok=True)

    @contextmanager
    def _named_in_errors(self) -> Iterator[None]:
        """Let errors name the file that was asked for: the caller can do something about that one."""
        try:
            yield
        except OSError as error:
            if error.errno and error.filename in (None, str(self.fresh)):
                error.filename = str(self.asked)
            raise


def _require_distinct(new: list[_NewFile]) -> None:
    """Refuse a set in which two names lead to one file: one content would be lost."""
    seen: set[Path] = set()
    for file in new:
        if file.target in seen:
            message = "two files to be written would be this one"
            raise FileExistsError(errno.EEXIST, message, str(file.asked))
        seen.add(file.target)


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it that are missing; `made` has them from the outermost on."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for inner in reversed(missing):
        made.append(inner)  # first: an interrupt may come as soon as it is there
        try:
            inner.mkdir()
        except FileExistsError:
            made.pop()
            if not inner.is_dir():  # else another program made it just now
                raise


def _flush_folder(folder: Path) -> None:
    """Make a rename last through a power cut. Only POSIX lets a folder be opened; elsewhere there is nothing
    to do.
    """
    if os.name == "nt":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
