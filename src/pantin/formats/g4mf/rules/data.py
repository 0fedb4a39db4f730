"""Rules about buffers, buffer views and accessors: where the data are, their length and their type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.base.errors import LimitExceeded
from pantin.formats.document.buffer import BufferFault
from pantin.formats.g4mf.accessor import DTYPES, WIDE, component_bytes
from pantin.formats.g4mf.buffer import source_chunk, stated_encoding
from pantin.formats.g4mf.container import PLAIN, four_characters
from pantin.formats.g4mf.model import is_index, natural, objects
from pantin.formats.g4mf.naming import show
from pantin.formats.g4mf.rules.members import member_rule
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted


def _entries(scope: Scope, collection: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Index, pointer and JSON of every object in a root collection."""
    for index, entry in enumerate(objects(scope.tree, collection)):
        if isinstance(entry, dict):
            yield index, pointer(collection, index), entry


def _buffer_fault(scope: Scope, index: int) -> BufferFault | None:
    """Why a buffer has no data. A limit counts as broken data here, and is also reported as a limit."""
    try:
        return scope.document.buffer(index).fault
    except LimitExceeded as error:
        return BufferFault("broken", str(error))


buffer_without_length = member_rule(
    "G4MF-DATA-001",
    """Buffer has no valid byteLength.

    What: `byteLength` of every buffer is an integer of at least 0: the length of the decoded data.
    Why: Readers allocate memory and check sizes by it.
    Fix: Add `byteLength`.
    Source: G4MF data, buffers.
    """,
)


@rule("G4MF-DATA-002", "error", "{buffer} {fault}")
def buffer_without_single_source(scope: Scope) -> Iterator[Finding]:
    """Buffer does not have exactly one source.

    What: A buffer has either a `uri` or, in a binary file, a `chunk`. Text files have no chunks.
    Why: Two sources can contradict each other. Without a source there are no data.
    Fix: Keep one of `uri` and `chunk`.
    Source: G4MF data, buffers.
    """
    for _, location, entry in _entries(scope, "buffers"):
        buffer = scope.describe(location)
        if "uri" in entry and "chunk" in entry:
            yield buffer_without_single_source.at(location, buffer=buffer, fault="has both a uri and a chunk")
        elif scope.document.kind == "g4tf" and "chunk" in entry:
            fault = f"has chunk {show(entry['chunk'])}, but text files have no chunks: use a uri"
            yield buffer_without_single_source.at(location, buffer=buffer, fault=fault)
        elif scope.document.kind == "g4tf" and "uri" not in entry:
            yield buffer_without_single_source.at(location, buffer=buffer, fault="has no uri")


@rule("G4MF-DATA-003", "error", "{buffer} has chunk {chunk}, but the file has {count}")
def buffer_chunk_missing(scope: Scope) -> Iterator[Finding]:
    """Buffer names a chunk that does not exist.

    What: `chunk` of a buffer is the index of a chunk of the file.
    Why: The data of the buffer are missing.
    Fix: Correct the index.
    Source: G4MF data, buffers.
    """
    container = scope.document.container
    for index, location, entry in _entries(scope, "buffers"):
        if container.kind == "g4b" and "uri" not in entry:
            chunk = source_chunk(entry, index, container)
            if not is_index(chunk, len(container.chunks)):
                yield buffer_chunk_missing.at(
                    location,
                    buffer=scope.describe(location),
                    chunk=show(entry.get("chunk", chunk)),
                    count=counted(len(container.chunks), "chunk"),
                )


@rule("G4MF-DATA-004", "error", "the encoding of {buffer} is {stated}, but chunk {chunk} is {expected}")
def encodings_differ(scope: Scope) -> Iterator[Finding]:
    """Buffer and chunk state different encodings.

    What: `encoding` of a buffer is the encoding of its chunk, and is absent for plain data.
    Why: A reader that trusts the wrong one of the two cannot decode the data.
    Fix: Write the four characters of the chunk's encoding, or remove `encoding` for plain data.
    Source: G4MF data, buffers.
    """
    container = scope.document.container
    for index, location, entry in _entries(scope, "buffers"):
        chunk = source_chunk(entry, index, container)
        if chunk is None or not is_index(chunk, len(container.chunks)):
            continue
        encoding = container.chunks[chunk].encoding
        stated = stated_encoding(entry)
        expected = None if encoding == PLAIN else four_characters(encoding)
        if stated != expected:
            yield encodings_differ.at(
                location,
                buffer=scope.describe(location),
                stated=show(stated),
                chunk=chunk,
                expected="plain" if expected is None else show(expected),
            )


