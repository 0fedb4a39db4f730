"""Write the meshes of a rig: points, faces, primvars, influences and blend shapes.

Surfaces of a mesh with the same attributes become one Mesh with a subset of its faces for each surface.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.formats.geometry.vertices import take_vertices
from pantin.formats.usd import gf
from pantin.formats.usd.conventions import MATERIAL_FAMILY, TANGENTS
from pantin.formats.usd.names import Siblings
from pantin.operations.edit.splitting import corner_attributes
from pantin.rig import BlendShape, Deltas, Doubles, Influences, Mesh, Surface


class MeshPart(Record, eq=False):
    """Surfaces of a mesh stored in one prim, by index; the first vertex of each, and the total number."""

    surfaces: tuple[int, ...]
    starts: tuple[int, ...]
    count: int
    skinned: bool


class Binding(Record, eq=False):
    """The binding of a prim to a skeleton: joint influences, or one joint for the whole prim."""

    skeleton: str
    geom_bind: Doubles
    slots: Sequence[int]
    rigid: bool
    dual_quaternions: bool = False


def split_mesh(mesh: Mesh, double_sided: Sequence[bool], skinned: bool) -> list[MeshPart]:
    """The prims of a mesh: one, unless its surfaces have different attributes."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for index, surface in enumerate(mesh.surfaces):
        if len(surface.positions):
            signature = _signature(surface, skinned)
            alone = None if surface.mode.startswith("triangle") else index
            groups.setdefault((*signature, double_sided[index], alone), []).append(index)
    parts = []
    for surfaces in groups.values():
        ends = np.cumsum([len(mesh.surfaces[index].positions) for index in surfaces]).tolist()
        is_skinned = skinned and mesh.surfaces[surfaces[0]].influences is not None
        parts.append(MeshPart(tuple(surfaces), (0, *ends[:-1]), ends[-1], is_skinned))
    return parts


def _signature(surface: Surface, skinned: bool) -> tuple[Any, ...]:
    return (
        surface.normals is None,
        surface.tangents is None,
        tuple(texcoords.shape[1] for texcoords in surface.texcoords),
        tuple(colors.shape[1] for colors in surface.colors),
        skinned and surface.influences is not None,
        *_corner_widths(surface),
    )


def _corner_widths(surface: Surface) -> tuple[int, int]:
    """The component counts of per-corner normals and texture coordinates; 0 if missing."""
    normals, texcoords = (
        0 if corners is None else corners.bound.values.shape[1] for corners in corner_attributes(surface)
    )
    return normals, texcoords


def write_geometry(stage: Any, path: str, mesh: Mesh, part: MeshPart, double_sided: bool) -> Any:
    """Define the prim of a part, with its points, faces and primvars."""
    from pxr import UsdGeom

    surfaces = [mesh.surfaces[index] for index in part.surfaces]
    mode = surfaces[0].mode
    if mode.startswith("triangle"):
        geometry = _define_triangles(stage, path, surfaces, part)
        geometry.CreateDoubleSidedAttr(double_sided)
    elif mode == "points":
        geometry = _define_points(stage, path, surfaces[0])
    else:
        geometry = _define_lines(stage, path, surfaces[0])
    points = gf.vectors(_join_arrays([surface.positions for surface in surfaces]))
    geometry.CreatePointsAttr(points)
    geometry.CreateExtentAttr(UsdGeom.PointBased.ComputeExtent(points))
    normals, texcoords = _corner_values(surfaces)
    if surfaces[0].normals is not None:
        geometry.CreateNormalsAttr(gf.vectors(_join_arrays([surface.normals for surface in surfaces])))
        geometry.SetNormalsInterpolation(UsdGeom.Tokens.vertex)
    elif normals is not None:
        geometry.CreateNormalsAttr(gf.vectors(normals))
        geometry.SetNormalsInterpolation(UsdGeom.Tokens.faceVarying)
    _write_primvars(geometry, surfaces)
    if texcoords is not None and texcoords.shape[1] == 2:
        _write_texcoords(geometry, 0, texcoords, UsdGeom.Tokens.faceVarying)
    return geometry


def _corner_values(surfaces: list[Surface]) -> tuple[NDArray[Any] | None, NDArray[Any] | None]:
    """(C, 3) normals and (C, any) texture coordinates of corners, for surfaces with equal attributes."""
    attributes = [corner_attributes(surface) for surface in surfaces]
    normals, texcoords = (
        None
        if any(corners is None for corners in kind)
        else _join_arrays(
            [corners.at(np.arange(len(corners.elements))) for corners in kind if corners is not None]
        )
        for kind in zip(*attributes, strict=True)
    )
    return normals, texcoords


