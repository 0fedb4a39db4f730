"""Surfaces: the vertices of the mesh, their elements, and the values bound to these."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import Unsupported
from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.element_counts import count
from pantin.formats.g4mf.geometry import Geometry, read_geometry
from pantin.formats.g4mf.lift.bindings import bound_values
from pantin.formats.g4mf.lift.materials import Materials
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import Binding, Mesh, Target
from pantin.formats.g4mf.model import Surface as RawSurface
from pantin.formats.g4mf.originals import item_extras
from pantin.rig import BlendShape, Deltas, Mode, Surface
from pantin.rig.topology import Cells, ElementAttribute, Topology

AttributeDeltas = dict[str, list[Deltas | None]]


def lift_surfaces(
    source: Source,
    mesh: Mesh,
    positions: NDArray[Any],
    position_deltas: list[Deltas | None],
    materials: Materials,
) -> tuple[Surface, ...]:
    """The surfaces of a mesh. Each has all vertices, numbered as in the file."""
    pairs = zip(mesh.surfaces, _attribute_deltas(source, mesh), strict=True)
    return tuple(
        _lift_surface(source, surface, deltas, positions, position_deltas, materials)
        for surface, deltas in pairs
    )


def _lift_surface(
    source: Source,
    raw_surface: RawSurface,
    deltas: AttributeDeltas,
    positions: NDArray[Any],
    position_deltas: list[Deltas | None],
    materials: Materials,
) -> Surface:
    geometry, faults = read_geometry(source.document, raw_surface, len(positions))
    for fault in faults:
        source.skip(raw_surface.pointer, fault, "a part")
    normals = _lift_binding(source, raw_surface.normals, geometry, deltas["normal"], source.dimension)
    texcoords = _lift_binding(source, raw_surface.texture_map, geometry, deltas["textureMap"], None)
    indices, mode = _draw_mode(geometry, source.dimension)
    per_vertex = [_per_vertex(bound, len(positions)) for bound in (*normals[:1], *texcoords[:1])]
    normal = per_vertex[0] if normals else None
    texture = per_vertex[-1] if texcoords else None
    bound = materials.bound(raw_surface.material)
    maps = [
        _from_material(source, texture_map, geometry, len(positions)) for texture_map in bound.texture_maps
    ]
    if maps and texture is None and texcoords:
        texture = _per_vertex(texcoords[0], len(positions), partly=True)
    colors = _from_material(source, bound.colors, geometry, len(positions))
    return Surface(
        positions,
        None if normal is None else normal[0].astype(positions.dtype, copy=False),
        texcoords=_texture_sets(None if texture is None else texture[0], maps),
        colors=() if colors is None else (colors,),
        indices=indices,
        mode=mode,
        material=materials.number(raw_surface.material),
        blend_shapes=tuple(
            BlendShape(
                delta,
                None if normal is None else normal[1][shape],
                texcoords=() if texture is None else (texture[1][shape],),
            )
            for shape, delta in enumerate(position_deltas)
        ),
        extras=item_extras(raw_surface),
        topology=Topology(geometry.simplexes, geometry.edges, normals, texcoords, _cells(geometry)),
    )


def _from_material(
    source: Source, binding: Binding | None, geometry: Geometry, vertices: int
) -> NDArray[Any] | None:
    """The values that a material binds to a surface, per vertex."""
    if binding is None:
        return None
    try:
        values = source.reals(binding.values)
        elements = list(bound_values(source, binding, geometry, values, ()))
    except (AccessorFault, Unsupported) as fault:
        source.skip(binding.pointer, fault)
        return None
    at_vertices = _per_vertex(elements[0], vertices, partly=True) if len(elements) == 1 else None
    if at_vertices is None:
        source.skip(binding.pointer, "corners of a vertex have different values", "values of elements")
        return None
    return at_vertices[0]


def _texture_sets(own: NDArray[Any] | None, maps: list[NDArray[Any] | None]) -> tuple[NDArray[Any], ...]:
    """The texture coordinate sets: the surface's, then its material's. Zeros replace a missing set before
    another."""
    if own is None and not any(array is not None for array in maps):
        return ()
    known = next(array for array in (own, *maps) if array is not None)
    return tuple(np.zeros_like(known) if array is None else array for array in (own, *maps))


def _cells(geometry: Geometry) -> tuple[Cells, ...]:
    return tuple(tuple(tuple(parts) for parts in tier) for tier in geometry.tiers)


def _draw_mode(geometry: Geometry, dimension: int) -> tuple[NDArray[np.int64] | None, Mode]:
    """The drawn elements of a surface: its simplexes in 2D and 3D, or fans of its faces; else its edges or
    points."""
    if dimension <= 3:
        if geometry.simplexes is not None and geometry.simplexes.shape[1] == 3:
            return geometry.simplexes.reshape(-1), "triangles"
        if geometry.tiers and geometry.simplexes is None:
            fans = [
                (face[0], face[corner], face[corner + 1])
                for face in geometry.corners(2)
                for corner in range(1, len(face) - 1)
            ]
            return np.array(fans, np.int64).reshape(-1), "triangles"
    if geometry.edges is not None:
        starts, ends = geometry.edges.T
        # An edge from a vertex to itself is a point.
        if len(starts) and np.array_equal(starts, ends):
            return starts, "points"
        return geometry.edges.reshape(-1), "lines"
    return None, "points"


def _attribute_deltas(source: Source, mesh: Mesh) -> list[AttributeDeltas]:
    """For each surface and attribute, the offsets of every blend shape for the values there."""
    shapes = mesh.blend.shapes if mesh.blend else ()
    result: list[AttributeDeltas] = [
        {attribute: [None] * len(shapes) for attribute in ("normal", "textureMap")} for _ in mesh.surfaces
    ]
    for index, shape in enumerate(shapes):
        for part in shape.parts:
            if part.surface is None or part.surface >= len(mesh.surfaces):
                continue
            surface, deltas = mesh.surfaces[part.surface], result[part.surface]
            for attribute, target, binding in (
                ("normal", part.normal, surface.normals),
                ("textureMap", part.texture_map, surface.texture_map),
            ):
                if target is not None and binding is not None:
                    read = _read_deltas(source, target, binding)
                    deltas[attribute][index] = _join(source, target, deltas[attribute][index], read)
    return result


def _join(source: Source, target: Target, first: Deltas | None, second: Deltas | None) -> Deltas | None:
    """Join two targets of a surface: older forms have one for corners and one for cells."""
    if first is None or second is None:
        return second if first is None else first
    if first.values.shape[1] != second.values.shape[1] or first.indices is None or second.indices is None:
        source.skip(target.pointer, "its offsets have another size than those before", "a blend target")
        return first
    values = np.concatenate([first.values, second.values])
    return Deltas(values, np.concatenate([first.indices, second.indices]))


def _read_deltas(source: Source, target: Target, binding: Binding) -> Deltas | None:
    """The offsets of a target for the values of a binding; indices out of range are dropped."""
    try:
        rows = source.array(target.indices)
        offsets = source.reals(target.offsets)
        if rows.dtype.kind not in "iu" or rows.shape[1] != 1 or len(rows) != len(offsets):
            raise AccessorFault("its indices must be single integers, as many as its offsets")
    except (AccessorFault, Unsupported) as fault:
        source.skip(target.pointer, fault)
        return None
    own = rows[:, 0].astype(np.int64)
    inside = (own >= 0) & (own < count(source.document, binding.values))
    return Deltas(offsets[inside], own[inside])


def _lift_binding(
    source: Source,
    binding: Binding | None,
    geometry: Geometry,
    deltas: list[Deltas | None],
    size: int | None,
) -> tuple[ElementAttribute, ...]:
    """The values of a binding, for each kind of element."""
    bound: list[ElementAttribute] = []
    if binding is None:
        return ()
    try:
        bound += bound_values(source, binding, geometry, source.reals(binding.values, size), deltas)
    except (AccessorFault, Unsupported) as fault:
        source.skip(binding.pointer, fault)
    return tuple(bound)


def _per_vertex(
    bound: ElementAttribute, vertices: int, *, partly: bool = False
) -> tuple[NDArray[Any], list[Deltas | None]] | None:
    """One value per vertex, with the offsets of shapes; None if a vertex has several values, or none. With
    `partly`, vertices of other surfaces may have none, and get the first value."""
    if len(bound.vertices) != len(bound.value_indices):
        return None
    own = np.full(vertices, -1, np.int64)
    own[bound.vertices] = bound.value_indices
    if partly:
        own[own < 0] = 0
    if (own < 0).any() or not np.array_equal(own[bound.vertices], bound.value_indices):
        return None
    deltas: list[Deltas | None] = []
    for target in bound.blend_deltas:
        if target is None or target.indices is None:
            deltas.append(None)
            continue
        whole = np.zeros(bound.values.shape)
        np.add.at(whole, target.indices, target.values)
        deltas.append(Deltas(whole[own]))
    return bound.values[own], deltas
