"""Whatever the value of an attribute is, a stage gives a rig or a refusal in a sentence: every attribute of a
stage with a prim of each kind is blocked, emptied, cut, doubled, and set to numbers that are none."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("pxr", reason="the extra pantin[usd] is not installed")

from pxr import Gf, Sdf, Tf, Usd, UsdGeom, UsdLux, UsdShade, UsdSkel

import pantin
from pantin.base.limits import Limits
from pantin.formats.usd.dependencies import open_stage
from pantin.formats.usd.reading import read_opened

TYPES = Sdf.ValueTypeNames
SQUARE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]


def author_shapes(stage):
    for kind in ("Cube", "Sphere", "Cylinder", "Cone", "Capsule", "Plane"):
        shape = getattr(UsdGeom, kind).Define(stage, f"/world/{kind}")
        for name in ("size", "radius", "height", "width", "length", "axis"):
            attribute = shape.GetPrim().GetAttribute(name)
            if attribute:
                attribute.Set(attribute.Get())
        shape.AddTranslateOp().Set(Gf.Vec3d(1, 2, 3))
        shape.AddRotateXYZOp().Set(Gf.Vec3f(10, 20, 30))
        shape.CreateDisplayColorAttr([Gf.Vec3f(1, 0, 0)])
    instancer = UsdGeom.PointInstancer.Define(stage, "/world/instancer")
    UsdGeom.Cube.Define(stage, "/world/instancer/cube")
    instancer.CreatePrototypesRel().SetTargets(["/world/instancer/cube"])
    instancer.CreateProtoIndicesAttr([0, 0, 0])
    instancer.CreatePositionsAttr([(0, 0, 0), (1, 0, 0), (2, 0, 0)])
    instancer.CreateOrientationsAttr([Gf.Quath(1)] * 3)
    instancer.CreateScalesAttr([(1, 1, 1)] * 3)
    instancer.CreateIdsAttr([0, 1, 2])
    instancer.CreateInvisibleIdsAttr([1])
    curves = UsdGeom.BasisCurves.Define(stage, "/world/curves")
    curves.CreateTypeAttr("linear")
    curves.CreatePointsAttr(SQUARE)
    curves.CreateCurveVertexCountsAttr([4])
    points = UsdGeom.Points.Define(stage, "/world/points")
    points.CreatePointsAttr(SQUARE)
    points.CreateDisplayColorAttr([(1, 0, 0)] * 4)
    UsdGeom.Primvar(points.GetDisplayColorAttr()).SetInterpolation("vertex")


def author_view(stage):
    camera = UsdGeom.Camera.Define(stage, "/world/camera")
    camera.CreateFocalLengthAttr(20.0)
    camera.CreateHorizontalApertureAttr(20.0)
    camera.CreateVerticalApertureAttr(20.0)
    camera.CreateClippingRangeAttr(Gf.Vec2f(1, 100))
    for kind in ("SphereLight", "DistantLight", "DomeLight"):
        light = getattr(UsdLux, kind).Define(stage, f"/world/{kind}")
        light.CreateIntensityAttr(3.0)
        light.CreateColorAttr(Gf.Vec3f(1, 1, 1))
        light.CreateExposureAttr(1.0)
    UsdLux.SphereLight(stage.GetPrimAtPath("/world/SphereLight")).CreateRadiusAttr(0.1)
    UsdLux.DistantLight(stage.GetPrimAtPath("/world/DistantLight")).CreateAngleAttr(1.0)
    shaping = UsdLux.ShapingAPI.Apply(stage.GetPrimAtPath("/world/SphereLight"))
    shaping.CreateShapingConeAngleAttr(30.0)
    shaping.CreateShapingConeSoftnessAttr(0.1)
    moving = UsdGeom.Xform.Define(stage, "/world/moving")
    turn, grow = moving.AddOrientOp(), moving.AddScaleOp()
    for time, rotation, scale in ((0, Gf.Quatf(1), 1), (24, Gf.Quatf(0, 1, 0, 0), 2)):
        turn.Set(rotation, time)
        grow.Set(Gf.Vec3f(scale, 1, 1), time)
    matrix = UsdGeom.Xform.Define(stage, "/world/matrix").AddTransformOp()
    matrix.Set(Gf.Matrix4d(1), 0)
    matrix.Set(Gf.Matrix4d(2), 24)


def author_mesh(stage):
    mesh = UsdGeom.Mesh.Define(stage, "/world/skin/mesh")
    mesh.CreatePointsAttr(SQUARE)
    mesh.CreateFaceVertexCountsAttr([4])
    mesh.CreateFaceVertexIndicesAttr([0, 1, 2, 3])
    mesh.CreateHoleIndicesAttr([])
    mesh.CreateOrientationAttr("leftHanded")
    mesh.CreateNormalsAttr([(0, 0, 1)] * 4)
    mesh.CreateSubdivisionSchemeAttr("none")
    mesh.CreateVisibilityAttr("inherited")
    coordinates = UsdGeom.PrimvarsAPI(mesh).CreatePrimvar("st", TYPES.TexCoord2fArray, "faceVarying")
    coordinates.Set([(0, 0), (1, 0), (1, 1), (0, 1)])
    coordinates.SetIndices([0, 1, 2, 3])
    subset = UsdGeom.Subset.CreateGeomSubset(mesh, "part", "face", [0], "materialBind")
    material = UsdShade.Material.Define(stage, "/world/look")
    shader = UsdShade.Shader.Define(stage, "/world/look/surface")
    shader.CreateIdAttr("UsdPreviewSurface")
    for name in ("metallic", "roughness", "opacity", "opacityThreshold", "occlusion"):
        shader.CreateInput(name, TYPES.Float).Set(0.5)
    for name in ("diffuseColor", "emissiveColor"):
        shader.CreateInput(name, TYPES.Color3f).Set(Gf.Vec3f(1, 0, 0))
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    UsdShade.MaterialBindingAPI.Apply(subset.GetPrim()).Bind(material)
    return mesh


def author_skin(stage):
    UsdSkel.Root.Define(stage, "/world/skin")
    skeleton = UsdSkel.Skeleton.Define(stage, "/world/skin/skeleton")
    skeleton.CreateJointsAttr(["a", "a/b"])
    skeleton.CreateBindTransformsAttr([Gf.Matrix4d(1)] * 2)
    skeleton.CreateRestTransformsAttr([Gf.Matrix4d(1)] * 2)
    animation = UsdSkel.Animation.Define(stage, "/world/skin/wave")
    animation.CreateJointsAttr(["a", "a/b"])
    animation.CreateBlendShapesAttr(["bulge"])
    for time, rotation in ((0, Gf.Quatf(1)), (24, Gf.Quatf(0, 1, 0, 0))):
        animation.CreateTranslationsAttr().Set([(0, 0, 0)] * 2, time)
        animation.CreateRotationsAttr().Set([rotation] * 2, time)
        animation.CreateScalesAttr().Set([(1, 1, 1)] * 2, time)
        animation.CreateBlendShapeWeightsAttr().Set([0.5], time)
    UsdSkel.BindingAPI.Apply(skeleton.GetPrim()).CreateAnimationSourceRel().SetTargets([animation.GetPath()])
    mesh = UsdSkel.BindingAPI.Apply(author_mesh(stage).GetPrim())
    mesh.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    mesh.CreateJointIndicesPrimvar(False, 2).Set([0, 1] * 4)
    mesh.CreateJointWeightsPrimvar(False, 2).Set([0.5, 0.5] * 4)
    mesh.CreateGeomBindTransformAttr(Gf.Matrix4d(1))
    mesh.CreateSkinningMethodAttr("dualQuaternion")
    shape = UsdSkel.BlendShape.Define(stage, "/world/skin/mesh/bulge")
    shape.CreateOffsetsAttr([(0, 0, 1)] * 2)
    shape.CreateNormalOffsetsAttr([(0, 1, 0)] * 2)
    shape.CreatePointIndicesAttr([0, 1])
    half = shape.CreateInbetween("half")
    half.SetWeight(0.5)
    half.SetOffsets([(0, 1, 0)] * 2)
    mesh.CreateBlendShapesAttr(["bulge"])
    mesh.CreateBlendShapeTargetsRel().SetTargets([shape.GetPath()])


@pytest.fixture
def attributes(stage):
    """The stage as a file, and (prim, attribute, value) of each kind of attribute in it."""
    UsdGeom.Xform.Define(stage, "/world")
    for author in (author_shapes, author_view, author_skin):
        author(stage)
    stage.Save()
    found = {}
    for prim in stage.Traverse():
        for attribute in prim.GetAuthoredAttributes():
            value = attribute.Get(Usd.TimeCode.EarliestTime())
            found.setdefault((prim.GetTypeName(), attribute.GetName()), (prim.GetPath(), value))
    assert len(found) > 110
    return Path(stage.GetRootLayer().realPath), found


def impossible(value):
    yield Sdf.ValueBlock()
    if isinstance(value, str):
        yield from ("", "unknown")
    elif isinstance(value, float):
        yield from (math.nan, math.inf, -1.0, 0.0, 1e30, 1e300)
    elif "Array" in type(value).__name__:
        kind = type(value)
        yield from (kind(), kind(list(value)[:-1]), kind([*value, *list(value)[:1]]))
        if len(value) and isinstance(value[0], int):
            yield from (kind([-1] * len(value)), kind([2**31 - 1] * len(value)))
        elif len(value) and isinstance(value[0], float):
            yield from (kind([math.nan] * len(value)), kind([0.0] * len(value)))
        elif len(value) and hasattr(value[0], "dimension"):
            yield from (kind([type(value[0])(number)] * len(value)) for number in (math.nan, 0))


def of_other_types(value):
    """Values of other types, as many as there are: a layer may state any type for an attribute."""
    count = len(value) if "Array" in type(value).__name__ else 1
    yield TYPES.Float2Array, [Gf.Vec2f(1, 2)] * count
    yield TYPES.Double4Array, [Gf.Vec4d(1, 2, 3, 4)] * count
    yield TYPES.Matrix3dArray, [Gf.Matrix3d(1)] * count
    yield TYPES.QuathArray, [Gf.Quath(1)] * count
    yield TYPES.StringArray, ["x"] * count
    yield TYPES.BoolArray, [True] * count
    yield TYPES.Int2, Gf.Vec2i(1, 2)
    yield TYPES.Asset, Sdf.AssetPath("x")


def read_parts(opened):
    with suppress(pantin.PantinError, Tf.ErrorException):  # in a sentence; see `read_stage`
        pantin.build(**read_opened(opened, {}).parts)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_no_value_of_an_attribute_breaks_the_reader(attributes):
    path, found = attributes
    for (kind, name), (prim, value) in found.items():
        for number, given in enumerate(impossible(value)):
            opened = open_stage(path, Limits(), False)
            with Usd.EditContext(opened.stage, opened.stage.GetSessionLayer()):
                attribute = opened.stage.GetPrimAtPath(prim).GetAttribute(name)
                for time in attribute.GetTimeSamples()[-1:] or [Usd.TimeCode.Default()]:
                    attribute.Set(given, time)
            try:
                read_parts(opened)
            except Exception as error:
                raise AssertionError(f"{kind}.{name} ({number}) = {given}") from error


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_no_type_of_an_attribute_breaks_the_reader(attributes):
    path, found = attributes
    for (kind, name), (prim, value) in found.items():
        for type_name, given in of_other_types(value):
            opened = open_stage(path, Limits(), False)
            layer = opened.stage.GetSessionLayer()
            spec = Sdf.AttributeSpec(Sdf.CreatePrimInLayer(layer, prim), name, type_name)
            spec.default = given
            for time in opened.stage.GetPrimAtPath(prim).GetAttribute(name).GetTimeSamples():
                layer.SetTimeSample(spec.path, time, given)
            try:
                read_parts(opened)
            except Exception as error:
                raise AssertionError(f"{kind}.{name} is {type_name}: {given}") from error


@pytest.mark.parametrize(("was", "name"), [("half3[]", "scales"), ("float[]", "blendShapeWeights")])
def test_values_of_another_type_are_no_values(was, name, tmp_path):
    """UsdSkelAnimation states the types; pairs of numbers are neither scales nor weights."""
    case = Path(__file__).parents[3] / "cases" / "USD-ANIMATION_SIZE" / "good.usda"
    lines = case.read_text().splitlines()
    line = next(line for line in lines if f"{was} {name}" in line)
    changed = f"        float2[] {name} = [(1, 1)]"
    (tmp_path / "a.usda").write_text("\n".join(lines).replace(line, changed))
    (finding,) = [one for one in pantin.check(tmp_path / "a.usda").findings if one.severity == "error"]
    assert finding.rule == "USD-ANIMATION_SIZE"
    assert f"0 {name}" in finding.message
