"""Meshes of a rig as G4MF has them: one list of vertices, surfaces over it, influences, sparse shapes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.lower.store import Store
from pantin.rig import Deltas, Mesh, Surface
from pantin.rig.topology import Cells, ElementAttribute


@dataclass(frozen=True, eq=False, slots=True)
class Slots:
    """What the joints of a skin become: the group of each slot, −1 for one that means "at rest"; and the
    names of all groups, where there are any."""

    groups: NDArray[np.int64]
    names: tuple[str, ...] | None = None


@dataclass
class MeshWriter:
    """Writes one mesh. `lost` counts bindings that had no place."""

    store: Store
    mesh: Mesh
    lost: int = 0

    def json(self, slots: Slots | None) -> dict[str, Any]:
        surfaces = self.mesh.surfaces
        self.starts = self._starts()
        made: dict[str, Any] = self.store.name(self.mesh.name)
        made["vertices"] = self.store.reals(self._joined([one.positions for one in surfaces]))
        self.written = [self._surface(one, start) for one, start in zip(surfaces, self.starts, strict=True)]
        made["surfaces"] = self.written
        skin = None if slots is None else self._skin(slots)
        if skin is not None:
            made["skin"] = skin
        if self.mesh.blend_shape_count:
            made["blend"] = self._blend()
        return made

    @cached_property
    def shared(self) -> bool:
        """Whether all surfaces have the same vertices, as those of a G4MF file do."""
        first = self.mesh.surfaces[0]
        return all(one is first or _moves_alike(one, first) for one in self.mesh.surfaces)

    def _starts(self) -> list[int]:
        if self.shared:
            return [0] * len(self.mesh.surfaces)
        return list(accumulate((len(one.positions) for one in self.mesh.surfaces[:-1]), initial=0))

    def _joined(self, arrays: list[NDArray[Any]]) -> NDArray[Any]:
        return arrays[0] if self.shared else np.concatenate(arrays)

    def _surface(self, surface: Surface, start: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        topology = surface.topology
        simplexes = topology.simplexes if topology else None
        edges = topology.edges if topology else None
        if simplexes is None and len(surface.triangles) and surface.positions.shape[1] <= 3:
            simplexes = surface.triangles
        if edges is None and surface.mode == "lines":
            flat = np.arange(len(surface.positions)) if surface.indices is None else surface.indices
            edges = flat[: len(flat) // 2 * 2].reshape(-1, 2)
        if simplexes is not None and len(simplexes):
            made["simplexes"] = self.store.indices(simplexes.astype(np.int64) + start)
        if edges is not None and len(edges):
            made["edges"] = self.store.indices(edges.astype(np.int64) + start)
        if topology is not None and "edges" in made and topology.cells:
            made["geometry"] = [self.store.indices(_counted(tier)) for tier in topology.cells]
        if surface.material is not None:
            made["material"] = surface.material
        texture = surface.texcoords[0] if surface.texcoords else None
        for key, bound, own in (
            ("normals", topology.normals if topology else (), surface.normals),
            ("textureMap", topology.texcoords if topology else (), texture),
        ):
            binding = self._binding(bound, own, simplexes)
            if binding is not None:
                made[key] = binding
            elif own is not None:
                self.lost += 1
        return made

    def _binding(
        self, bound: tuple[ElementAttribute, ...], own: NDArray[Any] | None, simplexes: NDArray[Any] | None
    ) -> dict[str, Any] | None:
        """Bound values as they are bound, or those of vertices by way of the corners."""
        fit = {"corners": "simplexes", "simplexes": "perSimplex"}
        usable = [one for one in bound if one.elements in fit]
        self.lost += len(bound) - len(usable)
        if usable:
            made: dict[str, Any] = {"values": self.store.reals(usable[0].values)}
            same = [one for one in usable if one.values is usable[0].values]
            self.lost += len(usable) - len(same)
            return made | {fit[one.elements]: self.store.indices(one.value_indices) for one in same}
        if own is None:
            return None
        made = {"values": self.store.reals(own)}
        if simplexes is not None and len(simplexes):
            return made | {"simplexes": self.store.indices(simplexes.reshape(-1))}
        tier = {"accessor": self.store.indices(np.arange(len(own))), "geometryDimension": 0}
        return (made | {"geometry": [tier]}) if self.shared else None

    def _skin(self, slots: Slots) -> dict[str, Any] | None:
        vertices, groups, weights = [], [], []
        for surface, start in list(zip(self.mesh.surfaces, self.starts, strict=True))[
            : 1 if self.shared else None
        ]:
            influences = surface.influences
            if influences is None:
                continue
            rows = np.repeat(np.arange(len(surface.positions)), np.diff(influences.offsets)) + start
            found = slots.groups[influences.joints.astype(np.int64)]
            used = (found >= 0) & (influences.weights != 0)
            vertices.append(rows[used])
            groups.append(found[used])
            weights.append(influences.weights[used])
        if not vertices:
            return None
        rows, found, real = np.concatenate(vertices), np.concatenate(groups), np.concatenate(weights)
        order = np.lexsort((-real, rows))
        rows, found, real = rows[order], found[order], _normalised(rows[order], real[order])
        made: dict[str, Any] = {
            "vertices": self.store.indices(rows),
            "groups": self.store.indices(found),
            "weights": self.store.reals(real),
        }
        if slots.names:
            made["groupNames"] = list(slots.names)
        return made

    def _blend(self) -> dict[str, Any]:
        names = self.mesh.blend_names or ()
        shapes = []
        for at in range(self.mesh.blend_shape_count):
            shape: dict[str, Any] = self.store.name(names[at] if at < len(names) else None)
            position = self._positions(at)
            if position is not None:
                shape["position"] = position
            parts = [self._part(number, at) for number in range(len(self.mesh.surfaces))]
            entries = [{"surface": number} | part for number, part in enumerate(parts) if part]
            if entries:
                shape["surfaces"] = entries
            shapes.append(shape)
        made: dict[str, Any] = {"shapes": shapes}
        if self.mesh.blend_weights is not None and self.mesh.blend_weights.any():
            made["amounts"] = self.mesh.blend_weights.tolist()
        return made

    def _positions(self, at: int) -> dict[str, int] | None:
        surfaces = list(zip(self.mesh.surfaces, self.starts, strict=True))[: 1 if self.shared else None]
        pairs = [
            (rows + start, values)
            for surface, start in surfaces
            for rows, values in [_sparse(surface.blend_shapes[at].positions)]
        ]
        return self._target(pairs)

    def _target(self, pairs: list[tuple[NDArray[np.int64], NDArray[Any]]]) -> dict[str, int] | None:
        filled = [(rows, values) for rows, values in pairs if len(rows)]
        if not filled:
            return None
        rows = np.concatenate([one for one, _ in filled])
        values = np.concatenate([one for _, one in filled])
        return {"indices": self.store.indices(rows), "offsets": self.store.reals(values)}

    def _part(self, number: int, at: int) -> dict[str, Any]:
        """What a shape does to the bound values of one surface, of those that it has."""
        surface = self.mesh.surfaces[number]
        target, topology = surface.blend_shapes[at], surface.topology
        own = target.texcoords[0] if target.texcoords else None
        made: dict[str, Any] = {}
        for key, binding, bound, plain in (
            ("normal", "normals", topology.normals if topology else (), target.normals),
            ("textureMap", "textureMap", topology.texcoords if topology else (), own),
        ):
            if binding not in self.written[number]:
                continue
            usable = [one for one in bound if one.elements in ("corners", "simplexes")]
            deltas = (usable[0].blend_deltas[at] if usable[0].blend_deltas else None) if usable else plain
            found = self._target([_sparse(deltas)])
            if found is not None:
                made[key] = found
        return made


def _counted(cells: Cells) -> NDArray[np.int64]:
    """Lists one behind the other, each with its length in front."""
    return np.array([number for one in cells for number in (len(one), *one)], np.int64)


def _moves_alike(a: Surface, b: Surface) -> bool:
    """Whether two surfaces have the same vertices, influences and shapes."""

    def arrays(one: Surface) -> list[NDArray[Any] | None]:
        found: list[NDArray[Any] | None] = [one.positions]
        held = one.influences
        found += [None] * 3 if held is None else [held.offsets, held.joints, held.weights]
        for target in one.blend_shapes:
            moved = target.positions
            found += [None, None] if moved is None else [moved.values, moved.indices]
        return found

    pairs = zip(arrays(a), arrays(b), strict=True)
    return all(x is y or (x is not None and y is not None and np.array_equal(x, y)) for x, y in pairs)


def _sparse(deltas: Deltas | None) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """The rows that a difference moves, and how far."""
    if deltas is None:
        return np.zeros(0, np.int64), np.zeros((0, 1))
    rows = np.arange(len(deltas.values)) if deltas.indices is None else deltas.indices.astype(np.int64)
    moving = deltas.values.any(axis=1)
    return rows[moving], deltas.values[moving]


def _normalised(rows: NDArray[np.int64], weights: NDArray[Any]) -> NDArray[Any]:
    """Weights divided by the sum of their vertex; what sums to nothing stays."""
    totals = np.bincount(rows, weights.astype(np.float64))[rows] if len(rows) else np.zeros(0)
    exact = np.where(totals == 0, 1.0, totals)
    # A sum that is 1 as closely as the type can say is left as it is, so that files keep their numbers.
    close = np.abs(exact - 1) <= 4 * np.finfo(weights.dtype).eps
    return np.asarray(weights / np.where(close, 1.0, exact).astype(weights.dtype))
