"""Bodies: the posed surfaces of a mesh that form a boundary together, with the values of their corners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.deformation import PosedMesh, deform
from pantin.deformation.element_attributes import PosedElements, deform_elements
from pantin.operations.edit.mesh_slice import Hyperplane, Slice, intersects, slice_mesh
from pantin.rig import Indices, Pose, Rig, Surface
from pantin.rig.topology import ElementAttribute
from pantin.rig.triangulation import boundary

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

VANISHED = 1e-9
"""A normal with a shorter projection into the slice counts as perpendicular to it."""


class BodySurface(Record, eq=False):
    """The part of a body from one surface: its material and application data, and values of the corners of
    its simplexes.

    normals            (S, N, N), of any length
    texcoords, colors  sets of (S, N, any)
    """

    material: int | None = None
    extras: Mapping[str, object] | None = None
    normals: Doubles | None = None
    texcoords: tuple[Doubles, ...] = ()
    colors: tuple[Doubles, ...] = ()

    @property
    def has_values(self) -> bool:
        return self.normals is not None or bool(self.texcoords or self.colors)

    def reverse_orientation(self) -> BodySurface:
        """The first two corners of every simplex exchanged."""
        return self.map(lambda values: np.concatenate([values[:, 1::-1], values[:, 2:]], axis=1))

    def map(self, change: Any) -> BodySurface:
        """The same change made to all values."""
        return replace(
            self,
            normals=None if self.normals is None else change(self.normals),
            texcoords=tuple(change(values) for values in self.texcoords),
            colors=tuple(change(values) for values in self.colors),
        )


class BoundaryBody(Record, eq=False):
    """A boundary in N dimensions: surfaces of one mesh, posed, that share their vertices where they meet.

    points     (V, N)
    simplexes  (S, N), oriented outwards
    owners     (S,) the index in `parts` of each simplex
    is_slice   whether it was cut from another body, so that every simplex counts, however thin
    """

    name: str | None
    points: Doubles
    simplexes: Ints
    owners: Ints
    parts: tuple[BodySurface, ...]
    is_slice: bool = False

    def heights(self, normal: Doubles) -> Doubles:
        """How far each vertex of a simplex is along a direction."""
        return np.asarray(self.points[np.unique(self.simplexes)] @ normal)

    def cut(self, plane: Hyperplane) -> BoundaryBody:
        """The slice of a hyperplane, in one dimension less. Triangles in one plane are joined, unless their
        corners have values."""
        kept = np.array([index for index, part in enumerate(self.parts) if part.has_values], np.int64)
        cut = slice_mesh(
            self.points, self.simplexes, plane, parts=self.owners, kept=kept, solid=self.is_slice
        )
        ranks = np.zeros(len(self.simplexes), np.int64)
        parts = []
        for index, part in enumerate(self.parts):
            mine = self.owners == index
            ranks[mine] = np.arange(int(mine.sum()))
            parts.append(_cut_part(part, cut, ranks, cut.parts == index, plane))
        return BoundaryBody(self.name, cut.positions, cut.simplexes, cut.parts, tuple(parts), is_slice=True)

    def cut_by(self, planes: Sequence[Hyperplane]) -> BoundaryBody:
        """The body without the simplexes that miss one of some hyperplanes, each in the axes of the one
        before."""
        kept = intersects(self.points, self.simplexes, planes)
        parts = []
        for index, part in enumerate(self.parts):
            mine = kept[self.owners == index]
            parts.append(part.map(lambda values, mine=mine: values[mine]))
        return replace(self, simplexes=self.simplexes[kept], owners=self.owners[kept], parts=tuple(parts))

    def surfaces(self) -> Iterator[Surface]:
        """The parts of a body in 3D as surfaces; corners that differ in their values are split."""
        for index, part in enumerate(self.parts):
            triangles = self.simplexes[self.owners == index]
            if len(triangles):
                yield _surface(self.points, triangles, part)


def _cut_part(
    part: BodySurface, cut: Slice, ranks: Ints, mine: NDArray[np.bool_], plane: Hyperplane
) -> BodySurface:
    if not part.has_values:
        return part
    rows = ranks[cut.sources[mine]][:, None]
    low, high = cut.ends[mine][..., 0], cut.ends[mine][..., 1]
    shares = cut.shares[mine][..., None]

    def interpolate(values: Doubles) -> Doubles:
        return np.asarray(values[rows, low] + shares * (values[rows, high] - values[rows, low]))

    interpolated = part.map(interpolate)
    return (
        interpolated
        if interpolated.normals is None
        else replace(interpolated, normals=interpolated.normals @ plane.basis.T)
    )


def _surface(points: Doubles, triangles: Ints, part: BodySurface) -> Surface:
    corners = triangles.reshape(-1)
    normals = None
    if part.normals is not None:
        normals = _unit(part.normals.reshape(-1, 3), points, triangles)
    # A boundary in 4D has texture coordinates of three numbers; an image uses the first two.
    texcoords = [values.reshape(len(corners), -1)[:, :2] for values in part.texcoords]
    colors = [values.reshape(len(corners), -1) for values in part.colors]
    columns = [corners[:, None].astype(np.float64), *([] if normals is None else [normals])]
    _, first, index = np.unique(
        np.column_stack([*columns, *texcoords, *colors]) + 0.0,
        axis=0,
        return_index=True,
        return_inverse=True,
    )
    return Surface(
        points[corners[first]],
        None if normals is None else normals[first],
        texcoords=tuple(values[first] for values in texcoords),
        colors=tuple(np.clip(values[first], 0.0, 1.0) for values in colors),
        indices=index.reshape(-1),
        material=part.material,
        extras=part.extras,
    )


def _unit(normals: Doubles, points: Doubles, triangles: Ints) -> Doubles:
    """Normals of length 1. A normal perpendicular to the slice has no direction in it and is replaced by the
    normal of its triangle."""
    lengths = np.sqrt((normals * normals).sum(1, keepdims=True))
    a, b, c = (points[triangles[:, corner]] for corner in range(3))
    flat = np.repeat(np.cross(b - a, c - a), 3, axis=0)
    lengths_of_flat = np.sqrt((flat * flat).sum(1, keepdims=True))
    flat = np.where(lengths_of_flat > 0, flat, [0.0, 0.0, 1.0]) / np.where(
        lengths_of_flat > 0, lengths_of_flat, 1.0
    )
    return np.where(lengths > VANISHED, normals / np.where(lengths > VANISHED, lengths, 1.0), flat)


def pose_bodies(rig: Rig, pose: Pose) -> list[BoundaryBody]:
    """The bodies of a posed rig: one for each shown mesh that has simplexes or cells."""
    posed = deform(rig, pose)
    elements = deform_elements(rig, pose)
    instances = {instance.node: instance for instance in rig.instances}
    bodies = []
    for node, group in groupby(zip(posed, elements, strict=True), lambda pair: pair[0].node):
        pieces = []
        for mesh, bound in group:
            surface = rig.meshes[mesh.mesh].surfaces[mesh.surface]
            chosen = instances[node].materials
            material = (
                surface.material if chosen is None or chosen[mesh.surface] is None else chosen[mesh.surface]
            )
            piece = _piece(surface, mesh, bound, material)
            if piece is not None:
                pieces.append(piece)
        if pieces:
            bodies.append(_join(rig.nodes.names[node], pieces))
    return bodies


def _piece(
    surface: Surface, mesh: PosedMesh, bound: PosedElements, material: int | None
) -> tuple[Doubles, Ints, BodySurface] | None:
    """The posed vertices, simplexes and values of a surface; None without simplexes and cells."""
    simplexes = boundary(surface)
    if simplexes is None or simplexes.shape[1] != mesh.positions.shape[1]:
        return None
    assert surface.topology is not None
    normals = mesh.normals[simplexes] if surface.normals is not None and mesh.normals is not None else None
    texcoords = tuple(values[simplexes].astype(np.float64) for values in mesh.texcoords)
    own_normals, own_texcoords = corner_attributes(surface)
    if own_normals is not None and normals is None:
        normals = _corner_values(surface.topology.normals[own_normals], bound.normals[own_normals], simplexes)
    if own_texcoords is not None:
        # The first set of vertices has one of the values that a vertex has at its corners.
        attribute = surface.topology.texcoords[own_texcoords]
        texcoords = (_corner_values(attribute, bound.texcoords[own_texcoords], simplexes), *texcoords[1:])
    part = BodySurface(
        material,
        surface.extras,
        None if normals is None else normals.astype(np.float64),
        texcoords,
        tuple(values[simplexes].astype(np.float64) for values in mesh.colors),
    )
    if mesh.mirrored:
        simplexes = np.concatenate([simplexes[:, 1::-1], simplexes[:, 2:]], axis=1)
        part = part.reverse_orientation()
    return mesh.positions.astype(np.float64), simplexes, part


def corner_attributes(surface: Surface) -> tuple[int | None, int | None]:
    """Which normals and which texture coordinates of elements have a value for each corner of a simplex."""
    topology = surface.topology
    if topology is None or topology.simplexes is None or not len(topology.simplexes):
        return None, None
    simplexes = topology.simplexes
    return _first_complete(topology.normals, simplexes), _first_complete(topology.texcoords, simplexes)


def _first_complete(attributes: Sequence[ElementAttribute], simplexes: Indices) -> int | None:
    """The first attribute with a value for each corner; attributes of corners are preferred."""
    for index in sorted(range(len(attributes)), key=lambda index: attributes[index].elements != "corners"):
        elements, count = attributes[index].elements, len(attributes[index].value_indices)
        if (
            (elements == "corners" and count == simplexes.size)
            or (elements == "simplexes" and count == len(simplexes))
            or (elements == "elements of dimension 0" and count > simplexes.max(initial=-1))
        ):
            return index
    return None


def _corner_values(attribute: ElementAttribute, posed: Doubles, simplexes: Ints) -> Doubles:
    """(S, N, any) values of the corners of simplexes."""
    if attribute.elements == "corners":
        return posed.reshape(*simplexes.shape, -1)
    if attribute.elements == "simplexes":
        return np.repeat(posed[:, None], simplexes.shape[1], axis=1)
    return np.asarray(posed[simplexes])


def _join(name: str | None, pieces: Sequence[tuple[Doubles, Ints, BodySurface]]) -> BoundaryBody:
    """Surfaces as one body: vertices at the same point are merged, so that surfaces fit where they meet."""
    starts = np.cumsum([0, *(len(points) for points, _, _ in pieces)])
    stacked = np.concatenate([points for points, _, _ in pieces]) + 0.0
    _, first, index = np.unique(stacked, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)  # as in the model, whatever the pose
    points, index = stacked[first[order]], np.argsort(order)[index.reshape(-1)]
    simplexes = [index[rows + start] for (_, rows, _), start in zip(pieces, starts, strict=False)]
    owners = np.repeat(np.arange(len(pieces)), [len(rows) for rows in simplexes])
    return BoundaryBody(name, points, np.concatenate(simplexes), owners, tuple(part for _, _, part in pieces))
