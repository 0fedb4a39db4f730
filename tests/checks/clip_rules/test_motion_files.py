"""What published motion files do that is no fault: they rest at a frame of a run, end a part of a frame
before they begin again, walk on and on, stretch knees to their stops, and land; and what is one
nevertheless."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.checks.clip_rules import find_faults
from pantin.checks.clip_rules.channels import find_missing
from pantin.checks.clip_rules.feet import find_ground, measure_feet
from pantin.checks.clip_rules.key_faults import find_frozen
from pantin.checks.clip_rules.played import CheckedRig, Played
from pantin.checks.clip_rules.soles import Foot
from pantin.checks.clip_rules.thresholds import Thresholds
from pantin.maths import quaternion
from pantin.motion import clip_from_poses, concatenate, cut
from pantin.rig import Channel, Clip, Instance, Mesh, Node, Rig, Surface

WALK = Path(__file__).parents[3] / "examples" / "retarget" / "walk.glb"
FPS = 24


@pytest.fixture(scope="module")
def walk() -> Rig:
    return pantin.load(WALK).rig


def found(rig: Rig, thresholds: Thresholds | None = None) -> set[str]:
    return {finding.rule for finding in find_faults(rig, thresholds)}


def about_x(degrees: np.ndarray | float) -> np.ndarray:
    half = np.radians(np.asarray(degrees, float)) / 2
    return np.stack([np.sin(half), 0 * half, 0 * half, np.cos(half)], axis=-1)


def swinging(period: float) -> Rig:
    """An arm that swings once in so many frames, in a clip of 12 frames."""
    frames = np.arange(12)
    channel = Channel(1, "rotation", frames / FPS, about_x(60 * np.sin(2 * np.pi * frames / period)))
    nodes = [Node("root"), Node("arm", 0, translation=(0, 1, 0)), Node("end", 1, translation=(0, -0.7, 0))]
    return pantin.build(nodes=nodes, clips=[Clip((channel,), "swing loop")])


@pytest.mark.parametrize("period", [11.0, 11.2, 11.5, 11.8, 12.0])
def test_a_loop_may_end_a_part_of_a_frame_before_it_begins_again(period):
    assert "CLIP-LOOP_SEAM" not in found(swinging(period))


@pytest.mark.parametrize("period", [8.5, 9.5, 13.5, 14.0, 16.0])
def test_a_loop_that_lacks_frames_or_has_too_many_does_not_close(period):
    assert "CLIP-LOOP_SEAM" in found(swinging(period))


def test_a_node_that_the_root_leaves_behind_is_no_gap(walk):
    """In recordings by Bandai Namco a root stays at the origin above hips that travel."""
    times = np.array([0.0, 1.0])
    behind = walk.replace(nodes=[*walk.node_list(), Node("behind")])
    still = Channel(len(walk.nodes), "rotation", times, about_x(0 * times))
    clip = cut(walk.clips[0], 0, 1).replace(name="walk", node_names=None)
    assert Played(CheckedRig(walk.replace(clips=[clip]), Thresholds()), 0).travels
    moved = behind.replace(clips=[clip.replace(channels=(*clip.channels, still))])
    assert "CLIP-LOOP_SEAM" not in found(moved)


def test_a_walk_of_many_steps_is_a_recording(walk):
    """Six rounds of two steps that end in mid-step; as a loop by its setting, the same clip is open."""
    rounds = concatenate([pantin.motion.in_place(walk, "walk")] * 6, blend=0.0, rig=walk)
    taken = walk.replace(clips=[cut(rounds, 0, rounds.duration - 0.37).replace(name="walk")])
    assert Played(CheckedRig(taken, Thresholds()), 0).steps > 8
    assert not {"CLIP-LOOP_SEAM", "CLIP-LOOP_SPEED"} & found(taken)
    assert "CLIP-LOOP_SEAM" in found(taken, Thresholds(loops=("walk",)))


def test_a_straight_knee_is_at_its_stop():
    """Solvers clamp a knee at 0°: it arrives at speed, stays, and leaves at speed the same way."""
    times = np.arange(60) / 30
    knee = np.maximum(0.0, 50 * np.sin(2 * np.pi * times) + 10)
    assert find_frozen(Channel(0, "rotation", times, about_x(knee)), 0.15) == []


def test_a_joint_that_catches_up_is_frozen():
    times = np.arange(60) / 30
    angle = 50 * np.sin(2 * np.pi * times) + 10
    angle[20:27] = angle[20]
    assert find_frozen(Channel(0, "rotation", times, about_x(angle)), 0.15) == [(20, 26)]


def turned(rig: Rig, bone: str, turns: np.ndarray) -> Rig:
    """The rig with a clip of one second in which a bone is turned in the world by (K, 4) rotations."""
    node = pantin.find_humanoid(rig).nodes[bone]
    pose = rig.rest_pose()
    parent = pantin.motion.world_transforms(rig, pose)[int(rig.nodes.parents[node]), :, :3]
    frame = quaternion.from_matrix(parent / np.linalg.norm(parent, axis=0))
    local = quaternion.product(quaternion.product(quaternion.conjugate(frame), turns), frame)
    keys = quaternion.product(local, quaternion.normalize(pose.rotations[node]))
    return rig.replace(clips=[Clip((Channel(node, "rotation", np.linspace(0, 1, len(keys)), keys),), "sit")])


def crossed(rig: Rig, bend: float) -> Rig:
    """A leg that is raised sideways, then its thigh turned so that the knee bends inwards: a lotus seat. The
    lower leg is bent about the hinge at rest, and so about an axis that the hips do not have."""
    rest = np.tile(about_x(0.0), (12, 1))
    axis = np.array([0.0, 0.0, 1.0])
    out = quaternion.from_axis_angle(axis, np.full(12, np.radians(80.0)))
    roll = quaternion.from_axis_angle(np.array([1.0, 0, 0]), np.full(12, np.radians(-90.0)))
    thigh = turned(rig, "leftUpperLeg", quaternion.product(roll, out)).clips[0]
    shin = turned(rig, "leftLowerLeg", quaternion.product(rest, about_x(np.full(12, bend)))).clips[0]
    return rig.replace(clips=[Clip((*thigh.channels, *shin.channels), "sit")])


def test_knees_of_crossed_legs_bend_backwards(walk):
    assert "CLIP-RANGE" not in found(crossed(walk, 110.0))


def test_a_knee_that_bends_forward_is_reported_in_any_pose(walk):
    assert "CLIP-RANGE" in found(crossed(walk, -80.0))


def at_mid_step(walk: Rig) -> Rig:
    """The walk in a file whose rest pose is a frame of it, as converters of motion write them."""
    pose = pantin.sample(walk, 0, 0.25)
    nodes = [
        node.replace(translation=pose.translations[n], rotation=pose.rotations[n])
        for n, node in enumerate(walk.node_list())
    ]
    return walk.replace(nodes=nodes, meshes=[], instances=[], skins=[])


def test_a_rest_pose_in_mid_step_changes_neither_size_nor_findings(walk):
    moving = at_mid_step(walk)
    model = CheckedRig(moving, Thresholds())
    assert model.humanoid
    assert not model.stands
    assert CheckedRig(walk, Thresholds()).stands
    assert model.size == pytest.approx(CheckedRig(walk, Thresholds()).size, rel=0.15)
    assert {rule for rule in found(moving) if rule != "CLIP-CONSTANT_CHANNELS"} == set()


@pytest.mark.parametrize(("hips", "usual", "ground"), [(0.0, 0.0, 0.0), (0.0, -0.9, -0.9), (0.0, -0.2, 0.0)])
def test_the_ground_of_a_motion_file_is_where_its_soles_are_usually(walk, hips, usual, ground):
    """At rest the hips are at the origin, as in BVH. The soles are about 0.9 m below them."""
    root = pantin.find_humanoid(walk).nodes["hips"]
    bare = walk.replace(meshes=[], instances=[], skins=[])
    down = pantin.motion.joint_positions(bare)[root, 1]
    nodes = [
        node.replace(translation=np.array(node.translation) - [0, down, 0]) if node.parent < 0 else node
        for node in bare.node_list()
    ]
    model = CheckedRig(bare.replace(nodes=nodes), Thresholds())
    soles = min(float(foot.rest_heights.min()) for foot in model.feet)
    expected = soles if ground else 0.0
    assert find_ground(model, np.full(30, usual * -soles / 0.9)) == pytest.approx(expected)


def test_soles_of_a_model_of_rigid_parts_are_those_of_its_meshes():
    """The pivot of a foot made in Blockbench may be anywhere, here 20 cm below its mesh."""
    box = np.array([[x, y, z] for x in (-0.1, 0.1) for y in (0.2, 0.3) for z in (0.0, 0.3)])
    faces = np.array([0, 1, 2, 1, 2, 3])
    rig = pantin.build(
        nodes=[Node("hips", translation=(0, 1, 0)), Node("foot", 0, translation=(0.1, -1.2, 0))],
        meshes=[Mesh([Surface(positions=box, indices=faces)])],
        instances=[Instance(1, 0)],
    )
    assert Foot(rig, 1, None).rest_heights.min() == pytest.approx(0.0)


def sliding(walk: Rig, speeds: np.ndarray) -> float:
    """How far a foot slides by the rule, in sizes, that is low for a second and moves at these speeds."""
    from pantin.checks.clip_rules.feet import _slide

    times = np.arange(len(speeds) + 1) / 30
    path = np.zeros((len(times), 2))
    path[1:, 0] = np.cumsum(speeds) / 30
    return _slide(path, times, (0, len(times)), np.zeros(2), 1.0)[0]


def test_a_foot_lands_and_leaves_at_the_speed_of_its_swing(walk):
    """3.2, 2.3 and 0.7 m/s in the frames before it stands, as in a published walk."""
    stand = np.zeros(20)
    landing, leaving = np.array([1.9, 1.4, 0.4]), np.array([0.1, 0.3, 0.8, 1.5])
    assert sliding(walk, np.concatenate([landing, stand, leaving])) < 0.02


def test_a_foot_that_is_dragged_while_it_stands_slides(walk):
    drag = np.concatenate([np.zeros(6), [0.5, 1.0, 1.4, 1.0, 0.5], np.zeros(10)])
    assert sliding(walk, drag) == pytest.approx(drag.sum() / 30)
    assert sliding(walk, np.full(15, 0.3)) > 0.1


def test_feet_of_the_walk_still_have_contacts(walk):
    assert all(path.contacts for path in measure_feet(Played(CheckedRig(walk, Thresholds()), 0)))


def test_a_joint_between_moving_ones_is_missing_though_still_joints_have_no_channels(walk):
    clip = walk.clips[0]
    moving = [c for c in clip.channels if np.ptp(c.values, axis=0).max() > 1e-4]
    bones = pantin.find_humanoid(walk).nodes

    def without(bone):
        kept = tuple(channel for channel in moving if channel.node != bones[bone])
        rig = walk.replace(clips=[clip.replace(channels=kept)])
        return find_missing(Played(CheckedRig(rig, Thresholds()), 0))[0]

    assert without("leftLowerLeg") == [bones["leftLowerLeg"]]
    assert without("leftToes") == []


def test_a_first_frame_of_another_pose_is_cut_off(walk, tmp_path):
    """CMU's recordings begin with one frame of a T-pose."""
    times = np.arange(0, 1, 1 / 60)
    poses = [pantin.sample(walk, 0, float(time)) for time in times]
    shoulder = pantin.find_humanoid(walk).nodes["leftUpperArm"]
    far = quaternion.product(poses[0].rotations[shoulder], about_x(130.0))
    poses[0] = poses[0].with_local(shoulder, rotation=far)
    bad = pantin.load(WALK).copy()
    bad.replace_clip(0, clip_from_poses(walk, poses, times).replace(name="walk"))
    pantin.save(bad, tmp_path / "bad.glb")
    (message,) = [
        f.message for f in pantin.check(tmp_path / "bad.glb", clips=True).findings if f.rule == "CLIP-JUMP"
    ]
    words = message.rsplit("TARGET ", 1)[1].split()
    assert words[0] == "--cut"
    start, end = (float(number) for number in words[1].removeprefix("walk:").split("-"))
    assert start == pytest.approx(1 / 60, abs=1e-6)
    fixed = pantin.edit_clips(tmp_path / "bad.glb", cut={"walk": (start, end)})
    assert "CLIP-JUMP" not in found(fixed.rig)
