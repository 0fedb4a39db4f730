"""Surfaces: the vertices of the mesh with the elements between them, and the values bound to those."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from pantin.errors import Unsupported
from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.geometry import Geometry, read_geometry
from pantin.formats.g4mf.lift.bound import bound_values
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import Mesh, objects
from pantin.formats.g4mf.model import Surface as Given
from pantin.formats.g4mf.ranges import Attribute, Range, Ranges
from pantin.rig import BlendShape, Deltas, Mode, Surface
from pantin.rig.topology import Cells, ElementAttribute, Topology

Shapes = dict[str, list[Deltas | None]]


def surfaces(
    source: Source, mesh: Mesh, positions: NDArray[Any], moved: list[Deltas | None]
) -> tuple[Surface, ...]:
    """The surfaces of a mesh. All have all of its vertices, numbered as in the file."""
    listed = zip(mesh.surfaces, _shapes(source, mesh), strict=True)
    return tuple(_surface(source, one, shapes, positions, moved) for one, shapes in listed)


def _surface(
    source: Source, given: Given, shapes: Shapes, positions: NDArray[Any], moved: list[Deltas | None]
) -> Surface:
    geometry, faults = read_geometry(source.document, given, len(positions))
    for fault in faults:
        source.leave_out(given.place, "a part of a surface", fault)
    normals = _bound(source, given, geometry, shapes, ("normal", "topologyNormal"), source.dimension)
    texcoords = _bound(source, given, geometry, shapes, ("textureMap", "topologyTextureMap"), None)
    indices, mode = _drawn(geometry, source.dimension)
    whole = [_per_vertex(one, len(positions)) for one in (*normals[:1], *texcoords[:1])]
    normal = whole[0] if normals else None
    texture = whole[-1] if texcoords else None
    return Surface(
        positions,
        None if normal is None else normal[0].astype(positions.dtype, copy=False),
        texcoords=() if texture is None else (texture[0],),
        indices=indices,
        mode=mode,
        material=_material(source, given),
        blend_shapes=tuple(
            BlendShape(
                delta,
                None if normal is None else normal[1][at],
                texcoords=() if texture is None else (texture[1][at],),
            )
            for at, delta in enumerate(moved)
        ),
        topology=Topology(geometry.simplexes, geometry.edges, normals, texcoords, _cells(geometry)),
    )


def _cells(geometry: Geometry) -> tuple[Cells, ...]:
    return tuple(tuple(tuple(parts) for parts in tier) for tier in geometry.tiers)


def _material(source: Source, given: Given) -> int | None:
    count = len(objects(source.document.tree, "materials"))
    return given.material if given.material is not None and given.material < count else None


def _drawn(geometry: Geometry, dimension: int) -> tuple[NDArray[np.int64] | None, Mode]:
    """How a surface is drawn where triangles are: its simplexes in 2D and 3D, or fans of its faces; else its
    edges or points."""
    if dimension <= 3:
        if geometry.simplexes is not None and geometry.simplexes.shape[1] == 3:
            return geometry.simplexes.reshape(-1), "triangles"
        if geometry.tiers and geometry.simplexes is None:
            fans = [
                (one[0], one[at], one[at + 1]) for one in geometry.corners(2) for at in range(1, len(one) - 1)
            ]
            return np.array(fans, np.int64).reshape(-1), "triangles"
    if geometry.edges is not None:
        return geometry.edges.reshape(-1), "lines"
    return None, "points"


def _shapes(source: Source, mesh: Mesh) -> list[Shapes]:
    """For each surface and attribute, the differences that every blend shape adds to the values there."""
    shapes = mesh.blend.shapes if mesh.blend else ()
    found: list[Shapes] = [
        {attribute: [None] * len(shapes) for attribute in get_args(Attribute)} for _ in mesh.surfaces
    ]
    ranges = Ranges(source.document, mesh)
    for at, shape in enumerate(shapes):
        for attribute in get_args(Attribute):
            for one in ranges.of(shape, attribute):
                if one.binding is not None:
                    found[one.surface][attribute][at] = _deltas(source, one)
    return found


def _deltas(source: Source, aimed: Range) -> Deltas | None:
    """What a target adds to the values of one surface."""
    try:
        rows = source.array(aimed.target.indices)
        offsets = source.reals(aimed.target.offsets)
        if rows.dtype.kind not in "iu" or rows.shape[1] != 1 or len(rows) != len(offsets):
            raise AccessorFault("it has not as many offsets as indices")
    except (AccessorFault, Unsupported) as fault:
        source.leave_out(aimed.target.place, "a blend target", fault)
        return None
    own = rows[:, 0].astype(np.int64) - aimed.start
    inside = (own >= 0) & (own < aimed.count)
    return Deltas(offsets[inside], own[inside])


def _bound(
    source: Source,
    given: Given,
    geometry: Geometry,
    shapes: Shapes,
    attributes: tuple[str, str],
    size: int | None,
) -> tuple[ElementAttribute, ...]:
    """Everything that is bound of one kind: today's binding, and the older one to corners of cells."""
    normal = attributes[0] == "normal"
    pairs = (
        (given.normals if normal else given.texture_map, attributes[0]),
        (given.cell_normals if normal else given.cell_texture_map, attributes[1]),
    )
    made: list[ElementAttribute] = []
    for binding, attribute in pairs:
        if binding is None:
            continue
        try:
            values = source.reals(binding.values, size)
            made += bound_values(source, binding, geometry, values, shapes.get(attribute, []))
        except (AccessorFault, Unsupported) as fault:
            source.leave_out(binding.place, "a binding", fault)
    return tuple(made)


def _per_vertex(bound: ElementAttribute, vertices: int) -> tuple[NDArray[Any], list[Deltas | None]] | None:
    """The values as one for each vertex, with their differences; None where a vertex has several, or none."""
    if len(bound.vertices) != len(bound.value_indices):
        return None
    own = np.full(vertices, -1, np.int64)
    own[bound.vertices] = bound.value_indices
    if (own < 0).any() or not np.array_equal(own[bound.vertices], bound.value_indices):
        return None
    moved: list[Deltas | None] = []
    for one in bound.blend_deltas:
        if one is None or one.indices is None:
            moved.append(None)
            continue
        whole = np.zeros(bound.values.shape)
        np.add.at(whole, one.indices, one.values)
        moved.append(Deltas(whole[own]))
    return bound.values[own], moved
