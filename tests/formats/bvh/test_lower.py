"""BVH through the verbs: conversion in both directions, clips, units, losses, pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.records import replace
from pantin.motion import joint_positions
from pantin.rig import Channel, Clip, Node, build

EXAMPLES = Path(__file__).parents[3] / "examples"
WALK = EXAMPLES / "motion" / "walk.bvh"


def positions(rig, times):
    return joint_positions(rig, pantin.sample(rig, 0, times))


def losses(report):
    return [finding.message for finding in report.findings if finding.rule == "LOSS-BVH"]


def test_the_example_has_no_faults():
    asset = pantin.load(WALK)
    assert asset.report.findings == ()
    assert (len(asset.rig.nodes), asset.rig.clips[0].name) == (26, "walk")


def test_a_file_without_a_suffix_is_known_by_its_content():
    assert pantin.load(WALK.read_bytes()).format.name == "BVH"


def test_through_glb_and_back(tmp_path):
    pantin.convert(WALK, tmp_path / "walk.glb")
    report = pantin.convert(tmp_path / "walk.glb", tmp_path / "back.bvh")
    assert losses(report) == []
    first, second = (pantin.load(path).rig for path in (WALK, tmp_path / "back.bvh"))
    assert first.nodes.names == second.nodes.names
    times = np.asarray(first.clips[0].channels[0].times)
    assert second.clips[0].channels[0].times == pytest.approx(times, abs=1e-12)
    ours, theirs = positions(first, times), positions(second, times)
    assert np.abs(ours - theirs).max() <= 1e-6 * np.ptp(ours.reshape(-1, 3), axis=0).max()


@pytest.mark.parametrize(("scale", "height"), [(0.01, 0.92), (None, 92.0)])
def test_units_are_scaled(scale, height, tmp_path):
    pantin.convert(WALK, tmp_path / "walk.glb", scale=scale)
    rig = pantin.load(tmp_path / "walk.glb").rig
    assert rig.nodes.translations[0, 1] == pytest.approx(height)
    assert rig.clips[0].channels[0].values[0, 1] == pytest.approx(height)
    pantin.convert(tmp_path / "walk.glb", tmp_path / "back.bvh", scale=None if scale is None else 1 / scale)
    back = pantin.load(tmp_path / "back.bvh").rig
    assert back.nodes.translations == pytest.approx(pantin.load(WALK).rig.nodes.translations, abs=1e-4)


def test_frames_with_faults_are_reported_as_dropped(tmp_path):
    *lines, last = WALK.read_text().splitlines()
    bad = tmp_path / "bad.bvh"
    bad.write_text("\n".join([*lines, "nan " + last.split(" ", 1)[1], last]))
    report = pantin.convert(bad, tmp_path / "bad.glb")
    assert "dropped frames with faults" in [finding.message for finding in report.findings]


def test_a_frame_rate_may_be_asked_for(tmp_path):
    pantin.convert(WALK, tmp_path / "fast.bvh", fps=60)
    rig, fast = (pantin.load(path).rig for path in (WALK, tmp_path / "fast.bvh"))
    times = np.asarray(fast.clips[0].channels[0].times)
    assert times == pytest.approx(np.arange(61) / 60, abs=1e-6)
    assert positions(fast, times) == pytest.approx(positions(rig, times), abs=1e-3)


def two_clips(tmp_path):
    """A turned chain with a clip of rotations, and one of scales."""
    times = np.arange(3) / 30
    half = 0.5**0.5
    turns = np.array([[0, 0, 0, 1], [0, 0, half, half], [0, 0, 0, 1]])
    nodes = [
        Node("hip", rotation=(half, 0, 0, half)),
        Node("left knee", 0, (0, 1, 0)),
        Node("knee", 1, (0, 1, 0)),
    ]
    clips = [
        Clip((Channel(1, "rotation", times, turns),), "bend"),
        Clip((Channel(1, "scale", times, np.array([[1, 1, 1], [2, 2, 2], [1, 1, 1.0]])),), "grow"),
    ]
    path = tmp_path / "model.glb"
    pantin.save(build(nodes=nodes, clips=clips), path)
    return path


def test_the_first_clip_or_a_chosen_one_is_written(tmp_path):
    model = two_clips(tmp_path)
    report = pantin.convert(model, tmp_path / "a.bvh")
    assert losses(report) == [
        'dropped 1 clip ("grow"): a .bvh stores one',
        "dropped the rest rotation of 1 joint: their axes are those of the world",
        "renamed 1 joint to unique words",
    ]
    report = pantin.convert(model, tmp_path / "b.bvh", clip="grow")
    assert 'dropped 1 clip ("bend"): a .bvh stores one' in losses(report)
    assert "dropped the animated scale of 1 node" in losses(report)
    times = np.arange(3) / 30
    rig = pantin.load(model).rig
    for number, name in enumerate(("a.bvh", "b.bvh")):
        written = pantin.load(tmp_path / name).rig
        wanted = joint_positions(rig, pantin.sample(rig, number, times))
        assert positions(written, times)[:, :3] == pytest.approx(wanted, abs=1e-6)
    with pytest.raises(ValueError, match="no clip is called 'jump'"):
        pantin.convert(model, tmp_path / "c.bvh", clip="jump")
    with pytest.raises(ValueError, match=r"clip applies to \.vrma, \.bvh only"):
        pantin.convert(model, tmp_path / "c.glb", clip="bend")


def test_a_scale_that_stays_is_not_reported(tmp_path):
    rig = pantin.load(WALK).rig
    (clip,) = rig.clips
    stays = Channel(0, "scale", clip.channels[0].times, np.ones((len(clip.channels[0].times), 3)))
    report = pantin.save(rig.replace(clips=[Clip((*clip.channels, stays), "walk")]), tmp_path / "a.bvh")
    assert losses(report) == []


def test_uneven_keys_are_resampled_and_reported(tmp_path):
    rig = pantin.load(WALK).rig
    uneven = tuple(
        replace(channel, times=np.cumsum(np.r_[0, np.full(30, 1 / 37)] * np.linspace(1, 2, 31)))
        for channel in rig.clips[0].channels
    )
    report = pantin.save(rig.replace(clips=[Clip(uneven, "walk")]), tmp_path / "a.bvh")
    rate = "60 frames per second"
    assert losses(report) == [f"resampled the clip at {rate}: some of its keys are between frames"]


def test_a_clip_of_days_is_refused(tmp_path):
    times = np.array([0.0, 0.1, 1e5])
    channels = (Channel(0, "rotation", times, np.tile((0, 0, 0, 1.0), (3, 1))),)
    rig = pantin.load(WALK).rig.replace(clips=[Clip(channels)])
    with pytest.raises(pantin.Unsupported, match=r"frames of 26 joints are too many for a \.bvh"):
        pantin.save(rig, tmp_path / "a.bvh")


def test_a_rig_without_a_clip_is_one_frame(tmp_path):
    rig = pantin.load(WALK).rig.replace(clips=())
    pantin.save(rig, tmp_path / "rest.bvh")
    written = pantin.load(tmp_path / "rest.bvh").rig
    assert len(written.clips[0].channels[0].times) == 1
    assert positions(written, np.zeros(1))[0] == pytest.approx(joint_positions(rig), abs=1e-5)


def test_turns_across_half_a_turn_do_not_jump(tmp_path):
    """BVH players mix angles: 170° to 190° must not be written as 170° to −170°."""
    times = np.arange(37) / 30
    angles = np.radians(np.arange(37) * 20.0) / 2
    turns = np.stack([np.zeros(37), np.zeros(37), np.sin(angles), np.cos(angles)], -1)
    rig = build(nodes=[Node("wheel")], clips=[Clip((Channel(0, "rotation", times, turns),))])
    pantin.save(rig, tmp_path / "wheel.bvh")
    rows = [line.split() for line in (tmp_path / "wheel.bvh").read_text().splitlines()[-37:]]
    assert [float(row[3]) for row in rows] == pytest.approx(np.arange(37) * 20.0, abs=1e-5)


def test_a_motion_is_drawn_as_its_skeleton():
    pytest.importorskip("PIL")
    asset = pantin.load(WALK)
    shown = pantin.render(asset, size=(60, 60), clip=0, time=0.5).pixels
    assert (shown == pantin.render(asset, size=(60, 60), clip=0, time=0.5, show="skeleton").pixels).all()
    assert len(np.unique(shown.reshape(-1, 4), axis=0)) > 50


def test_inspecting_lists_frames():
    (clip,) = pantin.inspect(WALK).summary.clips
    assert (clip.name, clip.frames, clip.nodes) == ("walk", 31, 21)
    assert clip.seconds == pytest.approx(1, abs=1e-4)
