"""OFF files as documents, and polytopes as rigs with one mesh."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.errors import BadFile
from pantin.base.records import replace
from pantin.formats.format import Lifted, WriteOptions
from pantin.formats.off.document import Document, is_off
from pantin.formats.off.document import read as read_document
from pantin.formats.off.errors import OffError
from pantin.formats.off.rigs import from_rig
from pantin.formats.off.write import lines
from pantin.report import Finding, Report, rule

if TYPE_CHECKING:
    from pantin.base.files import Resolver
    from pantin.base.limits import Limits
    from pantin.rig import Rig


@rule("OFF-TEXT", "error", "{what}")
def not_off(error: OffError) -> Iterator[Finding]:
    """Invalid OFF file.

    What: the file must hold a header, counts, vertices, faces, and in more than 3 dimensions cells.
    Why: after a number that is missing or malformed, the rest of the file cannot be interpreted.
    Fix: correct the line that the message names.
    Source: the OFF format of Geomview, and its generalisation to cells by Stella4D.
    """
    yield replace(not_off.at(what=str(error)), line=error.line)


def sniff(start: bytes, name: str) -> bool:
    return is_off(start, Path(name).suffix)


def read(source: Path | bytes, *, name: str, limits: Limits, resolver: Resolver) -> Document:
    """Raises `BadFile` for a file that is not valid OFF."""
    try:
        return replace(read_document(source, limits=limits), name=Path(name).stem or "Polytope")
    except OffError as error:
        raise BadFile(Report(name, "off", tuple(not_off(error)))) from None


def lift(document: Document) -> Lifted:
    return Lifted(document.polytope.rig(document.name), ())


def not_carried(document: Document) -> list[tuple[str, int, str]]:
    """The colours of faces and cells, which rigs store per vertex or as materials."""
    coloured = document.coloured
    return [("colours of faces and cells", coloured, "")] if coloured else []


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """The default scene at rest, or in the pose of the options."""
    from pantin.formats.geometry.static import lower

    geometry, findings = lower(rig, options)
    polytope = from_rig(rig, geometry.posed)
    return Document(b"".join(line.encode() for line in lines(polytope)), polytope), findings
