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

LEAST_BYTES = 32
"""A header and the header of a chunk."""


def _chunks(scope: Scope) -> Iterator[tuple[int, Chunk]]:
    return enumerate(scope.document.container.chunks)


def is_lost(scope: Scope) -> bool:
    """Whether the file holds nothing that could be read on."""
    container = scope.document.container
    return container.kind == "g4b" and (container.json_chunk is None or scope.document.text_fault is not None)


@rule("G4MF-FILE-001", "error", "{what}")
def has_magic(scope: Scope) -> Iterator[Finding]:
    """A binary file begins with `G4MF` and has room for a header and a chunk.

    Why: these bytes tell that it is one.
    Mend: name the right file.
    Source: G4MF file format, header.
    """
    container = scope.document.container
    if container.kind != "g4b":
        return
    if len(container.data) < LEAST_BYTES:
        yield has_magic.at(what=f"the file has {len(container.data)} bytes, the least is {LEAST_BYTES}")
    elif container.magic != MAGIC:
        yield has_magic.at(what="the file does not begin with G4MF")


@rule("G4MF-FILE-002", "error", "the version is {version}; version {known} is known")
def has_known_version(scope: Scope) -> Iterator[Finding]:
    """The version of a binary file is 0.

    Why: nothing says that the bytes of another version are divided in the same way.
    Mend: write version 0.
    Source: G4MF file format, header.
    """
    container = scope.document.container
    if container.magic == MAGIC and container.version not in (None, VERSION):
        yield has_known_version.at(version=container.version, known=VERSION)


@rule("G4MF-FILE-003", "error", "the header states {stated} bytes, and the file has {there}")
def size_is_true(scope: Scope) -> Iterator[Finding]:
    """The size in the header is the size of the file, and its top bit is 0.

    Why: a file that is shorter has been cut.
    Mend: copy the file again, or correct the size.
    Source: G4MF file format, header.
    """
    container = scope.document.container
    if container.length is None or container.magic != MAGIC or container.version != VERSION:
        return
    if container.length > len(container.data):
        yield size_is_true.at(stated=container.length, there=len(container.data))


@rule("G4MF-FILE-004", "warning", "{count} bytes follow the stated end of the file")
def nothing_follows(scope: Scope) -> Iterator[Finding]:
    """Nothing follows the end that the header states.

    Why: readers stop there.
    Mend: remove the bytes, or correct the size.
    Source: G4MF file format, header.
    """
    container = scope.document.container
    if container.length is not None and container.version == VERSION and container.magic == MAGIC:
        more = len(container.data) - container.length
        if more > 0:
            yield nothing_follows.at(count=more)


@rule("G4MF-FILE-005", "error", "chunk {at} states {stated} bytes, and {there} are there")
def chunk_is_whole(scope: Scope) -> Iterator[Finding]:
    """A chunk is as long as it states.

    Why: a chunk that is cut has lost data.
    Mend: copy the file again, or correct the size.
    Source: G4MF file format, chunks.
    """
    for at, chunk in _chunks(scope):
        if chunk.available < chunk.length < TOP_BIT:
            yield chunk_is_whole.at(at=at, stated=chunk.length, there=chunk.available)


@rule("G4MF-FILE-006", "error", "the size of {what} has its top bit set")
def sizes_are_positive(scope: Scope) -> Iterator[Finding]:
    """The top bit of every size is 0.

    Why: readers hold sizes in signed numbers.
    Mend: correct the size.
    Source: G4MF file format, header and chunks.
    """
    container = scope.document.container
    if container.length is not None and container.magic == MAGIC and container.length >= TOP_BIT:
        yield sizes_are_positive.at(what="the file")
    for at, chunk in _chunks(scope):
        if chunk.length >= TOP_BIT:
            yield sizes_are_positive.at(what=f"chunk {at}")


@rule("G4MF-FILE-007", "error", "no chunk is of type JSON")
def has_json(scope: Scope) -> Iterator[Finding]:
    """A binary file has a JSON chunk, at any place.

    Why: it is the document.
    Mend: write one.
    Source: G4MF file format, chunks.
    """
    container = scope.document.container
    sound = container.magic == MAGIC and container.version == VERSION
    if sound and len(container.data) >= LEAST_BYTES and container.json_chunk is None:
        yield has_json.at()


