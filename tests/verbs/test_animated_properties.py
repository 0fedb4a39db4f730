"""Clips that animate materials, lights, cameras and visibility, in every verb that plays or stores clips."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.motion import blend, concatenate, cut, loop, resample, retime, reverse
from pantin.rig import (
    Camera,
    Clip,
    Instance,
    InvalidRig,
    Light,
    Material,
    Mesh,
    Node,
    Perspective,
    PropertyChannel,
    Scene,
    Surface,
)
from pantin.rig.properties import AnimatedProperty

CORNERS = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
COLOUR = AnimatedProperty("materials", 0, "base_color")


def channels() -> tuple[PropertyChannel, ...]:
    """A colour from red to green over 2 s, a lamp, a lens, and a mesh that is hidden from 1 s to 1.5 s."""
    ends = np.array([0.0, 2.0])
    return (
        PropertyChannel("materials", 0, "base_color", ends, np.array([[1.0, 0, 0, 1], [0, 1.0, 0, 1]])),
        PropertyChannel("lights", 0, "intensity", ends, np.array([[1.0], [5.0]])),
        PropertyChannel("cameras", 0, "fov", ends, np.array([[0.5], [1.5]])),
        PropertyChannel(
            "nodes", 0, "visible", np.array([0.0, 1.0, 1.5]), np.array([[1.0], [0.0], [1.0]]), "STEP"
        ),
    )


@pytest.fixture
def rig() -> pantin.rig.Rig:
    square = Surface(CORNERS, indices=np.array([0, 1, 2, 0, 2, 3]), material=0)
    return pantin.build(
        nodes=[Node("card"), Node("lamp", light=0), Node("lens", camera=0)],
        meshes=[Mesh((square,))],
        materials=[Material("paint", unlit=True)],
        instances=[Instance(0, 0)],
        lights=[Light("point")],
        cameras=[Camera(Perspective(0.8, 0.1))],
        scenes=[Scene((0, 1, 2))],
        clips=[Clip((), "pulse", properties=channels())],
    )


def middle(picture) -> list[int]:
    rows, columns = picture.pixels.shape[:2]
    return picture.pixels[rows // 2, columns // 2].tolist()


def test_a_picture_has_the_colour_and_the_visibility_of_its_time(rig):
    look = {
        "size": (32, 32),
        "clip": "pulse",
        "camera": "front",
        "shadow": False,
        "background": "transparent",
    }
    assert middle(pantin.render(rig, time=0.0, **look)) == [255, 0, 0, 255]
    assert middle(pantin.render(rig, time=2.0, **look)) == [0, 255, 0, 255]
    assert middle(pantin.render(rig, time=1.2, **look)) == [0, 0, 0, 0]


def test_a_pose_of_the_clip_has_its_values(rig):
    shown = pantin.sample(rig, "pulse", 0.5).appearance
    assert shown.materials[0].base_color == (0.75, 0.25, 0.0, 1.0)
    assert (shown.lights[0].intensity, shown.cameras[0].projection.fov) == (2.0, 0.75)
    assert len(pantin.deform(rig, pantin.sample(rig, "pulse", 0.5))) == 1
    assert len(pantin.deform(rig, pantin.sample(rig, "pulse", 1.2))) == 0


@pytest.mark.parametrize("keep_rig", [False, True])
@pytest.mark.parametrize("as_file", [False, True])
def test_pose_writes_the_values(rig, tmp_path, keep_rig, as_file):
    model = rig
    if as_file:
        assert pantin.save(rig, tmp_path / "card.glb").ok
        model = pantin.load(tmp_path / "card.glb")
    assert pantin.save(pantin.pose(model, clip="pulse", time=1.0, keep_rig=keep_rig), tmp_path / "a.glb").ok
    posed = pantin.load(tmp_path / "a.glb").rig
    assert posed.materials[0].base_color == (0.5, 0.5, 0.0, 1.0)
    assert (posed.lights[0].intensity, posed.cameras[0].projection.fov) == (3.0, 1.0)
    assert posed.nodes.visible.tolist() == [False, True, True]
    assert len(posed.clips) == keep_rig


def test_files_of_gltf_keep_them_and_others_report_them(rig, tmp_path):
    assert pantin.save(rig, tmp_path / "card.glb").ok
    assert pantin.check(tmp_path / "card.glb").ok
    again = pantin.load(tmp_path / "card.glb").rig
    assert [str(each.target) for each in again.clips[0].properties] == [str(x.target) for x in channels()]
    for suffix in (".fbx", ".npz", ".g4b"):
        report = pantin.convert(tmp_path / "card.glb", tmp_path / f"card{suffix}")
        lost = [found for found in report.findings if found.rule == "LOSS-GEOMETRY"]
        assert any("clip" in found.message for found in lost), suffix


def test_keys_out_of_range_are_written_in_range_and_reported(rig, tmp_path):
    """glTF 2.0 §5.22: a base color is from 0 to 1. An emission above 1 is a factor and a strength."""
    times = np.array([0.0, 1.0])
    bright = PropertyChannel("materials", 0, "base_color", times, np.array([[1.5, 0, -1, 1], [0.5, 0, 0, 1]]))
    report = pantin.save(rig.replace(clips=[Clip((), "x", properties=(bright,))]), tmp_path / "a.glb")
    assert "LOSS-GLTF_RANGE" in {found.rule for found in report.findings}
    assert pantin.check(tmp_path / "a.glb").ok
    stored = pantin.load(tmp_path / "a.glb").rig.clips[0].properties[0]
    assert stored.values.tolist() == [[1, 0, 0, 1], [0.5, 0, 0, 1]]
    glow = PropertyChannel("materials", 0, "emissive", times, np.array([[0.0, 0, 0], [4.0, 2, 0]]))
    shining = rig.replace(
        materials=[Material("lamp", emissive=(4.0, 0.0, 0.0))], clips=[Clip((), "x", properties=(glow,))]
    )
    report = pantin.save(shining, tmp_path / "b.glb")
    assert "LOSS-GLTF_RANGE" not in {found.rule for found in report.findings}
    assert pantin.check(tmp_path / "b.glb").ok
    again = pantin.load(tmp_path / "b.glb").rig
    assert pantin.sample(again, 0, 1.0).appearance.materials[0].emitted == (4.0, 2.0, 0.0)


def at(clip: Clip, time: float) -> float:
    """The green of the colour at a time, by hand from its linear keys."""
    channel = next(each for each in clip.properties if each.target == COLOUR)
    return float(np.interp(time, channel.times, channel.values[:, 1]))


def visible(rig, clip: Clip, time: float) -> bool:
    return bool(pantin.sample(rig.replace(clips=[clip]), 0, time).appearance.nodes.visible[0])


def test_arithmetic_of_clips_changes_them_too(rig):
    clip = rig.clips[0]
    part = cut(clip, 0.5, 1.5)
    assert (part.duration, at(part, 0.0), at(part, 1.0)) == (1.0, 0.25, 0.75)
    assert [visible(rig, part, time) for time in (0.4, 0.6, 1.0)] == [True, False, True]
    assert (retime(clip, 2.0).duration, at(retime(clip, 2.0), 0.5)) == (1.0, 0.5)
    back = reverse(clip)
    assert (at(back, 0.0), at(back, 2.0)) == (1.0, 0.0)
    assert [visible(rig, back, time) for time in (0.4, 0.6, 1.2)] == [True, False, True]
    assert at(resample(clip, 10), 0.7) == pytest.approx(0.35)
    both = concatenate([clip, clip], blend=0.5, rig=rig)
    assert (both.duration, at(both, 1.5), at(both, 2.0)) == (3.5, 0.75, 0.25)
    half = blend(rig, clip, rig.clips[0].replace(properties=()), 0.5)
    assert at(half, 2.0) == 1.0  # half way from green to white, which the material is at rest
    closed = loop(rig, clip, over=0.5)
    assert at(closed, 2.0) == pytest.approx(at(closed, 0.0), abs=1e-6)


def test_edits_of_a_file_change_their_keys(rig, tmp_path):
    pantin.save(rig, tmp_path / "card.glb")
    edited = pantin.edit_clips(pantin.load(tmp_path / "card.glb"), cut={"pulse": (0.5, 1.5)})
    asset = edited.asset if hasattr(edited, "asset") else edited
    assert pantin.save(asset, tmp_path / "cut.glb").ok
    after = pantin.load(tmp_path / "cut.glb").rig.clips[0]
    assert (after.duration, at(after, 0.0), at(after, 1.0)) == (1.0, 0.25, 0.75)
    assert pantin.check(tmp_path / "cut.glb").ok
    other = pantin.load(tmp_path / "card.glb")
    assert other.add_clip(Clip((), "again", properties=channels()[:1])) == 1
    assert pantin.save(other, tmp_path / "more.glb").ok
    assert at(pantin.load(tmp_path / "more.glb").rig.clips[1], 1.0) == 0.5


def test_differences_are_named(rig, tmp_path):
    pantin.save(rig, tmp_path / "a.glb")
    first, *others = channels()
    slower = PropertyChannel("materials", 0, "base_color", first.times, first.values[:, [1, 0, 2, 3]])
    pantin.save(rig.replace(clips=[Clip((), "pulse", properties=(slower, *others[1:]))]), tmp_path / "b.glb")
    changes = pantin.diff(tmp_path / "a.glb", tmp_path / "b.glb").differences
    said = " ".join(change.message for change in changes)
    assert "materials/0/base_color differently: by up to 1" in said
    assert "animates lights/0/intensity in the first file only" in said


@pytest.mark.parametrize(
    ("channel", "why"),
    [
        (("materials", 1, "roughness", [0.0], [[1.0]]), "out of range"),
        (("materials", 0, "roughness", [0.0], [[1.0, 1.0]]), "shape"),
        (("materials", 0, "roughness", [1.0, 0.0], [[1.0], [1.0]]), "descend"),
        (("materials", 0, "roughness", [0.0], [[np.nan]]), "finite"),
        (("materials", 0, "name", [0.0], [[1.0]]), "no number 'name'"),
        (("materials", 0, "clearcoat.factor", [0.0], [[1.0]]), "no number 'clearcoat.factor'"),
        (("materials", 0, "normal_scale", [0.0], [[1.0]]), "no normal_scale to animate"),
        (("lights", 0, "range", [0.0], [[1.0]]), "no range to animate"),
        (("lights", 0, "outer_cone", [0.0], [[1.0]]), "no outer_cone to animate"),
        (("cameras", 0, "far", [0.0], [[1.0]]), "no far to animate"),
        (("nodes", 0, "visible", [0.0], [[1.0]]), "with STEP"),
        (("scenes", 0, "visible", [0.0], [[1.0]], "STEP"), "part must be one of"),
    ],
)
def test_what_a_rig_does_not_have_is_refused(rig, channel, why):
    with pytest.raises(InvalidRig, match=why):
        rig.replace(clips=[Clip((), "bad", properties=(PropertyChannel(*channel),))])
    twice = channels()[:1] * 2
    with pytest.raises(InvalidRig):
        rig.replace(clips=[Clip((), "bad", properties=twice)])
