"""Rules about the bytes of buffers. Rules about their location and readability are in `uri`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.rules.uri import is_invalid, is_read
from pantin.formats.gltf.scope import MEDIA_TYPES, Scope, is_for_buffers
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted


@rule(
    "GLTF-BUFFER_DATA_URI_MIME_TYPE_INVALID",
    "error",
    "the data URI of {buffer} has the media type {found}, expected {expected}",
    only_with=("uri",),
)
def buffer_data_uri_mime_type_invalid(scope: Scope) -> Iterator[Finding]:
    """Data URI has a wrong media type.

    What: The data URI of a buffer must have one of the two media types for buffers.
    Why: Readers may refuse data of another type.
    Fix: Start the URI with `data:application/octet-stream;base64,`.
    Source: glTF 2.0 §3.6.1.
    """
    for i, buffer in enumerate(scope.model.buffers):
        data = scope.buffer(i) if buffer is not None and buffer.uri is not None else None
        if data is not None and not is_invalid(data) and not is_for_buffers(data):
            values = {"buffer": scope.named("buffer", i), "found": data.mime or "none"}
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
        data = scope.buffer(i)
        if data.stored is not None and len(data.stored) < buffer.byte_length and is_for_buffers(data):
            values: dict[str, Any] = {"stated": buffer.byte_length, "there": len(data.stored)}
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
    data = scope.buffer(0) if buffer else None
    if (
        buffer
        and buffer.byte_length is not None
        and data
        and data.storage == "chunk"
        and data.stored is not None
    ):
        padded = buffer.byte_length + -buffer.byte_length % 4
        if len(data.stored) > padded:
            extra = counted(len(data.stored) - padded, "byte")
            name = scope.named("buffer", 0)
            yield buffer_glb_chunk_too_big.at(pointer("buffers", 0), extra=extra, buffer=name)


RULES = (buffer_data_uri_mime_type_invalid,)
DATA_RULES = (
    buffer_missing_glb_data,
    buffer_byte_length_mismatch,
    buffer_glb_chunk_too_big,
)