@rule("G4MF-FILE-008", "warning", "chunk {at} is of type JSON too, and is not read")
def json_is_single(scope: Scope) -> Iterator[Finding]:
    """A binary file has one JSON chunk.

    Why: the first is the document, and others are ignored.
    Mend: remove the others.
    Source: G4MF file format, chunks.
    """
    first = scope.document.container.json_chunk
    for at, chunk in _chunks(scope):
        if chunk.type == CHUNK_JSON and at != first:
            yield json_is_single.at(at=at)


@rule("G4MF-FILE-009", "error", "chunk {at} has the encoding 0xFFFFFFFF, which is reserved")
def encoding_is_not_reserved(scope: Scope) -> Iterator[Finding]:
    """No chunk has the reserved encoding.

    Why: it makes the whole file invalid.
    Mend: write the encoding that the data have.
    Source: G4MF file format, encodings.
    """
    for at, chunk in _chunks(scope):
        if chunk.encoding == RESERVED_ENCODING:
            yield encoding_is_not_reserved.at(at=at)


@rule("G4MF-FILE-010", "error", "the JSON chunk has the encoding {encoding}, which is not known")
def json_encoding_is_known(scope: Scope) -> Iterator[Finding]:
    """The JSON chunk is plain or Zstandard.

    Why: nothing of the file can be read otherwise.
    Mend: write it in a known encoding.
    Source: G4MF file format, encodings.
    """
    container, fault = scope.document.container, scope.document.text_fault
    if fault is not None and fault.kind == "unknown" and container.json_chunk is not None:
        encoding = container.chunks[container.json_chunk].encoding
        if encoding != RESERVED_ENCODING:
            yield json_encoding_is_known.at(encoding=four_characters(encoding))


@rule("G4MF-FILE-011", "error", "the JSON chunk cannot be unpacked: {why}")
def json_unpacks(scope: Scope) -> Iterator[Finding]:
    """Compressed JSON can be unpacked.

    Why: nothing of the file can be read otherwise.
    Mend: write it again.
    Source: G4MF file format, encodings; RFC 8878.
    """
    fault = scope.document.text_fault
    if fault is not None and fault.kind == "broken":
        yield json_unpacks.at(why=fault)


@rule("G4MF-FILE-012", "warning", "the bytes between chunks {at} and {next} are not {expected}")
def padding_is_clean(scope: Scope) -> Iterator[Finding]:
    """Spaces fill up a plain JSON chunk, and zeros every other one.

    Why: other bytes show that sizes and data do not fit together.
    Mend: write the padding anew.
    Source: G4MF file format, padding.
    """
    container = scope.document.container
    for at, chunk in _chunks(scope):
        text = chunk.type == CHUNK_JSON and chunk.encoding == PLAIN
        filler = b" " if text else b"\0"
        padding = bytes(container.padding(at))
        if padding.strip(filler):
            words = "spaces" if text else "zeros"
            yield padding_is_clean.at(at=at, next=at + 1, expected=words)


@rule("G4MF-FILE-013", "info", "chunk {at} is of type {type}, which is not known, and is kept as it is")
def chunk_type_is_known(scope: Scope) -> Iterator[Finding]:
    """Chunks are of type JSON or BLOB.

    Why: others are allowed, and mean nothing here.
    Mend: nothing, where an extension uses it.
    Source: G4MF file format, chunks.
    """
    for at, chunk in _chunks(scope):
        if chunk.type not in (CHUNK_JSON, CHUNK_BLOB):
            yield chunk_type_is_known.at(at=at, type=four_characters(chunk.type))


@rule("G4MF-FILE-014", "error", "{count} bytes at the end are too few for the header of a chunk")
def headers_are_whole(scope: Scope) -> Iterator[Finding]:
    """Every chunk has its whole header.

    Why: a header that is cut has lost its chunk.
    Mend: copy the file again.
    Source: G4MF file format, chunks.
    """
    container = scope.document.container
    if container.length is None or not container.chunks:
        return
    left = min(container.length, len(container.data)) - container.end
    if 0 < left < HEADER_BYTES:
        yield headers_are_whole.at(count=left)


RULES = (
    has_magic,
    has_known_version,
    size_is_true,
    nothing_follows,
    chunk_is_whole,
    sizes_are_positive,
    has_json,
    json_is_single,
    encoding_is_not_reserved,
    json_encoding_is_known,
    json_unpacks,
    padding_is_clean,
    chunk_type_is_known,
    headers_are_whole,
)
