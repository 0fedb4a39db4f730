"""Meshes of a rig as G4MF stores them: one list of vertices, surfaces on it, influences, sparse shapes."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.lower.materials import MaterialWriter
from pantin.formats.g4mf.originals import with_originals
from pantin.rig import Deltas, Json, Mesh, Surface
from pantin.rig.topology import Cells, ElementAttribute


class Slots(Record, eq=False):
    """The vertex group of each joint of a skin, −1 for a joint at rest; the names of the groups, and the name
    and extras of the skin."""

    groups: NDArray[np.int64]
    names: tuple[str, ...] | None = None
    name: str | None = None
    extras: Json | None = None


class MeshWriter(Struct, dict=True):
    """Writes one mesh. `dropped_bindings` counts those that cannot be written."""

    data: DataBuilder
    mesh: Mesh
    materials: MaterialWriter
    dropped_bindings: int = 0

    def json(self, slots: Slots | None) -> dict[str, Any]:
        surfaces = self.mesh.surfaces
        self.starts = self._starts()
        result: dict[str, Any] = self.data.item(self.mesh.name, self.mesh.extras)
        result["vertices"] = self.data.reals(self._join([surface.positions for surface in surfaces]))
        pairs = zip(surfaces, self.starts, strict=True)
        self.written = [self._surface(surface, start) for surface, start in pairs]
        result["surfaces"] = self.written
        skin = None if slots is None else self._skin(slots)
        if skin is not None:
            result["skin"] = skin
        if self.mesh.blend_shape_count:
            result["blend"] = self._blend()
        return result

    @cached_property
    def shared(self) -> bool:
        """Whether all surfaces have the same vertices, as those of a G4MF file do."""
        first = self.mesh.surfaces[0]
        return all(surface is first or _have_same_vertices(surface, first) for surface in self.mesh.surfaces)

    def _starts(self) -> list[int]:
        if self.shared:
            return [0] * len(self.mesh.surfaces)
        return list(accumulate((len(surface.positions) for surface in self.mesh.surfaces[:-1]), initial=0))

    def _join(self, arrays: list[NDArray[Any]]) -> NDArray[Any]:
        return arrays[0] if self.shared else np.concatenate(arrays)

    def _surface(self, surface: Surface, start: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        topology = surface.topology
        simplexes, edges = _simplexes(surface), _edges(surface, alone=len(self.mesh.surfaces) == 1)
        if simplexes is not None and len(simplexes):
            result["simplexes"] = self.data.indices(simplexes.astype(np.int64) + start)
        if edges is not None and len(edges):
            result["edges"] = self.data.indices(edges.astype(np.int64) + start)
        if not result and self._shows_nothing(surface):
            # A surface without simplexes and edges would show all vertices of the mesh.
            has_simplexes = surface.mode.startswith("triangle")
            corners = max(surface.positions.shape[1], 3) if has_simplexes else 2
            empty = self.data.indices(np.zeros((0, corners), np.int64))
            result["simplexes" if has_simplexes else "edges"] = empty
        if topology is not None and "edges" in result and topology.cells:
            result["geometry"] = [self.data.indices(_join_lists(tier)) for tier in topology.cells]
        material = self._material(surface.material, surface)
        if material is not None:
            result["material"] = material
        texture = surface.texcoords[0] if surface.texcoords else None
        for key, bound, own in (
            ("normals", topology.normals if topology else (), surface.normals),
            ("textureMap", topology.texcoords if topology else (), texture),
        ):
            binding = self._binding(bound, own, surface)
            if binding is not None:
                result[key] = binding
            elif own is not None:
                self.dropped_bindings += 1
        return result | with_originals(surface.extras, {})

    def _shows_nothing(self, surface: Surface) -> bool:
        """Whether a surface draws nothing, in a mesh that has vertices."""
        is_drawn = surface.mode == "points" and (len(self.mesh.surfaces) == 1 or surface.topology is not None)
        return not is_drawn and any(len(other.positions) for other in self.mesh.surfaces)

    def instance_materials(self, materials: tuple[int | None, ...]) -> list[int]:
        """The materials of an instance: one for each surface, −1 for a surface that keeps its own."""
        pairs = zip(materials, self.mesh.surfaces, strict=True)
        chosen = [None if index is None else self._material(index, surface) for index, surface in pairs]
        return [-1 if index is None else index for index in chosen]

    def _material(self, material: int | None, surface: Surface) -> int | None:
        return self.materials.for_surface(material, surface, lambda array: self._binding((), array, surface))

    def _binding(
        self, bound: tuple[ElementAttribute, ...], own: NDArray[Any] | None, surface: Surface
    ) -> dict[str, Any] | None:
        """Bound values as they are bound, or those of vertices through the corners."""
        members = {"corners": "simplexes", "simplexes": "perSimplex"}
        usable = [values for values in bound if values.elements in members]
        self.dropped_bindings += len(bound) - len(usable)
        if usable:
            binding: dict[str, Any] = {"values": self.data.reals(usable[0].values)}
            same = [values for values in usable if values.values is usable[0].values]
            self.dropped_bindings += len(usable) - len(same)
            return binding | {
                members[values.elements]: self.data.indices(values.value_indices) for values in same
            }
        if own is None:
            return None
        result = {"values": self.data.reals(own)}
        simplexes = _simplexes(surface)
        if simplexes is not None and len(simplexes):
            return result | {"simplexes": self.data.indices(simplexes.reshape(-1))}
        if self.shared:
            tier = {"accessor": self.data.indices(np.arange(len(own))), "geometryDimension": 0}
            return result | {"geometry": [tier]}
        edges = _edges(surface, alone=False)
        if edges is None or not len(edges):
            return None
        tier = {"accessor": self.data.indices(edges.reshape(-1)), "geometryDimension": 1}
        return result | {"geometry": [tier]}

    def _skin(self, slots: Slots) -> dict[str, Any] | None:
        vertices, groups, weights = [], [], []
        for surface, start in list(zip(self.mesh.surfaces, self.starts, strict=True))[
            : 1 if self.shared else None
        ]:
            influences = surface.influences
            if influences is None:
                continue
            rows = np.repeat(np.arange(len(surface.positions)), np.diff(influences.offsets)) + start
            slots_used = slots.groups[influences.joints.astype(np.int64)]
            used = (slots_used >= 0) & (influences.weights != 0)
            vertices.append(rows[used])
            groups.append(slots_used[used])
            weights.append(influences.weights[used])
        if not vertices:
            return None
        rows, slots_used, real = np.concatenate(vertices), np.concatenate(groups), np.concatenate(weights)
        order = np.lexsort((-real, rows))
        rows, slots_used, real = rows[order], slots_used[order], _normalise(rows[order], real[order])
        result: dict[str, Any] = {
            **self.data.item(slots.name, slots.extras),
            "vertices": self.data.indices(rows),
            "groups": self.data.indices(slots_used),
            "weights": self.data.reals(real),
        }
        if slots.names:
            result["groupNames"] = list(slots.names)
        return result

    def _blend(self) -> dict[str, Any]:
        names = self.mesh.blend_names or ()
        shapes = []
        for index in range(self.mesh.blend_shape_count):
            shape: dict[str, Any] = self.data.item(names[index] or None if index < len(names) else None)
            position = self._position_target(index)
            if position is not None:
                shape["position"] = position
            parts = [self._surface_entry(number, index) for number in range(len(self.mesh.surfaces))]
            entries = [{"surface": number} | part for number, part in enumerate(parts) if part]
            if entries:
                shape["surfaces"] = entries
            shapes.append(shape)
        result: dict[str, Any] = {"shapes": shapes}
        if self.mesh.blend_weights is not None and self.mesh.blend_weights.any():
            result["amounts"] = self.mesh.blend_weights.tolist()
        return result

    def _position_target(self, shape: int) -> dict[str, int] | None:
        surfaces = list(zip(self.mesh.surfaces, self.starts, strict=True))[: 1 if self.shared else None]
        pairs = [
            (rows + start, values)
            for surface, start in surfaces
            for rows, values in [_sparse(surface.blend_shapes[shape].positions)]
        ]
        return self._target(pairs)

    def _target(self, pairs: list[tuple[NDArray[np.int64], NDArray[Any]]]) -> dict[str, int] | None:
        filled = [(rows, values) for rows, values in pairs if len(rows)]
        if not filled:
            return None
        rows = np.concatenate([rows for rows, _ in filled])
        values = np.concatenate([values for _, values in filled])
        return {"indices": self.data.indices(rows), "offsets": self.data.reals(values)}

    def _surface_entry(self, number: int, shape: int) -> dict[str, Any]:
        """The targets of a shape for the values that one surface has."""
        surface = self.mesh.surfaces[number]
        target, topology = surface.blend_shapes[shape], surface.topology
        own = target.texcoords[0] if target.texcoords else None
        result: dict[str, Any] = {}
        for key, binding, bound, plain in (
            ("normal", "normals", topology.normals if topology else (), target.normals),
            ("textureMap", "textureMap", topology.texcoords if topology else (), own),
        ):
            if binding not in self.written[number]:
                continue
            usable = [values for values in bound if values.elements in ("corners", "simplexes")]
            deltas = (usable[0].blend_deltas[shape] if usable[0].blend_deltas else None) if usable else plain
            entry = self._target([_sparse(deltas)])
            if entry is not None:
                result[key] = entry
        return result


def _simplexes(surface: Surface) -> NDArray[Any] | None:
    """The simplexes of a surface: its own, or in 2D and 3D its triangles."""
    if surface.topology is not None and surface.topology.simplexes is not None:
        return surface.topology.simplexes
    return surface.triangles if len(surface.triangles) and surface.positions.shape[1] <= 3 else None


def _edges(surface: Surface, alone: bool) -> NDArray[Any] | None:
    """The edges of a surface: its own, those of its lines, or for points an edge from each to itself.

    A surface without edges shows all vertices of its mesh: points that are all of these (`alone`) need none.
    """
    if surface.topology is not None and surface.topology.edges is not None:
        return surface.topology.edges
    flat = np.arange(len(surface.positions)) if surface.indices is None else surface.indices
    if surface.mode == "lines":
        return flat[: len(flat) // 2 * 2].reshape(-1, 2)
    if surface.mode in ("line_strip", "line_loop") and len(flat) > 1:
        closed = np.append(flat, flat[:1]) if surface.mode == "line_loop" else flat
        return np.stack([closed[:-1], closed[1:]], axis=1)
    if surface.mode == "points" and not (alone and surface.indices is None) and surface.topology is None:
        return np.stack([flat, flat], axis=1)
    return None


def _join_lists(cells: Cells) -> NDArray[np.int64]:
    """All lists one after another, each with its length first."""
    return np.array([number for cell in cells for number in (len(cell), *cell)], np.int64)


def _have_same_vertices(a: Surface, b: Surface) -> bool:
    """Whether two surfaces have the same vertices, influences and shapes."""

    def arrays(surface: Surface) -> list[NDArray[Any] | None]:
        result: list[NDArray[Any] | None] = [surface.positions]
        influences = surface.influences
        if influences is None:
            result += [None] * 3
        else:
            result += [influences.offsets, influences.joints, influences.weights]
        for target in surface.blend_shapes:
            deltas = target.positions
            result += [None, None] if deltas is None else [deltas.values, deltas.indices]
        return result

    pairs = zip(arrays(a), arrays(b), strict=True)
    return all(x is y or (x is not None and y is not None and np.array_equal(x, y)) for x, y in pairs)


def _sparse(deltas: Deltas | None) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """The rows that offsets move, and the offsets."""
    if deltas is None:
        return np.zeros(0, np.int64), np.zeros((0, 1))
    rows = np.arange(len(deltas.values)) if deltas.indices is None else deltas.indices.astype(np.int64)
    moving = deltas.values.any(axis=1)
    return rows[moving], deltas.values[moving]


def _normalise(rows: NDArray[np.int64], weights: NDArray[Any]) -> NDArray[Any]:
    """Weights divided by the sum of their vertex; those that sum to 0 stay."""
    totals = np.bincount(rows, weights.astype(np.float64))[rows] if len(rows) else np.zeros(0)
    exact = np.where(totals == 0, 1.0, totals)
    # A sum that is 1 within the precision of the type is kept, so that files keep their numbers.
    close = np.abs(exact - 1) <= 4 * np.finfo(weights.dtype).eps
    return np.asarray(weights / np.where(close, 1.0, exact).astype(weights.dtype))
