"""A format that is defined in this file alone, and registered by one call, is one of Pantin's formats."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin import assets, files
from pantin.assets import Format, register, unregister
from pantin.assets.inspection import inspect
from pantin.assets.posing import pose
from pantin.cli.run import run
from pantin.errors import BadFile
from pantin.formats.exchange import Lifted
from pantin.report import CATALOGUE, Finding, Report, rule
from pantin.rig import Instance, Mesh, Node, Surface, build

EXAMPLES = Path(__file__).parents[2] / "examples"
NAME_LOST = "dropped names (1) of nodes: .toy stores static geometry only"
TRIANGLE = b"toy\n# a triangle\n0 0 0\n1 0 0\n0 1 0\n"

# The format: the word `toy`, then a vertex a line, three to a triangle. Lines with a # are for people.


@dataclass(frozen=True)
class ToyDocument:
    data: bytes
    vertices: tuple[tuple[float, ...], ...]
    lines: tuple[int, ...]

    @property
    def comments(self) -> int:
        return sum(line.startswith(b"#") for line in self.data.splitlines())


def sniff(start, name):
    return start.startswith(b"toy\n")


def read(source, *, name, limits, resolver):
    data = source if isinstance(source, bytes) else bytes(files.read(source, limits.file_bytes))
    rows = [(number, line) for number, line in enumerate(data.splitlines(), 1) if not line.startswith(b"#")]
    try:
        vertices = tuple(tuple(float(word) for word in line.split()) for _, line in rows[1:])
    except ValueError:
        raise BadFile(Report(name, "toy", (Finding("TOY-TEXT", "error", "not a toy"),))) from None
    return ToyDocument(data, vertices, tuple(number for number, _ in rows[1:]))


def lift(document):
    surface = Surface(np.array(document.vertices, np.float32))
    return Lifted(build(nodes=[Node("toy")], meshes=[Mesh((surface,))], instances=[Instance(0, 0)]), ())


def lower(rig, options):
    corners = [
        tuple(surface.positions[index].tolist())
        for mesh in rig.meshes
        for surface in mesh.surfaces
        for index in surface.triangles.reshape(-1).tolist()
    ]
    text = "toy\n" + "".join(f"{x:g} {y:g} {z:g}\n" for x, y, z in corners)
    return ToyDocument(text.encode(), tuple(corners), ()), ()


def write(document, path, options):
    files.atomic_write(path, [document.data])


def far(document: ToyDocument) -> Iterator[Finding]:
    """Vertex out of reach.

    What: every coordinate of a vertex is at most 100.
    Why: children have short arms.
    Fix: make the toy smaller.
    Source: this test.
    """
    for number, vertex in zip(document.lines, document.vertices, strict=True):
        if max(map(abs, vertex)) > 100:
            yield replace(CATALOGUE["TOY-FAR"].at(what=vertex), line=number, column=1)


def toy_format():
    return Format(
        name="Toy",
        suffixes=(".toy", ".toy.txt"),
        sniff=sniff,
        read=read,
        lift=lift,
        lower=lower,
        write=write,
        check=rule("TOY-FAR", "warning", "{what} is too far away")(far),
        capabilities=frozenset({"meshes"}),
        static=True,
        kinds={".toy.txt": "toy"},
        not_carried=lambda document: [("comments", document.comments, "")] if document.comments else (),
        families={"TOY": "about toys"},
    )


@pytest.fixture
def toy(monkeypatch, tmp_path):
    """The format is registered, the working folder holds one file of it, and all is undone."""
    format = toy_format()
    register(format)
    monkeypatch.chdir(tmp_path)
    Path("duck.toy").write_bytes(TRIANGLE)
    yield format
    if format in pantin.list_formats():
        unregister(format)
    # Rules stay for as long as the process does, and other tests look at all of them.
    del CATALOGUE["TOY-FAR"]


# The library


def test_a_file_is_loaded(toy):
    asset = pantin.load("duck.toy")
    assert (asset.format, asset.family, asset.kind) == (toy, "Toy", "toy")
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


def test_an_untouched_file_is_written_byte_for_byte(toy):
    report = pantin.save(pantin.load("duck.toy"), "copy.toy.txt")
    assert (report.format, report.findings) == ("toy", ())
    assert Path("copy.toy.txt").read_bytes() == TRIANGLE


def test_it_becomes_a_glb_and_what_is_not_carried_over_is_reported(toy):
    report = pantin.convert("duck.toy", "duck.glb")
    assert [finding.message for finding in report.findings] == ["dropped comments (1)"]
    assert pantin.check("duck.glb").ok
    back = pantin.convert("duck.glb", "back.toy")
    assert [finding.message for finding in back.findings] == [NAME_LOST]
    assert Path("back.toy").read_bytes() == TRIANGLE.replace(b"# a triangle\n", b"")


def test_what_it_cannot_hold_is_reported_when_a_rig_becomes_one(toy):
    lost = pantin.convert(EXAMPLES / "arm.glb", "arm.toy").findings
    messages = [finding.message for finding in lost]
    assert all(message.endswith(": .toy stores static geometry only") for message in messages)
    assert [message.partition(":")[0].removeprefix("dropped ") for message in messages] == [
        "names (4) of nodes",
        "name (1) of meshes",
        "normals (1) of surfaces",
        "1 skin",
        "1 clip",
        "copyright",
    ]
    assert len(pantin.load("arm.toy").rig.meshes[0].surfaces[0].triangles) > 10


@pytest.mark.parametrize("suffix", [".gltf", ".g4b", ".off", ".obj", ".stl", ".npz"])
def test_it_becomes_every_other_format(toy, suffix):
    pantin.convert("duck.toy", f"duck{suffix}")
    assert Path(f"duck{suffix}").stat().st_size > 0


def test_a_rig_alone_is_saved_as_one(toy):
    report = pantin.save(pantin.load("duck.toy").rig, "rig.toy")
    assert [finding.message for finding in report.findings] == [NAME_LOST]


def test_options_of_other_formats_are_refused(toy):
    with pytest.raises(ValueError, match="embed applies to"):
        pantin.convert("duck.toy", "copy.toy", embed=True)


def test_verbs_know_it_and_say_what_it_has_no_way_to_do(toy):
    asset = pantin.load("duck.toy")
    moved = pose(asset, rotate={"toy": (0, 0, 90)})
    pantin.save(moved, "moved.npz")
    with np.load("moved.npz") as arrays:
        assert any(np.allclose(array, [[0, 0, 0], [0, 1, 0], [-1, 0, 0]]) for array in arrays.values())
    with pytest.raises(
        pantin.Unsupported, match=r"duck\.toy is a Toy file; only glTF, G4MF files support this"
    ):
        pantin.save(moved, "moved.toy")
    result = inspect("duck.toy")
    assert (result.kind, result.summary.format, result.summary.bytes) == ("outline", "toy", len(TRIANGLE))
    assert result.summary.meshes[0].vertices == 3


def test_every_list_has_it(toy):
    assert toy in pantin.list_formats()
    assert assets.recognise(b"", "a.TOY") is toy
    assert assets.recognise(TRIANGLE, "-") is toy
    assert assets.target_format("a.toy") is toy
    with pytest.raises(ValueError, match=r"does not write \.xyz .*\.toy"):
        assets.target_format("a.xyz")
    with pytest.raises(ValueError, match=r"\.toy cannot store clips"):
        assets.target_format("a.toy", "clips")


def test_its_rules_are_explained(toy):
    assert assets.rules()["TOY-FAR"].severity == "warning"
    assert assets.rule_families()["TOY"] == "about toys"
    (explanation,) = assets.explain("toy-far")
    assert explanation.title == "Vertex out of reach"
    assert [one.what for one in assets.explain("TOY")] == [explanation.what]


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
    assert "2 files, 1 warning" in printed.err


def test_it_is_converted_both_ways(toy, capsys):
    assert run(["convert", "duck.toy", "duck.glb"]) == 0
    assert "LOSS-UNLIFTED" in capsys.readouterr().err
    assert run(["convert", "duck.glb", "back.toy"]) == 0
    assert Path("back.toy").is_file()
    shutil.copy(EXAMPLES / "arm.glb", "arm.glb")
    assert run(["convert", "arm.glb", "arm.toy", "--strict"]) == 1
    assert "dropped 1 skin: .toy stores static geometry only" in capsys.readouterr().err


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
