"""G4MF files among the others: read, checked, written, and refused where glTF is needed."""

from __future__ import annotations

import json

import pytest

import pantin
from pantin.formats.g4mf import FORMAT as G4MF
from pantin.verbs.editing import edit_of

TEXT = json.dumps({"asset": {"dimension": 4, "version": 0}, "nodes": [{"name": "a"}]}).encode()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.g4tf"
    path.write_bytes(TEXT)
    return path


def test_a_file_is_told_by_its_name(file):
    asset = pantin.load(file)
    assert asset.format is G4MF
    assert asset.rig.dimension == 4
    assert pantin.check(file) == asset.report
    assert asset.report.format == "g4tf"


def test_or_by_its_first_bytes(file, tmp_path):
    pantin.save(pantin.load(file), tmp_path / "a.g4b")
    data = (tmp_path / "a.g4b").read_bytes()
    assert pantin.check(data, name="a.data").format == "g4b"
    assert pantin.load(data).rig.dimension == 4


def test_untouched_it_is_written_byte_for_byte(file, tmp_path):
    pantin.save(pantin.load(file), tmp_path / "copy.g4tf")
    assert (tmp_path / "copy.g4tf").read_bytes() == TEXT


def test_what_has_no_meaning_is_a_report_to_check_and_raised_by_load(tmp_path):
    (tmp_path / "a.g4b").write_bytes(b"dear diary")
    report = pantin.check(tmp_path / "a.g4b")
    assert not report.ok
    with pytest.raises(pantin.BadFile):
        pantin.load(tmp_path / "a.g4b")


def test_a_limit_is_a_finding_to_check(file):
    report = pantin.check(file, limits=pantin.Limits(file_bytes=4))
    assert [finding.rule for finding in report.findings] == ["FILE-LIMIT"]


def test_what_needs_gltf_says_so(file, tmp_path):
    asset = pantin.load(file)
    with pytest.raises(pantin.Unsupported, match="is a G4MF file; only glTF files support this"):
        edit_of(asset, "derive_skeletons")
    with pytest.raises(ValueError, match="needs a suffix"):
        pantin.save(asset, tmp_path / "a")
    with pytest.raises(pantin.Unsupported, match="3 dimensions"):
        pantin.save(asset, tmp_path / "a.glb")


def test_a_file_that_needs_what_is_not_known_is_not_loaded(tmp_path):
    """An unknown required extension, or an unknown encoding of the document: findings, and `Unsupported`."""
    path = tmp_path / "a.g4tf"
    asset = {"dimension": 4, "extensionsUsed": ["X_wave"], "extensionsRequired": ["X_wave"]}
    path.write_text(json.dumps({"asset": asset}) + "\n")
    with pytest.raises(pantin.Unsupported, match="requires the unsupported extension") as raised:
        pantin.load(path)
    assert str(raised.value).count("a.g4tf") == 1
    assert [finding.rule for finding in pantin.check(path).findings] == ["G4MF-CORE-008"]
