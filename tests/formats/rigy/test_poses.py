"""Poses as clips, and the ends of bones: what a compiled model keeps of a document beside its rig."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import pytest

import pantin
from pantin.formats.rigy.compile import compile_file, compile_text
from pantin.motion import world_transforms

HALF = sin(radians(45))
ARM = f"""
version: "0.5"
meshes: [{{id: arm, primitives: [{{id: p, type: capsule, dimensions: {{radius: 0.1, height: 1}}}}]}}]
armatures:
  - id: rig
    bones:
      - {{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}
      - {{id: elbow, parent: root, head: [0, 1, 0], tail: [0.5, 1.5, 0]}}
bindings: [{{mesh_id: arm, armature_id: rig}}]
poses:
  - {{id: bent, bones: {{elbow: {{rotation: [{HALF}, 0, 0, {HALF}]}}}}}}
  - {{id: lifted, bones: {{root: {{translation: [0, 2, 0]}}, elbow: {{rotation: [-1, 0, 0, 0]}}}}}}
  - {{id: still, bones: {{}}}}
"""


def test_a_clip_goes_from_rest_through_each_pose_to_rest_in_a_second_each():
    (clip,) = compile_text(ARM, clips=True).rig.clips
    assert clip.name == "poses"
    assert clip.duration == 4.0
    assert [(channel.node, channel.property, channel.interpolation) for channel in clip.channels] == [
        (1, "translation", "LINEAR"),
        (2, "rotation", "LINEAR"),
    ]
    for channel in clip.channels:
        assert channel.times.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    moved, turned = (channel.values for channel in clip.channels)
    assert moved.tolist() == [[0, 0, 0], [0, 0, 0], [0, 2, 0], [0, 0, 0], [0, 0, 0]]
    quarter, rest = [0, 0, HALF, HALF], [0, 0, 0, 1]
    np.testing.assert_allclose(turned, [rest, quarter, rest, rest, rest], atol=1e-15)


def test_between_two_poses_the_motion_is_linear():
    """Half way to a quarter turn is an eighth of a turn."""
    rig = compile_text(ARM, clips=True).rig
    world = world_transforms(rig, pantin.sample(rig, 0, 0.5))[2]
    np.testing.assert_allclose(world[:, 0], [cos(radians(45)), sin(radians(45)), 0], atol=1e-12)
    lifted = world_transforms(rig, pantin.sample(rig, 0, 1.5))[1]
    np.testing.assert_allclose(lifted[:, 3], [0, 1, 0], atol=1e-12)


def test_at_a_key_the_model_is_where_baking_the_pose_puts_it():
    """--pose --bake-skin and --clips agree."""
    rig = compile_text(ARM, clips=True).rig
    for index, pose in enumerate(("bent", "lifted", "still"), 1):
        (baked,) = compile_text(ARM, pose=pose).rig.meshes[0].surfaces
        (posed,) = pantin.deform(rig, pantin.sample(rig, 0, float(index)))
        np.testing.assert_allclose(posed.positions, baked.positions, atol=1e-7)


def test_without_the_option_there_is_no_clip():
    assert compile_text(ARM).rig.clips == ()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"profile": "reference"}, "profile standard"),
        ({"pose": "bent"}, "give pose or clips, not both"),
    ],
)
def test_what_clips_cannot_be_made_of(options, says):
    with pytest.raises(ValueError, match=says):
        compile_text(ARM, clips=True, **options)


@pytest.mark.parametrize("poses", ["", "poses: [{id: still, bones: {}}]"])
def test_a_document_without_poses_has_no_clip(poses):
    text = ARM[: ARM.index("poses:")] + poses
    with pytest.raises(ValueError, match="no document has a pose that moves a bone"):
        compile_text(text, clips=True)


def test_each_document_has_its_own_clip_for_all_its_copies(project, whole, part):
    """An import that is placed twice moves twice; the document that imports it has no poses."""
    moving = part.replace('"0.3"', '"0.5"') + "poses: [{id: up, bones: {hub: {translation: [0, 1, 0]}}}]\n"
    path = project(whole=whole, parts__part=moving)
    compiled = compile_file(path, clips=True)
    (clip,) = compiled.rig.clips
    assert clip.name == "part"
    names = [compiled.rig.nodes.names[channel.node] for channel in clip.channels]
    assert names == ["one.hub", "two.hub"]
    assert [(pose.name, len(pose.nodes)) for pose in compiled.poses] == [("part.up", 2)]


def test_poses_and_tails_come_with_the_asset():
    asset = pantin.compile(ARM.encode())
    source = asset.origin
    assert [pose.name for pose in source.poses] == ["bent", "lifted", "still"]
    assert source.poses[0].nodes == {2: ((0.0, 0.0, HALF, HALF), None)}
    assert source.poses[1].nodes[1] == (None, (0.0, 2.0, 0.0))
    assert source.tails == {1: (0.0, 1.0, 0.0), 2: (0.5, 0.5, 0.0)}


def test_the_animation_is_in_the_file(tmp_path):
    asset = pantin.compile(ARM.encode(), clips=True)
    assert pantin.save(asset, tmp_path / "arm.glb").ok
    written = pantin.load(tmp_path / "arm.glb")
    assert [(clip.name, clip.duration) for clip in written.rig.clips] == [("poses", 4.0)]
    assert not pantin.check(tmp_path / "arm.glb").errors
    assert len(written.document.tree["animations"]) == 1
