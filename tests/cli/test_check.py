"""`pantin check`, from the command line to the exit code."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest


def test_clean_files_print_one_line_and_end_with_0(pantin):
    assert pantin("check", "arm.glb", "face.gltf") == (0, "", "2 files, no findings\n")


def test_findings_are_printed_as_a_compiler_does_and_end_with_1(pantin):
    ended = pantin("check", "broken.gltf")
    assert ended.code == 1
    assert "broken.gltf:141:5: GLTF-NODE_LOOP error: " in ended.out
    assert ended.err.startswith("1 file, ")


def test_a_folder_is_walked(pantin):
    ended = pantin("check", ".", "--format", "json")
    assert [file["path"] for file in json.loads(ended.out)["files"]] == [
        "arm.glb",
        "broken.gltf",
        "face.gltf",
    ]
    assert (ended.code, ended.err) == (1, "")


def test_several_processes_print_the_same(pantin):
    assert pantin("check", ".", "-j", 2).out == pantin("check", ".").out


def test_a_missing_file_ends_with_3_and_the_others_are_checked(pantin):
    ended = pantin("check", "missing.glb", "broken.gltf")
    assert ended.code == 3
    assert "pantin: missing.glb: no such file or directory\n" in ended.err
    assert "GLTF-NODE_LOOP" in ended.out


def test_where_no_file_could_be_read_nothing_is_summed_up(pantin):
    """ "no findings" would read as praise."""
    assert pantin("check", "missing.glb").err == "pantin: missing.glb: no such file or directory\n"


def test_a_file_of_no_known_format_is_a_finding(pantin, models):
    (models / "notes.txt").write_text("dear diary")
    ended = pantin("check", "notes.txt")
    assert (ended.code, ended.out[:40]) == (1, "notes.txt: FILE-UNKNOWN_FORMAT error: ne")


def test_select_and_ignore_by_id_prefix_and_list(pantin):
    out = pantin("check", "broken.gltf", "--select", "gltf-node").out
    assert {line.split()[1] for line in out.splitlines()} == {"GLTF-NODE_LOOP", "GLTF-NODE_PARENT_OVERRIDE"}
    ended = pantin(
        "check", "broken.gltf", "--select", "GLTF-NODE", "--ignore", "GLTF-NODE_LOOP,GLTF-NODE_PARENT"
    )
    assert (ended.code, ended.out) == (0, "")


def test_an_unknown_rule_is_wrong_usage(pantin):
    ended = pantin("check", "arm.glb", "--ignore", "GLTF-NODE_LOP")
    assert ended.code == 2
    assert "Did you mean GLTF-NODE_LOOP" in ended.err


def test_strict_counts_warnings(pantin):
    only_warnings = ("check", "broken.gltf", "--select", "GLTF-VALUE_NOT_IN_LIST")
    assert pantin(*only_warnings).code == 0
    assert pantin(*only_warnings, "--strict").code == 1


def test_a_baseline_accepts_what_was_there_when_it_was_written(pantin, models):
    written = pantin("check", ".", "--write-baseline", "accepted.json")
    assert (written.code, written.out) == (0, "")
    assert pantin("check", ".", "--baseline", "accepted.json") == (0, "", "3 files, no findings\n")
    entries = json.loads((models / "accepted.json").read_text())["accepted"]
    assert {entry["path"] for entry in entries} == {"broken.gltf"}


def test_a_baseline_that_is_none_is_wrong_usage(pantin, models):
    (models / "accepted.json").write_text("[]")
    assert pantin("check", ".", "--baseline", "accepted.json").code == 2
    assert pantin("check", ".", "--baseline", "missing.json").code == 2


def test_settings_come_from_a_file(pantin, models):
    (models / "pantin.toml").write_text('ignore = ["GLTF", "RIG"]\nformat = "json"\n')
    ended = pantin("check", "broken.gltf")
    assert ended.code == 0
    assert json.loads(ended.out)["files"][0]["findings"] == []


def test_a_mistake_in_the_settings_is_wrong_usage(pantin, models):
    (models / "pantin.toml").write_text("strit = true\n")
    ended = pantin("check", "arm.glb")
    assert ended.code == 2
    assert "Did you mean strict?" in ended.err


def test_standard_input_is_one_file(pantin, monkeypatch, models):
    stdin = io.TextIOWrapper(io.BytesIO(Path("broken.gltf").read_bytes()))
    monkeypatch.setattr(sys, "stdin", stdin)
    ended = pantin("check", "-")
    assert ended.code == 1
    assert ended.out.startswith("-:")


def test_standard_input_is_checked_alone(pantin):
    assert pantin("check", "-", "arm.glb").code == 2


@pytest.mark.parametrize("format", ["github", "sarif"])
def test_other_formats(pantin, format):
    ended = pantin("check", "broken.gltf", "--format", format)
    assert ended.code == 1
    assert "GLTF-NODE_LOOP" in ended.out
    if format == "sarif":
        assert json.loads(ended.out)["version"] == "2.1.0"
