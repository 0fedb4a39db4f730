"""Rules about the bytes of a file: the header and chunks of a `.g4b`."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.g4mf.container import (
    CHUNK_BLOB,
    CHUNK_JSON,
    HEADER_BYTES,
    MAGIC,
    PLAIN,
    RESERVED_ENCODING,
    TOP_BIT,
    VERSION,
    Chunk,
    four_characters,
)
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import counted

LEAST_BYTES = 32
"""A header and the header of a chunk."""


def _chunks(scope: Scope) -> Iterator[tuple[int, Chunk]]:
    return enumerate(scope.document.container.chunks)


def is_unreadable(scope: Scope) -> bool:
    """Whether the file has no JSON that could be read."""
    container = scope.document.container
    return container.kind == "g4b" and (container.json_chunk is None or scope.document.text_fault is not None)


@rule("G4MF-FILE-001", "error", "{fault}")
def magic_missing(scope: Scope) -> Iterator[Finding]:
    """Not a G4MF binary file.

    What: A `.g4b` file starts with the four bytes `G4MF` and has at least 32 bytes: its header and the
    header of one chunk.
    Why: These bytes identify the format. Without them nothing else in the file can be trusted.
    Fix: Check that this is the right file and that it was copied completely.
    Source: G4MF file format, header.
    """
    container = scope.document.container
    if container.kind != "g4b":
        return
    if len(container.data) < LEAST_BYTES:
        size = counted(len(container.data), "byte")
        yield magic_missing.at(fault=f"the file has {size}; a .g4b file has at least {LEAST_BYTES}")
    elif container.magic != MAGIC:
        yield magic_missing.at(fault='the file does not start with "G4MF"')


@rule("G4MF-FILE-002", "error", "unsupported container version {version} (supported: {known})")
def version_unsupported(scope: Scope) -> Iterator[Finding]:
    """Unsupported container version.

    What: The version in the header of a `.g4b` file is 0.
    Why: Another version may divide the bytes differently, so they are not read.
    Fix: Export the file as version 0.
    Source: G4MF file format, header.
    """
    container = scope.document.container
    if container.magic == MAGIC and container.version not in (None, VERSION):
        yield version_unsupported.at(version=container.version, known=VERSION)


@rule(
    "G4MF-FILE-003",
    "error",
    "the header gives a file length of {stated:,} bytes, but the file has only {present:,}",
)
def file_too_short(scope: Scope) -> Iterator[Finding]:
    """File is shorter than its header states.

    What: The file size in the header is not larger than the size of the file.
    Why: The file was cut off, and data at its end are missing.
    Fix: Copy or export the file again, or correct the size.
    Source: G4MF file format, header.
    """
    container = scope.document.container
    if container.length is None or container.magic != MAGIC or container.version != VERSION:
        return
    if container.length > len(container.data):
        yield file_too_short.at(stated=container.length, present=len(container.data))


@rule("G4MF-FILE-004", "warning", "the file has {count} after the end given in the header")
def bytes_after_end(scope: Scope) -> Iterator[Finding]:
    """Extra bytes at the end of the file.

    What: The file ends where its header says.
    Why: Readers stop at the stated end and ignore the rest.
    Fix: Remove the bytes, or correct the size in the header.
    Source: G4MF file format, header.
    """
    container = scope.document.container
    if container.length is not None and container.version == VERSION and container.magic == MAGIC:
        extra = len(container.data) - container.length
        if extra > 0:
            yield bytes_after_end.at(count=counted(extra, "extra byte"))


@rule(
    "G4MF-FILE-005",
    "error",
    "chunk {index} should have {stated:,} bytes, but the file ends after {present:,}",
)
def chunk_cut_off(scope: Scope) -> Iterator[Finding]:
    """Chunk is cut off.

    What: The file holds as many bytes of each chunk as the header of the chunk states.
    Why: Data of the chunk are missing.
    Fix: Copy or export the file again, or correct the size of the chunk.
    Source: G4MF file format, chunks.
    """
    for index, chunk in _chunks(scope):
        if chunk.available < chunk.length < TOP_BIT:
            yield chunk_cut_off.at(index=index, stated=chunk.length, present=chunk.available)


@rule("G4MF-FILE-006", "error", "the size of {subject} has its top bit set; the largest size is 2^63 − 1")
def size_with_top_bit(scope: Scope) -> Iterator[Finding]:
    """Size has its top bit set.

    What: The top bit of the file size and of every chunk size is 0.
    Why: Readers store sizes in signed 64-bit integers, where such a size is negative.
    Fix: Correct the size.
    Source: G4MF file format, header and chunks.
    """
    container = scope.document.container
    if container.length is not None and container.magic == MAGIC and container.length >= TOP_BIT:
        yield size_with_top_bit.at(subject="the file")
    for index, chunk in _chunks(scope):
        if chunk.length >= TOP_BIT:
            yield size_with_top_bit.at(subject=f"chunk {index}")


@rule("G4MF-FILE-007", "error", "the file has no JSON chunk ({count} of other types)")
def json_chunk_missing(scope: Scope) -> Iterator[Finding]:
    """No JSON chunk.

    What: A `.g4b` file has a chunk of type JSON, in any position.
    Why: This chunk is the document: nodes, meshes and everything else are described in it.
    Fix: Export the file again.
    Source: G4MF file format, chunks.
    """
    container = scope.document.container
    has_header = container.magic == MAGIC and container.version == VERSION
    if has_header and len(container.data) >= LEAST_BYTES and container.json_chunk is None:
        yield json_chunk_missing.at(count=counted(len(container.chunks), "chunk"))


@rule("G4MF-FILE-008", "warning", "chunk {index} is a second JSON chunk; only chunk {first} is read")
def json_chunk_repeated(scope: Scope) -> Iterator[Finding]:
    """More than one JSON chunk.

    What: A `.g4b` file has one chunk of type JSON.
    Why: The first one is the document. The others are ignored.
    Fix: Remove the others.
    Source: G4MF file format, chunks.
    """
    first = scope.document.container.json_chunk
    for index, chunk in _chunks(scope):
        if chunk.type == CHUNK_JSON and index != first:
            yield json_chunk_repeated.at(index=index, first=first)


@rule("G4MF-FILE-009", "error", "chunk {index} has the reserved encoding 0xFFFFFFFF")
def encoding_reserved(scope: Scope) -> Iterator[Finding]:
    """Chunk has the reserved encoding.

    What: The encoding of a chunk is not 0xFFFFFFFF.
    Why: The format reserves this number, and it makes the whole file invalid.
    Fix: Write the encoding of the data: 0 for plain bytes, `Zstd` for Zstandard.
    Source: G4MF file format, encodings.
    """
    for index, chunk in _chunks(scope):
        if chunk.encoding == RESERVED_ENCODING:
            yield encoding_reserved.at(index=index)


@rule("G4MF-FILE-010", "error", "the JSON chunk has the unknown encoding {encoding} (known: plain, Zstd)")
def json_encoding_unknown(scope: Scope) -> Iterator[Finding]:
    """JSON chunk has an unknown encoding.

    What: The JSON chunk is stored as plain bytes or compressed with Zstandard.
    Why: With another encoding nothing of the file can be read.
    Fix: Export the file without compression, or with Zstandard.
    Source: G4MF file format, encodings.
    """
    container, fault = scope.document.container, scope.document.text_fault
    if fault is not None and fault.kind == "unknown" and container.json_chunk is not None:
        encoding = container.chunks[container.json_chunk].encoding
        if encoding != RESERVED_ENCODING:
            yield json_encoding_unknown.at(encoding=four_characters(encoding))


@rule("G4MF-FILE-011", "error", "cannot decompress the JSON chunk: {reason}")
def json_cannot_be_unpacked(scope: Scope) -> Iterator[Finding]:
    """Compressed JSON is broken.

    What: A JSON chunk with Zstandard compression can be decompressed.
    Why: Nothing of the file can be read otherwise.
    Fix: Copy or export the file again.
    Source: G4MF file format, encodings; RFC 8878.
    """
    fault = scope.document.text_fault
    if fault is not None and fault.kind == "broken":
        yield json_cannot_be_unpacked.at(reason=fault)


@rule("G4MF-FILE-012", "warning", "the padding between chunks {index} and {next} must be {expected} only")
def padding_not_clean(scope: Scope) -> Iterator[Finding]:
    """Chunk padding has other bytes than expected.

    What: The padding is spaces after a plain JSON chunk and zeros after every other chunk.
    Why: Other bytes show that the sizes of chunks and their data do not agree.
    Fix: Write the padding again.
    Source: G4MF file format, padding.
    """
    container = scope.document.container
    for index, chunk in _chunks(scope):
        is_plain_json = chunk.type == CHUNK_JSON and chunk.encoding == PLAIN
        filler = b" " if is_plain_json else b"\0"
        padding = bytes(container.padding(index))
        if padding.strip(filler):
            expected = "spaces" if is_plain_json else "zeros"
            yield padding_not_clean.at(index=index, next=index + 1, expected=expected)


@rule("G4MF-FILE-013", "info", "chunk {index} has the unknown type {type}: preserved, not validated")
def chunk_type_unknown(scope: Scope) -> Iterator[Finding]:
    """Chunk has an unknown type.

    What: Chunks have the type JSON or BLOB.
    Why: Other types are allowed, but Pantin does not know what they mean. It keeps them unchanged.
    Fix: Nothing to do if an extension uses the chunk. Otherwise remove it.
    Source: G4MF file format, chunks.
    """
    for index, chunk in _chunks(scope):
        if chunk.type not in (CHUNK_JSON, CHUNK_BLOB):
            yield chunk_type_unknown.at(index=index, type=four_characters(chunk.type))


@rule("G4MF-FILE-014", "error", "the file ends after {count} of a chunk header, which has {expected}")
def header_cut_off(scope: Scope) -> Iterator[Finding]:
    """Chunk header is cut off.

    What: Every chunk has a complete header of 16 bytes.
    Why: The chunk that should follow is missing.
    Fix: Copy or export the file again.
    Source: G4MF file format, chunks.
    """
    container = scope.document.container
    if container.length is None or not container.chunks:
        return
    left = min(container.length, len(container.data)) - container.end
    if 0 < left < HEADER_BYTES:
        yield header_cut_off.at(count=counted(left, "byte"), expected=HEADER_BYTES)


RULES = (
    magic_missing,
    version_unsupported,
    file_too_short,
    bytes_after_end,
    chunk_cut_off,
    size_with_top_bit,
    json_chunk_missing,
    json_chunk_repeated,
    encoding_reserved,
    json_encoding_unknown,
    json_cannot_be_unpacked,
    padding_not_clean,
    chunk_type_unknown,
    header_cut_off,
)
