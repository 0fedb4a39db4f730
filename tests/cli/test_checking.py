"""What is wanted of a check is verified before the first file is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.cli.checking import check_files, read_baseline, rendered, verified_selection
from pantin.cli.config import Settings
from pantin.cli.exit import UsageError
from pantin.report import Finding, Report
from pantin.report.selection import Selection


def test_names_of_rules_are_verified():
    assert verified_selection(Settings(select=("gltf,file",))) == Selection(("GLTF", "FILE"))
    with pytest.raises(UsageError, match="no rule is called 'NOPE'"):
        verified_selection(Settings(ignore=("nope",)))


def test_nothing_to_check_is_wrong_usage():
    with pytest.raises(UsageError):
        check_files([])


def test_a_baseline_must_be_there_and_be_one(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        read_baseline(tmp_path / "missing.json")
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(UsageError, match="is not a baseline"):
        read_baseline(tmp_path / "other.json")


def test_a_line_that_is_given_overrides_the_settings_of_the_project(tmp_path, monkeypatch, capsys):
    Path(tmp_path, "pantin.toml").write_text('format = "json"')
    Path(tmp_path, "a.txt").write_text("x")
    monkeypatch.chdir(tmp_path)
    assert check_files(["a.txt"], format="text") == 1
    assert capsys.readouterr().out.startswith("a.txt: FILE-UNKNOWN_FORMAT")


@pytest.mark.parametrize(
    ("format", "start"), [("text", "a: X-1"), ("json", "{"), ("github", "::error"), ("sarif", '{"$schema"')]
)
def test_every_format_has_its_renderer(format, start):
    text = "".join(rendered([Report("a", "glb", (Finding("X-1", "error", "m"),))], format))
    assert text.startswith(start)


def test_there_are_no_negative_jobs():
    with pytest.raises(UsageError, match="--jobs"):
        check_files(["arm.glb"], jobs=-1)
