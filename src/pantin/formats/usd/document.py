"""A USD file: its bytes, and the data read from its stage."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field

from pantin.base import files
from pantin.base.errors import LimitExceeded
from pantin.base.files import Resolver, exists
from pantin.base.limits import Limits
from pantin.formats.usd import worker
from pantin.formats.usd.containers import CRATE, EITHER, PACKAGE, TEXT, kind_of
from pantin.formats.usd.reading import Reading
from pantin.rig import Rig, build


class Document(Struct, eq=False, dict=True):
    """A USD file that was read, or that a rig was written to.

    data      its bytes
    path      where it was read; None for bytes in memory and new documents
    reading   what its stage has; None for a new document
    written   the rig of a new document
    textures  the images of a new document, by their paths from its layer
    """

    kind: str
    data: bytes
    path: Path | None = None
    reading: Reading | None = None
    written: Rig | None = None
    textures: Mapping[str, bytes] = field(default_factory=dict)

    @cached_property
    def rig(self) -> Rig:
        if self.written is not None:
            return self.written
        assert self.reading is not None
        return build(**self.reading.parts)


def read(
    source: Path | bytes, *, limits: Limits, resolver: Resolver, variants: Mapping[str, str] | None = None
) -> Document:
    """Read a file. Raises `OSError`, `LimitExceeded`, `Crashed`, `Unopened` and `NoVariant`."""
    data = source if isinstance(source, bytes) else bytes(files.read(source, limits.file_bytes))
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"the file has more than {limits.file_bytes:,} bytes")
    kind = kind_of(data[:16]) or TEXT
    known = isinstance(source, Path) and source.suffix.lower()[1:] in (TEXT, CRATE, PACKAGE, EITHER)
    path = source.absolute() if isinstance(source, Path) and known else None
    options = (f".{kind}", limits, resolver.allow_outside, variants or {})
    reading = worker.read(path, data, *options)
    if path is None:
        return Document(kind, data, path, reading)
    while _fetch_absent(path.parent, reading):
        reading = worker.read(path, data, *options)
    for name in reading.files:
        files.tell_reference(path.parent / name)
    return Document(kind, data, path, reading)


def _fetch_absent(folder: Path, reading: Reading) -> bool:
    """Whether any missing file exists now: a batch fetches the files of a remote stage, and these may refer
    to others."""
    absent = [folder / name for name in reading.absent]
    for path in absent:
        files.tell_reference(path)
    return any(exists(path) for path in absent)
