"""Expressions let go of blend shapes that are gone, and keep what they say of materials and gaze."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.expressions import drop_target_binds


def document(extensions):
    return read(json.dumps({"asset": {"version": "2.0"}, "extensions": extensions}).encode(), name="a.gltf")


def test_vrm_1_loses_the_binds_to_targets_alone():
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


def test_vrm_0_loses_the_binds_of_each_group():
    group = {"name": "Joy", "binds": [{"mesh": 0, "index": 0, "weight": 100}], "materialValues": []}
    made = document({"VRM": {"blendShapeMaster": {"blendShapeGroups": [group, {"name": "A"}]}}})
    drop_target_binds(made)
    groups = made.tree["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"]
    assert groups == [{"name": "Joy", "materialValues": []}, {"name": "A"}]


@pytest.mark.parametrize(
    "broken", [{}, {"VRMC_vrm": 3}, {"VRMC_vrm": {"expressions": {"preset": {"happy": []}}}}]
)
def test_what_is_no_expression_is_passed_over(broken):
    made = document(broken)
    drop_target_binds(made)
    assert not made.edited
