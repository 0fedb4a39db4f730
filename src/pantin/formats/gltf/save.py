"""Write documents to disk: byte for byte where nothing changed, and with the other files they name."""

from __future__ import annotations

import os
from pathlib import Path

from pantin.files import BytesLike
from pantin.formats.document.save import SavePlan
from pantin.formats.gltf import container as containers
from pantin.formats.gltf import repack
from pantin.formats.gltf.container import Kind
from pantin.formats.gltf.document import GLB_SUFFIXES, Document, read
from pantin.formats.gltf.external import missing_file
from pantin.formats.gltf.repack import Packed
from pantin.formats.uri import make_data
from pantin.report import Finding


def target_kind(path: Path, otherwise: Kind) -> Kind:
    """The container that a file of this name holds."""
    suffix = path.suffix.lower()
    if suffix in GLB_SUFFIXES:
        return "glb"
    return "gltf" if suffix == ".gltf" else otherwise


def to_bytes(document: Document) -> bytes:
    """The document as one file in the container it has; new data is inside it, other files stay named."""
    if document.kind == "gltf" and document.growth:
        document = repack.to_gltf(document, _no_names).document
    return b"".join(_parts(_settled(document)))


def _no_names(label: str, suffix: str, data: BytesLike) -> str:
    return make_data(data)


def write(document: Document, path: str | os.PathLike[str], *, embed: bool | None = None) -> list[Finding]:
    """Save a document as `path`, whose suffix chooses the container; what did not come along is returned.

    Nothing changed and the same container: the same bytes. The files that a document names come along into
    another folder, under the same names. A file that is already there with other content is left alone and
    `FileExistsError` raised before anything is written, unless the file being replaced at `path` names it:
    then it belongs to that asset and is replaced with it. All files are written or none: a save that is
    refused or fails leaves everything as it was.

    `embed` moves the data of buffers and images of a `.gltf` into data URIs (True) or files (False); a GLB
    always holds its data, and True brings in what it names outside.
    """
    path = Path(path)
    plan = SavePlan.of(document, path, read)
    packed = _packed(document, path, embed, plan)
    parts = _parts(packed.document)
    findings = list(packed.findings)
    if packed.document is not document or not plan.stays:
        findings += plan.bring_along(packed.document, missing_file)
    plan.write(parts)
    return findings


def _packed(document: Document, path: Path, embed: bool | None, plan: SavePlan) -> Packed:
    kind = target_kind(path, document.kind)
    if kind == "glb" and embed is False:
        raise ValueError("a GLB holds its data itself: embed=False is for a .gltf")
    if kind == "gltf":
        if document.kind == "gltf" and embed is None and not document.growth:
            return Packed(document)
        return repack.to_gltf(document, plan.name_new, embed)
    if document.kind == "glb" and embed is None:
        return Packed(_settled(document))
    return repack.to_glb(document)


def _settled(document: Document) -> Document:
    """A GLB whose new buffers, other than the one of the BIN chunk, hold their data as data URIs."""
    loose = [index for index in document.growth if index != 0]
    if document.kind != "glb" or not loose:
        return document
    settled = document.copy()
    for index in loose:
        content = document.buffer(index).data
        assert content is not None
        settled.set(f"/buffers/{index}/uri", make_data(content))
        del settled.growth[index]
    return settled


def _parts(document: Document) -> list[BytesLike]:
    if not document.edited and not document.growth:
        return [document.container.data]
    if document.kind == "gltf":
        return [document.new_text()]
    grown = document.growth.get(0)
    bin: list[BytesLike] | None = [grown.base, *grown.parts] if grown else None
    return containers.compose(document.container, document.new_text(), bin)
