"""Which joint is which humanoid bone: skeletons of many tools, posed, turned, shuffled and renamed."""

from __future__ import annotations

import numpy as np
import pytest
from conventions import CONVENTIONS
from skeletons import skeleton
from walks import rerest, walk

import pantin
from pantin.maths import quaternion
from pantin.operations.humanoid.bone_map import UNCERTAIN, map_bones
from pantin.rig import Character, Node, build

ROOT_HALF = np.sqrt(0.5)
VARIANTS = {
    "T-pose": {},
    "A-pose": {"lowered": 45.0},
    "arms down": {"lowered": 80.0},
    "Z up in centimetres": {"turn": (ROOT_HALF, 0, 0, ROOT_HALF), "scale": 100.0},
    "looks along -Z": {"turn": (0, 1, 0, 0)},
    "looks along +X": {"turn": (0, ROOT_HALF, 0, ROOT_HALF)},
}


def wrong(rig, truth):
    """(bones that are wrong, those of them that are certain)."""
    found = map_bones(rig)
    bad = [bone for bone in {*truth, *found.nodes} if found.nodes.get(bone) != truth.get(bone)]
    return bad, [bone for bone in bad if found.confidence.get(bone, 0.0) >= UNCERTAIN]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_bone_is_found_by_name(convention, variant):
    rig, truth = skeleton(*CONVENTIONS[convention], **VARIANTS[variant])
    bad, certain = wrong(rig, truth)
    assert certain == []
    assert len(bad) <= 0.05 * len(truth)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_order_of_nodes_does_not_matter(convention):
    rig, truth = skeleton(*CONVENTIONS[convention], shuffle=np.random.default_rng(3))
    assert wrong(rig, truth)[1] == []


RENAMED = {
    "numbered as Sketchfab does": lambda index, name: f"{name}_{index:02}",
    "a prefix with names of bones": lambda _, name: f"Handyman_LeftBehind_{name}",
    "upper case": lambda _, name: name.upper(),
    "lower case": lambda _, name: name.lower(),
    "a suffix": lambda _, name: f"{name}_bind_jnt",
    "copied in Blender": lambda _, name: f"{name}.001",
    "escaped in FBX": lambda _, name: name.replace(".", "FBXASC046").replace(" ", "FBXASC032"),
}
WIDESPREAD = ("Mixamo", "Unreal", "VRoid", "Rigify", "Biped", "MMD", "SMPL-X", "Daz", "LAFAN", "Unity")


@pytest.mark.parametrize("convention", WIDESPREAD)
def test_clear_names_are_certain(convention):
    rig, truth = skeleton(*CONVENTIONS[convention])
    found = map_bones(rig)
    assert sum(bone in found.uncertain for bone in truth) <= 0.05 * len(truth)


@pytest.mark.parametrize("change", RENAMED)
@pytest.mark.parametrize("convention", WIDESPREAD)
def test_names_that_a_tool_has_changed_are_read(convention, change):
    rig, truth = skeleton(*CONVENTIONS[convention], rename=RENAMED[change])
    bad, certain = wrong(rig, truth)
    assert certain == []
    assert len(bad) <= 0.05 * len(truth)


WHOLE_HANDS = ["Mixamo", "Unreal", "VRoid", "SMPL-X"]
NO_HANDS = [
    "LAFAN",
    "Bandai",
    "SMPL",
    "Xsens",
    "names of joints",
    "OptiTrack",
    "Valve",
    "Kinect",
    "no collar",
]
FACE = {"leftEye", "rightEye", "jaw"}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("convention", [*WHOLE_HANDS, *NO_HANDS])
def test_without_names_the_shape_tells_the_bones(convention, variant):
    rig, truth = skeleton(
        *CONVENTIONS[convention], rename=lambda index, _: f"bone_{index:03}", **VARIANTS[variant]
    )
    body = {bone: node for bone, node in truth.items() if bone not in FACE}
    bad, certain = wrong(rig, body)
    assert certain == []
    sides_known = any(bone.endswith("Toes") for bone in truth)  # else the front is a guess
    assert not sides_known or len(bad) <= 0.05 * len(body)


def test_sides_that_only_the_axes_tell_are_uncertain():
    """Without toes nothing shows the front of a skeleton without names."""
    rig, _ = skeleton(*CONVENTIONS["leg and knee"], rename=lambda index, _: f"bone_{index}")
    assert "leftUpperArm" in map_bones(rig).uncertain


def test_names_against_the_feet_are_uncertain():
    """Left and right exchanged: names may be those that the viewer sees."""
    text, (left, right) = CONVENTIONS["Mixamo"]
    rig, _ = skeleton(text, (right, left))
    assert {"leftUpperLeg", "leftHand", "rightFoot"} <= set(map_bones(rig).uncertain)


def test_a_prefix_with_the_name_of_a_bone_is_no_bone():
    rig, truth = skeleton(*CONVENTIONS["LAFAN"], rename=lambda _, name: f"head_hunter_{name}")
    assert wrong(rig, truth) == ([], [])


