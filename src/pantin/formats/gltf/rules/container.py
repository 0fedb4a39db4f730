"""Rules about the header and the chunks of a GLB (glTF 2.0 §4.4). Findings have no pointer, because they are
not about the JSON; their messages give the byte offset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pantin.formats.gltf.container import (
    CHUNK_BIN,
    CHUNK_JSON,
    HEADER_BYTES,
    MAGIC,
    VERSION,
    Chunk,
    Container,
)
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.formats.json_text import is_unfinished
from pantin.report import Finding, rule
from pantin.report.wording import counted, describe_start

PLAIN = ((CHUNK_JSON,), (CHUNK_JSON, CHUNK_BIN))
"""The usual lists of chunk types in a GLB."""


def type_name(type: int) -> str:
    names = {CHUNK_JSON: "JSON", CHUNK_BIN: "BIN"}
    return names.get(type, f"0x{type:08x}")


def chunk_values(chunks: Sequence[Chunk]) -> dict[str, Any]:
    """The values of a message about several chunks: the first, and the number of the others."""
    first = chunks[0]
    return {
        "type": type_name(first.type),
        "offset": first.offset,
        "length": first.length,
        "more": others(len(chunks), "chunk"),
    }


def glb(scope: Scope) -> Container | None:
    """The container, if it is a GLB with readable chunks."""
    container = scope.document.container
    if container.kind == "gltf" or container.magic != MAGIC or container.version != VERSION:
        return None
    return container if container.length is not None else None


def is_plain(container: Container) -> bool:
    """Whether the file is not a GLB, or has complete JSON and optional BIN chunks, not empty, up to the end
    of the file. No rule of this module reports such a file."""
    if container.kind == "gltf":
        return True
    chunks, length = container.chunks, len(container.data)
    return (
        (container.magic, container.version, container.length) == (MAGIC, VERSION, length)
        and container.end == length
        and tuple(chunk.type for chunk in chunks) in PLAIN
        and all(chunk.length and chunk.length % 4 == 0 for chunk in chunks)
        and all(chunk.available == chunk.length for chunk in chunks)
    )


def is_json_lost(document: Document) -> bool:
    """Whether the JSON chunk is empty or cut off; rules of this module report both."""
    container = document.container
    chunk = container.first(CHUNK_JSON)
    if chunk is None or chunk.available < chunk.length:
        return container.kind == "glb" and not has_taken_in_more(document)
    return not chunk.length and chunk.end == len(container.data)


def has_taken_in_more(document: Document) -> bool:
    """Whether the file ends within a JSON chunk that contains more than JSON. Its length is wrong, and the
    invalid JSON is reported instead of the missing bytes.
    """
    container, fault = document.container, document.json_error
    is_cut_json = container.cut_in_data and container.chunks[-1] is container.first(CHUNK_JSON)
    return (
        is_cut_json and fault is not None and fault.kind != "bom" and not is_unfinished(document.text, fault)
    )


@rule("GLTF-GLB_UNEXPECTED_END_OF_HEADER", "error", "{what}, but the header of a GLB has 12 bytes")
def glb_unexpected_end_of_header(scope: Scope) -> Iterator[Finding]:
    """GLB ends within its header.

    What: A GLB must have at least the 12 bytes of its header.
    Why: Readers cannot tell what the file is.
    Fix: The file was truncated, or is not a GLB. Download or export it again.
    Source: glTF 2.0 §4.4.2.
    """
    container = scope.document.container
    if container.kind == "glb" and len(container.data) < HEADER_BYTES:
        length = len(container.data)
        what = f"the file has only {counted(length, 'byte')}" if length else "the file is empty"
        yield glb_unexpected_end_of_header.at(what=what)


@rule("GLTF-GLB_INVALID_MAGIC", "error", "not a GLB file ({why})")
def glb_invalid_magic(scope: Scope) -> Iterator[Finding]:
    """GLB does not start with "glTF".

    What: The first four bytes of a GLB must be the letters `glTF`.
    Why: Readers recognise the format by these bytes and refuse the file.
    Fix: Give the file the extension of its real format, or export it again. A file of Git LFS that begins
    with "version https" has not been fetched: run `git lfs pull`.
    Source: glTF 2.0 §4.4.2.
    """
    container = scope.document.container
    complete = len(container.data) >= HEADER_BYTES
    if container.kind == "glb" and complete and container.magic != MAGIC:
        yield glb_invalid_magic.at(why=describe_start(bytes(container.data[:64]), "glTF"))


@rule("GLTF-GLB_INVALID_VERSION", "error", "unsupported GLB version {version}, expected 2")
def glb_invalid_version(scope: Scope) -> Iterator[Finding]:
    """Unsupported version of the GLB container.

    What: The version in the header of a GLB must be 2.
    Why: Version 1 has a different layout, and no later version exists.
    Fix: Convert the file with a tool that reads its version.
    Source: glTF 2.0 §4.4.2.
    """
    container = scope.document.container
    if container.length is not None and container.magic == MAGIC and container.version != VERSION:
        yield glb_invalid_version.at(version=container.version)


@rule(
    "GLTF-GLB_LENGTH_TOO_SMALL",
    "error",
    "the header gives a file length of {length} bytes, but a GLB is longer than its 12-byte header",
)
def glb_length_too_small(scope: Scope) -> Iterator[Finding]:
    """GLB length is too small.

    What: The length in the header of a GLB must be greater than 12 bytes.
    Why: The length covers the whole file, which has at least a JSON chunk. Readers stop before it.
    Fix: Write the length of the file into bytes 8 to 11. Saving the file with any tool does that.
    Source: glTF 2.0 §4.4.2.
    """
    container = glb(scope)
    if container and container.length is not None and container.length <= HEADER_BYTES:
        yield glb_length_too_small.at(length=container.length)


@rule(
    "GLTF-GLB_LENGTH_MISMATCH",
    "error",
    "the header gives a file length of {length} bytes, but the last chunk ends at byte {end}",
)
def glb_length_mismatch(scope: Scope) -> Iterator[Finding]:
    """GLB length does not match its chunks.

    What: The length in the header must equal the size of the header and all chunks.
    Why: Readers that go by the header and readers that go by the chunks see different files.
    Fix: Write the length of the file into bytes 8 to 11. Saving the file with any tool does that.
    Source: glTF 2.0 §4.4.2.
    """
    container = glb(scope)
    if container is None or container.cut_in_header or container.cut_in_data:
        return
    ends_empty = bool(container.chunks) and not container.chunks[-1].length and not container.trailing
    if container.end != container.length and not ends_empty:
        yield glb_length_mismatch.at(length=container.length, end=container.end)


@rule(
    "GLTF-GLB_CHUNK_LENGTH_UNALIGNED",
    "error",
    "the {type} chunk at byte {offset} is {length} bytes long, which is not a multiple of 4{more}",
)
def glb_chunk_length_unaligned(scope: Scope) -> Iterator[Finding]:
    """Chunk length is not a multiple of 4.

    What: The length of every chunk of a GLB must be a multiple of 4.
    Why: The next chunk and its data are then misaligned, which some readers cannot read.
    Fix: Pad JSON with spaces and BIN with zeros. Saving the file with any tool does that.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    wrong = [chunk for chunk in container.chunks if chunk.length % 4] if container else []
    if wrong:
        yield glb_chunk_length_unaligned.at(**chunk_values(wrong))


