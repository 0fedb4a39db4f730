"""Commands for many files: which files, what is written where, what is printed, and the exit code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import pantin as library

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def folder(models):
    """A folder `in` with two models, one of them in a folder, and a list of both."""
    Path("in/inner").mkdir(parents=True)
    Path("arm.glb").rename("in/arm.glb")
    Path("face.gltf").rename("in/inner/face.gltf")
    Path("list.txt").write_text("in/arm.glb\n\nin/inner/face.gltf\n")
    return models


def written(folder="out"):
    files = (path for path in Path(folder).rglob("*") if path.is_file() and path.name[0] != ".")
    return sorted(path.relative_to(folder).as_posix() for path in files)


@pytest.mark.parametrize(
    "sources", [["in"], ["in/"], ["@list.txt"], ["in/**/*.gl*"], ["in/arm.glb", "in/inner/face.gltf"]]
)
def test_every_way_to_name_files_keeps_their_paths(pantin, folder, sources):
    ended = pantin("convert", *sources, "out", "--to", ".glb")
    assert (ended.code, written()) == (0, ["arm.glb", "inner/face.glb"])
    assert ended.err.endswith("2 files: 2 ok\n")


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--include", "*.glb"], ["arm.glb"]),
        (["--exclude", "inner"], ["arm.glb"]),
        (["--exclude", "inner/*.gltf"], ["arm.glb"]),
        (["--include", "**/f*"], ["inner/face.gltf"]),
        (["--include", "*.gl*", "--exclude", "arm.*"], ["inner/face.gltf"]),
    ],
)
def test_patterns_choose_files(pantin, folder, options, names):
    ended = pantin("check", "in", "--dry-run", *options)
    assert (ended.code, ended.out.splitlines()) == (0, [str(Path("in", name)) for name in names])


def test_a_dry_run_writes_nothing(pantin, folder):
    ended = pantin("convert", "in", "out", "--to", ".gltf", "--dry-run")
    assert ended.out.splitlines() == [
        f"{Path('in/arm.glb')} -> {Path('out/arm.gltf')}",
        f"{Path('in/inner/face.gltf')} -> {Path('out/inner/face.gltf')}",
    ]
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("pose in out --set 0=0,0,10 --to .obj", ["arm.mtl", "arm.obj", "inner/face.mtl", "inner/face.obj"]),
        ("bake springs out --seconds 0.1", ["skirt.glb", "strand.glb"]),
        ("skeletons in out", ["arm.glb", "inner/face.gltf"]),
        ("retarget in in/arm.glb out --to .glb --exclude inner", ["arm.glb"]),
        ("render in out --size 16x16", ["arm.png", "inner/face.png"]),
        ("render in -o out --size 16x16 --to .webp", ["arm.webp", "inner/face.webp"]),
        ("fix in out --copy", ["arm.glb", "inner/face.gltf"]),
        ("slim in out -j 2", ["arm.glb", "inner/face.bin", "inner/face.gltf"]),
        ("slim in out --skin-error 0 --to .glb", ["arm.glb", "inner/face.glb"]),
    ],
)
def test_every_verb_takes_a_folder(pantin, folder, line, names):
    shutil.copytree(EXAMPLES / "springs", "springs")
    ended = pantin(*line.split())
    assert ended.code == 0, ended.err
    assert {name for name in written() if not name.endswith(".mtl")} == {
        n for n in names if not n.endswith(".mtl")
    }


def test_models_in_four_dimensions_are_sliced(pantin, tmp_path):
    shutil.copytree(EXAMPLES / "g4mf", tmp_path / "4d")
    ended = pantin("slice", str(tmp_path / "4d/*.off"), str(tmp_path / "4d/face.g4tf"), "out", "--to", ".glb")
    assert (ended.code, written()) == (0, ["face.glb", "tesseract.glb"]), ended.err
    lines = ["slice", str(tmp_path / "4d/*.off"), "wires", "--project", "perspective", "--to", ".glb"]
    assert (pantin(*lines).code, written("wires")) == (0, ["tesseract.glb"])
    assert library.load("wires/tesseract.glb").rig.meshes[0].surfaces[0].mode == "lines"
    ended = pantin("slice", str(tmp_path / "4d/*.off"), "both", "--sweep", "3", "--w", "1", "--to", ".glb")
    assert (ended.code, Path("both").exists()) == (2, False)


def test_sources_of_a_folder_are_compiled(pantin, folder):
    """Files that other sources import have no model, and are not compiled."""
    shutil.copytree(EXAMPLES / "rigy", "rigy")
    ended = pantin("compile", "rigy", "-o", "out", "-j", "2", "--manifest", "done.jsonl")
    assert ended.code == 0, ended.err
    names = {path.relative_to("rigy").as_posix() for path in Path("rigy").rglob("*.rig[ys].yaml")}
    assert set(written()) == {name.rsplit(".", 2)[0] + ".glb" for name in names}
    assert Path("done.jsonl").exists()
    single = pantin("compile", "rigy/arm.rigy.yaml", "-o", "arm.glb")
    assert (single.code, Path("arm.glb").read_bytes()) == (0, Path("out/arm.glb").read_bytes())


def test_warnings_that_are_errors_keep_a_source_from_being_compiled(pantin, folder):
    Path("rigs").mkdir()
    shutil.copy(EXAMPLES / "rigy" / "arm.rigy.yaml", "rigs/arm.rigy.yaml")
    cases = Path(__file__).parents[1] / "cases" / "RIGY-W01"
    shutil.copy(next(cases.glob("bad*.rigy.yaml")), "rigs/warned.rigy.yaml")
    ended = pantin("compile", "rigs", "-o", "out", "--warn-as-error", "W01")
    assert (ended.code, written()) == (1, ["arm.glb"]), ended.err
    assert pantin("compile", "rigs", "-o", "out").code == 0
    assert written() == ["arm.glb", "warned.glb"]


def test_what_slim_saves_is_said_of_each_file(pantin, folder):
    ended = pantin("slim", "in", "out", "--report-file", "r.jsonl")
    rows = [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    assert [row["notes"][0].split(": ")[0] for row in rows] == [row["target"] for row in rows]
    assert rows[0]["bytes"] > rows[0]["target_bytes"]
    assert f"{rows[0]['bytes']:,} -> {rows[0]['target_bytes']:,} bytes" in ended.err
    ended = pantin("slim", "in", "out", "--to", ".g4b")
    assert (ended.code, "slim keeps the format of its source" in ended.err) == (2, True)
    assert "arm.glb" in pantin("slim", "in", "other", "--dry-run").out
    assert not Path("other").exists()


def test_the_exit_code_is_that_of_the_worst_file(pantin, folder):
    Path("in/bad.glb").write_bytes(b"glTF")
    ended = pantin("convert", "in", "out", "--to", ".glb", "-q")
    assert ended.code == 3
    assert ended.err.splitlines()[-1] == "3 files: 2 ok, 1 unreadable"
    assert ended.err.startswith(f"pantin: {Path('in/bad.glb')}: ")


def test_a_report_file_and_a_second_run_that_resumes(pantin, folder):
    options = ["--to", ".glb", "-j", "2", "--report-file", "out/report.jsonl"]
    assert pantin("convert", "in", "out", *options).code == 0
    again = pantin("convert", "in", "out", *options, "--resume")
    assert again.err == "2 files: 2 up to date\n"
    rows = [json.loads(line) for line in Path("out/report.jsonl").read_text().splitlines()]
    assert [(row["path"], row["resumed"]) for row in rows] == [
        (str(Path("in/arm.glb")), True),
        (str(Path("in/inner/face.gltf")), True),
    ]


def test_the_report_of_a_check_has_the_selected_findings(pantin, folder):
    ended = pantin("check", "broken.gltf", "in", "--select", "GLTF-NODE_LOOP", "--report-file", "r.jsonl")
    assert ended.code == 1
    rows = [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    assert [row["outcome"] for row in rows] == ["findings", "ok", "ok"]
    assert {finding["rule"] for finding in rows[0]["findings"]} == {"GLTF-NODE_LOOP"}


def test_many_files_are_inspected(pantin, folder):
    ended = pantin("inspect", "in", "--format", "json")
    assert [entry["path"] for entry in json.loads(ended.out)] == [
        *(str(Path(name)) for name in ("in/arm.glb", "in/inner/face.gltf"))
    ]
    assert "in/inner/face.gltf" in pantin("inspect", "@list.txt", "-j", "2").out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("convert in out --to .xyz", "*.xyz: Pantin does not write .xyz"),
        ("convert in out.glb", "the target of several files is a folder"),
        ("convert in list.txt", "list.txt: the target of several files is a folder, and this is a file"),
        ("convert - in out", "- (standard input) cannot be combined with other files"),
        ("convert in out -j -1", "--jobs is a number of processes"),
        ("check in -j 100000", "--jobs must be a number of processes up to 1,024"),
        ("convert in out --memory-per-worker 500", "500 is too little for any file. Did you mean 500MB?"),
        ("convert in out --include *.vrm", "--include and --exclude leave no model in in"),
        ("check in --exclude *.gl*", "--include and --exclude leave no model in in"),
        ("convert in out --memory-per-worker lots", "'lots' is not a size such as 500MB or 2GB"),
        ("convert in out --timeout 0", "--timeout must be a number of seconds above 0"),
        ("convert in out --report-file r.csv", "a report file is .jsonl or .parquet"),
        ("check in --resume", "to resume without a target folder"),
        ("convert empty out --to .glb", "no model in empty: Pantin reads .gltf"),
        ("skeletons in out --report", "--report prints the skeletons of one file"),
        ("bake in out", "give --clip, --motion or --seconds"),
        ("pose in out --set wrong", "--set wrong: expected NODE=rx,ry,rz"),
    ],
)
def test_what_cannot_be_is_wrong_usage(pantin, folder, line, message):
    Path("empty").mkdir()
    ended = pantin(*line.split())
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert not Path("out").exists()


@pytest.mark.parametrize("line", ["check @none.txt", "check in/*.xyz"])
def test_lists_and_patterns_without_files_are_unreadable(pantin, folder, line):
    ended = pantin(*line.split())
    assert ended.code == 3
    assert ended.err.startswith(
        "pantin: none.txt: no such file" if "@" in line else "pantin: in/*.xyz: no file matches"
    )


STAGE = """#usda 1.0
(
    defaultPrim = "Root"
    metersPerUnit = 1
    upAxis = "Y"
    subLayers = [@names.usda@]
)

