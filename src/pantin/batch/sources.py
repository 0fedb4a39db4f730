"""The files that a batch reads: named one by one, in folders, by patterns, in lists, or by URL."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pantin.base.arguments import check_arguments
from pantin.base.file_names import LIST, has_pattern, is_many_local, is_url, without_query
from pantin.base.files import exists, is_folder
from pantin.base.patterns import Filter, compile_pattern, divide
from pantin.base.short_repr import short_value
from pantin.batch.spill import NameTable, sort_names
from pantin.batch.storage import absolute_path
from pantin.verbs.discovery import readable_suffixes

OnError = Callable[[OSError], None]


class Source(NamedTuple):
    """A file to read, and its path below the folder that was named, with `/` between the parts."""

    name: str
    relative: str


class Found(NamedTuple):
    """How to look for files: filter, excluded folder, and a callback for unreadable folders and lists."""

    filter: Filter
    skip: str | None
    on_error: OnError


def is_many(name: str) -> bool:
    """Whether a name means files in a folder, in a list or by a pattern, rather than one file."""
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {short_value(name)}")
    if is_url(name):
        from pantin.batch.storage import is_remote_folder

        return has_pattern(name) or is_remote_folder(name)
    return is_many_local(name)


@check_arguments
def find_sources(
    names: Sequence[str],
    on_error: OnError,
    *,
    filter: Filter | None = None,
    skip: str | None = None,
) -> Iterator[Source]:
    """The files meant by `names`, each once, in the order of the names and sorted within each folder.

    A folder that cannot be listed is handed to `on_error`. A file that does not exist is listed all the same:
    its reader reports it. Files below the folder `skip` are left out.
    """
    look = Found(filter or Filter(), None if skip is None or is_url(skip) else absolute_path(skip), on_error)
    sources = _expand(names, look)
    if len(names) == 1 and not names[0].startswith(LIST):
        yield from sources
        return
    seen = NameTable()
    try:
        for source in sources:
            if seen.add(source.name if is_url(source.name) else os.path.normpath(source.name)) is None:
                yield source
    finally:
        seen.close()


def _expand(names: Sequence[str], look: Found) -> Iterator[Source]:
    plain = {name for name in names if not is_many(name)}
    shared = common_folder(plain)
    for name in names:
        if name in plain:
            yield from _take(name, relative_to(name, shared), look)
        else:
            yield from _expand_many(name, look)


def _expand_many(name: str, look: Found) -> Iterator[Source]:
    if is_url(name):
        from pantin.batch.storage import find_remote

        yield from (
            Source(*pair) for pair in find_remote(name, readable_suffixes()) if look.filter.accepts(pair[1])
        )
    elif name.startswith(LIST) and not exists(name):
        yield from _read_list(name.removeprefix(LIST), look)
    elif is_folder(name):
        yield from walk(name, look)
    else:
        yield from _match(name, look)


def _take(name: str, relative: str, look: Found) -> Iterator[Source]:
    if look.filter.accepts(relative):
        yield Source(name, relative)


def _read_list(file: str, look: Found) -> Iterator[Source]:
    """The files in a list, one in a line. The list is read twice, because paths below the target folder are
    relative to the folder that all files have in common."""
    try:
        shared = common_folder(_lines(file))
        for name in _lines(file):
            if _is_many_in_list(name):
                yield from _expand_many(name, look)
            else:
                yield from _take(name, relative_to(name, shared), look)
    except UnicodeDecodeError:
        look.on_error(OSError(f"{file}: not a list of files: it is not UTF-8"))
    except OSError as error:
        look.on_error(error)


def _is_many_in_list(name: str) -> bool:
    """As `is_many`, for a line of a list: a URL is a file unless its name says otherwise, because each
    question takes a request."""
    if is_url(name):
        return name.endswith("/") or has_pattern(name)
    return is_many(name) and not name.startswith(LIST)


def _lines(file: str) -> Iterator[str]:
    with Path(file).open(encoding="utf-8-sig") as lines:
        for line in lines:
            if name := line.rstrip("\r\n"):
                yield name


def _match(pattern: str, look: Found) -> Iterator[Source]:
    """The files that a pattern matches, whatever their suffixes."""
    folder, rest = divide(pattern.replace(os.sep, "/"))
    expression, count = compile_pattern(rest), 0
    hidden = any(part.startswith(".") for part in rest.split("/"))
    for path, relative in _files_below(folder, "", look, hidden):
        if expression.fullmatch(relative):
            count += 1
            if look.filter.accepts(relative):
                yield Source(path if folder != "." else relative, relative)
    if not count:
        look.on_error(OSError(f"{pattern}: no file matches this pattern"))


def walk(folder: str, look: Found) -> Iterator[Source]:
    """The files below `folder` that Pantin reads by their names, compared without case."""
    suffixes = readable_suffixes()
    for path, relative in _files_below(folder, "", look):
        if relative.lower().endswith(suffixes) and look.filter.accepts(relative):
            yield Source(path, relative)


def _files_below(folder: str, prefix: str, look: Found, hidden: bool = False) -> Iterator[tuple[str, str]]:
    """The files of a folder, then those of the folders in it. Hidden folders and links to folders, which may
    form loops, are left out; and so are pipes and devices, which would be waited for. A link that leads
    nowhere, or in a circle, is a file."""
    if prefix and look.skip is not None and absolute_path(folder) == look.skip:
        return
    for entry in sort_names(_entries(folder, look.on_error)):
        name = entry[1:]
        path = str(Path(folder, name))
        if entry[0] == "0":
            yield path, prefix + name
        elif hidden or not name.startswith("."):
            yield from _files_below(path, f"{prefix}{name}/", look, hidden)


def _entries(folder: str, on_error: OnError) -> Iterator[str]:
    """The names in a folder: `0` and the name of a file, `1` and that of a folder."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if kind := _kind(entry):
                    yield kind + entry.name
    except OSError as error:
        on_error(error)


def _kind(entry: os.DirEntry[str]) -> str | None:
    """`0` for a file, `1` for a folder, None for what is left out."""
    try:
        if entry.is_dir():
            return None if entry.is_symlink() else "1"
        is_file = entry.is_file() or (entry.is_symlink() and not exists(entry.path))
    except OSError:  # links that lead in a circle: the reader of the file says so
        return "0"
    return "0" if is_file else None


def common_folder(names: Iterable[str]) -> str:
    """The innermost folder that all these files are in; of URLs with its scheme."""
    shared: str | None = None
    for name in names:
        # Strings rather than paths: a list may have a million lines.
        if is_url(name):
            folder = posixpath.dirname(without_query(name))
        else:
            folder = absolute_path(name).rpartition(os.sep)[0] or os.sep
        if shared is None:
            shared = folder
        elif folder == shared or folder.startswith(shared.rstrip(os.sep) + os.sep):
            continue
        elif is_url(folder) or is_url(shared):
            shared = posixpath.commonprefix([shared + "/", folder + "/"]).rpartition("/")[0]
        else:
            try:
                shared = os.path.commonpath([shared, folder])
            except ValueError:  # two drives of Windows
                shared = ""
    return shared or ""


def relative_to(name: str, folder: str) -> str:
    """The path of a file below a folder, with `/` between the parts."""
    if is_url(name):
        path = without_query(name)
        return path.removeprefix(folder).lstrip("/") if folder else posixpath.basename(path)
    path, start = absolute_path(name), folder.rstrip(os.sep) + os.sep
    if folder and path.startswith(start):
        return path[len(start) :].replace(os.sep, "/")
    return Path(path).relative_to(Path(path).anchor).as_posix()
