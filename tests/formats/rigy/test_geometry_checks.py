"""`geometry_checks`, held against the geometry."""

from __future__ import annotations

import json

import pytest

from pantin.formats.rigy.summary import summarise

WALL = {"id": "wall", "type": "box", "aabb": {"min": [0, 0, 0], "max": [4, 3, 1]}}
FLOOR = {"id": "floor", "type": "box", "aabb": {"min": [0, -1, 0], "max": [4, 0, 4]}}
RAMP = {"id": "ramp", "type": "wedge", "dimensions": {"x": 2, "y": 1, "z": 2}}
TIP = {"id": "tip", "type": "wedge", "dimensions": {"x": 1, "y": 1, "z": 1}}


def answers(**block):
    document = {
        "version": "0.11",
        "meshes": [{"id": "m", "primitives": [WALL, FLOOR, RAMP, TIP]}],
        "geometry_checks": block,
    }
    return summarise(json.dumps(document)).intents


def face(primitive, key):
    return {"primitive_id": primitive, "face": key}


def point(primitive, key):
    return {"primitive_id": primitive, "point": key}


@pytest.mark.parametrize(
    ("check", "status"),
    [
        ({"check": "normal_parallel", "a": "wall.+y", "b": "floor.-y"}, "pass"),
        ({"check": "normal_parallel", "a": "ramp.slope_face", "b": "floor.-y"}, "fail"),
        ({"check": "normal_parallel", "a": "ramp.slope_face", "b": "floor.-y", "tolerance": 2}, "pass"),
        ({"check": "point_on_line", "point": "ramp.apex", "line": "ramp.ridge"}, "fail"),
        ({"check": "point_on_line", "point": "ramp.apex", "line": "ramp.ridge", "tolerance": 1}, "pass"),
        ({"check": "point_on_line", "point": "wall.apex", "line": "ramp.ridge"}, "error"),
        ({"check": "normal_parallel", "a": "wall", "b": "floor.-y"}, "error"),
        ({"check": "normal_parallel", "a": "wall.slope", "b": "floor.-y"}, "error"),
        ({"check": "perpendicular"}, "error"),
    ],
)
def test_alignments(check, status):
    """Rigy chapter 10.1."""
    assert [one.status for one in answers(alignment=[check])] == [status]


@pytest.mark.parametrize(
    ("check", "status", "measured"),
    [
        (
            {"type": "coplanar_faces", "a": face("wall", "-y"), "b": face("floor", "+y"), "max_distance": 0},
            "pass",
            {"max_distance": 0.0},
        ),
        (
            {
                "type": "coplanar_faces",
                "a": face("wall", "-y"),
                "b": face("floor", "+x"),
                "max_distance": 0.5,
            },
            "fail",
            {"max_distance": 1.0},
        ),
        (
            {
                "type": "gap_axis",
                "a": face("wall", ""),
                "b": face("floor", ""),
                "axis": "z",
                "min": -1,
                "max": 0,
            },
            "pass",
            {"gap": -1.0},
        ),
        (
            {
                "type": "gap_axis",
                "a": face("wall", ""),
                "b": face("floor", ""),
                "axis": "x",
                "min": 0,
                "max": 1,
            },
            "fail",
            {"gap": -4.0},
        ),
        (
            {
                "type": "point_order",
                "a": point("wall", "max_y"),
                "b": point("floor", "center_y"),
                "relation": "gt",
                "min_delta": 3.5,
            },
            "fail",
            {"a": 3.0, "b": -0.5},
        ),
        (
            {
                "type": "point_order",
                "a": point("wall", "min_y"),
                "b": point("floor", "max_y"),
                "relation": "eq",
            },
            "pass",
            {"a": 0.0, "b": 0.0},
        ),
        (
            {
                "type": "normal_alignment",
                "a": face("wall", "+x"),
                "target_axis": [1, 1, 0],
                "max_angle_deg": 46,
            },
            "pass",
            {"angle_deg": pytest.approx(45.0)},
        ),
        ({"type": "normal_alignment", "a": face("wall", "+x"), "target_axis": [0, 0, 0]}, "error", {}),
        (
            {"type": "gap_axis", "a": face("wall", ""), "b": face("none", ""), "axis": "x", "min": 0},
            "error",
            {},
        ),
        (
            {"type": "point_order", "a": point("wall", "top"), "b": point("wall", "max_y"), "relation": "gt"},
            "error",
            {},
        ),
    ],
)
def test_drafted_checks(check, status, measured):
    """The draft of the language's checks, version 1, §6 and §8."""
    (found,) = answers(version=1, checks=[{"id": "c", **check}])
    assert (found.status, found.measured) == (status, measured)


def test_a_check_has_its_own_name():
    check = {"id": "c", "type": "point_order", "a": point("wall", "max_y"), "b": point("floor", "max_y")}
    found = answers(checks=[check | {"relation": "gt"}, check | {"relation": "le"}])
    assert [one.status for one in found] == ["pass", "error"]
    assert "duplicate check id" in found[1].note


@pytest.mark.parametrize("block", [None, 3, [], {"alignment": 3, "checks": {"a": 1}}, {"checks": []}])
def test_a_block_of_another_shape_says_nothing(block):
    document = {"version": "0.3", "meshes": [], "geometry_checks": block}
    assert summarise(json.dumps(document)).intents == ()
