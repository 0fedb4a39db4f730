"""Constraints, expressions and gaze through the verbs: pose, bake and render of an avatar."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from avatars import BONES, FACE, avatar, index_of
from vrm_text import angle

import pantin
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.document import read
from pantin.formats.gltf.edits import append_clip
from pantin.motion import sample, solve_constraints, world_transforms
from pantin.rig import Channel, Clip

EXAMPLE = Path(__file__).parents[2] / "examples" / "vrm" / "avatar.vrm"
TWIST, HAND = "LeftForearmTwist", "LeftHand"


def about_x(degrees):
    return (math.sin(math.radians(degrees) / 2), 0.0, 0.0, math.cos(math.radians(degrees) / 2))


@pytest.fixture
def example():
    return pantin.load(EXAMPLE)


def load_tree(tree, name="a.gltf"):
    return pantin.load(json.dumps(tree).encode(), name=name)


def test_a_pose_twists_the_forearm_by_half_of_the_hand(example):
    """A roll constraint of weight 0.5: 80° at the hand are 40° at the twist node."""
    posed = pantin.pose(example, rotate={HAND: (80, 0, 0)}, keep_rig=True).rig
    assert angle(posed.rest_pose().rotations[posed.node_index(TWIST)], about_x(40)) < 1e-6
    free = pantin.pose(example, rotate={HAND: (80, 0, 0)}, constraints=False, keep_rig=True).rig
    assert angle(free.rest_pose().rotations[free.node_index(TWIST)], about_x(0)) < 1e-6


def test_baked_geometry_follows_constraints(example):
    rig = example.rig
    pose = rig.rest_pose().with_local(HAND, rotation=about_x(80))
    ours = pantin.deform(rig, solve_constraints(rig, pose))
    baked = pantin.pose(example, pose).rig
    posed = {(mesh.mesh, mesh.surface): mesh.positions for mesh in pantin.deform(baked, baked.rest_pose())}
    for mesh in ours:
        assert posed[mesh.mesh, mesh.surface] == pytest.approx(mesh.positions, abs=1e-6)


def test_a_humanoid_bone_is_a_name_unless_a_node_has_it(example):
    moved = pantin.pose(example, rotate={"leftUpperArm": (0, 0, -70)}, keep_rig=True).rig
    assert moved.rest_pose().rotations[moved.node_index("LeftUpperArm")][2] == pytest.approx(
        -0.5736, abs=1e-4
    )
    tree = avatar()
    tree["nodes"][FACE]["name"] = "leftUpperArm"
    rig = pantin.pose(load_tree(tree), rotate={"leftUpperArm": (0, 0, 90)}, keep_rig=True).rig
    assert rig.rest_pose().rotations[FACE][2] == pytest.approx(math.sqrt(0.5))
    assert rig.rest_pose().rotations[index_of("leftUpperArm")].tolist() == [0, 0, 0, 1]


def test_expressions_gaze_and_blend_come_in_this_order(example):
    posed = pantin.pose(
        example,
        expressions={"happy": 0.8, "aa": 1.0},
        blend_weights={"blink": 0.3},
        look_at=(5, 1.66, 0.1),
        keep_rig=True,
    ).rig
    # "happy" fades those of the mouth by its weight.
    assert posed.rest_pose().blend[0].tolist() == pytest.approx([0.8, 0.3, 0.2])
    eye = posed.rest_pose().rotations[posed.node_index("LeftEye")]
    assert np.degrees(2 * math.asin(eye[1])) == pytest.approx(35, abs=2)  # 90° to the left map to 35°


@pytest.mark.parametrize(("weight", "used"), [(1.7, 1.0), (-0.5, 0.0), (1.0, None), (0.0, None)])
def test_a_weight_beyond_0_to_1_is_clamped_with_a_finding(example, tmp_path, weight, used):
    for keep_rig in (False, True):
        posed = pantin.pose(example, expressions={"happy": weight}, keep_rig=keep_rig)
        found = [
            finding.message
            for finding in pantin.save(posed, tmp_path / "a.vrm").findings
            if finding.rule == "RIG-EXPRESSION_CLAMPED"
        ]
        words = f"expression 'happy' has the weight {weight:g}, expected 0 to 1: {used or 0:g} is used"
        assert found == ([] if used is None else [words])
    drawn = pantin.render(example, expressions={"happy": weight}, size=(8, 8)).report.findings
    assert (used is not None) == any(finding.rule == "RIG-EXPRESSION_CLAMPED" for finding in drawn)


def test_materials_of_an_expression_are_written_into_a_gltf(example, tmp_path):
    posed = pantin.pose(example, expressions={"happy": 0.5})
    base = np.array(example.rig.materials[0].base_color)
    expected = base + (np.array([1.0, 0.62, 0.5, 1.0]) - base) * 0.5
    made = posed.document.tree["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"]
    assert made == pytest.approx(expected.tolist())
    report = pantin.save(posed, tmp_path / "face.stl")
    (lost,) = [finding for finding in report.findings if finding.rule == "LOSS-EXPRESSION_MATERIAL"]
    assert "'happy'" in lost.message


def test_texture_transforms_of_an_expression_are_written_too():
    preset = {"happy": {"textureTransformBinds": [{"material": 1, "scale": [2, 1], "offset": [0.5, 0]}]}}
    tree = avatar(expressions={"preset": preset})
    tree["images"] = [{"uri": "data:image/png;base64,iVBORw0KGgo="}]
    tree["textures"] = [{"source": 0}]
    tree["materials"][1] = {
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
        "emissiveTexture": {"index": 0, "extensions": {"KHR_texture_transform": {"offset": [1, 1]}}},
    }
    tree["extensionsUsed"].append("KHR_texture_transform")
    made = pantin.pose(load_tree(tree), expressions={"happy": 0.5}, keep_rig=True).document.tree["materials"][
        1
    ]
    first = made["pbrMetallicRoughness"]["baseColorTexture"]["extensions"]["KHR_texture_transform"]
    assert first == {"offset": [0.25, 0.0], "scale": [1.5, 1.0]}
    second = made["emissiveTexture"]["extensions"]["KHR_texture_transform"]
    assert second == {"offset": [0.75, 0.5], "scale": [1.5, 1.0]}


def test_springs_start_from_solved_constraints():
    """A spring below a constrained node starts where that puts it (VRMC_vrm 1.0, execution order)."""
    tree = avatar()
    count = len(tree["nodes"])
    tree["nodes"] += [
        {
            "name": "aim",
            "translation": [0, 1, 0],
            "children": [count + 1],
            "extensions": {
                "VRMC_node_constraint": {
                    "specVersion": "1.0",
                    "constraint": {"rotation": {"source": index_of("leftHand")}},
                }
            },
        },
        {"name": "hair", "translation": [1, 0, 0], "children": [count + 2]},
        {"name": "end", "translation": [1, 0, 0]},
    ]
    tree["scenes"][0]["nodes"].append(count)
    joints = [{"node": count + 1, "stiffness": 4}, {"node": count + 2}]
    tree["extensions"]["VRMC_springBone"] = {"specVersion": "1.0", "springs": [{"joints": joints}]}
    tree["extensionsUsed"] += ["VRMC_springBone", "VRMC_node_constraint"]
    rig = load_tree(tree).rig
    quarter = (0, 0, math.sqrt(0.5), math.sqrt(0.5))
    pose = rig.rest_pose().with_local(index_of("leftHand"), rotation=quarter)
    simulation = pantin.SpringSimulation(rig)
    settled = simulation.settle(3.0, pose)
    assert world_transforms(rig, settled)[count + 2][:, 3] == pytest.approx((0, 3, 0), abs=1e-3)
    batch = pantin.SpringBatch(rig, 2)
    batch.reset(pose)
    assert batch.rotations.shape == (2, 1, 4)
    free = pantin.SpringSimulation(rig, constraints=False)
    assert world_transforms(rig, free.settle(3.0, pose))[count + 2][:, 3] == pytest.approx(
        (2, 1, 0), abs=1e-3
    )


def with_clip(example, node, degrees):
    """The example with a clip in which a node rotates about x, with 61 keys in 2 seconds."""
    times = np.linspace(0, 2, 61)
    values = np.array([about_x(angle) for angle in np.sin(times * math.pi / 2) * degrees])
    document = example.document.copy()
    append_clip(document, Clip((Channel(example.rig.node_index(node), "rotation", times, values),), "turn"))
    return pantin.Asset(example.path, example.format, document=document)


def test_bake_writes_what_constraints_make(example):
    asset = with_clip(example, HAND, 60)
    baked = pantin.bake_springs(asset, "turn")
    rig = baked.rig
    clip = rig.clips[baked.clip]
    assert clip.name == "turn with springs"
    for time in (0.5, 1.0, 1.7):
        hand, twist = (sample(rig, clip, time).rotations[rig.node_index(name)] for name in (HAND, TWIST))
        truth = solve_constraints(rig, sample(rig, "turn", time)).rotations[rig.node_index(TWIST)]
        assert angle(twist / np.linalg.norm(twist), truth) < math.radians(0.05)
        assert hand[0] > 0.1
    # Every other step of the simulation has a key; with one for each, only the rounding to float32 is left.
    # Keys that would be more than a degree off are as dense as the steps, unless a rate is asked for.
    sparse = pantin.bake_springs(asset, "turn", out_fps=30).key_error
    assert baked.key_error < 1e-6 < math.radians(1) < sparse < math.radians(2)
    free = pantin.bake_springs(asset, "turn", constraints=False)
    nodes = {channel.node for channel in free.rig.clips[free.clip].channels}
    assert rig.node_index(TWIST) not in nodes


def test_bake_needs_no_springs(example):
    asset = with_clip(example, HAND, 60)
    asset.document.remove("/extensions/VRMC_springBone")
    bare = pantin.Asset(asset.path, asset.format, document=asset.document)
    baked = pantin.bake_springs(bare, "turn")
    assert [channel.node for channel in baked.rig.clips[baked.clip].channels] == [
        example.rig.node_index(TWIST),
        example.rig.node_index(HAND),
    ]
    assert baked.rig.clips[baked.clip].name == "turn with constraints"
    with pytest.raises(ValueError, match="no springs and no constraints to bake"):
        pantin.bake_springs(bare, "turn", constraints=False)


def test_tolerance_and_rate_are_those_of_every_channel(example):
    asset = with_clip(example, HAND, 60)
    dense = pantin.bake_springs(asset, "turn", out_fps=10)
    assert {len(channel.times) for channel in dense.rig.clips[dense.clip].channels} == {21}
    few = pantin.bake_springs(asset, "turn", tolerance=1.0)
    counts = [len(channel.times) for channel in few.rig.clips[few.clip].channels]
    assert max(counts) < 40
    assert few.key_error < math.radians(1.0 + 0.6)  # and what 30 keys a second miss


def test_a_loop_is_measured_over_all_joints(example):
    """The hand ends 60° from where it starts, which no spring can close."""
    asset = with_clip(example, HAND, 60)
    assert pantin.bake_springs(asset, "turn", seconds=1.0, loop=True).track.gap == pytest.approx(
        math.radians(60)
    )


def motion(**members):
    """A .vrma whose nodes are bones, then an expression and a gaze, moved in one second."""
    nodes = [{"name": name, "translation": list(place)} for name, (_, place) in BONES.items()]
    for index, (_, (parent, _)) in enumerate(BONES.items()):
        if parent is not None:
            nodes[index_of(parent)].setdefault("children", []).append(index)
    face, gaze, other = len(nodes), len(nodes) + 1, len(nodes) + 2
    nodes += [{"name": "happy"}, {"name": "gaze"}, {"name": "wink"}]
    block = {
        "specVersion": "1.0",
        "humanoid": {
            "humanBones": {name: {"node": index} for index, name in enumerate(BONES) if "Eye" not in name}
        },
        "expressions": {"preset": {"happy": {"node": face}}, "custom": {"wink": {"node": other}}},
        "lookAt": {"node": gaze},
    }
    tree = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0, face, gaze, other]}],
        "nodes": nodes,
        "extensionsUsed": ["VRMC_vrm_animation"],
        "extensions": {"VRMC_vrm_animation": block | members},
    }
    document = read(json.dumps(tree).encode(), name="m.vrma.gltf")
    times = np.array([0.0, 1.0])
    turn = (0.0, math.sin(math.radians(20)), 0.0, math.cos(math.radians(20)))
    channels = (
        Channel(face, "translation", times, np.array([(0, 0, 0), (1.6, 5, 5)], float)),
        Channel(other, "translation", times, np.array([(0, 0, 0), (1, 0, 0)], float)),
        Channel(gaze, "rotation", times, np.array([(0, 0, 0, 1), turn])),
        Channel(index_of("head"), "rotation", times, np.array([(0, 0, 0, 1), about_x(30)])),
    )
    append_clip(document, Clip(channels, "wave"))
    return pantin.Asset("m.vrma", GLTF, document=document)


def test_a_vrma_moves_expressions_and_gaze(example):
    """X of the translation is the weight, clamped to 0…1; the rotation of the gaze is 40° to the left."""
    baked = pantin.bake_springs(example, motion=motion())
    rig = baked.rig
    clip = rig.clips[baked.clip]
    half, end = (sample(rig, clip, time) for time in (0.5, 1.0))
    assert half.blend[0].tolist() == pytest.approx([0.8, 0, 0], abs=1e-6)
    assert end.blend[0].tolist() == pytest.approx([1.0, 0, 0], abs=1e-6)
    eye = end.rotations[rig.node_index("LeftEye")]
    half_turn = math.radians(40 / 90 * 35) / 2  # 90° map to 35°
    assert angle(eye / np.linalg.norm(eye), (0, math.sin(half_turn), 0, math.cos(half_turn))) < 1e-6
    assert {(finding.rule, finding.message) for finding in baked.findings} == {
        (
            "RIG-EXPRESSION_LEFT_OUT",
            "dropped expression 'wink' of the motion: the character does not have it",
        ),
        (
            "LOSS-EXPRESSION_MATERIAL",
            "dropped the materials of expression 'happy': glTF clips animate nodes only",
        ),
    }


def test_a_picture_shows_expressions_gaze_and_constraints(example):
    pytest.importorskip("PIL")
    plain = pantin.render(example, size=(120, 90)).pixels
    happy = pantin.render(example, size=(120, 90), expressions={"happy": 1}).pixels
    assert (plain != happy).any()
    with pytest.raises(ValueError, match="no expression 'joy'"):
        pantin.render(example, size=(120, 90), expressions={"joy": 1})


def test_only_a_vrm_is_written_as_one(example, tmp_path):
    with pytest.raises(pantin.Unsupported, match=r"the model is not a VRM: it has no humanoid bones"):
        pantin.convert(EXAMPLE.parents[1] / "arm.glb", tmp_path / "arm.vrm")
    assert not list(tmp_path.iterdir())
    assert pantin.save(example, tmp_path / "copy.vrm").ok
