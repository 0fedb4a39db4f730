"""Rules about buffers and where their bytes are: a GLB's chunk, a data URI, or another file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pantin.formats.gltf.rules.scope import MEDIA_TYPES, Scope, is_for_buffers
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.document.buffer import Buffer


def loaded(scope: Scope) -> list[tuple[int, str, Buffer]]:
    """The buffers with a URI: number, URI, and what was found there."""
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
    """Whether the bytes of a buffer are looked for: not if there is no telling how many there should be."""
    buffer = scope.model.buffers[index]
    return buffer is not None and buffer.byte_length is not None


@rule("GLTF-URI_GLB", "info", "the buffer of a GLB is in another file or in a URI")
def uri_glb(scope: Scope) -> Iterator[Finding]:
    """The data of a GLB should be in the GLB.

    Why: one file that holds all is what the container is for.
    Mend: convert to `.glb` with embedded buffers, which moves the data into the BIN chunk.
    Source: glTF 2.0 §4.4.3.3.
    """
    if scope.document.kind == "glb":
        yield from (uri_glb.at(pointer("buffers", i, "uri")) for i, _, _ in scope.fact(loaded))


@rule("GLTF-DATA_URI_GLB", "warning", "the data is written as text, though the GLB could hold its bytes")
def data_uri_glb(scope: Scope) -> Iterator[Finding]:
    """A GLB should have no data URIs.

    Why: base64 takes a third more space than the bytes it stands for, and time to decode.
    Mend: convert to `.glb` with embedded buffers, which moves the data into the BIN chunk.
    Source: glTF 2.0 §4.4.3.3.
    """
    for i, _, found in scope.fact(loaded):
        if scope.document.kind == "glb" and found.storage == "data" and not is_invalid(found):
            yield data_uri_glb.at(pointer("buffers", i, "uri"))


def is_invalid(found: Buffer) -> bool:
    return found.fault is not None and found.fault.kind == "bad_uri"


@rule("GLTF-INVALID_URI", "error", "{reason}")
def invalid_uri(scope: Scope) -> Iterator[Finding]:
    """The URI of a buffer must be a URI: a relative path, or a data URI.

    Why: what cannot be taken apart leads nowhere.
    Mend: escape special characters of a path with %; write data as `data:application/octet-stream;base64,…`.
    Source: glTF 2.0 §2.8, RFC 3986 and RFC 2397.
    """
    for i, _, found in scope.fact(loaded):
        if found.fault and is_invalid(found):
            yield invalid_uri.at(pointer("buffers", i, "uri"), reason=found.fault.message)


@rule("GLTF-NON_RELATIVE_URI", "warning", '"{uri}" is not relative to the file; it is not read')
def non_relative_uri(scope: Scope) -> Iterator[Finding]:
    """The URI of a buffer should be a path relative to the file.

    Why: an asset with other references breaks when it is moved. Pantin never reads from a network, and reads
    absolute paths only if it is allowed to leave the folder.
    Mend: put the data beside the file, and refer to it by its name.
    Source: glTF 2.0 §2.8.
    """
    for i, uri, found in scope.fact(loaded):
        if found.storage != "data" and not is_invalid(found) and not is_relative(uri):
            yield non_relative_uri.at(pointer("buffers", i, "uri"), uri=uri[:80])


@rule("GLTF-URI_OUTSIDE", "error", "{reason}")
def uri_outside(scope: Scope) -> Iterator[Finding]:
    """A reference must stay within the folder of the file.

    Why: a file from elsewhere could else make its reader open any file of the machine.
    Mend: put the data beside the file; or allow references to leave the folder, if you trust the file.
    Source: glTF 2.0 §2.8; RFC 3986 §7.
    """
    for i, uri, found in scope.fact(loaded):
        if found.fault and found.fault.kind == "refused" and is_relative(uri) and has_folder(scope):
            yield uri_outside.at(pointer("buffers", i, "uri"), reason=found.fault.message)


def has_folder(scope: Scope) -> bool:
    return scope.document.resolver.folder is not None


@rule("GLTF-IO_ERROR", "error", "{reason}")
def io_error(scope: Scope) -> Iterator[Finding]:
    """The file that a buffer refers to must be there, and readable.

    Why: without it the asset has no data.
    Mend: put the file where the URI says, seen from the asset; mind upper and lower case.
    Source: glTF 2.0 §3.6.1.
    """
    for i, uri, found in scope.fact(loaded):
        kind = found.fault.kind if found.fault else None
        unknown = kind in ("missing", "unreadable") or (kind == "refused" and not has_folder(scope))
        if found.fault and unknown and is_read(scope, i) and is_relative(uri):
            yield io_error.at(pointer("buffers", i, "uri"), reason=found.fault.message)


@rule(
    "GLTF-BUFFER_DATA_URI_MIME_TYPE_INVALID", "error", "the data URI is of type {found}, expected {expected}"
)
def buffer_data_uri_mime_type_invalid(scope: Scope) -> Iterator[Finding]:
    """A buffer's data URI must state one of the two media types for buffers.

    Why: readers tell by it that these are bytes for a buffer; with another type they may refuse it.
    Mend: begin the URI with `data:application/octet-stream;base64,`.
    Source: glTF 2.0 §3.6.1.
    """
    for i, _, found in scope.fact(loaded):
        if not is_invalid(found) and not is_for_buffers(found):
            place, known = pointer("buffers", i, "uri"), " or ".join(MEDIA_TYPES)
            yield buffer_data_uri_mime_type_invalid.at(place, found=found.mime, expected=known)


@rule("GLTF-BUFFER_MISSING_GLB_DATA", "error", "the buffer is the GLB's own, but there is no BIN chunk")
def buffer_missing_glb_data(scope: Scope) -> Iterator[Finding]:
    """A GLB whose first buffer has no URI must have a BIN chunk.

    Why: that chunk is where the data of such a buffer is.
    Mend: add the chunk, or the URI.
    Source: glTF 2.0 §4.4.3.3.
    """
    if scope.model.buffers and is_read(scope, 0):
        fault = scope.buffer(0).fault
        if fault and fault.kind == "no_chunk":
            yield buffer_missing_glb_data.at(pointer("buffers", 0))


@rule("GLTF-BUFFER_BYTE_LENGTH_MISMATCH", "error", "the buffer states {stated} bytes, {there} are there")
def buffer_byte_length_mismatch(scope: Scope) -> Iterator[Finding]:
    """A buffer must have as many bytes as it states.

    Why: views into the missing part read past the end.
    Mend: the data was cut, or `byteLength` is wrong; export the file again.
    Source: glTF 2.0 §3.6.1.
    """
    for i, buffer in enumerate(scope.model.buffers):
        if buffer is None or buffer.byte_length is None:
            continue
        found = scope.buffer(i)
        if found.stored is not None and len(found.stored) < buffer.byte_length and is_for_buffers(found):
            place, there = pointer("buffers", i), len(found.stored)
            yield buffer_byte_length_mismatch.at(place, stated=buffer.byte_length, there=there)


@rule(
    "GLTF-BUFFER_GLB_CHUNK_TOO_BIG", "warning", "the BIN chunk has {extra} bytes more than the buffer needs"
)
def buffer_glb_chunk_too_big(scope: Scope) -> Iterator[Finding]:
    """The BIN chunk should be as long as the buffer, rounded up to a multiple of 4.

    Why: more than that is waste, and may be the sign of a wrong `byteLength`.
    Mend: cut the chunk, or correct `byteLength`.
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
            yield buffer_glb_chunk_too_big.at(pointer("buffers", 0), extra=len(found.stored) - padded)


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
