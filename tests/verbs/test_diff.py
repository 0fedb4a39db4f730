"""`diff` of a slimmed model: equal by what `slim` promised, and different where that does not hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from creature import creature

import pantin
from pantin.rig import Sampler
from pantin.verbs.asset import Asset

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


def without_names(tmp_path):
    """A model with two filters on its texture, a node and a clip without names."""
    asset = pantin.load(ARM)
    document = asset.document
    image = (
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"
        "AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )
    document.set("/images", [{"uri": image}])
    document.set("/samplers", [{"magFilter": 9728, "minFilter": 9987}])
    document.set("/textures", [{"source": 0, "sampler": 0}])
    document.set("/materials", [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}])
    document.set("/meshes/0/primitives/0/material", 0)
    document.remove("/nodes/1/name")
    document.remove("/animations/0/name")
    path = tmp_path / "plain.glb"
    pantin.save(pantin.Asset(asset.path, asset.format, document=document), path)
    return path


@pytest.mark.parametrize("suffix", [".usda", ".fbx"])
def test_what_a_format_cannot_leave_open_is_no_difference(suffix, tmp_path):
    """USD stores no filters, and both need names: they write `node_1` and `clip0`."""
    if suffix == ".usda":
        pytest.importorskip("pxr")
    plain = without_names(tmp_path)
    pantin.convert(plain, tmp_path / f"other{suffix}")
    difference = pantin.diff(plain, tmp_path / f"other{suffix}", ignore=("geometry",))
    said = [
        change for change in difference.differences if change.kind == "names" or "filters" in change.message
    ]
    assert said == []


def with_sampler(sampler):
    """The creature of tests, whose skin has a texture."""
    rig = creature()
    return Asset.of_rig(rig.replace(samplers=(sampler,)), "creature.glb")


def test_filters_that_both_files_state_are_compared():
    stated = with_sampler(Sampler("nearest", "linear", "linear"))
    for other in (
        Sampler("linear", "linear", "linear"),
        Sampler("nearest", "nearest", "linear"),
        Sampler("nearest", "linear", "none"),
    ):
        changes = pantin.diff(stated, with_sampler(other)).differences
        assert ["filters" in change.message for change in changes] == [True], other
    for open_one in (Sampler(), Sampler("nearest"), Sampler(minification="linear")):
        assert pantin.diff(stated, with_sampler(open_one)).equal, open_one


@pytest.mark.parametrize(
    ("name", "counts"), [("node_1", False), ("1", False), ("Node 1", False), ("hand", True)]
)
def test_a_number_is_no_name(name, counts, tmp_path):
    plain = without_names(tmp_path)
    asset = pantin.load(plain)
    asset.document.set("/nodes/1/name", name)
    difference = pantin.diff(plain, pantin.Asset(asset.path, asset.format, document=asset.document))
    assert [change.kind for change in difference.differences] == (["names"] if counts else [])
