"""`pantin check FILE --fix OUT`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture
def bad(models):
    shutil.copy(CASES / "RIG-MISSING_INVERSE_BINDS" / "bad.gltf", models / "bad.gltf")
    return "bad.gltf"


def test_what_was_changed_is_said_and_the_result_is_checked(pantin, bad):
    assert "RIG-MISSING_INVERSE_BINDS" in pantin("check", bad).out
    ended = pantin("check", bad, "--fix", "out.gltf")
    assert ended.code == 0
    assert "RIG-MISSING_INVERSE_BINDS" not in ended.out
    told = "pantin: out.gltf: wrote identity inverse bind matrices for 1 skin (RIG-MISSING_INVERSE_BINDS)\n"
    assert ended.err.startswith(told)
    assert "RIG-MISSING_INVERSE_BINDS" not in pantin("check", "out.gltf").out


def test_a_rule_that_is_ignored_is_not_fixed(pantin, bad):
    ended = pantin("check", bad, "--fix", "out.gltf", "--ignore", "RIG-MISSING_INVERSE_BINDS")
    assert ended.err.startswith("pantin: out.gltf: nothing to fix; wrote an unchanged copy\n")
    assert Path("out.gltf").read_bytes() == Path(bad).read_bytes()


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("x.foo", "does not write .foo"),
        ("x.obj", ".obj cannot store nodes (formats that can: .gltf, .glb"),
        (".", "needs a suffix"),
    ],
)
def test_a_target_that_holds_no_rig_is_refused_first(pantin, bad, target, sentence):
    ended = pantin("check", bad, "--fix", target)
    assert ended.code == 2
    assert sentence in ended.err
    assert not Path("x.obj").exists()


def test_what_is_written_in_another_format_is_no_copy(pantin):
    ended = pantin("check", "arm.glb", "--fix", "arm.g4b")
    assert "LOSS-G4MF_CLIP" in ended.err
    assert "unchanged copy" not in ended.err


def test_findings_go_to_standard_output_alone(pantin, bad):
    ended = pantin("check", bad, "--fix", "out.gltf", "--format", "json")
    assert json.loads(ended.out)["files"][0]["path"] == "out.gltf"


def test_what_is_left_gives_the_exit_code(pantin):
    ended = pantin("check", "broken.gltf", "--fix", "out.gltf")
    assert ended.code == 1
    assert "out.gltf:" in ended.out


def test_standard_input_is_one_file(piped, bad):
    assert piped(Path(bad).read_bytes(), "check", "-", "--fix", "out.gltf").code == 0
    assert Path("out.gltf").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["arm.glb", "face.gltf", "--fix", "out.glb"], "one file"),
        ([".", "--fix", "out.glb"], "one file"),
        (["arm.glb", "--fix", "-"], "standard output"),
        (["arm.glb", "--fix", "out.glb", "--write-baseline", "b.json"], "two jobs"),
    ],
)
def test_what_cannot_be_is_wrong_usage(pantin, arguments, words):
    ended = pantin("check", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err


def test_what_cannot_be_read_is_not_written(pantin):
    assert pantin("check", "missing.glb", "--fix", "out.glb").code == 3
    Path("bad.glb").write_bytes(b"dear diary")
    ended = pantin("check", "bad.glb", "--fix", "out.glb")
    assert ended.code == 1
    assert "out.glb is not written" in ended.err
    assert "bad.glb" in ended.out
    assert not Path("out.glb").exists()
    assert pantin("check", "arm.glb", "--fix", Path("no", "folder", "out.glb")).code == 3


def test_a_format_without_fixes_is_named_with_its_file(pantin, models):
    pantin("convert", "arm.glb", "arm.g4b")
    ended = pantin("check", "arm.g4b", "--fix", "out.g4b")
    assert (ended.code, ended.err) == (3, "pantin: arm.g4b is a G4MF file; only glTF files support this\n")
    assert not Path("out.g4b").exists()
