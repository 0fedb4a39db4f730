"""The registry of formats, and how to find the format of a file or of a file name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from pantin.base.errors import LimitExceeded
from pantin.base.files import exists, is_file, is_folder
from pantin.base.options import Option
from pantin.formats.format import Format

if TYPE_CHECKING:
    from pantin.base.limits import Limits

Source: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO"
"""A file, the bytes of one, or a binary file object, which is read to its end."""

STREAM_STEP = 1 << 24
"""Bytes asked of a file object at a time: Python sets aside as much memory as is asked for."""

SNIFFED_BYTES = 1 << 16
"""How many first bytes `sniff` gets: the version of a Rigy source, or the asset of G4MF, is near the top."""

PLUG_INS = "pantin.formats"
"""The entry point group through which other packages add formats."""

_BUILT_IN = ("gltf", "g4mf", "usd", "fbx", "off", "obj", "stl", "npz", "rignet", "bvh", "rigy")
"""The folders of Pantin's own formats, each with a `FORMAT`."""

_registered: list[Format] = []


def register(format: Format) -> None:
    """Add a format to all functions and commands. Raises `ValueError` if its name or a suffix is taken."""
    _refuse_taken(format, list_formats())
    _registered.append(format)


def unregister(format: Format) -> None:
    """Remove a registered format. Raises `ValueError` for a format that is not registered."""
    if format not in _registered:
        raise ValueError(f"{format.name} is not registered")
    _registered.remove(format)


def _refuse_taken(format: Format, others: Iterable[Format]) -> None:
    for known in others:
        taken = [suffix for suffix in format.suffixes if suffix in known.suffixes]
        if taken:
            raise ValueError(f"{format.name}: {known.name} already has the suffix {', '.join(taken)}")
        if known.name == format.name:
            raise ValueError(f"the format {known.name} is already registered")


def list_formats() -> tuple[Format, ...]:
    """Every format, with whether it is `readable` and `writable`, and the `extra` that it needs.

    >>> [format.name for format in pantin.list_formats() if not format.readable]
    ['OBJ', 'STL']
    """
    return (*_built_in(), *_plug_ins(), *_registered)


def _built_in() -> Iterator[Format]:
    """Pantin's own formats, each imported when it is asked for."""
    yield from map(_of_folder, _BUILT_IN)


@cache
def _of_folder(folder: str) -> Format:
    format: Format = import_module(f"pantin.formats.{folder}").FORMAT
    return format


@cache
def _plug_ins() -> tuple[Format, ...]:
    """The formats of other packages. Warns about one that cannot be loaded."""
    from pantin.base.plug_ins import load

    accepted: list[Format] = []

    def accept(format: object) -> Format:
        if not isinstance(format, Format):
            raise TypeError(f"{format!r} is not a pantin.formats.Format")
        _refuse_taken(format, (*_built_in(), *accepted))
        accepted.append(format)
        return format

    return tuple(load(PLUG_INS, "format", accept))


def is_built_in(format: Format) -> bool:
    """Whether a format is one of Pantin's own, rather than of another package."""
    return format in _built_in()


def named(name: str) -> Format:
    """The format with this name; raises `KeyError`."""
    return {format.name: format for format in list_formats()}[name]


def by_suffix(name: str) -> Format | None:
    """The format of the suffix of a file name. Formats of other packages come last: finding them takes longer
    than reading a small file."""
    lower = name.lower()
    known = (format for formats in _in_turn() for format in formats)
    return next((format for format in known if lower.endswith(format.suffixes)), None)


def _in_turn() -> Iterator[Iterable[Format]]:
    yield _built_in()
    yield _registered
    yield _plug_ins()


def suffix_of(name: str | os.PathLike[str]) -> str:
    """The suffix of a name as its format defines it (`.rigy.yaml`), else what follows the last dot."""
    name = os.fspath(name)
    format = by_suffix(name)
    known = (suffix for suffix in (format.suffixes if format else ()) if name.lower().endswith(suffix))
    return next(known, Path(name).suffix.lower())


def stem_of(name: str | os.PathLike[str]) -> str:
    """The name without folder and suffix: `arm` for `models/arm.rigy.yaml`."""
    last = Path(name).name
    return last[: len(last) - len(suffix_of(last))] or last


def recognise(source: Path | bytes, name: str) -> Format | None:
    """The format of a file, or of the bytes of a file called `name`; None if it is unknown."""
    known = by_suffix(name)
    if known is not None and known.readable:
        return known
    start = start_of(source)
    # glTF, which accepts any JSON, is the last.
    by_content = sorted(list_formats(), key=lambda format: format.sniff_order)
    return next((format for format in by_content if _is_of(format, start, name)), None)


