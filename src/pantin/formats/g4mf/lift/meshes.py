"""Meshes: their vertices, surfaces, blend shapes and influences, once for each set of joints they need."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.errors import Unsupported
from pantin.formats.g4mf.accessor import AccessorFault, scalars
from pantin.formats.g4mf.lift.influences import Listed, normalised
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.lift.surfaces import surfaces
from pantin.formats.g4mf.model import Mesh as Given
from pantin.formats.g4mf.model import Target
from pantin.rig import Deltas, Mesh

EMPTY = Mesh(())


class Meshes:
    """The meshes of a rig: those of the file in their places, and variants behind them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._given = source.model.meshes
        self._meshes = [self._mesh(one) for one in self._given]
        self._listed = [self._influences(at) for at in range(len(self._given))]
        self._variants: dict[tuple[int, int], tuple[int, bool]] = {}
        self._bound: set[int] = set()

    def made(self) -> list[Mesh]:
        return list(self._meshes)

    def is_there(self, mesh: int) -> bool:
        return mesh < len(self._given)

    def shapes(self, mesh: int) -> int:
        """How many blend shapes a mesh has."""
        return self._meshes[mesh].blend_shape_count

    def has_influences(self, mesh: int) -> bool:
        return self._listed[mesh] is not None

    def for_joints(self, mesh: int, joints: int, most: int) -> tuple[int, bool]:
        """The mesh with influences for so many joints, and whether some vertices rest in slot `most`."""
        listed = self._listed[mesh]
        assert listed is not None
        key = (mesh, min(joints, listed.groups_used))
        if key not in self._variants:
            count = len(self._meshes[mesh].surfaces[0].positions) if self._meshes[mesh].surfaces else 0
            made, rests = normalised(listed, count, joints, most)
            bound = replace(
                self._meshes[mesh],
                surfaces=tuple(replace(one, influences=made) for one in self._meshes[mesh].surfaces),
            )
            place = len(self._meshes) if mesh in self._bound else mesh
            self._meshes[place : place + 1] = [bound]
            self._bound.add(mesh)
            self._variants[key] = (place, rests)
        return self._variants[key]

    def _mesh(self, given: Given) -> Mesh:
        try:
            positions = self.source.reals(given.vertices, self.source.dimension)
        except (AccessorFault, Unsupported) as fault:
            self.source.leave_out(given.place, "a mesh", fault)
            return replace(EMPTY, name=given.name or None)
        moved = self._positions(given, len(positions))
        made = surfaces(self.source, given, positions, moved)
        blend = given.blend
        amounts = None
        if blend is not None and blend.amounts is not None and len(blend.amounts) == len(blend.shapes):
            amounts = np.array(blend.amounts, np.float64)
        return Mesh(
            made,
            given.name or None,
            amounts if made else None,
            tuple(shape.name for shape in blend.shapes) if blend and made else None,
            (given.skin.group_names or None) if given.skin else None,
        )

    def _positions(self, given: Given, vertices: int) -> list[Deltas | None]:
        """The differences of positions of every shape, which all surfaces share."""
        shapes = given.blend.shapes if given.blend else ()
        return [self._deltas(shape.position, vertices) for shape in shapes]

    def _deltas(self, target: Target | None, vertices: int) -> Deltas | None:
        if target is None:
            return None
        try:
            rows = self.source.indices(target.indices, vertices)
            values = self.source.reals(target.offsets, self.source.dimension)
            if len(rows) != len(values):
                raise AccessorFault("it has not as many offsets as indices")
        except (AccessorFault, Unsupported) as fault:
            self.source.leave_out(target.place, "a blend target", fault)
            return None
        return Deltas(values, rows)

    def _influences(self, mesh: int) -> Listed | None:
        """The influences of a mesh as far as they have a meaning."""
        skin = self._given[mesh].skin
        if skin is None or not self._meshes[mesh].surfaces:
            return None
        try:
            accessors = (skin.groups, skin.vertices, skin.weights)
            groups, vertices, weights = (_column(self.source, one) for one in accessors)
        except (AccessorFault, Unsupported) as fault:
            self.source.leave_out(skin.place, "a skin", fault)
            return None
        if not len(groups) == len(vertices) == len(weights):
            self.source.leave_out(skin.place, "a skin", "its accessors are of different lengths")
            return None
        count = len(self._meshes[mesh].surfaces[0].positions)
        real = weights.astype(np.float64)
        sound = (vertices >= 0) & (vertices < count) & (groups >= 0) & np.isfinite(real)
        if not sound.all():
            lost = f"{int((~sound).sum())} influences"
            self.source.leave_out(skin.place, lost, "their vertex or weight has no meaning")
        return Listed(vertices[sound].astype(np.int64), groups[sound].astype(np.int64), real[sound])


def _column(source: Source, accessor: int | None) -> NDArray[Any]:
    """(count,) numbers of one accessor of a skin, as they are."""
    if accessor is None:
        raise AccessorFault("an accessor is missing")
    found = scalars(source.document, accessor)
    return np.minimum(found, np.iinfo(np.int64).max) if found.dtype == np.uint64 else found
