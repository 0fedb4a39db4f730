"""`pantin compile`: where the model goes, and where the findings."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path

import pytest

from pantin import load

ROOT = Path(__file__).parents[2]
RIGY = ROOT / "examples" / "rigy"


@pytest.fixture
def texts(models):
    shutil.copytree(RIGY, models, dirs_exist_ok=True)
    shutil.copy(ROOT / "tests" / "cases" / "RIGY-V06" / "bad.rigy.yaml", models)


def test_the_model_is_written_beside_the_text(pantin, texts):
    ended = pantin("compile", "arm.rigy.yaml")
    assert (ended.code, ended.out) == (0, "")
    assert "RIGY-W03 warning" in ended.err
    assert "elbow" in load("arm.glb").rig.nodes.names


def test_or_where_it_is_wanted_as_gltf_too(pantin, texts):
    assert pantin("compile", "scene.rigs.yaml", "-o", "room.gltf").code == 0
    assert load("room.gltf").report.ok


def test_a_bad_text_gives_all_its_findings_and_no_file(pantin, texts):
    ended = pantin("compile", "bad.rigy.yaml")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("bad.rigy.yaml:12:65: RIGY-V06 error: ")
    assert not Path("bad.glb").exists()


def test_standard_streams(pantin, texts, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path("arm.rigy.yaml").read_bytes())))
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written))
    assert pantin("compile", "-").code == 0
    assert written.getvalue().startswith(b"glTF")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["arm.rigy.yaml", "-o", "arm.fbx"], "is not written; .gltf, .glb"),
        (["parts/wheel.ricy.yaml"], "is a contract"),
    ],
)
def test_what_cannot_be_is_wrong_usage(pantin, texts, arguments, words):
    ended = pantin("compile", *arguments)
    assert (ended.code, words in ended.err) == (2, True)


def test_what_cannot_be_read_or_written(pantin, texts):
    assert pantin("compile", "missing.rigy.yaml") == (
        3,
        "",
        "pantin: missing.rigy.yaml: no such file or directory\n",
    )
    assert pantin("compile", "arm.rigy.yaml", "-o", Path("no", "folder", "arm.glb")).code == 3
