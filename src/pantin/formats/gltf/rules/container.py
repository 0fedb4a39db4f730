"""Rules about a GLB's own bytes: its header and its chunks (glTF 2.0 §4.4).

Findings have no pointer, since they are not about the JSON; their messages name the byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pantin.formats.gltf.container import (
    CHUNK_BIN,
    CHUNK_HEADER_BYTES,
    CHUNK_JSON,
    HEADER_BYTES,
    MAGIC,
    VERSION,
    Chunk,
    Container,
)
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.json_text import is_unfinished
from pantin.report import Finding, rule
from pantin.report.wording import and_more


def named(type: int) -> str:
    names = {CHUNK_JSON: "JSON", CHUNK_BIN: "BIN"}
    return names.get(type, f"0x{type:08x}")


def listed(chunks: Sequence[Chunk]) -> dict[str, Any]:
    """The values of a message about some chunks: the first of them, and how many more there are."""
    first = chunks[0]
    return {
        "type": named(first.type),
        "offset": first.offset,
        "length": first.length,
        "more": and_more(len(chunks)),
    }


def glb(scope: Scope) -> Container | None:
    """The container, if it is a GLB that is divided into chunks."""
    container = scope.document.container
    if container.kind == "gltf" or container.magic != MAGIC or container.version != VERSION:
        return None
    return container if container.length is not None else None


def cut_in_header(container: Container) -> bool:
    """Whether the bytes end within a chunk's header."""
    ended = container.end == container.length
    return not ended and 0 < container.trailing < CHUNK_HEADER_BYTES


def cut_in_data(container: Container) -> bool:
    """Whether the bytes end within a chunk's data."""
    return bool(container.chunks) and container.chunks[-1].available < container.chunks[-1].length


def is_cut(container: Container) -> bool:
    """Whether the bytes end too early: what is left of a cut file is no base for judging its data."""
    return container.kind == "glb" and (cut_in_header(container) or cut_in_data(container))


def is_json_lost(document: Document) -> bool:
    """Whether the file ends within its JSON chunk, or with an empty one: rules here say all about that."""
    container = document.container
    chunk = container.first(CHUNK_JSON)
    if chunk is None or chunk.available < chunk.length:
        return container.kind == "glb" and not has_taken_in_more(document)
    return not chunk.length and chunk.end == len(container.data)


def has_taken_in_more(document: Document) -> bool:
    """Whether the file ends within a JSON chunk that holds what is no JSON: its length is a lie, and what it
    holds is to be told, not that there is not enough of it.
    """
    container, fault = document.container, document.json_error
    is_cut_json = cut_in_data(container) and container.chunks[-1] is container.first(CHUNK_JSON)
    return (
        is_cut_json and fault is not None and fault.kind != "bom" and not is_unfinished(document.text, fault)
    )


@rule(
    "GLTF-GLB_UNEXPECTED_END_OF_HEADER",
    "error",
    "the file ends after {bytes} bytes, within the 12-byte header",
)
def glb_unexpected_end_of_header(scope: Scope) -> Iterator[Finding]:
    """A GLB must begin with a header of 12 bytes.

    Why: without it there is no telling what the rest is.
    Mend: the file was cut, or is no GLB; get it again from where it came.
    Source: glTF 2.0 §4.4.2.
    """
    container = scope.document.container
    if container.kind == "glb" and len(container.data) < HEADER_BYTES:
        yield glb_unexpected_end_of_header.at(bytes=len(container.data))


@rule("GLTF-GLB_INVALID_MAGIC", "error", 'the file begins with 0x{magic:08x}, not with the letters "glTF"')
def glb_invalid_magic(scope: Scope) -> Iterator[Finding]:
    """A GLB must begin with the letters `glTF`.

    Why: by them readers know the file for what it is.
    Mend: give the file the suffix of its true format, or export it again.
    Source: glTF 2.0 §4.4.2.
    """
    container = scope.document.container
    complete = len(container.data) >= HEADER_BYTES
    if container.kind == "glb" and complete and container.magic != MAGIC:
        yield glb_invalid_magic.at(magic=container.magic)


