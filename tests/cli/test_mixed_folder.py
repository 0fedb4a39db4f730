"""A folder as people have it: good models, broken ones, other files, and models with nothing to do. Every
verb ends with one line that counts all files, and with the exit code of the worst."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pantin.cli.exit import Exit

EXAMPLES = Path(__file__).parents[2] / "examples"
WALK = str(EXAMPLES / "retarget" / "walk.glb")

GOOD = ("arm.glb", "vrm/avatar.vrm", "springs/strand.glb", "rigy/arm.rigy.yaml", "g4mf/creature.g4b")
UNREADABLE = {
    "cut.glb": lambda: (EXAMPLES / "arm.glb").read_bytes()[:200],
    "empty.glb": lambda: b"",
    "pointer.vrm": lambda: b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    "noise.fbx": lambda: bytes(range(200)),
}
OTHER = ("readme.txt", "thumb.png", "scene.blend", ".DS_Store")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    models = tmp_path / "models"
    models.mkdir()
    for name in GOOD:
        shutil.copy(EXAMPLES / name, models)
    for name, content in UNREADABLE.items():
        (models / name).write_bytes(content())
    for name in OTHER:
        (models / name).write_bytes(b"something else")
    monkeypatch.chdir(tmp_path)
    return models


SUMMARIES = {
    "check models": (Exit.FINDINGS, "9 files: 5 clean, 4 with errors (4 errors of 4 rules)"),
    "inspect models": (Exit.UNREADABLE, "9 files: 5 ok, 4 unreadable"),
    # Two models are called arm, and one has four dimensions.
    "convert models out --to .glb": (Exit.UNREADABLE, "9 files: 3 ok, 2 refused, 4 unreadable"),
    # The verbs that write what they read take glTF files alone from a folder, fix also FBX and G4MF.
    "migrate models out": (Exit.UNREADABLE, "6 files: 1 copied, skipped 2 (no VRM), 3 unreadable"),
    "fix models out": (Exit.UNREADABLE, "8 files: skipped 5 (nothing to fix), 3 unreadable"),
    "slim models out": (Exit.UNREADABLE, "6 files: 3 ok, 3 unreadable"),
    # A Rigy source could not be written without --to, but has no springs.
    "bake models out --seconds 0.1": (
        Exit.UNREADABLE,
        "9 files: 2 ok, skipped 3 (no springs), 4 unreadable",
    ),
    "slice models out": (Exit.UNREADABLE, "9 files: 1 ok, skipped 4 (3 dimensions), 4 unreadable"),
    f"retarget {WALK} models out --to .glb": (
        Exit.UNREADABLE,
        "9 files: 1 ok, skipped 1 (4 dimensions), 3 refused, 4 unreadable",
    ),
    "render models out --size 32x32": (Exit.UNREADABLE, "9 files: 4 ok, 1 refused, 4 unreadable"),
}


@pytest.mark.parametrize("line", SUMMARIES, ids=lambda line: line.split()[0])
def test_the_last_line_counts_every_file(pantin, folder, line):
    code, summary = SUMMARIES[line]
    ended = pantin(*line.split())
    last = ended.err.strip().splitlines()[-1]
    assert last.startswith(summary)
    assert ended.code == code
    assert "Traceback" not in ended.err
    assert "internal error" not in ended.err
