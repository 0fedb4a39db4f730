"""Convert geometry to surfaces: triangulate polygons, merge equal corners, and split faces by material."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.lift.layers import Layer, Polygons, read_layer
from pantin.formats.fbx.lift.smoothing import smooth_normals
from pantin.formats.fbx.nodes import Node, clean, whole_numbers
from pantin.formats.fbx.scene import Object
from pantin.formats.geometry.merging import merge_corners
from pantin.report.wording import counted
from pantin.rig import Surface
from pantin.rig.polygons import split_polygons

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]

LEGACY_UV = "GeometryUVInfo"
LARGEST = 1e30
"""The largest coordinate to read: rigs use float32, after the units and axes of the file are applied."""


class MaterialPart(Struct, eq=False):
    """The surface of the faces with one material slot, and the point of each of its vertices."""

    slot: int
    points: Ints
    surface: Surface


class ReadMesh(Struct, eq=False):
    """A mesh.

    points    (P, 3) as the file has them
    parts     surfaces by material slot
    uv_names  names of the sets of texture coordinates, in their order
    """

    thing: Object
    points: Doubles
    parts: list[MaterialPart] = field(default_factory=list)
    uv_names: list[str] = field(default_factory=list)


class _Attributes(Struct, eq=False):
    """Values at corners."""

    normals: NDArray[Any] | None = None
    tangents: NDArray[Any] | None = None
    texcoords: list[NDArray[Any]] = field(default_factory=list)
    colors: list[NDArray[Any]] = field(default_factory=list)

    def every(self) -> list[NDArray[Any]]:
        alone = [each for each in (self.normals, self.tangents) if each is not None]
        return [*alone, *self.texcoords, *self.colors]

    def rows(self, rows: Ints) -> dict[str, Any]:
        return {
            "normals": None if self.normals is None else self.normals[rows],
            "tangents": None if self.tangents is None else self.tangents[rows],
            "texcoords": tuple(each[rows] for each in self.texcoords),
            "colors": tuple(each[rows] for each in self.colors),
        }


class MeshReader:
    """Reads geometry."""

    def __init__(self, context: Context, axes: Axes) -> None:
        self._context, self._axes = context, axes

    def read(self, thing: Object) -> ReadMesh:
        node, context = thing.node, self._context
        flat = node.numbers("Vertices")
        points = flat[: len(flat) // 3 * 3].reshape(-1, 3).astype(np.float64, copy=False)
        points = self._finite(points, thing, "vertices")
        mesh = ReadMesh(thing, points)
        polygons = self._polygons(thing, len(points))
        if polygons is None or not len(points):
            return mesh
        attributes = self._attributes(thing, points, polygons, mesh)
        slots, holes = self._slots(thing, polygons), self._holes(node, polygons)
        context.budget.check(polygons.corners.nbytes * 8, "geometry")
        self._divide(mesh, polygons, attributes, slots, holes)
        self._report_loose(thing, polygons)
        return mesh

    def _report_loose(self, thing: Object, polygons: Polygons) -> None:
        in_polygons = np.zeros(polygons.points, bool)
        in_polygons[polygons.corners] = True
        loose = int(np.count_nonzero(~in_polygons))
        if loose:
            what = f'{counted(loose, "point")} of mesh "{clean(thing.name)}" in no polygon'
            self._context.drop("points", thing, what)

    def _polygons(self, thing: Object, count: int) -> Polygons | None:
        raw = thing.node.numbers("PolygonVertexIndex")
        if not len(raw):
            return None
        index = whole_numbers(raw, count)
        if index[-1] >= 0:
            index = index.copy()
            index[-1] = ~index[-1]  # the last polygon is not closed
        ends = np.flatnonzero(index < 0)
        counts = np.diff(np.concatenate([[-1], ends]))
        corners = np.where(index < 0, ~index, index)
        bad = (corners < 0) | (corners >= count)
        if bad.any():
            face = np.repeat(np.arange(len(counts)), counts)
            self._context.fault(
                "FBX-INDEX", thing, index=int(corners[bad][0]), points=count, count=int(bad.sum())
            )
            broken = np.zeros(len(counts), bool)
            broken[face[bad]] = True
            # Corners stay in their places, as layers refer to them; faces with such a corner are not drawn.
            corners = np.where(bad, 0, corners)
            counts = counts.copy()
            self._broken = broken
        else:
            self._broken = np.zeros(len(counts), bool)
        return Polygons(corners, counts, count, len(thing.node.numbers("Edges")))

    def _layers(
        self, thing: Object, element: str, key: str, index_key: str, width: int, polygons: Polygons
    ) -> Iterator[Layer]:
        for node in thing.node.every(element):
            layer = read_layer(node, key, index_key, width, polygons)
            if layer is None:
                continue
            if layer.fault:
                self._context.fault("FBX-LAYER", thing, element=element, why=layer.fault)
            if layer.values.dtype.kind == "f":
                layer = Layer(
                    layer.name, layer.mapping, self._finite(layer.values, thing, f"values of {element}")
                )
            if len(layer.values):
                yield layer

    def _finite(self, values: NDArray[Any], thing: Object, what: str) -> NDArray[Any]:
        """The numbers, with zeros for those that a rig cannot store; these are reported."""
        if not values.size or (values.min() >= -LARGEST and values.max() <= LARGEST):  # false for NaN
            return values
        good = np.abs(values) <= LARGEST
        fault = f"beyond {LARGEST:g}" if np.isfinite(values).all() else "that are not finite"
        self._context.fault("FBX-NOT_FINITE", thing, what=f"{what} {fault}")
        return np.where(good, values, 0.0)

    def _attributes(self, thing: Object, points: Doubles, polygons: Polygons, mesh: ReadMesh) -> _Attributes:
        attributes = _Attributes()
        normals = self._normals(thing, points, polygons)
        if normals is not None:
            attributes.normals = self._axes.directions(normals)
            attributes.tangents = self._tangents(thing, polygons, normals)
        for layer in self._layers(thing, "LayerElementUV", "UV", "UVIndex", 2, polygons):
            mesh.uv_names.append(layer.name)
            attributes.texcoords.append(_flip(layer.at_corners(polygons)))
        older = thing.node.first(LEGACY_UV)
        if older is not None and not attributes.texcoords:
            attributes.texcoords += self._older_uv(thing, older, polygons)
        for layer in self._layers(thing, "LayerElementColor", "Colors", "ColorIndex", 4, polygons):
            attributes.colors.append(np.clip(layer.at_corners(polygons), 0.0, None))
        return attributes

    def _older_uv(self, thing: Object, node: Node, polygons: Polygons) -> list[NDArray[Any]]:
        values = self._finite(node.numbers("TextureUV"), thing, f"values of {LEGACY_UV}")
        rows = values[: len(values) // 2 * 2].reshape(-1, 2).astype(np.float64, copy=False)
        index = whole_numbers(node.numbers("TextureUVVerticeIndex"))
        if len(index) != len(polygons.corners) or not len(rows):
            return []
        return [_flip(rows[np.clip(index, 0, len(rows) - 1)])]

    def _normals(self, thing: Object, points: Doubles, polygons: Polygons) -> NDArray[Any] | None:
        """(C, 3) unit normals; from smoothing where there are none."""
        node = thing.node
        layer = next(self._layers(thing, "LayerElementNormal", "Normals", "NormalsIndex", 3, polygons), None)
        if layer is None and node.first("Normals") is not None:
            values = self._finite(node.numbers("Normals"), thing, "values of Normals")
            rows = values[: len(values) // 3 * 3].reshape(-1, 3).astype(np.float64, copy=False)
            by_point = len(rows) == polygons.points
            if by_point or len(rows) == len(polygons.corners):
                layer = Layer("", "point" if by_point else "corner", rows)
        if layer is not None:
            return _unit(layer.at_corners(polygons))
        smoothing = next(self._layers(thing, "LayerElementSmoothing", "Smoothing", "", 1, polygons), None)
        if smoothing is None:
            return None
        edges = whole_numbers(node.numbers("Edges"))
        return smooth_normals(points, polygons, smoothing, edges)

    def _tangents(self, thing: Object, polygons: Polygons, normals: NDArray[Any]) -> NDArray[Any] | None:
        """(C, 4) tangents with the sign of the binormal, from the first layer only."""
        elements = ("LayerElementTangent", "Tangents", "TangentsIndex")
        tangent = next(self._layers(thing, *elements, 3, polygons), None)
        if tangent is None:
            return None
        directions = _unit(tangent.at_corners(polygons))
        signs = np.ones(len(directions))
        binormal = next(
            self._layers(thing, "LayerElementBinormal", "Binormals", "BinormalsIndex", 3, polygons), None
        )
        if binormal is not None:
            across = np.cross(normals, directions)
            signs = np.where((across * binormal.at_corners(polygons)).sum(1) < 0, -1.0, 1.0)
        if self._axes.mirrors:
            signs = -signs
        turned = self._axes.directions(directions)
        return np.concatenate([turned, signs[:, None]], 1).astype(turned.dtype)

    def _slots(self, thing: Object, polygons: Polygons) -> Ints:
        """(F,) the material slot of each face."""
        node = thing.node
        layer = next(self._layers(thing, "LayerElementMaterial", "Materials", "", 1, polygons), None)
        if layer is None and node.first("MaterialAssignation") is not None:
            values = node.numbers("Materials")
            mapping = "face" if node.text("MaterialAssignation") == "ByPolygon" else "all"
            if len(values) and (mapping == "all" or len(values) >= len(polygons.counts)):
                layer = Layer("", mapping, values[: len(polygons.counts) if mapping == "face" else 1, None])
        slots = layer.at_faces(polygons) if layer is not None else None
        if slots is None:
            return np.zeros(len(polygons.counts), np.int64)
        return slots[:, 0].astype(np.int64)

    def _holes(self, node: Node, polygons: Polygons) -> NDArray[np.bool_]:
        """(F,) faces that are not drawn: holes, and faces with a corner out of range."""
        element = node.first("LayerElementHole")
        hidden = self._broken.copy()
        if element is not None:
            layer = read_layer(element, "Hole", "", 1, polygons)
            faces = layer.at_faces(polygons) if layer is not None else None
            if faces is not None and len(faces) == len(hidden):
                hidden |= faces[:, 0] != 0
        return hidden

    def _divide(
        self, mesh: ReadMesh, polygons: Polygons, attributes: _Attributes, slots: Ints, hidden: Any
    ) -> None:
        """Parts with triangles by material slot, then a part for lines and a part for points, if there are
        any."""
        counts = polygons.counts
        drawn = (counts > 2) & ~hidden
        kept = np.flatnonzero(np.repeat(drawn, counts))
        triangles, faces = split_polygons(mesh.points, counts[drawn], polygons.corners[kept])
        if self._axes.mirrors:
            triangles = triangles[:, ::-1]
        corners = kept[triangles]
        owners = slots[np.flatnonzero(drawn)][faces]
        distinct = np.unique(owners)
        every = attributes.every()
        for slot in distinct.tolist():
            chosen = corners[owners == slot].ravel() if len(distinct) > 1 else corners.ravel()
            used, inverse = _used_corners(chosen, len(polygons.corners))
            at = polygons.corners[used]
            whole = len(used) == len(polygons.corners)
            rows_used = every if whole else [each[used] for each in every]
            first, vertices = merge_corners(at, polygons.points, rows_used)
            rows = used[first]
            surface = Surface(
                self._axes.points(mesh.points[polygons.corners[rows]]),
                indices=vertices[inverse],
                **attributes.rows(rows),
            )
            mesh.parts.append(MaterialPart(slot, polygons.corners[rows], surface))
        starts = np.cumsum(counts) - counts
        for size, mode in ((2, "lines"), (1, "points")):
            few = np.flatnonzero((counts == size) & ~hidden)
            if len(few):
                at = polygons.corners[(starts[few][:, None] + np.arange(size)).ravel()]
                used, inverse = np.unique(at, return_inverse=True)
                positions = self._axes.points(mesh.points[used])
                surface = Surface(positions, indices=inverse.ravel(), mode=mode)  # type: ignore[arg-type]
                mesh.parts.append(MaterialPart(int(slots[few[0]]), used, surface))


def _used_corners(corners: Ints, count: int) -> tuple[Ints, Ints]:
    """The corners in triangles in ascending order, and the position of each corner among them, without
    sorting."""
    mask = np.zeros(count, bool)
    mask[corners] = True
    return np.flatnonzero(mask), (np.cumsum(mask) - 1)[corners]


def _flip(texcoords: NDArray[Any]) -> NDArray[Any]:
    """Flip v: in rigs, the origin of texture coordinates is the upper left."""
    flipped = texcoords.copy()
    np.subtract(1.0, texcoords[:, 1], out=flipped[:, 1])
    return flipped


UNIT = 1e-3
"""Normals whose lengths differ more than this from 1 are normalised: float32 is accurate to 1e-6."""


def _unit(vectors: NDArray[Any]) -> NDArray[Any]:
    squares = vectors[:, 0] * vectors[:, 0] + vectors[:, 1] * vectors[:, 1] + vectors[:, 2] * vectors[:, 2]
    if not len(squares) or np.abs(squares - 1).max() <= UNIT:
        return vectors
    lengths = np.sqrt(squares)[:, None]
    fallback = np.zeros_like(vectors)
    fallback[:, 2] = 1.0
    unit: NDArray[Any] = np.divide(vectors, lengths, out=fallback, where=lengths > 1e-20)
    return unit
