"""Rigy sources among other files: compiled into a rig, which becomes a document when one is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.rigy import FORMAT as RIGY
from pantin.formats.rigy.files import companions, expand, fmt, schema

EXAMPLES = Path(__file__).parents[3] / "examples"
ARM = EXAMPLES / "rigy" / "arm.rigy.yaml"
CASES = Path(__file__).parents[2] / "cases"
BAD = CASES / "RIGY-V06" / "bad.rigy.yaml"


def test_loading_a_source_compiles_it():
    asset = pantin.load(ARM)
    assert (asset.format, asset.from_rig, asset.format.name) == (GLTF, True, "glTF")
    assert asset.document.kind == "glb"
    assert "elbow" in asset.rig.nodes.names
    assert asset.report.path == str(ARM)
    assert asset.report.format == "rigy"


def test_neither_rig_nor_report_writes_a_document(monkeypatch):
    def refuse(*arguments, **options):
        raise AssertionError("no document is wanted")

    monkeypatch.setattr("pantin.formats.gltf.new.write", refuse)
    asset = pantin.load(ARM)
    assert asset.rig.skins
    assert asset.report.ok
    assert asset.lifted.findings == ()
    assert pantin.check(ARM).ok
    with pytest.raises(AssertionError, match="no document"):
        asset.document  # noqa: B018


def test_a_source_larger_than_the_limit_breaks_the_rule_of_the_language():
    limits = pantin.Limits(yaml_bytes=10)
    report = pantin.check(ARM, limits=limits)
    assert (report.path, report.format) == (str(ARM), "rigy")
    assert [finding.rule for finding in report.findings] == ["RIGY-P70"]
    with pytest.raises(pantin.LimitExceeded, match="yaml_bytes"):
        pantin.load(ARM, limits=limits)


def test_the_files_that_were_read_are_its_inputs():
    assert dict(pantin.load(ARM).origin.inputs) == {ARM.as_posix(): ARM.read_bytes()}


def test_what_a_source_compiles_to_has_no_errors_and_the_same_rig(tmp_path):
    asset = pantin.compile(ARM)
    pantin.save(asset, tmp_path / "arm.glb")
    saved = pantin.load(tmp_path / "arm.glb")
    assert saved.report.ok
    assert saved.rig.nodes.names == asset.rig.nodes.names


def test_the_profiles_give_different_bytes(tmp_path):
    for profile in ("standard", "reference"):
        pantin.save(pantin.compile(ARM, profile=profile), tmp_path / f"{profile}.glb")
    assert (tmp_path / "standard.glb").read_bytes() != (tmp_path / "reference.glb").read_bytes()


def test_an_unknown_profile_is_a_bad_call():
    with pytest.raises(ValueError, match="unknown profile 'strict'"):
        pantin.compile(ARM, profile="strict")


def test_a_bad_source_raises_with_the_report_that_check_gives():
    with pytest.raises(pantin.BadFile) as raised:
        pantin.compile(BAD)
    assert raised.value.report == pantin.check(BAD)
    assert raised.value.report.errors[0].rule == "RIGY-V06"


def test_a_source_in_memory_is_called_by_its_name():
    assert pantin.check(BAD.read_bytes(), name="mine.rigy.yaml").path == "mine.rigy.yaml"
    assert pantin.load(ARM.read_bytes(), name="mine.rigy.yaml").path == "mine.rigy.yaml"


def test_a_source_converts_as_it_compiles(tmp_path):
    assert pantin.convert(ARM, tmp_path / "arm.glb").ok
    pantin.save(pantin.compile(ARM), tmp_path / "same.glb")
    assert (tmp_path / "arm.glb").read_bytes() == (tmp_path / "same.glb").read_bytes()


def test_what_glb_cannot_hold_is_reported_when_it_is_saved(tmp_path):
    """Its skin bends by dual quaternions, and glTF blends linearly; rounding to float32 is no loss."""
    asset = pantin.load(CASES / "LOSS-GLTF_SOLVER" / "bad.rigy.yaml")
    assert asset.report.ok
    report = pantin.save(asset, tmp_path / "a.glb")
    assert [finding.rule for finding in report.findings] == ["LOSS-GLTF_SOLVER"]


def test_every_source_of_its_folder_may_be_imported(tmp_path):
    for name in ("a.rigy.yaml", "b/part.RIGY.yml", "c.yaml", "d.glb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    result = {path.relative_to(tmp_path).as_posix() for path in companions(None, tmp_path / "a.rigy.yaml")}
    assert result == {"a.rigy.yaml", "b/part.RIGY.yml", "c.yaml"}


def test_a_source_expands_from_a_file_and_from_bytes():
    first, second = expand(ARM), expand(ARM.read_bytes(), name=str(ARM))
    assert first == second
    assert "elbow" in first
    with pytest.raises(pantin.BadFile) as raised:
        expand(b"version: [", name="bad.rigy.yaml")
    assert raised.value.report.path == "bad.rigy.yaml"


def test_a_source_is_brought_into_its_canonical_form():
    assert fmt("meshes: []\nversion: '0.3'\n") == fmt(b"meshes: []\nversion: '0.3'\n")
    assert fmt("meshes: []\nversion: '0.3'\n") == "version: '0.3'\nmeshes: []\n"
    with pytest.raises(pantin.BadFile):
        fmt("version: [", name="bad.rigy.yaml")


@pytest.mark.parametrize("kind", ["rigy", "rigs", "ricy"])
def test_there_is_a_schema_for_every_kind_of_source(kind):
    assert schema(kind)["type"] == "object"


def test_a_contract_is_checked_and_holds_no_rig_to_load():
    contract = next((CASES.parent.parent / "examples").rglob("*.ricy.yaml"))
    assert pantin.check(contract).format == "ricy"
    with pytest.raises(pantin.BadFile) as raised:
        pantin.load(contract)
    assert raised.value.report == pantin.check(contract)


def test_it_is_read_only():
    assert not RIGY.writable
    with pytest.raises(ValueError, match=r"does not write \.rigy\.yaml"):
        pantin.save(pantin.load(ARM), "arm.rigy.yaml")
