"""Differences of surfaces at rest: positions, triangles, lines and points, and attributes of vertices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.operations.comparison.difference import Change
from pantin.operations.comparison.vertex_matching import VertexMatching
from pantin.operations.comparison.vertices import VertexRange, VertexTable
from pantin.rig import Doubles, Indices, Material
from pantin.rig.elements import line_segments, points

TOLERANCES = {"normals": 1e-2, "tangents": 1e-2, "colours": 2e-3, "texture coordinates": 1e-4}
"""Tolerances: for normals and tangents, which are often stored in eight bits and rounded differently by
decoders; for colours, half an eight-bit step; for texture coordinates, a tenth of a pixel."""

OTHER_TOLERANCE = 1e-5
"""Tolerance for application-specific attributes, relative to their largest value."""


def compare_geometry(
    a: VertexTable, b: VertexTable, matched: VertexMatching, tolerance: float
) -> Iterator[Change]:
    """Compare vertices, their connections and their attributes, at rest."""
    for table, lost, which in ((a, matched.lost_a, "first"), (b, matched.lost_b, "second")):
        for part in table.parts:
            missing = int(lost[part.vertices].sum())
            if missing:
                message = f"{missing} of {len(part.surface.positions)} vertices are only in the {which} file"
                yield Change("geometry", table.name(part), message)
    mine, theirs = matched.couples
    gaps = np.nan_to_num(np.linalg.norm(a.rest[mine] - b.rest[theirs], axis=1), nan=np.inf)
    attributes = attribute_arrays(a), attribute_arrays(b)
    for part in a.parts:
        own = slice(*np.searchsorted(mine, (part.vertices.start, part.vertices.stop)))
        far = np.flatnonzero(gaps[own] > tolerance)
        if len(far):
            worst = own.start + int(np.argmax(gaps[own]))
            message = f"{count(len(far), 'vertex', 'vertices')} moved at rest, "
            message += f"vertex {mine[worst] - part.first} by {gaps[worst]:g}"
            yield Change("geometry", a.name(part), message, float(gaps[worst]))
        needed = used_attributes(a.material(part)).union(
            *(used_attributes(b.material(other)) for other in b.owners(theirs[own]))
        )
        for what in _changed_attributes(attributes, needed, (mine[own], theirs[own])):
            yield Change("geometry", a.name(part), what)
    if matched.loose_a and not matched.lost_a.any() and not matched.lost_b.any():
        yield from _connections(a, b, matched)


def count(number: int, noun: str, plural: str) -> str:
    """`1 vertex`, `2 vertices`."""
    return f"{number} {noun if number == 1 else plural}"


def _connections(a: VertexTable, b: VertexTable, matched: VertexMatching) -> Iterator[Change]:
    """Triangles, lines, points and simplexes of surfaces that were matched vertex by vertex. Vertices at one
    place count as one."""
    _, point_of = np.unique(a.rest, axis=0, return_inverse=True)
    point_of = point_of.reshape(-1)
    mine = _elements(matched.loose_a, point_of)
    theirs = _elements(matched.loose_b, point_of[matched.backward])
    where = ", ".join(a.name(part) for part in matched.loose_a[:2])
    for corners, (noun, plural) in ELEMENTS.items():
        for own, other, which in (
            (mine[corners], theirs[corners], "first"),
            (theirs[corners], mine[corners], "second"),
        ):
            only = len(own - other)
            if only:
                verb = "is" if only == 1 else "are"
                yield Change(
                    "geometry", where, f"{count(only, noun, plural)} {verb} only in the {which} file"
                )


ELEMENTS = {
    1: ("point", "points"),
    2: ("line", "lines"),
    3: ("triangle", "triangles"),
    4: ("simplex", "simplexes"),
}
"""The elements by their number of corners; simplexes may have more."""


def _elements(parts: tuple[VertexRange, ...], point_of: Indices) -> dict[int, set[bytes]]:
    """The elements of these surfaces by their number of corners, as bytes that are independent of the first
    corner."""
    by_corners: dict[int, set[bytes]] = {corners: set() for corners in ELEMENTS}
    for part in parts:
        surface = part.surface
        simplexes = None if surface.topology is None else surface.topology.simplexes
        rows: list[NDArray[Any]] = [points(surface)[:, None], line_segments(surface), surface.triangles]
        if simplexes is not None and simplexes.shape[1] > 3:
            rows = [simplexes]
        for elements in rows:
            corners = point_of[elements.astype(np.int64) + part.first]
            if corners.shape[1] == 3:  # the winding of a triangle counts
                start = np.argmin(corners, axis=1)[:, None]
                corners = np.take_along_axis(corners, (start + np.arange(3)) % 3, axis=1)
                corners = corners[(corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2])]
            else:
                corners = np.sort(corners, axis=1)
            by_corners[min(corners.shape[1], 4)].update(
                row.tobytes() for row in np.ascontiguousarray(corners)
            )
    return by_corners


def _changed_attributes(
    arrays: tuple[dict[str, Doubles], dict[str, Doubles]], needed: set[str], vertices: tuple[Indices, Indices]
) -> Iterator[str]:
    """Differences of the attributes with a visible effect; others may be removed without being reported."""
    names = arrays[0].keys() | arrays[1].keys()
    for name in sorted(name for name in names if name in needed or name.startswith("_")):
        values = [
            own[name][rows] if name in own else np.full((len(rows), 1), np.nan)
            for own, rows in zip(arrays, vertices, strict=True)
        ]
        absent = [np.isnan(rows).all(axis=1) for rows in values]
        if (absent[0] != absent[1]).any():
            yield f"has {describe_attribute(name)} in one file only"
            continue
        width = min(rows.shape[1] for rows in values)
        gaps = np.abs(values[0][:, :width] - values[1][:, :width]).max(axis=1, initial=0.0)
        changed = int((~((gaps <= attribute_tolerance(name, values[0])) | absent[0])).sum())
        if changed:
            many = count(changed, "vertex", "vertices")
            yield f"{describe_attribute(name)} of {many} differ by up to {np.nanmax(gaps):g}"


def describe_attribute(name: str) -> str:
    return f"attribute {name}" if name.startswith("_") else name


def attribute_tolerance(name: str, values: Doubles) -> float:
    """The tolerance for the values of an attribute."""
    if name.startswith("_"):
        largest = np.nan_to_num(np.abs(values), nan=0.0, posinf=0.0).max(initial=0.0)
        return OTHER_TOLERANCE * float(largest)
    return TOLERANCES[name.rstrip(" 0123456789")]


def used_attributes(material: Material | None) -> set[str]:
    """The attributes that change how a surface with this material looks."""
    needed = {"colours 0"}
    if material is None or not material.unlit:
        needed.add("normals")
    uses = {} if material is None else material.texture_uses()
    if not NEED_TANGENTS.isdisjoint(uses):
        needed.add("tangents")
    return needed | {f"texture coordinates {use.texcoord_set}" for use in uses.values()}


NEED_TANGENTS = frozenset({"normal_texture", "clearcoat.normal_texture", "anisotropy.texture"})
"""Textures that store directions."""


def attribute_arrays(table: VertexTable) -> dict[str, Doubles]:
    """Each attribute of all vertices by name, (V, width); NaN where a surface does not have it. Names of
    application-specific attributes begin with an underscore. Normals and tangents are those of the rest pose
    in the world, as positions are: a file may store its meshes in other axes."""
    by_name: dict[str, Doubles] = {}
    for part, (normals, tangents) in zip(table.parts, table.rest_directions(), strict=True):
        surface = part.surface
        arrays: dict[str, NDArray[Any] | None] = {"normals": normals, "tangents": tangents}
        arrays |= {f"texture coordinates {index}": values for index, values in enumerate(surface.texcoords)}
        arrays |= {f"colours {index}": _with_alpha(values) for index, values in enumerate(surface.colors)}
        arrays |= {f"_{name.lstrip('_')}": values for name, values in (surface.attributes or {}).items()}
        for name, values in arrays.items():
            if values is None:
                continue
            flat = np.asarray(values, np.float64).reshape(len(values), -1)
            rows = by_name.setdefault(name, np.full((len(table.rest), flat.shape[1]), np.nan))
            width = min(rows.shape[1], flat.shape[1])
            rows[part.vertices, :width] = flat[:, :width]
    return by_name


def _with_alpha(colors: NDArray[Any]) -> NDArray[Any]:
    if colors.shape[1] != 3:
        return colors
    return np.column_stack([colors, np.ones(len(colors))])
