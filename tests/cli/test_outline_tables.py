"""Tables of files of any dimension."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "g4mf"


@pytest.fixture(autouse=True)
def files(pantin):
    for path in EXAMPLES.glob("*.g4*"):
        shutil.copy(path, path.name)


def test_meshes_and_skeletons_are_shown(pantin):
    ended = pantin("inspect", "creature.g4b")
    assert ended.code == 0
    assert ended.out.startswith("creature.g4b: G4MF (g4b) in 4 dimensions")
    assert "CreatureMesh" in ended.out
    assert "Hips, UpperArm, LowerArm" in ended.out
    assert "skeletons" in ended.out


def test_older_spellings_are_named(pantin):
    assert "older spellings: normals as a number" in pantin("inspect", "face-2026-01.g4tf").out


def test_cells_are_counted_by_dimension(pantin):
    Path("a.off").write_text("OFF 4 1 4  0 0 0 1 0 0 1 1 0 0 1 0  4 0 1 2 3")
    assert "1 of 2D" in pantin("inspect", "a.off").out


def test_json_has_all_of_it(pantin):
    parsed = json.loads(pantin("inspect", "toy.g4b", "--format", "json").out)
    assert (parsed["path"], parsed["dimension"], parsed["dialect"]) == ("toy.g4b", 5, "newest")
    assert parsed["skeletons"][0]["joints"] == 4


def test_what_cannot_be_read_is_said(pantin):
    Path("bad.off").write_text("OFF x")
    ended = pantin("inspect", "bad.off")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("pantin: bad.off: ")