def _join_arrays(arrays: Sequence[Any]) -> NDArray[Any]:
    return np.concatenate(arrays)


def _define_triangles(stage: Any, path: str, surfaces: list[Surface], part: MeshPart) -> Any:
    from pxr import UsdGeom

    geometry = UsdGeom.Mesh.Define(stage, path)
    corners = [surface.triangles + start for surface, start in zip(surfaces, part.starts, strict=True)]
    triangles = np.concatenate(corners)
    geometry.CreateFaceVertexIndicesAttr(gf.integers(triangles.ravel()))
    geometry.CreateFaceVertexCountsAttr(gf.integers(np.full(len(triangles), 3)))
    geometry.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    return geometry


def _define_points(stage: Any, path: str, surface: Surface) -> Any:
    from pxr import UsdGeom

    return UsdGeom.Points.Define(stage, path)


def _define_lines(stage: Any, path: str, surface: Surface) -> Any:
    """Write lines and strips as linear curves."""
    from pxr import UsdGeom

    geometry = UsdGeom.BasisCurves.Define(stage, path)
    geometry.CreateTypeAttr(UsdGeom.Tokens.linear)
    count = len(surface.positions)
    counts = np.full(count // 2, 2) if surface.mode == "lines" else np.array([count])
    geometry.CreateCurveVertexCountsAttr(gf.integers(counts))
    geometry.CreateWrapAttr("periodic" if surface.mode == "line_loop" else "nonperiodic")
    return geometry


def _write_primvars(geometry: Any, surfaces: list[Surface]) -> None:
    from pxr import Sdf, UsdGeom

    api, vertex = UsdGeom.PrimvarsAPI(geometry), UsdGeom.Tokens.vertex
    types = Sdf.ValueTypeNames
    for number, first in enumerate(surfaces[0].texcoords):
        if first.shape[1] == 2:
            values = _join_arrays([surface.texcoords[number] for surface in surfaces])
            _write_texcoords(geometry, number, values, vertex)
    for number, first in enumerate(surfaces[0].colors):
        values = _join_arrays([surface.colors[number] for surface in surfaces])
        color, opacity = colour_names(number)
        api.CreatePrimvar(color, types.Color3fArray, vertex).Set(gf.vectors(values[:, :3]))
        if first.shape[1] == 4:
            api.CreatePrimvar(opacity, types.FloatArray, vertex).Set(gf.numbers(values[:, 3]))
    if surfaces[0].tangents is not None:
        values = _join_arrays([surface.tangents for surface in surfaces])
        api.CreatePrimvar(TANGENTS, types.Float4Array, vertex).Set(gf.vectors(values, "Vec4f"))


def _write_texcoords(geometry: Any, number: int, values: NDArray[Any], interpolation: Any) -> None:
    from pxr import Sdf, UsdGeom

    values = values.astype(np.float32)
    values = np.stack([values[:, 0], 1 - values[:, 1]], axis=1)  # USD's origin is below
    kind = Sdf.ValueTypeNames.TexCoord2fArray
    primvar = UsdGeom.PrimvarsAPI(geometry).CreatePrimvar(texcoord_name(number), kind, interpolation)
    primvar.Set(gf.vectors(values, "Vec2f"))


def texcoord_name(number: int) -> str:
    return f"st{number or ''}"


def colour_names(number: int) -> tuple[str, str]:
    return f"displayColor{number or ''}", f"displayOpacity{number or ''}"


def expand_lines(surface: Surface) -> Surface:
    """Duplicate vertices of lines and strips by index, because points of curves are consecutive."""
    if surface.indices is None or not surface.mode.startswith("line"):
        return surface
    return replace(take_vertices(surface, surface.indices.astype(np.int64)), indices=None)


def write_subsets(geometry: Any, mesh: Mesh, part: MeshPart) -> list[Any]:
    """Write a face subset for each surface of a part with several; the subsets partition all faces."""
    from pxr import UsdGeom

    subsets, first = [], 0
    for index in part.surfaces:
        count = len(mesh.surfaces[index].triangles)
        faces = gf.integers(np.arange(first, first + count))
        subsets.append(
            UsdGeom.Subset.CreateGeomSubset(
                geometry, f"surface_{index}", UsdGeom.Tokens.face, faces, MATERIAL_FAMILY
            )
        )
        first += count
    UsdGeom.Subset.SetFamilyType(geometry, MATERIAL_FAMILY, UsdGeom.Tokens.partition)
    return subsets


def bind(geometry: Any, mesh: Mesh, part: MeshPart, binding: Binding) -> None:
    """Bind a prim to a skeleton."""
    from pxr import UsdSkel

    api = UsdSkel.BindingAPI.Apply(geometry.GetPrim())
    api.CreateSkeletonRel().SetTargets([binding.skeleton])
    api.CreateGeomBindTransformAttr(gf.matrix(binding.geom_bind))
    if binding.rigid:
        api.CreateJointIndicesPrimvar(constant=True, elementSize=1).Set(gf.integers(np.array(binding.slots)))
        api.CreateJointWeightsPrimvar(constant=True, elementSize=1).Set(gf.numbers(np.ones(1)))
        return
    influences = [mesh.surfaces[index].influences for index in part.surfaces]
    joints, weights = pad_influences([each for each in influences if each is not None], binding.slots)
    if binding.dual_quaternions:  # UsdSkel does not normalise them where joints are scaled
        sums = weights.sum(axis=1, keepdims=True)
        weights = np.where(sums != 0, weights / np.where(sums != 0, sums, 1), weights)
    width = joints.shape[1]
    api.CreateJointIndicesPrimvar(constant=False, elementSize=width).Set(gf.integers(joints.ravel()))
    api.CreateJointWeightsPrimvar(constant=False, elementSize=width).Set(gf.numbers(weights.ravel()))
    if binding.dual_quaternions:
        api.CreateSkinningMethodAttr(UsdSkel.Tokens.dualQuaternion)


def pad_influences(
    groups: Sequence[Influences], slots: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """(V, K) joints and weights, with K the most influences of any vertex; entries without weight are
    dropped."""
    counts = np.concatenate([np.diff(influences.offsets) for influences in groups])
    joints = np.concatenate([influences.joints.astype(np.int64) for influences in groups])
    weights = np.concatenate([influences.weights for influences in groups])
    rows = np.repeat(np.arange(len(counts)), counts)
    kept = weights != 0
    rows, joints, weights = rows[kept], joints[kept], weights[kept]
    counts = np.bincount(rows, minlength=len(counts))
    width = max(1, int(counts.max(initial=0)))
    column = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    padded = np.zeros((len(counts), width), np.int64)
    padded_weights = np.zeros((len(counts), width), np.float32)
    padded[rows, column] = np.asarray(slots, np.int64)[joints]
    padded_weights[rows, column] = weights
    return padded, padded_weights


def write_blend_shapes(stage: Any, geometry: Any, mesh: Mesh, part: MeshPart, tokens: Sequence[str]) -> None:
    """Write the blend shapes of a part as child prims; `tokens` name them in animations."""
    from pxr import UsdSkel

    prim = geometry.GetPrim()
    siblings = Siblings(child.GetName() for child in prim.GetChildren())
    targets = []
    for number in range(mesh.blend_shape_count):
        name = blend_name(mesh, number)
        path = prim.GetPath().AppendChild(siblings.claim(name, f"shape_{number}"))
        shape = UsdSkel.BlendShape.Define(stage, path)
        if name is not None and name != path.name:
            shape.GetPrim().SetDisplayName(name)
        shapes = [mesh.surfaces[index].blend_shapes[number] for index in part.surfaces]
        _write_offsets(shape, shapes, part, has_normals=geometry.GetNormalsAttr().HasAuthoredValue())
        targets.append(path)
    api = UsdSkel.BindingAPI.Apply(prim)
    api.CreateBlendShapesAttr(list(tokens))
    api.CreateBlendShapeTargetsRel().SetTargets(targets)


def blend_name(mesh: Mesh, number: int) -> str | None:
    names = mesh.blend_names or ()
    return names[number] if number < len(names) and names[number] else None


def _write_offsets(shape: Any, shapes: list[BlendShape], part: MeshPart, has_normals: bool) -> None:
    """Write offsets of moved points; an empty shape gets one zero offset."""
    positions = _dense([each.positions for each in shapes], part)
    normals = _dense([each.normals for each in shapes], part)
    moved = positions.any(axis=1) | (normals.any(axis=1) if has_normals else False)
    indices = np.flatnonzero(moved) if moved.any() else np.zeros(1, np.int64)
    shape.CreateOffsetsAttr(gf.vectors(positions[indices]))
    if has_normals and normals.any():
        shape.CreateNormalOffsetsAttr(gf.vectors(normals[indices]))
    if len(indices) < part.count:
        shape.CreatePointIndicesAttr(gf.integers(indices))


def _dense(deltas: Sequence[Deltas | None], part: MeshPart) -> Doubles:
    """(V, 3) differences of all points of a part."""
    dense = np.zeros((part.count, 3))
    for each, start in zip(deltas, part.starts, strict=True):
        if each is not None:
            indices = np.arange(len(each.values)) if each.indices is None else each.indices
            np.add.at(dense, indices.astype(np.int64) + start, each.values)
    return dense
