"""A format that is defined in one module, `toy_format`, and registered by one call, is one of Pantin's:
read, checked, converted with its own option, completed, listed in help, inspected, and run in a batch."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import toy_format

import pantin
from pantin.cli.run import run
from pantin.formats import register, unregister
from pantin.formats.registry import recognise, target_format
from pantin.report import CATALOGUE, Report
from pantin.verbs.explain import explain, rule_families, rules
from pantin.verbs.inspect import inspect
from pantin.verbs.pose import pose

EXAMPLES = Path(__file__).parents[2] / "examples"
NAME_LOST = 'dropped name of node "toy" (0): .toy stores static geometry only'
TRIANGLE = b"toy\n# a triangle\n0 0 0\n1 0 0\n0 1 0\n"

# Rules stay in the catalogue for as long as the process does, and other tests look at all of them.
CATALOGUE.pop("TOY-FAR", None)


@pytest.fixture
def toy(monkeypatch, tmp_path):
    """The format is registered, the working folder holds one file of it, and all is undone."""
    CATALOGUE["TOY-FAR"] = toy_format.far
    format = toy_format.FORMAT
    register(format)
    monkeypatch.chdir(tmp_path)
    Path("duck.toy").write_bytes(TRIANGLE)
    yield format
    if format in pantin.list_formats():
        unregister(format)
    del CATALOGUE["TOY-FAR"]


# The library


def test_a_file_is_loaded(toy):
    asset = pantin.load("duck.toy")
    assert (asset.format, asset.kind) == (toy, "toy")
    assert asset.rig.nodes.names == ("toy",)
    assert asset.rig.meshes[0].surfaces[0].positions.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    assert asset.report == Report("duck.toy", "toy")


@pytest.mark.parametrize("name", ["far.toy", "FAR.TOY", "far.toy.txt", "far.data", "bytes"])
def test_a_file_is_checked_by_its_suffix_and_by_its_content(toy, name):
    report = pantin.check(TRIANGLE.replace(b"1 0 0", b"101 0 0"), name=name)
    assert report.format == "toy"
    (finding,) = report.findings
    assert (finding.rule, finding.severity, finding.line) == ("TOY-FAR", "warning", 4)


def test_a_file_that_is_none_is_a_report_to_check_and_raised_by_load(toy):
    report = pantin.check(b"toy\nduck\n", name="bad.toy")
    assert [finding.rule for finding in report.findings] == ["TOY-TEXT"]
    with pytest.raises(pantin.BadFile) as raised:
        pantin.load(b"toy\nduck\n", name="bad.toy")
    assert raised.value.report == report


@pytest.mark.parametrize("command", [["check"], ["inspect"], ["render", "-o", "duck.png"]])
@pytest.mark.parametrize(
    "fault", [pantin.rig.InvalidRig("node 0 is its own ancestor"), AttributeError("duck")], ids=repr
)
def test_what_it_raises_is_no_fault_of_pantin_and_hides_no_file(toy, monkeypatch, capsys, command, fault):
    def lift(document):
        raise fault

    monkeypatch.setattr(toy, "lift", lift, raising=False)
    monkeypatch.setattr(toy, "has_sound_rig", lambda document, reported: False, raising=False)
    assert run([command[0], "duck.toy", *command[1:]]) == 3
    sentence = f"duck.toy: the third-party format Toy failed: {type(fault).__name__}: {fault}"
    assert sentence in capsys.readouterr().err


def test_an_untouched_file_is_written_byte_for_byte(toy):
    report = pantin.save(pantin.load("duck.toy"), "copy.toy.txt")
    assert (report.format, report.findings) == ("toy", ())
    assert Path("copy.toy.txt").read_bytes() == TRIANGLE


def test_it_becomes_a_glb_and_what_is_not_carried_over_is_reported(toy):
    report = pantin.convert("duck.toy", "duck.glb")
    assert [finding.message for finding in report.findings] == ["dropped comments"]
    assert pantin.check("duck.glb").ok
    back = pantin.convert("duck.glb", "back.toy")
    assert [finding.message for finding in back.findings] == [NAME_LOST]
    assert Path("back.toy").read_bytes() == TRIANGLE.replace(b"# a triangle\n", b"")


def test_what_it_cannot_hold_is_reported_when_a_rig_becomes_one(toy):
    lost = pantin.convert(EXAMPLES / "arm.glb", "arm.toy").findings
    messages = [finding.message for finding in lost]
    assert all(message.endswith(": .toy stores static geometry only") for message in messages)
    assert [message.partition(":")[0].removeprefix("dropped ") for message in messages] == [
        'name of node "shoulder" (0), and 3 more',
        'name of mesh "sleeve" (0)',
        'normals of surface 0 of mesh "sleeve" (0)',
        'skin "arm" (0)',
        'clip "bend" (0)',
        "copyright",
    ]
    assert len(pantin.load("arm.toy").rig.meshes[0].surfaces[0].triangles) > 10


@pytest.mark.parametrize("suffix", [".gltf", ".g4b", ".off", ".obj", ".stl", ".npz"])
def test_it_becomes_every_other_format(toy, suffix):
    pantin.convert("duck.toy", f"duck{suffix}")
    assert Path(f"duck{suffix}").stat().st_size > 0


def test_a_rig_alone_is_saved_as_one(toy):
    report = pantin.save(pantin.load("duck.toy").rig, "rig.toy")
    assert [finding.message for finding in report.findings] == ["dropped comments", NAME_LOST]


def test_options_of_other_formats_are_refused(toy):
    with pytest.raises(ValueError, match="embed applies to"):
        pantin.convert("duck.toy", "copy.toy", embed=True)


def test_verbs_work_on_it(toy):
    asset = pantin.load("duck.toy")
    moved = pose(asset, rotate={"toy": (0, 0, 90)})
    pantin.save(moved, "moved.npz")
    with np.load("moved.npz") as arrays:
        assert any(np.allclose(array, [[0, 0, 0], [0, 1, 0], [-1, 0, 0]]) for array in arrays.values())
    pantin.save(moved, "moved.toy")
    corners = pantin.load("moved.toy").rig.meshes[0].surfaces[0].positions
    assert np.allclose(corners, [[0, 0, 0], [0, 1, 0], [-1, 0, 0]], atol=1e-6)
    result = inspect("duck.toy")
    assert (result.kind, result.summary.format, result.summary.bytes) == ("outline", "toy", len(TRIANGLE))
    assert result.summary.meshes[0].vertices == 3


def test_its_option_is_an_argument_of_convert(toy):
    pantin.convert(EXAMPLES / "arm.glb", "arm.toy", digits=2)
    pantin.convert(EXAMPLES / "arm.glb", "default.toy")
    words = Path("arm.toy").read_text().split()[1:]
    assert max(len(word.lstrip("-0.").replace(".", "").partition("e")[0]) for word in words) <= 2
    assert len(Path("default.toy").read_bytes()) > len(Path("arm.toy").read_bytes())
    with pytest.raises(ValueError, match=r"digits applies to \.toy, \.toy\.txt only"):
        pantin.convert("duck.toy", "duck.glb", digits=2)
    with pytest.raises(TypeError, match="no option 'digit'"):
        pantin.convert("duck.toy", "duck.glb", digit=2)


def test_its_option_holds_for_its_own_files(toy):
    """They are written from the rig then, with what that drops: a copy would ignore the option."""
    Path("long.toy").write_bytes(TRIANGLE.replace(b"1 0 0", b"1.25 0 0"))
    lost = pantin.convert("long.toy", "short.toy", digits=2).findings
    assert [finding.message for finding in lost] == ["dropped comments", NAME_LOST]
    assert Path("short.toy").read_text() == "toy\n0 0 0\n1.2 0 0\n0 1 0\n"
    assert pantin.convert("long.toy", "same.toy").ok
    assert Path("same.toy").read_bytes() == Path("long.toy").read_bytes()


def test_every_list_has_it(toy):
    assert toy in pantin.list_formats()
    assert recognise(b"", "a.TOY") is toy
    assert recognise(TRIANGLE, "-") is toy
    assert target_format("a.toy") is toy
    with pytest.raises(ValueError, match=r"does not write \.xyz .*\.toy"):
        target_format("a.xyz")
    with pytest.raises(ValueError, match=r"\.toy cannot store clips"):
        target_format("a.toy", "clips")


def test_its_rules_are_explained(toy):
    assert rules()["TOY-FAR"].severity == "warning"
    assert rule_families()["TOY"] == "about toys"
    (explanation,) = explain("toy-far")
    assert explanation.title == "Vertex out of reach"
    assert [one.what for one in explain("TOY")] == [explanation.what]


def test_it_can_be_taken_back(toy):
    unregister(toy)
    assert toy not in pantin.list_formats()
    with pytest.raises(pantin.BadFile, match="format"):
        pantin.load("duck.toy")
    with pytest.raises(ValueError, match=r"does not write \.toy"):
        pantin.convert(EXAMPLES / "arm.glb", "arm.toy")
    register(toy)
    assert pantin.check("duck.toy").ok


# The commands


def test_a_folder_is_searched_for_its_files(toy, capsys):
    Path("deep").mkdir()
    Path("deep", "far.TOY").write_bytes(TRIANGLE.replace(b"1 0 0", b"101 0 0"))
    assert run(["check", "."]) == 0
    printed = capsys.readouterr()
    assert f"{Path('deep', 'far.TOY')}:4:1: TOY-FAR warning: (101.0, 0.0, 0.0) is too far away" in printed.out
    assert "2 files: 1 clean, 1 with warnings" in printed.err


def test_it_is_converted_both_ways(toy, capsys):
    assert run(["convert", "duck.toy", "duck.glb"]) == 0
    assert "LOSS-UNSUPPORTED" in capsys.readouterr().err
    assert run(["convert", "duck.glb", "back.toy"]) == 0
    assert Path("back.toy").is_file()
    shutil.copy(EXAMPLES / "arm.glb", "arm.glb")
    assert run(["convert", "arm.glb", "arm.toy", "--strict"]) == 1
    assert 'dropped skin "arm" (0): .toy stores static geometry only' in capsys.readouterr().err


def test_the_sentence_on_another_suffix_names_it(toy, capsys):
    assert run(["convert", "duck.toy", "duck.xyz"]) == 2
    assert ".toy" in capsys.readouterr().err


def test_its_rule_and_its_family_are_explained(toy, capsys):
    assert run(["explain", "TOY-FAR"]) == 0
    assert "children have short arms" in capsys.readouterr().out
    assert run(["explain"]) == 0
    printed = capsys.readouterr().out
    assert "TOY" in printed
    assert "about toys" in printed


def test_its_files_are_inspected(toy, capsys):
    assert run(["inspect", "duck.toy"]) == 0
    assert "duck.toy" in capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_its_files_and_rules(toy, shell, capsys):
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert ".toy.txt" in script
    assert "TOY-FAR" in script
    assert "--digits" in script or "-l digits" in script


def test_its_option_is_in_the_help_of_convert(toy, capsys):
    assert run(["convert", "--help"]) == 0
    assert "--digits N" in capsys.readouterr().out
    assert run(["convert", "duck.toy", "copy.glb", "--digits", "3"]) == 2
    assert "--digits applies to .toy, .toy.txt only" in capsys.readouterr().err
    shutil.copy(EXAMPLES / "arm.glb", "arm.glb")
    assert run(["convert", "arm.glb", "short.toy", "--digits", "1"]) == 0
    assert run(["convert", "arm.glb", "long.toy"]) == 0
    assert Path("short.toy").stat().st_size < Path("long.toy").stat().st_size


def test_batches_find_it_by_its_entry_point(tmp_path):
    """Workers are processes of their own: they know the formats of installed packages."""
    about = tmp_path / "site" / "pantin_toy-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pantin-toy\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pantin.formats]\ntoy = toy_format:FORMAT\n")
    models = tmp_path / "models"
    models.mkdir()
    for name in ("a.glb", "b.glb"):
        shutil.copy(EXAMPLES / "arm.glb", models / name)
    (models / "c.toy").write_bytes(TRIANGLE)
    path = os.pathsep.join([str(about.parent), str(Path(toy_format.__file__).parent), *sys.path])
    command = [sys.executable, "-m", "pantin", "convert", "models", "out", "--to", ".toy", "--digits", "2"]
    ended = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    assert sorted(file.name for file in (tmp_path / "out").iterdir() if file.suffix == ".toy") == [
        *("a.toy", "b.toy", "c.toy")
    ]


def test_a_format_that_is_only_read_is_inspected_by_its_name(toy, monkeypatch):
    """Its asset is a rig, which would be saved as glTF; the file is no glTF file."""
    monkeypatch.setattr(type(toy_format.FORMAT), "lower", None)
    result = inspect("duck.toy")
    assert (result.kind, result.summary.format, result.summary.bytes) == ("outline", "toy", len(TRIANGLE))
