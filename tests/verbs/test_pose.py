"""Assets in a pose: what is described, how it looks when written, and what stays."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.maths import quaternion
from pantin.verbs.pose import pose
from pantin.verbs.posing import (
    NodePose,
    PoseFile,
    at_time,
    describe_pose,
    from_degrees,
    read_pose_file,
    with_weight,
)

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def arm():
    return pantin.load(EXAMPLES / "arm.glb")


@pytest.fixture
def bent(arm):
    return pantin.sample(arm.rig, "bend", 1.0)


def test_frozen_geometry_is_the_posed_one_without_skin_and_clip(arm, bent, tmp_path):
    report = pantin.save(pose(arm, bent), tmp_path / "out.glb")
    assert (report.format, report.findings) == ("glb", ())
    still = pantin.load(tmp_path / "out.glb")
    assert not still.rig.skins
    assert not still.rig.clips
    (posed,), (kept,) = pantin.deform(arm.rig, bent), pantin.deform(still.rig, still.rig.rest_pose())
    np.testing.assert_allclose(kept.positions, posed.positions, atol=1e-6)
    assert still.rig.nodes.names == arm.rig.nodes.names


def test_what_is_left_out_of_a_frozen_model_is_reported(tmp_path):
    broken = pantin.load(EXAMPLES / "broken.gltf")
    report = pantin.save(pose(broken), tmp_path / "out.glb")
    assert "RIG-LEFT_OUT" in {finding.rule for finding in report.findings}
    assert all(finding.line and finding.column for finding in report.findings)


def test_the_asset_itself_stays_as_it_was(arm, bent, tmp_path):
    pantin.save(pose(arm, bent), tmp_path / "out.glb")
    pantin.save(pose(arm, bent, keep_rig=True), tmp_path / "out.glb")
    pantin.save(arm, tmp_path / "copy.glb")
    assert (tmp_path / "copy.glb").read_bytes() == (EXAMPLES / "arm.glb").read_bytes()


def test_with_its_rig_the_pose_is_in_the_nodes(arm, bent, tmp_path):
    pantin.save(pose(arm, bent, keep_rig=True), tmp_path / "out.gltf")
    tree = json.loads((tmp_path / "out.gltf").read_text())
    assert tree["nodes"][1]["rotation"] == pytest.approx([0, 0, 0.5, 0.75**0.5])
    assert len(tree["skins"]) == len(tree["animations"]) == 1


def test_a_frozen_model_crosses_to_other_formats_as_it_is_posed(arm, bent, tmp_path):
    pantin.save(pose(arm, bent), tmp_path / "out.g4b")
    still = pantin.load(tmp_path / "out.g4b").rig
    assert not still.skins
    (posed,), (kept,) = pantin.deform(arm.rig, bent), pantin.deform(still, still.rest_pose())
    assert np.abs(kept.positions - posed.positions).max() < 1e-6


@pytest.mark.parametrize("keep_rig", [False, True])
@pytest.mark.parametrize("name", ["out.npz", "out.off", "out.g4b"])
def test_a_format_without_poses_is_written_anew(tmp_path, name, keep_rig):
    """OFF has no bones to move; what it shows can be moved as a whole: x towards w, and w towards −x."""
    polytope = pantin.load(EXAMPLES / "g4mf" / "tesseract.off")
    turned = pose(polytope, rotate={0: "xw:90"}, keep_rig=keep_rig)
    assert pantin.save(turned, tmp_path / name).ok
    if name == "out.npz" and not keep_rig:  # posed geometry, which is not read as a model
        return
    rig = pantin.load(tmp_path / name).rig
    before, after = (pantin.deform(one, one.rest_pose())[0].positions for one in (polytope.rig, rig))
    assert np.allclose(after, np.stack([-before[:, 3], before[:, 1], before[:, 2], before[:, 0]], 1))


def test_what_was_lost_before_is_reported_after_posing(tmp_path):
    """A source whose skin bends by dual quaternions, compiled to glTF, which blends linearly."""
    source = Path(__file__).parents[1] / "cases" / "LOSS-GLTF_SOLVER" / "bad.rigy.yaml"
    asset = pantin.load(source)
    kept = pantin.save(pose(asset, keep_rig=True), tmp_path / "kept.glb")
    assert [finding.rule for finding in kept.findings] == ["LOSS-GLTF_SOLVER"]
    frozen = pantin.save(pose(asset), tmp_path / "frozen.glb")
    assert "LOSS-GLTF_SOLVER" not in {finding.rule for finding in frozen.findings}


# Describing a pose


def test_the_parts_come_in_their_order(arm, tmp_path):
    """The clip, then the file, then angles: each replaces what it names."""
    file = tmp_path / "pose.json"
    file.write_text('{"nodes": {"elbow": {"rotation": [0, 0, 0, 1]}, "wrist": {"rotation": [1, 0, 0, 0]}}}')
    wanted = describe_pose(arm.rig, file, clip="bend", time=1.0, rotate={"wrist": (0, 0, 90)})
    assert wanted.rotations[1].tolist() == [0, 0, 0, 1]
    assert wanted.rotations[2] == pytest.approx([0, 0, 0.5**0.5, 0.5**0.5])


def test_angles_turn_about_x_then_y_then_z_of_the_parent():
    """The y axis goes to z about x, on to x about y, and back to y about z."""
    turn = from_degrees([90, 90, 90])
    np.testing.assert_allclose(quaternion.rotate(turn, [0, 1, 0]), [0, 1, 0], atol=1e-15)
    np.testing.assert_allclose(quaternion.rotate(turn, [1, 0, 0]), [0, 0, -1], atol=1e-15)


def test_a_blend_shape_without_a_name_is_found_by_its_index():
    rest = pantin.load(EXAMPLES / "face.gltf").rig.rest_pose()
    assert with_weight(rest, "1", 0.5).blend[0].tolist() == [0.0, 0.5]
    assert with_weight(rest, 1, 0.5).blend[0].tolist() == [0.0, 0.5]


def test_neither_clip_nor_time_is_the_rest_pose_and_one_alone_is_enough(arm):
    rig = arm.rig
    assert np.array_equal(at_time(rig, None, None).local, rig.rest_pose().local)
    assert np.array_equal(at_time(rig, None, 1.0).local, pantin.sample(rig, 0, 1.0).local)
    assert np.array_equal(at_time(rig, "bend", None).local, pantin.sample(rig, 0, 0.0).local)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"clip": "walk"}, "no clip is called 'walk'"),
        ({"clip": 3}, "there is no clip 3, and the file has 1 clip: 'bend'"),
        ({"time": float("inf")}, "time must be a finite number of seconds, not inf"),
        ({"rotate": {"knee": (0, 0, 1)}}, "no node is called 'knee'"),
        ({"rotate": {"elbow": (0, 0)}}, "elbow: expected three angles"),
        ({"rotate": {"elbow": "xw:3"}}, "elbow: rotation in xw: 3 dimensions have no axis w"),
        ({"rotate": {"elbow": {"xx": 3}}}, "elbow: rotation in xx"),
        ({"blend_weights": {"smile": 1.0}}, "no blend shape is called 'smile'"),
    ],
)
def test_what_cannot_be_described_is_a_sentence(arm, options, words):
    with pytest.raises(ValueError, match=words):
        pose(arm, **options)


def test_what_does_not_go_together_is_a_sentence(arm, bent):
    with pytest.raises(ValueError, match="a pose or a clip, not both"):
        pose(arm, bent, clip="bend")
    with pytest.raises(ValueError, match="belongs to another rig"):
        pose(pantin.load(EXAMPLES / "face.gltf"), bent)
    with pytest.raises(ValueError, match="keep_rig writes no geometry"):
        pose(arm, bent, solver="dqs", keep_rig=True)
    with pytest.raises(ValueError, match="no clips to take a pose from"):
        pose(pantin.load(EXAMPLES / "g4mf" / "face.g4tf"), time=1.0)


# Pose files


def test_everything_in_a_file_is_optional(tmp_path):
    file = tmp_path / "pose.json"
    file.write_text("{}")
    assert read_pose_file(file) == PoseFile()


def test_all_that_a_file_may_hold(tmp_path):
    file = tmp_path / "pose.json"
    file.write_text(
        '{"nodes": {"a": {"translation": [1, 2, 3], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]},'
        ' "b": {"matrix": [[1, 0, 0, 5], [0, 1, 0, 6], [0, 0, 1, 7]]}}, "blend": {"smile": 0.5}}'
    )
    given = read_pose_file(file)
    assert given.nodes["a"] == NodePose((1, 2, 3), (0, 0, 0, 1), (1, 1, 1))
    assert given.nodes["b"].matrix == ((1, 0, 0, 5), (0, 1, 0, 6), (0, 0, 1, 7))
    assert given.blend == {"smile": 0.5}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "truncated"),
        ("[]", "Expected `object`"),
        ('{"node": {}}', "unknown field `node`"),
        ('{"nodes": {"a": {"rotation": [0, 0, 1]}}}', "length 4"),
        ('{"nodes": {"a": {"rotate": [0, 0, 0, 1]}}}', "unknown field `rotate`"),
        ('{"blend": {"smile": "much"}}', "Expected `float`"),
    ],
)
def test_what_is_no_pose_is_a_sentence_with_its_place(tmp_path, text, words):
    file = tmp_path / "pose.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"pose\.json: not a pose file: ") as raised:
        read_pose_file(file)
    assert words in str(raised.value)


def test_a_file_that_cannot_be_read_is_an_os_error(tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError):
        read_pose_file(tmp_path / "missing.json")
    monkeypatch.setattr("pantin.verbs.posing.LARGEST_POSE_FILE", 3)
    (tmp_path / "long.json").write_text("{}    ")
    with pytest.raises(OSError, match="larger than 3 bytes"):
        read_pose_file(tmp_path / "long.json")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"nodes": {"elbow": {"translation": [0, 0, 0], "matrix": [[1]]}}}', "give either matrix or"),
        ('{"nodes": {"knee": {}}}', "no node is called 'knee'"),
        ('{"blend": {"smile": 1}}', "no blend shape is called 'smile'"),
    ],
)
def test_what_a_file_gives_wrongly_is_reported_with_its_name(arm, tmp_path, text, words):
    file = tmp_path / "p.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=rf"p\.json: {words}"):
        pose(arm, file)


@pytest.mark.parametrize("planes", ['"yw:90"', '{"yw": 90}'])
def test_a_joint_of_a_4d_rig_is_rotated_in_planes(planes, tmp_path):
    """As in the tutorial: the lower arm reaches 1.5 along w."""
    creature = pantin.load(EXAMPLES / "g4mf" / "creature.g4b")
    (tmp_path / "pose.json").write_text(f'{{"nodes": {{"LowerArm": {{"planes": {planes}}}}}}}')
    poses = [describe_pose(creature.rig, tmp_path / "pose.json")]
    poses += [describe_pose(creature.rig, rotate={"LowerArm": value}) for value in ("yw:90", {"yw": 90})]
    for each in poses:
        (mesh,) = pantin.deform(creature.rig, each)
        assert mesh.positions[:, 3].max() == 1.5
    baked = pantin.pose(creature, rotate={"LowerArm": "yw:90"}).rig
    (same,) = pantin.deform(baked, baked.rest_pose())
    assert np.allclose(same.positions, mesh.positions)


def test_three_angles_are_for_three_dimensions():
    creature = pantin.load(EXAMPLES / "g4mf" / "creature.g4b")
    with pytest.raises(
        ValueError, match=r"LowerArm: three angles .* this rig has 4: give planes, such as xy:90"
    ):
        describe_pose(creature.rig, rotate={"LowerArm": (0, 0, 90)})


@pytest.mark.parametrize("options", [{"rotate": ["elbow"]}, {"blend_weights": "smile"}, {"expressions": 3}])
def test_what_must_be_given_by_name_is_a_sentence(options):
    with pytest.raises(TypeError, match=r"must (be given by node|have a weight each), as \{"):
        pose(pantin.load(EXAMPLES / "arm.glb"), **options)


def test_a_joint_is_brought_to_a_point():
    """By the world transforms of the result, which know nothing of the solver."""
    made = pantin.pose(pantin.load("examples/arm.glb"), reach={"wrist": (0.5, 1.2, 0.3)}, keep_rig=True)
    places = pantin.motion.joint_positions(made.rig)
    assert np.allclose(places[made.rig.node_index("wrist")], (0.5, 1.2, 0.3), atol=1e-6)
    with pytest.raises(ValueError, match="wrist cannot reach 5, 0, 0: it misses by 3"):
        pantin.pose(pantin.load("examples/arm.glb"), reach={"wrist": (5, 0, 0)})
