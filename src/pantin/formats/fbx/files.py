"""Read, lift and write FBX files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base import files
from pantin.formats.fbx import document as documents
from pantin.formats.fbx.binary import MAGIC
from pantin.formats.fbx.document import Document
from pantin.formats.fbx.losses import losses
from pantin.formats.fbx.losses import not_carried as unread_parts
from pantin.formats.fbx.reading import reading_of
from pantin.formats.format import Lifted
from pantin.formats.registry import stem_of

if TYPE_CHECKING:
    from pantin.base.files import Resolver
    from pantin.base.limits import Limits
    from pantin.formats.format import WriteOptions
    from pantin.report import Finding


def sniff(start: bytes, name: str) -> bool:
    return start.startswith(MAGIC[:18]) or documents.is_text(start)


def read(source: Path | bytes, *, name: str, limits: Limits, resolver: Resolver) -> Document:
    return documents.read(source, stem_of(name), limits, resolver)


def lift(document: Document) -> Lifted:
    """The rig, and findings on the parts of the file that it lacks."""
    reading = reading_of(document)
    return Lifted(reading.rig, lambda: losses(reading))


def not_carried(document: Document) -> Iterator[tuple[str, int, str]]:
    return unread_parts(reading_of(document))


def companions(document: Document | None, path: Path) -> Iterable[Path]:
    """The images beside a file."""
    if document is None or document.content is None:
        return
    for name in reading_of(document).reader.textures.file_names:
        yield path.parent / name


def about(document: Document) -> dict[str, Any]:
    """The version, and the program that wrote the file."""
    form = "text" if document.is_text else "binary"
    creator = next((str(node.value()) for node in document.roots if node.name == "Creator"), "")
    return {"generator": f"{creator} (FBX {document.version / 1000:.1f} {form})".strip()}


def write(document: Document, path: Path, options: WriteOptions) -> list[Finding]:
    """Copy an unchanged file with the images it refers to; write a new one with its images beside it."""
    images = dict(document.images)
    folder = document.resolver.folder if document.resolver is not None else None
    if folder is not None and folder.absolute() != path.absolute().parent and document.content is not None:
        for name in reading_of(document).reader.textures.file_names:
            images[name] = (folder / name).read_bytes()
    missing = {path.parent / name: data for name, data in images.items()}
    for other, data in list(missing.items()):
        files.tell_target(other)
        if other.exists() and other.read_bytes() == data:
            del missing[other]
        elif other.exists():
            raise FileExistsError(
                f"{other} exists and does not belong to this file: move it, or save elsewhere"
            )
    files.atomic_write(path, [document.data], missing)
    return []
