"""Clips through USD: their lengths, names and weights come back, and UsdGeom turns prims as `sample` does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdGeom
from usd_skel import posed_points

import pantin
from pantin.base.records import replace
from pantin.motion import world_transforms
from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, Mesh, Node, Surface

ARM = Path(__file__).parents[4] / "examples" / "arm.glb"
TIMES = np.array([0.0, 1.5], np.float32)


@pytest.mark.parametrize("alone", [True, False])
def test_a_clip_that_holds_the_rest_pose_keeps_its_length(tmp_path, alone):
    rig = pantin.load(ARM).rig
    still = np.repeat(rig.rest_pose().rotations[1][None], 2, axis=0).astype(np.float32)
    hold = Clip((Channel(1, "rotation", TIMES, still),), "hold")
    pantin.save(rig.replace(clips=[hold] if alone else [hold, *rig.clips]), tmp_path / "hold.usda")
    clips = pantin.load(tmp_path / "hold.usda").rig.clips
    assert [(clip.name, clip.duration) for clip in clips][:1] == [("hold", 1.5)]
    assert len(clips) == (1 if alone else 2)


@pytest.mark.parametrize("count", [1, 2])
def test_a_clip_without_a_name_stays_without(tmp_path, count):
    rig = pantin.load(ARM).rig
    clips = [Clip(rig.clips[0].channels) for _ in range(count)]
    pantin.save(rig.replace(clips=clips), tmp_path / "arm.usda")
    assert [clip.name for clip in pantin.load(tmp_path / "arm.usda").rig.clips] == [None] * count


def test_slow_turns_of_prims(tmp_path):
    """GfSlerp does not normalise between close rotations, and GfRotation amplifies that near the identity:
    with samples at the keys alone, this prim would be 2e-4 radians off. Single precision leaves some 1e-5."""
    angles = np.array([0.0, 0.004, 0.008, 0.012]) * 2 + 0.02
    turns = np.stack([np.zeros(4), np.sin(angles / 2), np.zeros(4), np.cos(angles / 2)], axis=1)
    channel = Channel(0, "rotation", np.arange(4.0), turns.astype(np.float32))
    rig = pantin.build(nodes=[Node("slow")], clips=[Clip((channel,), "turn")])
    pantin.save(rig, tmp_path / "slow.usdc")
    stage = Usd.Stage.Open(str(tmp_path / "slow.usdc"))
    prim = stage.GetPrimAtPath(f"{stage.GetDefaultPrim().GetPath()}/slow")
    for time in np.linspace(0, 3, 25):
        theirs = UsdGeom.XformCache(time * stage.GetTimeCodesPerSecond()).GetLocalToWorldTransform(prim)
        mine = world_transforms(rig, pantin.sample(rig, 0, time))[0]
        np.testing.assert_allclose(np.array(theirs).T[:3], mine, atol=2e-5)


def test_weights_at_rest_hold_in_clips_that_do_not_move_them(tmp_path):
    points = np.eye(3, dtype=np.float32)
    surface = Surface(points, indices=np.arange(3), blend_shapes=(BlendShape(Deltas(points)),))
    move = Channel(0, "weights", TIMES, np.array([[0.0], [1.0]], np.float32))
    slide = Channel(0, "translation", TIMES, np.array([[0, 0, 0], [1, 0, 0]], np.float32))
    rig = pantin.build(
        nodes=[Node("face")],
        meshes=[Mesh((surface,), "face", blend_names=("grow",))],
        instances=[Instance(0, 0, blend_weights=np.array([0.25]))],
        clips=[Clip((move,), "grow"), Clip((slide,), "slide")],
    )
    pantin.save(rig, tmp_path / "face.usdc")
    back = pantin.load(tmp_path / "face.usdc").rig
    stage = Usd.Stage.Open(str(tmp_path / "face.usdc"))
    for clip in ("grow", "slide"):
        stage.GetDefaultPrim().GetVariantSet("animation").SetVariantSelection(clip)
        (theirs,) = posed_points(stage, 0.6 * stage.GetTimeCodesPerSecond()).values()
        for each in (rig, back):
            (posed,) = pantin.deform(each, pantin.sample(each, clip, 0.6), normals=False)
            np.testing.assert_allclose(posed.positions, theirs, atol=1e-6)


def test_weights_that_do_not_sum_to_one_stay_as_they_are(tmp_path):
    """A skeleton at the origin of the world needs no joint for what is lacking; `diff` sees no difference."""
    rig = pantin.load(ARM).rig
    surface = rig.meshes[0].surfaces[0]
    weights = surface.influences.weights.copy()
    weights[:5] *= np.float32(0.9)
    lighter = replace(surface, influences=replace(surface.influences, weights=weights))
    rig = rig.replace(meshes=[replace(rig.meshes[0], surfaces=(lighter,))])
    pantin.save(rig, tmp_path / "arm.glb")
    pantin.save(rig, tmp_path / "arm.usdc")
    back = pantin.load(tmp_path / "arm.usdc").rig.meshes[0].surfaces[0].influences
    assert len(back.weights) == np.count_nonzero(weights)
    stored = pantin.load(tmp_path / "arm.glb", raw_weights=True)
    found = pantin.diff(stored, tmp_path / "arm.usdc")
    assert not any(part.kind in ("weights", "clips", "names") for part in found.differences)
