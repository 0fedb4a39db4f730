"""Rules about buffers and where their bytes are: a GLB's chunk, a data URI, or another file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pantin.files import ADVICE
from pantin.formats.gltf.rules.scope import MEDIA_TYPES, Scope, is_for_buffers
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.formats.document.buffer import Buffer, BufferFault


def loaded(scope: Scope) -> list[tuple[int, str, Buffer]]:
    """The buffers with a URI: index, URI, and the loaded bytes."""
    listed = enumerate(scope.model.buffers)
    uris = [(i, buffer.uri) for i, buffer in listed if buffer and buffer.uri is not None]
    return [(i, uri, scope.buffer(i)) for i, uri in uris]


def is_relative(uri: str) -> bool:
    """Whether a URI is a relative path and nothing more: no scheme, host, root, query or fragment."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return False
    rooted = parts.path.startswith("/")
    return not (parts.scheme or parts.netloc or rooted or "?" in uri or "#" in uri)


def is_read(scope: Scope, index: int) -> bool:
    """Whether the bytes of a buffer are read: only if it has a valid length."""
    buffer = scope.model.buffers[index]
    return buffer is not None and buffer.byte_length is not None


@rule("GLTF-URI_GLB", "info", "{buffer} of the GLB refers to a URI instead of the BIN chunk")
def uri_glb(scope: Scope) -> Iterator[Finding]:
    """GLB stores a buffer outside its BIN chunk.

    What: The buffers of a GLB should have no `uri`.
    Why: A GLB is meant to be one self-contained file.
    Fix: Convert to `.glb` with embedded buffers, which moves the data into the BIN chunk.
    Source: glTF 2.0 §4.4.3.3.
    """
    if scope.document.kind == "glb":
        for i, _, _ in scope.fact(loaded):
            yield uri_glb.at(pointer("buffers", i, "uri"), buffer=scope.named("buffer", i))


@rule(
    "GLTF-DATA_URI_GLB",
    "warning",
    "{buffer} is a base64 data URI, although a GLB can store its bytes directly",
)
def data_uri_glb(scope: Scope) -> Iterator[Finding]:
    """GLB stores a buffer as a data URI.

    What: The buffers of a GLB should not be data URIs.
    Why: Base64 takes a third more space than the bytes, and time to decode.
    Fix: Convert to `.glb` with embedded buffers, which moves the data into the BIN chunk.
    Source: glTF 2.0 §4.4.3.3.
    """
    for i, _, found in scope.fact(loaded):
        if scope.document.kind == "glb" and found.storage == "data" and not is_invalid(found):
            yield data_uri_glb.at(pointer("buffers", i, "uri"), buffer=scope.named("buffer", i))


def is_invalid(found: Buffer) -> bool:
    return found.fault is not None and found.fault.kind == "bad_uri"


@rule("GLTF-INVALID_URI", "error", "the URI of {buffer} is invalid: {reason}")
def invalid_uri(scope: Scope) -> Iterator[Finding]:
    """Invalid URI of a buffer.

    What: The `uri` of a buffer must be a relative path or a data URI.
    Why: Readers cannot find the data.
    Fix: Escape special characters of a path with %. Write data as `data:application/octet-stream;base64,…`.
    Source: glTF 2.0 §2.8, RFC 3986 and RFC 2397.
    """
    for i, _, found in scope.fact(loaded):
        if found.fault and is_invalid(found):
            yield invalid_uri.at(pointer("buffers", i, "uri"), **_fault_values(scope, i, found.fault))


@rule("GLTF-NON_RELATIVE_URI", "warning", 'the URI of {buffer}, "{uri}", is not a relative path{unread}')
def non_relative_uri(scope: Scope) -> Iterator[Finding]:
    """URI of a buffer is not a relative path.

    What: The `uri` of a buffer should be a path relative to the file.
    Why: An asset with absolute references breaks when it is moved. Pantin never reads from a network, and
    reads absolute paths only if it may leave the folder.
    Fix: Put the data beside the file and refer to it by its name. If you trust the file, pass --allow-outside
    (`allow_outside=True` in Python), which reads absolute paths.
    Source: glTF 2.0 §2.8.
    """
    for i, uri, found in scope.fact(loaded):
        if found.storage != "data" and not is_invalid(found) and not is_relative(uri):
            kind = found.fault.kind if found.fault else None
            unread = " and is not read" if kind in ("refused", "outside") else ""
            unread += f"; {ADVICE}" if kind == "outside" else ""
            values = {"buffer": scope.named("buffer", i), "uri": uri[:80], "unread": unread}
            yield non_relative_uri.at(pointer("buffers", i, "uri"), **values)


@rule("GLTF-URI_OUTSIDE", "error", "the URI of {buffer} is not read: {reason}")
def uri_outside(scope: Scope) -> Iterator[Finding]:
    """URI leaves the folder of the file.

    What: The path in the `uri` of a buffer must stay within the folder of the file.
    Why: A file from elsewhere could otherwise make its reader open any file on the machine.
    Fix: Put the data beside the file. If you trust the file, pass --allow-outside (`allow_outside=True` in
    Python).
    Source: glTF 2.0 §2.8; RFC 3986 §7.
    """
    for i, uri, found in scope.fact(loaded):
        kind = found.fault.kind if found.fault else None
        if found.fault and kind in ("refused", "outside") and is_relative(uri) and has_folder(scope):
            yield uri_outside.at(pointer("buffers", i, "uri"), **_fault_values(scope, i, found.fault))


