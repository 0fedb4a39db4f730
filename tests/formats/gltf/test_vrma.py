"""Clips of characters as VRM animations: valid files whose bones, expressions and gaze do the same."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.motion import joint_positions, sample
from pantin.rig import Channel, Character, Clip, HumanoidMotion

EXAMPLES = Path(__file__).parents[3] / "examples"
AVATAR, WALK = EXAMPLES / "vrm" / "avatar.vrm", EXAMPLES / "motion" / "walk.npz"
DRAW = np.random.default_rng(10)


def turned(*shape):
    values = DRAW.normal(size=(*shape, 4))
    return values / np.linalg.norm(values, axis=-1, keepdims=True)


def with_clip(*channels, name="move"):
    asset = pantin.load(AVATAR)
    asset.add_clip(Clip(channels, name))
    return asset


def losses(report):
    return [finding.message for finding in report.findings if finding.rule == "LOSS-VRMA"]


def test_the_walk_of_smpl_is_a_valid_animation(tmp_path):
    """And its bones are where they were."""
    report = pantin.convert(WALK, tmp_path / "walk.vrma")
    assert losses(report) == []
    checked = pantin.check(tmp_path / "walk.vrma")
    assert not checked.errors
    assert not checked.warnings
    ours, theirs = pantin.load(WALK).rig, pantin.load(tmp_path / "walk.vrma").rig
    times = np.arange(31) / 30
    first, second = (joint_positions(rig, sample(rig, 0, times)) for rig in (ours, theirs))
    for bone, node in ours.character.humanoid.items():
        assert second[:, theirs.node_index(bone)] == pytest.approx(first[:, node], abs=1e-5)
    assert (theirs.nodes.rotations == (0, 0, 0, 1)).all()


def test_keys_of_each_bone_are_kept(tmp_path):
    times = {"LeftUpperArm": np.array([0.0, 0.4, 1.0]), "Head": np.array([0.25])}
    turns = {name: turned(len(at)) for name, at in times.items()}
    rig = pantin.load(AVATAR).rig
    asset = with_clip(
        *(Channel(rig.node_index(name), "rotation", times[name], turns[name]) for name in times)
    )
    pantin.save(asset, tmp_path / "a.vrma")
    written = pantin.load(tmp_path / "a.vrma").rig
    found = {written.nodes.names[channel.node]: channel.times for channel in written.clips[0].channels}
    assert set(found) == {"leftUpperArm", "head"}
    assert found["leftUpperArm"] == pytest.approx(times["LeftUpperArm"])


def test_the_motion_comes_back_to_the_character(tmp_path):
    """Written as .vrma and retargeted to the same avatar, rotations are the same."""
    rig = pantin.load(AVATAR).rig
    times = np.arange(5) / 4
    names = ("Hips", "Spine", "LeftUpperArm", "LeftLowerArm", "RightUpperLeg", "Head")
    channels = [Channel(rig.node_index(name), "rotation", times, turned(5)) for name in names]
    channels.append(Channel(rig.node_index("Hips"), "translation", times, DRAW.normal(size=(5, 3))))
    asset = with_clip(*channels)
    pantin.save(asset, tmp_path / "a.vrma")
    back = pantin.bake_springs(pantin.load(AVATAR), motion=tmp_path / "a.vrma")
    ours = joint_positions(asset.rig, sample(asset.rig, "move", times))
    theirs = joint_positions(back.rig, sample(back.rig, back.clip, times))
    bones = list(rig.character.humanoid.values())
    assert theirs[:, bones] == pytest.approx(ours[:, bones], abs=1e-5)


def test_expressions_and_gaze_are_found_in_blend_shapes_and_eyes(tmp_path):
    """The avatar's happy is its first blend shape, blink the second; an eye turns 35° for a gaze of 90°."""
    rig = pantin.load(AVATAR).rig
    face = rig.instances[0].node
    times = np.array([0.0, 1.0])
    weights = np.array([[0.0, 0.0, 0.0], [0.75, 0.0, 0.0]])
    half = math.radians(35 / 90 * 40) / 2
    eyes = np.array([[0, 0, 0, 1], [0, math.sin(half), 0, math.cos(half)]])
    asset = with_clip(
        Channel(face, "weights", times, weights),
        *(Channel(rig.node_index(eye), "rotation", times, eyes) for eye in ("LeftEye", "RightEye")),
    )
    report = pantin.save(asset, tmp_path / "a.vrma")
    assert losses(report) == []
    written = pantin.load(tmp_path / "a.vrma").rig
    end = sample(written, 0, 1.0)
    assert end.translations[written.node_index("happy")].tolist() == pytest.approx([0.75, 0, 0])
    gaze = math.radians(40) / 2
    wanted = (0, math.sin(gaze), 0, math.cos(gaze))
    assert end.rotations[written.node_index("lookAt")] == pytest.approx(wanted, abs=1e-6)


