from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.viewer.expressions import expressions

EXAMPLES = Path(__file__).parents[2] / "examples"


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
        {"name": "happy", "binds": [(node, 0, 0.5)]},
        {"name": "grim", "binds": [(node, 1, 1.0)]},
    ]


def test_vrm_0_binds_meshes_in_percent(face):
    groups = [{"name": "Joy", "binds": [{"mesh": 0, "index": 0, "weight": 80}]}, {"presetName": "blink"}]
    tree = {"extensions": {"VRM": {"blendShapeMaster": {"blendShapeGroups": groups}}}}
    assert expressions(tree, face) == [{"name": "Joy", "binds": [(node_of(face), 0, 0.8)]}]


@pytest.mark.parametrize(
    "bind",
    [
        {"node": 99, "index": 0, "weight": 1},
        {"node": 0, "index": 2, "weight": 1},
        {"node": 0, "index": -1, "weight": 1},
        {"node": "0", "index": 0, "weight": 1},
        {"node": 0, "index": 0, "weight": "1"},
        {"node": 0, "index": 0, "weight": float("inf")},
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