def _fault_values(scope: Scope, index: int, fault: BufferFault) -> dict[str, str]:
    return {"buffer": scope.named("buffer", index), "reason": fault.message}


def has_folder(scope: Scope) -> bool:
    return scope.document.resolver.folder is not None


@rule("GLTF-IO_ERROR", "error", "the data of {buffer} cannot be read: {reason}")
def io_error(scope: Scope) -> Iterator[Finding]:
    """File of a buffer cannot be read.

    What: The file that the `uri` of a buffer names must exist and be readable.
    Why: Without it the asset has no data.
    Fix: Put the file where the URI points, relative to the asset. Check upper and lower case.
    Source: glTF 2.0 §3.6.1.
    """
    for i, uri, found in scope.fact(loaded):
        kind = found.fault.kind if found.fault else None
        unknown = kind in ("missing", "unreadable") or (kind == "refused" and not has_folder(scope))
        if found.fault and unknown and is_read(scope, i) and (is_relative(uri) or uri.startswith("/")):
            yield io_error.at(pointer("buffers", i, "uri"), **_fault_values(scope, i, found.fault))


@rule(
    "GLTF-BUFFER_DATA_URI_MIME_TYPE_INVALID",
    "error",
    "the data URI of {buffer} has the media type {found}, expected {expected}",
)
def buffer_data_uri_mime_type_invalid(scope: Scope) -> Iterator[Finding]:
    """Data URI has a wrong media type.

    What: The data URI of a buffer must have one of the two media types for buffers.
    Why: Readers may refuse data of another type.
    Fix: Start the URI with `data:application/octet-stream;base64,`.
    Source: glTF 2.0 §3.6.1.
    """
    for i, _, found in scope.fact(loaded):
        if not is_invalid(found) and not is_for_buffers(found):
            values = {"buffer": scope.named("buffer", i), "found": found.mime or "none"}
            where, known = pointer("buffers", i, "uri"), " or ".join(MEDIA_TYPES)
            yield buffer_data_uri_mime_type_invalid.at(where, **values, expected=known)


@rule("GLTF-BUFFER_MISSING_GLB_DATA", "error", "{buffer} has no URI, and the GLB has no BIN chunk")
def buffer_missing_glb_data(scope: Scope) -> Iterator[Finding]:
    """BIN chunk is missing.

    What: A GLB whose first buffer has no `uri` must have a BIN chunk.
    Why: The data of such a buffer is in that chunk.
    Fix: Add the chunk, or the URI.
    Source: glTF 2.0 §4.4.3.3.
    """
    if scope.model.buffers and is_read(scope, 0):
        fault = scope.buffer(0).fault
        if fault and fault.kind == "no_chunk":
            yield buffer_missing_glb_data.at(pointer("buffers", 0), buffer=scope.named("buffer", 0))


@rule(
    "GLTF-BUFFER_BYTE_LENGTH_MISMATCH",
    "error",
    "{buffer} should have {stated} bytes (byteLength), but its data has only {there}",
)
def buffer_byte_length_mismatch(scope: Scope) -> Iterator[Finding]:
    """Buffer has less data than its length.

    What: The data of a buffer must have at least `byteLength` bytes.
    Why: Buffer views into the missing part cannot be read.
    Fix: The data was truncated, or `byteLength` is wrong. Export the file again.
    Source: glTF 2.0 §3.6.1.
    """
    for i, buffer in enumerate(scope.model.buffers):
        if buffer is None or buffer.byte_length is None:
            continue
        found = scope.buffer(i)
        if found.stored is not None and len(found.stored) < buffer.byte_length and is_for_buffers(found):
            values: dict[str, Any] = {"stated": buffer.byte_length, "there": len(found.stored)}
            name = scope.named("buffer", i)
            yield buffer_byte_length_mismatch.at(pointer("buffers", i), buffer=name, **values)


@rule("GLTF-BUFFER_GLB_CHUNK_TOO_BIG", "warning", "the BIN chunk is {extra} longer than {buffer}")
def buffer_glb_chunk_too_big(scope: Scope) -> Iterator[Finding]:
    """BIN chunk is longer than the buffer.

    What: The BIN chunk should be as long as the buffer, rounded up to a multiple of 4.
    Why: The rest is wasted space, or `byteLength` is wrong.
    Fix: Truncate the chunk, or correct `byteLength`.
    Source: glTF 2.0 §4.4.3.3.
    """
    buffer = scope.model.buffers[0] if scope.model.buffers else None
    found = scope.buffer(0) if buffer else None
    if (
        buffer
        and buffer.byte_length is not None
        and found
        and found.storage == "chunk"
        and found.stored is not None
    ):
        padded = buffer.byte_length + -buffer.byte_length % 4
        if len(found.stored) > padded:
            extra = counted(len(found.stored) - padded, "byte")
            name = scope.named("buffer", 0)
            yield buffer_glb_chunk_too_big.at(pointer("buffers", 0), extra=extra, buffer=name)


RULES = (
    uri_glb,
    data_uri_glb,
    invalid_uri,
    non_relative_uri,
    uri_outside,
    buffer_data_uri_mime_type_invalid,
)
DATA_RULES = (
    io_error,
    buffer_missing_glb_data,
    buffer_byte_length_mismatch,
    buffer_glb_chunk_too_big,
)