def test_what_is_not_of_a_human_is_reported(tmp_path):
    rig = pantin.load(AVATAR).rig
    times = np.array([0.0, 1.0])
    turns = np.array([[0, 0, 0, 1], [0, 0.6, 0, 0.8]])
    asset = with_clip(
        Channel(rig.node_index("Tail1"), "rotation", times, turns),
        Channel(rig.node_index("Spine"), "translation", times, DRAW.normal(size=(2, 3))),
        Channel(rig.node_index("Head"), "rotation", times, turned(2, 3), "CUBICSPLINE"),
    )
    asset.add_clip(Clip((Channel(rig.node_index("Head"), "rotation", times, turns),), "nod"))
    assert losses(pantin.save(asset, tmp_path / "a.vrma")) == [
        'dropped 1 clip ("nod"): a .vrma stores one',
        "dropped the positions of spine: a .vrma moves hips only",
        "dropped the motion of nodes that are not human bones: Tail1",
        "sampled splines at 60 frames per second",
    ]


def test_a_rest_pose_that_is_not_a_t_pose_is_reported(tmp_path):
    """The left arm of the template, hanging 60° down."""
    rig = pantin.load(WALK).rig
    nodes = rig.node_list()
    arm = rig.node_index("left_shoulder")
    angle = -math.radians(60) / 2
    nodes[arm] = pantin.rig.Node(
        nodes[arm].name, nodes[arm].parent, nodes[arm].translation, (0, 0, math.sin(angle), math.cos(angle))
    )
    assert losses(pantin.save(rig.replace(nodes=nodes), tmp_path / "a.vrma")) == [
        "the rest pose is not a T-pose: the left arm is 60° away from it"
    ]


def test_a_model_that_faces_back_is_turned(tmp_path):
    """VRM 0.x looks along −Z: (x, y, z) of its world is (−x, y, −z) of the motion."""
    rig = pantin.load(WALK).rig
    back = rig.replace(character=Character("0.x", humanoid=rig.character.humanoid))
    pantin.save(back, tmp_path / "a.vrma")
    written = pantin.load(tmp_path / "a.vrma").rig
    times = np.arange(31) / 30
    first, second = (joint_positions(model, sample(model, 0, times)) for model in (rig, written))
    hand = rig.character.humanoid["leftHand"]
    assert second[:, written.node_index("leftHand")] == pytest.approx(first[:, hand] * (-1, 1, -1), abs=1e-5)


@pytest.mark.parametrize(
    ("rig", "words"),
    [
        (lambda rig: rig.replace(clips=()), "stores a clip, but this rig has none"),
        (lambda rig: rig.replace(character=None), "has no humanoid mapping"),
        (lambda rig: rig.replace(character=Character(humanoid={"hips": 0})), "the rig lacks spine, head"),
    ],
)
def test_what_cannot_be_one_is_refused(rig, words, tmp_path):
    with pytest.raises(pantin.Unsupported, match=words):
        pantin.save(rig(pantin.load(WALK).rig), tmp_path / "a.vrma")
    assert not list(tmp_path.iterdir())


def test_a_vrma_stays_byte_for_byte(tmp_path):
    pantin.convert(WALK, tmp_path / "a.vrma")
    pantin.save(pantin.load(tmp_path / "a.vrma"), tmp_path / "b.vrma")
    assert (tmp_path / "a.vrma").read_bytes() == (tmp_path / "b.vrma").read_bytes()


def test_the_bones_of_a_motion_are_those_of_its_character(tmp_path):
    """A file of AMASS and a .vrma say in the same place which nodes are which bones."""
    pantin.convert(WALK, tmp_path / "a.vrma")
    rig, again = pantin.load(WALK).rig, pantin.load(tmp_path / "a.vrma").rig
    named = {bone: again.nodes.names[node] for bone, node in again.character.humanoid.items()}
    assert named == {bone: bone for bone in rig.character.humanoid}
    assert rig.character.motion is None
    assert again.character.motion == HumanoidMotion()
    pantin.save(again, tmp_path / "b.glb")  # from the rig alone
    assert pantin.load(tmp_path / "b.glb").document.tree["extensionsUsed"] == ["VRMC_vrm_animation"]


def test_one_clip_of_a_vrma_is_written(tmp_path):
    pantin.convert(WALK, tmp_path / "a.vrma")
    asset = pantin.load(tmp_path / "a.vrma")
    head = asset.rig.node_index("head")
    turns = np.array([[0, 0, 0, 1], [0, 0.6, 0, 0.8]])
    asset.add_clip(Clip((Channel(head, "rotation", np.array([0.0, 1.0]), turns),), "nod"))
    pantin.save(asset, tmp_path / "two.vrma")
    pantin.convert(tmp_path / "two.vrma", tmp_path / "b.vrma", clip="nod")
    (clip,) = pantin.load(tmp_path / "b.vrma").rig.clips
    assert (clip.name, len(clip.channels)) == ("nod", 1)
    assert len(pantin.load(tmp_path / "two.vrma").rig.clips) == 2
    with pytest.raises(ValueError, match="no clip is called 'run'"):
        pantin.convert(tmp_path / "two.vrma", tmp_path / "c.vrma", clip="run")
