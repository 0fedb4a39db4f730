"""Write documents to disk: byte for byte where nothing changed, in the container the name asks for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pantin.files import BytesLike
from pantin.formats.document.save import SavePlan
from pantin.formats.g4mf import container as containers
from pantin.formats.g4mf.buffer import source_chunk
from pantin.formats.g4mf.container import CHUNK_BLOB, CHUNK_JSON, PLAIN, Kind
from pantin.formats.g4mf.document import BINARY_SUFFIXES, TEXT_SUFFIXES, Document, read
from pantin.formats.g4mf.encoding import encode
from pantin.formats.g4mf.external import file_left_behind
from pantin.formats.g4mf.model import objects
from pantin.formats.uri import is_data, make_data
from pantin.report import Finding


def target_kind(path: Path, otherwise: Kind) -> Kind:
    """The container that a file of this name holds."""
    suffix = path.suffix.lower()
    if suffix in BINARY_SUFFIXES:
        return "g4b"
    return "g4tf" if suffix in TEXT_SUFFIXES else otherwise


def to_bytes(document: Document, kind: Kind | None = None) -> bytes:
    """The document as one file, in its own container or another; other files stay named."""
    return b"".join(_parts(document, kind or document.kind))


def write(document: Document, path: str | os.PathLike[str]) -> list[Finding]:
    """Save a document as `path`, whose suffix chooses the container; what did not come along is returned.

    Nothing changed and the same container: the same bytes. The files that a document names come along into
    another folder, under the same names. A file that is already there with other content is left alone and
    `FileExistsError` raised before anything is written, unless the file being replaced at `path` names it:
    then it belongs to that asset and is replaced with it. All files are written or none: a save that is
    refused or fails leaves everything as it was.
    """
    path = Path(path)
    plan = SavePlan.of(document, path, read)
    kind = target_kind(path, document.kind)
    parts = _parts(document, kind)
    stays = plan.stays and kind == document.kind
    findings = [] if stays else plan.bring_along(document, file_left_behind)
    plan.write(parts)
    return findings


def _parts(document: Document, kind: Kind) -> list[BytesLike]:
    if kind == document.kind and not document.edited and not document.growth:
        return [document.container.data]
    if kind == "g4tf":
        return [_settled_text(document).new_text().rstrip(b" \n") + b"\n"]
    if document.kind == "g4tf":
        return _packed(document)
    settled = document.copy()
    added: list[list[bytes]] = []
    for index, grown in document.growth.items():
        settled.set(f"/buffers/{index}/chunk", len(document.container.chunks) + len(added))
        added.append(grown.parts)
    at = document.container.json_chunk
    replaced: dict[int, list[BytesLike]] = {}
    if at is not None:
        replaced[at] = [encode(document.container.chunks[at].encoding, settled.new_text().rstrip(b" "))]
    return containers.compose(document.container, replaced, added)


def _buffers(document: Document) -> Iterator[tuple[int, dict[str, Any]]]:
    for at, entry in enumerate(objects(document.tree, "buffers")):
        if isinstance(entry, dict):
            yield at, entry


def _settled_text(document: Document) -> Document:
    """The document as text: data in chunks and new data become data URIs."""
    settled = document.copy()
    for at, entry in _buffers(document):
        if at not in document.growth and source_chunk(entry, at, document.container) is None:
            continue
        found = document.buffer(at)
        if found.data is None:
            continue
        settled.set(f"/buffers/{at}/uri", make_data(found.data))
        for key in ("chunk", "encoding", "compression"):
            if key in entry:
                settled.remove(f"/buffers/{at}/{key}")
    return settled


def _packed(document: Document) -> list[BytesLike]:
    """A text document as a binary one: data URIs and new data become chunks, in the order of buffers."""
    settled = document.copy()
    chunks: list[tuple[int, int, list[BytesLike]]] = []
    for at, entry in _buffers(document):
        uri = entry.get("uri")
        if at not in document.growth and not (isinstance(uri, str) and is_data(uri)):
            continue
        found = document.buffer(at)
        if found.data is None:
            continue
        settled.set(f"/buffers/{at}/chunk", len(chunks) + 1)
        chunks.append((CHUNK_BLOB, PLAIN, [found.data]))
        for key in ("uri", "encoding", "compression"):
            if key in entry:
                settled.remove(f"/buffers/{at}/{key}")
    text = settled.new_text().rstrip(b" \t\r\n")
    return containers.assemble([(CHUNK_JSON, PLAIN, [text]), *chunks])
