"""Figures of rigs: counted influences, joints that stray, boxes around what moves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.operations import statistics as module
from pantin.operations.statistics import SkeletonStatistics, rig_statistics
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Scene, Skeleton, Skin, Surface, build

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = Path(__file__).parents[1] / "cases"


def test_the_arm():
    """A tube of 13 rings of 4 vertices and side 0.6, 3 high (examples/make.py)."""
    result = rig_statistics(pantin.load(EXAMPLES / "arm.glb").rig)
    (skin,) = result.skins
    assert (skin.joints, sum(skin.influences.values()), skin.bind_not_rest) == (3, 52, ())
    assert result.bounds.min == pytest.approx((-0.3, 0, -0.3))
    assert result.bounds.max == pytest.approx((0.3, 3, 0.3))


def test_the_bounds_of_a_clip_hold_every_moment():
    """At its middle the arm is bent to the left, so it reaches further there than at rest."""
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    (clip,) = rig_statistics(rig).clips
    (posed,) = pantin.deform(rig, pantin.sample(rig, 0, 1.0))
    assert clip.bounds.min[0] == pytest.approx(posed.positions[:, 0].min())
    assert clip.frames == module.MOST_FRAMES


def test_vertices_are_counted_by_their_influences_none_included():
    surface = Surface(
        np.zeros((3, 3), np.float32),
        influences=Influences(
            np.array([0, 0, 2, 5]), np.array([0, 0, 0, 0, 0]), np.array([0.5, 0.5, 1, 0, 0])
        ),
    )
    rig = build(
        nodes=[Node("a"), Node("b")],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.array([1]))],
        instances=[Instance(0, 0, 0)],
    )
    assert rig_statistics(rig).skins[0].influences == {0: 1, 1: 1, 2: 1}


def test_a_slot_without_a_joint_is_not_counted():
    """G4MF skeleton, Joints: −1 is a slot whose vertices follow no bone."""
    surface = Surface(
        np.zeros((1, 3)), influences=Influences(np.array([0, 1]), np.array([1]), np.array([1.0]))
    )
    rig = build(
        nodes=[Node("a"), Node("b")],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.array([1, -1]))],
        instances=[Instance(0, 0, 0)],
    )
    assert rig_statistics(rig).skins[0].joints == 1


def test_joints_that_disagree_at_rest_are_listed():
    bad, good = (pantin.load(CASES / "RIG-BIND_NOT_REST" / f"{name}.gltf").rig for name in ("bad", "good"))
    assert rig_statistics(bad).skins[0].bind_not_rest
    assert not rig_statistics(good).skins[0].bind_not_rest


def test_what_no_scene_shows_has_no_bounds():
    surface = Surface(np.ones((3, 3), np.float32))
    parts = {"nodes": [Node(), Node()], "meshes": [Mesh((surface,))], "instances": [Instance(0, 0)]}
    assert rig_statistics(build(**parts, scenes=[Scene((1,))])).bounds is None
    assert rig_statistics(build(**parts, scenes=[Scene((0,))])).bounds is not None


def test_clips_that_share_more_keys_than_fit_get_no_bounds():
    """One accessor of keys may serve any number of clips, and each has its own copy once it is sampled: the
    terabyte of these would never be gathered."""
    times = np.arange(1 << 18, dtype=np.float32)
    channel = Channel(0, "translation", times, np.zeros((len(times), 3), np.float32))
    clips = [Clip((channel,)) for _ in range(1 << 15)]
    surface = Surface(np.ones((3, 3), np.float32))
    rig = build(nodes=[Node()], meshes=[Mesh((surface,))], instances=[Instance(0, 0)], clips=clips)
    result = rig_statistics(rig)
    assert result.bounds is not None
    assert {(clip.frames, clip.bounds) for clip in result.clips} == {(0, None)}


def test_a_model_that_would_take_too_long_gets_no_bounds(monkeypatch):
    monkeypatch.setattr(module, "WORK", 51)
    result = rig_statistics(pantin.load(EXAMPLES / "arm.glb").rig)
    assert (result.bounds, result.clips[0].frames, result.clips[0].bounds) == (None, 0, None)


def test_skeletons_with_the_skins_that_they_own():
    nodes = [Node(), Node(parent=0), Node()]
    skins = [Skin([1], skeleton=1), Skin([2]), Skin([1], skeleton=1)]
    skeletons = [Skeleton([2], 2), Skeleton([0, 1], 0, name="arm")]
    figures = rig_statistics(build(nodes=nodes, skins=skins, skeletons=skeletons))
    assert figures.skeletons == (
        SkeletonStatistics(None, 2, 1, ()),
        SkeletonStatistics("arm", 0, 2, (0, 2)),
    )