@rule("G4MF-DATA-005", "error", "cannot read the data of {buffer}: {reason}")
def buffer_unreadable(scope: Scope) -> Iterator[Finding]:
    """Data of a buffer cannot be read.

    What: The URI of a buffer is valid, its file exists beside the document, and its encoding is supported.
    Why: Everything stored in the buffer is missing otherwise.
    Fix: Put the file beside the document, or embed the data.
    Source: G4MF data, buffers.
    """
    for index, location, entry in _entries(scope, "buffers"):
        if natural(entry.get("byteLength")) is None:
            continue
        fault = _buffer_fault(scope, index)
        if fault is not None and fault.kind not in ("short", "no_chunk", "not_object"):
            yield buffer_unreadable.at(location, buffer=scope.describe(location), reason=fault.message)


@rule("G4MF-DATA-006", "error", "{reason}")
def buffer_too_short(scope: Scope) -> Iterator[Finding]:
    """Buffer is shorter than its byteLength.

    What: The decoded data of a buffer have at least `byteLength` bytes.
    Why: Everything stored past their end is missing.
    Fix: Correct `byteLength`, or export the data again.
    Source: G4MF data, buffers.
    """
    for index, location, entry in _entries(scope, "buffers"):
        if natural(entry.get("byteLength")) is None:
            continue
        fault = _buffer_fault(scope, index)
        if fault is not None and fault.kind == "short":
            yield buffer_too_short.at(location, reason=fault.message)


view_without_range = member_rule(
    "G4MF-DATA-007",
    """Buffer view has no valid length or offset.

    What: `byteLength` of every buffer view, and `byteOffset` where given, is an integer of at least 0.
    Why: They select the bytes of the view.
    Fix: Add `byteLength`, or correct the value.
    Source: G4MF data, buffer views.
    """,
)


@rule("G4MF-DATA-008", "error", "{view} ends at byte {end:,}, but {buffer} has only {length:,} bytes")
def view_past_buffer(scope: Scope) -> Iterator[Finding]:
    """Buffer view ends past its buffer.

    What: `byteOffset` + `byteLength` of a buffer view is not larger than `byteLength` of its buffer.
    Why: The bytes past the end of the buffer do not exist.
    Fix: Correct the offset and the length.
    Source: G4MF data, buffer views.
    """
    buffers = objects(scope.tree, "buffers")
    for _, location, entry in _entries(scope, "bufferViews"):
        index = entry.get("buffer", 0)
        if not is_index(index, len(buffers)) or not isinstance(buffers[index], dict):
            continue
        length = natural(buffers[index].get("byteLength"))
        offset, size = natural(entry.get("byteOffset", 0)), natural(entry.get("byteLength"))
        if length is not None and offset is not None and size is not None and offset + size > length:
            buffer = scope.describe(pointer("buffers", index))
            yield view_past_buffer.at(
                location, view=scope.describe(location), end=offset + size, buffer=buffer, length=length
            )


data_reference_to_nothing = member_rule(
    "G4MF-DATA-009",
    """Buffer or buffer view does not exist.

    What: `buffer` of a buffer view (0 by default) is the index of a buffer, and `bufferView` of an accessor
    is the index of a buffer view.
    Why: The data are missing.
    Fix: Correct the index.
    Source: G4MF data, buffer views and accessors.
    """,
)

unknown_component_type = member_rule(
    "G4MF-DATA-010",
    """Unknown component type.

    What: `componentType` of an accessor is one of int8 … int128, uint8 … uint128, float8 … float128.
    Why: The type defines how many bytes a number has and how it is read.
    Fix: Write the type of the stored numbers.
    Source: G4MF data, accessors.
    """,
)


