"""Geometry of stages that usd-core authors: shapes without points, point instancers, polygons of any form,
and primvars, compared with UsdGeom's own computation."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdShade, UsdSkel, Vt

import pantin
from pantin.motion import world_transforms

NUMBERS = {"size": 3.0, "radius": 0.7, "height": 2.5, "width": 2.0, "length": 5.0}
NUMBERS |= {"radiusTop": 0.4, "radiusBottom": 0.9}


def read(stage):
    stage.Save()
    return pantin.load(stage.GetRootLayer().realPath)


def losses(asset):
    return [(finding.rule, finding.pointer) for finding in asset.lifted.findings]


def volume(surface):
    corners = surface.positions[surface.triangles].astype(np.float64)
    return np.linalg.det(corners).sum() / 6


@pytest.mark.parametrize("axis", "XYZ")
@pytest.mark.parametrize(
    ("kind", "exact"),
    [
        ("Cube", 27.0),
        ("Sphere", 4 / 3 * np.pi * 0.7**3),
        ("Cylinder", np.pi * 0.7**2 * 2.5),
        ("Cylinder_1", np.pi / 3 * 2.5 * (0.4**2 + 0.4 * 0.9 + 0.9**2)),
        ("Cone", np.pi / 3 * 0.7**2 * 2.5),
        ("Capsule", np.pi * 0.7**2 * 2.5 + 4 / 3 * np.pi * 0.7**3),
        ("Capsule_1", None),
        ("Plane", 0.0),
    ],
)
def test_shapes_have_the_extent_and_the_volume_that_they_describe(stage, kind, axis, exact):
    """The extent is that of UsdGeom; 32 sides enclose 1 to 2 % less volume than a round shape."""
    prim = stage.DefinePrim("/shape", kind)
    for name, value in (NUMBERS | {"axis": axis}).items():
        if prim.GetAttribute(name):
            prim.GetAttribute(name).Set(value)
    extent = UsdGeom.Boundable.ComputeExtentFromPlugins(UsdGeom.Boundable(prim), Usd.TimeCode.Default())
    asset = read(stage)
    (surface,) = asset.rig.meshes[0].surfaces
    found = [surface.positions.min(axis=0), surface.positions.max(axis=0)]
    np.testing.assert_allclose(found, np.array(extent), atol=1e-3 if kind == "Capsule_1" else 1e-6)
    if exact is not None:
        assert 0.975 * exact <= volume(surface) <= exact * (1 + 1e-6)
    one, two, three = np.moveaxis(surface.positions[surface.triangles].astype(np.float64), 1, 0)
    facing = np.cross(two - one, three - one)
    means = surface.normals[surface.triangles].mean(axis=1)
    assert ((facing * means).sum(axis=1) > 0.99 * np.linalg.norm(facing, axis=1) * 0.98).all()
    assert losses(asset) == []


def test_a_left_handed_shape_and_a_size_over_time(stage):
    cube = UsdGeom.Cube.Define(stage, "/cube")
    cube.CreateOrientationAttr("leftHanded")
    for time, size in ((0, 1.0), (24, 2.0)):
        cube.CreateSizeAttr().Set(size, time)
    asset = read(stage)
    assert volume(asset.rig.meshes[0].surfaces[0]) == pytest.approx(-1.0)
    assert losses(asset) == [("LOSS-USD_ANIMATION", "/cube")]


def test_a_shape_on_a_joint_follows_it(stage):
    root = UsdSkel.Root.Define(stage, "/root")
    skeleton = UsdSkel.Skeleton.Define(stage, "/root/skeleton")
    skeleton.CreateJointsAttr(["a", "a/b"])
    places = [Gf.Matrix4d(1), Gf.Matrix4d().SetTranslate(Gf.Vec3d(0, 2, 0))]
    skeleton.CreateBindTransformsAttr(places)
    skeleton.CreateRestTransformsAttr([places[0], Gf.Matrix4d().SetTranslate(Gf.Vec3d(1, 2, 3))])
    ball = UsdGeom.Sphere.Define(stage, "/root/ball")
    api = UsdSkel.BindingAPI.Apply(ball.GetPrim())
    api.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    api.CreateJointIndicesPrimvar(True, 1).Set([1])
    api.CreateJointWeightsPrimvar(True, 1).Set([1.0])
    api.CreateGeomBindTransformAttr(places[1])
    assert root
    rig = read(stage).rig
    (posed,) = pantin.deform(rig, rig.rest_pose())
    np.testing.assert_allclose(posed.positions.mean(axis=0), (1, 2, 3), atol=1e-5)


def instancer(stage, path="/world/forest", moving=()):
    made = UsdGeom.PointInstancer.Define(stage, path)
    made.AddTranslateOp().Set(Gf.Vec3d(0, 1, 0))
    tree = UsdGeom.Cube.Define(stage, f"{path}/prototypes/tree")
    tree.AddTranslateOp().Set(Gf.Vec3d(0.5, 0, 0))
    UsdGeom.Xform.Define(stage, f"{path}/prototypes/pair")
    UsdGeom.Sphere.Define(stage, f"{path}/prototypes/pair/a").AddTranslateOp().Set(Gf.Vec3d(0, 2, 0))
    UsdGeom.Cone.Define(stage, f"{path}/prototypes/pair/b")
    made.CreatePrototypesRel().SetTargets([f"{path}/prototypes/tree", f"{path}/prototypes/pair"])
    made.CreateProtoIndicesAttr([0, 1, 0, 1])
    turn = Gf.Rotation(Gf.Vec3d(1, 1, 0), 40).GetQuat()
    made.CreateScalesAttr([Gf.Vec3f(1, 2, 1 + number) for number in range(4)])
    if moving:
        for time in moving:
            places = [Gf.Vec3f(3 * number, time * 0.1, 0) for number in range(4)]
            made.CreatePositionsAttr().Set(places, time)
    else:
        made.CreatePositionsAttr([Gf.Vec3f(3 * number, 0, 0) for number in range(4)])
    made.CreateOrientationsAttr([Gf.Quath(turn)] * 4)
    return made


@pytest.mark.parametrize("moving", [(), (0, 10, 24)], ids=["still", "moving"])
def test_instances_are_where_usd_puts_them(stage, moving):
    made = instancer(stage, moving=moving)
    made.CreateInvisibleIdsAttr([2])
    asset = read(stage)
    rig = asset.rig
    assert losses(asset) == []
    assert (len(rig.instances), {mesh.name for mesh in rig.meshes}) == (5, {"tree", "a", "b"})
    placed = [index for index, name in enumerate(rig.nodes.names) if name in ("tree_0", "pair_1", "pair_3")]
    assert len(placed) == 3
    for time in (0, 5, 13.7) if moving else (0,):
        pose = pantin.sample(rig, 0, time / 24) if moving else rig.rest_pose()
        included = UsdGeom.PointInstancer.IncludeProtoXform, UsdGeom.PointInstancer.ApplyMask
        transforms = made.ComputeInstanceTransformsAtTime(time, time, *included)
        above = UsdGeom.XformCache(time).GetLocalToWorldTransform(made.GetPrim())
        expected = [np.array(each * above).T[:3] for each in transforms]
        np.testing.assert_allclose(world_transforms(rig, pose)[placed], expected, atol=1e-6)


def test_instancers_in_instances_and_in_prototypes_of_others(stage, tmp_path):
    instancer(stage)
    stage.SetDefaultPrim(stage.GetPrimAtPath("/world"))
    stage.Save()
    outer = Usd.Stage.CreateNew(str(tmp_path / "outer.usda"))
    UsdGeom.SetStageMetersPerUnit(outer, 1.0)
    copy = UsdGeom.Xform.Define(outer, "/copy").GetPrim()
    copy.GetReferences().AddReference("./stage.usda")
    copy.SetInstanceable(True)
    forests = UsdGeom.PointInstancer.Define(outer, "/forests")
    group = UsdGeom.Xform.Define(outer, "/forests/prototypes/group").GetPrim()
    group.GetReferences().AddReference("./stage.usda")
    forests.CreatePrototypesRel().SetTargets([group.GetPath()])
    forests.CreateProtoIndicesAttr([0, 0, 0])
    forests.CreatePositionsAttr([Gf.Vec3f(0, 0, 9 * number) for number in range(3)])
    rig = read(outer).rig
    assert len(rig.instances) == 4 * 6  # a forest has 2 trees and 2 pairs
    assert len(rig.meshes) == 3


def test_materials_of_prototypes_are_found_outside_of_them(stage):
    made = instancer(stage)
    material = UsdShade.Material.Define(stage, "/world/looks/red")
    shader = UsdShade.Shader.Define(stage, "/world/looks/red/surface")
    shader.CreateIdAttr("UsdPreviewSurface")
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    tree = stage.GetPrimAtPath(f"{made.GetPath()}/prototypes/tree")
    UsdShade.MaterialBindingAPI.Apply(tree).Bind(material)
    assert [each.name for each in read(stage).rig.materials] == ["red"]


@pytest.mark.parametrize(
    ("break_it", "why"),
    [
        (lambda made: made.GetProtoIndicesAttr().Set([0, 1, 5, 0]), "protoIndices are not all from 0 to 1"),
        (lambda made: made.GetScalesAttr().Set([Gf.Vec3f(1)] * 3), "scales has 3 values for 4 instances"),
        (lambda made: made.GetPrototypesRel().SetTargets(["/no", "/world"]), "prototype /no does not exist"),
        (
            lambda made: made.GetPrototypesRel().SetTargets(["/world", "/world/forest/prototypes/tree"]),
            "prototype /world contains it",
        ),
    ],
)
def test_an_instancer_that_does_not_fit_is_reported(stage, break_it, why):
    break_it(instancer(stage))
    (finding,) = read(stage).lifted.findings
    assert (finding.rule, finding.pointer) == ("LOSS-USD_GEOMETRY", "/world/forest")
    assert why in finding.message


def test_instances_count_as_prims(stage):
    instancer(stage)
    stage.Save()
    with pytest.raises(pantin.LimitExceeded) as error:
        pantin.load(stage.GetRootLayer().realPath, limits=pantin.Limits(prims=10))
    assert error.value.limit == "prims"


def mesh(stage, faces, points, path="/mesh"):
    made = UsdGeom.Mesh.Define(stage, path)
    made.CreatePointsAttr([Gf.Vec3f(*point) for point in points])
    made.CreateFaceVertexCountsAttr([len(face) for face in faces])
    made.CreateFaceVertexIndicesAttr([corner for face in faces for corner in face])
    made.CreateSubdivisionSchemeAttr("none")
    return made


CONCAVE = [(2, -1, 0), (0.5, 0, 0), (2, 1, 0), (0, 0, 0)]


@pytest.mark.parametrize("hand", ["rightHanded", "leftHanded"])
def test_concave_faces_and_holes(stage, hand):
    """The arrow has an area of 0.5 and faces +Z; a fan around its first corner would cover more."""
    made = mesh(stage, [(0, 1, 2, 3), (0, 1, 2)], CONCAVE)
    made.CreateHoleIndicesAttr([1])
    made.CreateOrientationAttr(hand)
    (surface,) = read(stage).rig.meshes[0].surfaces
    one, two, three = np.moveaxis(surface.positions[surface.triangles], 1, 0)
    areas = np.cross(two - one, three - one)[:, 2] / 2
    sign = 1 if hand == "rightHanded" else -1
    np.testing.assert_allclose(areas * sign, [0.25, 0.25], atol=1e-6)


@pytest.mark.parametrize("interpolation", ["constant", "uniform", "vertex", "varying", "faceVarying"])
@pytest.mark.parametrize("indexed", [False, True], ids=["direct", "indexed"])
def test_normals_of_every_interpolation(stage, interpolation, indexed):
    """The normals of each corner, as UsdGeom flattens them, are those of its vertex."""
    points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (2, 0, 1), (2, 1, 1)]
    faces = [(0, 1, 2, 3), (1, 4, 5, 2)]
    made = mesh(stage, faces, points)
    count = {"constant": 1, "uniform": 2, "vertex": 6, "varying": 6, "faceVarying": 8}[interpolation]
    values = np.random.default_rng(4).normal(size=(3 if indexed else count, 3))
    values = (values / np.linalg.norm(values, axis=1, keepdims=True)).astype(np.float32)
    api = UsdGeom.PrimvarsAPI(made)
    primvar = api.CreatePrimvar("normals", Sdf.ValueTypeNames.Normal3fArray, interpolation)
    primvar.Set(Vt.Vec3fArray.FromNumpy(values))
    if indexed:
        primvar.SetIndices([number % 3 for number in range(count)])
    flat = np.array(primvar.ComputeFlattened())
    (surface,) = read(stage).rig.meshes[0].surfaces
    for number, corners in enumerate(surface.triangles):
        face, places = number // 2, ((0, 1, 2), (0, 2, 3))[number % 2]
        point = [faces[face][place] for place in places]
        rows = {
            "constant": [0, 0, 0],
            "uniform": [face] * 3,
            "faceVarying": [4 * face + place for place in places],
        }.get(interpolation, point)
        np.testing.assert_array_equal(surface.positions[corners], np.array(points)[point])
        np.testing.assert_allclose(surface.normals[corners], flat[rows], atol=1e-6)


def test_a_constant_display_colour_is_a_material(stage):
    red = mesh(stage, [(0, 1, 2)], CONCAVE, "/red")
    red.CreateDisplayColorAttr([Gf.Vec3f(1, 0.5, 0.25)])
    red.CreateDisplayOpacityAttr([0.5])
    mesh(stage, [(0, 1, 2)], CONCAVE, "/plain")
    rig = read(stage).rig
    (material,) = rig.materials
    assert material.base_color == (1.0, 0.5, 0.25, 0.5)
    assert material.alpha == "blend"
    assert {rig.meshes[each.mesh].surfaces[0].material for each in rig.instances} == {0, None}


def test_geometry_whose_arrays_do_not_fit_is_reported(stage):
    mesh(stage, [(0, 1, 9)], CONCAVE, "/far")
    mesh(stage, [(0, 1, 2)], [(0, 0, 0), (float("nan"), 0, 0), (0, 1, 0)], "/undefined")
    short = mesh(stage, [(0, 1, 2)], CONCAVE, "/short")
    short.GetFaceVertexCountsAttr().Set([3, 3])
    narrow = mesh(stage, [(0, 1, 2)], CONCAVE, "/narrow")
    UsdGeom.PrimvarsAPI(narrow).CreatePrimvar("st", Sdf.ValueTypeNames.TexCoord2fArray, "vertex").Set(
        [Gf.Vec2f(0, 0)] * 3
    )
    asset = read(stage)
    assert sorted(losses(asset)) == [
        ("LOSS-USD_GEOMETRY", "/far"),
        ("LOSS-USD_GEOMETRY", "/short"),
        ("LOSS-USD_GEOMETRY", "/undefined"),
        ("LOSS-USD_PRIMVAR", "/narrow"),
    ]
    assert [len(asset.rig.meshes[each.mesh].surfaces[0].triangles) for each in asset.rig.instances] == [1, 1]
