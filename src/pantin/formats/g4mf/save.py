"""Write documents to disk: byte for byte where nothing changed, in the container the name asks for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pantin import files
from pantin.files import BytesLike
from pantin.formats.g4mf import container as containers
from pantin.formats.g4mf.buffer import source_chunk
from pantin.formats.g4mf.container import CHUNK_BLOB, CHUNK_JSON, PLAIN, Kind
from pantin.formats.g4mf.document import BINARY_SUFFIXES, TEXT_SUFFIXES, Document
from pantin.formats.g4mf.encoding import encode
from pantin.formats.g4mf.model import objects
from pantin.formats.uri import is_data, make_data
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

MIME = "application/octet-stream"

NAMING = ("buffers", "files", "models")
"""Root collections whose items may be other files; `models` is older."""


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

    Nothing changed and the same container: the same bytes. Buffers and files in other files come along into
    another folder under the same names, and none there is written over.
    """
    path = Path(path)
    parts = _parts(document, target_kind(path, document.kind))
    named = list(companions(document, path.parent))
    for one in named:
        if one.fault is None and one.target.exists():
            same = one.target.samefile(one.source) or one.target.read_bytes() == one.source.read_bytes()
            if not same:
                raise FileExistsError(
                    f"{one.target} is not the {one.uri!r} of the asset: move it, or save elsewhere"
                )
        elif one.fault is None:
            one.target.parent.mkdir(parents=True, exist_ok=True)
            files.atomic_write(one.target, [files.read(one.source, document.limits.file_bytes)])
    files.atomic_write(path, parts)
    return list(_left_behind(named))


@rule("LOSS-G4MF_FILE", "warning", "the file {uri!r} did not come along: {reason}")
def file_left_behind(document: Document) -> Iterator[Finding]:
    """A document's other files come along when it is saved elsewhere.

    Why: a reference to a file that cannot be read is kept as it stands, and so is broken in the copy too.
    Mend: put the file where the document names it, inside the document's own folder, or correct the `uri`.
    Source: G4MF, file references.
    """
    yield from _left_behind(companions(document, document.surroundings.folder or Path()))


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that a document names: where its URI stands, where the file is, where it belongs beside the
    copy, and why it cannot come along, if it cannot."""

    uri: str
    place: str
    source: Path
    target: Path
    fault: str | None = None


def _left_behind(named: Iterable[Companion]) -> Iterator[Finding]:
    for one in named:
        if one.fault is not None:
            yield file_left_behind.at(one.place, uri=one.uri, reason=one.fault)


def companions(document: Document, folder: Path) -> Iterator[Companion]:
    """Every file that the document names, as a copy in `folder` needs it."""
    around = document.surroundings
    home = around.folder or Path()
    for place, uri in _uris(document.tree):
        if is_data(uri) or "://" in uri:
            continue
        try:
            source = files.resolve(home, uri, allow_outside=around.allow_outside)
            outside = around.allow_outside and around.folder is not None and _same(home, folder)
            target = files.resolve(folder, uri, allow_outside=outside)
        except files.PathError as error:
            yield Companion(uri, place, home, folder, str(error))
            continue
        there = around.folder is not None and source.is_file()
        yield Companion(uri, place, source, target, None if there else "there is no such file")


def _same(a: Path, b: Path) -> bool:
    return os.path.realpath(a) == os.path.realpath(b)


def _uris(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The place and the text of every URI. Images of textures had their own before there were `files`."""
    named = [(pointer(key, at), one) for key in NAMING for at, one in enumerate(objects(tree, key))]
    for at, texture in enumerate(objects(tree, "textures")):
        images = enumerate(objects(texture, "images"))
        named += [(pointer("textures", at, "images", number), one) for number, one in images]
    for place, entry in named:
        uri = entry.get("uri") if isinstance(entry, dict) else None
        if isinstance(uri, str):
            yield f"{place}/uri", uri


def _parts(document: Document, kind: Kind) -> list[BytesLike]:
    if kind == document.kind and not document.edited and document.growth is None:
        return [document.container.data]
    if kind == "g4tf":
        return [_settled_text(document).new_text().rstrip(b" \n") + b"\n"]
    if document.kind == "g4tf":
        return _packed(document)
    settled = document.copy()
    added: list[list[bytes]] = []
    if document.growth is not None:
        settled.set(f"/buffers/{document.growth.index}/chunk", len(document.container.chunks))
        added.append(document.growth.parts)
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
        grown = document.growth is not None and document.growth.index == at
        if not grown and source_chunk(entry, at, document.container) is None:
            continue
        found = document.buffer(at)
        if found.data is None:
            continue
        settled.set(f"/buffers/{at}/uri", make_data(MIME, found.data))
        for key in ("chunk", "encoding", "compression"):
            if key in entry:
                settled.remove(f"/buffers/{at}/{key}")
    return settled


def _packed(document: Document) -> list[BytesLike]:
    """A text document as a binary one: data URIs and new data become chunks, in the order of buffers."""
    settled = document.copy()
    chunks: list[tuple[int, int, list[BytesLike]]] = []
    for at, entry in _buffers(document):
        grown = document.growth is not None and document.growth.index == at
        uri = entry.get("uri")
        if not grown and not (isinstance(uri, str) and is_data(uri)):
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