@rule("GLTF-GLB_INVALID_VERSION", "error", "the container is of version {version}, expected 2")
def glb_invalid_version(scope: Scope) -> Iterator[Finding]:
    """The version of a GLB's container must be 2.

    Why: version 1 was laid out in another way, and no later one exists.
    Mend: convert the file with a tool that reads its version.
    Source: glTF 2.0 §4.4.2.
    """
    container = scope.document.container
    if container.length is not None and container.magic == MAGIC and container.version != VERSION:
        yield glb_invalid_version.at(version=container.version)


@rule(
    "GLTF-GLB_LENGTH_TOO_SMALL",
    "error",
    "the header states a length of {length} bytes, less than a GLB can have",
)
def glb_length_too_small(scope: Scope) -> Iterator[Finding]:
    """The length in a GLB's header must leave room for more than the header.

    Why: it counts the whole file, and a GLB holds at least a JSON chunk.
    Mend: write the length of the file into bytes 8 to 11; saving the file anew does that.
    Source: glTF 2.0 §4.4.2.
    """
    container = glb(scope)
    if container and container.length is not None and container.length <= HEADER_BYTES:
        yield glb_length_too_small.at(length=container.length)


@rule(
    "GLTF-GLB_LENGTH_MISMATCH",
    "error",
    "the header states a length of {length} bytes, the chunks end at {end}",
)
def glb_length_mismatch(scope: Scope) -> Iterator[Finding]:
    """The length in a GLB's header must be that of header and chunks together.

    Why: readers that go by the one and readers that go by the other see different files.
    Mend: write the length of the file into bytes 8 to 11; saving the file anew does that.
    Source: glTF 2.0 §4.4.2.
    """
    container = glb(scope)
    if container is None or cut_in_header(container) or cut_in_data(container):
        return
    ends_empty = bool(container.chunks) and not container.chunks[-1].length and not container.trailing
    if container.end != container.length and not ends_empty:
        yield glb_length_mismatch.at(length=container.length, end=container.end)


@rule(
    "GLTF-GLB_CHUNK_LENGTH_UNALIGNED",
    "error",
    "the {type} chunk at byte {offset} is {length} bytes long{more}",
)
def glb_chunk_length_unaligned(scope: Scope) -> Iterator[Finding]:
    """The length of a chunk must be a multiple of 4.

    Why: the next chunk would else not begin at a multiple of 4, and neither would the data in it.
    Mend: pad JSON with spaces and BIN with zeros; saving the file anew does that.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    wrong = [chunk for chunk in container.chunks if chunk.length % 4] if container else []
    if wrong:
        yield glb_chunk_length_unaligned.at(**listed(wrong))


@rule(
    "GLTF-GLB_CHUNK_TOO_BIG",
    "error",
    "the {type} chunk at byte {offset} ({length} bytes) exceeds the GLB{more}",
)
def glb_chunk_too_big(scope: Scope) -> Iterator[Finding]:
    """A chunk must end within the length that the header states.

    Why: the chunk's length or the header's is a lie; readers cannot know which.
    Mend: the file was cut or written badly; export it again.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    if container and container.length is not None:
        end = container.length
        wrong = [chunk for chunk in container.chunks if chunk.start + chunk.length > end]
        if wrong:
            yield glb_chunk_too_big.at(**listed(wrong))


@rule("GLTF-GLB_EMPTY_CHUNK", "error", "the JSON chunk at byte {offset} is empty{more}")
def glb_empty_chunk(scope: Scope) -> Iterator[Finding]:
    """The JSON chunk must not be empty.

    Why: it holds what the asset is; a GLB without it means nothing.
    Mend: export the file again.
    Source: glTF 2.0 §4.4.3.2.
    """
    container = glb(scope)
    chunks = container.chunks if container else ()
    wrong = [chunk for chunk in chunks if chunk.type == CHUNK_JSON and not chunk.length]
    if wrong:
        yield glb_empty_chunk.at(**listed(wrong))


@rule("GLTF-GLB_EMPTY_BIN_CHUNK", "info", "the BIN chunk at byte {offset} is empty{more}")
def glb_empty_bin_chunk(scope: Scope) -> Iterator[Finding]:
    """A BIN chunk without data should be left out.

    Why: it says nothing, and some readers stumble over it.
    Mend: remove the chunk.
    Source: glTF 2.0 §4.4.3.3.
    """
    container = glb(scope)
    chunks = container.chunks if container else ()
    wrong = [chunk for chunk in chunks if chunk.type == CHUNK_BIN and not chunk.length]
    if wrong:
        yield glb_empty_bin_chunk.at(**listed(wrong))


