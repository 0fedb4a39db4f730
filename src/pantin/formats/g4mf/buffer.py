"""The bytes of a buffer, wherever they are: in a chunk, in a data URI, or in a file beside the asset.

Bytes that cannot be had are a fault with a kind and a sentence, never an exception.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pantin import files
from pantin.formats.g4mf.container import PLAIN, ZSTD, Container, code_of, four_characters
from pantin.formats.g4mf.encoding import EncodingFault, decode
from pantin.formats.uri import UriError, is_data, parse_data
from pantin.limits import Limits, most_unpacked

FaultKind = Literal[
    "not_object", "no_chunk", "bad_uri", "missing", "unreadable", "short", "unknown", "broken"
]


@dataclass(frozen=True, slots=True)
class BufferFault:
    """Why the bytes cannot be had.

    `not_object`: there is no such buffer. `no_chunk`: nothing says where its data are, or the chunk is not
    there. `bad_uri`: the URI cannot be taken apart, or leaves the folder. `missing`: no such file.
    `unreadable`: the system refuses to read it. `short`: there are fewer bytes than the buffer states.
    `unknown`: an encoding nobody knows. `broken`: data that do not decode.
    """

    kind: FaultKind
    message: str


@dataclass(frozen=True, slots=True)
class Buffer:
    """A buffer's decoded bytes, cut to its stated length, or the fault that keeps them from being used.

    `unpacked` counts the bytes that were made for it and are nowhere in the file.
    """

    data: memoryview | None = None
    fault: BufferFault | None = None
    unpacked: int = 0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What URIs are read with: the folder of the document (None for bytes), and how far it may reach."""

    folder: Path | None
    limits: Limits
    allow_outside: bool


class _NoBytes(Exception):
    def __init__(self, kind: FaultKind, message: str) -> None:
        self.fault = BufferFault(kind, message)


def source_chunk(entry: dict[str, Any], index: int, container: Container) -> int | None:
    """The chunk that holds a buffer; without `chunk`, the older order: buffer i is chunk i + 1."""
    if "uri" in entry or container.kind != "g4b":
        return None
    stated = entry.get("chunk", index + 1)
    return stated if isinstance(stated, int) and not isinstance(stated, bool) else None


def stated_encoding(entry: dict[str, Any]) -> Any:
    """The `encoding` of a buffer, also under its older name `compression`."""
    return entry.get("encoding", entry.get("compression"))


def unknown_encoding(entry: Any, index: int, container: Container) -> str | None:
    """The encoding of a buffer where nobody knows it, told without touching the data; else None."""
    if not isinstance(entry, dict):
        return None
    chunk = source_chunk(entry, index, container)
    if chunk is not None and 0 <= chunk < len(container.chunks):
        code: int | None = container.chunks[chunk].encoding
        return None if code in (PLAIN, ZSTD) or code is None else four_characters(code)
    stated = stated_encoding(entry) if "uri" in entry else None
    return stated if isinstance(stated, str) and code_of(stated) not in (PLAIN, ZSTD) else None


def load(entry: Any, index: int, container: Container, around: Surroundings, unpacked: int = 0) -> Buffer:
    """The bytes of buffer `index`, of a document whose other buffers were `unpacked` to so many. Raises
    `LimitExceeded` alone."""
    if not isinstance(entry, dict):
        return Buffer(fault=BufferFault("not_object", f"there is no buffer {index}"))
    length = entry.get("byteLength")
    if not isinstance(length, int) or isinstance(length, bool) or length < 0:
        return Buffer(fault=BufferFault("short", f"buffer {index} does not state its length"))
    try:
        stored, encoding = _stored(entry, index, container, around)
        room = most_unpacked(len(container.data) + len(stored)) - unpacked
        data = decode(encoding, stored, length, min(around.limits.file_bytes, room))
    except _NoBytes as error:
        return Buffer(fault=error.fault)
    except EncodingFault as error:
        kind: FaultKind = "unknown" if error.kind == "unknown" else "broken"
        return Buffer(fault=BufferFault(kind, str(error)))
    if len(data) < length:
        return Buffer(
            fault=BufferFault("short", f"buffer {index} states {length} bytes, {len(data)} are there")
        )
    return Buffer(data, unpacked=0 if encoding == PLAIN else len(data))


def _stored(
    entry: dict[str, Any], index: int, container: Container, around: Surroundings
) -> tuple[memoryview, int]:
    """The stored bytes and their encoding; the chunk's own encoding counts before the buffer's."""
    if "uri" in entry:
        encoding = stated_encoding(entry)
        code = code_of(encoding) if isinstance(encoding, str) else PLAIN
        if code is None:
            raise _NoBytes("unknown", f"the encoding {encoding!r} is not known")
        return _referenced(entry["uri"], around), code
    chunk = source_chunk(entry, index, container)
    if chunk is None:
        raise _NoBytes("no_chunk", f"buffer {index} says neither in which chunk its data are nor has a URI")
    if not 0 <= chunk < len(container.chunks):
        raise _NoBytes("no_chunk", f"buffer {index} is in chunk {chunk}, which is not there")
    return container.content(chunk), container.chunks[chunk].encoding


def _referenced(uri: Any, around: Surroundings) -> memoryview:
    if not isinstance(uri, str):
        raise _NoBytes("bad_uri", "the URI is not a string")
    if is_data(uri):
        return _from_data(uri)
    if around.folder is None:
        raise _NoBytes("missing", "bytes in memory have no folder to find other files in")
    try:
        path = files.resolve(around.folder, uri, allow_outside=around.allow_outside)
    except files.PathError as error:
        raise _NoBytes("bad_uri", str(error)) from None
    try:
        if not path.exists():
            raise _NoBytes("missing", f"there is no file {path.name!r}")
        return files.read_named(path, around.limits.file_bytes)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _NoBytes("unreadable", f"{path.name!r}: {reason}") from None


def _from_data(uri: str) -> memoryview:
    """RFC 2397, in base64 as the format has it."""
    try:
        found = parse_data(uri)
        if not found.base64:
            raise UriError("the data URI does not read data:<type>;base64,<data>")
        return memoryview(found.decode())
    except UriError as error:
        raise _NoBytes("bad_uri", str(error)) from None
