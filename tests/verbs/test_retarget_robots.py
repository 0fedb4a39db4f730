"""Rigs like RobotExpressive: feet that are goals beside the body, palms in place of wrists, legs of one bone.

The rigs are made here, with the names and the hierarchy of that public model.
"""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.rig import Node, build

JOINTS = [
    ("Bone", None, (0, 0, 0)),
    ("FootL", "Bone", (0.3, 0.1, 0)),
    ("FootR", "Bone", (-0.3, 0.1, 0)),
    ("Body", "Bone", (0, 0.9, 0)),
    ("Hips", "Body", (0, 0, 0)),
    ("Abdomen", "Hips", (0, 0.2, 0)),
    ("Torso", "Abdomen", (0, 0.3, 0)),
    ("Neck", "Torso", (0, 0.5, 0)),
    ("Head", "Neck", (0, 0.2, 0)),
    *(
        joint
        for side, sign in (("L", 1), ("R", -1))
        for joint in (
            (f"Shoulder{side}", "Torso", (0.2 * sign, 0.4, 0)),
            (f"UpperArm{side}", f"Shoulder{side}", (0.15 * sign, 0, 0)),
            (f"LowerArm{side}", f"UpperArm{side}", (0.35 * sign, 0, 0)),
            (f"Palm1{side}", f"LowerArm{side}", (0.3 * sign, 0, 0)),
            (f"UpperLeg{side}", "Hips", (0.25 * sign, -0.05, 0)),
            (f"LowerLeg{side}", f"UpperLeg{side}", (0, -0.4, 0)),
            (f"LowerLeg{side}_end", f"LowerLeg{side}", (0, -0.35, 0)),
        )
    ),
]
WALK = "examples/retarget/walk.glb"
NEARLY = 7.0
"""Degrees that a limb at rest may be off the T-pose and keep."""


def robot(*left_out, places=None):
    kept = [
        (name, parent, (places or {}).get(name, place))
        for name, parent, place in JOINTS
        if not name.startswith(left_out or ("-",))
    ]
    names = [name for name, _, _ in kept]
    return build(
        nodes=[
            Node(name, -1 if parent is None else names.index(parent), translation=place)
            for name, parent, place in kept
        ]
    )


def directions(rig, clip, start, end):
    """The unit vectors from one node to another, in 20 frames."""
    ends = [rig.node_index(start), rig.node_index(end)]
    rows = []
    for time in np.linspace(0, clip.duration, 20):
        pose = pantin.sample(rig, clip=rig.clips.index(clip), time=float(time))
        places = pantin.motion.world_transforms(rig, pose)[ends, :, 3]
        rows.append((places[1] - places[0]) / np.linalg.norm(places[1] - places[0]))
    return np.array(rows)


@pytest.mark.parametrize("left_out", [(), ("LowerLeg", "Palm")], ids=["whole", "legs of one bone"])
def test_the_arms_of_a_robot_point_where_those_of_the_source_do(left_out, tmp_path):
    pantin.save(robot(*left_out), tmp_path / "robot.glb")
    done = pantin.retarget(WALK, tmp_path / "robot.glb")
    assert not {finding.rule for finding in done.report.findings} & {
        "RIG-MOTION_FAR",
        "RIG-MOTION_BELOW_FLOOR",
        "RIG-LEGS_CROSS",
    }
    pantin.save(done.asset, tmp_path / "walking.glb")
    source, walking = pantin.load(WALK).rig, pantin.load(tmp_path / "walking.glb").rig
    for side, long in (("L", "Left"), ("R", "Right")):
        given = directions(source, source.clips[0], f"mixamorig:{long}Arm", f"mixamorig:{long}ForeArm")
        made = directions(walking, walking.clips[-1], f"UpperArm{side}", f"LowerArm{side}")
        angles = np.degrees(np.arccos(np.clip((given * made).sum(axis=1), -1, 1)))
        assert angles.max() < NEARLY
        assert np.ptp(given, axis=0).max() > 0.1  # the arms swing


def test_feet_of_a_robot_that_rests_on_bent_legs_stay_on_the_floor(tmp_path):
    """Its hips are lower at rest than those of a straight T-pose, into which no leg takes its feet."""
    bend = np.array([0.0, 0.0, 0.2])
    places = {"UpperLegL": (0.25, -0.05, 0), "UpperLegR": (-0.25, -0.05, 0)}
    for side in "LR":
        places[f"LowerLeg{side}"] = tuple(np.array((0, -0.4, 0)) + bend)
        places[f"LowerLeg{side}_end"] = tuple(np.array((0, -0.35, 0)) - bend)
    pantin.save(robot(places=places), tmp_path / "robot.glb")
    done = pantin.retarget(WALK, tmp_path / "robot.glb")
    rig = done.asset.rig
    pose = pantin.sample(rig, clip=len(rig.clips) - 1, time=np.linspace(0, done.clip.duration, 40))
    feet = pantin.motion.world_transforms(rig, pose)[:, [rig.node_index(f"Foot{side}") for side in "LR"]]
    lower = feet[..., 1, 3].min(axis=1)
    leg = np.linalg.norm(places["LowerLegL"]) + np.linalg.norm(places["LowerLegL_end"])
    assert abs(np.median(lower) - 0.1) < 0.02 * leg


def test_the_motion_of_a_robot_moves_an_avatar(tmp_path):
    pantin.save(robot(), tmp_path / "robot.glb")
    walking = pantin.retarget(WALK, tmp_path / "robot.glb").asset
    pantin.save(walking, tmp_path / "walking.glb")
    done = pantin.retarget(tmp_path / "walking.glb", "examples/vrm/avatar.vrm")
    pantin.save(done.asset, tmp_path / "avatar.vrm")
    avatar, source = pantin.load(tmp_path / "avatar.vrm").rig, pantin.load(WALK).rig
    given = directions(source, source.clips[0], "mixamorig:LeftUpLeg", "mixamorig:LeftLeg")
    made = directions(avatar, avatar.clips[-1], "LeftUpperLeg", "LeftLowerLeg")
    angles = np.degrees(np.arccos(np.clip((given * made).sum(axis=1), -1, 1)))
    assert angles.max() < NEARLY
