"""Split vertices where their corners have different normals or texture coordinates, for formats that only
store values per vertex."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.operations.edit.rig_parts import RigParts
from pantin.rig import BlendShape, Deltas, Influences, Rig, Surface
from pantin.rig.topology import ElementAttribute

Ints = NDArray[np.int64]


class Corners(Record, eq=False):
    """Values of one kind, and the value of each corner.

    number    of the attribute among those of its kind
    elements  (C,) the element that each corner is, or is a part of
    """

    number: int
    bound: ElementAttribute
    elements: Ints

    @property
    def which(self) -> Ints:
        """(C,) the value of each corner."""
        return np.asarray(self.bound.value_indices[self.elements], np.int64)

    @property
    def is_blended(self) -> bool:
        """Whether blend shapes change the values."""
        return any(deltas is not None for deltas in self.bound.blend_deltas)

    def at(self, corners: Ints) -> NDArray[Any]:
        return np.asarray(self.bound.values[self.which[corners]])

    def deltas(self, shape: int, corners: Ints) -> Deltas | None:
        stored = self.bound.blend_deltas[shape] if shape < len(self.bound.blend_deltas) else None
        return None if stored is None else Deltas(to_dense(stored, self.bound.values)[self.which[corners]])


def split_corners(rig: Rig) -> Rig:
    """The rig with a separate vertex for each differing corner, in surfaces of triangles with normals or
    texture coordinates bound to corners, triangles or vertices. Vertices without a triangle are removed."""
    return _with_surfaces(rig, _split)


def split_blended_corners(rig: Rig) -> Rig:
    """The same, only for surfaces with blend shapes that change values of corners: for formats that store
    values per corner, but differences per vertex."""

    def split(surface: Surface) -> Surface:
        attributes = corner_attributes(surface)
        return (
            _split(surface) if any(each is not None and each.is_blended for each in attributes) else surface
        )

    return _with_surfaces(rig, split)


def unbound_values(surface: Surface) -> tuple[bool, bool]:
    """Whether a surface has normals or texture coordinates of edges, of cells or of only some corners, which
    neither vertices nor corners of triangles can store."""
    topology = surface.topology
    if topology is None:
        return False, False
    normals, texcoords = corner_attributes(surface)
    return (
        bool(topology.normals) and surface.normals is None and normals is None,
        bool(topology.texcoords) and not surface.texcoords and texcoords is None,
    )


def reserve_vertex_attributes(rig: Rig) -> Rig:
    """The rig with vertex attributes for everything that `split_corners` carries over; bound values without
    one are lost."""
    return _with_surfaces(rig, _carry_first_values)


def _with_surfaces(rig: Rig, change: Callable[[Surface], Surface]) -> Rig:
    parts = RigParts.from_rig(rig)
    parts.meshes = [
        replace(mesh, surfaces=tuple(change(surface) for surface in mesh.surfaces)) for mesh in parts.meshes
    ]
    return parts.rig()


def _split(surface: Surface) -> Surface:
    normals, texcoords = corner_attributes(surface)
    if normals is None and texcoords is None:
        return surface
    assert surface.topology is not None
    assert surface.topology.simplexes is not None
    vertices = surface.topology.simplexes.reshape(-1).astype(np.int64)
    columns = [vertices, *(corners.which for corners in (normals, texcoords) if corners is not None)]
    _, first, index = np.unique(np.stack(columns, 1), axis=0, return_index=True, return_inverse=True)
    rows = vertices[first]
    return replace(
        surface,
        positions=surface.positions[rows],
        normals=_normals(surface, normals, rows, first),
        tangents=None if surface.tangents is None else surface.tangents[rows],
        texcoords=(
            tuple(texcoord[rows] for texcoord in surface.texcoords)
            if texcoords is None
            else (texcoords.at(first),)
        ),
        colors=tuple(color[rows] for color in surface.colors),
        indices=index.reshape(-1),
        influences=_influences(surface.influences, rows),
        blend_shapes=tuple(
            _target(surface, shape, rows, first, normals, texcoords)
            for shape in range(len(surface.blend_shapes))
        ),
        topology=None,
    )


def _carry_first_values(surface: Surface) -> Surface:
    normals, texcoords = corner_attributes(surface)
    count = len(surface.positions)
    return replace(
        surface,
        normals=surface.normals if normals is None else np.zeros_like(surface.positions),
        texcoords=(
            surface.texcoords if texcoords is None else (np.zeros((count, texcoords.bound.values.shape[1])),)
        ),
    )


def corner_attributes(surface: Surface) -> tuple[Corners | None, Corners | None]:
    """The normals and texture coordinates that belong to corners of triangles instead of vertices."""
    topology = surface.topology
    if topology is None or topology.simplexes is None or not len(topology.simplexes):
        return None, None
    if surface.mode != "triangles" or surface.positions.shape[1] != 3 or topology.simplexes.shape[1] != 3:
        return None, None
    normals = None if surface.normals is not None else _corners(topology.normals, topology.simplexes)
    texcoords = None if surface.texcoords else _corners(topology.texcoords, topology.simplexes)
    return normals, texcoords


def _corners(bounds: tuple[ElementAttribute, ...], simplexes: NDArray[Any]) -> Corners | None:
    """The first attribute with a value for every corner; attributes of corners are preferred."""
    corners = simplexes.reshape(-1).astype(np.int64)
    for number, bound in sorted(enumerate(bounds), key=lambda pair: pair[1].elements != "corners"):
        count = len(bound.value_indices)
        if bound.elements == "corners" and count == len(corners):
            return Corners(number, bound, np.arange(count))
        if bound.elements == "simplexes" and count == len(simplexes):
            return Corners(number, bound, np.repeat(np.arange(count), simplexes.shape[1]))
        if bound.elements == "elements of dimension 0":
            return Corners(number, bound, corners)
    return None


def _normals(surface: Surface, normals: Corners | None, rows: Ints, corners: Ints) -> NDArray[Any] | None:
    if normals is not None:
        return normals.at(corners).astype(surface.positions.dtype)
    return None if surface.normals is None else surface.normals[rows]


def _influences(influences: Influences | None, rows: Ints) -> Influences | None:
    if influences is None:
        return None
    offsets = influences.offsets.astype(np.int64)
    counts = np.diff(offsets)[rows]
    starts = np.concatenate([[0], np.cumsum(counts)])
    entries = np.arange(starts[-1]) - np.repeat(starts[:-1] - offsets[rows], counts)
    return Influences(starts, influences.joints[entries], influences.weights[entries])


def _target(
    surface: Surface,
    shape: int,
    rows: Ints,
    corners: Ints,
    normals: Corners | None,
    texcoords: Corners | None,
) -> BlendShape:
    blend_shape = surface.blend_shapes[shape]

    def gather(deltas: Deltas | None, like: NDArray[Any] | None) -> Deltas | None:
        return None if deltas is None or like is None else Deltas(to_dense(deltas, like)[rows])

    return BlendShape(
        gather(blend_shape.positions, surface.positions),
        gather(blend_shape.normals, surface.normals) if normals is None else normals.deltas(shape, corners),
        gather(blend_shape.tangents, None if surface.tangents is None else surface.tangents[:, :-1]),
        tuple(
            gather(texcoord, like)
            for texcoord, like in zip(blend_shape.texcoords, surface.texcoords, strict=False)
        )
        if texcoords is None
        else (texcoords.deltas(shape, corners),),
        tuple(gather(color, like) for color, like in zip(blend_shape.colors, surface.colors, strict=False)),
    )


def to_dense(deltas: Deltas, like: NDArray[Any]) -> NDArray[Any]:
    """The differences for every row of `like`."""
    if deltas.indices is None:
        return np.asarray(deltas.values)
    whole = np.zeros(like.shape, np.result_type(deltas.values.dtype, np.float32))
    np.add.at(whole, deltas.indices, deltas.values)
    return whole
