"""Write documents to disk: byte for byte where nothing changed, in the container that the suffix selects."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pantin.base import files
from pantin.base.files import BytesLike
from pantin.formats.document.save import SavePlan
from pantin.formats.g4mf import container as containers
from pantin.formats.g4mf.buffer import source_chunk
from pantin.formats.g4mf.container import CHUNK_BLOB, CHUNK_JSON, PLAIN, Kind
from pantin.formats.g4mf.document import BINARY_SUFFIXES, TEXT_SUFFIXES, Document, read
from pantin.formats.g4mf.encoding import encode
from pantin.formats.g4mf.external import file_left_behind
from pantin.formats.g4mf.model import objects
from pantin.formats.g4mf.text_lines import edited_text_file, new_json, new_text_file
from pantin.formats.uri import is_data, make_data
from pantin.report import Finding


def target_kind(path: Path, otherwise: Kind) -> Kind:
    """The container that a file of this name holds."""
    suffix = path.suffix.lower()
    if suffix in BINARY_SUFFIXES:
        return "g4b"
    return "g4tf" if suffix in TEXT_SUFFIXES else otherwise


def to_bytes(document: Document, kind: Kind | None = None) -> bytes:
    """The document as one file, in its own container or another; references to other files are kept."""
    return b"".join(_parts(document, kind or document.kind))


def write(document: Document, path: str | os.PathLike[str]) -> list[Finding]:
    """Save a document as `path`; the suffix selects the container. Returns a finding per file not copied.

    An unchanged document in the same container gives the same bytes. The files that a document refers to are
    copied into another folder under the same names, or with a digest where another file has the name: no file
    but `path` is ever overwritten. All files are written or none: a save that fails changes nothing.
    """
    path = Path(path)
    with files.lock_folder(path):
        plan = SavePlan.for_document(document, path, read)
        kind = target_kind(path, document.kind)
        written, findings = document, list[Finding]()
        if not plan.same_folder or kind != document.kind:
            written, findings = plan.copy_named_files(document, file_left_behind)
        plan.write(_parts(written, kind))
    return findings


def _parts(document: Document, kind: Kind) -> list[BytesLike]:
    if kind == document.kind and not document.edited and not document.growth:
        document.check_tree()
        return [document.container.data]
    if kind == "g4tf":
        text = _as_text(document).new_text()
        return [edited_text_file(text, document.text) if document.kind == "g4tf" else new_text_file(text)]
    if document.kind == "g4tf":
        return _as_binary(document)
    copy = document.copy()
    added: list[list[bytes]] = []
    for index, grown in document.growth.items():
        copy.set(f"/buffers/{index}/chunk", len(document.container.chunks) + len(added))
        added.append(grown.parts)
    json_chunk = document.container.json_chunk
    replaced: dict[int, list[BytesLike]] = {}
    if json_chunk is not None:
        replaced[json_chunk] = [
            encode(document.container.chunks[json_chunk].encoding, copy.new_text().rstrip(b" "))
        ]
    return containers.compose(document.container, replaced, added)


def _buffers(document: Document) -> Iterator[tuple[int, dict[str, Any]]]:
    for index, entry in enumerate(objects(document.tree, "buffers")):
        if isinstance(entry, dict):
            yield index, entry


def _as_text(document: Document) -> Document:
    """The document as text: data in chunks and new data become data URIs."""
    copy = document.copy()
    for index, entry in _buffers(document):
        if index not in document.growth and source_chunk(entry, index, document.container) is None:
            continue
        result = document.buffer(index)
        if result.data is None:
            continue
        copy.set(f"/buffers/{index}/uri", make_data(result.data))
        for key in ("chunk", "encoding", "compression"):
            if key in entry:
                copy.remove(f"/buffers/{index}/{key}")
    return copy


def _as_binary(document: Document) -> list[BytesLike]:
    """A text document as a binary one: data URIs and new data become chunks, in the order of buffers."""
    copy = document.copy()
    chunks: list[tuple[int, int, list[BytesLike]]] = []
    for index, entry in _buffers(document):
        uri = entry.get("uri")
        if index not in document.growth and not (isinstance(uri, str) and is_data(uri)):
            continue
        result = document.buffer(index)
        if result.data is None:
            continue
        copy.set(f"/buffers/{index}/chunk", len(chunks) + 1)
        chunks.append((CHUNK_BLOB, PLAIN, [result.data]))
        for key in ("uri", "encoding", "compression"):
            if key in entry:
                copy.remove(f"/buffers/{index}/{key}")
    return containers.assemble([(CHUNK_JSON, PLAIN, [new_json(copy.new_text())]), *chunks])
