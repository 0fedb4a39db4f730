"""A NumPy archive: its bytes, and the rig in it."""

from __future__ import annotations

from pathlib import Path

from pantin.base import files
from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.base.records import Record
from pantin.formats.format import WriteOptions
from pantin.formats.npz.archive import NpzError, read_archive
from pantin.formats.npz.kinds import ARRAYS, kind_of
from pantin.report.wording import counted
from pantin.rig import Rig

LISTED = 8
"""How many names of arrays a message lists."""


class KindError(ValueError):
    """The archive is not a model; the message says what it is."""


class SchemaError(ValueError):
    """The arrays of a model do not fit together; the message names the array."""


class Document(Record, eq=False):
    """The parts of the file, in order, and the rig.

    rig      None for posed geometry that was written, not read
    what     the kind of the archive
    unused   the names of the arrays that are not in the rig
    objects  the names of the arrays of Python objects, which are not read
    arrays   the names of all arrays that were read
    """

    parts: tuple[files.BytesLike, ...]
    rig: Rig | None = None
    what: str = ARRAYS
    unused: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    arrays: frozenset[str] = frozenset()
    kind: str = "npz"

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return b"".join(self.parts)


def write(document: Document, path: Path, options: WriteOptions) -> None:
    files.atomic_write(path, document.parts)


def read(source: Path | bytes, limits: Limits) -> Document:
    """A file, or bytes. Raises `NpzError`, `KindError`, `SchemaError`, `LimitExceeded`, `Unsupported` and
    `OSError`."""
    data = source if isinstance(source, bytes) else bytes(files.read(source, limits.file_bytes))
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"the file has more than {limits.file_bytes:,} bytes")
    archive = read_archive(data, limits)
    names = frozenset(archive.arrays) | frozenset(archive.objects)
    kind = kind_of(names)
    if kind is None:
        raise KindError(f"unknown kind of archive, with {_list(sorted(names))}")
    if kind.read is None:
        raise KindError(f"the file is {kind.name}: {kind.advice}")
    try:
        rig, unused = kind.read(archive.arrays)
    except ValueError as error:
        objects = f"; not read, because of Python objects: {_list(list(archive.objects))}"
        raise SchemaError(f"{error}{objects if archive.objects else ''}") from None
    return Document((data,), rig, kind.name, tuple(unused), archive.objects, frozenset(archive.arrays))


def _list(names: list[str]) -> str:
    if not names:
        return "no arrays"
    listed = ", ".join(map(repr, names[:LISTED]))
    more = f", and {counted(len(names) - LISTED, 'other')}" if len(names) > LISTED else ""
    return f"the {'array' if len(names) == 1 else 'arrays'} {listed}{more}"


__all__ = ["Document", "KindError", "NpzError", "SchemaError", "read", "write"]