@rule("G4MF-DATA-011", "error", "{accessor} has the unsupported component type {type} (at most 64 bits)")
def component_type_unsupported(scope: Scope) -> Iterator[Finding]:
    """Component type has more than 64 bits.

    What: Component types have at most 64 bits.
    Why: The format allows 128 bits, but Pantin has no arrays of such numbers and does not read them.
    Fix: Store the numbers in 64 bits or fewer.
    Source: G4MF data, accessors.
    """
    for _, location, entry in _entries(scope, "accessors"):
        type = entry.get("componentType")
        if isinstance(type, str) and type in WIDE:
            yield component_type_unsupported.at(location, accessor=scope.describe(location), type=type)


def _accessors_with_views(scope: Scope) -> Iterator[tuple[str, dict[str, Any], int, dict[str, Any]]]:
    """Accessors with a known type and a view: pointer, accessor, bytes of a component, view."""
    views = objects(scope.tree, "bufferViews")
    for _, location, entry in _entries(scope, "accessors"):
        index, type = entry.get("bufferView", -1), entry.get("componentType")
        if not isinstance(type, str) or not (type in DTYPES or type in WIDE):
            continue
        if is_index(index, len(views)) and isinstance(views[index], dict):
            yield location, entry, component_bytes(type), views[index]


@rule(
    "G4MF-DATA-012",
    "error",
    "the buffer view of {accessor} starts at byte {offset:,}; expected a multiple of {size}",
)
def view_not_aligned(scope: Scope) -> Iterator[Finding]:
    """Accessor data are not aligned.

    What: `byteOffset` of an accessor's buffer view is a multiple of the size of its component type.
    Why: Readers map arrays onto the file, which needs aligned memory.
    Fix: Move the data to an aligned offset.
    Source: G4MF data, alignment.
    """
    for location, _, size, view in _accessors_with_views(scope):
        offset = natural(view.get("byteOffset", 0))
        if offset is not None and offset % size:
            yield view_not_aligned.at(location, accessor=scope.describe(location), offset=offset, size=size)


@rule(
    "G4MF-DATA-013",
    "error",
    "the buffer view of {accessor} has {length:,} bytes; expected a multiple of {size}, the element size",
)
def view_with_partial_element(scope: Scope) -> Iterator[Finding]:
    """Buffer view does not hold a whole number of elements.

    What: `byteLength` of an accessor's buffer view is a multiple of the size of an element.
    Why: The number of elements is the length of the view divided by the size of an element.
    Fix: Correct `byteLength` or `vectorSize`.
    Source: G4MF data, accessors.
    """
    for location, entry, size, view in _accessors_with_views(scope):
        length, vector = natural(view.get("byteLength")), natural(entry.get("vectorSize", 1))
        if length is not None and vector and length % (size * vector):
            yield view_with_partial_element.at(
                location, accessor=scope.describe(location), length=length, size=size * vector
            )


invalid_vector_size = member_rule(
    "G4MF-DATA-014",
    """Invalid vectorSize.

    What: `vectorSize` of an accessor is an integer of at least 1.
    Why: It is how many numbers an element has.
    Fix: Correct it, or remove it for single numbers.
    Source: G4MF data, accessors.
    """,
)


@rule("G4MF-DATA-015", "error", "{accessor} has {count:,} elements; the limit is {limit:,}")
def accessor_too_large(scope: Scope) -> Iterator[Finding]:
    """Accessor has too many elements.

    What: An accessor has at most `elements` elements (see `Limits`).
    Why: A few bytes can state a billion elements and exhaust the memory.
    Fix: Raise the limit if the file is meant to be this large.
    Source: Pantin's own `Limits`.
    """
    for index, location, _ in _entries(scope, "accessors"):
        extent, limit = scope.extent(index), scope.document.limits.elements
        if extent is not None and extent.count > limit:
            yield accessor_too_large.at(
                location, accessor=scope.describe(location), count=extent.count, limit=limit
            )


RULES = (
    buffer_without_length,
    buffer_without_single_source,
    buffer_chunk_missing,
    encodings_differ,
    buffer_unreadable,
    buffer_too_short,
    view_without_range,
    view_past_buffer,
    data_reference_to_nothing,
    unknown_component_type,
    component_type_unsupported,
    view_not_aligned,
    view_with_partial_element,
    invalid_vector_size,
    accessor_too_large,
)
