"""Files for which there is nothing to do, and extras that are not installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pantin.base.extras import install_command

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def avatars(models):
    """Two models with springs, and three without."""
    folder = models / "avatars"
    folder.mkdir()
    for name in ("vrm/avatar.vrm", "springs/strand.glb", "arm.glb", "face.gltf", "loose.glb"):
        shutil.copy(EXAMPLES / name, folder)
    return "avatars"


def test_models_without_springs_are_skipped_in_a_batch(pantin, avatars):
    ended = pantin("bake", avatars, "out", "--seconds", "0.1")
    assert ended.code == 0
    assert "5 files: 2 ok, skipped 3 (no springs)\n" in ended.err
    assert sorted(path.name for path in Path("out").glob("*.*")) == [
        ".pantin-batch.jsonl",
        "avatar.vrm",
        "strand.glb",
    ]


def test_one_file_without_anything_to_bake_is_refused(pantin):
    ended = pantin("bake", "arm.glb", "out.glb", "--clip", "bend")
    assert (ended.code, ended.err) == (2, "pantin: arm.glb has no springs and no constraints to bake\n")


def test_files_that_are_no_vrm_are_skipped_when_a_folder_is_migrated(pantin, avatars):
    ended = pantin("migrate", avatars, "out")
    assert ended.code == 0
    assert "5 files: 1 copied, skipped 4 (no VRM)" in ended.err


def test_models_without_clips_are_skipped_when_clips_are_edited(pantin, avatars):
    ended = pantin("clips", avatars, "out", "--reverse")
    assert ended.code == 0
    assert "5 files: 4 ok, skipped 1 (no clips)" in ended.err
    assert f"pantin: {avatars}/arm.glb: 1 clip: bend 2 s\n" in ended.err, "a note of a batch names its file"


def test_what_cannot_be_written_is_skipped_where_there_is_nothing_to_do(pantin, models):
    """A Rigy source is not written without --to; one without clips need not be."""
    folder = models / "sources"
    folder.mkdir()
    shutil.copy(EXAMPLES / "rigy" / "arm.rigy.yaml", folder)
    shutil.copy(EXAMPLES / "rigy" / "parts" / "wheel.rigy.yaml", folder)
    shutil.copy(EXAMPLES / "g4mf" / "creature.g4b", folder)
    assert "3 files: skipped 3 (no clips)" in pantin("clips", "sources", "out", "--reverse").err
    ended = pantin("weights", "sources", "out", "--normalise")
    assert "arm.rigy.yaml: weights does not write .rigy.yaml: choose a suffix, as in --to .glb" in ended.err
    assert "3 files: skipped 1 (4 dimensions), skipped 1 (no weights), 1 refused" in ended.err


def test_models_without_weights_are_skipped_when_weights_are_edited(pantin, avatars):
    ended = pantin("weights", avatars, "out", "--normalise")
    assert ended.code == 0
    assert "skipped" in ended.err
    assert "(no weights)" in ended.err


@pytest.mark.parametrize(
    "words",
    [
        ("retarget", "gone.bvh", "avatars", "out"),
        ("retarget", "avatars", "gone.vrm", "out"),
        ("bake", "avatars", "out", "--motion", "gone.bvh"),
        ("weights", "avatars", "out", "--transfer-from", "gone.glb"),
    ],
)
def test_a_common_file_that_is_missing_is_one_message(pantin, avatars, words):
    ended = pantin(*words)
    assert ended.code == 3
    (line,) = ended.err.splitlines()
    assert line.endswith(": no such file or directory")
    assert not Path("out").exists()


def test_a_broken_file_still_counts(pantin, avatars):
    Path(avatars, "bad.glb").write_text("not a model")
    ended = pantin("bake", avatars, "out", "--seconds", "0.1")
    assert ended.code == 3
    assert "6 files: 2 ok, skipped 3 (no springs), 1 unreadable\n" in ended.err


def test_a_missing_extra_is_one_message_before_the_batch(pantin, avatars, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ended = pantin("convert", avatars, "out", "--to", ".usdz")
    assert ended.code == 2
    assert ended.err == f"pantin: USD files need pxr: {install_command('usd')}\n"
    assert not Path("out").exists()


def test_files_without_anything_to_fix_are_skipped(pantin, models):
    """The arm is clean; the other two have something that is fixed."""
    shutil.copy(EXAMPLES / "loose.glb", models)
    ended = pantin("fix", "arm.glb", "loose.glb", "fixed")
    assert ended.code == 0
    assert "2 files: 1 ok, skipped 1 (nothing to fix)\n" in ended.err
    assert not (models / "fixed" / "arm.glb").exists()
    assert pantin("fix", "arm.glb", "loose.glb", "copied", "--copy").code == 0
    assert (models / "copied" / "arm.glb").exists()


@pytest.mark.parametrize("suffix", [".glb", ".obj", ".stl", ".fbx", ".bvh"])
def test_a_readable_model_of_four_dimensions_is_refused_and_not_unreadable(pantin, models, suffix):
    shutil.copy(EXAMPLES / "g4mf" / "tesseract.off", models)
    ended = pantin("convert", "tesseract.off", f"out{suffix}")
    assert (ended.code, ended.out) == (2, "")
    assert "tesseract.off: " in ended.err
    assert "dimensions" in ended.err
    if suffix == ".glb":
        ended = pantin("convert", "tesseract.off", "arm.glb", "out", "--to", suffix)
        assert ended.code == 2
        assert "2 files: 1 ok, 1 refused" in ended.err
