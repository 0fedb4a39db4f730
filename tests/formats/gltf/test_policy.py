"""Which extension stores a part of a rig that several can store, and the options that choose it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pantin
from pantin.cli.run import run
from pantin.formats.gltf import FORMAT
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.files import CHOSEN_PARTS

CASES = Path(__file__).parents[2] / "cases"
STAIK = CASES / "STAIK-001" / "good.gltf"
KHR = CASES / "KHR-SKB-002" / "good.gltf"
AVATAR = Path(__file__).parents[3] / "examples" / "vrm" / "avatar.vrm"


def converted(source, target, **options):
    report = pantin.convert(source, target, **options)
    return report, json.loads(target.read_text())


def errors(path):
    return [finding.rule for finding in pantin.check(path).findings if finding.severity != "info"]


def test_the_options_list_the_words_of_the_records():
    """Help is printed without importing any record, so the words are written there once more."""
    declared = {option.name: set(option.choices) for option in FORMAT.options if option.choices}
    words = {
        part: {each.choices[part].word for each in every() if part in each.choices} for part in CHOSEN_PARTS
    }
    assert declared == words


def test_without_an_option_a_file_keeps_its_extension(tmp_path):
    for source in (STAIK, KHR):
        before = json.loads(source.read_text())["extensionsUsed"]
        assert converted(source, tmp_path / "same.gltf")[1]["extensionsUsed"] == before


def test_skeletons_can_be_stored_as_bones(tmp_path):
    report, tree = converted(STAIK, tmp_path / "bones.gltf", skeletons="khr")
    assert tree["extensionsUsed"] == ["KHR_skeleton_bone"]
    assert "STAIK_skeletons" not in json.dumps(tree)
    assert tree["skins"][0]["skeleton"] == 0
    assert {finding.rule for finding in report.findings} == {"LOSS-GLTF_SKELETON"}
    assert [finding.message for finding in report.findings] == [
        'dropped the name of skeleton "arm" (0): KHR_skeleton_bone does not store it',
        'dropped the inverse bind matrices of skeleton "arm" (0): KHR_skeleton_bone does not store it',
    ]
    assert errors(tmp_path / "bones.gltf") == []


def test_bones_can_be_stored_as_skeletons_again(tmp_path):
    pantin.convert(STAIK, tmp_path / "bones.gltf", skeletons="khr")
    _, tree = converted(tmp_path / "bones.gltf", tmp_path / "again.gltf", skeletons="staik")
    assert tree["extensionsUsed"] == ["STAIK_skeletons"]
    [skeleton] = tree["extensions"]["STAIK_skeletons"]["skeletons"]
    assert (skeleton["root"], skeleton["joints"]) == (1, [1, 2])
    assert tree["skins"][0]["extensions"] == {"STAIK_skeletons": {"skeleton_owner": 0}}
    assert errors(tmp_path / "again.gltf") == []


def test_bone_lengths_stay_where_only_one_extension_has_them(tmp_path):
    lengths = pantin.load(KHR).rig.nodes.bone_lengths
    assert (lengths > 0).any()
    _, tree = converted(KHR, tmp_path / "both.gltf", skeletons="staik")
    assert set(tree["extensionsUsed"]) == {"KHR_skeleton_bone", "STAIK_skeletons"}
    assert pantin.load(tmp_path / "both.gltf").rig.nodes.bone_lengths.tolist() == pytest.approx(
        lengths.tolist(), nan_ok=True
    )


def test_a_new_file_is_stored_as_asked(tmp_path):
    rig = pantin.load(STAIK).rig
    asset = pantin.Asset.of_rig(rig, "arm")
    pantin.convert(asset, tmp_path / "new.gltf", skeletons="khr")
    assert json.loads((tmp_path / "new.gltf").read_text())["extensionsUsed"] == ["KHR_skeleton_bone"]


def test_the_source_asset_does_not_change(tmp_path):
    asset = pantin.load(STAIK)
    before = asset.document.tree["extensionsUsed"]
    pantin.convert(asset, tmp_path / "bones.gltf", skeletons="khr")
    assert asset.document.tree["extensionsUsed"] == before == ["STAIK_skeletons"]
    assert not asset.document.edited


def test_a_character_that_is_stored_as_asked_stays_as_it_is(tmp_path):
    pantin.convert(AVATAR, tmp_path / "same.vrm", character="vrm")
    assert (tmp_path / "same.vrm").read_bytes() == AVATAR.read_bytes()


def test_a_word_that_no_extension_has_is_refused(tmp_path):
    with pytest.raises(ValueError, match="skeletons must be one of staik, khr, not 'other'"):
        pantin.convert(STAIK, tmp_path / "x.gltf", skeletons="other")
    assert not (tmp_path / "x.gltf").exists()


def test_the_command_takes_the_option(tmp_path):
    assert run(["convert", str(STAIK), str(tmp_path / "bones.gltf"), "--skeletons", "khr"]) == 0
    assert json.loads((tmp_path / "bones.gltf").read_text())["extensionsUsed"] == ["KHR_skeleton_bone"]
