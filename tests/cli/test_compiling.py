"""`pantin compile`: where the model goes, and where the findings."""

from __future__ import annotations

import hashlib
import io
import json
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
    assert (ended.code, ended.out, ended.err) == (0, "", "")
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
        (["arm.rigy.yaml", "--pose", "wave"], "belong together"),
        (["arm.rigy.yaml", "--bake-skin"], "belong together"),
        (["arm.rigy.yaml", "--pose", "wave", "--bake-skin"], "there is no pose 'wave'"),
        (["arm.rigy.yaml", "-o", "-", "--emit", "-"], "both be standard output"),
        (["arm.rigy.yaml", "-o", "-", "--manifest", "m.json"], "choose one with --output"),
        (["arm.rigy.yaml", "--ignore", "W99"], "there is no rule 'W99'"),
        (["arm.rigy.yaml", "--emit", "./arm.rigy.yaml"], "would be written over"),
        (["arm.rigy.yaml", "--manifest", "arm.glb"], "would be written over"),
        (["arm.glb"], "is a model, not a Rigy text"),
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
    assert pantin("compile", ".").code == 3


POSED = """version: "0.10"
params: {high: 1}
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: $high, z: 1}}]}]  # a box
armatures: [{id: r, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: r, weights: []}]
poses: [{id: up, bones: {b: {translation: [0, 5, 0]}}}]
"""


def test_a_pose_is_baked(pantin, models):
    Path("posed.rigy.yaml").write_text(POSED, encoding="utf-8")
    assert pantin("compile", "posed.rigy.yaml", "--pose", "up", "--bake-skin").code == 0
    rig = load("posed.glb").rig
    assert rig.skins == ()
    assert rig.meshes[0].surfaces[0].positions[:, 1].min() == 4.5


def test_the_expanded_text_and_the_manifest_are_written_too(pantin, models):
    Path("posed.rigy.yaml").write_text(POSED, encoding="utf-8")
    extra = ("--emit", "expanded.yaml", "--comments", "provenance", "--manifest", "made.json")
    assert pantin("compile", "posed.rigy.yaml", *extra).code == 0
    assert 'y: 1  # "$high"' in Path("expanded.yaml").read_text(encoding="utf-8")
    manifest = json.loads(Path("made.json").read_text(encoding="utf-8"))
    assert [one["path"] for one in manifest["inputs"]] == ["posed.rigy.yaml"]
    assert [one["path"] for one in manifest["outputs"]] == ["posed.glb", "expanded.yaml"]
    ended = pantin("compile", "posed.rigy.yaml", "--emit", "-")
    assert "# a box" in ended.out


def test_inputs_are_all_files_that_were_read(pantin, texts):
    assert pantin("compile", "car.rigy.yaml", "-o", "car.glb", "--manifest", "made.json").code == 0
    manifest = json.loads(Path("made.json").read_text(encoding="utf-8"))
    paths = {one["path"]: one["sha256"] for one in manifest["inputs"]}
    assert list(paths) == ["car.rigy.yaml", "parts/wheel.rigy.yaml", "parts/wheel.ricy.yaml"]
    for path, sum_of in paths.items():
        assert hashlib.sha256(Path(path).read_bytes()).hexdigest() == sum_of


def test_warnings_can_be_errors_or_go_unsaid(pantin, texts):
    arm = Path("arm.rigy.yaml")
    arm.write_text(arm.read_text().replace("head: [0, 0, 0]", "head: [0, 0.1, 0]"))
    ended = pantin("compile", "arm.rigy.yaml", "-o", "loose.glb")
    assert (ended.code, "RIGY-W03 warning" in ended.err) == (0, True)
    ended = pantin("compile", "arm.rigy.yaml", "-o", "strict.glb", "--warn-as-error", "W03")
    assert (ended.code, "RIGY-W03 error" in ended.err) == (1, True)
    assert not Path("strict.glb").exists()
    ended = pantin("compile", "arm.rigy.yaml", "--ignore", "W03", "--warn-as-error", "all")
    assert (ended.code, ended.err) == (0, "")


def test_what_does_not_expand_is_said_once(pantin, models):
    Path("bad.rigy.yaml").write_text(POSED.replace("$high", "$low"), encoding="utf-8")
    ended = pantin("compile", "bad.rigy.yaml", "--emit", "expanded.yaml")
    assert (ended.code, ended.err.count("RIGY-V59")) == (1, 1)
    assert not Path("expanded.yaml").exists()
