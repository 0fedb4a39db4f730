"""Mass and shape of bones: to glTF in extras and back, in `inspect`, and the length in pictures (G4MF
skeleton, Node Bone Properties)."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.bone_extras import bone_of, describe_shape, with_bone, without_bone
from pantin.viewer.skeleton import leaf_tails, tail_positions

sys.path.insert(0, str(Path(__file__).parents[1] / "oracles"))

import g4mf_cases


@pytest.fixture
def kit():
    return g4mf_cases.Kit()


def bones(tree):
    shapes = tree.get("shapes", [])
    return {
        node["name"]: {**bone, **({"shape": shapes[bone["shape"]]} if "shape" in bone else {})}
        for node in tree["nodes"]
        if (bone := node.get("bone")) is not None
    }


def test_they_come_back_from_gltf(kit, tmp_path):
    """Two bones share a shape, a third has a mass of 0, which is a mass."""
    kit.nodes[4]["bone"] = {"length": 0.5, "shape": 0}
    kit.nodes[4]["children"] = [len(kit.nodes)]
    kit.nodes.append({"name": "Hand", "bone": {"mass": 0.0}})
    (tmp_path / "x.g4tf").write_bytes(kit.text())
    report = pantin.convert(tmp_path / "x.g4tf", tmp_path / "x.glb")
    assert not [each for each in report.findings if "mass" in each.message or "shape" in each.message]
    nodes = pantin.load(tmp_path / "x.glb").document.tree["nodes"]
    (hips,) = [node for node in nodes if node.get("name") == "Hips"]
    shape = {"name": "Box", "size": [0.2, 1.0, 0.2]}
    assert hips["extras"] == {"pantin": {"bone": {"mass": 2.0, "shape": shape}}}
    pantin.convert(tmp_path / "x.glb", tmp_path / "back.g4tf")
    back = pantin.load(tmp_path / "back.g4tf").document.tree
    assert bones(back) == bones(kit.tree)
    assert len(back["shapes"]) == 1
    assert not [node for node in back["nodes"] if "pantin" in node.get("extras", {})]


@pytest.mark.parametrize("shape", [{"type": "convex", "mesh": 0}, {"type": "heightmap", "heights": 0}])
def test_a_shape_of_other_parts_is_reported(kit, tmp_path, shape):
    kit.tree["shapes"] = [shape]
    (tmp_path / "x.g4tf").write_bytes(kit.text())
    report = pantin.convert(tmp_path / "x.g4tf", tmp_path / "x.glb")
    assert any(each.rule == "LOSS-UNSUPPORTED" and "shape" in each.message for each in report.findings)


def test_a_shape_that_no_bone_has_is_reported(kit, tmp_path):
    kit.tree["shapes"].append({"size": [1, 1, 1]})
    (tmp_path / "x.g4tf").write_bytes(kit.text())
    report = pantin.convert(tmp_path / "x.g4tf", tmp_path / "x.glb")
    assert [each.pointer for each in report.findings if "shape" in each.message] == ["/shapes/1"]


def test_inspect_lists_bones(kit):
    listed = pantin.inspect(kit.text(), name="x.g4tf").to_builtins()["bones"]
    assert list(listed) == [
        {"node": 3, "name": "Hips", "length": 1.0, "mass": 2.0, "shape": "general, 0.2 x 1 x 0.2"},
        {"node": 4, "name": "Arm", "length": 0.5, "mass": 1.0, "shape": None},
    ]


def test_the_length_of_a_leaf_is_drawn_along_its_y_axis(kit):
    """G4MF skeleton, Length: in the local +Y direction, scaled by the node: 0.5 here, by 2 in the world."""
    rig = pantin.load(kit.text(), name="x.g4tf").rig
    pose = rig.rest_pose()
    assert leaf_tails(rig, {}) == {4: (0.0, 0.5, 0.0)}
    joints, ends = tail_positions(pose, {})
    world = pantin.motion.world_transforms(rig, pose)[4]
    np.testing.assert_allclose(ends[0], world[:, :3] @ [0, 0.5, 0] + world[:, 3])
    np.testing.assert_allclose(np.linalg.norm(ends[0] - world[:, 3]), 1.0)
    assert joints.tolist() == [4]


@pytest.mark.parametrize(
    "extras",
    [
        None,
        {},
        {"pantin": 3},
        {"pantin": {"bone": []}},
        {"pantin": {"bone": {"mass": -1, "shape": 0}}},
        {"pantin": {"bone": {"mass": True, "shape": {"mesh": 0}}}},
        {"pantin": {"bone": {"mass": float("inf")}}},
    ],
)
def test_other_extras_are_no_bones(extras):
    assert bone_of(extras) == {}
    assert without_bone(extras) == extras


def test_extras_of_others_stay():
    own = {"id": 7, "pantin": {"note": "x"}}
    made = with_bone(own, {"mass": 1.5})
    assert bone_of(made) == {"mass": 1.5}
    assert without_bone(made) == own
    assert with_bone(None, {}) is None


def test_shapes_in_words():
    assert describe_shape({"size": [1, 2]}) == "general, 1 x 2"
    assert describe_shape({"type": "plane"}) == "plane"
    assert describe_shape({"size": "x", "curves": [{}]}) == "general, curved"
