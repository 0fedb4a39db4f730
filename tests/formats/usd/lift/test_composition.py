"""Stages composed of several files, skeletons and moving parts: posed points equal those of UsdSkel."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdShade, UsdSkel, UsdUtils, Vt
from usd_skel import posed_points

import pantin

CLOSE = 1e-5
PARTS = (0.0, 0.137, 0.377, 0.611, 0.93)


def new_stage(path, rate=24.0, end=24.0):
    stage = Usd.Stage.CreateNew(str(path))
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    UsdGeom.SetStageUpAxis(stage, "Y")
    stage.SetTimeCodesPerSecond(rate)
    stage.SetStartTimeCode(0)
    stage.SetEndTimeCode(end)
    return stage


def figure(stage, root, seed, end=24.0):
    """A SkelRoot with two joints that turn, and points that follow both."""
    random = np.random.default_rng(seed)
    stage.SetDefaultPrim(UsdSkel.Root.Define(stage, root).GetPrim())
    skeleton = UsdSkel.Skeleton.Define(stage, f"{root}/skeleton")
    skeleton.CreateJointsAttr(["hip", "hip/knee"])
    places = [Gf.Matrix4d().SetTranslate(Gf.Vec3d(0, height, 0)) for height in (0, 1)]
    skeleton.CreateBindTransformsAttr(places)
    skeleton.CreateRestTransformsAttr(places)
    walk = UsdSkel.Animation.Define(stage, f"{root}/walk")
    walk.CreateJointsAttr(["hip", "hip/knee"])
    walk.CreateTranslationsAttr([Gf.Vec3f(0, 0, 0), Gf.Vec3f(0, 1, 0)])
    walk.CreateScalesAttr([Gf.Vec3h(1, 1, 1)] * 2)
    for time in (0.0, end / 3, end):
        turns = [Gf.Rotation(Gf.Vec3d(*random.normal(size=3)), random.uniform(-90, 90)) for _ in range(2)]
        quaternions = Vt.QuatfArray([Gf.Quatf(turn.GetQuat()) for turn in turns])
        walk.CreateRotationsAttr().Set(quaternions, time)
    UsdSkel.BindingAPI.Apply(skeleton.GetPrim()).CreateAnimationSourceRel().SetTargets([walk.GetPath()])
    mesh = UsdGeom.Mesh.Define(stage, f"{root}/mesh")
    mesh.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(random.normal(size=(9, 3)).astype(np.float32)))
    mesh.CreateFaceVertexCountsAttr([3, 3, 3])
    mesh.CreateFaceVertexIndicesAttr(list(range(9)))
    mesh.CreateSubdivisionSchemeAttr("none")
    binding = UsdSkel.BindingAPI.Apply(mesh.GetPrim())
    binding.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    binding.CreateJointIndicesPrimvar(False, 2).Set([0, 1] * 9)
    weights = random.uniform(0, 1, 9)
    pairs = np.stack([weights, 1 - weights], axis=1).ravel().astype(np.float32)
    binding.CreateJointWeightsPrimvar(False, 2).Set(Vt.FloatArray.FromNumpy(pairs))


def worst(path):
    """The largest distance of a point of UsdSkel from the nearest vertex, as a part of the size."""
    asset = pantin.load(path)
    rig, reading, stage = asset.rig, asset.document.reading, Usd.Stage.Open(str(path))
    found, seconds = 0.0, rig.clips[0].duration
    for part in PARTS:
        posed = pantin.deform(rig, pantin.sample(rig, 0, seconds * part), normals=False)
        mine = np.concatenate([each.positions for each in posed])
        theirs = posed_points(stage, reading.start + seconds * part * reading.per_second)
        every = np.concatenate(list(theirs.values()))
        nearest = np.abs(every[:, None] - mine[None]).max(-1).min(1)
        found = max(found, nearest.max() / np.ptp(every, axis=0).max())
    return found


@pytest.mark.parametrize("rate", [1.0, 24.0, 29.97, 120.0])
def test_time_codes(tmp_path, rate):
    stage = new_stage(tmp_path / "figure.usda", rate, end=2 * rate)
    figure(stage, "/figure", 1, end=2 * rate)
    stage.Save()
    assert worst(tmp_path / "figure.usda") < CLOSE
    assert pantin.load(tmp_path / "figure.usda").rig.clips[0].duration == pytest.approx(2.0)


def test_several_skeletons_in_one_root_and_in_several(tmp_path):
    stage = new_stage(tmp_path / "pair.usda")
    for number in range(2):
        figure(stage, f"/world/figure{number}", number)
    figure(stage, "/third", 5)
    stage.Save()
    assert worst(tmp_path / "pair.usda") < CLOSE
    rig = pantin.load(tmp_path / "pair.usda").rig
    assert (len(rig.skins), len(rig.clips)) == (3, 1)


def test_a_skeleton_below_a_moving_prim(tmp_path):
    stage = new_stage(tmp_path / "rider.usda")
    horse = UsdGeom.Xform.Define(stage, "/horse")
    move, turn = horse.AddTranslateOp(), horse.AddRotateYOp()
    for time in (0, 10, 24):
        move.Set(Gf.Vec3d(time * 0.2, 1, 0), time)
        turn.Set(time * 15.0, time)
    figure(stage, "/horse/rider", 3)
    stage.Save()
    assert worst(tmp_path / "rider.usda") < CLOSE


@pytest.mark.parametrize("arc", ["reference", "payload", "sublayer"])
def test_parts_of_other_files_with_other_times(tmp_path, arc):
    """The other layer starts 6 time codes later and runs at half the speed."""
    part = new_stage(tmp_path / "part.usda")
    figure(part, "/figure", 4)
    part.Save()
    stage = new_stage(tmp_path / "whole.usda", end=60)
    offset = Sdf.LayerOffset(6.0, 2.0)
    if arc == "sublayer":
        stage.GetRootLayer().subLayerPaths.append("./part.usda")
        stage.GetRootLayer().subLayerOffsets[0] = offset
    else:
        prim = stage.DefinePrim("/copy")
        where = Sdf.Reference("./part.usda", layerOffset=offset)
        if arc == "reference":
            prim.GetReferences().AddReference(where)
        else:
            prim.GetPayloads().AddPayload(Sdf.Payload("./part.usda", layerOffset=offset))
    stage.Save()
    assert worst(tmp_path / "whole.usda") < CLOSE
    clip = pantin.load(tmp_path / "whole.usda").rig.clips[0]
    assert clip.duration == pytest.approx(54 / 24)


def test_hidden_prims_and_purposes(tmp_path):
    stage = new_stage(tmp_path / "shapes.usda")
    hidden = UsdGeom.Xform.Define(stage, "/world/hidden")
    UsdGeom.Imageable(hidden).MakeInvisible()
    for path, purpose in (
        ("/world/hidden/inside", "default"),
        ("/world/shown", "default"),
        ("/world/final", "render"),
        ("/world/rough", "proxy"),
        ("/world/help", "guide"),
    ):
        UsdGeom.Imageable(UsdGeom.Cube.Define(stage, path)).CreatePurposeAttr(purpose)
    stage.Save()
    rig = pantin.load(tmp_path / "shapes.usda").rig
    drawn = {rig.nodes.names[each.node] for each in pantin.deform(rig, rig.rest_pose())}
    assert drawn == {"shown", "final"}
    assert len(rig.instances) == 5


def png(red):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes([0, red, 0, 0]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_textures_of_a_package_that_usd_core_makes(tmp_path):
    stage = new_stage(tmp_path / "model.usda")
    figure(stage, "/figure", 6)
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "skin.png").write_bytes(png(200))
    material = UsdShade.Material.Define(stage, "/figure/look")
    shader = UsdShade.Shader.Define(stage, "/figure/look/surface")
    shader.CreateIdAttr("UsdPreviewSurface")
    texture = UsdShade.Shader.Define(stage, "/figure/look/map")
    texture.CreateIdAttr("UsdUVTexture")
    texture.CreateInput("file", Sdf.ValueTypeNames.Asset).Set("./maps/skin.png")
    color = shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f)
    color.ConnectToSource(texture.ConnectableAPI(), "rgb")
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    UsdShade.MaterialBindingAPI.Apply(stage.GetPrimAtPath("/figure/mesh")).Bind(material)
    stage.Save()
    assert UsdUtils.CreateNewUsdzPackage(str(tmp_path / "model.usda"), str(tmp_path / "model.usdz"))
    for name in ("model.usda", "model.usdz"):
        assert worst(tmp_path / name) < CLOSE
        rig = pantin.load(tmp_path / name).rig
        (image,) = rig.images
        assert bytes(image.data) == png(200)
        assert rig.materials[0].base_color_texture is not None
