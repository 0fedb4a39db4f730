"""A rig of RigNet: the bytes of its text and of the OBJ file beside it, and the rig of both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from pantin.base import files
from pantin.base.errors import LimitExceeded
from pantin.base.files import PathError, Resolver, is_file
from pantin.base.limits import Limits
from pantin.base.records import Record
from pantin.formats.geometry.obj_reading import ObjError, ObjMesh, read_obj
from pantin.formats.rignet.rigs import to_rig
from pantin.formats.rignet.text import RigNetError, RigText, read_text
from pantin.rig import Rig


class Document(Record, eq=False):
    """The text, and the mesh with its file name; without a mesh beside it, the skeleton alone."""

    data: bytes
    text: RigText
    rig: Rig
    mesh: bytes | None = None
    mesh_name: str | None = None
    tried: tuple[str, ...] = ()
    kind: str = "rignet"


def read(source: Path | bytes, stem: str, limits: Limits, resolver: Resolver) -> Document:
    """A file, or bytes; `stem` is its name without the suffix. Raises `RigNetError`, `LimitExceeded` and
    `OSError`."""
    data = source if isinstance(source, bytes) else bytes(files.read(source, limits.file_bytes))
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"the file has more than {limits.file_bytes:,} bytes")
    text = read_text(data)
    tried = tuple(mesh_names(stem))
    for mesh_name in tried:
        found = _read_beside(mesh_name, limits, resolver)
        if found is not None:
            rig = to_rig(text, _read_mesh(found, mesh_name), Path(mesh_name).stem)
            return Document(data, text, rig, found, mesh_name)
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
        path = resolver.resolve(quote(name))
        return bytes(files.read_named(path, limits.file_bytes)) if is_file(path) else None
    except PathError:
        return None


def _read_mesh(data: bytes, name: str) -> ObjMesh:
    try:
        return read_obj(data)
    except ObjError as error:
        raise RigNetError(f"{name}:{error.line}: {error}") from None