@rule(
    "GLTF-GLB_CHUNK_TOO_BIG",
    "error",
    "the {type} chunk at byte {offset} ({length} bytes) ends after the GLB, which has {total} bytes{more}",
)
def glb_chunk_too_big(scope: Scope) -> Iterator[Finding]:
    """Chunk ends after the GLB.

    What: Every chunk must end within the length given in the header.
    Why: Either the chunk's length or the header's is wrong, and readers cannot know which.
    Fix: The file was truncated or written wrongly. Export it again.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    if container and container.length is not None:
        end = container.length
        wrong = [chunk for chunk in container.chunks if chunk.start + chunk.length > end]
        if wrong:
            yield glb_chunk_too_big.at(**chunk_values(wrong), total=end)


@rule("GLTF-GLB_EMPTY_CHUNK", "error", "the JSON chunk at byte {offset} is empty{more}")
def glb_empty_chunk(scope: Scope) -> Iterator[Finding]:
    """JSON chunk is empty.

    What: The JSON chunk of a GLB must have data.
    Why: The JSON describes the asset. Without it there is nothing to load.
    Fix: Export the file again.
    Source: glTF 2.0 §4.4.3.2.
    """
    container = glb(scope)
    chunks = container.chunks if container else ()
    wrong = [chunk for chunk in chunks if chunk.type == CHUNK_JSON and not chunk.length]
    if wrong:
        yield glb_empty_chunk.at(**chunk_values(wrong))


@rule("GLTF-GLB_EMPTY_BIN_CHUNK", "info", "the BIN chunk at byte {offset} is empty{more}")
def glb_empty_bin_chunk(scope: Scope) -> Iterator[Finding]:
    """BIN chunk is empty.

    What: A BIN chunk should have data.
    Why: An empty chunk has no use, and some readers fail on it.
    Fix: Remove the chunk.
    Source: glTF 2.0 §4.4.3.3.
    """
    container = glb(scope)
    chunks = container.chunks if container else ()
    wrong = [chunk for chunk in chunks if chunk.type == CHUNK_BIN and not chunk.length]
    if wrong:
        yield glb_empty_bin_chunk.at(**chunk_values(wrong))


@rule(
    "GLTF-GLB_DUPLICATE_CHUNK",
    "error",
    "the {type} chunk at byte {offset} is a duplicate: a GLB has one of each type{more}",
)
def glb_duplicate_chunk(scope: Scope) -> Iterator[Finding]:
    """Duplicate chunk.

    What: A GLB must have exactly one JSON chunk and at most one BIN chunk.
    Why: Some readers use the first and some the last, so they load different data.
    Fix: Join the data of the BIN chunks into one, and keep one JSON chunk.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    wrong, seen = [], set()
    for chunk in container.chunks if container else ():
        if chunk.type in seen:
            wrong.append(chunk)
        elif chunk.type in (CHUNK_JSON, CHUNK_BIN):
            seen.add(chunk.type)
    if wrong:
        yield glb_duplicate_chunk.at(**chunk_values(wrong))


