"""The bytes of a buffer or an image, from a data URI or from a file beside the document.

Missing bytes are reported as a fault with a kind and a message, never as an exception.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from pantin.base import files
from pantin.base.files import Resolver, exists
from pantin.base.records import Record
from pantin.formats import uri

FaultKind = Literal[
    "not_object",
    "no_uri",
    "no_chunk",
    "bad_uri",
    "refused",
    "outside",
    "missing",
    "unreadable",
    "short",
    "unknown",
    "broken",
]
Storage = Literal["chunk", "data", "file", "new"]


class BufferFault(Record):
    """Why the bytes are not available.

    `not_object`: there is no such buffer, or it is not an object. `no_uri`: it has no URI and is not in the
    container. `no_chunk`: its chunk is missing. `bad_uri`: the URI is not a string or cannot be parsed.
    `refused`: the URI has a scheme or leaves the folder. `missing`: no such file. `unreadable`: the system
    cannot read it. `short`: there are fewer bytes than the buffer states. `unknown`: an unknown encoding.
    `broken`: data that cannot be decoded.
    """

    kind: FaultKind
    message: str


class Buffer(Record):
    """A buffer's bytes, where they are stored, and what is wrong with them.

    `stored` may be longer than the stated `byteLength` (a chunk is padded) and, with the fault `short`,
    shorter. `mime` is the media type a data URI states.
    """

    stored: memoryview | None = None
    fault: BufferFault | None = None
    storage: Storage | None = None
    mime: str | None = None

    @property
    def data(self) -> memoryview | None:
        """The bytes; None if a fault prevents using them.

        A data URI with fewer bytes than stated gives those, as in the Khronos validator.
        """
        if self.fault is None or (self.fault.kind == "short" and self.storage == "data"):
            return self.stored
        return None


def load_uri(
    reference: str, resolver: Resolver, limit: int, known: MutableMapping[Path, memoryview] | None = None
) -> Buffer:
    """The bytes that a URI refers to. Raises `LimitExceeded` for a file of more than `limit` bytes.

    `known` caches the files already read, and gets this one: thousands of buffers may name it.
    """
    if uri.is_data(reference):
        return _decode_data(reference)
    try:
        if resolver.folder is not None:
            uri.scheme(reference)
        path = resolver.resolve(reference)
    except uri.UriError as error:
        return Buffer(None, BufferFault("bad_uri", str(error)), "file")
    except files.OutsideError as error:
        return Buffer(None, BufferFault("outside", f"{error}; {files.ADVICE}"), "file")
    except files.PathError as error:
        return Buffer(None, BufferFault("refused", str(error)), "file")
    if known is None:
        return _read_file(path, limit)
    if path in known:
        return Buffer(known[path], None, "file")
    buffer = _read_file(path, limit)
    if buffer.stored is not None:
        known[path] = buffer.stored
    return buffer


def _decode_data(reference: str) -> Buffer:
    mime = None
    try:
        parsed = uri.parse_data(reference)
        mime = parsed.mime
        return Buffer(memoryview(parsed.decode()), None, "data", mime)
    except uri.UriError as error:
        return Buffer(None, BufferFault("bad_uri", str(error)), "data", mime)


def _read_file(path: Path, limit: int) -> Buffer:
    try:
        if exists(path):
            return Buffer(files.read_named(path, limit), None, "file")
        fault = BufferFault("missing", f"there is no file {path.name!r}")
    except (OSError, ValueError) as error:
        fault = BufferFault("unreadable", f"{path.name!r}: {getattr(error, 'strerror', None) or error}")
    return Buffer(None, fault, "file")


_EMPTY = memoryview(b"")


class Growth(Struct):
    """A buffer that new data is appended to: its old content (a chunk of the file, or nothing), the parts
    after that, and the total length.
    """

    base: memoryview = _EMPTY
    parts: list[bytes] = field(default_factory=list)
    length: int = 0

    def __post_init__(self) -> None:
        self.length = len(self.base) + sum(map(len, self.parts))

    def add(self, data: bytes, alignment: int) -> int:
        """Append data at the next multiple of `alignment`; returns its offset in the buffer."""
        padding = -self.length % alignment
        self.parts += (bytes(padding), data)
        self.length += padding + len(data)
        return self.length - len(data)

    def data(self) -> memoryview:
        """The whole buffer, joined once and reused until the next part is added."""
        if not self.parts:
            return self.base
        if len(self.base) or len(self.parts) > 1:
            self.base, self.parts = _EMPTY, [b"".join((self.base, *self.parts))]
        return memoryview(self.parts[0])

    def copy(self) -> Growth:
        return Growth(self.base, list(self.parts))
