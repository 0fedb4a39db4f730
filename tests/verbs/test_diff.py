"""`diff` of a slimmed model: equal by what `slim` promised, and different where that does not hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pantin

ARM = Path(__file__).parents[2] / "examples" / "arm.glb"


@pytest.fixture(scope="module")
def slimmed() -> pantin.Slimmed:
    return pantin.slim(pantin.load(ARM), skin_error="0.5%", quantize=True)


def test_what_slim_promised_is_no_difference(slimmed):
    assert pantin.diff(ARM, slimmed)
    difference = pantin.diff(ARM, slimmed, against_slim=slimmed)
    assert difference.equal
    assert 0 < difference.max_error <= difference.tolerance
    assert difference.tolerance == max(slimmed.bound, slimmed.posed_error)


def test_the_report_has_the_promise(slimmed, tmp_path):
    report = tmp_path / "report.json"
    report.write_text(json.dumps(slimmed.to_builtins()))
    assert pantin.diff(ARM, slimmed, against_slim=report) == pantin.diff(ARM, slimmed, against_slim=slimmed)


def test_without_a_report_the_promise_of_the_presets_holds(slimmed):
    """0.05 % of 3, the longest side of the arm."""
    web = pantin.slim(pantin.load(ARM), preset="web")
    difference = pantin.diff(ARM, web, against_slim=True)
    assert difference.equal
    assert difference.tolerance == pytest.approx(0.0015)
    assert {change.kind for change in pantin.diff(ARM, slimmed, against_slim=True).differences} <= {
        "clips",
        "geometry",
    }


def test_more_than_was_promised_is_a_difference(slimmed):
    rig = slimmed.rig
    moved = rig.replace(nodes=[node.replace(scale=(1.1, 1.1, 1.1)) for node in rig.node_list()])
    difference = pantin.diff(ARM, moved, against_slim=slimmed)
    assert difference.max_error > slimmed.posed_error
    assert any("the surfaces are" in change.message for change in difference.differences)


def test_a_lost_clip_is_a_difference(slimmed):
    difference = pantin.diff(ARM, slimmed.rig.replace(clips=()), against_slim=slimmed)
    assert [(change.kind, change.message) for change in difference.differences] == [
        ("clips", "only in the first file")
    ]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"bound": "x", "posed_error": 0}', '{"bound": 1e999}'])
def test_a_file_that_is_no_report_is_refused(text, tmp_path, slimmed):
    report = tmp_path / "report.json"
    report.write_text(text)
    with pytest.raises(ValueError, match="is not a report of slim"):
        pantin.diff(ARM, slimmed, against_slim=str(report))


def test_a_promise_is_no_tolerance_as_well(slimmed):
    with pytest.raises(ValueError, match="not both"):
        pantin.diff(ARM, slimmed, against_slim=True, tolerance=0.1)
    with pytest.raises(TypeError, match="against_slim must be"):
        pantin.diff(ARM, slimmed, against_slim=0.1)
