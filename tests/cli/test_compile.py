"""`pantin compile`: where the model goes, and where the findings."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from pantin import load
from pantin.cli.compile import write_manifest

ROOT = Path(__file__).parents[2]
RIGY = ROOT / "examples" / "rigy"
ARM = RIGY / "arm.rigy.yaml"


@pytest.fixture
def sources(models):
    shutil.copytree(RIGY, models, dirs_exist_ok=True)
    shutil.copy(ROOT / "tests" / "cases" / "RIGY-V06" / "bad.rigy.yaml", models)


def test_the_profile_is_an_option(pantin):
    for profile in ("standard", "reference"):
        assert pantin("compile", ARM, "--profile", profile, "--output", f"{profile}.glb").code == 0
    assert Path("standard.glb").read_bytes() != Path("reference.glb").read_bytes()
    ended = pantin("compile", ARM, "--profile", "strict")
    assert (ended.code, "is not one of standard, reference" in ended.err) == (2, True)


def test_the_output_may_be_spelled_in_any_way(pantin):
    for words in (("-o", "a.glb"), ("-ob.glb",), ("--output", "c.glb"), ("--output=d.glb",)):
        assert pantin("compile", *words, ARM).code == 0
    assert len({Path(f"{name}.glb").read_bytes() for name in "abcd"}) == 1


def test_the_model_is_written_beside_the_source(pantin, sources):
    ended = pantin("compile", "arm.rigy.yaml")
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert "elbow" in load("arm.glb").rig.nodes.names


def test_or_where_it_is_wanted_as_gltf_too(pantin, sources):
    assert pantin("compile", "scene.rigs.yaml", "-o", "room.gltf").code == 0
    assert load("room.gltf").report.ok


def test_a_bad_source_gives_all_its_findings_and_no_file(pantin, sources):
    ended = pantin("compile", "bad.rigy.yaml")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("bad.rigy.yaml:12:65: RIGY-V06 error: ")
    assert not Path("bad.glb").exists()


@pytest.mark.parametrize("words", ["-", "- -o -", "- --output=-"])
def test_standard_streams(piped, words):
    ended = piped(ARM.read_bytes(), "compile", *words.split())
    assert (ended.code, ended.out[:4], ended.err) == (0, b"glTF", "")
    assert not Path("-").exists()


def test_a_target_that_ends_with_a_slash_is_a_folder(pantin, sources):
    assert pantin("compile", "arm.rigy.yaml", "-o", "arm.gltf/").code == 0
    assert Path("arm.gltf/arm.glb").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["arm.rigy.yaml", "-o", "arm.abc"], "(formats that it writes: .gltf, .glb"),
        (["arm.rigy.yaml", "-o", "arm"], "the file name needs a suffix"),
        (["arm.rigy.yaml", "-o", "arm.rigy.yaml"], "does not write .rigy.yaml"),
        (["arm.rigy.yaml", "-o", ""], "-o is empty"),
        (["arm.rigy.yaml", "other.rigy.yaml"], "does not write .rigy.yaml"),
        (["."], "compile needs a target: a file, or a folder for many"),
        (["parts/wheel.ricy.yaml"], "is a contract"),
        (["arm.rigy.yaml", "--pose", "wave"], "--pose requires --bake-skin"),
        (["arm.rigy.yaml", "--bake-skin"], "--bake-skin requires --pose"),
        (["arm.rigy.yaml", "--pose", "wave", "--bake-skin"], "unknown pose 'wave'"),
        (["arm.rigy.yaml", "--clips"], "no document has a pose that moves a bone"),
        (["arm.rigy.yaml", "--clips", "--pose", "wave", "--bake-skin"], "choose one of them"),
        (["arm.rigy.yaml", "--clips", "--profile", "reference"], "--clips needs --profile standard"),
        (["arm.rigy.yaml", "-o", "-", "--emit", "-"], "both be standard output"),
        (["arm.rigy.yaml", "-o", "-", "--manifest", "m.json"], "choose one with --output"),
        (["arm.rigy.yaml", "--ignore", "W99"], "there is no rule 'W99'"),
        (["arm.rigy.yaml", "--emit", "./arm.rigy.yaml"], "would be overwritten"),
        (["arm.rigy.yaml", "--manifest", "arm.glb"], "would be overwritten"),
        (["arm.glb"], "arm.glb is a model, not a Rigy source"),
        (["creature.g4b"], "creature.g4b is a model, not a Rigy source"),
    ],
)
def test_what_cannot_be_is_wrong_usage(pantin, sources, arguments, words):
    ended = pantin("compile", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err


def test_what_cannot_be_read_or_written(pantin, sources):
    assert pantin("compile", "missing.rigy.yaml") == (
        3,
        "",
        "pantin: missing.rigy.yaml: no such file or directory\n",
    )
    assert pantin("compile", "arm.rigy.yaml", "-o", Path("no", "folder", "arm.glb")).code == 3
    Path("taken.glb").mkdir()
    for words in (("-o", "taken.glb"), ("--emit", "taken.glb"), ("--manifest", "taken.glb")):
        ended = pantin("compile", "arm.rigy.yaml", *words)
        assert ended.code == 3
        assert ended.err == f"pantin: {Path('taken.glb').resolve()} is a folder, not a file to write\n"


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


def test_poses_are_an_animation(pantin, models):
    Path("posed.rigy.yaml").write_text(POSED, encoding="utf-8")
    assert pantin("compile", "posed.rigy.yaml", "--clips").code == 0
    (clip,) = load("posed.glb").rig.clips
    assert (clip.name, clip.duration) == ("posed", 2.0)
    (channel,) = clip.channels
    assert channel.times.tolist() == [0.0, 1.0, 2.0]
    assert channel.values.tolist() == [[0, 0, 0], [0, 5, 0], [0, 0, 0]]


def test_the_expanded_source_and_the_manifest_are_written_too(pantin, models):
    Path("posed.rigy.yaml").write_text(POSED, encoding="utf-8")
    extra = ("--emit", "expanded.yaml", "--comments", "provenance", "--manifest", "made.json")
    assert pantin("compile", "posed.rigy.yaml", *extra).code == 0
    assert 'y: 1  # "$high"' in Path("expanded.yaml").read_text(encoding="utf-8")
    manifest = json.loads(Path("made.json").read_text(encoding="utf-8"))
    assert [entry["path"] for entry in manifest["inputs"]] == ["posed.rigy.yaml"]
    assert [entry["path"] for entry in manifest["outputs"]] == ["posed.glb", "expanded.yaml"]
    ended = pantin("compile", "posed.rigy.yaml", "--emit", "-")
    assert "# a box" in ended.out


def test_inputs_are_all_files_that_were_read(pantin, sources):
    assert pantin("compile", "car.rigy.yaml", "-o", "car.glb", "--manifest", "made.json").code == 0
    manifest = json.loads(Path("made.json").read_text(encoding="utf-8"))
    sums = {entry["path"]: entry["sha256"] for entry in manifest["inputs"]}
    assert list(sums) == ["car.rigy.yaml", "parts/wheel.rigy.yaml", "parts/wheel.ricy.yaml"]
    for path, digest in sums.items():
        assert hashlib.sha256(Path(path).read_bytes()).hexdigest() == digest


def test_warnings_can_be_errors_or_ignored(pantin, sources):
    arm = Path("arm.rigy.yaml")
    arm.write_text(arm.read_text().replace("head: [0, 0, 0]", "head: [0, 0.1, 0]"))
    ended = pantin("compile", "arm.rigy.yaml", "-o", "loose.glb")
    assert (ended.code, "RIGY-W03 warning" in ended.err) == (0, True)
    ended = pantin("compile", "arm.rigy.yaml", "-o", "strict.glb", "--warn-as-error", "W03")
    assert (ended.code, "RIGY-W03 error" in ended.err) == (1, True)
    assert not Path("strict.glb").exists()
    ended = pantin("compile", "arm.rigy.yaml", "--ignore", "W03", "--warn-as-error", "all")
    assert (ended.code, ended.err) == (0, "")


def test_what_does_not_expand_is_reported_once(pantin, models):
    Path("bad.rigy.yaml").write_text(POSED.replace("$high", "$low"), encoding="utf-8")
    ended = pantin("compile", "bad.rigy.yaml", "--emit", "expanded.yaml")
    assert (ended.code, ended.err.count("RIGY-V59")) == (1, 1)
    assert not Path("expanded.yaml").exists()


def test_what_the_format_does_not_hold_is_reported(pantin, sources):
    ended = pantin("compile", "arm.rigy.yaml", "-o", "arm.obj")
    assert (ended.code, "LOSS-GEOMETRY warning: dropped skin " in ended.err) == (0, True)


def test_a_manifest_has_the_hash_of_every_file(tmp_path):
    (tmp_path / "a.bin").write_bytes(b"abc")
    (tmp_path / "a.gltf").write_text('{"buffers": [{"uri": "a.bin"}, {"uri": "data:,"}]}', encoding="utf-8")
    path = tmp_path / "m.json"
    write_manifest(str(path), [("in.yaml", b"x")], [str(tmp_path / "a.gltf")], profile="standard", pose=None)
    manifest = json.loads(path.read_text(encoding="utf-8"))
    assert manifest["inputs"] == [{"path": "in.yaml", "bytes": 1, "sha256": hashlib.sha256(b"x").hexdigest()}]
    assert [Path(entry["path"]).name for entry in manifest["outputs"]] == ["a.gltf", "a.bin"]
    assert manifest["outputs"][1]["sha256"] == hashlib.sha256(b"abc").hexdigest()
    assert manifest["profile"] == "standard"


def test_a_bad_source_has_findings_alone_and_among_others(pantin, sources):
    alone = pantin("compile", "bad.rigy.yaml", "-o", "bad.glb")
    batch = pantin("compile", "bad.rigy.yaml", "arm.rigy.yaml", "-o", "models")
    assert (alone.code, batch.code) == (1, 1)
    assert alone.err.splitlines() == [line for line in batch.err.splitlines() if "RIGY-" in line]
    assert not Path("bad.glb").exists()
    assert [path.name for path in Path("models").glob("*.glb")] == ["arm.glb"]
    streamed = pantin("compile", "bad.rigy.yaml", "-o", "-")
    assert (streamed.code, streamed.out) == (1, "")


def test_a_contract_is_refused_alone_and_among_others(pantin, sources):
    for arguments in (["-o", "wheel.glb"], ["arm.rigy.yaml", "-o", "models"]):
        ended = pantin("compile", "parts/wheel.ricy.yaml", *arguments)
        assert (ended.code, "is a contract" in ended.err) == (2, True)