def Xform "Root" (
    variants = {
        string size = "Small"
    }
    prepend variantSets = "size"
)
{
    variantSet "size" = {
        "Small" {
            def Xform "Small"
            {
            }
        }
        "Large" {
            def Xform "Large"
            {
            }
        }
    }
}
"""


@pytest.fixture
def stages(models):
    """A folder `in` with two stages that have variants, and the layer of both beside them."""
    Path("in").mkdir()
    for name in ("one", "two"):
        Path("in", f"{name}.usda").write_text(STAGE)
    Path("in/names.usda").write_text('#usda 1.0\ndef Xform "Below"\n{\n}\n')
    return models


@pytest.mark.parametrize("jobs", [[], ["-j", "2"]])
@pytest.mark.parametrize("verb", [["convert"], ["pose", "--keep-rig"]])
def test_variants_reach_every_worker(pantin, stages, verb, jobs):
    sources = ["in/one.usda", "in/two.usda"]
    ended = pantin(verb[0], *sources, "out", *verb[1:], "--to", ".glb", "--variant", "size=Large", *jobs)
    assert (ended.code, written()) == (0, ["one.glb", "two.glb"])
    for name in written():
        assert set(library.load(Path("out", name)).rig.nodes.names) == {"Root", "Large", "Below"}


@pytest.mark.parametrize("verb", ["check", "inspect"])
def test_a_variant_that_a_stage_lacks_is_told_for_each_file(pantin, stages, verb):
    ended = pantin(verb, "in/one.usda", "in/two.usda", "--variant", "size=Huge")
    assert ended.code == 2
    for name in ("one", "two"):
        path = Path("in", f"{name}.usda")
        assert f"{path}: the variant set 'size' has no variant 'Huge' (it has: Large, Small)" in ended.err


def test_a_layer_that_changed_is_not_resumed(pantin, stages):
    command = ["convert", "in/one.usda", "in/two.usda", "out", "--to", ".glb", "--resume"]
    assert pantin(*command).err.endswith("2 files: 2 ok\n")
    assert pantin(*command).err.endswith("2 files: 2 up to date\n")
    Path("in/names.usda").write_text('#usda 1.0\ndef Xform "Renamed"\n{\n}\n')
    assert pantin(*command).err.endswith("2 files: 2 ok\n")


@pytest.mark.parametrize("where", [["-o", "sheet.png"], ["sheet.png"]])
def test_a_sheet_is_one_picture_of_all_files(pantin, folder, where):
    ended = pantin("render", "in", *where, "--sheet", "--size", "64x48")
    assert (ended.code, ended.err) == (0, "pantin: sheet.png: 2 models\n")
    assert Path("sheet.png").is_file()


def test_thumbnails_of_many_files_are_drawn_where_there_are_none(pantin, folder):
    ended = pantin("render", "in", "out", "--thumbnail", "--size", "64x48")
    assert (ended.code, written()) == (0, ["arm.png", "inner/face.png"])
    assert f"{Path('in/arm.glb')} has no thumbnail: the model is drawn instead" in ended.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["in", "-o", "all.png"], "all.png: the target of several files is a folder"),
        (["in", "-o", "all.png", "--sheet", "-j", "2"], "--sheet writes one file"),
        (["in", "-o", "all.png", "--sheet", "--time", "0"], "--time cannot be combined with --sheet"),
        (["-", "-o", "all.png", "--sheet"], "--sheet needs files or folders"),
        (["-o", "all.png"], "SOURCE is missing"),
    ],
)
def test_pictures_of_many_files_that_cannot_be_are_refused(pantin, folder, words, sentence):
    ended = pantin("render", *words)
    assert (ended.code, Path("all.png").exists()) == (2, False)
    assert sentence in ended.err
