"""Write documents to disk, with the files they refer to; an unchanged document keeps every byte."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pantin.base import files
from pantin.base.files import BytesLike
from pantin.formats.document.document import externals
from pantin.formats.document.save import SavePlan
from pantin.formats.gltf import container as containers
from pantin.formats.gltf import repack
from pantin.formats.gltf.container import Kind
from pantin.formats.gltf.document import GLB_SUFFIXES, Document, read
from pantin.formats.gltf.repack import Packed
from pantin.formats.uri import make_data
from pantin.report import Finding, rule


@rule("LOSS-MISSING_FILE", "warning", 'file "{uri}" not copied: {reason}')
def missing_file(document: Document) -> Iterator[Finding]:
    """Referenced file cannot be copied.

    What: A `uri` of the document names a file that cannot be read while the document is saved elsewhere.
    Why: The reference is written unchanged, so it is broken in the copy too.
    Fix: Put the file where the `uri` says, inside the folder of the document, or correct the `uri`. If the
    file is outside the folder and you trust the document, pass --allow-outside, with --embed to store its
    data inside.
    Source: glTF 2.0 §2.8
    """
    for external in externals(document):
        if external.fault is not None:
            yield missing_file.at(external.pointer, uri=external.uri, reason=external.fault)


def target_kind(path: Path, otherwise: Kind) -> Kind:
    """The container type for a file name."""
    suffix = path.suffix.lower()
    if suffix in GLB_SUFFIXES:
        return "glb"
    return "gltf" if suffix == ".gltf" else otherwise


def to_bytes(document: Document) -> bytes:
    """The document as one file in its container, including new data; references to other files stay."""
    if document.kind == "gltf" and document.growth:
        document = repack.to_gltf(document, _embed_as_data_uri).document
    return b"".join(_parts(_with_data_uris(document)))


def _embed_as_data_uri(label: str, suffix: str, data: BytesLike) -> str:
    return make_data(data)


def write(document: Document, path: str | os.PathLike[str], *, embed: bool | None = None) -> list[Finding]:
    """Save a document as `path`; the suffix chooses the container. Returns a finding for each file that was
    not copied.

    An unchanged document in the same container keeps its bytes. The files that a document names are copied
    into another folder, under the same names, or with a digest where another file has the name: no file but
    `path` is ever overwritten. All files are written or none: a save that is refused or fails changes
    nothing.

    `embed` moves the data of buffers and images of a `.gltf` into data URIs (True) or files (False); a GLB
    always stores its own data, and True adds that of other files.
    """
    path = Path(path)
    with files.lock_folder(path):
        plan = SavePlan.for_document(document, path, read)
        packed = _repack(document, path, embed, plan)
        written, findings = packed.document, list(packed.findings)
        if written is not document or not plan.same_folder:
            written, missing = plan.copy_named_files(written, missing_file)
            findings += missing
        plan.write(_parts(written))
    return findings


def _repack(document: Document, path: Path, embed: bool | None, plan: SavePlan) -> Packed:
    kind = target_kind(path, document.kind)
    if kind == "glb" and embed is False:
        raise ValueError("embed=False applies to .gltf only: a GLB always stores its data inside")
    if kind == "gltf":
        if document.kind == "gltf" and embed is None and not document.growth:
            return Packed(document)
        return repack.to_gltf(document, plan.name_new, embed)
    if document.kind == "glb" and embed is None:
        return Packed(_with_data_uris(document))
    return repack.to_glb(document)


def _with_data_uris(document: Document) -> Document:
    """A GLB with data URIs for its new buffers, except the BIN chunk."""
    loose = [index for index in document.growth if index != 0]
    if document.kind != "glb" or not loose:
        return document
    copy = document.copy()
    for index in loose:
        content = document.buffer(index).data
        assert content is not None
        copy.set(f"/buffers/{index}/uri", make_data(content))
        del copy.growth[index]
    return copy


def _parts(document: Document) -> list[BytesLike]:
    if not document.edited and not document.growth:
        document.check_tree()
        return [document.container.data]
    if document.kind == "gltf":
        return [document.new_text()]
    grown = document.growth.get(0)
    bin: list[BytesLike] | None = [grown.base, *grown.parts] if grown else None
    return containers.compose(document.container, document.new_text(), bin)
