"""Expressions of all extensions that a file has, without those that bind nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.formats.gltf.ext.expressions import expressions

EXAMPLES = Path(__file__).parents[4] / "examples"


@pytest.fixture(scope="module")
def face():
    """One mesh on one node, with the blend shapes smile and frown (examples/make.py)."""
    return pantin.load(EXAMPLES / "face.gltf").rig


def test_those_of_vrm_1_come_first(face):
    node = face.instances[0].node
    happy = {"morphTargetBinds": [{"node": node, "index": 0, "weight": 2}]}
    groups = [{"name": "Joy", "binds": [{"mesh": 0, "index": 1, "weight": 80}]}, {"presetName": "blink"}]
    extensions = {
        "VRM": {"blendShapeMaster": {"blendShapeGroups": groups}},
        "VRMC_vrm": {"expressions": {"preset": {"happy": happy}}},
    }
    found = expressions({"extensions": extensions}, face)
    assert [(one.name, one.binds[0].amount) for one in found] == [("happy", 1.0), ("Joy", 0.8)]


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
