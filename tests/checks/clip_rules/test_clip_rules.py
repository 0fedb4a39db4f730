"""The rules about what clips do: faults that are put into clips are found, repairs make the rules silent, and
move nothing else."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from clip_faults import FAULTS, size_of

import pantin
from pantin.checks.clip_rules import RULES, find_faults
from pantin.checks.clip_rules.feet import find_spans, measure_lift
from pantin.checks.clip_rules.key_faults import find_frozen
from pantin.checks.clip_rules.played import CheckedRig, Played
from pantin.checks.clip_rules.repairs import bridge
from pantin.checks.clip_rules.thresholds import NAMES, Thresholds, parse_thresholds
from pantin.cli.run import run
from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Node, Rig, build

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases"
WALK = ROOT / "examples" / "retarget" / "walk.glb"
CORPUS = os.environ.get("PANTIN_CORPUS")
TIMES = 8
FACTS = {"CLIP-CONSTANT_CHANNELS"}


def walks() -> dict[str, Rig]:
    rig = pantin.load(WALK).rig
    still = rig.replace(clips=[pantin.motion.in_place(rig, "walk")])
    half = pantin.motion.cut(rig.clips[0], 0, 1).replace(name="walk")
    return {"walk": rig, "in place": still, "one cycle": rig.replace(clips=[half])}


def found(rig: Rig, thresholds: Thresholds | None = None) -> set[str]:
    return {finding.rule for finding in find_faults(rig, thresholds)}


@pytest.mark.parametrize("kind", FAULTS)
def test_faults_are_found_at_random_places(kind):
    rule, inject = FAULTS[kind]
    rng = np.random.default_rng(11)
    alone = {"root_drift": "in place", "root_speed": "in place", "gait_phase": "one cycle"}.get(kind)
    rigs = [walks()[alone]] if alone else list(walks().values())
    made = [inject(rigs[number % len(rigs)], 0, rng) for number in range(TIMES)]
    faulty = [rig for rig in made if rig is not None]
    if kind == "loop_speed":  # the joints of this walk are too slow for its steps to jerk
        assert all(rule in found(rig) for rig in faulty)
        return
    assert len(faulty) > TIMES // 2
    assert [rule in found(rig) for rig in faulty] == [True] * len(faulty)


@pytest.mark.parametrize("name", ["walk", "in place", "one cycle"])
def test_a_clean_walk_has_no_warnings(name):
    assert found(walks()[name]) <= FACTS


@pytest.mark.skipif(not CORPUS, reason="needs PANTIN_CORPUS")
@pytest.mark.parametrize("name", ["Fox.glb", "RiggedFigure.glb", "RiggedSimple.glb"])
def test_public_clips_have_no_warnings(name):
    report = pantin.check(Path(str(CORPUS)) / "gltf-sample-assets" / name, clips=True)
    assert [f.rule for f in report.warnings if f.rule.startswith("CLIP-")] == []


BAD = sorted(path for path in CASES.glob("CLIP-*/bad*"))


@pytest.mark.parametrize("case", BAD, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_repair_in_the_message_makes_the_rule_silent(case, tmp_path):
    rule = case.parent.name
    message = next(f.message for f in pantin.check(case, clips=True).findings if f.rule == rule)
    command = re.search(r"pantin ((?:clips|slim) .*)$", message)
    assert command is not None
    target = tmp_path / "repaired.glb"
    words = shlex.split(command.group(1).replace("START-END", "0-0.1").replace("NAME", "other"))
    assert run([{"SOURCE": str(case), "TARGET": str(target)}.get(word, word) for word in words]) == 0
    after = pantin.check(target, clips=True)
    assert rule not in {finding.rule for finding in after.findings}
    # Nothing gets worse: a repair brings no other warning.
    before = {finding.rule for finding in pantin.check(case, clips=True).warnings}
    assert {finding.rule for finding in after.warnings} <= before


def test_locked_feet_move_legs_alone():
    bad = CASES / "CLIP-FOOT_SLIDE" / "bad.glb"
    fixed = pantin.edit_clips(pantin.load(bad), lock_feet=True).rig
    rig = pantin.load(bad).rig
    times = np.linspace(0, rig.clips[0].duration, 31)
    before, after = (
        pantin.motion.joint_positions(each, pantin.sample(each, 0, times)) for each in (rig, fixed)
    )
    moved = np.abs(after - before).max(axis=0) / size_of(rig)
    legs = {n for n, name in enumerate(rig.nodes.names) if re.search("Leg|Foot|Toe", name or "")}
    others = [n for n in range(len(moved)) if n not in legs]
    assert moved[others][:, [0, 2]].max() < 1e-6
    assert moved[others][:, 1].max() < 0.005  # the hips sink, where a leg is too short to reach
    assert moved.max() > 0.02


def test_raised_feet_move_everything_up_and_nothing_sideways():
    bad = pantin.load(CASES / "CLIP-FOOT_BELOW_GROUND" / "bad.glb")
    fixed = pantin.edit_clips(bad, on_ground=True).rig
    times = np.linspace(0, fixed.clips[0].duration, 21)
    before, after = (
        pantin.motion.joint_positions(rig, pantin.sample(rig, 0, times)) for rig in (bad.rig, fixed)
    )
    moved = after - before
    hips = bad.rig.node_index("mixamorig:Hips")
    assert np.abs(moved[..., [0, 2]]).max() < 1e-5
    assert (moved[:, hips, 1] > 0.1).all()


def test_a_bridge_keeps_all_keys_that_are_right():
    bad = pantin.load(CASES / "CLIP-JUMP" / "bad.glb").rig
    good = pantin.load(CASES / "CLIP-JUMP" / "good.glb").rig
    fixed = pantin.edit_clips(bad, bridge=True)
    assert "lost 1 key" in fixed.describe()
    for channel, clean in zip(fixed.rig.clips[0].channels, good.clips[0].channels, strict=True):
        same = np.isin(clean.times, channel.times)
        assert np.allclose(channel.values, clean.values[same])


def test_thresholds_are_settable():
    rig = walks()["in place"]
    rng = np.random.default_rng(0)
    drifting = FAULTS["root_drift"][1](rig, 0, rng)
    assert "CLIP-ROOT_DRIFT" in found(drifting)
    assert "CLIP-ROOT_DRIFT" not in found(drifting, parse_thresholds({"root-drift": 0.5}))
    assert "CLIP-ROOT_DRIFT" not in found(drifting, parse_thresholds({"loops": ["idle*"]}))
    report = pantin.check(drifting, clips={"root_drift": 0.5})
    assert "CLIP-ROOT_DRIFT" not in {finding.rule for finding in report.findings}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"loop-gp": 1}, "Did you mean loop-gap"),
        ({"loop-gap": "1"}, "must be a number such as 0.025"),
        ({"loop-gap": float("nan")}, "must be a number"),
        ({"loops": "walk"}, "must be a list of names"),
    ],
)
def test_bad_thresholds_are_refused(table, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        pantin.check(WALK, clips=table)


def test_every_threshold_is_in_the_docs():
    page = (ROOT / "docs" / "clips.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in page] == []
    assert [rule.id for rule in RULES if rule.id not in page] == []


def test_the_seam_is_the_distance_of_both_ends():
    """By hand: a bone of 1 m that ends turned by 30° is 2 sin 15° away from where it began."""
    turn = np.radians([0.0, 10.0, 20.0, 30.0, 25.0, 20.0, 25.0, 30.0, 30.0]) / 2
    keys = np.stack([0 * turn, 0 * turn, np.sin(turn), np.cos(turn)], axis=1)
    swing = Channel(0, "rotation", np.linspace(0, 1, 9), keys)
    nodes = [Node("root"), Node("tip", 0, (0, 1, 0)), Node("end", 1, (0, 1, 0))]
    rig = build(nodes=nodes, clips=[Clip((swing,), "loop")])
    (finding,) = [f for f in find_faults(rig) if f.rule == "CLIP-LOOP_SEAM"]
    assert f"{2 * 2 * np.sin(np.radians(15)) * 1000:,.0f} mm" in finding.message
    assert '"end" (2)' in finding.message


def test_a_frame_before_the_first_closes_a_loop_too():
    """Loops are stored with and without a last frame that repeats the first."""
    times = np.linspace(0, 1, 31)
    turn = np.radians(40 * np.sin(2 * np.pi * times)) / 2
    keys = np.stack([0 * turn, 0 * turn, np.sin(turn), np.cos(turn)], axis=1)
    nodes = [Node("root"), Node("tip", 0, (0, 1, 0)), Node("end", 1, (0, 1, 0))]
    for count in (31, 30):
        swing = Channel(0, "rotation", times[:count], keys[:count])
        assert found(build(nodes=nodes, clips=[Clip((swing,), "loop")])) == set()


def test_names_tell_loops():
    rig = pantin.load(WALK).rig
    model = CheckedRig(rig, Thresholds())
    loops = {
        name: model.is_loop(Clip((), name)) for name in ("walk", "Armature|RunFast", "idle_02", "WalkCycle")
    }
    once = {name: model.is_loop(Clip((), name)) for name in ("walk_start", "Death", "JumpIdle", "wave", None)}
    assert all(loops.values())
    assert not any(once.values())


def test_feet_that_roll_below_the_ground_stand_where_they_are_flat():
    """Heel and toes each go 30 mm below where they stand, one after the other, as in steps that were keyed by
    hand: the frames in which both are at one height, by hand 10 to 19, are those in which the foot stands."""
    heights = np.full((40, 2), 0.2)
    heights[10:20] = 0.0
    heights[6:9], heights[20:23] = (-0.03, 0.1), (0.1, -0.03)
    rest, times = np.zeros(2), np.arange(40) / 30
    (span,) = find_spans(measure_lift(heights, rest, 1.0, loops=True), times)
    assert span == (10, 20)
    # Of other clips, whose feet may never stand, nothing is taken for it.
    assert find_spans(measure_lift(heights, rest, 1.0, loops=False), times) == []
    heights[6:9] = heights[20:23] = 0.1
    assert find_spans(measure_lift(heights, rest, 1.0, loops=False), times) == [(10, 20)]


def test_files_in_centimetres_are_reported_in_millimetres():
    rig = pantin.load(ROOT / "examples" / "motion" / "walk.bvh").rig
    model = CheckedRig(rig, Thresholds())
    assert model.size > 100
    assert model.length(1.0) == "10 mm"


@pytest.mark.parametrize(
    "rig", [build(nodes=[Node("alone")]), build(nodes=[Node("a")], clips=[Clip((), "walk")])]
)
def test_rigs_without_motion_have_no_findings(rig):
    assert found(rig) == set()


def test_clips_of_other_dimensions_are_checked():
    path = ROOT / "examples" / "g4mf"
    for file in sorted(path.glob("*.g4b")):
        assert pantin.check(file, clips=True).ok


def test_a_plain_check_does_not_play_clips():
    bad = CASES / "CLIP-JUMP" / "bad.glb"
    assert not [f for f in pantin.check(bad).findings if f.rule.startswith("CLIP-")]
    assert Played(CheckedRig(pantin.load(bad).rig, Thresholds()), 0).moves


def two_sided() -> list[Node]:
    """A spine with a head, and two arms of three joints."""
    nodes = [Node("hips"), Node("spine", 0, translation=(0, 1, 0)), Node("head", 1, translation=(0, 0.5, 0))]
    for side, sign in (("L", 1.0), ("R", -1.0)):
        above = 1
        for name in ("arm", "elbow", "hand"):
            nodes.append(Node(f"{name}.{side}", above, translation=(sign * 0.4, 0, 0)))
            above = len(nodes) - 1
    return nodes


def swing(nodes: list[int], name: str, degrees: float = 40.0, keys: int = 13) -> Clip:
    times = np.linspace(0, 1, keys)
    half = np.radians(degrees) / 2 * np.sin(2 * np.pi * times)
    values = np.stack([0 * half, 0 * half, np.sin(half), np.cos(half)], axis=1)
    return Clip(tuple(Channel(node, "rotation", times, values) for node in nodes), name)


def test_a_turned_head_shows_although_no_joint_hangs_from_it():
    """Its place is the same; a point as far beyond it as the neck is long moves by 2 · 0.5 · sin 30°."""
    rig = build(nodes=two_sided())
    left = swing(list(range(9)), "step_left")
    right = pantin.motion.mirror(rig, left).replace(name="step_right")
    assert "CLIP-ASYMMETRY" not in found(rig.replace(clips=[left, right]))
    turned = np.tile([0.5, 0, 0, np.sqrt(0.75)], (13, 1))
    head = [channel.replace(values=turned) if channel.node == 2 else channel for channel in right.channels]
    findings = find_faults(rig.replace(clips=[left, right.replace(channels=tuple(head))]))
    (message,) = [finding.message for finding in findings if finding.rule == "CLIP-ASYMMETRY"]
    assert '"head"' in message


def test_exporters_that_leave_out_joints_at_rest_miss_nothing():
    """Each clip lacks another joint: what is not there is at rest. Where all others are whole, it is not."""
    rig = build(nodes=two_sided())
    every = list(range(9))
    sparse = [swing([node for node in every if node != left_out], str(left_out)) for left_out in (3, 4, 6, 7)]
    assert "CLIP-MISSING_CHANNEL" not in found(rig.replace(clips=sparse))
    whole = [swing(every, name) for name in ("one", "two", "three")]
    assert "CLIP-MISSING_CHANNEL" in found(rig.replace(clips=[*whole, sparse[0]]))


@pytest.mark.parametrize(
    ("steps", "frozen"),
    [
        ([9, 9, 9, 0, 0, 0, 0, 0, 40, 8, 8], True),  # it catches up
        ([5, 2, 0.5, 0, 0, 0, 0, 0, 30, 2, 1], True),  # it leaps
        ([9, 9, 9, 0, 0, 0, 0, 0, 13, 14, 9], True),  # at speed, stopped, at speed
        ([9, 4, 1, 0, 0, 0, 0, 0, 2, 5, 9], False),  # somebody lets it rest
        ([0, 0, 0, 0, 0, 0, 0, 0, 30, 9, 9], False),  # it has not moved before
    ],
)
def test_a_joint_that_is_stopped_is_not_one_that_rests(steps, frozen):
    half = np.radians(np.cumsum([0, *steps])) / 2
    values = np.stack([0 * half, 0 * half, np.sin(half), np.cos(half)], axis=1)
    channel = Channel(0, "rotation", np.arange(len(half)) / 24, values)
    assert bool(find_frozen(channel, 0.15)) is frozen


def test_a_goal_that_stands_with_its_foot_is_not_frozen():
    """RobotExpressive walks on goals beside the body: they turn, stand still at once, and turn again."""
    half = np.radians(np.cumsum([-26, 14, 12, *[0] * 8, 13, 9, 4, 2, 1, 1])) / 2
    keys = np.stack([np.sin(half), 0 * half, 0 * half, np.cos(half)], axis=1)
    joints = [("Bone", -1, (0, 0, 0)), ("Hips", 0, (0, 0.9, 0)), ("Abdomen", 1, (0, 0.2, 0))]
    joints += [("Torso", 2, (0, 0.3, 0)), ("Neck", 3, (0, 0.4, 0)), ("Head", 4, (0, 0.2, 0))]
    for side, sign in (("L", 1), ("R", -1)):
        legs = len(joints)
        joints += [
            (f"UpperLeg{side}", 1, (0.1 * sign, -0.05, 0)),
            (f"LowerLeg{side}", legs, (0, -0.4, 0)),
            (f"LowerLeg{side}_end", legs + 1, (0, -0.35, 0)),
            (f"Foot{side}", 0, (0.1 * sign, 0.1, 0)),
            (f"UpperArm{side}", 3, (0.2 * sign, 0.3, 0)),
            (f"LowerArm{side}", legs + 4, (0.3 * sign, 0, 0)),
            (f"Hand{side}", legs + 5, (0.3 * sign, 0, 0)),
        ]
    names = [name for name, _, _ in joints]
    lifted = quaternion.product(keys, quaternion.from_axis_angle(np.eye(3)[0], 0.3))
    for name, values, frozen in (("FootL", keys, False), ("FootL", lifted, True), ("LowerArmL", keys, True)):
        clip = Clip((Channel(names.index(name), "rotation", np.arange(len(half)) / 24, values),), "step")
        rig = build(nodes=[Node(*joint) for joint in joints], clips=[clip])
        assert ("CLIP-FROZEN_CHANNEL" in found(rig)) is frozen
        assert (len(bridge(rig, clip).channels[0].times) < len(half)) is frozen


def test_a_clip_of_too_many_frames_keeps_no_other_from_being_checked():
    """10,000,000 seconds at 30 frames per second are more than can be sampled."""
    rig = walks()["walk"]
    channel = rig.clips[0].channels[0]
    times = np.array([0.0, 1e7])
    endless = Clip((Channel(channel.node, channel.property, times, channel.values[:2]),), "endless")
    alone = [finding.message for finding in pantin.check(rig, clips=True).findings]
    both = pantin.check(rig.replace(clips=[*rig.clips, endless]), clips=True)
    assert alone
    assert set(alone) <= {finding.message for finding in both.findings}
