"""A batch writes each file below the target folder, resumes, and reports; with any number of workers."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from batch_files import tree

from pantin import batch
from pantin.base.files import portable


def convert(target="out", **settings):
    return list(batch.run("convert", ["models"], target, **{"to": ".gltf", **settings}))


def test_paths_below_the_folder_are_kept(models):
    rows = convert()
    assert [(row.path, row.target, row.outcome) for row in rows] == [
        ("models/arm.glb", "out/arm.gltf", "ok"),
        ("models/inner/face.gltf", "out/inner/face.gltf", "ok"),
        ("models/inner/loose.glb", "out/inner/loose.gltf", "ok"),
    ]
    assert set(tree("out")) == {
        *("arm.bin", "arm.gltf", "inner/face.gltf", "inner/loose.bin", "inner/loose.gltf")
    }


def test_the_bytes_do_not_depend_on_the_number_of_workers(models):
    convert("one", jobs=1)
    convert("two", jobs=2)
    assert tree("one") == tree("two")
    manifests = [Path(folder, ".pantin-batch.jsonl").read_text() for folder in ("one", "two")]
    assert manifests[0].replace('"one/', '"two/') == manifests[1]


def test_a_row_has_hash_sizes_and_counts(models):
    row = convert()[0]
    assert (row.bytes, row.nodes, row.meshes, row.skins, row.clips) == (4984, 4, 1, 1, 1)
    # sha256sum examples/arm.glb
    assert row.sha256 == "c2a057db6306277a44bf9e74dd23f52b7c7b7f38c96fbd82fbf6e1b55a78719e"
    assert row.target_bytes == Path("out/arm.gltf").stat().st_size
    assert row.work_seconds > 0


def test_a_broken_file_does_not_stop_the_others(models):
    Path("models/broken.glb").write_bytes(b"glTF")
    rows = convert()
    assert [row.outcome for row in rows] == ["ok", "unreadable", "ok", "ok"]
    assert "models/broken.glb" in rows[1].reason
    assert not Path("out/broken.gltf").exists()


def test_two_files_for_one_target_are_refused(models):
    shutil.copy("models/inner/face.gltf", "models/arm.gltf")
    rows = convert(to=".g4b")
    assert rows[1].reason == (
        "models/arm.gltf: out/arm.g4b is written from models/arm.glb: give the files different names"
    )
    assert rows[1].code == 2


@pytest.mark.parametrize("folded", [True, False])
def test_names_that_differ_in_case_alone_are_one_file_on_some_disks(models, monkeypatch, folded):
    """Most disks of Windows and macOS ignore case: the second file would replace the first."""
    shutil.copy("models/inner/face.gltf", "models/ARM.gltf")
    monkeypatch.setattr(portable, "ignores_case", lambda folder: folded)
    rows = list(batch.run("convert", ["models/arm.glb", "models/ARM.gltf"], "out", to=".g4b"))
    assert [row.outcome for row in rows] == ["ok", "refused" if folded else "ok"]
    if folded:
        assert "out/ARM.g4b is written from models/arm.glb" in rows[1].reason


def test_no_source_is_replaced(models):
    before = tree("models")
    rows = convert("models", to=None)
    assert {row.outcome for row in rows} == {"refused"}
    assert tree("models") == before


@pytest.mark.parametrize("to", [".glb", ".gltf"])
def test_no_other_source_is_replaced(models, to):
    """Of two sources that differ in the suffix, one would be written to the place of the other."""
    shutil.copy("models/inner/face.gltf", "models/arm.gltf")
    before = {name: data for name, data in tree("models").items() if name.startswith("arm")}
    rows = [row for row in convert("models", to=to) if row.path.startswith("models/arm")]
    assert [row.outcome for row in rows] == ["refused", "refused"]
    source, other = sorted(before, key=lambda name: name.endswith(to))
    (row,) = [row for row in rows if row.path == f"models/{source}"]
    assert row.reason == (
        f"models/{source}: models/{other} is one of the sources and would be replaced: choose another folder"
    )
    assert {name: Path("models", name).read_bytes() for name in before} == before


def test_workers_print_nothing_of_their_settings(models, capfd):
    assert {row.outcome for row in convert(to=".usda")} == {"ok"}
    assert capfd.readouterr() == ("", "")


def test_the_target_folder_may_be_inside_the_source_folder(models):
    convert("models/out", to=".glb")
    rows = convert("models/out", to=".glb")
    assert [row.path for row in rows] == [
        "models/arm.glb",
        "models/inner/face.gltf",
        "models/inner/loose.glb",
    ]


def test_a_rule_of_the_verb_is_that_of_one_file(models):
    """`derive_skeletons` refuses a file; the batch has its findings and writes nothing for it."""
    rows = list(batch.run("pose", ["models"], "out", options={"clip": "bend", "time": 0.5}))
    assert [row.outcome for row in rows] == ["ok", "refused", "ok"]


def test_what_is_done_is_skipped(models):
    assert not any(row.resumed for row in convert())
    stamp = Path("out/arm.gltf").stat().st_mtime_ns
    again = convert(resume=True)
    assert [row.resumed for row in again] == [True, True, True]
    assert [row.path for row in again] == [row.path for row in convert(resume=True)]
    assert Path("out/arm.gltf").stat().st_mtime_ns == stamp


@pytest.mark.parametrize("change", ["source", "companion", "options", "version", "target"])
def test_what_has_changed_is_done_again(models, monkeypatch, change):
    convert("models2", to=".gltf")  # a source with a companion
    sources, settings = ["models2"], {}
    list(batch.run("convert", sources, "out", to=".glb"))
    if change == "source":
        file = Path("models2/arm.gltf")
        file.write_text(file.read_text() + " ")
    elif change == "companion":
        file = Path("models2/arm.bin")
        file.write_bytes(file.read_bytes()[:-1] + b"\1")
    elif change == "options":
        settings = {"options": {"strict": True}}
    elif change == "version":
        monkeypatch.setattr("pantin.__version__", "99.0")
    else:
        Path("out/arm.glb").unlink()
    rows = list(batch.run("convert", sources, "out", to=".glb", resume=True, **settings))
    everything = change in ("options", "version")
    assert [row.resumed for row in rows] == [False, not everything, not everything]
    assert Path("out/arm.glb").exists()


def test_a_target_that_lost_a_file_is_done_again(models):
    convert()
    Path("out/arm.bin").unlink()
    assert [row.resumed for row in convert(resume=True)] == [False, True, True]
    assert Path("out/arm.bin").exists()


def test_nodes_to_keep_need_not_be_in_every_file_of_many(models):
    """Of a single file they must be: there the name is a mistake."""
    keep = {"options": {"keep": ["elbow"]}}
    rows = {row.path: row for row in batch.run("slim", ["models"], "out", **keep)}
    assert [row.outcome for row in rows.values()] == ["ok", "ok", "ok"]
    without = [path for path, row in rows.items() if "there is no node 'elbow' to keep" in row.notes[0]]
    assert without == ["models/inner/face.gltf"]
    (row,) = batch.run("slim", ["models/inner/face.gltf"], "out/one.gltf", **keep)
    assert (row.outcome, row.reason) == (
        "refused",
        "models/inner/face.gltf: there is no node 'elbow' to keep",
    )


@pytest.mark.parametrize("kind", [str, Path])
def test_another_character_in_the_same_file_is_another_option(models, kind):
    """Options that name a file count with its content, whether they are paths or strings."""
    examples = Path(__file__).parents[2] / "examples"
    settings = {"options": {"target": kind("character.glb")}, "to": ".glb"}
    walk = [str(examples / "retarget/walk.glb")]
    shutil.copy(examples / "retarget/mannequin.glb", "character.glb")
    (row,) = batch.run("retarget", walk, "out/", **settings)
    assert (row.outcome, row.resumed) == ("ok", False)
    (row,) = batch.run("retarget", walk, "out/", resume=True, **settings)
    assert row.resumed
    shutil.copy(examples / "vrm/older.vrm", "character.glb")
    (row,) = batch.run("retarget", walk, "out/", resume=True, **settings)
    assert (row.outcome, row.resumed) == ("ok", False)


def test_a_run_that_was_killed_is_resumed(models):
    """The last line of its manifest is cut off; files that are not listed are done."""
    convert()
    expected = tree("out")
    manifest = Path("out/.pantin-batch.jsonl")
    lines = manifest.read_bytes().splitlines(keepends=True)
    manifest.write_bytes(lines[0] + lines[1][:50])
    shutil.rmtree("out/inner")
    rows = convert(resume=True)
    assert [row.resumed for row in rows] == [True, False, False]
    assert tree("out") == expected
    assert manifest.read_bytes() == b"".join(lines)


def test_a_file_that_failed_is_tried_again(models):
    Path("models/broken.glb").write_bytes(b"glTF")
    convert()
    shutil.copy("models/arm.glb", "models/broken.glb")
    assert [row.resumed for row in convert(resume=True)] == [True, False, True, True]


def test_a_report_of_lines_has_a_row_for_each_file(models):
    list(batch.run("check", ["models"], report_file="report.jsonl"))
    rows = [json.loads(line) for line in Path("report.jsonl").read_text().splitlines()]
    assert [(row["path"], row["outcome"], row["errors"], row["warnings"]) for row in rows] == [
        ("models/arm.glb", "ok", 0, 0),
        ("models/inner/face.gltf", "ok", 0, 0),
        ("models/inner/loose.glb", "findings", 1, 0),
    ]
    assert [finding["rule"] for finding in rows[2]["findings"]][-1] == "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED"


def test_a_parquet_report_has_the_same_rows(models):
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = list(batch.run("check", ["models"], report_file="out/report.parquet"))
    table = parquet.read_table("out/report.parquet").to_pylist()
    assert table == [row.to_builtins() for row in rows]


def test_a_report_of_a_run_that_ends_early_does_not_exist(models):
    rows = batch.run("check", ["models"], report_file="report.jsonl")
    next(rows)
    rows.close()
    assert [path.name for path in Path().iterdir()] == ["models"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"verb": "fly"}, "a batch has no verb 'fly'"),
        ({"sources": []}, "a batch needs a list of sources"),
        ({"sources": "models"}, "a batch needs a list of sources"),
        ({"target": None}, "convert needs a target"),
        ({"to": "glb"}, 'to must be a suffix such as ".glb"'),
        ({"to": ".txt"}, "does not write .txt"),
        ({"target": "out.glb"}, "the target of several files is a folder"),
        ({"jobs": -1}, "jobs must be"),
        ({"timeout": 0}, "timeout must be"),
        ({"memory": 0}, "memory must be"),
        ({"report_file": "report.csv"}, "a report file is .jsonl or .parquet"),
        ({"in_place": True}, "convert needs a target"),
        ({"verb": "check"}, "check writes no file"),
        ({"verb": "bake", "to": ".obj"}, ".obj cannot store clips"),
        ({"verb": "render", "to": ".glb"}, "render writes .png"),
        ({"verb": "slim", "to": ".usda"}, "slim keeps the format of its source, so it cannot write .usda"),
        ({"sources": ["memory://a"], "jobs": 2}, "exists in this process only"),
        ({"sources": ["models/arm.glb"], "to": ".glb"}, "if out is a folder, write out/"),
    ],
)
def test_settings_that_cannot_be_are_refused_before_any_file_is_touched(models, settings, message):
    given = {"verb": "convert", "sources": ["models"], "target": "out"} | settings
    with pytest.raises(ValueError, match=message):
        batch.Batch(**given)
    assert not Path("out").exists()


def test_resuming_a_check_needs_a_manifest(models):
    with pytest.raises(ValueError, match="to resume without a target folder"):
        batch.Batch(verb="check", sources=["models"], resume=True)
    first = list(batch.run("check", ["models"], manifest="m.jsonl"))
    again = list(batch.run("check", ["models"], manifest="m.jsonl", resume=True))
    assert [row.resumed for row in again] == [True, True, True]
    assert [row.findings for row in again] == [row.findings for row in first]


KILLED = """
import os, signal
from pantin import batch
from pantin.base.files import portable
from pantin.base.files import writing

writing._NewFile.put_in_place = lambda self: os.kill(os.getpid(), signal.SIGKILL)
list(batch.run("convert", ["models/arm.glb"], "out/arm.gltf"))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_companion_of_a_process_that_was_killed_is_used_by_the_next(models):
    """Killed after the companion has its name and before the document has: the worst moment."""
    for folder in ("out", "clean"):
        Path(folder).mkdir()
    ended = subprocess.run([sys.executable, "-c", KILLED], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert "arm.bin" in tree("out")
    assert "arm.gltf" not in tree("out")
    for folder in ("out", "clean"):
        (row,) = batch.run("convert", ["models/arm.glb"], f"{folder}/arm.gltf")
        assert row.outcome == "ok"
    assert tree("out") == tree("clean")
