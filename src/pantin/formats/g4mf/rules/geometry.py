"""Rules about the geometry of surfaces: lists of cells, their number and orientation, seams."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.base.errors import PantinError
from pantin.formats.g4mf.geometry import Geometry, GeometryFault, Lists, read_geometry, split_lists
from pantin.formats.g4mf.model import Surface
from pantin.formats.g4mf.naming import first_of
from pantin.formats.g4mf.rules.members import member_rule
from pantin.formats.g4mf.rules.mesh import surfaces
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import counted


def _tiers(surface: Surface) -> Iterator[tuple[int, int]]:
    return ((tier, accessor) for tier, accessor in enumerate(surface.geometry) if accessor is not None)


geometry_not_unsigned = member_rule(
    "G4MF-MESH-011",
    """Geometry or seams are not unsigned integers.

    What: The accessors of `geometry` and `seams` have an unsigned integer type and a `vectorSize` of 1.
    Why: They hold counts and indices.
    Fix: Store them as uint8, uint16 or uint32.
    Source: G4MF mesh, geometry.
    """,
)


@rule("G4MF-MESH-012", "error", "geometry tier {tier} of {surface}: {fault}")
def geometry_contradicts_itself(scope: Scope) -> Iterator[Finding]:
    """Geometry contradicts itself.

    What: Each element of a geometry tier is a count followed by that many indices of elements one dimension
    lower: faces list edges, cells list faces.
    Why: A wrong count shifts all elements after it, and a wrong index refers to nothing.
    Fix: Export the geometry again.
    Source: G4MF mesh, geometry.
    """
    for _, surface in surfaces(scope):
        count_below = scope.element_count(surface.edges)
        for tier, accessor in _tiers(surface):
            array = scope.array(accessor)
            if array is None or array.dtype.kind not in "iu" or array.shape[1] != 1:
                break
            try:
                count_below = len(split_lists(array[:, 0], count_below, tier))
            except GeometryFault as fault:
                yield geometry_contradicts_itself.at(
                    f"{surface.pointer}/geometry/{tier}",
                    tier=tier,
                    surface=scope.describe(surface.pointer),
                    fault=fault,
                )
                break


@rule(
    "G4MF-MESH-013",
    "warning",
    "{surface} has {tiers} of geometry; expected {least} (boundary cells) or {most} (filled)",
)
def geometry_tiers_wrong(scope: Scope) -> Iterator[Finding]:
    """Geometry has the wrong number of tiers.

    What: `geometry` has N − 2 entries in N dimensions, up to the cells of the boundary, or N − 1 with the
    filled inside.
    Why: With fewer entries the surface does not close.
    Fix: Add the missing entries.
    Source: G4MF mesh, geometry.
    """
    least = max(scope.dimension - 2, 0)
    for _, surface in surfaces(scope):
        if surface.geometry and len(surface.geometry) not in (least, least + 1):
            yield geometry_tiers_wrong.at(
                f"{surface.pointer}/geometry",
                surface=scope.describe(surface.pointer),
                tiers=counted(len(surface.geometry), "tier"),
                least=least,
                most=least + 1,
            )


def _readable_geometry(scope: Scope) -> Iterator[tuple[Surface, Geometry]]:
    """The geometry of surfaces that can be read completely."""
    for mesh, surface in surfaces(scope):
        if not surface.geometry and surface.seams is None:
            continue
        try:
            geometry, faults = read_geometry(scope.document, surface, scope.element_count(mesh.vertices))
        except PantinError:
            continue
        if not faults:
            yield surface, geometry


@rule("G4MF-MESH-014", "error", "seam {index} of {surface} is {value}{fault}")
def seams_invalid(scope: Scope) -> Iterator[Finding]:
    """Seams are not sorted, or refer to nothing.

    What: `seams` holds indices of elements of dimension N − 2, in ascending order, each once.
    Why: Readers search this list, which only works if it is sorted.
    Fix: Sort the seams, and remove duplicates and indices that do not exist.
    Source: G4MF mesh, seams.
    """
    for surface, geometry in _readable_geometry(scope):
        seams = scope.array(surface.seams)
        if seams is None or seams.dtype.kind not in "iu" or seams.shape[1] != 1:
            continue
        row = seams[:, 0].tolist()
        count = geometry.count(max(scope.dimension - 2, 1))
        missing = next((index for index, value in enumerate(row) if value >= count), None)
        unsorted = next((index for index in range(1, len(row)) if row[index] <= row[index - 1]), None)
        if missing is not None:
            index, fault = missing, f", but there are {counted(count, 'element')}"
        elif unsorted is not None:
            index, fault = unsorted, f", after {row[unsorted - 1]}; seams must ascend"
        else:
            continue
        yield seams_invalid.at(
            f"{surface.pointer}/seams",
            index=index,
            surface=scope.describe(surface.pointer),
            value=row[index],
            fault=fault,
        )


def _is_loop(parts: list[int], edges: Lists) -> bool:
    """Whether edges, in order, lead from vertex to vertex around a face."""
    if len(parts) < 3:
        return False
    ends = [set(edges[part]) for part in parts]
    return all(ends[index - 1] & ends[index] for index in range(len(parts)))


@rule(
    "G4MF-MESH-020",
    "warning",
    "the edges of face {face} of {surface} do not form a closed loop in their order",
)
def face_not_loop(scope: Scope) -> Iterator[Finding]:
    """Edges of a face are not in loop order.

    What: The edges of a face are at least three, and each shares a vertex with the next, around the face.
    Why: The order of the edges gives the face its orientation. Otherwise it may be drawn inside out.
    Fix: Reorder the edges.
    Source: G4MF mesh, geometry.
    """
    for surface, geometry in _readable_geometry(scope):
        if not geometry.tiers or geometry.edges is None:
            continue
        edges = geometry.edges.tolist()
        wrong = [face for face, parts in enumerate(geometry.tiers[0]) if not _is_loop(parts, edges)]
        if wrong:
            yield face_not_loop.at(
                f"{surface.pointer}/geometry/0",
                face=first_of(wrong[0], len(wrong)),
                surface=scope.describe(surface.pointer),
            )


@rule(
    "G4MF-MESH-021",
    "warning",
    "the first two facets of cell {cell} (dimension {dimension}) of {surface} share no ridge",
)
def cell_facets_not_joined(scope: Scope) -> Iterator[Finding]:
    """First two facets of a cell share no ridge.

    What: The first two facets that a cell lists have an element one dimension lower in common.
    Why: Together they give the cell its orientation. Otherwise it may be drawn inside out.
    Fix: Reorder the facets.
    Source: G4MF mesh, geometry.
    """
    for surface, geometry in _readable_geometry(scope):
        for tier in range(1, len(geometry.tiers)):
            facets = geometry.tiers[tier - 1]
            wrong = [
                cell
                for cell, parts in enumerate(geometry.tiers[tier])
                if len(parts) > 1 and not set(facets[parts[0]]) & set(facets[parts[1]])
            ]
            if wrong:
                yield cell_facets_not_joined.at(
                    f"{surface.pointer}/geometry/{tier}",
                    cell=first_of(wrong[0], len(wrong)),
                    dimension=tier + 2,
                    surface=scope.describe(surface.pointer),
                )


RULES = (
    geometry_not_unsigned,
    geometry_contradicts_itself,
    geometry_tiers_wrong,
    seams_invalid,
    face_not_loop,
    cell_facets_not_joined,
)
