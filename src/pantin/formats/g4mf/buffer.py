"""The decoded bytes of a buffer: from a chunk, a data URI or a file beside the document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pantin.base.limits import Budget
from pantin.formats.document.buffer import Buffer, BufferFault, FaultKind
from pantin.formats.g4mf.container import PLAIN, ZSTD, Container, code_of, four_characters
from pantin.formats.g4mf.encoding import EncodingFault, decode
from pantin.formats.uri import is_base64, is_data
from pantin.report.wording import quoted


class _NoBytes(Exception):
    def __init__(self, fault: BufferFault) -> None:
        self.fault = fault


def source_chunk(entry: dict[str, Any], index: int, container: Container) -> int | None:
    """The chunk that holds a buffer; without `chunk`, in the older form, buffer i is chunk i + 1."""
    if "uri" in entry or container.kind != "g4b":
        return None
    stated = entry.get("chunk", index + 1)
    return stated if isinstance(stated, int) and not isinstance(stated, bool) else None


def stated_encoding(entry: dict[str, Any]) -> Any:
    """The `encoding` of a buffer, also under its older name `compression`."""
    return entry.get("encoding", entry.get("compression"))


def unknown_encoding(entry: Any, index: int, container: Container) -> str | None:
    """The encoding of a buffer if Pantin does not support it, else None; does not touch the data."""
    if not isinstance(entry, dict):
        return None
    chunk = source_chunk(entry, index, container)
    if chunk is not None and 0 <= chunk < len(container.chunks):
        code: int | None = container.chunks[chunk].encoding
        return None if code in (PLAIN, ZSTD) or code is None else four_characters(code)
    stated = stated_encoding(entry) if "uri" in entry else None
    return stated if isinstance(stated, str) and code_of(stated) not in (PLAIN, ZSTD) else None


def load(
    entry: Any,
    index: int,
    container: Container,
    load_uri: Callable[[str], Buffer],
    budget: Budget,
) -> Buffer:
    """The bytes of buffer `index`, decoded within the budget of its file and cut to its stated length.

    Raises only `LimitExceeded`.
    """
    if not isinstance(entry, dict):
        return Buffer(fault=BufferFault("not_object", f"there is no buffer {index}"))
    length = entry.get("byteLength")
    if not isinstance(length, int) or isinstance(length, bool) or length < 0:
        return Buffer(fault=BufferFault("short", f"buffer {index} has no byteLength"))
    try:
        stored, encoding = _stored_bytes(entry, index, container, load_uri)
        data = decode(encoding, stored, length, budget)
    except _NoBytes as error:
        return Buffer(fault=error.fault)
    except EncodingFault as error:
        kind: FaultKind = "unknown" if error.kind == "unknown" else "broken"
        return Buffer(fault=BufferFault(kind, str(error)))
    if len(data) < length:
        message = (
            f"buffer {index} should have {length:,} bytes (byteLength), but its data has only {len(data):,}"
        )
        return Buffer(fault=BufferFault("short", message))
    return Buffer(data)


def _stored_bytes(
    entry: dict[str, Any], index: int, container: Container, load_uri: Callable[[str], Buffer]
) -> tuple[memoryview, int]:
    """The stored bytes and their encoding; the encoding of the chunk overrides that of the buffer."""
    if "uri" in entry:
        encoding = stated_encoding(entry)
        code = code_of(encoding) if isinstance(encoding, str) else PLAIN
        if code is None:
            raise _NoBytes(BufferFault("unknown", f"unsupported encoding {quoted(encoding)}"))
        return _read_uri(entry["uri"], load_uri), code
    chunk = source_chunk(entry, index, container)
    if chunk is None:
        message = f"buffer {index} has neither a chunk nor a uri"
        raise _NoBytes(BufferFault("no_chunk", message))
    if not 0 <= chunk < len(container.chunks):
        raise _NoBytes(BufferFault("no_chunk", f"buffer {index} is in chunk {chunk}, which does not exist"))
    return container.content(chunk), container.chunks[chunk].encoding


def _read_uri(uri: Any, load_uri: Callable[[str], Buffer]) -> memoryview:
    """The bytes of a URI; the format requires base64 in data URIs."""
    if not isinstance(uri, str):
        raise _NoBytes(BufferFault("bad_uri", "the uri is not a string"))
    if is_data(uri) and not is_base64(uri):
        raise _NoBytes(BufferFault("bad_uri", "the data URI must have the form data:<type>;base64,<data>"))
    result = load_uri(uri)
    if result.fault is not None:
        raise _NoBytes(result.fault)
    assert result.stored is not None
    return result.stored
