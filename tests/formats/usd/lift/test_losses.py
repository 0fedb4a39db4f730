"""What a rig cannot hold of a stage is reported with the path of its prim, and nothing else is."""

from __future__ import annotations

import pytest
from pxr import Gf, Sdf, UsdGeom, UsdLux, UsdShade, UsdSkel

import pantin

TYPES = Sdf.ValueTypeNames


def triangle(stage, path):
    mesh = UsdGeom.Mesh.Define(stage, path)
    mesh.CreatePointsAttr([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
    mesh.CreateFaceVertexCountsAttr([3])
    mesh.CreateFaceVertexIndicesAttr([0, 1, 2])
    mesh.CreateSubdivisionSchemeAttr("none")
    return mesh


def surface(stage, mesh):
    material = UsdShade.Material.Define(stage, "/look")
    shader = UsdShade.Shader.Define(stage, "/look/surface")
    shader.CreateIdAttr("UsdPreviewSurface")
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    UsdShade.MaterialBindingAPI.Apply(mesh.GetPrim()).Bind(material)
    return shader


def losses(stage, tmp_path):
    stage.Save()
    report = pantin.convert(stage.GetRootLayer().realPath, tmp_path / "out.glb")
    return sorted((finding.rule, finding.pointer, finding.message) for finding in report.findings)


def test_inputs_of_a_material(stage, tmp_path):
    shader = surface(stage, triangle(stage, "/mesh"))
    shader.CreateInput("displacement", TYPES.Float).Set(0.3)
    message = "dropped the input displacement of a material"
    assert losses(stage, tmp_path) == [("LOSS-USD_MATERIAL", "/look/surface", message)]
    shader.GetInput("displacement").Set(0.0)
    assert losses(stage, tmp_path) == []
    shader.CreateInput("specularColor", TYPES.Color3f).Set(Gf.Vec3f(1, 0.5, 0))
    assert losses(stage, tmp_path) == []
    shader.CreateInput("useSpecularWorkflow", TYPES.Int).Set(1)
    assert [message for *_, message in losses(stage, tmp_path)] == [
        "dropped the input specularColor of a material"
    ]


def test_coat_and_index_of_refraction_are_in_the_rig(stage, tmp_path):
    """UsdPreviewSurface, "clearcoat", "clearcoatRoughness" and "ior"."""
    shader = surface(stage, triangle(stage, "/mesh"))
    for name, value in {"clearcoat": 0.75, "clearcoatRoughness": 0.25, "ior": 1.75}.items():
        shader.CreateInput(name, TYPES.Float).Set(value)
    assert losses(stage, tmp_path) == []
    (material,) = pantin.load(tmp_path / "out.glb").rig.materials
    assert (material.clearcoat, material.ior) == (pantin.rig.Clearcoat(0.75, roughness=0.25), 1.75)
    shader.GetInput("clearcoat").Set(0.0)
    losses(stage, tmp_path)
    assert pantin.load(tmp_path / "out.glb").rig.materials[0].clearcoat is None


def test_values_that_change_over_time(stage, tmp_path):
    mesh = triangle(stage, "/mesh")
    changes = {
        mesh.GetPointsAttr(): ([(0, 0, 0)] * 3, [(1, 1, 1)] * 3),
        mesh.CreateVisibilityAttr(): ("inherited", "invisible"),
        UsdGeom.Camera.Define(stage, "/camera").CreateFocalLengthAttr(): (20.0, 40.0),
        UsdLux.SphereLight.Define(stage, "/lamp").CreateIntensityAttr(): (1.0, 5.0),
        UsdGeom.Sphere.Define(stage, "/ball").CreateRadiusAttr(): (1.0, 2.0),
        surface(stage, mesh).CreateInput("roughness", TYPES.Float).GetAttr(): (0.0, 1.0),
    }
    for attribute, values in changes.items():
        for time, value in zip((0, 24), values, strict=True):
            attribute.Set(value, time)
    assert losses(stage, tmp_path) == sorted(
        ("LOSS-USD_ANIMATION", str(attribute.GetPrim().GetPath()), f"dropped the animation of {name}")
        for attribute in changes
        for name in [attribute.GetName()]
    )
    rig = pantin.load(stage.GetRootLayer().realPath).rig
    assert rig.cameras[0].projection.fov == pytest.approx(2 * 0.36, abs=0.02)  # 15.2908 mm high, 20 mm away
    assert rig.meshes[1].surfaces[0].positions.max() == pytest.approx(1.0)


def test_a_shear_that_changes_over_time(stage, tmp_path):
    triangle(stage, "/leaning/mesh")
    transform = UsdGeom.Xform.Define(stage, "/leaning").AddTransformOp()
    for time, lean in ((0, 0.0), (24, 0.5)):
        transform.Set(Gf.Matrix4d(1, lean, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, time, 0, 0, 1), time)
    assert losses(stage, tmp_path) == [
        ("LOSS-USD_ANIMATION", "/leaning", "dropped the shear of an animated transform")
    ]


def test_subsets_that_no_material_is_bound_to(stage, tmp_path):
    mesh = triangle(stage, "/mesh")
    UsdGeom.Subset.CreateGeomSubset(UsdGeom.Imageable(mesh), "part", "face", [0], "proxies")
    ((rule, pointer, _),) = losses(stage, tmp_path)
    assert (rule, pointer) == ("LOSS-UNSUPPORTED", "/mesh/part")


def test_animations_that_are_bound_to_nothing(stage, tmp_path):
    """One moves a blend shape of the skeleton's mesh, and is a clip; the other has joints of nobody."""
    UsdSkel.Root.Define(stage, "/root")
    skeleton = UsdSkel.Skeleton.Define(stage, "/root/skeleton")
    skeleton.CreateJointsAttr(["a"])
    skeleton.CreateBindTransformsAttr([Gf.Matrix4d(1)])
    skeleton.CreateRestTransformsAttr([Gf.Matrix4d(1)])
    face = triangle(stage, "/root/face")
    smile = UsdSkel.BlendShape.Define(stage, "/root/face/smile")
    smile.CreateOffsetsAttr([(0, 0, 1)] * 3)
    binding = UsdSkel.BindingAPI.Apply(face.GetPrim())
    binding.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    binding.CreateBlendShapesAttr(["smile"])
    binding.CreateBlendShapeTargetsRel().SetTargets([smile.GetPath()])
    grin = UsdSkel.Animation.Define(stage, "/root/grin")
    grin.CreateBlendShapesAttr(["smile"])
    for time in (0, 24):
        grin.CreateBlendShapeWeightsAttr().Set([time / 24], time)
    other = UsdSkel.Animation.Define(stage, "/root/other")
    other.CreateJointsAttr(["nobody"])
    found = losses(stage, tmp_path)
    assert [(rule, pointer) for rule, pointer, _ in found] == [("LOSS-USD_ANIMATION", "/root/other")]
    rig = pantin.load(stage.GetRootLayer().realPath).rig
    assert [clip.name for clip in rig.clips] == ["grin"]
    (posed,) = pantin.deform(rig, pantin.sample(rig, 0, 0.5))
    assert posed.positions[:, 2].tolist() == [0.5] * 3


def arm(stage):
    """A joint that moves a triangle, and its animation."""
    UsdSkel.Root.Define(stage, "/arm")
    skeleton = UsdSkel.Skeleton.Define(stage, "/arm/skeleton")
    skeleton.CreateJointsAttr(["a"])
    skeleton.CreateBindTransformsAttr([Gf.Matrix4d(1)])
    skeleton.CreateRestTransformsAttr([Gf.Matrix4d(1)])
    animation = UsdSkel.Animation.Define(stage, "/arm/wave")
    animation.CreateJointsAttr(["a"])
    animation.CreateTranslationsAttr([(0, 0, 0)])
    animation.CreateScalesAttr([(1, 1, 1)])
    animation.CreateRotationsAttr([Gf.Quatf(1)])
    binding = UsdSkel.BindingAPI.Apply(skeleton.GetPrim())
    binding.CreateAnimationSourceRel().SetTargets([animation.GetPath()])
    mesh = UsdSkel.BindingAPI.Apply(triangle(stage, "/arm/mesh").GetPrim())
    mesh.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    mesh.CreateJointIndicesPrimvar(False, 1).Set([0, 0, 0])
    mesh.CreateJointWeightsPrimvar(False, 1).Set([1, 1, 1])
    return animation


def test_rotations_that_are_not_of_length_one(stage, tmp_path):
    rotations = arm(stage).GetRotationsAttr()
    for time, length in ((0, 1.0), (12, 0.5), (24, 0.0)):
        rotations.Set([Gf.Quatf(0, 0, 0, length)], time)
    where = '0.5 instead of 1, of joint "a" at time code 12'
    assert losses(stage, tmp_path) == [
        ("LOSS-USD_ANIMATION", "/arm/wave", f"dropped the lengths of 2 rotations (first: {where})")
    ]
    (channel,) = pantin.load(stage.GetRootLayer().realPath).rig.clips[0].channels
    assert channel.values.tolist() == [[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def test_blocked_values_of_an_animation(stage, tmp_path):
    """The samples that are there are read; usd-core gives no value at a blocked time."""
    rotations = arm(stage).GetRotationsAttr()
    for time, value in ((0, [Gf.Quatf(1)]), (8, Sdf.ValueBlock()), (24, [Gf.Quatf(0, 0, 0, 1)])):
        rotations.Set(value, time)
    assert rotations.Get(8) is None
    assert losses(stage, tmp_path) == [
        ("LOSS-USD_ANIMATION", "/arm/wave", "dropped 1 value block of rotations (first: time code 8)")
    ]
    path = stage.GetRootLayer().realPath
    (channel,) = pantin.load(path).rig.clips[0].channels
    assert channel.times.tolist() == [0, 1]
    assert list(pantin.check(path).findings) == []


def test_blocked_values_of_a_transform(stage, tmp_path):
    """An op without a value does nothing, as in `GetLocalTransformation`."""
    moved = UsdGeom.Xform.Define(stage, "/moved")
    operation = moved.AddTranslateOp()
    for time, value in ((0, Gf.Vec3d(1, 0, 0)), (12, Sdf.ValueBlock()), (24, Gf.Vec3d(0, 5, 0))):
        operation.Set(value, time)
    assert losses(stage, tmp_path) == []
    rig = pantin.load(stage.GetRootLayer().realPath).rig
    for time in (0, 6, 11, 13, 18, 24):
        expected = moved.GetLocalTransformation(time).ExtractTranslation()
        local = pantin.sample(rig, 0, time / 24).local[rig.node_index("moved")]
        assert local[:, 3] == pytest.approx(tuple(expected), abs=1e-4)


def test_values_of_a_material_that_do_not_fit(stage, tmp_path):
    shader = surface(stage, triangle(stage, "/mesh"))
    shader.CreateInput("metallic", TYPES.Float).Set(float("nan"))
    shader.CreateInput("roughness", TYPES.String).Set("rough")
    shader.CreateInput("diffuseColor", TYPES.Float2).Set(Gf.Vec2f(1, 0))
    dropped = "dropped the value of the input {} of a material: {} instead of {}"
    assert losses(stage, tmp_path) == [
        ("LOSS-USD_MATERIAL", "/look/surface", dropped.format(*each))
        for each in (
            ("diffuseColor", "(1, 0)", "3 finite numbers"),
            ("metallic", "nan", "1 finite number"),
            ("roughness", "rough", "1 finite number"),
        )
    ]
    (material,) = pantin.load(stage.GetRootLayer().realPath).rig.materials
    assert (material.metallic, material.roughness) == (0.0, 0.5)


@pytest.mark.parametrize("scheme", ["none", "catmullClark"])
def test_normal_offsets_of_a_mesh_without_normals(stage, tmp_path, scheme):
    """Normals of a subdivision surface are those of its limit, so that nothing is lost there."""
    arm(stage)
    mesh = stage.GetPrimAtPath("/arm/mesh")
    mesh.GetAttribute("subdivisionScheme").Set(scheme)
    shape = UsdSkel.BlendShape.Define(stage, "/arm/mesh/bulge")
    shape.CreateOffsetsAttr([(0, 0, 1)] * 3)
    shape.CreateNormalOffsetsAttr([(1, 0, 0)] * 3)
    binding = UsdSkel.BindingAPI(mesh)
    binding.CreateBlendShapesAttr(["bulge"])
    binding.CreateBlendShapeTargetsRel().SetTargets([shape.GetPath()])
    expected = {
        "none": ("LOSS-USD_PRIMVAR", "dropped the normalOffsets of 1 blend shape: the Mesh has no normals"),
        "catmullClark": ("LOSS-USD_SUBDIVISION", "read the subdivision surface "),
    }[scheme]
    ((rule, pointer, message),) = losses(stage, tmp_path)
    assert (rule, pointer) == (expected[0], "/arm/mesh")
    assert message.startswith(expected[1])
    (read,) = pantin.load(stage.GetRootLayer().realPath).rig.meshes[0].surfaces
    assert read.blend_shapes[0].positions.values.tolist() == [[0, 0, 1]] * 3


def test_a_mesh_that_follows_a_joint_without_points(stage, tmp_path):
    arm(stage)
    mesh = stage.GetPrimAtPath("/arm/mesh")
    for name, value in (("jointIndices", [0]), ("jointWeights", [1.0])):
        mesh.GetAttribute(f"primvars:skel:{name}").Set(value)
        UsdGeom.Primvar(mesh.GetAttribute(f"primvars:skel:{name}")).SetInterpolation("constant")
    mesh.GetAttribute("points").Block()
    assert losses(stage, tmp_path) == []
    assert pantin.load(stage.GetRootLayer().realPath).rig.meshes == ()


def test_cameras_and_lights_of_which_no_numbers_are_left(stage, tmp_path):
    camera = UsdGeom.Camera.Define(stage, "/camera")
    camera.CreateClippingRangeAttr().Block()  # 1 to 1,000,000 then
    assert losses(stage, tmp_path) == []
    camera.CreateFocalLengthAttr(float("nan"))
    lamp = UsdLux.SphereLight.Define(stage, "/lamp")
    UsdLux.ShapingAPI.Apply(lamp.GetPrim()).CreateShapingConeAngleAttr(float("nan"))
    UsdLux.DistantLight.Define(stage, "/sun").CreateExposureAttr(1e6)
    why = "without a valid intensity, colour or cone"
    assert losses(stage, tmp_path) == [
        ("LOSS-USD_LIGHT", "/camera", "dropped a Camera without a valid projection"),
        ("LOSS-USD_LIGHT", "/lamp", f"dropped a SphereLight {why}"),
        ("LOSS-USD_LIGHT", "/sun", f"dropped a DistantLight {why}"),
    ]


def test_instances_with_ids_of_another_number(stage, tmp_path):
    instancer = UsdGeom.PointInstancer.Define(stage, "/many")
    UsdGeom.Cube.Define(stage, "/many/cube")
    instancer.CreatePrototypesRel().SetTargets(["/many/cube"])
    instancer.CreateProtoIndicesAttr([0, 0])
    instancer.CreatePositionsAttr([(0, 0, 0), (3, 0, 0)])
    instancer.CreateIdsAttr([1])
    instancer.CreateInvisibleIdsAttr([1])
    assert losses(stage, tmp_path) == [
        ("LOSS-USD_GEOMETRY", "/many", "dropped a PointInstancer: ids has 1 value for 2 instances")
    ]


def test_a_mesh_without_a_whole_face_and_values_of_corners(stage, tmp_path):
    mesh = triangle(stage, "/mesh")
    mesh.GetFaceVertexCountsAttr().Set([-1])
    coordinates = UsdGeom.PrimvarsAPI(mesh).CreatePrimvar("st", TYPES.TexCoord2fArray, "faceVarying")
    coordinates.Set([(0, 0), (1, 0), (0, 1)])
    stage.Save()
    rig = pantin.load(stage.GetRootLayer().realPath).rig
    assert [len(surface.triangles) for mesh in rig.meshes for surface in mesh.surfaces] in ([], [0])


def test_blend_shapes_of_a_prim_without_points(stage, tmp_path):
    """A cube has none that they could move."""
    animation = arm(stage)
    animation.CreateBlendShapesAttr(["bulge"])
    animation.CreateBlendShapeWeightsAttr().Set([0.0], 0)
    animation.CreateBlendShapeWeightsAttr().Set([1.0], 24)
    binding = UsdSkel.BindingAPI.Apply(UsdGeom.Cube.Define(stage, "/arm/cube").GetPrim())
    binding.CreateSkeletonRel().SetTargets(["/arm/skeleton"])
    shape = UsdSkel.BlendShape.Define(stage, "/arm/cube/bulge")
    shape.CreateOffsetsAttr([(0, 0, 1)] * 24)
    binding.CreateBlendShapesAttr(["bulge"])
    binding.CreateBlendShapeTargetsRel().SetTargets([shape.GetPath()])
    stage.Save()
    rig = pantin.load(stage.GetRootLayer().realPath).rig
    assert [mesh.blend_shape_count for mesh in rig.meshes] == [0, 0]


@pytest.mark.parametrize(
    ("above", "joints", "reason"),
    [
        ("SkelRoot", ["hip"], None),
        ("Xform", ["hip"], "no SkelRoot is above the prim"),
        ("SkelRoot", None, "they fit no skeleton"),
    ],
)
def test_influences_that_no_skeleton_uses(stage, tmp_path, above, joints, reason):
    """UsdSkel: "skinnable prims must be below a SkelRoot"; a mesh without its skin does not move."""
    stage.DefinePrim("/figure", above)
    mesh = triangle(stage, "/figure/mesh")
    binding = UsdSkel.BindingAPI.Apply(mesh.GetPrim())
    binding.CreateJointIndicesPrimvar(False, 1).Set([0, 0, 0])
    binding.CreateJointWeightsPrimvar(False, 1).Set([1.0, 1.0, 1.0])
    if joints:
        skeleton = UsdSkel.Skeleton.Define(stage, "/figure/skeleton")
        skeleton.CreateJointsAttr(joints)
        skeleton.CreateRestTransformsAttr([Gf.Matrix4d(1)])
        skeleton.CreateBindTransformsAttr([Gf.Matrix4d(1)])
        binding.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    expected = [] if reason is None else [f"dropped its joint influences: {reason}"]
    assert [message for rule, _, message in losses(stage, tmp_path) if "PRIMVAR" in rule] == expected
