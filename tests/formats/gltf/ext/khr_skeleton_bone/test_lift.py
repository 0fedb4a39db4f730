"""Bones in the rig and back: lengths and skeletons, in glTF and G4MF."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pantin
from pantin.formats.gltf.lift import lift
from pantin.rig import Node, build

NAME = "KHR_skeleton_bone"


def test_lengths_and_skeletons_are_in_the_rig(arm):
    rig = lift(arm.document()).rig
    assert str(rig.nodes.bone_lengths.tolist()) == "[nan, 1.0, 0.5, nan]"
    (skeleton,) = rig.skeletons
    assert (skeleton.root, skeleton.joints.tolist(), rig.skins[0].skeleton) == (0, [0, 1, 2], 0)


def test_a_camera_in_the_file_costs_no_skeleton(arm):
    arm.tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1}}]
    arm.nodes[0]["camera"] = 0
    assert len(lift(arm.document()).rig.skeletons) == 1


@pytest.mark.parametrize("length", [-1, "1", True, 10**400, None])
def test_an_invalid_length_is_not_in_the_rig(arm, length):
    arm.nodes[1]["extensions"][NAME]["length"] = length
    assert math.isnan(lift(arm.document()).rig.nodes.bone_lengths[1])


def test_a_skin_whose_skeleton_is_elsewhere_stays_as_it_is(arm):
    arm.tree["skins"][0]["skeleton"] = 1
    rig = lift(arm.document()).rig
    assert rig.skeletons == ()
    assert rig.skins[0].skeleton is None


@pytest.mark.parametrize("suffix", [".g4b", ".npz"])
def test_lengths_go_to_other_formats_and_back(arm, suffix, tmp_path):
    """A G4MF bone has the same length along the same axis."""
    (tmp_path / "arm.gltf").write_bytes(arm.document().new_text())
    pantin.convert(tmp_path / "arm.gltf", tmp_path / f"arm{suffix}")
    report = pantin.convert(tmp_path / f"arm{suffix}", tmp_path / "back.glb")
    assert not [one for one in report.findings if "length" in one.message]
    back = pantin.load(tmp_path / "back.glb")
    lengths = dict(zip(back.rig.nodes.names, back.rig.nodes.bone_lengths.tolist(), strict=True))
    assert (lengths["upper"], lengths["lower"]) == (1.0, 0.5)
    assert not [one for one in back.report.findings if one.rule.startswith(("KHR", "STAIK"))]


def test_what_only_this_file_says_is_reported(arm, tmp_path):
    (tmp_path / "arm.gltf").write_bytes(arm.document().new_text())
    report = pantin.convert(tmp_path / "arm.gltf", tmp_path / "arm.npz")
    (dropped,) = [one.message for one in report.findings if NAME in one.message]
    assert "connected" in dropped


def test_a_rig_without_skins_stores_lengths_too(tmp_path):
    rig = build(nodes=[Node("root"), Node("bone", 0, bone_length=0.25)])
    pantin.save(rig, tmp_path / "bones.glb")
    again = pantin.load(tmp_path / "bones.glb")
    np.testing.assert_array_equal(again.rig.nodes.bone_lengths, [np.nan, 0.25])
    assert not [one for one in again.report.findings if one.severity == "error"]


def test_stripping_removes_every_trace(arm, tmp_path):
    (tmp_path / "arm.gltf").write_bytes(arm.document().new_text())
    plain = pantin.strip_skeletons(pantin.load(tmp_path / "arm.gltf"))
    assert NAME not in str(plain.document.tree)


def test_nodes_with_a_length_can_be_added_where_the_file_has_bones(arm, tmp_path):
    (tmp_path / "arm.gltf").write_bytes(arm.document().new_text())
    asset = pantin.load(tmp_path / "arm.gltf")
    (added,) = asset.add_nodes([Node("hand", bone_length=0.2)], parent="lower")
    assert asset.rig.nodes.bone_lengths[added] == 0.2
    plain = pantin.strip_skeletons(asset)
    with pytest.raises(ValueError, match="bone length"):
        plain.add_nodes([Node("hand", bone_length=0.2)])
