"""`pantin retarget` on the command line, and `--motion` of other commands."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import pantin as library

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def files(models):
    for name in ("retarget/walk.glb", "vrm/avatar.vrm"):
        shutil.copy(EXAMPLES / name, models)
    return models


def test_a_motion_becomes_the_last_animation(pantin, files):
    ended = pantin("retarget", "walk.glb", "avatar.vrm", "out.vrm", "--lock-feet")
    assert (ended.code, ended.out) == (0, "")
    assert "clip 'walk': 2 s, 13 channels, 17 of 22 humanoid bones mapped" in ended.err
    assert "4 contacts with the ground: feet slide by up to 0.0 mm" in ended.err
    assert [clip.name for clip in library.load("out.vrm").rig.clips] == ["walk"]


def test_the_map_is_a_table(pantin, files):
    ended = pantin("retarget", "walk.glb", "avatar.vrm", "--show-map")
    lines = ended.out.splitlines()
    assert (ended.code, lines[-1]) == (0, "22 bones, 0 uncertain (below 0.80)")
    assert ["leftLowerLeg", "mixamorig:LeftLeg", "0.94", "LeftLowerLeg"] in [line.split() for line in lines]
    assert ["leftToes", "mixamorig:LeftToeBase", "0.98", "-"] in [line.split() for line in lines]


def test_a_given_map_counts(pantin, files):
    Path("map.json").write_text(json.dumps({"mixamorig:LeftForeArm": "leftHand"}), encoding="utf-8")
    ended = pantin("retarget", "walk.glb", "avatar.vrm", "--show-map", "--map", "map.json")
    assert ["leftHand", "mixamorig:LeftForeArm", "1.00", "LeftHand"] in [
        line.split() for line in ended.out.splitlines()
    ]


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        ("", 2, "give the file to write, or --show-map to see the bones"),
        ("out.obj", 2, "out.obj: .obj cannot store clips"),
        ("out.vrm --clip run", 2, "no clip is called 'run', and the file has 1 clip: 'walk'"),
        ("out.vrm --map none.json", 3, "none.json: no such file or directory"),
        ("out.vrm --rest-frame 99", 2, "--rest-frame must be a frame from 0 to 60, not 99"),
        ("out.vrm --fps 0", 2, "must be finite and above 0, not 0"),
    ],
)
def test_what_cannot_be_done_is_said(pantin, files, options, code, sentence):
    ended = pantin("retarget", "walk.glb", "avatar.vrm", *options.split())
    assert ended.code == code
    assert sentence in ended.err
    assert not Path("out.vrm").exists()


def test_springs_are_baked_along_the_motion(pantin, files):
    ended = pantin("retarget", "walk.glb", "avatar.vrm", "out.vrm", "--springs", "--in-place", "--fps", "15")
    assert ended.code == 0
    (clip,) = library.load("out.vrm").rig.clips
    assert clip.name == "walk with springs"
    assert max(len(channel.times) for channel in clip.channels) == 31


def test_view_and_render_show_a_motion(pantin, files):
    pytest.importorskip("PIL")
    assert pantin("view", "avatar.vrm", "--motion", "walk.glb", "--out", "page.html").code == 0
    assert "walk" in Path("page.html").read_text(encoding="utf-8")
    for name, options in (("still.png", []), ("moved.png", ["--motion", "walk.glb", "--time", "0.5"])):
        assert pantin("render", "avatar.vrm", "-o", name, "--size", "80x60", *options).code == 0
    assert Path("still.png").read_bytes() != Path("moved.png").read_bytes()


def test_springs_that_a_target_does_not_have_are_said(pantin, files):
    ended = pantin("retarget", "walk.glb", "walk.glb", "out.glb", "--springs")
    assert ended.code == 0
    assert "walk.glb has no springs: there is nothing to simulate" in ended.err
    assert [clip.name for clip in library.load("out.glb").rig.clips] == ["walk", "walk"]


def test_one_motion_onto_many_characters(pantin, models):
    shutil.copytree(EXAMPLES / "vrm", models / "avatars", ignore=shutil.ignore_patterns("*.py"))
    ended = pantin("retarget", EXAMPLES / "retarget/walk.glb", "avatars", "out")
    assert ended.code == 0
    assert "2 files: 2 ok" in ended.err
    for name in ("avatar.vrm", "older.vrm"):
        assert [clip.name for clip in library.load(Path("out", name)).rig.clips] == ["walk"]


def test_many_motions_onto_many_characters_need_pairs(pantin, models):
    shutil.copytree(EXAMPLES / "vrm", models / "avatars", ignore=shutil.ignore_patterns("*.py"))
    (models / "motions").mkdir()
    for name in ("walk", "stroll"):
        shutil.copy(EXAMPLES / "retarget/walk.glb", models / f"motions/{name}.glb")
    refused = pantin("retarget", "motions", "avatars", "out")
    assert (refused.code, "--pairs" in refused.err) == (2, True)
    ended = pantin("retarget", "motions", "avatars", "out", "--pairs")
    assert (ended.code, ended.err.count(" files: ")) == (0, 1)
    assert ended.err.endswith("4 files: 4 ok\n")
    written = sorted(path.as_posix() for path in Path("out").rglob("*.vrm"))
    assert written == [
        f"out/{motion}/{name}.vrm" for motion in ("stroll", "walk") for name in ("avatar", "older")
    ]


def test_motions_onto_one_character_give_that_character(pantin, files):
    shutil.copy(EXAMPLES / "motion" / "walk.bvh", "step.bvh")
    assert pantin("retarget", "step.bvh", "avatar.vrm", "one/").code == 0
    assert library.load("one/step.vrm").rig.meshes


def test_characters_may_follow_the_motion_as_files(pantin, files):
    shutil.copy(EXAMPLES / "motion" / "walk.bvh", "step.bvh")
    shutil.copy("avatar.vrm", "other.vrm")
    ended = pantin("retarget", "step.bvh", "avatar.vrm", "other.vrm", "out/")
    assert ended.code == 0
    assert ended.err.endswith("2 files: 2 ok\n")
    assert {path.name for path in Path("out").glob("*.vrm")} == {"avatar.vrm", "other.vrm"}


def test_a_motion_without_clips_is_one_message(pantin, files):
    Path("many").mkdir()
    shutil.copy("avatar.vrm", "many")
    ended = pantin("retarget", "avatar.vrm", "many", "out/")
    assert (ended.code, ended.err) == (2, "pantin: avatar.vrm has no clips: give a file with motion\n")
