"""`pantin convert` between containers, and copies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pantin import load


def test_there_and_back_is_the_same_file(pantin):
    assert pantin("convert", "arm.glb", "out.gltf") == (0, "", "")
    assert Path("out.bin").is_file()
    assert pantin("convert", "out.gltf", "back.glb").code == 0
    assert Path("back.glb").read_bytes() == Path("arm.glb").read_bytes()


def test_a_target_of_the_same_kind_is_a_copy_byte_for_byte(pantin):
    for name, copy in (("arm.glb", "copy.glb"), ("broken.gltf", "copy.gltf")):
        assert pantin("convert", name, copy).code == 0
        assert Path(name).read_bytes() == Path(copy).read_bytes()


def test_buffers_inside_or_beside(pantin):
    pantin("convert", "arm.glb", "in.gltf", "--embed")
    assert json.loads(Path("in.gltf").read_text())["buffers"][0]["uri"].startswith("data:")
    assert not Path("in.bin").exists()
    pantin("convert", "face.gltf", "apart.gltf", "--separate")
    assert json.loads(Path("apart.gltf").read_text())["buffers"][0]["uri"] == "apart.bin"


def test_a_file_without_meaning_is_unreadable(pantin):
    Path("bad.gltf").write_text("{")
    ended = pantin("convert", "bad.gltf", "out.glb")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("pantin: bad.gltf: ")
    assert not Path("out.glb").exists()


def test_a_missing_source_or_folder_is_unreadable(pantin):
    assert pantin("convert", "missing.glb", "out.gltf").code == 3
    assert pantin("convert", "arm.glb", "no/such/folder/out.glb").code == 3


def test_what_was_dropped_is_reported(pantin):
    tree = json.loads(Path("face.gltf").read_text())
    tree["images"] = [{"uri": "missing.png"}]
    Path("with.gltf").write_text(json.dumps(tree))
    Path("folder").mkdir()
    ended = pantin("convert", "with.gltf", "folder/out.gltf")
    assert "LOSS-MISSING_FILE" in ended.err
    assert ended.code == 0


def test_the_json_report_lists_every_loss(pantin):
    """The skin, the clip, names of bones and the copyright of the arm are not in an OBJ."""
    ended = pantin("convert", "arm.glb", "arm.obj", "--format", "json", "--strict")
    assert (ended.code, ended.err) == (1, "")
    (file,) = json.loads(ended.out)["files"]
    assert file["path"] == "arm.glb"
    found = {(one["rule"], one["message"].partition(":")[0], one.get("pointer")) for one in file["findings"]}
    assert ("LOSS-GEOMETRY", 'dropped skin "arm" (0)', "/skins/0") in found
    assert ("LOSS-GEOMETRY", 'dropped clip "bend" (0)', "/animations/0") in found
    assert ("LOSS-GEOMETRY", 'dropped name of node "shoulder" (0), and 2 more', "/nodes/0") in found
    assert pantin("convert", "arm.glb", "-", "--format", "json").code == 2


def test_strict_counts_changes_of_the_least_severity(pantin):
    """A polygon becomes triangles, which is an info; and nothing is dropped within a format."""
    Path("square.off").write_text("OFF\n4 1 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n")
    assert pantin("convert", "square.off", "square.glb").code == 0
    assert pantin("convert", "square.off", "square.glb", "--strict").code == 1
    assert pantin("convert", "arm.glb", "copy.gltf", "--strict").code == 0


def test_strict_counts_what_was_dropped(pantin):
    assert pantin("convert", "arm.glb", "arm.obj").code == 0
    ended = pantin("convert", "arm.glb", "arm.obj", "--strict")
    assert (ended.code, "LOSS-GEOMETRY" in ended.err) == (1, True)
    assert pantin("convert", "arm.glb", "arm.gltf", "--strict").code == 0


def test_from_standard_input_to_standard_output(piped):
    ended = piped(Path("face.gltf").read_bytes(), "convert", "-", "-")
    assert (ended.code, ended.err) == (0, "")
    asset = load(ended.out)
    assert asset.document.kind == "glb"
    assert asset.report.ok


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("arm.glb", "TARGET is missing"),
        ("arm.glb out.gltf more.gltf", "more.gltf: the target of several files is a folder"),
        ("arm.glb out", "out: the file name needs a suffix"),
        ("arm.glb out.abc", "Pantin does not write .abc (formats that it writes: .gltf, .glb"),
        ("arm.glb out.glb --separate", "embed=False applies to .gltf only"),
        ("arm.glb out.g4b --embed", "out.g4b: --embed applies to .gltf, .glb"),
        ("arm.glb out.glb --dialect newest", "out.glb: --dialect applies to .g4b, .g4tf"),
        (
            "arm.glb out.g4b --dialect new",
            "--dialect: 'new' is not one of newest, 2026-01. Did you mean newest?",
        ),
        ("arm.glb out.glb --omit-inferable", "--omit-inferable applies to .g4b"),
        ("arm.glb out.gltf --embed --separate", "--separate is given twice, or with its opposite"),
        ("arm.glb - --separate", "standard output takes a .glb"),
        ("arm.glb - --dialect newest", "standard output takes a .glb"),
        ("arm.glb - --omit-inferable", "standard output takes a .glb"),
    ],
)
def test_what_cannot_be_is_wrong_usage(pantin, words, message):
    ended = pantin("convert", *words.split())
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert not list(Path().glob("out*"))


def test_a_folder_is_no_target(pantin):
    Path("taken.glb").mkdir()
    ended = pantin("convert", "arm.glb", "taken.glb")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err == f"pantin: {Path('taken.glb').resolve()} is a folder, not a file to write\n"


def test_a_read_only_target_needs_force(pantin):
    Path("out.glb").write_bytes(b"old")
    Path("out.glb").chmod(0o444)
    ended = pantin("convert", "arm.glb", "out.glb")
    assert ended.code == 3
    assert "out.glb" in ended.err
    assert "--force" in ended.err
    assert Path("out.glb").read_bytes() == b"old"
    assert pantin("convert", "arm.glb", "out.glb", "--force").code == 0
    assert Path("out.glb").read_bytes() == Path("arm.glb").read_bytes()


def test_a_motion_is_converted_with_its_clip_rate_and_unit(pantin):
    """The walk is 31 frames of 1/30 s, in centimetres."""
    walk = str(Path(__file__).parents[2] / "examples" / "motion" / "walk.bvh")
    assert pantin("convert", walk, "walk.glb", "--scale", "0.01").code == 0
    ended = pantin("convert", "walk.glb", "walk.bvh", "--clip", "walk", "--fps", "60", "--scale", "100")
    assert ended.code == 0
    text = Path("walk.bvh").read_text(encoding="ascii")
    assert "OFFSET 0.000000 92.000000 0.000000" in text
    assert "Frames: 61\nFrame Time: 0.0166666666667\n" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["walk.glb", "--fps", "30"], "walk.glb: --fps applies to .bvh only"),
        (["walk.bvh", "--clip", "run"], "no clip is called 'run'"),
        (["walk.bvh", "--fps", "0"], ": --fps must be a positive number, not 0.0"),
        (["walk.bvh", "--scale", "-1"], "scale must be a positive number, not -1.0"),
        (["walk.glb", "--scale", "0"], "scale must be a positive number, not 0.0"),
    ],
)
def test_options_of_motions_are_checked(pantin, words, sentence):
    walk = str(Path(__file__).parents[2] / "examples" / "motion" / "walk.bvh")
    ended = pantin("convert", walk, *words)
    assert ended.code == 2
    assert sentence in ended.err
    assert not Path(words[0]).exists()


def test_one_file_goes_into_a_folder_as_many_do(pantin):
    Path("there").mkdir()
    assert pantin("convert", "arm.glb", "new/").code == pantin("convert", "arm.glb", "there").code == 0
    assert Path("new/arm.glb").read_bytes() == Path("there/arm.glb").read_bytes()
