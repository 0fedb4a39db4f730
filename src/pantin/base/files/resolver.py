"""Resolve relative references to files, inside a folder that they must not leave."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from urllib.parse import unquote_to_bytes

from pantin.base.files import portable
from pantin.base.tuples import NamedTuple

# RFC 3986 §3.1. A drive letter ("C:model.bin") reads as a scheme too, and is refused with it.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


_ON_REFERENCE: ContextVar[tuple[Callable[[Path], None], ...]] = ContextVar("on_reference", default=())


@contextmanager
def on_reference(callback: Callable[[Path], None]) -> Iterator[None]:
    """Call `callback` with each file that a reference is resolved to in the block, before it is read: a batch
    then fetches a remote file, and records that the result depends on it."""
    token = _ON_REFERENCE.set((*_ON_REFERENCE.get(), callback))
    try:
        yield
    finally:
        _ON_REFERENCE.reset(token)


def tell_reference(path: Path) -> None:
    """Call the callbacks of `on_reference` with a file. Readers with a library that follows references itself
    call this afterwards."""
    for callback in _ON_REFERENCE.get():
        callback(path)


_ON_TARGET: ContextVar[tuple[Callable[[Path], None], ...]] = ContextVar("on_target", default=())


@contextmanager
def on_target(callback: Callable[[Path], None]) -> Iterator[None]:
    """Call `callback` with each companion that may be written in the block, before a file of that name is
    looked for: a batch with a remote target fetches an existing file, so that it is not silently replaced."""
    token = _ON_TARGET.set((*_ON_TARGET.get(), callback))
    try:
        yield
    finally:
        _ON_TARGET.reset(token)


def tell_target(path: Path) -> None:
    """Call the callbacks of `on_target` with a file."""
    for callback in _ON_TARGET.get():
        callback(path)


class PathError(ValueError):
    """A reference that does not name a file inside the folder it must stay in; the message says why."""


class OutsideError(PathError):
    """A reference out of the folder, which `allow_outside` permits."""


ADVICE = "pass --allow-outside to read it"
"""The hint that messages about an unread file add to an `OutsideError`; in Python, the option is
`allow_outside=True`."""


class Resolver(NamedTuple):
    """Resolves the references of a file: relative to `folder`, and not out of it unless `allow_outside`.

    Without a folder, as for bytes in memory, no reference resolves.
    """

    folder: Path | None = None
    allow_outside: bool = False

    @classmethod
    def beside(cls, path: str | os.PathLike[str], *, allow_outside: bool = False) -> Resolver:
        """For the references of the file at `path`: its own folder."""
        return cls(Path(path).parent, allow_outside)

    @classmethod
    def none(cls) -> Resolver:
        """For the references of bytes in memory."""
        return cls()

    @classmethod
    def for_source(cls, source: object, *, allow_outside: bool = False) -> Resolver:
        """For a source that is either the path of a file or bytes in memory."""
        if isinstance(source, str | os.PathLike):
            return cls.beside(source, allow_outside=allow_outside)
        return cls.none()

    def resolve(self, uri: str, *, is_escaped: bool = True) -> Path:
        """The file that the relative reference `uri` names. It need not exist. Raises `PathError`.

        Percent escapes are decoded first, so that an escaped `..` is recognised; a path, which some formats
        have instead, has no escapes. A scheme is always refused, because nothing is fetched. A path that
        leaves the folder, by name, through a symbolic link or because it is absolute, is refused unless
        `allow_outside`.
        """
        if self.folder is None:
            raise PathError("bytes in memory have no folder to find other files in")
        # Only on Windows is "C:/model.bin" an absolute path.
        if _SCHEME.match(uri) and not (self.allow_outside and Path(uri).is_absolute()):
            raise PathError(f"{_shorten(uri)} has a scheme or a drive; only files beside the asset are read")
        try:
            name = (unquote_to_bytes(uri) if is_escaped else uri.encode()).decode()
        except UnicodeError:
            raise PathError(f"{_shorten(uri)} is not UTF-8 once its percent escapes are decoded") from None
        if not name or "\0" in name:
            raise PathError(f"{_shorten(uri)} is not the name of a file")
        if fault := portable.name_fault(name):
            raise PathError(f"{_shorten(uri)} cannot be read here: {fault}")
        path = self.folder / name if self.allow_outside else _resolve_inside(self.folder, name, uri)
        tell_reference(path)
        return path


def _resolve_inside(folder: Path, name: str, uri: str) -> Path:
    """The file of a decoded name inside the folder. Raises `PathError` where it is not."""
    if _SCHEME.match(name) or "\\" in name:
        raise PathError(f"{_shorten(uri)} has a drive or a backslash, which a relative URI cannot have")
    normalized = _remove_dot_segments(name)
    if normalized is None:
        raise OutsideError(f"{_shorten(uri)} is outside the folder of the asset")
    path = folder / normalized
    if not _may_pass_link(folder, normalized):
        return path
    try:
        inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):  # a name that the file system does not allow
        raise PathError(f"{_shorten(uri)} is not the name of a file") from None
    if not inside:
        raise OutsideError(f"{_shorten(uri)} is a link to a file outside the folder of the asset")
    return path


def _may_pass_link(folder: Path, normalized: str) -> bool:
    """Whether the path from the folder to a file passes a symbolic link. Checking each part takes a tenth of
    the time of resolving the whole path; on Windows, which has other kinds of links, all paths are resolved.
    """
    if os.name == "nt":
        return True
    path = folder
    for segment in normalized.split("/"):
        path /= segment
        try:
            if path.is_symlink():
                return True
        except OSError:  # a name that is too long: no file, which reading it reports
            return True
    return False


def _remove_dot_segments(name: str) -> str | None:
    """A relative reference with each `..` resolved (RFC 3986 §5.2.4); None for one that leaves its starting
    folder.
    """
    segments: list[str] = []
    for segment in name.split("/"):
        if segment == ".." and segments:
            segments.pop()
        elif segment == "..":
            return None
        elif segment not in ("", "."):
            segments.append(segment)
    return None if name.startswith("/") else "/".join(segments)


def _shorten(uri: str) -> str:
    return repr(uri if len(uri) <= 80 else uri[:77] + "...")
