"""`inspect`: one call for every format, as far as a file can be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pantin
from pantin.verbs.inspect import inspect

EXAMPLES = Path(__file__).parents[2] / "examples"
FORMATS = [
    ("arm.glb", "glTF"),
    ("rigy/arm.rigy.yaml", "Rigy"),
    ("g4mf/creature.g4b", "outline"),
    ("g4mf/tesseract.off", "outline"),
]


@pytest.mark.parametrize(("name", "kind"), FORMATS)
def test_every_format_is_inspected_and_is_json(name, kind):
    result = inspect(EXAMPLES / name)
    assert (result.kind, result.readable, result.faults, result.failed) == (kind, True, (), False)
    tree = json.loads(json.dumps(result.to_builtins()))
    assert next(iter(tree)) == "path"
    assert tree["path"] == str(EXAMPLES / name)


@pytest.mark.parametrize(("name", "kind"), FORMATS)
def test_bytes_are_inspected_as_their_file(name, kind):
    data = (EXAMPLES / name).read_bytes()
    before, after = inspect(EXAMPLES / name).to_builtins(), inspect(data, name=name).to_builtins()
    assert before | {"path": name} == after


def test_a_file_and_its_rig_are_counted():
    tree = inspect(EXAMPLES / "arm.glb").to_builtins()
    assert tree["skins"][0]["joints"] == 3
    assert tree["rig"]["skins"][0]["joints"] == 3


def test_what_no_rig_can_be_made_of_is_counted_all_the_same():
    result = inspect(b'{"asset": {"version": "1.0"}, "nodes": [{}]}', name="a.gltf")
    assert result.readable
    assert result.to_builtins()["rig"] is None


def test_a_damaged_file_says_what_could_not_be_looked_at():
    result = inspect(b'{"asset": {"version": "2.0"', name="a.gltf")
    assert not result.readable
    assert result.faults


def test_a_file_of_no_format_is_refused():
    with pytest.raises(pantin.BadFile, match="format"):
        inspect(b"dear diary", name="a.txt")


def test_gaps_are_measured_where_they_are_asked_for():
    source = EXAMPLES / "rigy" / "arm.rigy.yaml"
    assert not inspect(source).summary.gaps
    assert inspect(source, gaps=True).summary.gaps


def test_a_geometry_check_that_fails_is_told():
    """Rigy chapter 10.1: the bottom of a box is not parallel to the slope of a ramp."""
    ramp = {"id": "ramp", "type": "wedge", "dimensions": {"x": 2, "y": 1, "z": 2}}
    floor = {"id": "floor", "type": "box", "aabb": {"min": [0, -1, 0], "max": [4, 0, 4]}}
    for face, failed in (("ramp.slope_face", True), ("floor.+y", False)):
        check = {"check": "normal_parallel", "a": face, "b": "floor.-y"}
        tree = {
            "version": "0.11",
            "meshes": [{"id": "m", "primitives": [floor, ramp]}],
            "geometry_checks": {"alignment": [check]},
        }
        assert inspect(json.dumps(tree).encode(), name="a.rigy.yaml").failed == failed
