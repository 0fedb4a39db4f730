"""`pantin diff` of two folders."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def folders(models):
    """Two folders: an equal pair, one in another format, one that differs, and a model in one of them."""
    for name in ("a", "b"):
        (models / name / "inner").mkdir(parents=True)
        shutil.copy(EXAMPLES / "arm.glb", models / name)
    shutil.copy(EXAMPLES / "face.gltf", models / "a" / "inner")
    shutil.copy(EXAMPLES / "loose.glb", models / "a" / "model.glb")
    shutil.copy(EXAMPLES / "arm.glb", models / "b" / "model.glb")
    shutil.copy(EXAMPLES / "springs/strand.glb", models / "b" / "inner")
    return models


def outcomes(text):
    return {row["path"]: row["outcome"] for row in json.loads(text)}


def test_files_are_compared_by_relative_path(pantin, folders):
    ended = pantin("diff", "a", "b", "--format", "json", "--raw-weights")
    assert ended.code == 1
    assert outcomes(ended.out) == {
        "arm.glb": "equal",
        "model.glb": "differs",
        "inner/face.gltf": "only in the first folder",
        "inner/strand.glb": "only in the second folder",
    }
    assert ended.err.startswith("pantin: a and b: 1 equal, 1 differs")


def test_the_summary_counts_equal_pairs_first(pantin, folders):
    shutil.copy(EXAMPLES / "loose.glb", folders / "a" / "inner" / "face.gltf")
    shutil.copy(EXAMPLES / "face.gltf", folders / "b" / "inner")
    ended = pantin("diff", "a", "b", "--raw-weights")
    words = "1 equal, 2 differ, 1 only in the second folder"
    assert (ended.code, ended.err) == (1, f"pantin: a and b: {words}\n")


def test_equal_folders_end_with_0_and_formats_may_differ(pantin, folders):
    assert pantin("convert", "a", "c", "--to", ".gltf", "--separate").code == 0
    ended = pantin("diff", "a", "c")
    assert (ended.code, ended.err) == (0, "pantin: a and c: 3 equal\n")


def test_a_file_that_cannot_be_read_ends_with_3(pantin, folders):
    (folders / "b" / "model.glb").write_bytes(b"broken")
    ended = pantin("diff", "a", "b")
    assert ended.code == 3
    assert "1 unreadable" in ended.err


def test_an_index_leads_to_the_pages_of_models_that_differ(pantin, folders):
    assert pantin("diff", "a", "b", "--raw-weights", "--html", "index.html").code == 1
    page = Path("index.html").read_text(encoding="utf-8")
    (shown,) = Path("index_files").iterdir()
    assert f'<a href="index_files/{shown.name}">model.glb</a>' in page
    assert page.count("<tr>") == 5


def test_a_folder_and_a_file_are_refused(pantin, folders):
    assert pantin("diff", "a", "arm.glb").code == 2
    assert pantin("diff", "a", "b", "--picture", "x.png").code == 2


def test_a_tolerance_and_the_promise_of_slim_exclude_each_other(pantin):
    ended = pantin("diff", "arm.glb", "arm.glb", "--against-slim", "--tolerance", "0.1")
    assert (ended.code, ended.out) == (2, "")
    assert "give --tolerance or --against-slim, not both" in ended.err