@pytest.mark.parametrize("convention", ["Mixamo", "Unreal", "LAFAN"])
def test_a_few_strange_names_are_filled_in_by_the_shape(convention):
    strange = {"leftLowerArm", "rightUpperLeg", "spine"}
    _, truth = skeleton(*CONVENTIONS[convention])
    nodes = {truth[bone] for bone in strange}
    rig, truth = skeleton(
        *CONVENTIONS[convention], rename=lambda index, name: "zork" if index in nodes else name
    )
    assert wrong(rig, truth)[1] == []
    assert strange <= {bone for bone in truth if map_bones(rig).nodes.get(bone) == truth[bone]}


def test_declared_bones_are_taken_as_they_are():
    person = Character(humanoid={"hips": 1, "head": 0})
    found = map_bones(build(nodes=[Node("Hips"), Node("Head", 0)], character=person))
    assert (dict(found.nodes), found.confidence["hips"], found.declared) == (
        {"hips": 1, "head": 0},
        1.0,
        True,
    )


def test_an_animal_with_the_names_of_human_bones_is_uncertain(corpus):
    found = map_bones(pantin.load(corpus / "gltf-sample-assets" / "Fox.glb").rig)
    assert set(found.uncertain) == set(found.nodes)


def test_other_things_are_not_humanoid(corpus):
    for name in ("RiggedSimple.glb", "BoxAnimated.glb"):
        assert not map_bones(pantin.load(corpus / "gltf-sample-assets" / name).rig).humanoid
    assert not map_bones(pantin.load("examples/arm.glb").rig).humanoid


def test_the_bones_of_a_vrm_are_found_without_its_declaration(corpus):
    """The bones that its author declared are the truth."""
    rig = pantin.load(corpus / "vrm" / "Godette_vrm_v4.vrm").rig
    assert wrong(rig.replace(character=None), dict(rig.character.humanoid)) == ([], [])


def test_a_wrist_above_a_hand_is_the_hand():
    """CMU and Kinect have both: the joint at the end of the lower arm is where the hand turns."""
    text, sides = CONVENTIONS["names of joints"]
    rig, truth = skeleton(text.replace("{}Wrist = Hand", "{}Wrist = Hand\n         {}Hand"), sides)
    found = map_bones(rig)
    assert found.nodes["leftHand"] == truth["leftHand"]
    assert "leftHand" not in found.uncertain


def test_a_chest_that_is_the_whole_spine_is_its_spine():
    """olympe's and many other BVH files: there is nothing else that it could be."""
    text, sides = CONVENTIONS["Robot Kyle"]
    found = map_bones(skeleton(text.replace("Ribs", "Chest"), sides)[0])
    assert "spine" in found.nodes
    assert not found.uncertain


def test_a_joint_in_the_middle_above_a_humerus_is_a_shoulder():
    """The shape says nothing of a joint without a place of its own, and of its name, shoulderjoint, arms have
    joints too."""
    text, sides = CONVENTIONS["ASF"]
    rig, truth = skeleton(text.replace("{}clavicle = Shoulder", "{}shoulderjoint = Shoulder"), sides)
    nodes = rig.node_list()
    for side in ("left", "right"):
        collar, arm = truth[f"{side}Shoulder"], truth[f"{side}UpperArm"]
        offset = nodes[collar].translation
        nodes[collar] = nodes[collar].replace(translation=np.zeros(3))
        nodes[arm] = nodes[arm].replace(translation=nodes[arm].translation + offset)
    found = map_bones(rig.replace(nodes=nodes))
    assert found.nodes["leftShoulder"] == truth["leftShoulder"]
    assert not {"leftShoulder", "rightShoulder"} & {*found.uncertain}


def test_hips_are_where_legs_and_spine_meet():
    """Of a Reference above a root, as MotionBuilder writes the files of Acclaim."""
    text, sides = CONVENTIONS["ASF"]
    text = "Reference\n" + "\n".join(f" {line}" if line else line for line in text.split("\n"))
    rig, truth = skeleton(text, sides)
    turns = quaternion.normalize(np.random.default_rng(1).normal(size=(len(rig.nodes), 4)))
    found = map_bones(rerest(rig, walk(rig, truth), turns)[0])  # by names alone: the rest pose says nothing
    assert found.nodes["hips"] == truth["hips"]
    assert "hips" not in found.uncertain


def test_a_chest_below_the_neck_that_arms_branch_off_from_is_certain():
    """3ds Max hangs the arms of a Biped on its neck."""
    rig, _ = skeleton(*CONVENTIONS["Biped"])
    assert not map_bones(rig).uncertain


def test_one_of_five_toes_is_not_all_of_them():
    rig, _ = skeleton(*CONVENTIONS["MakeHuman"])
    assert not {"leftToes", "rightToes"} & map_bones(rig).nodes.keys()
