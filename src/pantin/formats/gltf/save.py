"""Write documents to disk: byte for byte where nothing changed, and with the other files they name."""

from __future__ import annotations

import errno
import filecmp
import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from pantin import files
from pantin.errors import PantinError
from pantin.files import BytesLike
from pantin.formats.gltf import container as containers
from pantin.formats.gltf import repack
from pantin.formats.gltf.container import Kind
from pantin.formats.gltf.document import GLB_SUFFIXES, Document, read
from pantin.formats.gltf.external import externals, missing_file
from pantin.formats.gltf.media import BUFFER_MIME
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
    return make_data(BUFFER_MIME, data)


def write(document: Document, path: str | os.PathLike[str], *, embed: bool | None = None) -> list[Finding]:
    """Save a document as `path`, whose suffix chooses the container; what did not come along is returned.

    Nothing changed and the same container: the same bytes. The files that a document names come along into
    another folder, under the same names. A file that is already there with other content is left alone and
    `FileExistsError` raised before anything is written, unless the file being replaced at `path` names it:
    then it belongs to that asset and is replaced with it. Files are written one by one, each in one step,
    `path` last.

    `embed` moves the data of buffers and images of a `.gltf` into data URIs (True) or files (False); a GLB
    always holds its data, and True brings in what it names outside.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))
    named = {external.uri for external in externals(document)}
    plan = _Plan(path, named, _belonging_to(path, document))
    packed = _packed(document, path, embed, plan)
    parts = _parts(packed.document)
    findings = list(packed.findings)
    if packed.document is not document or not _beside(document, path):
        findings += plan.bring_along(packed.document)
    for target, content in plan.new.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        files.atomic_write(target, [content])
    files.atomic_write(path, parts)
    return findings


def _beside(document: Document, path: Path) -> bool:
    """Whether a document stays in its folder, where every name leads to what it led to before."""
    folder = document.surroundings.folder
    return folder is not None and os.path.realpath(folder) == os.path.realpath(path.parent)


def _packed(document: Document, path: Path, embed: bool | None, plan: _Plan) -> Packed:
    kind = target_kind(path, document.kind)
    if kind == "glb" and embed is False:
        raise ValueError("a GLB holds its data itself: embed=False is for a .gltf")
    if kind == "gltf":
        if document.kind == "gltf" and embed is None and not document.growth:
            return Packed(document)
        return repack.to_gltf(document, plan.name, embed)
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
        settled.set(f"/buffers/{index}/uri", make_data(BUFFER_MIME, content))
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


@dataclass(slots=True)
class _Plan:
    """The files that go along with a document saved as `path`: what to write where, checked before it is
    done.
    """

    path: Path
    named: set[str]
    replaceable: set[Path]
    new: dict[Path, BytesLike] = field(default_factory=dict)

    def name(self, label: str, suffix: str, data: BytesLike) -> str:
        """A URI for new data, after the file being written, that no other file has; remembers to write it."""
        number = 0
        while True:
            name = f"{self.path.stem}{label}{f'-{number}' if number else ''}{suffix}"
            target, uri = self.path.parent / name, quote(name)
            if uri not in self.named and self._is_free(target, data):
                self.named.add(uri)
                self.new[target] = data
                return uri
            number += 1

    def _is_free(self, target: Path, data: BytesLike) -> bool:
        if not target.exists() or target in self.replaceable:
            return True
        return target.is_file() and target.stat().st_size == len(data) and target.read_bytes() == data

    def bring_along(self, document: Document) -> list[Finding]:
        """Plan to copy every file the document names into the folder it is saved in; those that cannot be."""
        findings = []
        for external in externals(document):
            try:
                target = files.resolve(self.path.parent, external.uri)
            except files.PathError as error:
                findings.append(missing_file.at(external.pointer, uri=external.uri, reason=error))
                continue
            if target in self.new or _same(external.path, target):
                continue
            if external.path is None or external.fault is not None:
                findings.append(missing_file.at(external.pointer, uri=external.uri, reason=external.fault))
                continue
            if target.exists() and target not in self.replaceable:
                raise FileExistsError(
                    f"{target} is not the {external.uri!r} of the asset: move it, or save elsewhere"
                )
            self.new[target] = files.read(external.path, document.limits.file_bytes)
        return findings


def _belonging_to(path: Path, document: Document) -> set[Path]:
    """The files that the asset now at `path` names, if there is one; not those of the document itself."""
    try:
        old = externals(read(path, limits=document.limits)) if path.is_file() else []
    except (OSError, PantinError):
        return set()
    own = {external.path for external in externals(document)}
    return {external.path for external in old if external.path is not None} - own


def _same(source: Path | None, target: Path) -> bool:
    """Whether both are one file, or two with the same content."""
    if source is None or not (source.is_file() and target.is_file()):
        return False
    return source.samefile(target) or filecmp.cmp(source, target, shallow=False)
