"""`pantin fmt`: in place, only looking, and through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

UGLY = "meshes: []\nversion: '0.3' # the newest\n"


@pytest.fixture
def ugly(models):
    Path("ugly.rigy.yaml").write_text(UGLY, newline="\n")
    return "ugly.rigy.yaml"


def test_a_text_is_formatted_in_place_once(pantin, ugly):
    ended = pantin("fmt", ugly)
    assert (ended.code, ended.out, ended.err) == (0, "", "pantin: ugly.rigy.yaml: formatted\n")
    after = Path(ugly).read_text()
    assert after.startswith("version:")
    assert "# the newest" in after
    assert pantin("fmt", ".") == (0, "", "")


def test_check_names_what_is_not_canonical_and_writes_nothing(pantin, ugly):
    assert pantin("fmt", ".", "--check") == (1, "ugly.rigy.yaml\n", "")
    assert Path(ugly).read_text() == UGLY
    pantin("fmt", ugly)
    assert pantin("fmt", ugly, "--check") == (0, "", "")


def test_through_a_pipe(piped):
    ended = piped(UGLY.encode(), "fmt", "-")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(b"version:")
    assert piped(UGLY.encode(), "fmt", "-", "--check")[:2] == (1, b"")
    assert piped(ended.out, "fmt", "-", "--check")[:2] == (0, b"")


def test_what_is_no_yaml_is_left_alone(pantin, models):
    Path("bad.rigy.yaml").write_text("version: [\n")
    ended = pantin("fmt", "bad.rigy.yaml")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("bad.rigy.yaml:")
    Path("bad.rigy.yaml").write_bytes(b"\xff\xfe")
    assert pantin("fmt", "bad.rigy.yaml").code == 3


def test_what_cannot_be(pantin):
    assert pantin("fmt") == (2, "", "pantin: fmt needs a file or a folder, such as: pantin fmt .\n")
    assert "cannot be combined with other files" in pantin("fmt", "-", "a.rigy.yaml").err
    assert pantin("fmt", "missing.rigy.yaml").code == 3
    refused = "pantin: arm.glb is a glTF file; fmt works on Rigy sources\n"
    assert pantin("fmt", "arm.glb") == (2, "", refused)
    assert "Did you mean --check?" in pantin("fmt", "--chek").err


def test_a_folder_is_walked_for_rigy_sources_alone(pantin, ugly):
    Path("plain.yaml").write_text(UGLY, newline="\n")
    assert pantin("fmt", ".", "--check").out == "ugly.rigy.yaml\n"
    assert pantin("fmt", "plain.yaml", "--check").out == "plain.yaml\n"
