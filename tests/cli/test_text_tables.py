"""`pantin inspect` of Rigy texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RIGY = ROOT / "examples" / "rigy"


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("arm.rigy.yaml", ("Rigy document 0.3", "elbow", "capsule", "arm_rig")),
        ("car.rigy.yaml", ("parts/wheel.rigy.yaml", "left_front", "rigid", "materials: paint")),
        ("scene.rigs.yaml", ("Rigs scene", "instances")),
        ("parts/wheel.ricy.yaml", ("Ricy contract", "frames: ")),
    ],
)
def test_a_text_is_shown_as_tables(pantin, file, words):
    ended = pantin("inspect", RIGY / file)
    assert (ended.code, ended.err) == (0, "")
    for word in words:
        assert word in ended.out


def test_or_as_one_json_document(pantin):
    ended = pantin("inspect", RIGY / "arm.rigy.yaml", "--format", "json")
    summary = json.loads(ended.out)
    assert (summary["format"], summary["errors"]) == ("rigy", 0)


def test_a_text_with_faults_is_shown_as_far_as_it_goes(pantin):
    ended = pantin("inspect", ROOT / "tests" / "cases" / "RIGY-V06" / "bad.rigy.yaml")
    assert ended.code == 0
    assert "1 error and 0 warnings; pantin check says more" in ended.out


def test_a_text_that_is_not_there_is_unreadable(pantin):
    assert pantin("inspect", "missing.rigy.yaml").code == 3


HOUSE = """version: "0.11"
meshes: [{id: m, primitives: [
  {id: wall, type: box, aabb: {min: [0, 0, 0], max: [4, 3, 1]}},
  {id: floor, type: box, aabb: {min: [0, -1, 0], max: [4, 0, 4]}}]}]
geometry_checks: {checks: [
  {id: stands, type: gap_axis, a: {primitive_id: wall}, b: {primitive_id: floor}, axis: y, min: @, max: 9}]}
"""


@pytest.mark.parametrize(("least", "code", "word"), [("0", 0, "pass"), ("1", 1, "fail")])
def test_an_intent_that_fails_ends_with_1(pantin, least, code, word):
    Path("house.rigy.yaml").write_text(HOUSE.replace("@", least), encoding="utf-8")
    ended = pantin("inspect", "house.rigy.yaml", "--gaps", "--faces")
    assert ended.code == code
    for part in ("stands", word, "gaps", "-4", "faces", "+x"):
        assert part in ended.out
    shown = json.loads(pantin("inspect", "house.rigy.yaml", "--format", "json").out)
    assert shown["bounds"] == [[0, -1, 0], [4, 3, 4]]
    assert shown["meshes"][0]["primitives"][0]["faces"][0]["key"] == "+x"
