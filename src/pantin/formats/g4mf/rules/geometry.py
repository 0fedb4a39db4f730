"""Rules about the geometry of surfaces: counted lists of cells, their number, their orientation, seams."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.errors import PantinError
from pantin.formats.g4mf.accessor import UNSIGNED
from pantin.formats.g4mf.geometry import Geometry, GeometryFault, Lists, counted, read_geometry
from pantin.formats.g4mf.model import Surface
from pantin.formats.g4mf.rules.mesh import surfaces
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more


def _tiers(scope: Scope, surface: Surface) -> Iterator[tuple[int, int]]:
    return ((at, one) for at, one in enumerate(surface.geometry) if one is not None)


@rule(
    "G4MF-MESH-011", "error", "the accessor is {type} with {size} numbers each, not single unsigned integers"
)
def geometry_is_unsigned(scope: Scope) -> Iterator[Finding]:
    """Geometry is stored as single unsigned integers.

    Why: it is counts and indices.
    Mend: store it as uint8, uint16 or uint32.
    Source: G4MF mesh, geometry.
    """
    for _, surface in surfaces(scope):
        listed = [(f"{surface.place}/geometry/{at}", one) for at, one in _tiers(scope, surface)]
        if surface.seams is not None:
            listed.append((f"{surface.place}/seams", surface.seams))
        for place, accessor in listed:
            about = scope.extent(accessor)
            if about is not None and (about.type not in UNSIGNED or about.size != 1):
                yield geometry_is_unsigned.at(place, type=about.type, size=about.size)


@rule("G4MF-MESH-012", "error", "{why}")
def geometry_is_sound(scope: Scope) -> Iterator[Finding]:
    """Each element of the geometry is its count and as many indices of elements one dimension below.

    Why: a count that lies puts everything behind it in the wrong place.
    Mend: write the geometry anew.
    Source: G4MF mesh, geometry.
    """
    for _, surface in surfaces(scope):
        below = scope.count(surface.edges)
        for at, accessor in _tiers(scope, surface):
            array = scope.array(accessor)
            if array is None or array.dtype.kind not in "iu" or array.shape[1] != 1:
                break
            try:
                below = len(counted(array[:, 0], below, at))
            except GeometryFault as fault:
                yield geometry_is_sound.at(f"{surface.place}/geometry/{at}", why=fault)
                break


@rule("G4MF-MESH-013", "warning", "there are {tiers} tiers of geometry; {least} or {most} are expected")
def geometry_is_complete(scope: Scope) -> Iterator[Finding]:
    """Geometry goes up to the cells of the boundary, or to the filled inside.

    Why: with fewer tiers the surface does not close.
    Mend: add the missing tiers.
    Source: G4MF mesh, geometry.
    """
    least = max(scope.dimension - 2, 0)
    for _, surface in surfaces(scope):
        if surface.geometry and len(surface.geometry) not in (least, least + 1):
            yield geometry_is_complete.at(
                f"{surface.place}/geometry", tiers=len(surface.geometry), least=least, most=least + 1
            )


def _geometry(scope: Scope) -> Iterator[tuple[Surface, Geometry]]:
    """The geometry of surfaces that could be read whole."""
    for mesh, surface in surfaces(scope):
        if not surface.geometry and surface.seams is None:
            continue
        try:
            found, faults = read_geometry(scope.document, surface, scope.count(mesh.vertices))
        except PantinError:
            continue
        if not faults:
            yield surface, found


@rule("G4MF-MESH-014", "error", "seam {at} is {value}{why}")
def seams_are_sound(scope: Scope) -> Iterator[Finding]:
    """Seams name cells two dimensions below the space, in ascending order, each once.

    Why: readers search them.
    Mend: sort them.
    Source: G4MF mesh, seams.
    """
    for surface, geometry in _geometry(scope):
        seams = scope.array(surface.seams)
        if seams is None or seams.dtype.kind not in "iu" or seams.shape[1] != 1:
            continue
        row = seams[:, 0].tolist()
        count = geometry.count(max(scope.dimension - 2, 1))
        past = next((at for at, one in enumerate(row) if one >= count), None)
        falls = next((at for at in range(1, len(row)) if row[at] <= row[at - 1]), None)
        place = f"{surface.place}/seams"
        if past is not None:
            yield seams_are_sound.at(place, at=past, value=row[past], why=f"; there are {count}")
        elif falls is not None:
            yield seams_are_sound.at(place, at=falls, value=row[falls], why=f" after {row[falls - 1]}")


def _is_loop(parts: list[int], edges: Lists) -> bool:
    """Whether edges, in order, lead from vertex to vertex round a face."""
    if len(parts) < 3:
        return False
    ends = [set(edges[part]) for part in parts]
    return all(ends[at - 1] & ends[at] for at in range(len(parts)))


@rule("G4MF-MESH-020", "warning", "face {at} is not a loop of edges in order{more}")
def faces_are_loops(scope: Scope) -> Iterator[Finding]:
    """The edges of a face follow each other round it.

    Why: their order gives the face its orientation.
    Mend: reorder the edges.
    Source: G4MF mesh, geometry.
    """
    for surface, geometry in _geometry(scope):
        if not geometry.tiers or geometry.edges is None:
            continue
        edges = geometry.edges.tolist()
        wrong = [at for at, parts in enumerate(geometry.tiers[0]) if not _is_loop(parts, edges)]
        if wrong:
            yield faces_are_loops.at(f"{surface.place}/geometry/0", at=wrong[0], more=and_more(len(wrong)))


@rule("G4MF-MESH-021", "warning", "the first two parts of cell {at} share nothing{more}")
def cells_begin_joined(scope: Scope) -> Iterator[Finding]:
    """The first two facets of a cell share a ridge.

    Why: together they give the cell its orientation.
    Mend: reorder the facets.
    Source: G4MF mesh, geometry.
    """
    for surface, geometry in _geometry(scope):
        for tier in range(1, len(geometry.tiers)):
            below = geometry.tiers[tier - 1]
            wrong = [
                at
                for at, parts in enumerate(geometry.tiers[tier])
                if len(parts) > 1 and not set(below[parts[0]]) & set(below[parts[1]])
            ]
            if wrong:
                yield cells_begin_joined.at(
                    f"{surface.place}/geometry/{tier}", at=wrong[0], more=and_more(len(wrong))
                )


RULES = (
    geometry_is_unsigned,
    geometry_is_sound,
    geometry_is_complete,
    seams_are_sound,
    faces_are_loops,
    cells_begin_joined,
)
