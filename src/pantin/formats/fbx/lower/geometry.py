"""Write meshes as geometry: vertices become control points, with layers by corner."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lower.builder import array, node
from pantin.formats.fbx.nodes import Node
from pantin.formats.geometry.merging import merge_corners
from pantin.rig import Deltas, Mesh, Surface

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

UV_NAME = "UVMap"


class Points(Struct, eq=False):
    """The control points of a mesh.

    firsts    (P,) a vertex of each point, counted over all surfaces
    by_vertex (V,) the point of each vertex
    """

    firsts: Ints
    by_vertex: Ints


def merge_points(mesh: Mesh) -> Points:
    """Merge vertices with the same position, influences and blend shapes into control points. This joins
    vertices that were split for normals or texture coordinates."""
    positions = np.concatenate([surface.positions for surface in mesh.surfaces]).astype(np.float64)
    rows = [np.ascontiguousarray(positions)]
    influences = _influence_rows(mesh)
    if influences is not None:
        rows += influences
    rows += [
        np.concatenate(
            [
                dense(surface.blend_shapes[index].positions, len(surface.positions))
                for surface in mesh.surfaces
            ]
        )
        for index in range(mesh.blend_shape_count)
    ]
    words = positions.view(np.uint64).reshape(len(positions), 3)
    mixed = words[:, 0] * np.uint64(0x9E3779B97F4A7C15) + words[:, 1] * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed = mixed + words[:, 2] * np.uint64(0x165667B19E3779F9)
    # A hash tells places apart well enough: vertices are compared as a whole afterwards.
    _, hashes = np.unique(mixed, return_inverse=True)
    hashes = hashes.ravel()
    firsts, by_vertex = merge_corners(hashes, int(hashes.max(initial=-1)) + 1, rows)
    return Points(firsts, by_vertex)


def _influence_rows(mesh: Mesh) -> list[NDArray[np.float64]] | None:
    """(V, K) joints and weights, padded."""
    if all(surface.influences is None for surface in mesh.surfaces):
        return None
    rows = [surface.influences.offsets for surface in mesh.surfaces if surface.influences is not None]
    widest = max(int(np.diff(each).max(initial=0)) for each in rows)
    joints, weights = [], []
    for surface in mesh.surfaces:
        joint_rows = np.full((len(surface.positions), widest), -1.0)
        weight_rows = np.zeros((len(surface.positions), widest))
        if surface.influences is not None:
            offsets = surface.influences.offsets.astype(np.int64)
            counts = np.diff(offsets)
            owner = np.repeat(np.arange(len(counts)), counts)
            slot = np.arange(len(owner)) - np.repeat(offsets[:-1] - offsets[0], counts)
            joint_rows[owner, slot] = surface.influences.joints
            weight_rows[owner, slot] = surface.influences.weights
        joints.append(joint_rows)
        weights.append(weight_rows)
    return [np.concatenate(joints), np.concatenate(weights)]


def dense(deltas: Deltas | None, count: int) -> Doubles:
    """(V, 3) differences of all vertices."""
    result = np.zeros((count, 3))
    if deltas is None:
        return result
    if deltas.indices is None:
        return deltas.values.astype(np.float64)
    np.add.at(result, deltas.indices.astype(np.int64), deltas.values)
    return result


class GeometryWriter:
    """The nodes of a geometry."""

    def __init__(self, mesh: Mesh, axes: Axes) -> None:
        self.mesh, self._axes = mesh, axes
        self.points = merge_points(mesh)
        counts = [len(surface.positions) for surface in mesh.surfaces]
        self.starts = np.cumsum([0, *counts])[:-1]
        self._corners, self._sizes, self._faces = self._polygons()

    def _polygons(self) -> tuple[Ints, Ints, Ints]:
        """Vertices of corners over all surfaces, corners of each polygon, and the surface of each."""
        corners, sizes, faces = [], [], []
        for number, (surface, start) in enumerate(zip(self.mesh.surfaces, self.starts, strict=True)):
            for polygons in _polygons_of(surface):
                if self._axes.mirrors:
                    polygons = polygons[:, ::-1]
                corners.append(polygons.ravel() + start)
                sizes.append(np.full(len(polygons), polygons.shape[1]))
                faces.append(np.full(len(polygons), number))
        if not corners:
            return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64)
        return np.concatenate(corners), np.concatenate(sizes), np.concatenate(faces)

    def positions(self) -> Doubles:
        every = np.concatenate([surface.positions for surface in self.mesh.surfaces]).astype(np.float64)
        return self._axes.points(every[self.points.firsts])

    def nodes(self, slots: list[int]) -> list[Node]:
        """The children of the geometry; `slots` are the material slots of the surfaces."""
        index = self.points.by_vertex[self._corners]
        ends = np.cumsum(self._sizes) - 1
        index[ends] = ~index[ends]
        children = [
            array("Vertices", self.positions(), "d"),
            array("PolygonVertexIndex", index.astype(np.int32), "i"),
            node("GeometryVersion", 124),
        ]
        layers = [*self._vector_layers(), *self._uv_layers(), *self._colour_layers()]
        layers.append(self._material_layer(slots))
        children += layers
        rows: dict[int, list[Node]] = {}
        for layer in layers:
            number = int(layer.value() or 0)  # type: ignore[arg-type]
            entry = node("LayerElement", children=[node("Type", layer.name), node("TypedIndex", number)])
            rows.setdefault(number, []).append(entry)
        for number, entries in sorted(rows.items()):
            children.append(node("Layer", number, children=[node("Version", 100), *entries]))
        return children

    def _layer(
        self, element: str, number: int, version: int, name: str, reference: str, values: list[Node]
    ) -> Node:
        mapping = "ByPolygonVertex"
        head = [
            node("Version", version),
            node("Name", name),
            node("MappingInformationType", mapping),
            node("ReferenceInformationType", reference),
        ]
        return node(element, number, children=[*head, *values])

    def _vector_layers(self) -> Iterator[Node]:
        """Normals, tangents and binormals, written only if every surface has them."""
        surfaces = self.mesh.surfaces
        if not surfaces or any(surface.normals is None for surface in surfaces):
            return
        normals = np.concatenate([surface.normals for surface in surfaces if surface.normals is not None])
        normals = normals.astype(np.float64)
        written = self._axes.directions(normals)[self._corners]
        yield self._layer("LayerElementNormal", 0, 101, "", "Direct", [array("Normals", written, "d")])
        if any(surface.tangents is None for surface in surfaces):
            return
        tangents = np.concatenate([surface.tangents for surface in surfaces if surface.tangents is not None])
        tangents = tangents.astype(np.float64)
        binormals = np.cross(normals, tangents[:, :3]) * tangents[:, 3:]
        for element, key, values in (
            ("LayerElementBinormal", "Binormals", binormals),
            ("LayerElementTangent", "Tangents", tangents[:, :3]),
        ):
            rows = self._axes.directions(values)[self._corners]
            yield self._layer(element, 0, 101, UV_NAME, "Direct", [array(key, rows, "d")])

    def _uv_layers(self) -> Iterator[Node]:
        """Texture coordinate sets; surfaces that lack a set get zeros."""
        count = max((len(surface.texcoords) for surface in self.mesh.surfaces), default=0)
        for number in range(count):
            parts = []
            for surface in self.mesh.surfaces:
                rows = np.zeros((len(surface.positions), 2))
                if number < len(surface.texcoords) and surface.texcoords[number].shape[1] == 2:
                    rows[:, 0] = surface.texcoords[number][:, 0]
                    rows[:, 1] = 1.0 - surface.texcoords[number][:, 1].astype(np.float64)
                parts.append(rows)
            used, index = np.unique(self._corners, return_inverse=True)
            values = [
                array("UV", np.concatenate(parts)[used], "d"),
                array("UVIndex", index.ravel().astype(np.int32), "i"),
            ]
            yield self._layer("LayerElementUV", number, 101, uv_name(number), "IndexToDirect", values)

    def _colour_layers(self) -> Iterator[Node]:
        count = max((len(surface.colors) for surface in self.mesh.surfaces), default=0)
        for number in range(count):
            parts = []
            for surface in self.mesh.surfaces:
                rows = np.ones((len(surface.positions), 4))
                if number < len(surface.colors):
                    colors = surface.colors[number]
                    rows[:, : colors.shape[1]] = colors
                parts.append(rows)
            used, index = np.unique(self._corners, return_inverse=True)
            values = [
                array("Colors", np.concatenate(parts)[used], "d"),
                array("ColorIndex", index.ravel().astype(np.int32), "i"),
            ]
            name = f"Color{number or ''}"
            yield self._layer("LayerElementColor", number, 101, name, "IndexToDirect", values)

    def _material_layer(self, slots: list[int]) -> Node:
        of_faces = np.array(slots, np.int32)[self._faces] if len(self._faces) else np.zeros(1, np.int32)
        same = len(np.unique(of_faces)) <= 1
        head = [
            node("Version", 101),
            node("Name", ""),
            node("MappingInformationType", "AllSame" if same else "ByPolygon"),
            node("ReferenceInformationType", "IndexToDirect"),
            array("Materials", of_faces[:1] if same else of_faces, "i"),
        ]
        return node("LayerElementMaterial", 0, children=head)


def uv_name(number: int) -> str:
    """The name by which textures refer to a set of texture coordinates."""
    return f"{UV_NAME}{number or ''}"


def _polygons_of(surface: Surface) -> Iterator[Ints]:
    """(F, 3) triangles, or (F, 2) lines, or (F, 1) points of a surface."""
    if surface.mode.startswith("triangle"):
        yield surface.triangles.astype(np.int64)
        return
    flat = np.arange(len(surface.positions)) if surface.indices is None else surface.indices.astype(np.int64)
    if surface.mode == "points":
        yield flat[:, None]
    elif surface.mode == "lines":
        yield flat[: len(flat) // 2 * 2].reshape(-1, 2)
    else:
        pairs = np.stack([flat[:-1], flat[1:]], axis=1)
        if surface.mode == "line_loop" and len(flat) > 2:
            pairs = np.concatenate([pairs, [[flat[-1], flat[0]]]])
        yield pairs
