"""Change the container of a document: everything into a GLB, or the data of a GLB beside or inside a `.gltf`.

Only references to data change; all other JSON keeps its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field

from pantin.base.files import BytesLike
from pantin.formats.document.buffer import Buffer, Growth
from pantin.formats.gltf import container as containers
from pantin.formats.gltf.container import CHUNK_BIN, CHUNK_JSON, Container
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import MESHOPT
from pantin.formats.images import image_mime, image_suffix
from pantin.formats.uri import OCTET_STREAM, make_data
from pantin.report import Finding, rule

Naming = Callable[[str, str, BytesLike], str]
"""Chooses a URI for new data from a label ("", "-image0"), a suffix and the bytes."""


class Packed(Struct):
    """A document in its new container, and findings for dropped data."""

    document: Document
    findings: list[Finding] = field(default_factory=list)


@rule("LOSS-GLB_CHUNK", "warning", "dropped the GLB chunk of type 0x{type:08x} ({length} bytes): {reason}")
def glb_chunk(document: Document) -> Iterator[Finding]:
    """GLB chunk is dropped.

    What: A GLB that becomes a `.gltf` has a chunk other than its JSON and its buffer.
    Why: A `.gltf` stores the JSON and the buffer of a GLB, but no chunks that extensions define.
    Fix: Keep the asset a GLB, or make sure that nothing needs the chunk.
    Source: glTF 2.0 §4.4.3
    """
    container = document.container
    listed = document.tree.get("buffers")
    has_buffer = bool(listed) and document.buffer(0).storage in ("chunk", "new")
    for chunk in container.chunks:
        if chunk is container.first(CHUNK_JSON):
            continue
        if chunk is container.first(CHUNK_BIN):
            if has_buffer or not chunk.available:
                continue
            reason = "no buffer uses it"
        else:
            reason = "a .gltf file has no chunks"
        yield glb_chunk.at(None, type=chunk.type, length=chunk.available, reason=reason)


def to_glb(document: Document) -> Packed:
    """Everything in one file: the first buffer as BIN chunk, other buffers and images appended to it.

    Buffers are merged from the end of their list, so that no other is renumbered, and only if no unknown
    object has a member `buffer`; those that cannot be merged become data URIs. References to unreadable data
    stay.
    """
    _require_object(document)
    document = _without_undefined_first_buffer(document)
    packed = Packed(document.copy(_glb_container(document)))
    doc = packed.document
    doc.growth = {}
    count = _count(document, "buffers")
    has_chunk = count == 0 or _begin_chunk(document, doc)
    appendable = all(isinstance(document.tree.get(name, []), list) for name in ("buffers", "bufferViews"))
    tail = _mergeable_tail(document, count) if has_chunk else count
    for index in range(1 if has_chunk else 0, tail):
        _embed_buffer(document, doc, index)
    if tail < count:
        _repoint(doc, {index: doc.grow(0, _content(document, index)) for index in range(tail, count)})
        for index in reversed(range(tail, count)):
            doc.remove(f"/buffers/{index}")
    for index, entry in _entries(document, "images"):
        _embed_image(document, doc, index, entry, into_chunk=has_chunk and appendable)
    return packed


def _require_object(document: Document) -> None:
    if not isinstance(document.root, dict):
        raise ValueError("the file contains no JSON object, so it cannot be converted to another container")


def _without_undefined_first_buffer(document: Document) -> Document:
    """If a `.gltf` does not state where its first buffer is, put another buffer first, because in a GLB that
    would mean the BIN chunk. It swaps with the first buffer with data, or with an empty one. Nothing changes
    if an unknown object may hold a buffer index, because the swap would change its meaning."""
    count = _count(document, "buffers")
    first = document.buffer(0).fault if count and document.kind == "gltf" else None
    if first is None or first.kind != "no_uri" or _has_unknown_buffer_reference(document.tree):
        return document
    copy = document.copy()
    readable = (index for index in range(1, count) if document.buffer(index).data is not None)
    other = next(readable, None)
    if other is None:
        other = copy.append("/buffers", {"byteLength": 4, "uri": make_data(bytes(4))})
    entries = copy.tree["buffers"]
    undefined, defined = entries[0], entries[other]
    copy.set("/buffers/0", defined)
    copy.set(f"/buffers/{other}", undefined)
    swapped = {0: other, other: 0}
    copy.growth = {swapped.get(index, index): grown for index, grown in copy.growth.items()}
    for pointer, referrer in list(_referrers(copy)):
        if (buffer := referrer.get("buffer")) in (0, other):
            copy.set(f"{pointer}/buffer", swapped[buffer])
    return copy


def _glb_container(document: Document) -> Container | None:
    if document.kind == "glb":
        return None
    data = b"".join(containers.compose(containers.EMPTY, document.text))
    return containers.parse(memoryview(data), "glb", document.limits)


def _entries(document: Document, collection: str) -> list[tuple[int, dict[str, Any]]]:
    listed = document.tree.get(collection)
    entries = enumerate(listed) if isinstance(listed, list) else ()
    return [(index, entry) for index, entry in entries if isinstance(entry, dict)]


def _count(document: Document, collection: str) -> int:
    listed = document.tree.get(collection)
    return len(listed) if isinstance(listed, list) else 0


def _content(document: Document, index: int) -> memoryview:
    """The bytes of a buffer up to its stated length, without padding."""
    stored = document.buffer(index).stored
    stated = document.tree["buffers"][index].get("byteLength")
    content = memoryview(b"") if stored is None else stored
    return content[:stated] if isinstance(stated, int) and stated >= 0 else content


def _begin_chunk(document: Document, doc: Document) -> bool:
    """Make the first buffer the BIN chunk; False if its bytes are not all available."""
    first = document.buffer(0)
    if first.fault is not None:
        return False
    base = document.container.bin if first.storage == "chunk" else _content(document, 0)
    assert base is not None
    doc.growth[0] = Growth(base)
    if "uri" in doc.tree["buffers"][0]:
        doc.remove("/buffers/0/uri")
    return True


def _mergeable_tail(document: Document, count: int) -> int:
    """The index from which all buffers to the end of the list can be merged into the first buffer."""
    if _has_unknown_buffer_reference(document.tree):
        return count
    index = count
    while index > 1 and document.buffer(index - 1).fault is None:
        index -= 1
    return index


def _has_unknown_buffer_reference(tree: dict[str, Any]) -> bool:
    """Whether an object unknown to Pantin has a member `buffer`, which may be an index."""
    stack: list[tuple[tuple[str | int, ...], Any]] = [((), tree)]
    while stack:
        path, value = stack.pop()
        items: Any = ()
        if isinstance(value, dict):
            if "buffer" in value and not _is_view(path):
                return True
            items = value.items()
        elif isinstance(value, list):
            items = enumerate(value)
        stack += [((*path, key), item) for key, item in items if isinstance(item, dict | list)]
    return False


def _is_view(path: tuple[str | int, ...]) -> bool:
    if path[:1] != ("bufferViews",):
        return False
    return len(path) == 2 or (len(path) == 4 and path[2] == "extensions" and path[3] in MESHOPT)


def _referrers(doc: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """Pointer and members of every known object with a member `buffer`."""
    for index, view in _entries(doc, "bufferViews"):
        yield f"/bufferViews/{index}", view
        extensions: Any = view.get("extensions")
        for name in MESHOPT if isinstance(extensions, dict) else ():
            if isinstance(extensions.get(name), dict):
                yield f"/bufferViews/{index}/extensions/{name}", extensions[name]


def _repoint(doc: Document, offsets: dict[int, int]) -> None:
    """Make the views of merged buffers refer to the same bytes in the first buffer."""
    for pointer, entry in list(_referrers(doc)):
        buffer, offset = entry.get("buffer"), entry.get("byteOffset", 0)
        if isinstance(buffer, int) and buffer in offsets and isinstance(offset, int):
            doc.set(f"{pointer}/buffer", 0)
            doc.set(f"{pointer}/byteOffset", offset + offsets[buffer])


def _embed_buffer(document: Document, doc: Document, index: int) -> None:
    """Convert a buffer in a file, or a new one, to a data URI."""
    buffer = document.buffer(index)
    if buffer.stored is not None and buffer.storage in ("file", "new", "chunk"):
        doc.set(f"/buffers/{index}/uri", make_data(_content(document, index)))


def _embed_image(
    document: Document, doc: Document, index: int, entry: dict[str, Any], *, into_chunk: bool
) -> None:
    if not isinstance(entry.get("uri"), str):
        return
    image = document.load(entry["uri"])
    if image.data is None:
        return
    mime = _mime(entry, image)
    if into_chunk and mime and len(image.data):
        view = doc.append_bytes(image.data)
        doc.remove(f"/images/{index}/uri")
        doc.set(f"/images/{index}/bufferView", view)
        if "mimeType" not in entry:
            doc.set(f"/images/{index}/mimeType", mime)
    elif image.storage == "file":
        doc.set(f"/images/{index}/uri", make_data(image.data, mime or OCTET_STREAM))


def _mime(entry: dict[str, Any], image: Buffer) -> str | None:
    """The media type of an image: as stated, else by its first bytes, else from its data URI."""
    stated = entry.get("mimeType")
    if isinstance(stated, str):
        return stated
    return None if image.data is None else image_mime(image.data) or image.mime


def to_gltf(document: Document, naming: Naming, embed: bool | None = None) -> Packed:
    """A text file: new data and the BIN chunk go into data URIs (`embed`) or files, which `naming` names.

    With `embed` given, so does all other data of buffers and images. Without it the data of a GLB goes into a
    file, and new data of a text file into data URIs unless the document already has files.
    """
    _require_object(document)
    packed = Packed(document.copy(_text_container(document)))
    packed.document.growth = {}
    if document.kind == "glb":
        packed.findings += glb_chunk(document)
    for index, _ in _entries(document, "buffers"):
        buffer = document.buffer(index)
        if buffer.stored is not None and _must_move(buffer, embed):
            as_data_uri = _is_embedded(document) if embed is None else embed
            data = _content(document, index)
            uri = make_data(data) if as_data_uri else naming("", ".bin", data)
            packed.document.set(f"/buffers/{index}/uri", uri)
    if embed is not None:
        for index, entry in _entries(document, "images"):
            _move_image(document, packed.document, index, entry, naming if not embed else None)
    return packed


def _text_container(document: Document) -> Container | None:
    if document.kind == "gltf":
        return None
    return containers.parse(memoryview(document.text.rstrip(b" ")), "gltf", document.limits)


def _must_move(buffer: Buffer, embed: bool | None) -> bool:
    if buffer.storage in ("chunk", "new"):
        return True
    return embed is not None and buffer.storage == ("file" if embed else "data")


def _is_embedded(document: Document) -> bool:
    """Whether new data goes into data URIs: in a text file without external buffers."""
    if document.kind == "glb":
        return False
    kinds = {document.buffer(index).storage for index in range(_count(document, "buffers"))}
    return "file" not in kinds


def _move_image(
    document: Document, doc: Document, index: int, entry: dict[str, Any], naming: Naming | None
) -> None:
    if not isinstance(entry.get("uri"), str):
        return
    image = document.load(entry["uri"])
    if image.data is None or image.storage == ("data" if naming is None else "file"):
        return
    mime = _mime(entry, image)
    uri = (
        make_data(image.data, mime or OCTET_STREAM)
        if naming is None
        else naming(f"-image{index}", image_suffix(mime), image.data)
    )
    doc.set(f"/images/{index}/uri", uri)
