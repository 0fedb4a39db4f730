from __future__ import annotations

import numpy as np
import pytest

from pantin import bake_springs
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.new import write
from pantin.rig import Channel, Clip, Node, Scene, build
from pantin.verbs.asset import Asset
from pantin.viewer.idle_motion import ANGLE, SECONDS, bake_for_page, sway_clip


@pytest.fixture
def strand():
    """A post with three joints that spring."""
    nodes = [Node("post"), Node("a", 0), Node("b", 1, (0, -1, 0)), Node("c", 2, (0, -1, 0))]
    asset = Asset("strand.glb", GLTF, document=write(build(nodes=nodes, scenes=[Scene((0,))])))
    joints = [{"node": index} for index in (1, 2, 3)]
    springs = {"specVersion": "1.0", "springs": [{"joints": joints}]}
    asset.document.set("/extensions", {"VRMC_springBone": springs})
    asset.document.set("/extensionsUsed", ["VRMC_springBone"])
    return asset


def test_a_model_without_springs_stays_as_it_is(arm):
    assert bake_for_page(arm, None) == (arm, frozenset(), ())


def test_a_model_without_clips_sways(strand):
    shown, sprung, notes = bake_for_page(strand, None)
    (clip,) = shown.rig.clips
    assert clip.name == "sway with springs"
    assert (sprung, notes) == (frozenset({0}), ())
    assert {channel.node for channel in clip.channels} >= {0, 1, 2}


def test_swaying_goes_to_and_fro_and_ends_as_it_began(strand):
    (channel,) = sway_clip(strand.rig).channels
    angles = np.degrees(2 * np.arctan2(channel.values[:, 1], channel.values[:, 3]))
    assert channel.node == 0
    assert channel.times[-1] == pytest.approx(SECONDS)
    assert angles[[0, -1]] == pytest.approx([0, 0])
    assert ANGLE / 2 < angles.max() <= ANGLE
    assert -ANGLE <= angles.min() < -ANGLE / 2


def test_a_root_with_a_map_of_its_own_stands_still(strand):
    matrix = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    strand.document.set("/nodes/0", {"name": "post", "matrix": matrix, "children": [1]})
    assert sway_clip(strand.rig) is None
    shown, sprung, _ = bake_for_page(strand, None)
    assert [clip.name for clip in shown.rig.clips] == ["springs"]
    assert sprung == frozenset({0})


def test_why_springs_are_not_shown_is_said(strand):
    shown, _, (note,) = bake_for_page(strand, "gone")
    assert shown is strand
    assert note == "Springs are not shown: no clip is called 'gone', and the file has no clip."


@pytest.fixture
def moved(strand):
    """The strand with a clip that turns its post."""
    turn = Channel(0, "rotation", np.float32([0, 1]), np.float32([[0, 0, 0, 1], [0, 0, 0.6, 0.8]]))
    strand.add_clip(Clip((turn,), "look"))
    return strand


def test_a_baked_clip_is_shown_as_it_is(moved):
    """Springs that ran once do not run again, whichever clip is asked for."""
    baked = bake_springs(moved, "look", strict=False)
    for clip in (None, 1, "look with springs"):
        assert bake_for_page(baked, clip) == (baked, frozenset({1}), ())
    shown, sprung, _ = bake_for_page(baked, "look")
    assert [clip.name for clip in shown.rig.clips] == ["look", "look with springs", "look with springs 2"]
    assert sprung == frozenset({2})


def test_no_clip_is_called_with_springs_twice(moved):
    once = bake_springs(moved, "look", strict=False)
    twice = bake_springs(once, "look with springs", strict=False)
    again = bake_springs(twice, "look with springs 2", strict=False)
    assert [clip.name for clip in again.rig.clips] == [
        "look",
        "look with springs",
        "look with springs 2",
        "look with springs 3",
    ]
