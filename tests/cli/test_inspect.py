"""`pantin inspect`: tables and JSON, and what is printed for damaged files."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest


def test_tables_show_what_is_inside(pantin):
    ended = pantin("inspect", "arm.glb", "--all")
    assert (ended.code, ended.err) == (0, "")
    for words in ("elbow", "sleeve", "JOINTS_0", "bend", "2.000", "rotation", "the GLB", "1: 28, 2: 24"):
        assert words in ended.out


def test_json_is_one_document(pantin):
    ended = pantin("inspect", "arm.glb", "--format", "json")
    summary = json.loads(ended.out)
    assert summary["path"] == "arm.glb"
    assert summary["skins"] == [{"name": "arm", "joints": 3, "nodes": [3], "most_influences": 2}]
    assert summary["rig"]["skins"] == [{"joints": 3, "influences": {"1": 28, "2": 24}, "bind_not_rest": []}]
    assert [clip["name"] for clip in summary["rig"]["clips"]] == ["bend"]


VRM_FILES = Path(__file__).parents[2] / "examples" / "vrm"

VRM = {
    "asset": {"version": "2.0"},
    "nodes": [{"name": f"bone {index}"} for index in range(60)],
    "materials": [{"name": "hair", "alphaMode": "MASK", "doubleSided": True}],
    "extensions": {
        "VRMC_vrm": {
            "meta": {
                "name": "Alicia",
                "authors": ["Ada", "Bo"],
                "licenseUrl": "https://vrm.dev/licenses/1.0/",
            },
            "humanoid": {"humanBones": {"head": {"node": 7}}},
        }
    },
}


def test_a_vrm_says_what_it_is(pantin, models):
    (models / "avatar.gltf").write_text(json.dumps(VRM))
    lines = [" ".join(line.split()) for line in pantin("inspect", "avatar.gltf", "--all").out.splitlines()]
    assert lines[1] == 'VRM 1.0: "Alicia" by Ada, Bo, licence https://vrm.dev/licenses/1.0/'
    assert "head 7 bone 7" in lines
    assert "0 hair MASK yes" in lines
    summary = json.loads(pantin("inspect", "avatar.gltf", "--format", "json").out)
    assert summary["vrm"]["bones"] == {"head": 7}
    assert (summary["materials"], summary["triangles"]) == (1, 0)
    assert summary["material_list"][0]["alpha_mode"] == "MASK"


def test_long_tables_are_cut_unless_all_is_wanted(pantin, models):
    (models / "avatar.gltf").write_text(json.dumps(VRM))
    cut = pantin("inspect", "avatar.gltf", "--section", "nodes").out
    whole = pantin("inspect", "avatar.gltf", "--all").out
    assert "… and 20 more; --all shows them" in cut
    assert ("bone 59" in cut, "bone 59" in whole, "--all" in whole) == (False, True, False)


def test_ten_lines_that_matter_come_before_the_tree_of_nodes(pantin):
    ended = pantin("inspect", VRM_FILES / "avatar.vrm")
    facts, _, tree = ended.out.partition("\n\n")
    lines = [" ".join(line.split()) for line in facts.splitlines()]
    assert len(lines) <= 12
    assert "geometry 328 triangles, 646 vertices, 2 meshes, 1.68 x 1.81 x 0.53 m" in lines
    assert "skeleton 26 nodes, 23 joints in 1 skin, 19 humanoid bones" in lines
    assert "expressions 3: happy, blink, aa" in lines
    assert "springs 1 chain, 3 joints, 0 colliders" in lines
    assert any(line.startswith("permissions avatar everyone, violent no") for line in lines)
    assert tree.startswith("0 Hips\n├── 1 Spine\n")


def test_sections_are_shown_by_name(pantin):
    ended = pantin("inspect", VRM_FILES / "avatar.vrm", "--section", "skins,springs")
    assert "used by nodes" in ended.out
    assert 'node 20 "Tail1"' in ended.out
    assert "humanoid bones" not in ended.out
    refused = pantin("inspect", "arm.glb", "--section", "springs")
    assert (refused.code, "it has scenes, nodes, meshes" in refused.err) == (2, True)


def test_a_folder_is_a_table_with_a_row_for_each_file(pantin):
    ended = pantin("inspect", ".", "--sort", "triangles")
    rows = [line.split()[0] for line in ended.out.splitlines() if line.split()]
    assert rows == ["file", "arm.glb", "broken.gltf", "face.gltf"]
    assert "3 files: 3 ok" in ended.err
    assert pantin("inspect", ".", "--sort", "weight").code == 2


def test_or_as_csv_with_plain_numbers(pantin):
    rows = list(csv.DictReader(pantin("inspect", ".", "--format", "csv").out.splitlines()))
    assert [row["path"] for row in rows] == ["arm.glb", "broken.gltf", "face.gltf"]
    assert (rows[0]["triangles"], rows[0]["joints"], rows[0]["seconds"]) == ("96", "3", "2.0")
    assert rows[0]["bytes"] == str(Path("arm.glb").stat().st_size)


def test_the_geometry_counts_triangles(pantin):
    assert "geometry  96 triangles, 52 vertices" in pantin("inspect", "arm.glb").out


def test_a_damaged_file_is_shown_as_far_as_it_goes(pantin, models):
    whole = (models / "arm.glb").read_bytes()
    (models / "cut.glb").write_bytes(whole[:-1000])
    ended = pantin("inspect", "cut.glb")
    assert ended.code == 0
    assert "elbow" in ended.out
    assert "could not be looked at" in ended.out


def test_a_file_in_which_nothing_has_a_meaning_is_unreadable(pantin, models):
    (models / "bad.gltf").write_text("{")
    (models / "notes.txt").write_text("dear diary")
    ended = pantin("inspect", "bad.gltf")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.count("invalid JSON") == 1
    (models / "cut.glb").write_bytes((models / "arm.glb").read_bytes()[:1000])
    assert pantin("inspect", "cut.glb").err.endswith("bytes, but the file ends after 980\n")
    assert pantin("inspect", "notes.txt").code == 3
    assert pantin("inspect", "missing.glb") == (3, "", "pantin: missing.glb: no such file or directory\n")


def test_a_name_cannot_speak_to_the_terminal(pantin, models):
    (models / "evil.gltf").write_text('{"asset": {"version": "2.0"}, "nodes": [{"name": "\\u001b[2J"}]}')
    ended = pantin("inspect", "evil.gltf")
    assert "\x1b" not in ended.out
    assert "\\x1b[2J" in ended.out


G4MF = Path(__file__).parents[2] / "examples" / "g4mf"


@pytest.fixture
def g4mf_files(pantin):
    for path in G4MF.glob("*.g4*"):
        shutil.copy(path, path.name)


def test_meshes_and_skeletons_are_shown(pantin, g4mf_files):
    ended = pantin("inspect", "creature.g4b", "--all")
    assert ended.code == 0
    assert ended.out.startswith("creature.g4b: G4MF (g4b) in 4 dimensions")
    assert "CreatureMesh" in ended.out
    assert "Hips, UpperArm, LowerArm" in ended.out
    assert "skeletons" in ended.out


def test_older_spellings_are_named(pantin, g4mf_files):
    assert "older spellings: normals as a number" in pantin("inspect", "face-2026-01.g4tf").out


def test_cells_are_counted_by_dimension(pantin):
    Path("a.off").write_text("OFF 4 1 4  0 0 0 1 0 0 1 1 0 0 1 0  4 0 1 2 3")
    assert "1 cell of 2D" in pantin("inspect", "a.off").out
    assert "1 of 2D" in pantin("inspect", "a.off", "--all").out


MOTION = str(Path(__file__).parents[2] / "examples" / "motion" / "walk.bvh")


def test_every_format_begins_with_what_matters_and_the_tree(pantin):
    lines = pantin("inspect", MOTION).out.splitlines()
    assert lines[1:3] == ["  skeleton  26 nodes, 0 joints", "  clips     1: walk 1.00 s"]
    assert "0 Hips" in lines
    assert lines[-1] == "tables, with --all or --section NAME: clips"


def test_a_folder_is_sorted_by_the_headings_that_are_shown(pantin):
    Path("models").mkdir()
    for size, name in enumerate("ab"):
        text = "OFF 4 1 4  0 0 0 1 0 0 1 1 0 0 1 0  4 0 1 2 3" + " " * size
        Path("models", f"{name}.off").write_text(text)
    rows = pantin("inspect", "models", "--sort", "size").out.splitlines()[1:]
    assert [row.split()[0] for row in rows] == ["models/b.off", "models/a.off"]


def test_json_has_all_of_it(pantin, g4mf_files):
    parsed = json.loads(pantin("inspect", "toy.g4b", "--format", "json").out)
    assert (parsed["path"], parsed["dimension"], parsed["dialect"]) == ("toy.g4b", 5, "newest")
    assert parsed["skeletons"][0]["joints"] == 4


def test_what_cannot_be_read_is_said(pantin):
    Path("bad.off").write_text("OFF x")
    ended = pantin("inspect", "bad.off")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("pantin: bad.off: ")


ROOT = Path(__file__).parents[2]
RIGY = ROOT / "examples" / "rigy"


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("arm.rigy.yaml", ("Rigy document 0.3", "elbow", "capsule", "arm_rig")),
        ("car.rigy.yaml", ("parts/wheel.rigy.yaml", "left_front", "rigid", "paint")),
        ("scene.rigs.yaml", ("Rigs scene", "instances")),
        ("parts/wheel.ricy.yaml", ("Ricy contract", "frames: ")),
    ],
)
def test_a_text_is_shown_as_tables(pantin, file, words):
    ended = pantin("inspect", RIGY / file, "--all")
    assert (ended.code, ended.err) == (0, "")
    for word in words:
        assert word in ended.out


def test_a_text_begins_with_what_matters_and_the_tree(pantin):
    """A box has 12 triangles and 24 vertices, and the wheels are another file."""
    lines = pantin("inspect", RIGY / "car.rigy.yaml").out.splitlines()
    geometry = "152 triangles, 48 vertices, 2 primitives in 1 mesh, 1.8 x 1.2 x 3.6 m"
    assert lines[1] == f"  geometry   {geometry}"
    assert [line.split()[0] for line in lines[2:5]] == ["materials", "imports", "instances"]
    assert lines[6:9] == ["mesh body", "├── chassis  (box)", "└── cabin  (box)"]
    assert lines[9].startswith("left_front")
    assert "armature skeleton\n└── root\n    └── hips" in pantin("inspect", RIGY / "humanoid.rigy.yaml").out


@pytest.mark.parametrize("suffix", [".vrm", ".g4b", ".usda"])
@pytest.mark.parametrize("name", ["avatar", "older"])
def test_every_format_says_who_made_a_character_and_what_may_be_done(pantin, name, suffix):
    if suffix == ".usda":
        pytest.importorskip("pxr")
    source = ROOT / "examples" / "vrm" / f"{name}.vrm"
    shown = [pantin("inspect", source).out.splitlines()]
    pantin("convert", source, f"copy{suffix}")
    shown.append(pantin("inspect", f"copy{suffix}").out.splitlines())
    first, second = ([" ".join(line.split()) for line in lines[1:3]] for lines in shown)
    assert first == second
    assert first[0].endswith(
        " by Pantin examples, licence " + ("CC0" if name == "older" else first[0].split()[-1])
    )


def test_lines_end_without_spaces_and_say_nothing_twice(pantin):
    ended = pantin("inspect", ROOT / "examples" / "vrm" / "avatar.vrm", "--all")
    assert not any(line.endswith(" ") for line in ended.out.splitlines())
    assert pantin("inspect", ROOT / "examples" / "vrm" / "avatar.vrm").out.count("328 triangles") == 1


def test_or_as_one_json_document(pantin):
    ended = pantin("inspect", RIGY / "arm.rigy.yaml", "--format", "json")
    summary = json.loads(ended.out)
    assert (summary["format"], summary["errors"]) == ("rigy", 0)


def test_a_text_with_faults_is_shown_as_far_as_it_goes(pantin):
    ended = pantin("inspect", ROOT / "tests" / "cases" / "RIGY-V06" / "bad.rigy.yaml")
    assert ended.code == 0
    assert "1 error and 0 warnings; pantin check says more" in ended.out


def test_a_text_that_is_not_there_is_unreadable(pantin):
    assert pantin("inspect", "missing.rigy.yaml").code == 3


HOUSE = """version: "0.11"
meshes: [{id: m, primitives: [
  {id: wall, type: box, aabb: {min: [0, 0, 0], max: [4, 3, 1]}},
  {id: floor, type: box, aabb: {min: [0, -1, 0], max: [4, 0, 4]}}]}]
