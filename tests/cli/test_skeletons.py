"""`pantin skeletons`: deriving, showing and stripping, and what is refused."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

from pantin import load

CASES = Path(__file__).parents[1] / "cases"
NAME = "STAIK_skeletons"


@pytest.fixture
def explicit(models):
    """The arm of the cases, with its extension."""
    shutil.copy(CASES / "STAIK-001" / "good.gltf", "explicit.gltf")
    return "explicit.gltf"


@pytest.fixture
def plain(pantin, explicit):
    """The same without it."""
    assert pantin("skeletons", explicit, "plain.gltf", "--strip") == (0, "", "")
    return "plain.gltf"


@pytest.fixture
def apart(plain):
    """The same with joints that have no root in common."""
    tree = json.loads(Path(plain).read_text())
    del tree["nodes"][1]["children"], tree["nodes"][0]["children"]
    tree["scenes"] = [{"nodes": [0, 1, 2, 3]}]
    Path("apart.gltf").write_text(json.dumps(tree))
    return "apart.gltf"


def test_a_file_without_skins_is_told_that_nothing_was_derived_and_copied(pantin):
    ended = pantin("skeletons", "face.gltf", "out.gltf")
    assert (ended.code, ended.out) == (0, "")
    assert "face.gltf has no skin to derive a skeleton from" in ended.err
    assert Path("out.gltf").read_bytes() == Path("face.gltf").read_bytes()


def test_strip_and_derive(pantin, plain):
    assert NAME not in Path(plain).read_text()
    assert pantin("skeletons", plain, "out.glb") == (0, "", "")
    [skeleton] = load("out.glb").rig.skeletons
    assert skeleton.joints.tolist() == [1, 2]


def test_deriving_twice_gives_the_same_bytes(pantin):
    pantin("skeletons", "arm.glb", "once.glb")
    pantin("skeletons", "once.glb", "twice.glb", "--merge", "siblings")
    assert Path("once.glb").read_bytes() == Path("twice.glb").read_bytes()


def test_the_report_shows_trees_and_writes_nothing(pantin, models):
    before = set(models.iterdir())
    ended = pantin("skeletons", "arm.glb", "--report")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("arm.glb: 1 skeleton\n")
    assert "skin 0 joint 0" in ended.out
    assert set(models.iterdir()) == before


def test_the_report_as_json(pantin, explicit):
    shown = json.loads(pantin("skeletons", explicit, "--report", "--format", "json").out)
    assert shown["path"] == explicit
    [skeleton] = shown["skeletons"]
    assert (skeleton["name"], skeleton["root"], skeleton["skins"]) == ("arm", 1, [0])
    assert skeleton["joints"] == [
        {"node": 1, "name": "upper", "parent": None, "promoted": False, "skins": {"0": 0}},
        {"node": 2, "name": "lower", "parent": 1, "promoted": False, "skins": {"0": 1}},
    ]


def test_joints_without_a_common_root_are_refused_with_a_finding(pantin, apart):
    ended = pantin("skeletons", apart, "out.gltf")
    assert (ended.code, ended.out) == (1, "")
    assert "GLTF-SKIN_NO_COMMON_ROOT" in ended.err
    assert ended.err.endswith("pantin: apart.gltf: no skeletons can be derived; --fix adds a root node\n")
    assert not Path("out.gltf").exists()
    for words in (["--report"], ["out.gltf"]):
        ended = pantin("skeletons", apart, *words, "--format", "json")
        [file] = json.loads(ended.out)["files"]
        assert (ended.code, file["findings"][0]["pointer"]) == (1, "/skins/0/joints")


def test_fix_adds_the_root(pantin, apart):
    assert pantin("skeletons", apart, "out.gltf", "--fix").code == 0
    assert load("out.gltf").rig.skeletons[0].root == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "give a file to write, or --report"),
        ("out.glb --report", "--report writes no file"),
        ("out.glb --strip --fix", "--strip cannot be combined with other options"),
        ("out.glb --strip --merge touching", "--strip cannot be combined with other options"),
        ("out.glb --merge odd", "--merge: 'odd' is not one of overlap, touching, siblings."),
        ("out.glb more.glb", "more.glb: the target of several files is a folder"),
        ("out.txt", "does not write .txt"),
        (".", "arm.glb would replace its own source: choose another folder"),
        ("out.obj", ".obj cannot store skeletons (formats that can: .gltf, .glb"),
        ("out.off", ".off cannot store skeletons (formats that can: .gltf, .glb"),
        ("out.stl", ".stl cannot store skeletons (formats that can: .gltf, .glb"),
    ],
)
def test_what_cannot_be_is_wrong_usage(pantin, words, message):
    ended = pantin("skeletons", "arm.glb", *words.split())
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert not list(Path().glob("out*"))


@pytest.mark.parametrize(("source", "target"), [("missing.glb", "out.glb"), ("arm.glb", "no/folder/out.glb")])
def test_what_cannot_be_read_or_written(pantin, source, target):
    ended = pantin("skeletons", source, target)
    assert (ended.code, ended.out) == (3, "")
    assert "no such" in ended.err


def test_a_file_may_be_written_over_itself(pantin):
    pantin("skeletons", "arm.glb", "out.glb")
    assert pantin("skeletons", "arm.glb", "arm.glb") == (0, "", "")
    assert Path("arm.glb").read_bytes() == Path("out.glb").read_bytes()


def test_other_formats_have_no_extension_to_derive(pantin):
    pantin("skeletons", "arm.glb", "arm.g4b")
    ended = pantin("skeletons", "arm.g4b", "out.glb")
    assert (ended.code, ended.err) == (2, "pantin: arm.g4b is a G4MF file; only glTF files support this\n")


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_reader_that_goes_away_is_no_fault_of_the_file(pantin, monkeypatch, format):
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    monkeypatch.setattr("pantin.cli.run.close_quietly", lambda: None)
    with monkeypatch.context() as patched:
        patched.setattr("sys.stdout", Gone())
        assert pantin("skeletons", "arm.glb", "--report", "--format", format).code == 141


def test_what_has_no_meaning_is_unreadable(pantin):
    Path("bad.gltf").write_text("{")
    ended = pantin("skeletons", "bad.gltf", "out.gltf")
    assert ended.code == 3
    assert ended.err.startswith("pantin: bad.gltf: ")


def test_standard_streams(piped):
    ended = piped(Path("arm.glb").read_bytes(), "skeletons", "-", "-")
    assert (ended.code, ended.err) == (0, "")
    assert len(load(ended.out).rig.skeletons) == 1


def test_the_example_has_the_same_bytes_on_every_machine(pantin):
    folder = Path(__file__).parents[2] / "examples" / "skeletons"
    pantin("skeletons", folder / "plain.gltf", "explicit.gltf")
    assert Path("explicit.gltf").read_bytes() == (folder / "explicit.gltf").read_bytes()
