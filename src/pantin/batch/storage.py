"""Files by URL, through fsspec: read once into a temporary folder, and written whole.

Only a URL that the user names is opened; references inside a model are resolved below its own folder.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from pantin.base.errors import MissingExtra
from pantin.base.extras import install_command
from pantin.base.file_names import is_url, without_query


def absolute_path(name: str) -> str:
    """The path of a local file from the root, without `..`; links stay."""
    return os.path.abspath(name)  # noqa: PTH100  (`Path.resolve` follows links)


NUMBERED_STREAMS = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")


def in_this_process_only(name: str) -> bool:
    """Whether a name means something else in another process, as the URL of a file system in memory does, and
    a pipe by the number that it has here."""
    return "memory://" in name if is_url(name) else name.startswith(NUMBERED_STREAMS)


def open_file_system(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it. Raises `MissingExtra`, and `OSError` for a URL that
    cannot be used."""
    try:
        core = import_module("fsspec.core")
    except ImportError:
        raise MissingExtra(f"{url}: URLs need an optional dependency: {install_command('cloud')}") from None
    try:
        file_system, path = core.url_to_fs(url)
    except ImportError as error:  # of the package that implements the scheme
        raise MissingExtra(f"{url}: {error}") from None
    except ValueError as error:
        raise OSError(f"{url}: {error}") from None
    return file_system, str(path)


def is_remote_folder(url: str) -> bool:
    if url.endswith("/"):
        return True
    file_system, path = open_file_system(url)
    if "http" in file_system.protocol and posixpath.splitext(without_query(path))[1]:
        return False  # to ask would read the whole file, in search of links
    with named_errors(url):
        return bool(path.strip("/") == "" or file_system.isdir(path))


