"""Value clips: the samples of an animation in layers of their own, read as usd-core resolves them."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom

import pantin
from pantin.motion import world_transforms


def author(folder, reference="./step.{:03}.usda", times=(0, 12)):
    """A box that two clips move: the first from 0 to 12, the second from 12 on."""
    for number in range(2):
        layer = Sdf.Layer.CreateNew(str(folder / f"step.{number:03}.usda"))
        stage = Usd.Stage.Open(layer)
        move = UsdGeom.Xform.Define(stage, "/box").AddTranslateOp()
        for time in (12 * number, 12 * number + 5, 12 * number + 12):
            move.Set(Gf.Vec3d(time, number, 0), time)
        stage.Save()
    stage = Usd.Stage.CreateNew(str(folder / "clips.usda"))
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    UsdGeom.SetStageUpAxis(stage, "Y")
    stage.SetTimeCodesPerSecond(24)
    stage.SetStartTimeCode(0)
    stage.SetEndTimeCode(24)
    box = UsdGeom.Xform.Define(stage, "/box")
    box.AddTranslateOp()
    manifest = Sdf.Layer.CreateNew(str(folder / "manifest.usda"))
    listed = Usd.Stage.Open(manifest)
    UsdGeom.Xform.Define(listed, "/box").AddTranslateOp()
    listed.Save()
    clips = Usd.ClipsAPI(box.GetPrim())
    clips.SetClipPrimPath("/box")
    clips.SetClipManifestAssetPath("./manifest.usda")
    clips.SetClipAssetPaths([Sdf.AssetPath(reference.format(number)) for number in range(2)])
    clips.SetClipActive(pairs_of((0, 0), (12, 1)))
    clips.SetClipTimes(pairs_of((0, 0), (24, 24)))
    stage.Save()
    return stage


def pairs_of(*pairs):
    return [Gf.Vec2d(*pair) for pair in pairs]


def worst(path, stage):
    rig = pantin.load(path).rig
    found = 0.0
    for time in (0.0, 3.3, 11.0, 12.0, 14.5, 24.0):
        world = world_transforms(rig, pantin.sample(rig, 0, time / 24))[rig.nodes.names.index("box")]
        box = stage.GetPrimAtPath("/box")
        theirs = np.array(UsdGeom.XformCache(time).GetLocalToWorldTransform(box)).T[:3]
        found = max(found, np.abs(world - theirs).max())
    return found


def test_samples_of_clips_are_those_of_the_stage(tmp_path):
    stage = author(tmp_path)
    assert worst(tmp_path / "clips.usda", stage) < 1e-4
    assert pantin.check(tmp_path / "clips.usda").findings == ()
    files = pantin.load(tmp_path / "clips.usda").document.reading.files
    assert files == ("manifest.usda", "step.000.usda", "step.001.usda")


def test_clips_of_a_template(tmp_path):
    stage = author(tmp_path)
    clips = Usd.ClipsAPI(stage.GetPrimAtPath("/box"))
    for name in ("Active", "AssetPaths", "Times"):
        stage.GetPrimAtPath("/box").ClearMetadataByDictKey("clips", f"default:{name[0].lower()}{name[1:]}")
    clips.SetClipTemplateAssetPath("./step.###.usda")
    clips.SetClipTemplateStartTime(0)
    clips.SetClipTemplateEndTime(1)
    clips.SetClipTemplateStride(1)
    stage.Save()
    assert pantin.check(tmp_path / "clips.usda").findings == ()
    rig = pantin.load(tmp_path / "clips.usda").rig
    assert rig.clips[0].duration > 0
    path = tmp_path / "clips.usda"
    path.write_text(path.read_text().replace("templateStride = 1", "templateStride = 1e-12"))
    (finding,) = pantin.check(tmp_path / "clips.usda").findings
    assert finding.rule == "USD-REFERENCE_REFUSED"
    assert "steps" in finding.message


@pytest.mark.parametrize("template", [False, True])
def test_clips_out_of_the_folder_are_read_only_if_allowed(tmp_path, template):
    inside = tmp_path / "model"
    inside.mkdir()
    author(tmp_path)
    for name in ("clips.usda", "manifest.usda"):
        (tmp_path / name).rename(inside / name)
    path = inside / "clips.usda"
    text = path.read_text().replace("./step.", "../step.")
    if template:
        listed = "asset[] assetPaths = [@../step.000.usda@, @../step.001.usda@]"
        assert listed in text
        times = "double templateStartTime = 0\ndouble templateEndTime = 1\ndouble templateStride = 1"
        text = text.replace(listed, f"string templateAssetPath = '../step.###.usda'\n{times}")
    path.write_text(text)
    assert not pantin.load(path).rig.clips
    findings = pantin.check(path).findings
    assert {finding.rule for finding in findings} == {"USD-REFERENCE_REFUSED"}
    assert "--allow-outside" in findings[0].message
    assert pantin.load(path, allow_outside=True).rig.clips
