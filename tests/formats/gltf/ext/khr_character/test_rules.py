"""KHR_character and its family: what files need beyond their members, which test_draft_members.py changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from draft_files import extended, whole_character

import pantin

CASE = Path(__file__).parents[4] / "cases" / "KHR-CHAR-012" / "good.gltf"


def errors(tree: dict) -> list[str]:
    report = pantin.check(json.dumps(tree).encode(), name="a.gltf", draft=True)
    return [each.rule for each in report.findings if each.severity == "error"]


def test_the_whole_family_is_valid():
    report = pantin.check(json.dumps(whole_character()).encode(), name="a.gltf", draft=True)
    found = [each for each in report.findings if each.severity != "info"]
    # The expressions of a rig move no joints.
    assert [each.rule for each in found] == ["RIG-LEFT_OUT"]


def test_every_message_names_the_text():
    tree = whole_character()
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


def found(tree: dict, prefix: str = "KHR-CHAR") -> list[tuple[str, str]]:
    report = pantin.check(json.dumps(tree).encode(), name="a.gltf", draft=True)
    return [(each.rule, each.pointer) for each in report.findings if each.rule.startswith(prefix)]


def small(**members) -> dict:
    tree = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{}]}
    return tree | members


@pytest.mark.parametrize(
    ("name", "value", "rules"),
    [
        ("KHR_node_camera_hint", {"role": "portrait"}, []),
        ("KHR_node_camera_hint", {}, ["KHR-CHAR-001"]),
        ("KHR_node_camera_hint", {"role": "portrait", "targetNode": 0}, ["KHR-CHAR-008"]),
        ("KHR_node_visibility_hint", {"role": ""}, ["KHR-CHAR-002"]),
        ("KHR_node_lookat_target", {"hint": ""}, ["KHR-CHAR-002"]),
    ],
)
def test_hints_are_checked_without_a_character(name, value, rules):
    """Their sections "Dependencies" name glTF 2.0 alone."""
    node = extended(name, **value)
    assert [rule for rule, _ in found(small(extensionsUsed=[name], nodes=[node]))] == rules


@pytest.mark.parametrize(
    ("transform", "count"),
    [
        ({"scale": [1, 1, 1]}, 0),
        ({"scale": [1, 1.001, 1]}, 1),
        ({"matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]}, 0),
        ({"matrix": [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}, 1),
        ({"translation": [1, 2, 3]}, 0),
    ],
)
@pytest.mark.parametrize("name", ["KHR_node_camera_hint", "KHR_node_lookat_target"])
def test_nodes_of_hints_have_no_scale(name, transform, count):
    """ "Camera hint nodes SHOULD have a scale of [1, 1, 1]", and so should targets."""
    node = extended(name, role="portrait") | transform
    rules = [rule for rule, _ in found(small(extensionsUsed=[name], nodes=[node]))]
    assert rules == ["KHR-CHAR-009"] * count


@pytest.mark.parametrize("name", ["KHR_character_skeleton_mapping", "KHR_character_expression_mapping"])
def test_parts_of_a_character_require_it(name):
    """ "Requires the extension(s): KHR_character"."""
    tree = whole_character()
    del tree["extensions"]["KHR_character"]
    tree["extensionsUsed"] = [name]
    assert ("KHR-CHAR-010", f"/extensions/{name}") in found(tree)
    assert [rule for rule, _ in found(whole_character())] == []


@pytest.mark.parametrize(
    ("keys", "mode", "count"), [(1, "STEP", 0), (1, "LINEAR", 1), (2, "STEP", 1), (1, None, 1)]
)
def test_a_reference_pose_is_one_key(keys, mode, count):
    """Reference pose, "Animation Structure": one time value, and STEP."""
    tree = whole_character()
    sampler = tree["animations"][3]["samplers"][0]
    tree["accessors"][sampler["input"]]["count"] = keys
    tree["accessors"][sampler["output"]]["count"] = keys
    if mode is None:
        del sampler["interpolation"]
    else:
        sampler["interpolation"] = mode
    rules = [rule for rule, _ in found(tree, "KHR-CHAR-011")]
    assert rules == ["KHR-CHAR-011"] * count


@pytest.mark.parametrize(("joint", "count"), [(1, 0), (3, 1)])
def test_joints_are_below_the_root_too(joint, count):
    """ "a common ancestor of all nodes containing character-related data, such as meshes, skins"."""
    tree = whole_character()
    tree["skins"] = [{"joints": [joint]}]
    assert [rule for rule, _ in found(tree, "KHR-CHAR-006")] == ["KHR-CHAR-006"] * count


def test_skinned_meshes_below_the_root_are_not_reported():
    """The Khronos code wants them at the root of the scene, the draft below that of the character."""
    tree = whole_character()
    tree["skins"] = [{"joints": [1]}]
    tree["nodes"][2]["skin"] = 0
    assert found(tree, "GLTF-NODE_SKINNED_MESH_NON_ROOT") == []
    del tree["extensions"]["KHR_character"]
    assert found(tree, "GLTF-NODE_SKINNED_MESH_NON_ROOT") != []


@pytest.mark.parametrize(
    ("first", "last", "count"), [(0, 1, 0), (0, 0.5, 0), (0.25, 1, 0), (0, 1.5, 2), (-0.5, 1, 2)]
)
def test_keys_of_expressions_are_between_0_and_1(first, last, count):
    """ "each animation channel used to drive an expression should operate within a normalized 0-to-1 range";
    the two expressions of the file share their times, its reference pose is no expression."""
    tree = json.loads(CASE.read_text())
    tree["accessors"][0] |= {"min": [first], "max": [last]}
    rules = [rule for rule, _ in found(tree)]
    assert rules == ["KHR-CHAR-012"] * count