geometry_checks: {checks: [
  {id: stands, type: gap_axis, a: {primitive_id: wall}, b: {primitive_id: floor}, axis: y, min: @, max: 9}]}
"""


@pytest.mark.parametrize(("least", "code", "word"), [("0", 0, "pass"), ("1", 1, "fail")])
def test_an_intent_that_fails_ends_with_1(pantin, least, code, word):
    Path("house.rigy.yaml").write_text(HOUSE.replace("@", least), encoding="utf-8")
    ended = pantin("inspect", "house.rigy.yaml", "--gaps", "--faces")
    assert ended.code == code
    for part in ("stands", word, "gaps", "-4", "faces", "+x"):
        assert part in ended.out
    shown = json.loads(pantin("inspect", "house.rigy.yaml", "--format", "json").out)
    assert shown["bounds"] == [[0, -1, 0], [4, 3, 4]]
    assert shown["meshes"][0]["primitives"][0]["faces"][0]["key"] == "+x"


def test_the_table_of_a_folder_fits_the_terminal():
    """What has nothing in it goes first, then columns from the least important on; paths keep their end."""
    from pantin.cli.inspect import fit_columns

    def table():
        return {
            "path": ["avatars/of/the/first/year/hero.vrm", "b.vrm"],
            "kind": ["VRM 1.0", "VRM 0.x"],
            "triangles": [12000, 7],
            "expressions": [0, 0],
            "license": ["CC0", "x" * 30],
        }

    wide = table()
    assert fit_columns(wide, 200) == []
    assert wide == table()
    narrow = table()
    assert fit_columns(narrow, 60) == ["license"]
    assert list(narrow) == ["path", "kind", "triangles"]
    narrower = table()
    assert fit_columns(narrower, 40) == ["license", "kind"]
    assert len(narrower["path"][0]) == 28
    assert narrower["path"][0].endswith("year/hero.vrm")
