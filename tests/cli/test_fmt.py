"""`pantin fmt`: in place, only looking, and through a pipe."""

from __future__ import annotations

import io
import sys
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


def test_through_a_pipe(pantin, ugly, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UGLY.encode())))
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written))
    assert pantin("fmt", "-").code == 0
    assert written.getvalue().startswith(b"version:")


def test_what_is_no_yaml_is_left_alone(pantin, models):
    Path("bad.rigy.yaml").write_text("version: [\n")
    ended = pantin("fmt", "bad.rigy.yaml")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("bad.rigy.yaml:")
    Path("bad.rigy.yaml").write_bytes(b"\xff\xfe")
    assert pantin("fmt", "bad.rigy.yaml").code == 3


def test_what_cannot_be(pantin):
    assert pantin("fmt").code == 2
    assert pantin("fmt", "-", "a.rigy.yaml").code == 2
    assert pantin("fmt", "missing.rigy.yaml").code == 3
