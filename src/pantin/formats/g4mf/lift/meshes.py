"""Meshes: vertices, surfaces, blend shapes and influences, once per set of joints."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import Unsupported
from pantin.base.records import Record, replace
from pantin.formats.g4mf.accessor import AccessorFault, scalars
from pantin.formats.g4mf.lift.materials import Materials
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.lift.surfaces import lift_surfaces
from pantin.formats.g4mf.model import Mesh as RawMesh
from pantin.formats.g4mf.model import Target
from pantin.formats.g4mf.originals import item_extras, item_name
from pantin.report.wording import counted
from pantin.rig import Deltas, Influences, Mesh

EMPTY = Mesh(())


class Meshes:
    """The meshes of a rig: those of the file with the same indices, then variants."""

    def __init__(self, source: Source, materials: Materials) -> None:
        self.source = source
        self._materials = materials
        self._raw = source.model.meshes
        self._meshes = [self._lift_mesh(mesh) for mesh in self._raw]
        self._influences = [self._read_influences(index) for index in range(len(self._raw))]
        self._variants: dict[tuple[int, int], tuple[int, bool]] = {}
        self._bound: set[int] = set()

    def all(self) -> list[Mesh]:
        """All meshes. A mesh with a skin that no skeleton uses has influences by group, without joints."""
        for mesh, influences in enumerate(self._influences):
            if influences is not None and mesh not in self._bound:
                count = len(self._meshes[mesh].surfaces[0].positions)
                own, _ = normalise_influences(influences, count, influences.groups_used, None)
                self._meshes[mesh] = _with_influences(self._meshes[mesh], own)
        return list(self._meshes)

    def exists(self, mesh: int) -> bool:
        return mesh < len(self._raw)

    def shape_count(self, mesh: int) -> int:
        """How many blend shapes a mesh has."""
        return self._meshes[mesh].blend_shape_count

    def surface_count(self, mesh: int) -> int:
        """The number of surfaces a mesh has."""
        return len(self._meshes[mesh].surfaces)

    def has_influences(self, mesh: int) -> bool:
        return self._influences[mesh] is not None

    def for_joints(self, mesh: int, joints: int, most: int) -> tuple[int, bool]:
        """The mesh with influences for this many joints, and whether unweighted vertices use slot `most`."""
        influences = self._influences[mesh]
        assert influences is not None
        key = (mesh, min(joints, influences.groups_used))
        if key not in self._variants:
            count = len(self._meshes[mesh].surfaces[0].positions) if self._meshes[mesh].surfaces else 0
            normalised, uses_rest_slot = normalise_influences(influences, count, joints, most)
            bound = _with_influences(self._meshes[mesh], normalised)
            index = len(self._meshes) if mesh in self._bound else mesh
            self._meshes[index : index + 1] = [bound]
            self._bound.add(mesh)
            self._variants[key] = (index, uses_rest_slot)
        return self._variants[key]

    def _lift_mesh(self, raw_mesh: RawMesh) -> Mesh:
        try:
            positions = self.source.reals(raw_mesh.vertices, self.source.dimension)
        except (AccessorFault, Unsupported) as fault:
            self.source.skip(raw_mesh.pointer, fault)
            return replace(EMPTY, name=item_name(raw_mesh), extras=item_extras(raw_mesh))
        deltas = self._position_deltas(raw_mesh, len(positions))
        surfaces = lift_surfaces(self.source, raw_mesh, positions, deltas, self._materials)
        blend = raw_mesh.blend
        amounts = None
        if blend is not None and blend.amounts is not None and len(blend.amounts) == len(blend.shapes):
            amounts = np.array(blend.amounts, np.float64)
        names = tuple(item_name(shape) or "" for shape in blend.shapes) if blend and surfaces else ()
        return Mesh(
            surfaces,
            item_name(raw_mesh),
            amounts if surfaces else None,
            names if any(names) else None,
            (raw_mesh.skin.group_names or None) if raw_mesh.skin else None,
            item_extras(raw_mesh),
        )

    def _position_deltas(self, raw_mesh: RawMesh, vertices: int) -> list[Deltas | None]:
        """The position offsets of every shape, shared by all surfaces."""
        shapes = raw_mesh.blend.shapes if raw_mesh.blend else ()
        return [self._deltas(shape.position, vertices) for shape in shapes]

    def _deltas(self, target: Target | None, vertices: int) -> Deltas | None:
        if target is None:
            return None
        try:
            rows = self.source.indices(target.indices, vertices)
            values = self.source.reals(target.offsets, self.source.dimension)
            if len(rows) != len(values):
                raise AccessorFault(
                    f"it has {counted(len(values), 'offset')} for {counted(len(rows), 'index')}"
                )
        except (AccessorFault, Unsupported) as fault:
            self.source.skip(target.pointer, fault)
            return None
        return Deltas(values, rows)

    def _read_influences(self, mesh: int) -> RawInfluences | None:
        """The valid influences of a mesh."""
        skin = self._raw[mesh].skin
        if skin is None or not self._meshes[mesh].surfaces:
            return None
        try:
            accessors = (skin.groups, skin.vertices, skin.weights)
            groups, vertices, weights = (_read_scalars(self.source, accessor) for accessor in accessors)
        except (AccessorFault, Unsupported) as fault:
            self.source.skip(skin.pointer, fault)
            return None
        if not len(groups) == len(vertices) == len(weights):
            self.source.skip(skin.pointer, "its accessors have different lengths")
            return None
        count = len(self._meshes[mesh].surfaces[0].positions)
        real = weights.astype(np.float64)
        valid = (vertices >= 0) & (vertices < count) & (groups >= 0) & np.isfinite(real)
        if not valid.all():
            skipped = counted(int((~valid).sum()), "influence")
            self.source.skip(skin.pointer, "vertex or group out of range, or weight not finite", skipped)
        return RawInfluences(vertices[valid].astype(np.int64), groups[valid].astype(np.int64), real[valid])


def _with_influences(mesh: Mesh, influences: Influences) -> Mesh:
    surfaces = tuple(replace(surface, influences=influences) for surface in mesh.surfaces)
    return replace(mesh, surfaces=surfaces)


def _read_scalars(source: Source, accessor: int | None) -> NDArray[Any]:
    """(count,) stored numbers of one accessor of a skin."""
    if accessor is None:
        raise AccessorFault("an accessor is missing")
    result = scalars(source.document, accessor)
    return np.minimum(result, np.iinfo(np.int64).max) if result.dtype == np.uint64 else result


CANCELLED = 1e-12
"""Weights cancel out if their sum is below this fraction of their size: the rest is rounding."""


class RawInfluences(Record, eq=False):
    """Influences in file order: vertex, group and weight of each, all valid and finite."""

    vertices: NDArray[np.int64]
    groups: NDArray[np.int64]
    weights: NDArray[np.float64]

    @property
    def groups_used(self) -> int:
        """One more than the largest group."""
        return int(self.groups.max(initial=-1)) + 1


def normalise_influences(
    raw: RawInfluences, count: int, joints: int, rest_slot: int | None
) -> tuple[Influences, bool]:
    """The influences of `count` vertices in a skeleton of `joints` joints, and whether any vertex is
    unweighted.

    Groups beyond the joints are dropped first. A vertex without weights, or whose weights cancel out, is
    unmoved: it has full weight in `rest_slot`, which is fixed in the space of the skeleton, or no influence
    without one.
    """
    used = raw.groups < joints
    vertices, groups, weights = raw.vertices[used], raw.groups[used], raw.weights[used]
    totals = np.bincount(vertices, weights, count)
    sizes = np.bincount(vertices, np.abs(weights), count)
    unmoved = np.abs(totals) <= CANCELLED * sizes
    moving = ~unmoved[vertices]
    vertices, groups, weights = vertices[moving], groups[moving], weights[moving]
    weights = weights / totals[vertices]
    fixed = np.flatnonzero(unmoved)
    if len(fixed) and rest_slot is not None:
        vertices = np.concatenate([vertices, fixed])
        groups = np.concatenate([groups, np.full(len(fixed), rest_slot)])
        weights = np.concatenate([weights, np.ones(len(fixed))])
    if np.any(vertices[1:] < vertices[:-1]):
        order = np.argsort(vertices, kind="stable")
        vertices, groups, weights = vertices[order], groups[order], weights[order]
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(vertices, minlength=count), out=offsets[1:])
    return Influences(offsets, groups, weights).without_zeros(), bool(len(fixed))
