"""Files of RigNet: a text with joints and weights, and an OBJ file beside it; their rules."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base import files
from pantin.base.errors import BadFile, LimitExceeded
from pantin.base.files import PathError, Resolver, exists, is_file
from pantin.base.limits import Limits
from pantin.base.records import Record, replace
from pantin.formats.format import Lifted, WriteOptions
from pantin.formats.geometry.obj_reading import ObjError, ObjMesh, read_obj
from pantin.formats.registry import stem_of
from pantin.formats.rignet.rigs import Written, from_rig, to_rig
from pantin.formats.rignet.text import OPENING, RigNetError, RigText, read_text, write_text
from pantin.report import Finding, Report, rule
from pantin.report.wording import counted, quoted
from pantin.rig import Rig

if TYPE_CHECKING:
    from pantin.base.files import Resolver


class Document(Record, eq=False):
    """The text, and the mesh with its file name; without a mesh beside it, the skeleton alone."""

    data: bytes
    text: RigText
    rig: Rig
    mesh: bytes | None = None
    mesh_name: str | None = None
    tried: tuple[str, ...] = ()
    kind: str = "rignet"


def _read_rig(source: Path | bytes, stem: str, limits: Limits, resolver: Resolver) -> Document:
    """A file, or bytes; `stem` is its name without the suffix. Raises `RigNetError`, `LimitExceeded` and
    `OSError`."""
    data = source if isinstance(source, bytes) else bytes(files.read(source, limits.file_bytes))
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"the file has more than {limits.file_bytes:,} bytes")
    text = read_text(data)
    tried = tuple(mesh_names(stem))
    for mesh_name in tried:
        mesh = _read_beside(mesh_name, limits, resolver)
        if mesh is not None:
            rig = to_rig(text, _read_mesh(mesh, mesh_name), Path(mesh_name).stem)
            return Document(data, text, rig, mesh, mesh_name)
    return Document(data, text, to_rig(text, None, "mesh"), tried=tried)


def mesh_names(stem: str) -> Iterator[str]:
    """Where the mesh of a rig may be: beside it, in Puppeteer's folders, or in RigNet's data set."""
    yield f"{stem}.obj"
    yield f"{stem}_remesh.obj"
    if stem == "rig":
        yield "mesh.obj"
    yield f"../obj/{stem}.obj"


def _read_beside(name: str, limits: Limits, resolver: Resolver) -> bytes | None:
    try:
        path = resolver.resolve(name, is_escaped=False)
        return bytes(files.read_named(path, limits.file_bytes)) if is_file(path) else None
    except PathError:
        return None


def _read_mesh(data: bytes, name: str) -> ObjMesh:
    try:
        return read_obj(data)
    except ObjError as error:
        raise RigNetError(f"{name}:{error.line}: {error}") from None


@rule("RIGNET-TEXT", "error", "{what}")
def bad_text(error: RigNetError) -> Iterator[Finding]:
    """Invalid rig of RigNet.

    What: Each line is `joints NAME X Y Z`, `root NAME`, `hier PARENT CHILD` or `skin VERTEX NAME WEIGHT …`.
    Joints have unique names and form a tree; vertices are those of the OBJ file beside the text.
    Why: A line that is malformed or refers to something that does not exist leaves the rig incomplete.
    Fix: Correct the line that the message names.
    Source: the README of RigNet, "Data", and its utils/rig_parser.py.
    """
    yield replace(bad_text.at(what=str(error)), line=error.line)


@rule("RIGNET-NO_MESH", "warning", "no mesh beside the file (tried {tried}): read the skeleton alone")
def no_mesh(document: Document) -> Iterator[Finding]:
    """Rig of RigNet without its mesh.

    What: The text has joints and weights; the mesh is an OBJ file beside it: `hero.obj` for `hero_rig.txt`.
    Why: Without the mesh the rig has joints only, and the weights are not read.
    Fix: Put the OBJ file beside the text, under one of the names in the message. For a file in another
    folder, allow references outside the folder.
    Source: the README of RigNet, "Testing" and "Data".
    """
    if document.mesh is None:
        yield no_mesh.at(tried=", ".join(map(quoted, document.tried)))


@rule("LOSS-RIGNET", "warning", "{what}")
def dropped_by_rignet(written: Written) -> Iterator[Finding]:
    """RigNet cannot store a part of the rig.

    What: A rig of RigNet has one tree of joints with unique names of one word and positions, without rotation
    and scale. Every vertex follows joints.
    Why: Rotations and scales of joints are missing, so that poses of the source do not fit the new rig.
    Fix: Keep the source too, or choose a format that stores them, such as glTF.
    Source: the README of RigNet, "Data".
    """
    facts = (
        (written.rotated, f"dropped rotation and scale of {counted(written.rotated, 'joint')}"),
        (written.added, "added a joint above several roots"),
        (written.renamed, f"renamed {counted(written.renamed, 'joint')} to unique words"),
        (written.rigid, f"bound {counted(written.rigid, 'surface')} without weights to the joint above it"),
    )
    yield from (dropped_by_rignet.at(what=what) for count, what in facts if count)


def sniff(start: bytes, name: str) -> bool:
    return OPENING.match(start) is not None


def read(source: Path | bytes, *, name: str, limits: Limits, resolver: Resolver) -> Document:
    """Raises `BadFile` for a file that is not a rig of RigNet."""
    try:
        return _read_rig(source, stem_of(name), limits, resolver)
    except RigNetError as error:
        raise BadFile(Report(name, "rignet", tuple(bad_text(error)))) from None


def lift(document: Document) -> Lifted:
    return Lifted(document.rig, tuple(no_mesh(document)))


def companions(document: Document | None, path: Path) -> Iterator[Path]:
    """The OBJ file of a rig at this path."""
    if document is None or document.mesh is not None:
        yield path.with_name(next(mesh_names(stem_of(path))))


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """The rig at rest."""
    from pantin.formats.geometry.obj_surfaces import format_surfaces
    from pantin.formats.geometry.static import lower as lower_geometry

    geometry, findings = lower_geometry(rig, WriteOptions())
    written = from_rig(rig, geometry.posed)
    mesh = "".join(format_surfaces(rig, geometry.posed)).encode() if len(geometry.posed) else None
    document = Document("".join(write_text(written.text)).encode(), written.text, rig, mesh)
    return document, [*findings, *dropped_by_rignet(written)]


def write(document: Document, path: Path, options: WriteOptions) -> None:
    """Both files or none. Raises `FileExistsError` where the OBJ file has other content: a rig finds its mesh
    by name, so the old pair would not be readable while one of the two is replaced."""
    mesh = path.with_name(next(mesh_names(stem_of(path))))
    with files.lock_folder(path):
        if document.mesh is None:
            companions = {}
        elif not exists(mesh):
            companions = {mesh: document.mesh}
        elif mesh.read_bytes() == document.mesh:
            companions = {}
        else:
            message = "the file exists and is not the mesh of this rig: move it, or save elsewhere"
            raise FileExistsError(errno.EEXIST, message, str(mesh))
        files.atomic_write(path, [document.data], companions)
