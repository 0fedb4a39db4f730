"""The avatar of VRM 1.0: bones by name, and binds that go with blend shapes."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.vrmc_vrm.avatar import drop_target_binds, human_bones


def test_bones_are_named_in_an_object():
    bones = {"hips": {"node": 1}, "head": {"node": 7}}
    tree = {"nodes": [{}, {}], "extensions": {"VRMC_vrm": {"humanoid": {"humanBones": bones}}}}
    assert human_bones(tree) == {"hips": 1}


@pytest.mark.parametrize("extensions", [None, [], {"VRM": 3}, {"VRMC_vrm": {"humanoid": []}}], ids=repr)
def test_another_file_lists_no_bones(extensions):
    assert human_bones({"nodes": [{}], "extensions": extensions}) is None


def document(extensions):
    return read(json.dumps({"asset": {"version": "2.0"}, "extensions": extensions}).encode(), name="a.gltf")


def test_an_expression_loses_the_binds_to_targets_alone():
    bind = [{"node": 0, "index": 0, "weight": 1}]
    happy = {"morphTargetBinds": bind, "materialColorBinds": [], "isBinary": True}
    made = document(
        {"VRMC_vrm": {"expressions": {"preset": {"happy": happy}, "custom": {"/~": dict(happy)}}}}
    )
    drop_target_binds(made)
    left = {"materialColorBinds": [], "isBinary": True}
    assert made.tree["extensions"]["VRMC_vrm"]["expressions"] == {
        "preset": {"happy": left},
        "custom": {"/~": left},
    }


@pytest.mark.parametrize(
    "broken", [{}, {"VRMC_vrm": 3}, {"VRMC_vrm": {"expressions": {"preset": {"happy": []}}}}]
)
def test_what_is_no_expression_is_passed_over(broken):
    made = document(broken)
    drop_target_binds(made)
    assert not made.edited
