"""Every kind of motion on every kind of character: what they do is what the motion does, directly and through
a .vrma, here and in three-vrm-animation."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from three_vrm import ask
from vrm_text import angle

import pantin
from pantin.motion import joint_positions
from pantin.operations.humanoid.bone_map import map_bones

EXAMPLES = Path(__file__).parents[2] / "examples"
MOTIONS = {
    "BVH": EXAMPLES / "motion" / "walk.bvh",
    "Mixamo": EXAMPLES / "retarget" / "walk.glb",
    "AMASS": EXAMPLES / "motion" / "walk.npz",
}
AVATARS = {"VRM 0.x": EXAMPLES / "vrm" / "older.vrm", "VRM 1.0": EXAMPLES / "vrm" / "avatar.vrm"}
TARGETS = {**AVATARS, "glTF": EXAMPLES / "retarget" / "mannequin.glb"}
TIMES = np.linspace(0.0, 0.96, 13)

SAME = 3e-6
"""Radians, and parts of a metre: keys of a .vrma are float32."""

SHAPES_DIFFER = 0.12
"""Lengths of a leg or an arm: knees, ankles and shoulders of the figures are not exactly above each other."""


@pytest.fixture(scope="module")
def motions(tmp_path_factory):
    file = tmp_path_factory.mktemp("motion") / "walk.vrma"
    pantin.save(pantin.retarget(MOTIONS["BVH"], AVATARS["VRM 1.0"]).asset_for(file), file)
    return {**MOTIONS, "VRMA": file}


def limbs(rig, clip, times):
    """Where hands are from shoulders and the left foot from the right one, in lengths of the limb; left is +X
    and the front +Z."""
    bones = map_bones(rig).nodes
    back = rig.character is not None and rig.character.faces_back
    places = joint_positions(rig, pantin.sample(rig, clip, times)) * ((-1, 1, -1) if back else (1, 1, 1))
    rest = joint_positions(rig)

    def between(first, second):
        path = [bones[first], bones[second]]
        return places[:, path[0]] - places[:, path[1]]

    def length(*names):
        nodes = [bones[name] for name in names]
        return sum(np.linalg.norm(rest[a] - rest[b]) for a, b in pairwise(nodes))

    leg = length("leftUpperLeg", "leftLowerLeg", "leftFoot")
    arm = length("leftUpperArm", "leftLowerArm", "leftHand")
    return {
        "feet": between("leftFoot", "rightFoot")[:, 1:] / leg,  # how far apart hips are is the figure's own
        "left hand": between("leftHand", "leftUpperArm") / arm,
        "right hand": between("rightHand", "rightUpperArm") / arm,
    }


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", [*MOTIONS, "VRMA"])
def test_limbs_go_where_those_of_the_motion_go(kind, target, motions):
    source = pantin.load(motions[kind]).rig
    done = pantin.retarget(motions[kind], TARGETS[target])
    assert [finding.rule for finding in done.report.findings if finding.severity != "info"] == []
    expected, found = limbs(source, 0, TIMES), limbs(done.target.rig, done.clip, TIMES)
    assert np.ptp(expected["feet"]) > 0.5  # they walk
    for limb in expected:
        assert found[limb] == pytest.approx(expected[limb], abs=SHAPES_DIFFER), limb


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", [*MOTIONS, "VRMA"])
def test_the_way_through_a_vrma_changes_nothing(kind, target, motions, tmp_path):
    done = pantin.retarget(motions[kind], TARGETS[target])
    file = tmp_path / "way.vrma"
    assert pantin.save(done.asset_for(file), file).findings == done.report.findings
    again = pantin.retarget(file, TARGETS[target])
    rig = done.target.rig
    direct, through = (pantin.sample(rig, each.clip, TIMES) for each in (done, again))
    assert set(again.map) == set(map_bones(rig).nodes) - {"leftEye", "rightEye"}
    for bone, node in map_bones(rig).nodes.items():
        for frame in range(len(TIMES)):
            assert angle(direct.rotations[frame, node], through.rotations[frame, node]) < SAME * 5, bone
    assert through.translations == pytest.approx(direct.translations, abs=SAME)


@pytest.mark.parametrize("avatar", AVATARS)
@pytest.mark.parametrize("kind", [*MOTIONS, "VRMA"])
def test_three_vrm_plays_what_was_written(kind, avatar, motions, tmp_path):
    done = pantin.retarget(motions[kind], AVATARS[avatar])
    file = tmp_path / "motion.vrma"
    pantin.save(done.asset_for(file), file)
    request = {"glb": AVATARS[avatar].read_bytes(), "motion": file.read_bytes(), "times": TIMES.tolist()}
    (answer,) = ask([request])
    poses = pantin.sample(done.target.rig, done.clip, TIMES)
    bones = done.target.rig.character.humanoid
    for frame, theirs in enumerate(answer["frames"]):
        for bone in sorted({*bones} - {"leftEye", "rightEye"}):
            node = bones[bone]
            assert angle(poses.rotations[frame, node], theirs["rotations"][node]) < SAME * 10, bone
        assert poses.translations[frame, bones["hips"]] == pytest.approx(theirs["hips"], abs=SAME * 10)
