"""`pantin fix`, and `pantin check FILE --fix OUT`, which it replaces."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

CASES = Path(__file__).parents[1] / "cases"
DEPRECATED = "pantin: check --fix is deprecated: use pantin fix SOURCE TARGET\n"


@pytest.fixture
def bad(models):
    shutil.copy(CASES / "RIG-MISSING_INVERSE_BINDS" / "bad.gltf", models / "bad.gltf")
    return "bad.gltf"


def test_what_was_changed_is_said_and_the_result_is_checked(pantin, bad):
    assert "RIG-MISSING_INVERSE_BINDS" in pantin("check", bad).out
    ended = pantin("check", bad, "--fix", "out.gltf")
    assert ended.code == 0
    assert "RIG-MISSING_INVERSE_BINDS" not in ended.out
    change = "pantin: out.gltf: wrote identity inverse bind matrices for 1 skin (RIG-MISSING_INVERSE_BINDS)\n"
    assert ended.err.startswith(DEPRECATED)
    assert change in ended.err
    assert "RIG-MISSING_INVERSE_BINDS" not in pantin("check", "out.gltf").out


def test_arms_are_turned_into_t_pose_only_by_the_id_of_the_rule(pantin, models):
    shutil.copy(CASES / "RIG-T_POSE" / "bad.gltf", models / "bad.gltf")
    for select in ([], ["--select", "RIG"], ["--select", "warning"]):
        assert "nothing to fix" in pantin("fix", "bad.gltf", "out.gltf", *select).err
    ended = pantin("fix", "bad.gltf", "out.gltf", "--select", "RIG-T_POSE")
    changed = "pantin: out.gltf: rotated 1 joint; vertices move by up to 0 (RIG-T_POSE)\n"
    assert ended.err == changed + "pantin: out.gltf: fixed 1 (1 rule)\n"
    assert "RIG-T_POSE" not in pantin("check", "out.gltf", "--all").out
    tree = json.loads((CASES / "RIG-T_POSE" / "good.gltf").read_text())
    tree["nodes"][0]["rotation"] = [0, 1, 0, 0]
    Path("back.gltf").write_text(json.dumps(tree))
    ended = pantin("fix", "back.gltf", "out.gltf", "--select", "RIG-T_POSE")
    words = "the model does not face +Z: rotate the whole model, not only its arms"
    assert ended.err == f"pantin: out.gltf: not fixed: {words} (RIG-T_POSE)\n"


def test_a_rule_that_is_ignored_is_not_fixed(pantin, bad):
    ended = pantin("check", bad, "--fix", "out.gltf", "--select", "RIG-WEIGHTS_NOT_ONE")
    assert ended.err.startswith(DEPRECATED + "pantin: out.gltf: ")
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
    assert "LOSS-G4MF_NAME info: changed 1 name" in ended.err
    assert "unchanged copy" not in ended.err


def test_what_is_compiled_is_no_copy(pantin):
    shutil.copy(CASES.parents[1] / "examples" / "rigy" / "arm.rigy.yaml", "arm.rigy.yaml")
    ended = pantin("check", "arm.rigy.yaml", "--fix", "out.glb")
    expected = f"{DEPRECATED}pantin: out.glb: nothing to fix\n1 file: no findings\n"
    assert (ended.code, ended.err) == (0, expected)


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
        (
            ["arm.glb", "--fix", "out.glb", "--write-baseline", "b.json"],
            "cannot be combined with --write-baseline",
        ),
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
    pantin("convert", "arm.glb", "arm.bvh")
    ended = pantin("check", "arm.bvh", "--fix", "out.bvh")
    expected = f"{DEPRECATED}pantin: arm.bvh is a BVH file; only glTF, G4MF, Rigy files support this\n"
    assert (ended.code, ended.err) == (2, expected)
    assert not Path("out.bvh").exists()


def test_a_file_is_fixed_into_another(pantin, bad):
    ended = pantin("fix", bad, "out.gltf")
    change = "pantin: out.gltf: wrote identity inverse bind matrices for 1 skin (RIG-MISSING_INVERSE_BINDS)\n"
    assert (ended.code, ended.out) == (0, "")
    assert change in ended.err
    assert ended.err.endswith("pantin: out.gltf: fixed 4 (2 rules)\n")
    assert "RIG-MISSING_INVERSE_BINDS" not in pantin("check", "out.gltf").out


def test_a_file_is_fixed_in_place(pantin, bad):
    assert pantin("fix", bad, "--in-place").code == 0
    assert "RIG-MISSING_INVERSE_BINDS" not in pantin("check", bad).out


def test_a_dry_run_writes_nothing(pantin, bad):
    before = Path(bad).read_bytes()
    ended = pantin("fix", bad, "--dry-run")
    assert "would change: wrote identity inverse bind matrices" in ended.err
    assert pantin("fix", bad, "out.gltf", "--dry-run").code == 0
    assert (Path(bad).read_bytes(), Path("out.gltf").exists()) == (before, False)


def test_only_selected_rules_are_fixed(pantin, bad):
    ended = pantin("fix", bad, "out.gltf", "--select", "RIG-WEIGHTS_NOT_ONE")
    assert "nothing to fix" in ended.err
    assert pantin("fix", bad, "out.gltf", "--select", "NO-SUCH").code == 2


def test_a_folder_is_fixed_into_a_folder_with_the_same_paths(pantin, bad):
    Path("models/inner").mkdir(parents=True)
    shutil.copy(bad, "models/inner/bad.gltf")
    shutil.copy("arm.glb", "models/arm.glb")
    Path("models/notes.txt").write_text("hello")
    assert pantin("fix", "models", "fixed").code == 0
    result = {path.relative_to("fixed").as_posix() for path in Path("fixed").rglob("*") if path.is_file()}
    assert "inner/bad.gltf" in result
    assert "arm.glb" not in result
    assert pantin("fix", "models", "copied", "--copy").code == 0
    assert Path("copied/arm.glb").read_bytes() == Path("arm.glb").read_bytes()
    assert not any(name.endswith(".txt") for name in result)


@pytest.mark.parametrize("arguments", [[], ["arm.glb"], ["-", "--in-place"]])
def test_fix_needs_somewhere_to_write(pantin, arguments):
    assert pantin("fix", *arguments).code == 2


def test_a_file_that_cannot_be_read_does_not_stop_the_others(pantin, bad):
    Path("models").mkdir()
    shutil.copy(bad, "models/bad.gltf")
    Path("models/broken.glb").write_bytes(b"dear diary")
    ended = pantin("fix", "models", "fixed")
    assert ended.code == 3
    assert "broken.glb" in ended.err
    assert Path("fixed/bad.gltf").is_file()


def test_a_file_in_which_nothing_was_fixed_is_copied_on_request_only(pantin):
    ended = pantin("fix", "arm.glb", "out.glb")
    assert (ended.code, ended.err) == (0, "pantin: out.glb: nothing to fix\n")
    assert not Path("out.glb").exists()
    assert pantin("fix", "arm.glb", "out.glb", "--copy").code == 0
    assert Path("out.glb").read_bytes() == Path("arm.glb").read_bytes()


def test_a_fix_leaves_nothing_unused_behind(pantin, models):
    shutil.copy(CASES.parents[1] / "examples" / "loose.glb", "loose.glb")
    ended = pantin("fix", "loose.glb", "out.glb")
    assert "fixed " in ended.err
    assert pantin("check", "out.glb") == (0, "", "1 file: no findings\n")


def test_unused_objects_are_removed_if_the_rule_is_named(pantin, models):
    shutil.copy(CASES / "GLTF-UNUSED_OBJECT" / "bad.gltf", "unused.gltf")
    assert "nothing to fix" in pantin("fix", "unused.gltf", "out.gltf", "--unsafe").err
    assert pantin("fix", "unused.gltf", "out.gltf", "--select", "GLTF-UNUSED_OBJECT").code == 0
    assert "GLTF-UNUSED_OBJECT" not in pantin("check", "out.gltf").out


def test_a_format_without_fixes_is_wrong_usage(pantin, models):
    shutil.copy(CASES.parents[1] / "examples" / "g4mf" / "tesseract.off", "a.off")
    ended = pantin("fix", "a.off", "b.glb")
    assert ended.code == 2
    assert "a.off is an OFF file; only glTF" in ended.err
