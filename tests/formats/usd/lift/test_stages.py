"""Stages that usd-core authors, read as rigs: posed points equal those of UsdSkel, whatever the stage is
composed of."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdLux, UsdShade, UsdSkel, Vt
from usd_skel import posed_points

import pantin

CLOSE = 1e-5
PARTS = (0.0, 0.137, 0.377, 0.611, 0.93)
SIDES = 8


def matrices(*translations):
    return Vt.Matrix4dArray([Gf.Matrix4d().SetTranslate(Gf.Vec3d(*each)) for each in translations])


def author(path, *, up="Y", metres=1.0, joints=None, order=("a", "a/b"), dual=False, weights=None):
    """A tube along Y around two joints, the second of which turns: 24 to 72 of 24 time codes a second."""
    stage = Usd.Stage.CreateNew(str(path))
    UsdGeom.SetStageUpAxis(stage, up)
    UsdGeom.SetStageMetersPerUnit(stage, metres)
    stage.SetTimeCodesPerSecond(24)
    stage.SetStartTimeCode(24)
    stage.SetEndTimeCode(72)
    root = UsdSkel.Root.Define(stage, "/root")
    stage.SetDefaultPrim(root.GetPrim())
    skeleton = UsdSkel.Skeleton.Define(stage, "/root/skeleton")
    skeleton.CreateJointsAttr(["a", "a/b"])
    skeleton.CreateBindTransformsAttr(matrices((0, 0, 0), (0, 1, 0)))
    skeleton.CreateRestTransformsAttr(matrices((0, 0, 0), (0, 1, 0)))
    skeleton.AddTranslateOp().Set(Gf.Vec3d(0.5, 0, 0.25))
    animation = UsdSkel.Animation.Define(stage, "/root/wave")
    animation.CreateJointsAttr(list(order))
    places = {"a": (0, 0, 0), "a/b": (0, 1, 0)}
    animation.CreateTranslationsAttr([Gf.Vec3f(*places[joint]) for joint in order])
    animation.CreateScalesAttr([Gf.Vec3h(1, 1, 1) for _ in order])
    for time, angle in ((24, 10.0), (48, 80.0), (72, 30.0)):
        turns = {"a": Gf.Quatf(1), "a/b": Gf.Quatf(Gf.Rotation(Gf.Vec3d(0.6, 0, 0.8), angle).GetQuat())}
        animation.CreateRotationsAttr().Set(Vt.QuatfArray([turns[joint] for joint in order]), time)
    UsdSkel.BindingAPI.Apply(skeleton.GetPrim()).CreateAnimationSourceRel().SetTargets([animation.GetPath()])
    mesh = tube(stage, "/root/mesh")
    bind(mesh, joints, dual, weights)
    return stage


def tube(stage, path):
    mesh = UsdGeom.Mesh.Define(stage, path)
    rings = np.linspace(0, 2, 5)
    angles = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    points = [(0.2 * np.cos(turn), ring, 0.2 * np.sin(turn)) for ring in rings for turn in angles]
    faces = [
        (
            ring * SIDES + side,
            ring * SIDES + (side + 1) % SIDES,
            (ring + 1) * SIDES + (side + 1) % SIDES,
            (ring + 1) * SIDES + side,
        )
        for ring in range(4)
        for side in range(SIDES)
    ]
    mesh.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(np.array(points, np.float32)))
    mesh.CreateFaceVertexCountsAttr([4] * len(faces))
    mesh.CreateFaceVertexIndicesAttr([index for face in faces for index in face])
    mesh.CreateSubdivisionSchemeAttr("none")
    return mesh


def bind(mesh, joints, dual, weights):
    api = UsdSkel.BindingAPI.Apply(mesh.GetPrim())
    api.CreateSkeletonRel().SetTargets(["/root/skeleton"])
    api.CreateGeomBindTransformAttr(Gf.Matrix4d().SetTranslate(Gf.Vec3d(0, 0.1, 0)))
    heights = np.array(mesh.GetPointsAttr().Get())[:, 1]
    second = np.clip(heights - 0.5, 0, 1).astype(np.float32)
    columns = [0, 1] if joints is None else [list(joints).index("a"), list(joints).index("a/b")]
    if joints is not None:
        api.CreateJointsAttr(list(joints))
    api.CreateJointIndicesPrimvar(False, 2).Set(Vt.IntArray(columns * len(heights)))
    values = np.stack([1 - second, second], axis=1) if weights is None else weights
    api.CreateJointWeightsPrimvar(False, 2).Set(Vt.FloatArray.FromNumpy(values.ravel().astype(np.float32)))
    if dual:
        api.CreateSkinningMethodAttr(UsdSkel.Tokens.dualQuaternion)


def worst(path, stage, clip=0):
    """The largest distance of a point of UsdSkel from the nearest vertex, as a part of the size."""
    asset = pantin.load(path)
    rig, reading = asset.rig, asset.document.reading
    scale = UsdGeom.GetStageMetersPerUnit(stage)
    found = 0.0
    seconds = rig.clips[clip].duration if rig.clips else 0.0
    for part in PARTS:
        pose = pantin.sample(rig, clip, seconds * part) if rig.clips else rig.rest_pose()
        mine = np.concatenate([each.positions for each in pantin.deform(rig, pose, normals=False)])
        time = reading.start + seconds * part * reading.per_second
        theirs = np.concatenate(list(posed_points(stage, time).values())) * scale
        if UsdGeom.GetStageUpAxis(stage) == "Z":
            theirs = theirs[:, [0, 2, 1]] * (1, 1, -1)
        nearest = np.abs(theirs[:, None] - mine[None]).max(-1).min(1)
        found = max(found, nearest.max() / np.ptp(theirs, axis=0).max())
    return found


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"up": "Z", "metres": 0.01},
        {"joints": ("a/b", "a")},
        {"order": ("a/b", "a")},
        {"order": ("a/b",)},
        {"dual": True},
        {"weights": np.tile([0.5, 0.3], (40, 1))},
        {"dual": True, "weights": np.tile([0.5, 0.3], (40, 1))},
    ],
    ids=lambda options: "-".join(options) or "plain",
)
def test_skinned_points_equal_those_of_usd_skel(options, tmp_path):
    stage = author(tmp_path / "tube.usda", **options)
    stage.Save()
    assert worst(tmp_path / "tube.usda", stage) < CLOSE


MOVED = np.array([[0, 1, 0, 0], [-1, 0, 0, 0], [0, 0, 1, 0], [0.3, -0.4, 0.2, 1.0]])
UNEVEN = np.diag([1, 2, 0.5, 1]) @ MOVED
STRETCHED = ((1.5, 0.75, 1), (0.5, 2, 1.25))
MIRRORED = ((1, 1, 1), (1.5, 2, -1))


def author_dual(path, scales, *, geometry=MOVED, above=None, weights=None):
    """The tube with dual quaternions, scaled joints, a transform of its geometry, and one above its skeleton
    (row vectors, as USD stores them)."""
    stage = author(path, dual=True, weights=weights)
    UsdSkel.Animation(stage.GetPrimAtPath("/root/wave")).GetScalesAttr().Set(
        [Gf.Vec3h(*each) for each in scales]
    )
    binding = UsdSkel.BindingAPI(stage.GetPrimAtPath("/root/mesh"))
    binding.GetGeomBindTransformAttr().Set(Gf.Matrix4d(geometry))
    if above is not None:
        UsdGeom.Xformable(stage.GetPrimAtPath("/root")).AddTransformOp().Set(Gf.Matrix4d(above))
    stage.Save()
    return stage


def bends(path):
    """The findings on skinning, as path and message."""
    found = pantin.load(path).lifted.findings
    return [(each.pointer, each.message) for each in found if each.rule == "LOSS-USD_SKINNING"]


@pytest.mark.parametrize("scales", [STRETCHED, MIRRORED, ((-1, 1, 1), (-1, 1, 1))])
@pytest.mark.parametrize("geometry", [MOVED, UNEVEN, np.diag([-1, 1, 1, 1]) @ UNEVEN])
@pytest.mark.parametrize("above", [None, np.diag([-2, 2, 2, 1.0]) @ MOVED])
def test_dual_quaternions_of_scaled_and_mirrored_joints_equal_those_of_usd_skel(
    scales, geometry, above, tmp_path
):
    path = tmp_path / "tube.usda"
    stage = author_dual(path, scales, geometry=geometry, above=above)
    assert worst(path, stage) < CLOSE
    assert bends(path) == []


@pytest.mark.parametrize(
    ("scales", "options", "why"),
    [
        (
            STRETCHED,
            {"above": np.diag([1, 2, 3, 1.0])},
            "it applies the uneven scale of /root after the dual quaternions",
        ),
        (
            STRETCHED,
            {"weights": np.tile([0.5, 0.3], (40, 1))},
            "it scales points by the sum of their weights where joints are scaled",
        ),
        (((1, 1, 1), (0, 0, 0)), {}, 'it leaves out joint "b" (2), which is scaled to 0'),
    ],
)
def test_dual_quaternions_that_a_rig_cannot_have_are_reported(scales, options, why, tmp_path):
    path = tmp_path / "tube.usda"
    stage = author_dual(path, scales, **options)
    assert worst(path, stage) > 1e-2
    assert bends(path) == [("/root/mesh", f'Mesh "mesh" bends differently in UsdSkel: {why}')]


def test_bindings_are_inherited(tmp_path):
    stage = author(tmp_path / "tube.usda")
    mesh = stage.GetPrimAtPath("/root/mesh")
    mesh.RemoveProperty("skel:skeleton")
    stage.GetPrimAtPath("/root/skeleton").RemoveProperty("skel:animationSource")
    above = UsdSkel.BindingAPI.Apply(stage.GetPrimAtPath("/root"))
    above.CreateSkeletonRel().SetTargets(["/root/skeleton"])
    above.CreateAnimationSourceRel().SetTargets(["/root/wave"])
    stage.Save()
    assert worst(tmp_path / "tube.usda", stage) < CLOSE
    assert pantin.load(tmp_path / "tube.usda").rig.clips[0].duration == 2.0


def test_instances_have_joints_of_their_own_and_share_meshes(tmp_path):
    author(tmp_path / "tube.usda").Save()
    stage = Usd.Stage.CreateNew(str(tmp_path / "two.usda"))
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    stage.SetTimeCodesPerSecond(24)
    stage.SetStartTimeCode(24)
    stage.SetEndTimeCode(72)
    for number in range(2):
        prim = stage.DefinePrim(f"/tube{number}")
        prim.GetReferences().AddReference("./tube.usda")
        UsdGeom.Xformable(prim).AddTranslateOp().Set(Gf.Vec3d(3 * number, 0, 0))
        prim.SetInstanceable(True)
    stage.Save()
    rig = pantin.load(tmp_path / "two.usda").rig
    assert (len(rig.instances), len(rig.meshes), len(rig.skins)) == (2, 1, 2)
    one, other = pantin.deform(rig, pantin.sample(rig, 0, 0.7))
    np.testing.assert_allclose(np.add(one.positions, (3, 0, 0)), other.positions, atol=1e-5)
    alone = pantin.load(tmp_path / "tube.usda").rig
    (whole,) = pantin.deform(alone, pantin.sample(alone, 0, 0.7))
    np.testing.assert_allclose(one.positions, whole.positions, atol=1e-6)


def test_variants_are_chosen(tmp_path):
    stage = author(tmp_path / "tube.usda")
    sets = stage.GetDefaultPrim().GetVariantSets().AddVariantSet("size")
    for name in ("small", "large"):
        sets.AddVariant(name)
        sets.SetVariantSelection(name)
        with sets.GetVariantEditContext():
            stage.DefinePrim(f"/root/only_{name}", "Xform")
    sets.SetVariantSelection("small")
    stage.Save()
    path = tmp_path / "tube.usda"
    assert "only_small" in pantin.load(path).rig.nodes.names
    assert "only_large" in pantin.load(path, variants={"size": "large"}).rig.nodes.names
    with pytest.raises(ValueError, match=r"has no variant 'huge' \(it has: large, small\)"):
        pantin.load(path, variants={"size": "huge"})
    with pytest.raises(ValueError, match=r"no variant set 'colour' \(the stage has: size\)"):
        pantin.load(path, variants={"colour": "red"})


def test_in_betweens_play_as_in_usd_skel(tmp_path):
    stage = author(tmp_path / "tube.usda")
    shape = UsdSkel.BlendShape.Define(stage, "/root/mesh/bulge")
    shape.CreatePointIndicesAttr([0, 1, 2])
    shape.CreateOffsetsAttr([Gf.Vec3f(1, 0, 0)] * 3)
    half = shape.CreateInbetween("half")
    half.SetWeight(0.4)
    half.SetOffsets([Gf.Vec3f(0, 0, 2)] * 3)
    api = UsdSkel.BindingAPI(stage.GetPrimAtPath("/root/mesh"))
    api.CreateBlendShapesAttr(["bulge"])
    api.CreateBlendShapeTargetsRel().SetTargets([shape.GetPath()])
    animation = UsdSkel.Animation(stage.GetPrimAtPath("/root/wave"))
    animation.CreateBlendShapesAttr(["bulge"])
    for time, weight in ((24, 0.0), (48, 1.0), (72, -0.5)):
        animation.CreateBlendShapeWeightsAttr().Set([weight], time)
    stage.Save()
    assert worst(tmp_path / "tube.usda", stage) < CLOSE
    assert pantin.load(tmp_path / "tube.usda").rig.meshes[0].blend_names == ("bulge_half", "bulge")
    report = pantin.convert(tmp_path / "tube.usda", tmp_path / "tube.glb")
    assert [(each.rule, each.pointer) for each in report.findings if "USD" in each.rule] == [
        ("LOSS-USD_INBETWEEN", "/root/mesh/bulge")
    ]


def test_meshes_whose_shapes_move_other_points_are_not_shared(tmp_path):
    """Two meshes of one name, with the same points, and offsets that are the same for other points."""
    stage = author(tmp_path / "tube.usda")
    animation = UsdSkel.Animation(stage.GetPrimAtPath("/root/wave"))
    animation.CreateBlendShapesAttr(["bulge"])
    animation.CreateBlendShapeWeightsAttr([1.0])
    for group, points in (("one", [0, 1, 2]), ("other", [30, 31, 32])):
        UsdGeom.Xform.Define(stage, f"/root/{group}")
        mesh = tube(stage, f"/root/{group}/mesh")
        bind(mesh, None, False, None)
        shape = UsdSkel.BlendShape.Define(stage, f"/root/{group}/mesh/bulge")
        shape.CreatePointIndicesAttr(points)
        shape.CreateOffsetsAttr([Gf.Vec3f(1, 0, 0)] * 3)
        api = UsdSkel.BindingAPI(mesh.GetPrim())
        api.CreateBlendShapesAttr(["bulge"])
        api.CreateBlendShapeTargetsRel().SetTargets([shape.GetPath()])
    stage.Save()
    assert worst(tmp_path / "tube.usda", stage) < CLOSE


@pytest.mark.parametrize("interpolation", ["constant", "uniform", "vertex", "varying", "faceVarying"])
def test_primvars_of_every_interpolation(tmp_path, interpolation):
    """The texture coordinates of a corner, looked up by hand, are those of its vertex."""
    stage = author(tmp_path / "tube.usda")
    mesh = UsdGeom.Mesh(stage.GetPrimAtPath("/root/mesh"))
    counts = {"constant": 1, "uniform": 32, "vertex": 40, "varying": 40, "faceVarying": 128}
    values = np.random.default_rng(1).random((counts[interpolation], 2)).astype(np.float32)
    primvar = UsdGeom.PrimvarsAPI(mesh).CreatePrimvar("st", Sdf.ValueTypeNames.TexCoord2fArray, interpolation)
    primvar.Set(Vt.Vec2fArray.FromNumpy(values))
    stage.Save()
    surface = pantin.load(tmp_path / "tube.usda").rig.meshes[0].surfaces[0]
    indices = np.array(mesh.GetFaceVertexIndicesAttr().Get()).reshape(-1, 4)
    points = np.array(mesh.GetPointsAttr().Get())
    for triangle, corners in enumerate(surface.triangles):
        face, places = triangle // 2, ((0, 1, 2), (0, 2, 3))[triangle % 2]
        point = indices[face, list(places)]
        at = {
            "constant": [0, 0, 0],
            "uniform": [face] * 3,
            "vertex": point,
            "varying": point,
            "faceVarying": [face * 4 + place for place in places],
        }[interpolation]
        np.testing.assert_array_equal(surface.positions[corners], points[point])
        np.testing.assert_allclose(surface.texcoords[0][corners], values[at] * (1, -1) + (0, 1), atol=1e-7)


def test_animated_transforms_of_any_kind(tmp_path):
    """Euler angles turn as USD turns them, between samples too."""
    stage = Usd.Stage.CreateNew(str(tmp_path / "spin.usda"))
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    stage.SetTimeCodesPerSecond(48)
    stage.SetStartTimeCode(100)
    stage.SetEndTimeCode(200)
    spin = UsdGeom.Xform.Define(stage, "/spin")
    pivot = Gf.Vec3f(0, 1, 0)
    spin.AddTranslateOp(opSuffix="pivot").Set(pivot)
    turn = spin.AddRotateXYZOp()
    spin.AddTranslateOp(opSuffix="pivot", isInverseOp=True)
    for time, angles in ((100, (0, 0, 0)), (150, (90, 45, 300)), (200, (10, -80, 20))):
        turn.Set(Gf.Vec3f(*angles), time)
    tube(stage, "/spin/tube")
    stage.Save()
    assert worst(tmp_path / "spin.usda", stage) < CLOSE
    clip = pantin.load(tmp_path / "spin.usda").rig.clips[0]
    assert clip.duration == pytest.approx(100 / 48)


@pytest.mark.parametrize("kind", ["Transform", "RotateXYZ", "Translate"])
def test_a_transform_with_a_single_sample(tmp_path, kind):
    """As exporters write what does not move: it is the transform at all times."""
    stage = Usd.Stage.CreateNew(str(tmp_path / "still.usda"))
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    xform = UsdGeom.Xform.Define(stage, "/still")
    values = {
        "Transform": Gf.Matrix4d().SetTranslate(Gf.Vec3d(5, 0, 2)),
        "RotateXYZ": Gf.Vec3f(30, 40, 50),
        "Translate": Gf.Vec3d(5, 0, 2),
    }
    getattr(xform, f"Add{kind}Op")().Set(values[kind], 7)
    tube(stage, "/still/tube")
    stage.Save()
    assert worst(tmp_path / "still.usda", stage) < CLOSE
    expected = np.array(xform.GetLocalTransformation(100)).T[:3]
    rig = pantin.load(tmp_path / "still.usda").rig
    np.testing.assert_allclose(rig.nodes.local[rig.node_index("still")], expected, atol=1e-6)
    assert rig.clips == ()


def test_steps_of_a_clip_come_back(corpus, tmp_path):
    """STEP is written as pairs of samples, and read as STEP."""
    path = corpus / "gltf-sample-assets" / "InterpolationTest.glb"
    pantin.convert(path, tmp_path / "out.usdc")
    there, back = pantin.load(path).rig, pantin.load(tmp_path / "out.usdc").rig
    steps = [clip for clip in there.clips if clip.channels[0].interpolation == "STEP"]
    assert len(steps) == 3
    for clip in steps:
        other = back.clip(clip.name).channels[0]
        assert other.interpolation == "STEP"
        np.testing.assert_allclose(other.times, clip.channels[0].times, atol=1e-6)


def test_materials_cameras_and_lights(tmp_path):
    stage = author(tmp_path / "tube.usda")
    material = UsdShade.Material.Define(stage, "/root/looks/gold")
    shader = UsdShade.Shader.Define(stage, "/root/looks/gold/surface")
    shader.CreateIdAttr("UsdPreviewSurface")
    shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f).Set(Gf.Vec3f(1, 0.5, 0.25))
    shader.CreateInput("metallic", Sdf.ValueTypeNames.Float).Set(1.0)
    shader.CreateInput("opacity", Sdf.ValueTypeNames.Float).Set(0.5)
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    UsdShade.MaterialBindingAPI.Apply(stage.GetPrimAtPath("/root/mesh")).Bind(material)
    camera = UsdGeom.Camera.Define(stage, "/root/camera")
    camera.CreateFocalLengthAttr(24.0)
    camera.CreateVerticalApertureAttr(24.0)
    camera.CreateHorizontalApertureAttr(48.0)
    sun = UsdLux.DistantLight.Define(stage, "/root/sun")
    sun.CreateIntensityAttr(7.0)
    sun.CreateNormalizeAttr(True)
    stage.Save()
    rig = pantin.load(tmp_path / "tube.usda").rig
    (gold,) = rig.materials
    assert (gold.name, gold.metallic, gold.alpha) == ("gold", 1.0, "blend")
    assert gold.base_color == pytest.approx((1, 0.5, 0.25, 0.5))
    assert rig.cameras[0].projection.fov == pytest.approx(2 * np.arctan(0.5))
    assert rig.cameras[0].projection.aspect == 2.0
    assert (rig.lights[0].kind, rig.lights[0].intensity) == ("directional", 7.0)


def test_textures_that_a_rig_cannot_hold_are_reported(tmp_path):
    """Roughness in a texture of its own: the rig has the constant, and a finding names the input."""
    stage = author(tmp_path / "tube.usda")
    (tmp_path / "rough.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    material = UsdShade.Material.Define(stage, "/root/skin")
    shader = UsdShade.Shader.Define(stage, "/root/skin/surface")
    shader.CreateIdAttr("UsdPreviewSurface")
    texture = UsdShade.Shader.Define(stage, "/root/skin/rough")
    texture.CreateIdAttr("UsdUVTexture")
    texture.CreateInput("file", Sdf.ValueTypeNames.Asset).Set("./rough.png")
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    UsdShade.MaterialBindingAPI.Apply(stage.GetPrimAtPath("/root/mesh")).Bind(material)
    roughness = shader.CreateInput("roughness", Sdf.ValueTypeNames.Float)
    for channel, why in (("r", "the channel r"), ("g", "do not share a texture")):
        roughness.ConnectToSource(texture.ConnectableAPI(), channel)
        stage.Save()
        asset = pantin.load(tmp_path / "tube.usda")
        assert asset.rig.materials[0].metallic_roughness_texture is None
        assert asset.rig.materials[0].roughness == 0.5
        (loss,) = [each for each in asset.lifted.findings if each.rule == "LOSS-USD_MATERIAL"]
        assert why in loss.message
        assert loss.pointer == "/root/skin/surface"