@rule(
    "GLTF-GLB_DUPLICATE_CHUNK",
    "error",
    "the {type} chunk at byte {offset} is not the first of its type{more}",
)
def glb_duplicate_chunk(scope: Scope) -> Iterator[Finding]:
    """A GLB must have one JSON chunk, and at most one BIN chunk.

    Why: readers take the first and ignore the rest, or the other way round.
    Mend: join the data of the BIN chunks into one, and leave one JSON chunk.
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
        yield glb_duplicate_chunk.at(**listed(wrong))


@rule("GLTF-GLB_UNEXPECTED_FIRST_CHUNK", "error", "the first chunk is of type {type}, expected JSON")
def glb_unexpected_first_chunk(scope: Scope) -> Iterator[Finding]:
    """The first chunk of a GLB must be the JSON chunk.

    Why: readers look for it there, so that they can begin before the rest has arrived.
    Mend: move the JSON chunk to the front; saving the file anew does that.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    if container and container.chunks and container.chunks[0].type != CHUNK_JSON:
        yield glb_unexpected_first_chunk.at(**listed(container.chunks[:1]))


@rule("GLTF-GLB_UNEXPECTED_BIN_CHUNK", "error", "the BIN chunk at byte {offset} is not the second chunk")
def glb_unexpected_bin_chunk(scope: Scope) -> Iterator[Finding]:
    """The BIN chunk must be the second chunk.

    Why: readers look for it there and nowhere else.
    Mend: move it behind the JSON chunk, before chunks of other types.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    chunk = container.first(CHUNK_BIN) if container else None
    if container and chunk and chunk not in container.chunks[:2]:
        yield glb_unexpected_bin_chunk.at(**listed([chunk]))


@rule(
    "GLTF-GLB_UNKNOWN_CHUNK_TYPE", "warning", "the chunk at byte {offset} is of the unknown type {type}{more}"
)
def glb_unknown_chunk_type(scope: Scope) -> Iterator[Finding]:
    """A GLB should have no chunks but JSON and BIN.

    Why: others have a meaning only to readers that know the extension they belong to.
    Mend: nothing, if an extension defines the chunk; otherwise leave it out.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    chunks = container.chunks if container else ()
    wrong = [chunk for chunk in chunks if chunk.type not in (CHUNK_JSON, CHUNK_BIN)]
    if wrong:
        yield glb_unknown_chunk_type.at(**listed(wrong))


@rule(
    "GLTF-GLB_UNEXPECTED_END_OF_CHUNK_HEADER", "error", "the file ends at byte {end}, within a chunk's header"
)
def glb_unexpected_end_of_chunk_header(scope: Scope) -> Iterator[Finding]:
    """A file must not end within the 8 bytes that begin a chunk.

    Why: what follows was lost, or there are bytes that belong to nothing.
    Mend: get the file again from where it came.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    if container and not cut_in_data(container) and cut_in_header(container):
        yield glb_unexpected_end_of_chunk_header.at(end=len(container.data))


@rule(
    "GLTF-GLB_UNEXPECTED_END_OF_CHUNK_DATA",
    "error",
    "the {type} chunk at byte {offset} states {length} bytes, {available} are there",
)
def glb_unexpected_end_of_chunk_data(scope: Scope) -> Iterator[Finding]:
    """A file must not end before the chunk it is in.

    Why: the rest of the chunk was lost, or its length is a lie.
    Mend: get the file again from where it came.
    Source: glTF 2.0 §4.4.3.
    """
    container = glb(scope)
    if container and cut_in_data(container) and not has_taken_in_more(scope.document):
        last = container.chunks[-1]
        yield glb_unexpected_end_of_chunk_data.at(**listed([last]), available=last.available)


@rule("GLTF-GLB_EXTRA_DATA", "warning", "{bytes} bytes follow after the end that the header states")
def glb_extra_data(scope: Scope) -> Iterator[Finding]:
    """Nothing should follow the end of a GLB.

    Why: readers ignore it, and it was rarely meant to be there.
    Mend: cut the file at the stated length.
    Source: glTF 2.0 §4.4.2.
    """
    container = glb(scope)
    if container and container.end == container.length and container.trailing:
        yield glb_extra_data.at(bytes=container.trailing)


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
