"""One pose in every command: what `pose` writes, `render` draws, `slice` cuts and `bake` holds is equal."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.maths import quaternion
from pantin.motion import sample
from pantin.verbs.posed_clip import held_pose, posed_clip
from pantin.verbs.posing import Posing, describe_pose, from_degrees

EXAMPLES = Path(__file__).parents[2] / "examples"

SOURCE = """
version: "0.13"
units: meters
coordinate_system: {up: Y, forward: -Z, handedness: right}
meshes:
  - id: body
    primitives:
      - {id: box, type: box, dimensions: {x: 0.2, y: 1, z: 0.2}}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    weights:
      - {primitive_id: box, bones: [{bone_id: root, weight: 1.0}]}
poses:
  - {id: lean, bones: {root: {rotation: [0.7071067811865476, 0, 0, 0.7071067811865476]}}}
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "post.rigy.yaml"
    path.write_text(SOURCE)
    return path


def test_a_clip_keeps_what_a_pose_does_not_change() -> None:
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    clip = rig.clip("bend")
    posed = posed_clip(rig, clip, Posing(rotate={"wrist": (0, 0, 90)}))
    assert posed.duration == clip.duration
    wrist = rig.node_index("wrist")
    for time in (0.0, 0.3, 1.0, 1.7):
        before, after = sample(rig, clip, time), sample(rig, posed, time)
        others = [node for node in range(len(rig.nodes)) if node != wrist]
        np.testing.assert_array_equal(after.rotations[others], before.rotations[others])
        assert quaternion.angle(after.rotations[wrist], from_degrees((0, 0, 90))) < 1e-6


def test_the_duration_stays_where_the_only_channel_is_replaced() -> None:
    rig = pantin.load(EXAMPLES / "springs" / "strand.glb").rig
    clip = rig.clip("look")
    assert {channel.node for channel in clip.channels} == {0}
    posed = posed_clip(rig, clip, Posing(rotate={0: (0, 0, 30)}))
    assert posed.duration == clip.duration > 0


def test_a_held_pose_is_the_pose_at_every_time() -> None:
    rig = pantin.load(EXAMPLES / "vrm" / "avatar.vrm").rig
    pose = describe_pose(rig, rotate={"hips": (0, 30, 0)}, expressions={"happy": 0.5}, constraints=False)
    held = sample(rig, held_pose(pose), 5.0)
    np.testing.assert_allclose(held.local, pose.local, atol=1e-12)
    np.testing.assert_array_equal(held.blend[0], pose.blend[0])


def test_poses_of_a_source_are_known_by_name_everywhere(source: Path, tmp_path: Path) -> None:
    """The pose rotates by 90 degrees about z, so the box, 1 high and 0.2 wide, is 1 wide."""
    asset = pantin.load(source)
    posed = pantin.pose(asset, "lean")
    (mesh,) = pantin.deform(posed.rig, posed.rig.rest_pose())
    assert np.ptp(mesh.positions[:, 0]) == pytest.approx(1.0)
    by_name = pantin.render(asset, pose="lean", size=(40, 40)).pixels
    by_angle = pantin.render(asset, nodes={"root": (0, 0, 90)}, size=(40, 40)).pixels
    at_rest = pantin.render(asset, size=(40, 40)).pixels
    np.testing.assert_array_equal(by_name, by_angle)
    assert not np.array_equal(by_name, at_rest)
    assert pantin.view(asset, pose="lean").html != pantin.view(asset).html


def test_an_unknown_pose_names_those_of_the_document(source: Path) -> None:
    with pytest.raises(ValueError, match=r"no pose is called 'lea' \(poses of the document: lean\)"):
        pantin.pose(pantin.load(source), "lea")
    with pytest.raises(ValueError, match="the document has no poses"):
        pantin.pose(EXAMPLES / "arm.glb", "wave")


def test_render_and_pose_agree_on_a_clip_with_a_pose_on_top(tmp_path: Path) -> None:
    file = tmp_path / "pose.json"
    file.write_text(json.dumps({"nodes": {"wrist": {"translation": [0, 1.5, 0]}}}))
    arm = pantin.load(EXAMPLES / "arm.glb")
    drawn = pantin.render(arm, clip="bend", time=0.5, pose=file, nodes={"elbow": (0, 0, 20)}, size=(64, 48))
    posed = pantin.pose(arm, file, clip="bend", time=0.5, rotate={"elbow": (0, 0, 20)})
    np.testing.assert_array_equal(drawn.pixels, pantin.render(posed, size=(64, 48)).pixels)


def test_render_shows_weights_of_blend_shapes() -> None:
    face = pantin.load(EXAMPLES / "face.gltf")
    smiling = pantin.pose(face, blend_weights={"smile": 0.8})
    np.testing.assert_array_equal(
        pantin.render(face, blend_weights={"smile": 0.8}, size=(64, 48)).pixels,
        pantin.render(smiling, size=(64, 48)).pixels,
    )


def test_bake_holds_a_clip_at_a_time() -> None:
    """Springs end where they come to rest in this pose: the driven node has one rotation all along."""
    strand = pantin.load(EXAMPLES / "springs" / "strand.glb")
    baked = pantin.bake_springs(strand, clip="look", time=0.5, seconds=1.0)
    wanted = sample(strand.rig, "look", 0.5).rotations[0]
    for time in (0.0, 0.4, 1.0):
        assert quaternion.angle(sample(baked.rig, baked.clip, time).rotations[0], wanted) < 1e-5
    with pytest.raises(ValueError, match="give seconds"):
        pantin.bake_springs(strand, clip="look", time=0.5)


def test_bake_reports_materials_of_an_expression() -> None:
    avatar = pantin.load(EXAMPLES / "vrm" / "avatar.vrm")
    baked = pantin.bake_springs(avatar, seconds=0.1, expressions={"happy": 1.0})
    assert "LOSS-EXPRESSION_MATERIAL" in [finding.rule for finding in baked.findings]
    assert sample(baked.rig, baked.clip, 0.05).blend[0][0] == 1.0


POSE_OPTIONS = ("--set", "--blend", "--expression", "--clip", "--time", "--pose")


@pytest.mark.parametrize("verb", ["render", "view", "pose", "slice", "bake"])
def test_every_command_that_poses_takes_the_same_options(verb: str) -> None:
    from pantin.verbs import find_verb

    flags = {option.flag for option in find_verb(verb).options}
    assert flags.issuperset(POSE_OPTIONS)
