"""Meshes, points and linear curves: vertices from primvars of any interpolation, and triangles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.formats.geometry.merging import merge_corners
from pantin.formats.geometry.vertices import take_vertices
from pantin.formats.usd import gf
from pantin.formats.usd.conventions import MATERIAL_FAMILY, TANGENTS
from pantin.formats.usd.lift.context import Context, first_value, size_of
from pantin.formats.usd.lift.materials import MaterialReader
from pantin.report.wording import counted
from pantin.rig import BlendShape, Influences, Surface
from pantin.rig.polygons import split_polygons

Ints = NDArray[np.int64]


class Primvar(Struct, eq=False):
    """Values of an attribute per point, corner or face, or one value for all."""

    interpolation: str
    values: NDArray[Any]


class Corners(Struct, eq=False):
    """The corners of the triangles of a mesh: (T, 3) points, and positions among the corners of the faces;
    the face of each triangle."""

    points: Ints
    face_corners: Ints
    faces: Ints


def triangulate(positions: Any, counts: Ints, indices: Ints, holes: Ints, left_handed: bool) -> Corners:
    """Triangulate all faces except holes and faces with invalid corners."""
    sizes = np.maximum(counts, 0)
    sizes = sizes[: np.searchsorted(np.cumsum(sizes), len(indices), side="right")]
    drawn = sizes > 2
    drawn[holes[(holes >= 0) & (holes < len(drawn))]] = False
    kept = np.flatnonzero(np.repeat(drawn, sizes))
    triangles, faces = split_polygons(positions, sizes[drawn], indices[kept])
    corners = kept[triangles[:, ::-1] if left_handed else triangles]
    return Corners(indices[corners], corners, np.flatnonzero(drawn)[faces])


class GeometryReader:
    """Reads mesh, point and linear curve prims."""

    def __init__(self, context: Context, materials: MaterialReader) -> None:
        self._context, self._materials = context, materials

    def read(self, prim: Any, influences: Influences | None, shapes: Sequence[BlendShape]) -> list[Surface]:
        """The surfaces of a prim; empty if it has none. `influences` and `shapes` refer to its points."""
        from pxr import UsdGeom

        points = UsdGeom.PointBased(prim).GetPointsAttr()
        value = first_value(points)
        positions = gf.to_array(value, 3)
        if not len(positions):
            return [] if not size_of(value) else self._refuse(prim, "its points are not triples of numbers")
        if not np.isfinite(positions).all():
            return self._refuse(prim, "its points are not all finite")
        if prim.IsA(UsdGeom.Mesh):
            return self._mesh(prim, positions, influences, shapes)
        if prim.IsA(UsdGeom.Points):
            return self._finish(prim, Surface(positions, mode="points"), influences, shapes)
        return self._curves(prim, positions, influences, shapes)

    def read_shape(self, prim: Any, surface: Surface) -> list[Surface]:
        """The surface of a parametric shape, which has no points, with its material."""
        sides = bool(first_value(prim.GetAttribute("doubleSided")))
        return [replace(surface, material=self._material(prim, sides, {}))]

    def _refuse(self, prim: Any, why: str) -> list[Surface]:
        self._context.drop("geometry", prim, f"a {prim.GetTypeName()}: {why}")
        return []

    def _material(self, prim: Any, sides: bool, sets: dict[str, int]) -> int | None:
        """The material of a prim; without one, its display colour."""
        return self._materials.index(bound_material(prim), sides, sets, display_color(prim))

    def _finish(
        self, prim: Any, surface: Surface, influences: Influences | None, shapes: Sequence[BlendShape]
    ) -> list[Surface]:
        """Add colours, material, influences and blend shapes to points and curves."""
        count = len(surface.positions)
        colors = [each for each in _colours(prim) if each.interpolation in ("vertex", "varying", "constant")]
        values = tuple(_per_point(each, count) for each in colors)
        material = self._material(prim, False, {})
        complete = all(len(each) == count for each in values)
        return [
            replace(
                surface,
                colors=values if complete else (),
                material=material,
                influences=influences,
                blend_shapes=self._without_normals(prim, shapes),
            )
        ]

    def _without_normals(self, prim: Any, shapes: Sequence[BlendShape]) -> tuple[BlendShape, ...]:
        """The blend shapes without normal offsets, for a surface without normals."""
        number = sum(shape.normals is not None for shape in shapes)
        if number:
            offsets = f"the normalOffsets of {counted(number, 'blend shape')}"
            self._context.drop("primvar", prim, f"{offsets}: the {prim.GetTypeName()} has no normals")
        return tuple(replace(shape, normals=None) for shape in shapes)

    def _curves(
        self, prim: Any, positions: Any, influences: Influences | None, shapes: Sequence[BlendShape]
    ) -> list[Surface]:
        from pxr import UsdGeom

        curves = UsdGeom.BasisCurves(prim)
        counts = gf.to_array(first_value(curves.GetCurveVertexCountsAttr()), dtype=np.int64)
        if int(counts.sum()) != len(positions):
            return self._refuse(prim, f"curveVertexCounts sum to {counts.sum():,}, not {len(positions):,}")
        periodic = curves.GetWrapAttr().Get() == "periodic"
        ends = np.cumsum(counts)
        pairs = []
        for start, end in zip((ends - counts).tolist(), ends.tolist(), strict=True):
            along = np.arange(start, end)
            pairs.append(np.stack([along[:-1], along[1:]], axis=1))
            if periodic and end - start > 2:
                pairs.append(np.array([[end - 1, start]]))
        indices = np.concatenate(pairs).ravel() if pairs else np.zeros(0, np.int64)
        return self._finish(prim, Surface(positions, mode="lines", indices=indices), influences, shapes)

    def _mesh(
        self, prim: Any, positions: Any, influences: Influences | None, shapes: Sequence[BlendShape]
    ) -> list[Surface]:
        from pxr import UsdGeom

        mesh = UsdGeom.Mesh(prim)
        counts = gf.to_array(first_value(mesh.GetFaceVertexCountsAttr()), dtype=np.int64)
        indices = gf.to_array(first_value(mesh.GetFaceVertexIndicesAttr()), dtype=np.int64)
        if not len(counts):
            return []
        if len(indices) and not 0 <= indices.min() <= indices.max() < len(positions):
            bad = int(indices.min() if indices.min() < 0 else indices.max())
            return self._refuse(prim, f"faceVertexIndices have {bad:,}, but it has {len(positions):,} points")
        if int(np.maximum(counts, 0).sum()) > len(indices):
            self._refuse(prim, "faces at its end, which have more corners than faceVertexIndices")
        holes = gf.to_array(first_value(mesh.GetHoleIndicesAttr()), dtype=np.int64)
        corners = triangulate(
            positions, counts, indices, holes, mesh.GetOrientationAttr().Get() == "leftHanded"
        )
        subdivided = mesh.GetSubdivisionSchemeAttr().Get() != "none"
        if subdivided:
            self._context.drop("subdivision", prim, f"the subdivision surface {prim.GetName()}")
        sizes = {"constant": 1, "uniform": len(counts), "vertex": len(positions), "varying": len(positions)}
        sizes["faceVarying"] = len(indices)
        normals = None if subdivided else _normals(mesh)
        texcoords = _texcoords(prim)
        primvars = {
            "normals": [normals] if normals is not None else [],
            "tangents": _named_primvars(prim, TANGENTS, 4),
            "texcoords": list(texcoords.values()),
            "colours": _colours(prim),
        }
        usable = {kind: self._usable(prim, kind, of_kind, sizes) for kind, of_kind in primvars.items()}
        named = [name for name, each in texcoords.items() if each in usable["texcoords"]]
        if subdivided:  # its normals are those of the limit surface
            shapes = [replace(shape, normals=None) for shape in shapes]
        elif not usable["normals"]:
            shapes = self._without_normals(prim, shapes)
        whole, triangles = _assemble(positions, corners, usable, influences, tuple(shapes))
        sides = bool(mesh.GetDoubleSidedAttr().Get())
        sets = {name: index for index, name in enumerate(named)}
        return self._divide(prim, whole, triangles, corners.faces, sides, sets)

    def _usable(self, prim: Any, kind: str, primvars: list[Primvar], sizes: dict[str, int]) -> list[Primvar]:
        """The primvars with a value for each element of their interpolation; others are reported."""
        usable = [each for each in primvars if len(each.values) == sizes.get(each.interpolation)]
        for each in primvars:
            if each not in usable:
                wanted = f"{sizes.get(each.interpolation, 0):,} of interpolation {each.interpolation}"
                what = (
                    f"the {kind} of a {prim.GetTypeName()}: {len(each.values):,} values instead of {wanted}"
                )
                self._context.drop("primvar", prim, what)
        return usable

    def _divide(
        self, prim: Any, whole: Surface, triangles: Ints, faces: Ints, sides: bool, sets: dict[str, int]
    ) -> list[Surface]:
        """Split faces by material subset; the remaining faces form another surface."""
        from pxr import UsdGeom

        owner = np.full(int(faces.max(initial=-1)) + 1, -1)
        subsets = UsdGeom.Subset.GetGeomSubsets(UsdGeom.Imageable(prim), UsdGeom.Tokens.face, MATERIAL_FAMILY)
        for number, subset in enumerate(subsets):
            members = gf.to_array(first_value(subset.GetIndicesAttr()), dtype=np.int64)
            owner[members[(members >= 0) & (members < len(owner))]] = number
        parts = [(-1, prim)] + [(number, subset.GetPrim()) for number, subset in enumerate(subsets)]
        surfaces = []
        for number, source in parts:
            chosen = triangles[owner[faces] == number] if len(faces) else triangles
            if len(chosen):
                material = self._material(source, sides, sets)
                surfaces.append(_part(replace(whole, material=material), chosen, alone=len(subsets) == 0))
        if not surfaces and not len(subsets):
            material = self._material(prim, sides, sets)
            surfaces.append(replace(whole, indices=np.zeros(0, np.int64), material=material))
        return surfaces


def _part(whole: Surface, triangles: Ints, alone: bool) -> Surface:
    """The surface of some triangles with the vertices they use, or with all vertices if there are no
    subsets."""
    if alone:
        return replace(whole, indices=triangles.ravel())
    used, indices = np.unique(triangles, return_inverse=True)
    return replace(take_vertices(whole, used), indices=indices.ravel())


def _assemble(
    positions: Any,
    corners: Corners,
    primvars: dict[str, list[Primvar]],
    influences: Influences | None,
    shapes: tuple[BlendShape, ...],
) -> tuple[Surface, Ints]:
    """A surface with a vertex for each point, or for each distinct corner; also its triangles."""
    every = [each for of_kind in primvars.values() for each in of_kind]
    bare = Surface(positions, influences=influences, blend_shapes=shapes)
    if all(each.interpolation in ("vertex", "varying", "constant") for each in every):
        count = len(positions)
        values = {kind: [_per_point(each, count) for each in of_kind] for kind, of_kind in primvars.items()}
        return _with_attributes(bare, values), corners.points
    flat = Corners(corners.points.ravel(), corners.face_corners.ravel(), np.repeat(corners.faces, 3))
    at_corners = {kind: [_per_corner(each, flat) for each in of_kind] for kind, of_kind in primvars.items()}
    every_row = [each for of_kind in at_corners.values() for each in of_kind]
    first, vertices = merge_corners(flat.points, len(positions), every_row)
    surface = take_vertices(bare, flat.points[first])
    values = {kind: [each[first] for each in of_kind] for kind, of_kind in at_corners.items()}
    return _with_attributes(surface, values), vertices.reshape(-1, 3)


def _with_attributes(surface: Surface, values: dict[str, list[NDArray[Any]]]) -> Surface:
    normals, tangents = values["normals"], values["tangents"]
    return replace(
        surface,
        normals=normals[0] if normals else None,
        tangents=tangents[0] if tangents else None,
        texcoords=tuple(values["texcoords"]),
        colors=tuple(values["colours"]),
    )


def _per_point(primvar: Primvar, count: int) -> NDArray[Any]:
    if primvar.interpolation == "constant":
        return np.repeat(primvar.values[:1], count, axis=0)
    return primvar.values


def _per_corner(primvar: Primvar, corners: Corners) -> NDArray[Any]:
    match primvar.interpolation:
        case "constant":
            return np.repeat(primvar.values[:1], len(corners.points), axis=0)
        case "uniform":
            return primvar.values[corners.faces]
        case "faceVarying":
            return primvar.values[corners.face_corners]
    return primvar.values[corners.points]


def _normals(mesh: Any) -> Primvar | None:
    """Normals; a primvar overrides the attribute."""
    primvar = _named_primvars(mesh.GetPrim(), "normals", 3)
    if primvar:
        return _unit(primvar[0])
    values = gf.to_array(first_value(mesh.GetNormalsAttr()), 3)
    return _unit(Primvar(str(mesh.GetNormalsInterpolation()), values)) if len(values) else None


def _unit(normals: Primvar) -> Primvar | None:
    values = np.nan_to_num(normals.values.astype(np.float64))
    lengths = np.linalg.norm(values, axis=1, keepdims=True)
    if np.abs(lengths - 1).max(initial=0.0) <= 1e-3:
        return normals
    unit = np.divide(values, lengths, out=np.tile([0.0, 0.0, 1.0], (len(values), 1)), where=lengths > 0)
    return Primvar(normals.interpolation, unit.astype(np.float32))


def _named_primvars(prim: Any, name: str, width: int) -> list[Primvar]:
    from pxr import UsdGeom

    primvar = UsdGeom.PrimvarsAPI(prim).FindPrimvarWithInheritance(name)
    values = _flatten_primvar(primvar, width)
    return [] if values is None else [Primvar(str(primvar.GetInterpolation()), values)]


def _flatten_primvar(primvar: Any, width: int) -> NDArray[Any] | None:
    """(n, width) values with indices resolved; None if missing, of another type, or not finite."""
    from pxr import Usd

    if not primvar or not primvar.HasAuthoredValue():
        return None
    value = primvar.ComputeFlattened()
    if value is None:
        value = primvar.ComputeFlattened(Usd.TimeCode.EarliestTime())
    try:
        array = np.asarray(value, np.float32)
    except (TypeError, ValueError):
        return None
    if array.ndim == 1 and width == 1:
        array = array[:, None]
    fits = array.ndim == 2 and array.shape[1] == width and len(array) > 0
    return array if fits and bool(np.isfinite(array).all()) else None


def _texcoords(prim: Any) -> dict[str, Primvar]:
    """Texture coordinates by name, `st` first, flipped to the upper-left origin of rigs."""
    from pxr import UsdGeom

    primvars = {}
    for primvar in UsdGeom.PrimvarsAPI(prim).FindPrimvarsWithInheritance():
        name, kind = str(primvar.GetPrimvarName()), primvar.GetTypeName()
        is_pair = kind.cppTypeName.startswith("VtArray<GfVec2") or "GfVec2" in kind.cppTypeName
        if is_pair and (kind.role == "TextureCoordinate" or _COORDINATES.match(name)):
            values = _flatten_primvar(primvar, 2)
            if values is not None:
                flipped = np.stack([values[:, 0], 1 - values[:, 1]], axis=1)
                primvars[name] = Primvar(str(primvar.GetInterpolation()), flipped)
    return dict(sorted(primvars.items(), key=lambda item: (item[0] != "st", item[0])))


_COORDINATES = re.compile(r"(st|uv|map|texcoord)", re.IGNORECASE)


def _colours(prim: Any) -> list[Primvar]:
    """Display colours, with opacity if it has the same interpolation."""
    colors = []
    number = 0
    while primvar := _named_primvars(prim, f"displayColor{number or ''}", 3):
        color = primvar[0]
        opacity = _named_primvars(prim, f"displayOpacity{number or ''}", 1)
        if (
            opacity
            and opacity[0].interpolation == color.interpolation
            and len(opacity[0].values) == len(color.values)
        ):
            color = Primvar(color.interpolation, np.concatenate([color.values, opacity[0].values], axis=1))
        if color.interpolation != "constant" or number:
            colors.append(color)
        number += 1
    return colors


def display_color(prim: Any) -> tuple[float, ...] | None:
    """The constant colour of a prim with its opacity; None without one."""
    color, opacity = _named_primvars(prim, "displayColor", 3), _named_primvars(prim, "displayOpacity", 1)
    if not color or color[0].interpolation != "constant":
        return None
    is_constant = bool(opacity) and opacity[0].interpolation == "constant"
    rows = [color[0].values[0], opacity[0].values[0] if is_constant else np.ones(1)]
    return tuple(np.concatenate(rows).tolist())


def bound_material(prim: Any) -> Any:
    """The bound material of a prim for previews, else for all purposes; bindings are inherited from
    ancestors."""
    from pxr import UsdShade

    return UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial(UsdShade.Tokens.preview)[0]
