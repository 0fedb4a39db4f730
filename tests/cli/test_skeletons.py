"""`pantin skeletons`: deriving, showing and stripping, and what is refused."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from pantin import load
from pantin.cli.exit import UnreadableError, UsageError
from pantin.cli.skeletons import skeletons

CASES = Path(__file__).parents[1] / "cases"
NAME = "STAIK_skeletons"


def plain(tmp_path):
    """The arm of the cases without its extension."""
    skeletons(str(CASES / "STAIK-001" / "good.gltf"), str(tmp_path / "plain.gltf"), strip=True)
    return tmp_path / "plain.gltf"


def test_a_file_without_skins_is_told_that_nothing_was_derived(tmp_path, capsys):
    source = CASES.parents[1] / "examples" / "face.gltf"
    assert skeletons(str(source), str(tmp_path / "out.gltf")) == 0
    assert "has no skin to derive a skeleton from" in capsys.readouterr().err


def test_strip_and_derive(tmp_path):
    source = plain(tmp_path)
    assert NAME not in source.read_text()
    assert skeletons(str(source), str(tmp_path / "out.glb")) == 0
    [skeleton] = load(tmp_path / "out.glb").rig.skeletons
    assert skeleton.joints.tolist() == [1, 2]


def test_deriving_twice_gives_the_same_bytes(models):
    skeletons("arm.glb", "once.glb")
    skeletons("once.glb", "twice.glb", merge="siblings")
    assert Path("once.glb").read_bytes() == Path("twice.glb").read_bytes()


def test_the_report_shows_trees_and_writes_nothing(models, capsys):
    before = set(models.iterdir())
    assert skeletons("arm.glb", report=True) == 0
    out = capsys.readouterr().out
    assert out.startswith("arm.glb: 1 skeleton\n")
    assert "skin 0 joint 0" in out
    assert set(models.iterdir()) == before


def test_the_report_as_json(tmp_path, capsys):
    skeletons(str(CASES / "STAIK-001" / "good.gltf"), report=True, format="json")
    [one] = json.loads(capsys.readouterr().out)["skeletons"]
    assert (one["name"], one["root"], one["skins"]) == ("arm", 1, [0])
    assert one["joints"] == [
        {"node": 1, "name": "upper", "parent": None, "promoted": False, "skins": {"0": 0}},
        {"node": 2, "name": "lower", "parent": 1, "promoted": False, "skins": {"0": 1}},
    ]


def unrooted(tmp_path):
    tree = json.loads(plain(tmp_path).read_text())
    del tree["nodes"][1]["children"], tree["nodes"][0]["children"]
    tree["scenes"] = [{"nodes": [0, 1, 2, 3]}]
    file = tmp_path / "apart.gltf"
    file.write_text(json.dumps(tree))
    return str(file)


def test_joints_without_a_common_root_are_refused_with_a_finding(tmp_path, capsys):
    source = unrooted(tmp_path)
    assert skeletons(source, str(tmp_path / "out.gltf")) == 1
    told = capsys.readouterr().err
    assert "GLTF-SKIN_NO_COMMON_ROOT" in told
    assert "--fix" in told
    assert not (tmp_path / "out.gltf").exists()
    for target in (None, str(tmp_path / "out.gltf")):
        assert skeletons(source, target, report=target is None, format="json") == 1
        [file] = json.loads(capsys.readouterr().out)["files"]
        assert file["findings"][0]["pointer"] == "/skins/0/joints"


def test_fix_adds_the_root(tmp_path):
    assert skeletons(unrooted(tmp_path), str(tmp_path / "out.gltf"), fix=True) == 0
    assert load(tmp_path / "out.gltf").rig.skeletons[0].root == 4


def test_a_file_without_skins_is_copied(models):
    assert skeletons("face.gltf", "out.gltf") == 0
    assert Path("out.gltf").read_bytes() == Path("face.gltf").read_bytes()


@pytest.mark.parametrize(
    "options",
    [{}, {"target": "out.glb", "report": True}, {"target": "out.glb", "strip": True, "fix": True}],
)
def test_options_that_do_not_go_together(models, options):
    target = [options.pop("target")] if "target" in options else []
    with pytest.raises(UsageError):
        skeletons("arm.glb", *target, **options)


@pytest.mark.parametrize(("source", "target"), [("missing.glb", "out.glb"), ("arm.glb", "no/folder/out.glb")])
def test_what_cannot_be_read_or_written(models, source, target):
    with pytest.raises(UnreadableError, match="no such"):
        skeletons(source, target)


@pytest.mark.parametrize(("target", "why"), [("out.txt", "is not written"), (".", "has no suffix")])
def test_a_name_of_no_format_is_a_usage_error(models, target, why):
    with pytest.raises(UsageError, match=why):
        skeletons("arm.glb", target)


@pytest.mark.parametrize("target", ["out.obj", "out.off", "out.npz"])
def test_skeletons_are_not_written_where_they_have_no_place(models, target):
    with pytest.raises(UsageError, match="no place for skeletons"):
        skeletons("arm.glb", target)
    assert not Path(target).exists()


def test_a_file_may_be_written_over_itself(models):
    skeletons("arm.glb", "out.glb")
    assert skeletons("arm.glb", "arm.glb") == 0
    assert Path("arm.glb").read_bytes() == Path("out.glb").read_bytes()


def test_other_formats_have_no_extension_to_derive(models):
    skeletons("arm.glb", "arm.g4b")
    with pytest.raises(UnreadableError, match=r"^arm\.g4b is G4MF"):
        skeletons("arm.g4b", "out.glb")


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_reader_that_goes_away_is_no_fault_of_the_file(models, monkeypatch, format):
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", Gone())
    with pytest.raises(BrokenPipeError):
        skeletons("arm.glb", report=True, format=format)


def test_what_has_no_meaning_is_unreadable(models):
    Path("bad.gltf").write_text("{")
    with pytest.raises(UnreadableError, match=r"^bad\.gltf: "):
        skeletons("bad.gltf", "out.gltf")


def test_the_example_has_the_same_bytes_on_every_machine(tmp_path):
    folder = Path(__file__).parents[2] / "examples" / "skeletons"
    skeletons(str(folder / "plain.gltf"), str(tmp_path / "explicit.gltf"))
    assert (tmp_path / "explicit.gltf").read_bytes() == (folder / "explicit.gltf").read_bytes()
