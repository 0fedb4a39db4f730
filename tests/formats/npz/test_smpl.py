"""Motions of SMPL: the arrays of AMASS in all their forms, and what is wrong with others."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.motion import joint_positions
from pantin.rig.human_bones import REQUIRED_BONES

WALK = Path(__file__).parents[3] / "examples" / "motion" / "walk.npz"
DRAW = np.random.default_rng(8)
FRAMES = 4


def load(**arrays):
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return pantin.load(stream.getvalue(), name="motion.npz")


def rodrigues(vector):
    """The rotation matrix of a rotation vector, by its formula."""
    angle = np.linalg.norm(vector)
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


@pytest.mark.parametrize(("columns", "bones"), [(66, 22), (72, 22), (156, 52), (165, 55)])
def test_sets_of_joints(columns, bones):
    """22 joints of the body; SMPL adds two without a bone, SMPL-H 30 of the hands, SMPL-X jaw and eyes."""
    asset = load(poses=DRAW.normal(size=(FRAMES, columns)), trans=np.zeros((FRAMES, 3)), mocap_framerate=120)
    rig = asset.rig
    assert asset.report.findings == ()
    assert len(rig.nodes) == columns // 3
    assert len(rig.character.humanoid) == bones
    assert set(REQUIRED_BONES) <= set(rig.character.humanoid)
    assert rig.clips[0].duration == pytest.approx((FRAMES - 1) / 120)


def test_joints_are_where_the_formula_of_smpl_has_them():
    """Position = parent + R(ancestors) · offset, in a world with Z up. Turned to Y up it is (x, z, −y)."""
    poses, trans = DRAW.normal(size=(FRAMES, 66)), DRAW.normal(size=(FRAMES, 3))
    rig = load(poses=poses, trans=trans, mocap_framerate=60).rig
    ours = joint_positions(rig, pantin.sample(rig, 0, np.arange(FRAMES) / 60))
    pelvis = trans + np.array([0, -0.22, 0.03])  # the template's pelvis from its origin
    for frame in range(FRAMES):
        world = {}
        for joint, parent in enumerate(rig.nodes.parents.tolist()):
            own = rodrigues(poses[frame, 3 * joint : 3 * joint + 3])
            if parent < 0:
                world[joint] = own, pelvis[frame]
            else:
                turn, place = world[parent]
                world[joint] = turn @ own, place + turn @ rig.nodes.translations[joint]
        theirs = np.array([place for _, place in world.values()])
        assert ours[frame] == pytest.approx(theirs[:, [0, 2, 1]] * (1, 1, -1), abs=1e-12)


def test_the_template_stands_in_a_t_pose_and_faces_forwards():
    rig = load(poses=np.zeros((1, 156)), trans=np.zeros((1, 3))).rig
    places = {bone: joint_positions(rig)[node] for bone, node in rig.character.humanoid.items()}
    assert places["leftHand"][0] > places["leftUpperArm"][0] > 0
    assert places["leftHand"][1] == places["leftUpperArm"][1] == places["leftIndexDistal"][1]
    assert places["leftToes"][2] > places["leftFoot"][2]
    assert 1.5 < places["head"][1] < 1.7
    assert 0 < places["leftFoot"][1] < 0.1
    for bone, place in places.items():
        if bone.startswith("left"):
            assert places[bone.replace("left", "right")] == pytest.approx(place * (-1, 1, 1))


def test_arrays_of_the_parts_are_those_of_poses():
    poses = DRAW.normal(size=(FRAMES, 165))
    parts = {
        "root_orient": poses[:, :3],
        "pose_body": poses[:, 3:66],
        "pose_jaw": poses[:, 66:69],
        "pose_eye": poses[:, 69:75],
        "pose_hand": poses[:, 75:],
    }
    rate = {"mocap_frame_rate": np.array([30.0])}
    whole = load(poses=poses, trans=np.zeros((FRAMES, 3)), **parts, **rate)
    split = load(trans=np.zeros((FRAMES, 3)), **parts, **rate)
    cubes = load(poses=poses.reshape(FRAMES, 55, 3), trans=np.zeros((FRAMES, 3)), **rate)
    for other in (split, cubes):
        assert other.report.findings == ()
        for ours, theirs in zip(whole.rig.clips[0].channels, other.rig.clips[0].channels, strict=True):
            assert (ours.values == theirs.values).all()
    body = load(root_orient=poses[:, :3], pose_body=poses[:, 3:66], **rate)
    assert len(body.rig.nodes) == 22
    assert [channel.property for channel in body.rig.clips[0].channels[:2]] == ["rotation", "rotation"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"poses": np.zeros((2, 60))}, r"'poses' must have 66 \(the body\), 72 \(SMPL\).* columns, not 60"),
        ({"poses": np.zeros(66)}, r"'poses' must have shape \(F, C\), not \(66,\)"),
        ({"poses": np.array([["a"] * 66] * 2)}, "'poses' must hold numbers, not <U1"),
        ({"trans": np.zeros((3, 3))}, r"'trans' must have shape \(2, 3\), not \(3, 3\)"),
        ({"poses": np.full((2, 66), np.nan)}, "'poses' has a number that is not finite in frame 0"),
        ({"mocap_framerate": np.array(0.0)}, "'mocap_framerate' must be one positive number, not 0.0"),
        ({"mocap_framerate": np.array("fast")}, "'mocap_framerate' must hold numbers"),
    ],
)
def test_wrong_arrays_are_named(change, message):
    good = {"poses": np.zeros((2, 66)), "trans": np.zeros((2, 3)), "mocap_framerate": np.array(60.0)}
    with pytest.raises(pantin.BadFile) as error:
        load(**good | change)
    (finding,) = error.value.report.findings
    assert finding.rule == "NPZ-SCHEMA"
    assert re.search(message, finding.message)


def test_objects_are_never_unpickled():
    class Trap:
        def __reduce__(self):
            return (pytest.fail, ("the pickle was run",))

    stream = io.BytesIO()
    good = {"poses": np.zeros((2, 66)), "trans": np.zeros((2, 3)), "mocap_framerate": np.array(60.0)}
    np.savez(stream, **good, gender=np.array(Trap(), object))
    asset = pantin.load(stream.getvalue(), name="a.npz")
    assert [finding.rule for finding in asset.report.warnings] == ["NPZ-OBJECT"]
    with pytest.raises(pantin.BadFile):
        load(trans=np.zeros((2, 3)), betas=np.zeros(10), poses=np.array(Trap(), object))


def test_strings_of_python_2_are_read():
    asset = load(poses=np.zeros((1, 66)), gender=np.array(b"female"), mocap_framerate=60.0)
    assert asset.report.findings == ()


def test_the_walk_is_the_same_as_bvh():
    """examples/motion/make.py writes the same turns in both formats."""
    ours, theirs = (pantin.load(path).rig for path in (WALK, WALK.with_suffix(".bvh")))
    times = np.arange(31) / 30
    for joint, other in (("left_elbow", "LeftForeArm"), ("right_knee", "RightLeg"), ("pelvis", "Hips")):
        first = pantin.sample(ours, 0, times).rotations[:, ours.node_index(joint)]
        second = pantin.sample(theirs, 0, times * 0.0333333 * 30).rotations[:, theirs.node_index(other)]
        assert np.abs((first * second).sum(-1)).min() > 1 - 1e-9


@pytest.mark.parametrize("columns", [66, 156])
def test_a_motion_without_frames_is_a_skeleton_alone(columns):
    rig = load(poses=np.zeros((0, columns)), trans=np.zeros((0, 3)), mocap_framerate=30).rig
    assert (len(rig.nodes), len(rig.clips)) == (columns // 3, 0)


def test_poses_of_python_objects_are_named():
    with pytest.raises(pantin.BadFile, match="because of Python objects: the array 'poses'"):
        load(poses=np.full((2, 66), 0.5, object), trans=np.zeros((2, 3)))