def find_remote(url: str, suffixes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The URL of each file in a folder, or that a pattern matches, and its path below the folder; sorted."""
    from pantin.base.file_names import has_pattern
    from pantin.base.patterns import divide

    file_system, path = open_file_system(url)
    with named_errors(url):
        if has_pattern(path):
            base, paths = divide(path)[0], sorted(file_system.glob(path))
        else:
            base, paths = path.rstrip("/"), file_system.find(path)
        for name in paths:
            relative = name.removeprefix(base).lstrip("/")
            if has_pattern(path) or name.lower().endswith(suffixes):
                yield _url_of(file_system, name, url), relative


def _url_of(file_system: Any, path: str, url: str) -> str:
    """The URL of another path in the file system of `url`, chained in the same way."""
    if is_url(path):  # of http, whose paths are URLs
        return path
    first, chain, rest = url.partition("::")
    scheme = first.partition("://")[0]
    return f"{scheme}://{path.removeprefix('/') if chain else path}{chain}{rest}"


def join(folder: str, relative: str) -> str:
    """A path below a folder, local or by URL."""
    if not is_url(folder):
        return os.path.join(folder, relative.replace("/", os.sep))  # noqa: PTH118  (a million times)
    first, chain, rest = folder.partition("::")
    return posixpath.join(first, relative) + chain + rest


@contextmanager
def local_copy(name: str, most: int) -> Iterator[Path]:
    """A local file with the content of `name`; that of a URL disappears after the block, and the files that
    it refers to are fetched beside it when they are needed. Raises `LimitExceeded` above `most` bytes."""
    if not is_url(name):
        yield Path(name)
        return
    from tempfile import TemporaryDirectory

    from pantin.base.files import on_reference

    file_system, path = open_file_system(name)
    with TemporaryDirectory(prefix="pantin-") as folder:
        local = Path(folder, posixpath.basename(without_query(path).rstrip("/")) or "file")
        _fetch(file_system, path, local, name, most)
        beside = _Beside(file_system, posixpath.dirname(path), Path(folder), most)
        with on_reference(beside.fetch):
            yield local


def _fetch(file_system: Any, path: str, local: Path, name: str, most: int) -> None:
    """Copy an object to a local file, with one request for its size and one for its content, which may be
    longer than the size that is stated."""
    with named_errors(name):
        counter = _limited(name, most)
        counter.set_size(file_system.info(path).get("size"))
        file_system.get_file(path, str(local), callback=counter)


def _limited(name: str, most: int) -> Any:
    """What fsspec tells about bytes that arrive: raises `LimitExceeded` where they are too many."""
    from pantin.base.errors import LimitExceeded

    class Counter(import_module("fsspec.callbacks").Callback):  # type: ignore[misc]
        def call(self, *names: Any, **values: Any) -> None:
            if max(self.size or 0, self.value) > most:
                raise LimitExceeded("file_bytes", f"{name} is larger than {most:,} bytes")

    return Counter()


@contextmanager
def local_target(name: str, most: int) -> Iterator[str]:
    """The local file to write for the target `name`. Of a URL, the files written beside it too are uploaded
    when the block ends without an error, each as a whole, the one that was named last.

    What is at the URL of a companion is fetched before it gets that name, up to `most` bytes, so that it gets
    another if that is somebody's file, as in a local folder. Those of a file that is replaced stay: other
    objects may refer to them.
    """
    if not is_url(name):
        yield name
        return
    from tempfile import TemporaryDirectory

    from pantin.base.files import on_target

    file_system, path = open_file_system(name)
    with TemporaryDirectory(prefix="pantin-") as folder:
        local = Path(folder, posixpath.basename(path))
        beside = _Beside(file_system, posixpath.dirname(path), Path(folder), most)
        with on_target(beside.fetch):
            yield str(local)
        written = sorted(file for file in Path(folder).rglob("*") if file.is_file() and file != local)
        new = [file for file in written if file not in beside.fetched]
        for file in [*new, *([local] if local.exists() else [])]:
            _put(file_system, file, beside.path_of(file))


class _Beside(Struct):
    """The files of a remote folder that are fetched to a local one when they are needed."""

    file_system: Any
    base: str
    folder: Path
    most: int
    fetched: set[Path] = field(default_factory=set)

    def path_of(self, local: Path) -> str:
        return posixpath.join(self.base, local.relative_to(self.folder).as_posix())

    def fetch(self, local: Path) -> None:
        """Fetch a file that is not here yet, if the remote folder has it."""
        if local.exists() or not local.is_relative_to(self.folder):
            return
        path = self.path_of(local)
        with named_errors(path):
            is_there = self.file_system.exists(path)
        if is_there:
            local.parent.mkdir(parents=True, exist_ok=True)
            _fetch(self.file_system, path, local, path, self.most)
            self.fetched.add(local)


def upload(file: Path, url: str) -> None:
    """Write a local file to a URL, whole."""
    file_system, path = open_file_system(url)
    _put(file_system, file, path)


def _put(file_system: Any, file: Path, path: str) -> None:
    with named_errors(path):
        if not _is_object_store(file_system):
            file_system.makedirs(posixpath.dirname(path), exist_ok=True)
        file_system.put_file(str(file), path)


def _is_object_store(file_system: Any) -> bool:
    """Whether folders come with the objects in them. Making one there would make a bucket."""
    return bool({file_system.protocol, *file_system.protocol} & {"s3", "s3a", "gs", "gcs", "abfs", "az"})


def size_of(name: str) -> int | None:
    """The bytes of a file, or None where there is none."""
    try:
        if not is_url(name):
            return Path(name).stat().st_size
        file_system, path = open_file_system(name)
        size = file_system.info(path).get("size")
        return None if size is None else int(size)
    except (OSError, ValueError):
        return None


@contextmanager
def named_errors(name: str) -> Iterator[None]:
    """Let whatever a storage library raises be an `OSError` that names the file."""
    from pantin.base.errors import PantinError

    try:
        yield
    except PantinError:
        raise
    except Exception as error:
        raise OSError(_words_of(error, name)) from None


def _words_of(error: Exception, name: str) -> str:
    if isinstance(error, FileNotFoundError):
        cause = error.__cause__  # fsspec says so whatever happened
        if not isinstance(cause, Exception) or getattr(cause, "status", None) in (404, 410):
            return f"{name}: no such file or directory"
        error = cause
    words = str(error) or type(error).__name__
    if type(error).__name__ == "TooManyRedirects":  # of aiohttp, whose words are those of a response
        words = "too many redirects"
    if isinstance(error, TimeoutError) and not error.args:
        words = "the server took too long"
    return words if name in words else f"{name}: {words}"