@rule("GLTF-GLB_UNEXPECTED_FIRST_CHUNK", "error", "the first chunk is of type {type}, expected JSON")
def glb_unexpected_first_chunk(scope: Scope) -> Iterator[Finding]:
    """First chunk is not JSON.

    What: The first chunk of a GLB must be the JSON chunk.
    Why: Readers expect it there, so that they can start before the rest has arrived.
    Fix: Move the JSON chunk to the front. Saving the file with any tool does that.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    if container and container.chunks and container.chunks[0].type != CHUNK_JSON:
        yield glb_unexpected_first_chunk.at(**chunk_values(container.chunks[:1]))


@rule("GLTF-GLB_UNEXPECTED_BIN_CHUNK", "error", "the BIN chunk at byte {offset} is not the second chunk")
def glb_unexpected_bin_chunk(scope: Scope) -> Iterator[Finding]:
    """BIN chunk is not the second chunk.

    What: The BIN chunk must follow the JSON chunk directly.
    Why: Readers look for it there and nowhere else.
    Fix: Move it behind the JSON chunk, before chunks of other types.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    chunk = container.first(CHUNK_BIN) if container else None
    if container and chunk and chunk not in container.chunks[:2]:
        yield glb_unexpected_bin_chunk.at(**chunk_values([chunk]))


@rule(
    "GLTF-GLB_UNKNOWN_CHUNK_TYPE", "warning", "the chunk at byte {offset} has the unknown type {type}{more}"
)
def glb_unknown_chunk_type(scope: Scope) -> Iterator[Finding]:
    """Unknown chunk type.

    What: A GLB should have JSON and BIN chunks only.
    Why: Other chunks mean something only to readers that know the extension they belong to.
    Fix: Nothing, if an extension defines the chunk. Otherwise remove it.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    chunks = container.chunks if container else ()
    wrong = [chunk for chunk in chunks if chunk.type not in (CHUNK_JSON, CHUNK_BIN)]
    if wrong:
        yield glb_unknown_chunk_type.at(**chunk_values(wrong))


@rule(
    "GLTF-GLB_UNEXPECTED_END_OF_CHUNK_HEADER",
    "error",
    "the file ends at byte {end}, within the 8-byte header of a chunk",
)
def glb_unexpected_end_of_chunk_header(scope: Scope) -> Iterator[Finding]:
    """File ends within a chunk header.

    What: The file must not end within the 8 bytes that start a chunk.
    Why: The rest of the file is lost, or extra bytes follow the last chunk.
    Fix: Download or export the file again.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    if container and not container.cut_in_data and container.cut_in_header:
        yield glb_unexpected_end_of_chunk_header.at(end=len(container.data))


@rule(
    "GLTF-GLB_UNEXPECTED_END_OF_CHUNK_DATA",
    "error",
    "the {type} chunk at byte {offset} should have {length} bytes, but the file ends after {available}",
)
def glb_unexpected_end_of_chunk_data(scope: Scope) -> Iterator[Finding]:
    """File ends within a chunk.

    What: The file must have all the bytes that the header of each chunk gives.
    Why: The rest of the chunk is lost, or its length is wrong.
    Fix: Download or export the file again.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    if container and container.cut_in_data and not has_taken_in_more(scope.document):
        last = container.chunks[-1]
        yield glb_unexpected_end_of_chunk_data.at(**chunk_values([last]), available=last.available)


@rule("GLTF-GLB_EXTRA_DATA", "warning", "the file has {bytes} after the end of the GLB")
def glb_extra_data(scope: Scope) -> Iterator[Finding]:
    """Data after the end of the GLB.

    What: The file should end where the length in its header says.
    Why: Readers ignore these bytes, which were rarely put there on purpose.
    Fix: Truncate the file to the length given in the header.
    Source: glTF 2.0 §4.4.2.
    """
    container = glb(scope)
    if container and container.end == container.length and container.trailing:
        yield glb_extra_data.at(bytes=counted(container.trailing, "extra byte"))


RULES = (
    glb_unexpected_end_of_header,
    glb_invalid_magic,
    glb_invalid_version,
    glb_length_too_small,
    glb_chunk_length_unaligned,
    glb_chunk_too_big,
    glb_unexpected_first_chunk,
    glb_unexpected_bin_chunk,
    glb_empty_chunk,
    glb_empty_bin_chunk,
    glb_duplicate_chunk,
    glb_unknown_chunk_type,
    glb_unexpected_end_of_chunk_header,
    glb_unexpected_end_of_chunk_data,
    glb_length_mismatch,
    glb_extra_data,
)
