"""`pantin bake` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from spring_files import block, strand


@pytest.fixture
def file(models):
    tree = strand()
    for joint in block(tree)["springs"][0]["joints"][:-1]:
        joint["gravityDir"] = [1, 0, 0]
    (models / "strand.gltf").write_text(json.dumps(tree), encoding="utf-8")
    return "strand.gltf"


def test_a_file_is_baked_and_described(pantin, file):
    ended = pantin("bake", file, "out.gltf", "--seconds", "0.5")
    assert (ended.code, ended.out) == (0, "")
    assert "animation 0: 0.5 s, 3 spring joints, 3 channels" in ended.err
    assert len(json.loads(Path("out.gltf").read_text(encoding="utf-8"))["animations"]) == 1


def test_a_loop_is_described(pantin, file):
    ended = pantin("bake", file, "out.glb", "--seconds", "0.5", "--loop")
    assert (ended.code, "the loop closes within" in ended.err) == (0, True)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--clip walk", "no clip is called 'walk'"),
        ("--clip 3", "no clip is called '3', and the file has no clip"),
        ("", "strand.gltf: give --clip, --motion or --seconds; it has no clip"),
        ("--seconds -1", "seconds must be a finite number above 0, not -1"),
        ("--seconds 1 --fps 0", "--fps must be a finite number above 0, not 0"),
        ("--seconds 1 --settle -1", "settle must be finite and not negative, not -1"),
        ("--seconds 1 --out-fps nan", "keys per second must be finite and above 0, not nan"),
        ("--seconds 1 --out-fps 1e12", "too many keys"),
        ("--seconds 1 --tolerance -1", "tolerance must be a finite number of degrees"),
        ("--seconds 1 --profile vrm", "--profile: 'vrm' is not one of spec, univrm, scaled."),
        ("--motion arm.glb", "strand.gltf has none of the nodes that arm.glb moves"),
    ],
)
def test_what_cannot_be_asked_is_a_usage_error(pantin, file, options, sentence):
    ended = pantin("bake", file, "out.glb", *options.split())
    assert (ended.code, ended.out) == (2, "")
    assert sentence in ended.err
    assert not Path("out.glb").exists()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("out.obj", ".obj cannot store clips (formats that can: .gltf, .glb, .vrm"),
        ("out.vrma", ".vrma cannot store skins (formats that can: .gltf, .glb, .vrm"),
        ("out", "the file name needs a suffix, which chooses the format: .gltf, .glb, .vrm, "),
    ],
)
def test_a_target_that_cannot_hold_the_animation_is_refused_first(pantin, name, why):
    """An animation of hair has no place in a mesh, nor in a .vrma."""
    ended = pantin("bake", "not there.glb", name, "--seconds", "1")
    assert (ended.code, ended.out) == (2, "")
    assert why in ended.err


def test_a_motion_that_is_not_there_is_unreadable(pantin, file):
    ended = pantin("bake", file, "out.glb", "--motion", "nothing.vrma")
    assert (ended.code, ended.err) == (3, "pantin: nothing.vrma: no such file or directory\n")


def test_a_broken_spring_is_refused_or_left_out(pantin, file):
    tree = json.loads(Path(file).read_text(encoding="utf-8"))
    block(tree)["springs"].append({"joints": [{"node": 2}, {"node": 1}]})
    Path(file).write_text(json.dumps(tree), encoding="utf-8")
    ended = pantin("bake", file, "out.glb", "--seconds", "0.5")
    assert (ended.code, "spring 1 cannot be simulated" in ended.err) == (2, True)
    ended = pantin("bake", file, "out.glb", "--seconds", "0.5", "--lenient")
    assert (ended.code, "RIG-SPRING_LEFT_OUT" in ended.err) == (0, True)


def test_standard_streams(piped, file):
    ended = piped(Path(file).read_bytes(), "bake", "-", "-", "--seconds", "0.25")
    assert (ended.code, ended.out[:4]) == (0, b"glTF")
    made = "animation 0: 0.25 s, 3 spring joints, 3 channels, keys within 0.504 degrees of the simulation"
    assert ended.err == f"pantin: {made}\n"


def test_the_way_out_is_named_as_the_option_of_the_command(pantin, file):
    tree = json.loads(Path(file).read_text(encoding="utf-8"))
    block(tree)["springs"][0]["joints"][0]["dragForce"] = 7.5
    Path(file).write_text(json.dumps(tree), encoding="utf-8")
    ended = pantin("bake", file, "out.gltf", "--seconds", "0.1")
    assert ended.code == 2
    assert ended.err.endswith("dragForce is 7.5, expected 0 to 1; --lenient clamps the number\n")
    assert pantin("bake", file, "out.gltf", "--seconds", "0.1", "--lenient").code == 0
