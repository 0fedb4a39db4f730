"""OFF files as documents, and polytopes as rigs with one mesh."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pantin.base import files
from pantin.base.errors import BadFile, LimitExceeded
from pantin.base.records import Record, replace
from pantin.formats.format import Lifted, WriteOptions
from pantin.formats.off.errors import OffError
from pantin.formats.off.read import read_with_colours
from pantin.formats.posed_surface import Posed
from pantin.operations.shapes.balls import simplex_elements
from pantin.operations.shapes.polytope import Polytope
from pantin.report import Finding, Report, rule
from pantin.rig import Doubles, Rig, Surface
from pantin.rig.triangulation import Lists, boundary, face_loop

if TYPE_CHECKING:
    from pantin.base.files import Resolver
    from pantin.base.limits import Limits

SUFFIX = re.compile(r"\.(n|[0-9]{0,2})off", re.IGNORECASE)
OPENING = re.compile(rb"(?:[ \t\r\n]|#[^\r\n]*[\r\n])*(?:n|[0-9]{0,2})OFF(?:[ \t\r\n#]|\Z)")


class Document(Record, eq=False):
    """The bytes of the file, with comments and colours, and the polytope; `coloured` of its elements have a
    colour."""

    data: bytes
    polytope: Polytope
    coloured: int = 0
    name: str = "Polytope"
    kind: str = "off"


def is_off(start: bytes, suffix: str) -> bool:
    """Whether a file is OFF: by its suffix (.off, .4off, .noff), or by its first word."""
    return SUFFIX.fullmatch(suffix) is not None or OPENING.match(start) is not None


@rule("OFF-TEXT", "error", "{what}")
def not_off(error: OffError) -> Iterator[Finding]:
    """Invalid OFF file.

    What: The file must hold a header, counts, vertices, faces, and in more than 3 dimensions cells.
    Why: After a number that is missing or malformed, the rest of the file cannot be interpreted.
    Fix: Correct the line that the message names.
    Source: the OFF format of Geomview, and its generalisation to cells by Stella4D.
    """
    yield replace(not_off.at(what=str(error)), line=error.line)


def sniff(start: bytes, name: str) -> bool:
    return is_off(start, Path(name).suffix)


def read(source: Path | bytes, *, name: str, limits: Limits, resolver: Resolver) -> Document:
    """Raises `BadFile` for a file that is not valid OFF, `OSError` and `LimitExceeded`."""
    data = source if isinstance(source, bytes) else bytes(files.read(source, limits.file_bytes))
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"the file has more than {limits.file_bytes:,} bytes")
    try:
        return Document(data, *read_with_colours(data), name=Path(name).stem or "Polytope")
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
    polytope = make_polytope(rig, geometry.posed)
    return Document(b"".join(line.encode() for line in write_lines(polytope)), polytope), findings


def make_polytope(rig: Rig, posed: Sequence[Posed]) -> Polytope:
    """Posed surfaces of a rig as one polytope: with their cells if all have them, else with their simplexes
    as cells. Points and lines are dropped."""
    pairs = [(rig.meshes[part.mesh].surfaces[part.surface], part) for part in posed]
    tiers = [_list_elements(surface, rig.dimension, bool(part.mirrored)) for surface, part in pairs]
    complete = [own for own in tiers if own is not None]
    if pairs and len(complete) == len(tiers):
        return _join([part.positions.astype(np.float64) for part in posed], complete)
    return _from_simplexes(rig.dimension, pairs)


def _list_elements(surface: Surface, dimension: int, mirrored: bool) -> list[Lists] | None:
    """The elements of a surface as OFF lists them, up to its facets; None where some are missing. Faces of a
    mirrored surface run the other way."""
    topology = surface.topology
    needed = max(dimension - 2, 1)
    if topology is None or topology.edges is None or len(topology.cells) < needed:
        return None
    edges = topology.edges.tolist()
    loops = [face_loop([edges[part] for part in face]) for face in topology.cells[0]]
    if None in loops:
        return None
    upper = [[list(parts) for parts in tier] for tier in topology.cells[1:needed]]
    return [[face[::-1] if mirrored else face for face in loops if face is not None], *upper]


def _join(points: list[Doubles], tiers: list[list[Lists]]) -> Polytope:
    """Several polytopes as one, their indices shifted to where their own parts begin."""
    elements: list[Lists] = [[] for _ in tiers[0]]
    vertices = 0
    for positions, own_tiers in zip(points, tiers, strict=True):
        starts = [vertices, *map(len, elements)]
        for level, lists in enumerate(own_tiers):
            elements[level] += [[part + starts[level] for part in row] for row in lists]
        vertices += len(positions)
    return Polytope(np.concatenate(points), tuple(elements))


def _from_simplexes(dimension: int, pairs: list[tuple[Surface, Posed]]) -> Polytope:
    rows, start = [], 0
    for surface, posed in pairs:
        simplexes = boundary(surface)
        if simplexes is None and dimension <= 3:
            simplexes = surface.triangles
        if simplexes is not None:
            rows.append((simplexes[:, ::-1] if posed.mirrored else simplexes) + start)
        start += len(posed.positions)
    parts = [posed.positions.astype(np.float64) for _, posed in pairs]
    vertices = np.concatenate(parts) if parts else np.zeros((0, dimension))
    simplexes = np.concatenate(rows) if rows else np.zeros((0, max(dimension, 3)), np.int64)
    used, indices = np.unique(simplexes, return_inverse=True)
    return Polytope(vertices[used], tuple(simplex_elements(indices.reshape(simplexes.shape))))


def write_lines(polytope: Polytope) -> Iterator[str]:
    """The lines of the file, numbers with 17 digits so that doubles survive. The header is `OFF` in 3D, else
    it starts with the dimension."""
    size = polytope.dimension
    yield "OFF\n" if size == 3 else f"{size}OFF\n"
    faces = polytope.elements[0] if polytope.elements else []
    counts = [len(polytope.vertices), len(faces)]
    if size > 2:
        counts.append(len(polytope.edges()))
        counts += [len(tier) for tier in polytope.elements[1:]]
    yield " ".join(map(str, counts)) + "\n"
    for vertex in polytope.vertices.tolist():
        yield " ".join(repr(coordinate) for coordinate in vertex) + "\n"
    for tier in polytope.elements:
        for row in tier:
            yield " ".join(map(str, [len(row), *row])) + "\n"