def _is_of(format: Format, start: bytes, name: str) -> bool:
    """Whether a file has this format by its first bytes. A format of another package that fails has no say:
    the file may be of any other."""
    try:
        return format.sniff(start, name)
    except Exception:
        if is_built_in(format):
            raise
        return False


def declared_options(*, plug_ins: bool = True) -> tuple[Option, ...]:
    """Every option that a format takes when it is written, once; of formats with the same, the first. Without
    `plug_ins`, not those of other packages."""
    options: dict[str, Option] = {}
    for format in list_formats() if plug_ins else _built_in():
        for form in dict.fromkeys(format.form(suffix) for suffix in format.suffixes):
            for option in form.options:
                options.setdefault(option.name, option)
    return tuple(options.values())


def home_format(dimension: int) -> Format:
    """The format of a rig that comes from no file."""
    return next(format for format in _built_in() if format.is_home(dimension))


def start_of(source: Path | bytes) -> bytes:
    """The first bytes; empty for a file that cannot be opened, which the reader will report."""
    if isinstance(source, bytes):
        return source[:SNIFFED_BYTES]
    try:
        with source.open("rb") as stream:
            return stream.read(SNIFFED_BYTES)
    except OSError:
        return b""


def seekable(source: Source, limits: Limits) -> Path | bytes:
    """The source, as bytes if it is a file object, a pipe or a device, which cannot be read twice."""
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source)
    if not isinstance(source, str | os.PathLike):
        return _read_stream(source, limits)
    path = source if isinstance(source, Path) else Path(source)
    if is_file(path) or not exists(path):
        return path
    from pantin.base import files

    if is_folder(path):
        raise files.FolderInstead(path)
    return bytes(files.read(path, limits.file_bytes))


def is_source(value: object) -> bool:
    """Whether this is a path, the bytes of a file, or a file object."""
    return isinstance(value, str | os.PathLike | bytes | bytearray | memoryview) or hasattr(value, "read")


def name_of(source: Source, name: str | None) -> str:
    """The name of a file for reports: `name` if given, else its path."""
    if name is not None:
        return name
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    stated = getattr(source, "name", None)  # of a file object; a number for a pipe
    return stated if isinstance(stated, str) and stated else "bytes"


def _read_stream(source: BinaryIO, limits: Limits) -> bytes:
    """All that a binary file object has left, within the limit on files."""
    if not hasattr(source, "read"):
        raise TypeError(f"expected a path, bytes or a binary file object, not {type(source).__name__}")
    parts: list[bytes] = []
    left = limits.file_bytes + 1
    while left > 0:
        part = source.read(min(left, STREAM_STEP))
        if not isinstance(part, bytes):
            raise TypeError("the file object must be opened in binary mode")
        if not part:
            return b"".join(parts)
        parts.append(part)
        left -= len(part)
    raise LimitExceeded("file_bytes", f"the file is larger than {limits.file_bytes:,} bytes")


def readable_suffixes() -> tuple[str, ...]:
    """The suffixes of files that can be read."""
    return tuple(suffix for format in list_formats() if format.readable for suffix in format.suffixes)


def writable_suffixes(*parts: str) -> tuple[str, ...]:
    """The suffixes of files that can be written and store these parts of a rig."""
    return tuple(
        suffix
        for format in list_formats()
        if format.writable
        for suffix in format.suffixes
        if all(format.holds(part, suffix) for part in parts)
    )


def target_format(target: str | os.PathLike[str], *parts: str) -> Format:
    """The format of the suffix of a target; raises `ValueError`, with the suffixes that can be written, if it
    cannot store these parts of a rig."""
    name = os.fspath(target)
    format, suffix = by_suffix(name), suffix_of(name)
    if format is not None and format.writable and all(format.holds(part, suffix) for part in parts):
        return format
    known = ", ".join(writable_suffixes(*parts))  # includes the formats of other packages
    if not suffix or name.endswith("/"):
        raise ValueError(f"{name}: the file name needs a suffix, which chooses the format: {known}")
    if format is not None and format.writable:
        missing = next(part for part in parts if not format.holds(part, suffix))
        words = missing.rpartition(".")[2].replace("_", " ")
        raise ValueError(f"{name}: {suffix} cannot store {words} (formats that can: {known})")
    raise ValueError(f"{name}: Pantin does not write {suffix} (formats that it writes: {known})")
