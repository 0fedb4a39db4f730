"""`pantin.retarget`: files in, a clip for the target out, with a map of bones and a report."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from beasts import beast
from conventions import CONVENTIONS
from skeletons import skeleton

import pantin
from pantin.base.records import replace
from pantin.cli.run import run
from pantin.maths import affine, quaternion
from pantin.motion import joint_positions, world_transforms
from pantin.operations.humanoid.posture import leans_upright
from pantin.rig import (
    Channel,
    Character,
    Clip,
    Influences,
    Instance,
    Mesh,
    Node,
    PropertyChannel,
    Skin,
    Surface,
    build,
)
from pantin.verbs.asset import Asset

EXAMPLES = Path(__file__).parents[2] / "examples"
AVATAR = EXAMPLES / "vrm" / "avatar.vrm"
WALK = EXAMPLES / "retarget" / "walk.glb"
TURN = np.array([[0, 0, 0, 1], [0, 0, np.sqrt(0.5), np.sqrt(0.5)]])
TIMES = np.array([0.0, 1.0])


def moving(convention="Mixamo", bones=("leftUpperArm",), **options):
    """A rig of a convention with a clip that turns some bones."""
    rig, truth = skeleton(*CONVENTIONS[convention], **options)
    clip = Clip(tuple(Channel(truth[bone], "rotation", TIMES, TURN) for bone in bones), "wave")
    return rig.replace(clips=[clip]), truth


def test_equal_skeletons_get_the_channels_as_they_are():
    """Also positions and scales, and nodes that are no bones."""
    rig, truth = moving()
    extra = Channel(truth["spine"], "scale", TIMES, np.array([[1, 1, 1], [2, 1, 1.0]]))
    odd = Channel(truth["head"] + 1, "translation", TIMES, np.array([[0, 0, 0], [0, 1, 0.0]]), "STEP")
    source = rig.replace(clips=[Clip((*rig.clips[0].channels, extra, odd), "all")])
    shuffled, _ = skeleton(*CONVENTIONS["Mixamo"], shuffle=np.random.default_rng(1))
    made = pantin.retarget(source, shuffled).clip
    for channel, copied in zip(source.clips[0].channels, made.channels, strict=True):
        assert shuffled.nodes.names[copied.node] == source.nodes.names[channel.node]
        assert copied.values is channel.values
        assert copied.times is channel.times
        assert copied.interpolation == channel.interpolation


def test_the_clip_is_the_last_of_the_target_and_the_rest_stays(tmp_path):
    source, _ = moving()
    done = pantin.retarget(source, AVATAR)
    assert done.report.ok
    pantin.save(done.asset, tmp_path / "out.vrm")
    made = pantin.load(tmp_path / "out.vrm")
    before = pantin.load(AVATAR)
    assert made.rig.clips[-1].name == "wave"
    assert len(made.rig.clips) == len(before.rig.clips) + 1
    assert made.document.tree["extensions"] == before.document.tree["extensions"]
    assert made.document.tree["nodes"] == before.document.tree["nodes"]


def test_keys_are_those_of_the_motion_unless_a_rate_is_given():
    source, _ = moving()
    own = pantin.retarget(source, AVATAR).clip.channels  # bones that only hold the T-pose have one key
    assert {tuple(channel.times.tolist()) for channel in own} == {(0.0, 1.0), (0.0,)}
    more = pantin.retarget(source, AVATAR, fps=10).clip.channels
    assert {len(channel.times) for channel in more} == {11, 1}
    with pytest.raises(ValueError, match="finite and above 0"):
        pantin.retarget(source, AVATAR, fps=0)


def test_the_map_lists_each_bone_with_its_confidence():
    source, truth = moving("Unreal")
    found = pantin.retarget(source, AVATAR).map
    arm = found["leftUpperArm"]
    assert (arm.joint, arm.name) == (truth["leftUpperArm"], "upperarm_l")
    assert pantin.load(AVATAR).rig.nodes.names[arm.target] == "LeftUpperArm"
    assert 0.8 <= arm.confidence <= 1.0
    assert found["leftIndexProximal"].target is None  # the avatar has no fingers


def test_a_given_map_replaces_what_was_found(tmp_path):
    source, truth = moving()
    file = tmp_path / "map.json"
    file.write_text('{"LeftForeArm": "leftUpperArm", "LeftArm": null}', encoding="utf-8")
    found = pantin.retarget(source, AVATAR, map=file).map
    assert (found["leftUpperArm"].joint, found["leftUpperArm"].confidence) == (truth["leftLowerArm"], 1.0)
    assert "leftLowerArm" not in found


def test_bones_that_a_given_map_contradicts_are_left_out():
    """No foot that is not below the given lower leg, no thigh that is not above it; all else stays."""
    source, truth = moving()
    names = source.nodes.names
    swapped = {
        names[truth["rightUpperLeg"]]: "leftUpperLeg",
        names[truth["rightLowerLeg"]]: "leftLowerLeg",
    }
    found = pantin.retarget(source, AVATAR, map=swapped).map
    assert found["leftLowerLeg"].joint == truth["rightLowerLeg"]
    assert not {"leftFoot", "leftToes"} & found.keys()
    assert {"hips", "rightFoot", "leftHand"} <= found.keys()
    alone = pantin.retarget(source, AVATAR, map={names[truth["rightLowerLeg"]]: "leftLowerLeg"}).map
    assert not {"leftUpperLeg", "leftFoot"} & alone.keys()
    same = pantin.retarget(source, AVATAR, map={names[truth["leftLowerLeg"]]: "leftLowerLeg"}).map
    assert same.keys() == pantin.retarget(source, AVATAR).map.keys()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"LeftFourArm": "leftLowerArm"}, "no joint is called 'LeftFourArm'.*Did you mean LeftForeArm or"),
        ({"LeftArm": "leftUperArm"}, "'leftUperArm' is not a VRM 1.0 bone. Did you mean leftUpperArm or"),
    ],
)
def test_unknown_names_in_a_map_get_a_suggestion(given, message):
    source, _ = moving()
    with pytest.raises(ValueError, match=message):
        pantin.retarget(source, AVATAR, map=given)


@pytest.mark.parametrize("text", ["[1]", '{"a": 3}', "{", "\xff"])
def test_a_file_that_is_not_a_map_is_refused(text, tmp_path):
    file = tmp_path / "map.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(ValueError, match=r"map\.json: expected a JSON object"):
        pantin.retarget(moving()[0], AVATAR, map=file)


def test_uncertain_bones_are_reported():
    rig, truth = skeleton(*CONVENTIONS["leg and knee"], rename=lambda index, _: f"bone_{index}")
    clip = Clip((Channel(truth["hips"], "rotation", TIMES, TURN),))
    done = pantin.retarget(rig.replace(clips=[clip]), AVATAR)
    (finding,) = (each for each in done.report.findings if each.rule == "RIG-BONE_UNCERTAIN")
    assert finding.severity == "warning"
    assert "leftUpperLeg is 'bone_" in finding.message


def test_nodes_outside_the_body_keep_their_channels_where_the_target_has_them():
    text, sides = CONVENTIONS["LAFAN"]
    with_tail = text.replace("\n Spine = spine", "\n Tail\n  Tail1\n Spine = spine")
    source, truth = skeleton(with_tail, sides, lowered=30.0)
    target, _ = skeleton(with_tail, sides)
    tail = source.node_index("Tail1")
    clip = Clip((Channel(tail, "rotation", TIMES, TURN), Channel(truth["spine"], "rotation", TIMES, TURN)))
    done = pantin.retarget(source.replace(clips=[clip]), target)
    moved = {target.nodes.names[channel.node]: channel for channel in done.clip.channels}
    assert np.array_equal(moved["Tail1"].values, TURN)
    assert "LeftArm" in moved  # 30° down at rest, so not as the target rests
    assert done.report.findings == ()


def test_channels_without_a_counterpart_are_counted_unless_they_are_constant():
    source, truth = moving(bones=("leftUpperArm", "leftIndexProximal"))
    still = Channel(truth["head"] + 1, "rotation", TIMES, TURN[[0, 0]])
    source = source.replace(clips=[Clip((*source.clips[0].channels, still))])
    findings = pantin.retarget(source, AVATAR).report.findings
    assert [finding.message for finding in findings if finding.rule == "RIG-MOTION_LEFT_OUT"] == [
        "dropped 1 of 3 channels of the motion: no such node in the model"
    ]


def test_a_frame_of_the_motion_can_be_its_t_pose():
    """A skeleton at rest with hanging arms, whose clip begins in a T-pose."""
    rig, truth = skeleton(*CONVENTIONS["LAFAN"], lowered=80.0)
    sides = {"left": 1, "right": -1}
    half = np.radians(80) / 2
    channels = []
    for side, sign in sides.items():
        keys = np.array([[0, 0, sign * np.sin(half), np.cos(half)], [0, 0, 0, 1]])
        channels.append(Channel(truth[f"{side}UpperArm"], "rotation", TIMES, keys))
    source = rig.replace(clips=[Clip(tuple(channels), "drop")])
    target, goal = skeleton(*CONVENTIONS["Unreal"])
    done = pantin.retarget(source, target, rest_frame=0)
    start, end = (joint_positions(target, pantin.sample(target, done.clip, time)) for time in (0.0, 1.0))
    assert np.allclose(start, joint_positions(target), atol=1e-9)
    along = end[goal["leftHand"]] - end[goal["leftUpperArm"]]
    assert np.degrees(np.arctan2(-along[1], along[0])) == pytest.approx(80, abs=1e-6)
    with pytest.raises(ValueError, match="rest_frame must be a frame from 0 to 1, not 2"):
        pantin.retarget(source, target, rest_frame=2)


def test_rigs_that_are_no_humans_match_by_the_names_of_nodes():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    other = build(nodes=[Node("elbow", translation=(0, 3, 0))])
    done = pantin.retarget(rig, other)
    assert [(channel.node, channel.property) for channel in done.clip.channels] == [(0, "rotation")]
    strange = build(nodes=[Node("wheel")])
    with pytest.raises(ValueError, match=r"has none of the nodes .* and no humanoid skeleton was found in"):
        pantin.retarget(rig, strange)


def test_what_cannot_be_retargeted_is_said():
    source, _ = moving()
    with pytest.raises(ValueError, match="has no clips to drive"):
        pantin.retarget(AVATAR, AVATAR)
    with pytest.raises(ValueError, match="no clip is called 'run'"):
        pantin.retarget(source, AVATAR, clip="run")
    with pytest.raises(TypeError, match="an Asset or a Rig, not int"):
        pantin.retarget(3, AVATAR)
    with pytest.raises(ValueError, match="has 4 dimensions"):
        pantin.retarget(source, EXAMPLES / "g4mf" / "creature.g4b")
    with pytest.raises(ValueError, match="has no humanoid skeleton, which this option needs"):
        pantin.retarget(EXAMPLES / "arm.glb", EXAMPLES / "arm.glb", in_place=True)


def test_hips_below_a_scale_of_zero_cannot_move():
    rig, truth = skeleton(*CONVENTIONS["LAFAN"])
    flat = Asset.of_rig(rig)
    flat.set_local("Armature", scale=(0, 0, 0))
    walk = Clip((Channel(truth["hips"], "translation", TIMES, np.array([[0, 1, 0], [0, 1, 1.0]])),))
    source, _ = skeleton(*CONVENTIONS["LAFAN"], lowered=20.0)
    with pytest.raises(
        ValueError, match=r"node 'Hips' \(0\) cannot be moved: one of its ancestors has a scale of"
    ):
        pantin.retarget(source.replace(clips=[walk]), flat)


def test_a_clip_without_channels_is_refused():
    rig, _ = skeleton(*CONVENTIONS["LAFAN"])
    with pytest.raises(ValueError, match="clip 'still' of rig moves nothing"):
        pantin.retarget(rig.replace(clips=[Clip((), "still")]), AVATAR, rest_frame=0)


def test_springs_of_the_target_run_along_the_motion():
    done = pantin.retarget(WALK, AVATAR, springs=True)
    rig = done.asset.rig
    assert len(rig.clips) == 1
    moved = {rig.nodes.names[channel.node] for channel in done.clip.channels}
    springs = {rig.nodes.names[joint.node] for spring in rig.springs.springs for joint in spring.joints[:-1]}
    assert springs <= moved
    assert "LeftUpperLeg" in moved


@pytest.mark.parametrize(("source", "written"), [(120, 120), (30, 30), (25, 50), (10, 30)])
def test_springs_keep_the_keys_of_the_motion(source, written):
    """Keys at a multiple of the rate of the motion, of at least 30 a second."""
    motion = pantin.retarget(WALK, AVATAR, fps=source).asset
    done = pantin.retarget(motion, AVATAR, springs=True)
    leg = done.asset.rig.nodes.names.index("LeftUpperLeg")
    (driven,) = (channel.times for channel in done.clip.channels if channel.node == leg)
    assert max(len(channel.times) for channel in done.clip.channels) == 2 * written + 1
    assert np.isclose(driven[:, None], np.arange(2 * source + 1) / source, atol=1e-6).any(0).all()


def test_a_character_that_does_not_rest_in_t_pose_is_reported():
    """VRM: motions are rotations from the T-pose, so arms that hang at rest by 45° are moved too far."""
    target = pantin.load(AVATAR)
    half = np.pi / 8
    target.set_local("LeftUpperArm", rotation=(0, 0, -np.sin(half), np.cos(half)))
    assert "RIG-T_POSE" not in {finding.rule for finding in pantin.retarget(WALK, AVATAR).report.findings}
    (finding,) = (item for item in pantin.retarget(WALK, target).report.findings if item.rule == "RIG-T_POSE")
    assert "points 45° away from the T-pose" in finding.message


def test_two_joints_for_a_bone_are_refused():
    given = {"mixamorig:LeftArm": "leftHand", "mixamorig:LeftForeArm": "leftHand"}
    sentence = "'mixamorig:LeftArm' and 'mixamorig:LeftForeArm' are both mapped to leftHand"
    with pytest.raises(ValueError, match=sentence):
        pantin.retarget(WALK, AVATAR, map=given)


def test_locked_feet_say_how_far_they_slide():
    done = pantin.retarget(WALK, AVATAR, lock_feet=True)
    (finding,) = (each for each in done.report.findings if each.rule == "RIG-FEET_SLIDE")
    assert done.slide is not None
    assert f"feet slide by up to {done.slide * 1e3:.1f} mm" in finding.message
    assert done.slide < 1e-3


def test_a_walk_in_place_has_no_feet_to_lock():
    in_place = pantin.retarget(WALK, AVATAR, in_place=True).asset
    (finding,) = pantin.retarget(in_place, AVATAR, lock_feet=True).report.findings
    assert finding.message == "no foot is planted in the motion: there is nothing to lock"


def test_in_place_the_hips_stay_above_their_place():
    done = pantin.retarget(WALK, AVATAR, in_place=True)
    rig = done.target.rig
    hips = rig.character.humanoid["hips"]
    path = joint_positions(rig, pantin.sample(rig, done.clip, np.linspace(0, done.clip.duration, 9)))[:, hips]
    assert np.allclose(path[:, [0, 2]], joint_positions(rig)[hips, [0, 2]])
    plain = pantin.retarget(WALK, AVATAR).clip
    moved = joint_positions(rig, pantin.sample(rig, plain, plain.duration))[hips]
    assert moved[2] > 0.5


def test_in_place_legs_move_as_over_the_ground():
    both, walked = (
        pantin.retarget(WALK, AVATAR, lock_feet=True, in_place=held).clip for held in (True, False)
    )
    legs = [
        {channel.node: channel.values for channel in clip.channels if channel.property == "rotation"}
        for clip in (both, walked)
    ]
    assert all(np.array_equal(values, legs[1][node]) for node, values in legs[0].items())


def test_a_target_whose_file_cannot_hold_a_new_clip_is_a_rig_alone(tmp_path):
    source, _ = moving()
    rig, _ = skeleton(*CONVENTIONS["Unreal"])
    pantin.save(Asset.of_rig(rig), tmp_path / "body.npz")
    done = pantin.retarget(source, tmp_path / "body.npz")
    assert done.asset.rig.clips[-1].name == "wave"


def test_a_motion_for_any_character_ignores_what_is_above_its_hips():
    tree = {
        "asset": {"version": "2.0"},
        "nodes": [{"name": "root", "children": [1]}, {"name": "hips", "translation": [0, 1, 0]}],
        "extensionsUsed": ["VRMC_vrm_animation"],
        "extensions": {
            "VRMC_vrm_animation": {"specVersion": "1.0", "humanoid": {"humanBones": {"hips": {"node": 1}}}}
        },
    }
    motion = pantin.load(json.dumps(tree).encode(), name="m.gltf")
    root = Channel(0, "translation", TIMES, np.array([[0, 0, 0], [0, 0, 5.0]]))
    hips = Channel(1, "translation", TIMES, np.array([[0, 1, 0], [0, 2.0, 0]]))
    motion.add_clip(Clip((root, hips), "up"))
    (made,) = pantin.retarget(motion, AVATAR).clip.channels
    assert np.allclose(made.values, [[0, 1, 0], [0, 2, 0]])


@pytest.mark.parametrize("suffix", [".vrma", ".bvh"])
def test_a_file_of_motion_is_not_expected_to_hold_the_model(suffix, tmp_path):
    """Whoever retargets asked for the motion; whoever converts the model is told once."""
    out = tmp_path / f"out{suffix}"
    done = pantin.retarget(WALK, AVATAR)
    assert "LOSS-GEOMETRY" not in {each.rule for each in pantin.save(done.asset_for(out), out).findings}
    (finding,) = (each for each in pantin.save(done.asset, out).findings if each.rule == "LOSS-GEOMETRY")
    assert finding.message.startswith('dropped mesh "Face" (0), and 1 more; skin "Body" (0); ')
    assert finding.message.endswith(f": {suffix} stores motion only")


def animal(names="Mixamo", scale=1.0):
    """A quadruped with the names of human bones: the spine is level, hands are on the ground."""
    rig, truth = skeleton(*CONVENTIONS[names], scale=scale)
    lay = quaternion.from_axis_angle(np.array((1.0, 0.0, 0.0)), np.pi / 2)
    pose = rig.rest_pose().with_local(truth["spine"], rotation=lay)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        down = quaternion.from_axis_angle(np.array((0.0, 0.0, 1.0)), -sign * np.pi / 2)
        stand = quaternion.product(quaternion.conjugate(lay), down)
        pose = pose.with_local(truth[f"{side}UpperArm"], rotation=stand)
    nodes = [
        Node(name, int(parent), local, turn)
        for name, parent, local, turn in zip(
            rig.nodes.names, rig.nodes.parents, rig.nodes.translations, pose.rotations, strict=True
        )
    ]
    wag = Clip(
        (Channel(truth["head"], "rotation", TIMES, TURN), Channel(truth["hips"], "rotation", TIMES, TURN))
    )
    return build(nodes=nodes, clips=[wag]), truth


def test_an_animal_with_the_names_of_human_bones_is_refused():
    beast, _ = animal()
    with pytest.raises(ValueError, match="does not stand as a person"):
        pantin.retarget(beast, AVATAR)
    person, _ = moving("Unreal")
    with pytest.raises(ValueError, match="does not stand as a person"):
        pantin.retarget(person, beast)


def with_root_on_the_floor(rig, truth):
    """The same person without a joint for the hips: spine and legs are below a root between the feet."""
    places, hips = pantin.motion.joint_positions(rig), truth["hips"]
    nodes = rig.node_list()
    for index, node in enumerate(nodes):
        if node.parent == hips:
            nodes[index] = node.replace(translation=node.translation + places[hips])
    nodes[hips] = nodes[hips].replace(name="Root", translation=np.zeros(3))
    return rig.replace(nodes=nodes)


def test_a_root_on_the_floor_moves_a_person_as_hips_do():
    """Quaternius' women: what is between the tops of their legs is the hips. All other joints go where those
    of the same person with hips go."""
    plain, truth = skeleton(*CONVENTIONS["Unreal"])
    rooted = with_root_on_the_floor(plain, truth)
    assert pantin.find_humanoid(rooted).nodes["hips"] == truth["hips"]
    motion, bones = moving()
    turned = np.stack([quaternion.from_axis_angle(np.array((0.3, 0.8, 0.5)), a) for a in (0.0, 0.4)])
    keys = np.array([(0, 0.95, 0), (0.4, 0.8, 1.2)])
    channels = (
        Channel(bones["hips"], "rotation", TIMES, turned),
        Channel(bones["hips"], "translation", TIMES, keys),
    )
    clip = Clip((*motion.clips[0].channels, *channels))
    motion = motion.replace(clips=[clip])
    others = [node for node in range(len(plain.nodes)) if node != truth["hips"]]
    at = np.array([0.0, 1.0]) * clip.duration
    clips = [pantin.retarget(motion, rig).clip for rig in (plain, rooted)]
    moved = [
        pantin.motion.joint_positions(rig, pantin.sample(rig, made, at))[:, others]
        for rig, made in zip((plain, rooted), clips, strict=True)
    ]
    assert np.ptp(moved[0], axis=0).max() > 0.5
    # The person with hips turns about their joint, the other about the tops of the legs, 5 cm below.
    assert np.abs(moved[0] - moved[1]).max() < 0.04
    as_source = [
        pantin.retarget(rig.replace(clips=[made]), AVATAR).clip
        for rig, made in zip((plain, rooted), clips, strict=True)
    ]
    avatar = pantin.load(AVATAR).rig
    posed = [pantin.motion.joint_positions(avatar, pantin.sample(avatar, made, at)) for made in as_source]
    assert np.abs(posed[0] - posed[1]).max() < 0.04


def test_legs_that_are_spread_wide_are_no_legs_of_a_person():
    rig, truth = skeleton(*CONVENTIONS["Mixamo"])
    places = pantin.motion.joint_positions(rig)
    assert leans_upright(places, truth)
    spread = places.copy()
    for side, sign in (("left", 1), ("right", -1)):
        spread[truth[f"{side}Foot"]] += (sign * 0.5, 0.3, 0)
    assert not leans_upright(spread, truth)


@pytest.mark.parametrize("legs", [4, 6, 8])
def test_creatures_are_no_persons(legs):
    """Random ones, whose bones are called as animators call them, those of a person included."""
    for seed in range(200):
        creature = beast(legs, np.random.default_rng([legs, seed]))
        assert not pantin.find_humanoid(creature).humanoid, seed


@pytest.mark.parametrize("legs", [4, 6, 8])
def test_creatures_are_refused_and_nothing_is_written(legs, tmp_path, capsys):
    creature = beast(legs, np.random.default_rng([legs, 1]))
    pantin.save(creature, tmp_path / "beast.glb")
    out = tmp_path / "out.glb"
    assert run(["retarget", "examples/retarget/walk.glb", str(tmp_path / "beast.glb"), str(out)]) == 2
    message = capsys.readouterr().err
    assert "does not stand as a person" in message or "no humanoid skeleton was found" in message
    assert not out.exists()
    own = creature.replace(clips=[Clip((Channel(4, "rotation", TIMES, TURN),), "look")])
    pantin.save(own, tmp_path / "own.glb")
    assert run(["retarget", str(tmp_path / "own.glb"), str(tmp_path / "beast.glb"), str(out)]) == 0
    assert out.exists()


def test_robots_that_fly_are_no_persons():
    """A head and arms on a root, without legs or a spine: half of a person has at least that."""
    drone = build(
        nodes=[Node("Root"), Node("Head", 0, (0, 0.4, 0))]
        + [
            Node(f"{role}.{side}", parent, offset)
            for side, sign, first in (("L", 1, 2), ("R", -1, 6))
            for role, parent, offset in (
                ("Shoulder", 1, (sign * 0.3, 0.1, 0)),
                ("UpperArm", first, (sign * 0.1, 0, 0)),
                ("LowerArm", first + 1, (sign * 0.2, -0.1, 0)),
                ("Hand", first + 2, (0, -0.1, 0.2)),
            )
        ]
    )
    found = pantin.find_humanoid(drone)
    assert found.named
    assert not found.humanoid


def test_an_animal_moves_with_a_map_or_by_equal_names():
    beast, truth = animal()
    named = {beast.nodes.names[truth["head"]]: "head"}
    assert pantin.retarget(beast, AVATAR, map=named).clip.channels
    other, _ = animal(scale=2.0)
    moved = pantin.retarget(beast, other).clip.channels
    assert [
        np.array_equal(a.values, b.values) for a, b in zip(moved, beast.clips[0].channels, strict=True)
    ] == [True, True]
    stranger, _ = animal("Unreal")
    with pytest.raises(ValueError, match="does not stand as a person"):
        pantin.retarget(beast, stranger)


@pytest.mark.parametrize("name", ["Fox", "fox-fox", "fox-dog", "bird-base", "kaiju-base"])
def test_animals_of_public_files_are_refused(name, corpus):
    folder = "gltf-sample-assets" if name == "Fox" else "lod/mesh2motion"
    with pytest.raises(ValueError, match="does not stand as a person"):
        pantin.retarget(EXAMPLES / "retarget/walk.glb", corpus / folder / f"{name}.glb")


def test_a_result_that_is_far_away_is_reported():
    source, truth = moving()
    away = Channel(truth["hips"], "translation", TIMES, np.array([(0, 0.95, 0), (0, 0.95, 60.0)]))
    source = source.replace(clips=[Clip((*source.clips[0].channels, away))])
    assert "RIG-MOTION_FAR" in {finding.rule for finding in pantin.retarget(source, AVATAR).report.findings}


def test_properties_that_a_motion_changes_are_reported():
    source, _ = moving()
    blink = PropertyChannel("nodes", 0, "visible", np.array([0.0, 1.0]), np.array([[1.0], [0.0]]), "STEP")
    source = source.replace(clips=[replace(source.clips[0], properties=(blink,))])
    (finding,) = (
        finding
        for finding in pantin.retarget(source, AVATAR).report.findings
        if finding.rule == "RIG-MOTION_PROPERTIES"
    )
    assert finding.message.startswith("dropped 1 channel of materials, lights, cameras or visibility")


def test_a_result_below_the_floor_is_reported():
    """A declared source is taken as it is; of others the floor is found."""
    rig, truth = skeleton(*CONVENTIONS["Unity"])
    sunk = Channel(truth["hips"], "translation", TIMES, np.array([(0, 0.1, 0), (0, 0.1, 0.1)]))
    source = rig.replace(clips=[Clip((sunk,))], character=Character(humanoid=truth))
    target, _ = skeleton(*CONVENTIONS["Unreal"])
    findings = pantin.retarget(source, target).report.findings
    assert "RIG-MOTION_BELOW_FLOOR" in {finding.rule for finding in findings}
    undeclared = pantin.retarget(rig.replace(clips=[Clip((sunk,))]), target).report.findings
    assert "RIG-MOTION_BELOW_FLOOR" not in {finding.rule for finding in undeclared}


@pytest.mark.parametrize(("length", "reported"), [(0.25, False), (1.2, True)])
def test_huge_feet_below_the_floor_are_reported(length, reported):
    """Feet that point down by 40° on ankles that stay where they are: a clown's are below the floor."""
    rig, truth = skeleton(*CONVENTIONS["Unity"])
    down = quaternion.from_axis_angle(np.array((1.0, 0.0, 0.0)), np.radians(40))
    turns = [
        Channel(truth[f"{side}Foot"], "rotation", TIMES, np.stack([down, down])) for side in ("left", "right")
    ]
    source = rig.replace(clips=[Clip(tuple(turns))], character=Character(humanoid=truth))
    target, bones = skeleton(*CONVENTIONS["Unreal"])
    ankles = target.rest_pose()
    places = world_transforms(target, ankles)[[bones["leftFoot"], bones["rightFoot"]]][:, :, 3]
    sole = np.array([(-0.05, 0, 0), (0.05, 0, 0), (0, 0, length)]) * (1, 0, 1) - (0, 0.05, 0)
    points = np.concatenate([place + sole for place in places]).astype(np.float32)
    joints = np.repeat([0, 1], 3)
    surface = Surface(points, indices=np.arange(6), influences=Influences(np.arange(7), joints, np.ones(6)))
    binds = affine.invert(world_transforms(target)[[bones["leftFoot"], bones["rightFoot"]]])[0]
    target = target.replace(
        meshes=[Mesh((surface,))],
        skins=[Skin((bones["leftFoot"], bones["rightFoot"]), binds)],
        instances=[Instance(bones["hips"], 0, 0)],
    )
    rules = {finding.rule for finding in pantin.retarget(source, target).report.findings}
    assert ("RIG-MOTION_BELOW_FLOOR" in rules) == reported


def test_legs_that_cross_where_those_of_the_source_do_not_are_reported():
    """A target that declares a T-pose with spread legs, which the motion closes by as much."""
    rig, truth = skeleton(*CONVENTIONS["Unity"])
    source = rig.replace(clips=[Clip((Channel(truth["head"], "rotation", TIMES, TURN),))])
    pose = rig.rest_pose()
    for side, sign in (("left", -1.0), ("right", 1.0)):
        turned = quaternion.from_axis_angle(np.array((0.0, 0.0, 1.0)), sign * np.radians(20))
        pose = pose.with_local(truth[f"{side}UpperLeg"], rotation=turned)
    target = build(
        nodes=[
            Node(name, int(parent), local, turn)
            for name, parent, local, turn in zip(
                (f"joint{n}" for n in range(len(rig.nodes))),
                rig.nodes.parents,
                rig.nodes.translations,
                pose.rotations,
                strict=True,
            )
        ],
        character=Character(humanoid=truth),
    )
    findings = pantin.retarget(source, target).report.findings
    assert "RIG-LEGS_CROSS" in {finding.rule for finding in findings}
