"""USD files: stages of usd-core, read in a separate process, and written with their companion files."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base import files
from pantin.base.errors import BadFile, Unsuitable, WrongDimension
from pantin.base.files import exists
from pantin.formats.format import Lifted, WriteOptions
from pantin.formats.registry import stem_of, suffix_of
from pantin.formats.usd import file_rules, worker
from pantin.formats.usd.containers import CRATE, EITHER, PACKAGE, TEXT, kind_of
from pantin.formats.usd.damage import Unopened
from pantin.formats.usd.document import Document
from pantin.formats.usd.document import read as read_document
from pantin.formats.usd.worker import Crashed
from pantin.report import Finding, Report, rule
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.base.files import Resolver
    from pantin.base.limits import Limits
    from pantin.rig import Rig


@rule("LOSS-USD_REFERENCE", "warning", "did not copy {count} outside the folder of the source: {first}")
def left_references(document: Document) -> Iterator[Finding]:
    """Referenced file is outside the folder and is not copied.

    What: A USD file that refers to files outside its folder is saved in another folder.
    Why: The copy refers to files that may not be there.
    Fix: Save it in the folder of the source, or collect its files with `usdzip` of OpenUSD first.
    Source: docs/usd.md.
    """
    outside = document.reading.outside if document.reading is not None else ()
    if outside:
        yield left_references.at(count=counted(len(outside), "referenced file"), first=outside[0])


def sniff(start: bytes, name: str) -> bool:
    """Recognise USD by content. Packages are zip archives with a layer as first file."""
    kind = kind_of(start)
    return kind in (TEXT, CRATE) or (kind == PACKAGE and _FIRST_LAYER.match(start) is not None)


_FIRST_LAYER = re.compile(rb"PK\x03\x04.{26}[^\0]*?\.usd[ac]?", re.DOTALL)
"""The header of a file in a zip archive: 30 bytes, then its name."""


def read(
    source: Path | bytes,
    *,
    name: str,
    limits: Limits,
    resolver: Resolver,
    variants: Mapping[str, str] | None = None,
) -> Document:
    """Read a file. Raises `BadFile` for a file that usd-core cannot open, and `ValueError` for a missing
    variant."""
    try:
        return read_document(source, limits=limits, resolver=resolver, variants=variants)
    except Unopened as error:
        findings = tuple(file_rules.unreadable(error))
    except Crashed as error:
        findings = tuple(file_rules.crashed(str(error)))
    raise BadFile(Report(name, suffix_of(name).removeprefix(".") or "usd", findings)) from None


def lift(document: Document) -> Lifted:
    return Lifted(document.rig, document.reading.dropped if document.reading else ())


def check(document: Document) -> tuple[Finding, ...]:
    return document.reading.findings if document.reading else ()


def not_carried(document: Document) -> tuple[tuple[str, int, str], ...]:
    """The prims and properties that the rig lacks."""
    return document.reading.unread if document.reading else ()


def companions(document: Document | None, path: Path) -> Iterator[Path]:
    """The layers and images that a document refers to."""
    if document is not None and document.reading is not None:
        yield from (path.parent / name for name in document.reading.files)


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """A new stage with all parts of a rig that USD can store."""
    from pantin.formats.usd.lower.new_document import lower_rig

    if rig.dimension != 3:
        raise WrongDimension(f"USD files have 3 dimensions, not {rig.dimension}")
    return lower_rig(rig, options.name)


def write(document: Document, path: Path, options: WriteOptions) -> list[Finding]:
    """Write a document. An unchanged file is copied with the files it refers to; another container gets the
    same layer."""
    target = suffix_of(path).removeprefix(".")
    if document.reading is None:
        _write_new(document, path, target)
        return []
    target = document.kind if target == EITHER else target
    data, others = document.data, dict[str, bytes]()
    if target != document.kind:
        try:
            data, others = worker.repack(document.path, document.data, f".{document.kind}", f".{target}")
        except (Unopened, Crashed) as error:
            raise Unsuitable(str(error)) from None
    moved = document.path is None or document.path.parent != path.absolute().parent
    if document.path is not None and moved and target != PACKAGE:
        others |= {name: (document.path.parent / name).read_bytes() for name in document.reading.files}
    _write_all(path, data, others)
    return list(left_references(document)) if moved else []


def _write_new(document: Document, path: Path, target: str) -> None:
    """Write a new document, with its images in a folder named after it, or in the package."""
    from pxr import Sdf, UsdUtils

    from pantin.formats.usd.lower.materials import FOLDER
    from pantin.formats.usd.repack import make_package

    with tempfile.TemporaryDirectory(prefix="pantin-") as folder:
        source = Path(folder) / f"source.{CRATE}"
        source.write_bytes(document.data)
        layer = Sdf.Layer.OpenAsAnonymous(str(source))
        new_file = Path(folder) / f"made.{target}"
        if target == PACKAGE:
            files.atomic_write(path, [make_package(layer, dict(document.textures), new_file, "model")])
            return
        beside = f"{stem_of(path)}_{FOLDER}"
        if document.textures:
            files.check_name(beside)
        names = {
            name: _free_name(path.parent, name.replace(f"{FOLDER}/", f"{beside}/", 1), data)
            for name, data in document.textures.items()
        }
        if names:
            UsdUtils.ModifyAssetPaths(layer, lambda name: names.get(name, name))
        layer.Export(str(new_file))
        _write_all(
            path, new_file.read_bytes(), {names[name]: data for name, data in document.textures.items()}
        )


def _free_name(folder: Path, name: str, data: bytes) -> str:
    """The name of an image, with digits of its hash if another image has that name."""
    other = folder / name
    if not exists(other) or other.read_bytes() == data:
        return name
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{sha256(data).hexdigest()[:8]}.{suffix}"


def _write_all(path: Path, data: bytes, others: Mapping[str, bytes]) -> None:
    """Write all files or none. Raises `FileExistsError` if another file has a needed name."""
    missing = {path.parent / name: content for name, content in others.items()}
    for other, content in list(missing.items()):
        if exists(other) and other.read_bytes() == content:
            del missing[other]
        elif exists(other):
            raise FileExistsError(
                f"{other} exists and does not belong to this file: move it, or save elsewhere"
            )
    files.atomic_write(path, [data], missing)
