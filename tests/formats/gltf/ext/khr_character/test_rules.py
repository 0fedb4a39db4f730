"""Every member of KHR_character and its family, right and wrong, by the JSON schemas of the draft."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

import pantin

GOOD = json.loads((Path(__file__).parents[4] / "cases" / "KHR-CHAR-001" / "good.gltf").read_text())
OTHERS = {
    "KHR_character_expression_mapping": {
        "expressionSetMappings": {"a": {"b": [{"source": "aa", "weight": 1}]}}
    }
}
POSE = {"KHR_character_reference_pose": {"poseType": "TPose"}}
HINTS = {
    "KHR_node_camera_hint": {"role": "portrait", "camera": 0, "targetNode": 1, "label": "a"},
    "KHR_node_lookat_target": {"hint": "eye_target"},
    "KHR_node_visibility_hint": {"role": "always", "label": "a"},
}
PRIMITIVE = {"KHR_mesh_primitive_visibility_hint": {"role": "always", "label": "a"}}

EXPRESSION = "extensions/KHR_character_expression/expressions"
MASK = f"{EXPRESSION}/1/extensions/KHR_character_expression_mask/masks"
MAPPING = "extensions/KHR_character_expression_mapping/expressionSetMappings"
BONES = "extensions/KHR_character_skeleton_mapping/skeletalRigMappings"
CAMERA = "nodes/3/extensions/KHR_node_camera_hint"

MEMBERS = {
    "extensions/KHR_character/rootNode": (True, ["0", -1, 1.5, 99]),
    EXPRESSION: (True, [[], {}, "a"]),
    f"{EXPRESSION}/0/expression": (True, [1, None]),
    f"{EXPRESSION}/0/animation": (True, ["0", -1, 99]),
    f"{EXPRESSION}/0/extensions/KHR_character_expression_morphtarget/channels": (True, [[], [-1], 0, ["0"]]),
    f"{EXPRESSION}/1/extensions/KHR_character_expression_joint/channels": (True, [[], [-1], 0]),
    MASK: (True, [[], 0]),
    f"{MASK}/0/target": (True, [0]),
    f"{MASK}/0/type": (False, [0]),
    f"{MASK}/0/amount": (False, [-0.1, 1.1, "1"]),
    f"{MASK}/0/threshold": (False, [-0.1, 1.1]),
    MAPPING: (True, [[], 0]),
    f"{MAPPING}/a/b": (False, [[], 0]),
    f"{MAPPING}/a/b/0/source": (True, [0]),
    f"{MAPPING}/a/b/0/weight": (True, ["1"]),
    BONES: (True, [[], 0]),
    f"{BONES}/vrmHumanoid/hips": (False, ["1", -1, 99]),
    "animations/0/extensions/KHR_character_reference_pose/poseType": (False, [1]),
    "nodes/2/extensions/KHR_node_visibility_hint/role": (True, ["", 1]),
    "nodes/2/extensions/KHR_node_visibility_hint/label": (False, ["", 1]),
    "meshes/0/primitives/0/extensions/KHR_mesh_primitive_visibility_hint/role": (True, ["", 1]),
    "meshes/0/primitives/0/extensions/KHR_mesh_primitive_visibility_hint/label": (False, ["", 1]),
    f"{CAMERA}/role": (True, ["", 1]),
    f"{CAMERA}/camera": (False, [-1, 99]),
    f"{CAMERA}/targetNode": (False, [-1, 99]),
    f"{CAMERA}/label": (False, [""]),
    "nodes/3/extensions/KHR_node_lookat_target/hint": (False, ["", 1]),
}
"""By its path, whether a member is required, and values that it must not have."""


def whole() -> dict:
    tree = copy.deepcopy(GOOD)
    tree["extensions"] |= copy.deepcopy(OTHERS)
    tree["animations"][0]["extensions"] = copy.deepcopy(POSE)
    tree["nodes"][3]["extensions"] = copy.deepcopy(HINTS)
    tree["nodes"][2]["extensions"]["KHR_node_visibility_hint"]["label"] = "a"
    tree["meshes"][0]["primitives"][0]["extensions"] = copy.deepcopy(PRIMITIVE)
    mask = tree["extensions"]["KHR_character_expression"]["expressions"][1]["extensions"]
    mask["KHR_character_expression_mask"]["masks"][0] |= {"type": "block", "amount": 0.5, "threshold": 0.1}
    tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 1}}]
    used = {*tree["extensionsUsed"], *OTHERS, *POSE, *HINTS, *PRIMITIVE}
    tree["extensionsUsed"] = sorted(used)
    return tree


def holder_of(tree: dict, path: str):
    *owners, last = path.split("/")
    for token in owners:
        tree = tree[int(token) if isinstance(tree, list) else token]
    return tree, last


def errors(tree: dict) -> list[str]:
    report = pantin.check(json.dumps(tree).encode(), name="a.gltf", draft=True)
    return [each.rule for each in report.findings if each.severity == "error"]


def test_the_whole_family_is_valid():
    report = pantin.check(json.dumps(whole()).encode(), name="a.gltf", draft=True)
    found = [each for each in report.findings if each.severity != "info"]
    # The expressions of a rig move no joints.
    assert [each.rule for each in found] == ["RIG-LEFT_OUT"]


@pytest.mark.parametrize("path", MEMBERS)
def test_each_member(path):
    required, wrong = MEMBERS[path]
    for value in wrong:
        tree = whole()
        holder, last = holder_of(tree, path)
        holder[last] = value
        found = errors(tree)
        assert found, (path, value)
        assert set(found) <= {"KHR-CHAR-002", "KHR-CHAR-003", "GLTF-UNRESOLVED_REFERENCE"}, (
            path,
            value,
            found,
        )
    tree = whole()
    holder, last = holder_of(tree, path)
    del holder[last]
    assert (errors(tree) == ["KHR-CHAR-001"]) == required


def test_unknown_members_are_left_alone():
    tree = whole()
    tree["extensions"]["KHR_character"]["later"] = {"a": [1]}
    assert errors(tree) == []


def test_every_message_names_the_text():
    tree = whole()
    del tree["extensions"]["KHR_character"]["rootNode"]
    report = pantin.check(json.dumps(tree).encode(), name="a.gltf", draft=True)
    assert "d0d200f" in next(each.message for each in report.findings if each.rule == "KHR-CHAR-001")


@pytest.mark.parametrize(
    ("version", "draft", "count"), [("2.0", False, 0), ("2.1", False, 1), ("2.1", True, 0)]
)
def test_the_draft_of_gltf_2_1(version, draft, count):
    source = (Path(__file__).parents[5] / "examples" / "face.gltf").read_text()
    tree = json.loads(source)
    tree["asset"]["version"] = version
    report = pantin.check(json.dumps(tree).encode(), name="a.gltf", draft=draft)
    found = [each for each in report.findings if each.rule == "GLTF-UNKNOWN_ASSET_MINOR_VERSION"]
    assert len(found) == count
    assert all("read as 2.0" in each.message for each in found)
    rig = pantin.load(json.dumps(tree).encode(), name="a.gltf", draft=draft).rig
    assert len(rig.meshes) == len(tree["meshes"])
