"""Rules about buffers, buffer views and accessors: where data are, how long, and of which type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.errors import LimitExceeded
from pantin.formats.document.buffer import BufferFault
from pantin.formats.g4mf.accessor import DTYPES, WIDE, component_bytes
from pantin.formats.g4mf.buffer import source_chunk, stated_encoding
from pantin.formats.g4mf.container import PLAIN, four_characters
from pantin.formats.g4mf.model import is_index, natural, objects
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


def _each(scope: Scope, collection: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    for at, entry in enumerate(objects(scope.tree, collection)):
        if isinstance(entry, dict):
            yield at, pointer(collection, at), entry


def component_type(entry: dict[str, Any]) -> Any:
    return entry.get("componentType", entry.get("primitiveType"))


def _fault(scope: Scope, at: int) -> BufferFault | None:
    """Why a buffer has no data; a limit counts as broken data here, and is reported once more by itself."""
    try:
        return scope.document.buffer(at).fault
    except LimitExceeded as error:
        return BufferFault("broken", str(error))


@rule("G4MF-DATA-001", "error", "byteLength is {value!r}, not an integer of at least 0")
def buffer_has_length(scope: Scope) -> Iterator[Finding]:
    """A buffer states its length once decoded.

    Why: sizes are checked against it before memory is taken.
    Mend: add `byteLength`.
    Source: G4MF data, buffers.
    """
    for _, place, entry in _each(scope, "buffers"):
        if natural(entry.get("byteLength")) is None:
            yield buffer_has_length.at(place, value=entry.get("byteLength"))


@rule("G4MF-DATA-002", "error", "the buffer {what}")
def buffer_has_one_source(scope: Scope) -> Iterator[Finding]:
    """A buffer says in exactly one way where its data are: `uri`, or `chunk` in a binary file.

    Why: two could contradict each other, and text has no chunks.
    Mend: keep one.
    Source: G4MF data, buffers.
    """
    for _, place, entry in _each(scope, "buffers"):
        if "uri" in entry and "chunk" in entry:
            yield buffer_has_one_source.at(place, what="has both a uri and a chunk")
        elif scope.document.kind == "g4tf" and "chunk" in entry:
            yield buffer_has_one_source.at(place, what="names a chunk, which a text file does not have")
        elif scope.document.kind == "g4tf" and "uri" not in entry:
            yield buffer_has_one_source.at(place, what="has no uri")


@rule("G4MF-DATA-003", "error", "the buffer is in chunk {chunk!r}; the file has {count}")
def buffer_chunk_exists(scope: Scope) -> Iterator[Finding]:
    """The chunk of a buffer is there.

    Why: its data are in it.
    Mend: correct the number.
    Source: G4MF data, buffers.
    """
    container = scope.document.container
    for at, place, entry in _each(scope, "buffers"):
        if container.kind == "g4b" and "uri" not in entry:
            chunk = source_chunk(entry, at, container)
            if not is_index(chunk, len(container.chunks)):
                yield buffer_chunk_exists.at(
                    place, chunk=entry.get("chunk", chunk), count=len(container.chunks)
                )


@rule("G4MF-DATA-004", "error", "the buffer says {stated!r}, and its chunk {encoding}")
def encodings_agree(scope: Scope) -> Iterator[Finding]:
    """The encoding of a buffer is that of its chunk, and absent for plain data.

    Why: readers may go by either.
    Mend: write the chunk's four characters, or leave `encoding` out.
    Source: G4MF data, buffers.
    """
    container = scope.document.container
    for at, place, entry in _each(scope, "buffers"):
        chunk = source_chunk(entry, at, container)
        if chunk is None or not is_index(chunk, len(container.chunks)):
            continue
        encoding = container.chunks[chunk].encoding
        stated = stated_encoding(entry)
        expected = None if encoding == PLAIN else four_characters(encoding)
        if stated != expected:
            yield encodings_agree.at(place, stated=stated, encoding=expected or "is plain")


@rule("G4MF-DATA-005", "error", "the data of the buffer cannot be had: {why}")
def buffer_is_there(scope: Scope) -> Iterator[Finding]:
    """The data of every buffer can be read: the URI is sound, the file is there, the encoding is known.

    Why: what lies in it is missing otherwise.
    Mend: put the file beside the document, or embed it.
    Source: G4MF data, buffers.
    """
    for at, place, entry in _each(scope, "buffers"):
        if natural(entry.get("byteLength")) is None:
            continue
        fault = _fault(scope, at)
        if fault is not None and fault.kind not in ("short", "no_chunk", "not_object"):
            yield buffer_is_there.at(place, why=fault.message)


@rule("G4MF-DATA-006", "error", "{why}")
def buffer_is_long_enough(scope: Scope) -> Iterator[Finding]:
    """The data of a buffer are at least as long as it states.

    Why: what lies past their end is missing.
    Mend: correct `byteLength`, or write the data again.
    Source: G4MF data, buffers.
    """
    for at, place, entry in _each(scope, "buffers"):
        if natural(entry.get("byteLength")) is None:
            continue
        fault = _fault(scope, at)
        if fault is not None and fault.kind == "short":
            yield buffer_is_long_enough.at(place, why=fault.message)


@rule("G4MF-DATA-007", "error", "{key} is {value!r}, not an integer of at least 0")
def view_has_place(scope: Scope) -> Iterator[Finding]:
    """A buffer view states its length, and its offset where that is not 0.

    Why: they say which bytes it means.
    Mend: add `byteLength`.
    Source: G4MF data, buffer views.
    """
    for _, place, entry in _each(scope, "bufferViews"):
        if natural(entry.get("byteLength")) is None:
            yield view_has_place.at(place, key="byteLength", value=entry.get("byteLength"))
        elif natural(entry.get("byteOffset", 0)) is None:
            yield view_has_place.at(place, key="byteOffset", value=entry.get("byteOffset"))


@rule("G4MF-DATA-008", "error", "the view ends at byte {end}, and its buffer at {length}")
def view_is_in_buffer(scope: Scope) -> Iterator[Finding]:
    """A buffer view lies within its buffer.

    Why: there are no bytes past its end.
    Mend: correct offset and length.
    Source: G4MF data, buffer views.
    """
    buffers = objects(scope.tree, "buffers")
    for _, place, entry in _each(scope, "bufferViews"):
        which = entry.get("buffer", 0)
        if not is_index(which, len(buffers)) or not isinstance(buffers[which], dict):
            continue
        length = natural(buffers[which].get("byteLength"))
        offset, size = natural(entry.get("byteOffset", 0)), natural(entry.get("byteLength"))
        if length is not None and offset is not None and size is not None and offset + size > length:
            yield view_is_in_buffer.at(place, end=offset + size, length=length)


@rule("G4MF-DATA-009", "error", "{key} is {value!r}; there are {count}")
def data_references_exist(scope: Scope) -> Iterator[Finding]:
    """A buffer view names a buffer (the first without saying so), and an accessor a buffer view.

    Why: without it there are no data.
    Mend: correct the index.
    Source: G4MF data, buffer views and accessors.
    """
    for collection, key, into in (
        ("bufferViews", "buffer", "buffers"),
        ("accessors", "bufferView", "bufferViews"),
    ):
        count = scope.listed(into)
        for _, place, entry in _each(scope, collection):
            value = entry.get(key, 0 if key == "buffer" else None)
            if not is_index(value, count):
                yield data_references_exist.at(place, key=key, value=value, count=count)


@rule("G4MF-DATA-010", "error", "the component type is {value!r}, none of the format's")
def component_type_is_known(scope: Scope) -> Iterator[Finding]:
    """The component type of an accessor is one of the format.

    Why: it says how long a number is.
    Mend: write int8 … int64, uint8 … uint64, float8, float16, float32 or float64.
    Source: G4MF data, accessors.
    """
    for _, place, entry in _each(scope, "accessors"):
        value = component_type(entry)
        if not isinstance(value, str) or (value not in DTYPES and value not in WIDE):
            yield component_type_is_known.at(place, value=value)


@rule("G4MF-DATA-011", "error", "numbers of type {type} are not supported")
def component_type_is_supported(scope: Scope) -> Iterator[Finding]:
    """Numbers have at most 64 bits.

    Why: numbers of 128 bits are of the format, but no array here can hold them.
    Mend: store them in 64 bits.
    Source: G4MF data, accessors.
    """
    for _, place, entry in _each(scope, "accessors"):
        type = component_type(entry)
        if isinstance(type, str) and type in WIDE:
            yield component_type_is_supported.at(place, type=type)


def _views(scope: Scope) -> Iterator[tuple[str, dict[str, Any], int, dict[str, Any]]]:
    """Accessors with a known type and a view: place, accessor, bytes of a component, view."""
    views = objects(scope.tree, "bufferViews")
    for _, place, entry in _each(scope, "accessors"):
        which, type = entry.get("bufferView", -1), component_type(entry)
        known = isinstance(type, str) and (type in DTYPES or type in WIDE)
        if known and is_index(which, len(views)) and isinstance(views[which], dict):
            yield place, entry, component_bytes(type), views[which]


@rule("G4MF-DATA-012", "error", "the view begins at byte {offset}, no multiple of {size}")
def view_is_aligned(scope: Scope) -> Iterator[Finding]:
    """The view of an accessor begins at a multiple of the size of its components.

    Why: readers take numbers from aligned memory.
    Mend: move the data.
    Source: G4MF data, alignment.
    """
    for place, _, size, view in _views(scope):
        offset = natural(view.get("byteOffset", 0))
        if offset is not None and offset % size:
            yield view_is_aligned.at(place, offset=offset, size=size)


@rule("G4MF-DATA-013", "error", "the view has {length} bytes, no multiple of the {size} of an element")
def view_holds_elements(scope: Scope) -> Iterator[Finding]:
    """The view of an accessor holds a whole number of elements.

    Why: the number of elements is its length divided by theirs.
    Mend: correct `byteLength` or `vectorSize`.
    Source: G4MF data, accessors.
    """
    for place, entry, size, view in _views(scope):
        length, vector = natural(view.get("byteLength")), natural(entry.get("vectorSize", 1))
        if length is not None and vector and length % (size * vector):
            yield view_holds_elements.at(place, length=length, size=size * vector)


@rule("G4MF-DATA-014", "error", "vectorSize is {value!r}, not an integer of at least 1")
def vector_size_is_sound(scope: Scope) -> Iterator[Finding]:
    """The vector size of an accessor is at least 1.

    Why: an element has at least one number.
    Mend: correct it, or leave it out for 1.
    Source: G4MF data, accessors.
    """
    for _, place, entry in _each(scope, "accessors"):
        if not natural(entry.get("vectorSize", 1)):
            yield vector_size_is_sound.at(f"{place}/vectorSize", value=entry.get("vectorSize"))


@rule("G4MF-DATA-015", "error", "{what}")
def data_are_within_limits(scope: Scope) -> Iterator[Finding]:
    """Accessors are no larger than the limits that files are read under.

    Why: a few bytes can promise a billion elements.
    Mend: raise the limit named in the message where the file is meant to be so large.
    Source: Pantin's own `Limits`.
    """
    for at, place, _ in _each(scope, "accessors"):
        about = scope.extent(at)
        if about is not None and about.count > scope.document.limits.elements:
            yield data_are_within_limits.at(place, what=f"the accessor has {about.count:,} elements")


RULES = (
    buffer_has_length,
    buffer_has_one_source,
    buffer_chunk_exists,
    encodings_agree,
    buffer_is_there,
    buffer_is_long_enough,
    view_has_place,
    view_is_in_buffer,
    data_references_exist,
    component_type_is_known,
    component_type_is_supported,
    view_is_aligned,
    view_holds_elements,
    vector_size_is_sound,
    data_are_within_limits,
)
