"""Expressions: what they bind; and they let go of blend shapes that are gone, and keep what they say of
materials and gaze."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pantin
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.expressions import Bind, Expression, drop_target_binds, expressions

EXAMPLES = Path(__file__).parents[4] / "examples"


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


@pytest.fixture(scope="module")
def face():
    """One mesh on one node, with the blend shapes smile and frown (examples/make.py)."""
    return pantin.load(EXAMPLES / "face.gltf").rig


def node_of(rig):
    return rig.instances[0].node


def test_vrm_1_binds_nodes(face):
    """VRMC_vrm 1.0 "Expressions": weights from 0 to 1, presets and custom ones."""
    node = node_of(face)
    happy = {"morphTargetBinds": [{"node": node, "index": 0, "weight": 0.5}]}
    sad = {"morphTargetBinds": [{"node": node, "index": 1, "weight": 1}]}
    tree = {
        "extensions": {"VRMC_vrm": {"expressions": {"preset": {"happy": happy}, "custom": {"grim": sad}}}}
    }
    assert expressions(tree, face) == [
        Expression("happy", (Bind(node, 0, 0.5),)),
        Expression("grim", (Bind(node, 1, 1.0),)),
    ]


def test_vrm_0_binds_meshes_in_percent(face):
    groups = [{"name": "Joy", "binds": [{"mesh": 0, "index": 0, "weight": 80}]}, {"presetName": "blink"}]
    tree = {"extensions": {"VRM": {"blendShapeMaster": {"blendShapeGroups": groups}}}}
    assert expressions(tree, face) == [Expression("Joy", (Bind(node_of(face), 0, 0.8),))]


@pytest.mark.parametrize(
    "bind",
    [
        {"node": 99, "index": 0, "weight": 1},
        {"node": 0, "index": 2, "weight": 1},
        {"node": 0, "index": -1, "weight": 1},
        {"node": "0", "index": 0, "weight": 1},
        {"node": 0, "index": 0, "weight": "1"},
        {"node": 0, "index": 0, "weight": float("inf")},
        {"node": 0, "index": 0, "weight": 10**400},
        {"node": [], "index": 0, "weight": 1},
        {"node": True, "index": 0, "weight": 1},
        7,
    ],
)
def test_a_bind_of_nothing_is_left_out(face, bind):
    one = {"morphTargetBinds": [bind]}
    assert expressions({"extensions": {"VRMC_vrm": {"expressions": {"preset": {"a": one}}}}}, face) == []


@pytest.mark.parametrize("tree", [{}, {"extensions": 1}, {"extensions": {"VRMC_vrm": [], "VRM": 2}}])
def test_a_file_without_expressions_has_none(face, tree):
    assert expressions(tree, face) == []
