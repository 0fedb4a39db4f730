"""`pantin pose`: what it writes, and what it says to options that cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pantin import load


def rotation(file, node):
    return json.loads(Path(file).read_text())["nodes"][node].get("rotation")


def test_a_clip_at_a_moment_becomes_geometry(pantin):
    assert pantin("pose", "arm.glb", "out.glb", "--clip", "bend", "--time", "1") == (0, "", "")
    still = load("out.glb")
    assert not still.rig.skins
    assert still.report.ok


def test_the_first_clip_is_meant_by_a_time_alone_and_the_start_by_a_clip_alone(pantin):
    pantin("pose", "arm.glb", "a.gltf", "--time", "1", "--keep-rig")
    assert rotation("a.gltf", 1) == pytest.approx([0, 0, 0.5, 0.75**0.5])
    pantin("pose", "arm.glb", "b.gltf", "--clip", "0", "--keep-rig")
    assert load("b.gltf").document.tree["nodes"] == load("arm.glb").document.tree["nodes"]


def test_times_outside_a_clip_are_clamped(pantin):
    assert pantin("pose", "arm.glb", "a.obj", "--time", "-5").code == 0
    assert pantin("pose", "arm.glb", "b.obj", "--time", "99").code == 0
    assert Path("a.obj").read_bytes() == Path("b.obj").read_bytes()


def test_nodes_are_turned_by_name_and_by_index_over_the_clip(pantin):
    options = ("--time", "1", "--set", "elbow=0,0,90", "--set", "2=-90,0,0", "--keep-rig")
    assert pantin("pose", "arm.glb", "out.gltf", *options) == (0, "", "")
    assert rotation("out.gltf", 1) == pytest.approx([0, 0, 0.5**0.5, 0.5**0.5])
    assert rotation("out.gltf", 2) == pytest.approx([-(0.5**0.5), 0, 0, 0.5**0.5])


def test_blend_amounts_are_set_by_name(pantin):
    assert pantin("pose", "face.gltf", "out.gltf", "--blend", "frown=0.25", "--keep-rig").code == 0
    weights = [node["weights"] for node in load("out.gltf").document.tree["nodes"] if "weights" in node]
    assert [amounts[1] for amounts in weights] == [0.25]


def test_a_pose_file_gives_transforms_and_amounts(pantin):
    pose = {"nodes": {"elbow": {"rotation": [0, 0, 1, 0]}, "wrist": {"translation": [0, 2, 0]}}}
    Path("pose.json").write_text(json.dumps(pose))
    assert pantin("pose", "arm.glb", "out.gltf", "--pose", "pose.json", "--keep-rig") == (0, "", "")
    assert rotation("out.gltf", 1) == [0, 0, 1, 0]
    assert load("out.gltf").document.tree["nodes"][2]["translation"] == [0, 2, 0]


@pytest.mark.parametrize("suffix", ["obj", "stl", "npz", "off"])
def test_geometry_alone(pantin, suffix):
    assert pantin("pose", "arm.glb", f"out.{suffix}", "--solver", "dqs") == (0, "", "")
    assert Path(f"out.{suffix}").is_file()


def test_standard_streams(piped):
    ended = piped(Path("arm.glb").read_bytes(), "pose", "-", "-", "--time", "1")
    assert (ended.code, ended.out[:4], ended.err) == (0, b"glTF", "")


def test_what_was_guarded_is_said_on_standard_error(pantin):
    Path("pose.json").write_text(json.dumps({"nodes": {"shoulder": {"scale": [0, 0, 0]}}}))
    ended = pantin("pose", "arm.glb", "out.glb", "--pose", "pose.json")
    assert (ended.code, ended.out) == (0, "")
    assert "RIG-DEGENERATE_POSE warning: kept the rest normals" in ended.err
    assert ended.err.endswith("(52)\n")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["out.glb", "--set", "elbw=0,0,9"], "Did you mean elbow?"),
        (["out.glb", "--set", "elbow"], "expected NODE=rx,ry,rz"),
        (["out.glb", "--set", "elbow=0,0"], "three angles"),
        (["out.glb", "--set", "elbow=xw:0"], "elbow: rotation in xw: 3 dimensions have no axis w"),
        (["out.glb", "--set", "elbow=xy:"], "elbow: rotation in xy: expected degrees, such as xy:30"),
        (["out.glb", "--set", "elbow=a,b,c"], "expected three angles"),
        (["out.glb", "--set", "elbow=0,0,nan"], "not finite"),
        (["out.glb", "--clip", "bnd"], "Did you mean bend?"),
        (["out.glb", "--clip", "7"], "the file has 1 clip"),
        (["out.glb", "--time", "inf"], "time must be a finite number of seconds, not inf"),
        (["out.glb", "--time", "now"], "--time: 'now' is not a number"),
        (["out.glb", "--time", "1", "--time", "2"], "--time is given twice"),
        (["out.glb", "--blend", "smile=1"], "no blend shape is called 'smile'"),
        (["out.glb", "--blend", "smile=1,2"], "one weight"),
        (["out.glb", "--solver", "dqs", "--keep-rig"], "give one of them"),
        (["out.obj", "--keep-rig"], ".obj cannot store nodes (formats that can: .gltf, .glb"),
        (["out.abc"], "Pantin does not write .abc (formats that it writes: .gltf, .glb"),
        (["out.vrma"], ".vrma cannot store meshes"),
    ],
)
def test_what_cannot_be_is_wrong_usage(pantin, options, words):
    ended = pantin("pose", "arm.glb", *options)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert not Path(options[0]).exists()


def test_a_file_without_clips_has_no_moment(pantin):
    Path("bare.gltf").write_text('{"asset": {"version": "2.0"}, "nodes": [{}]}')
    ended = pantin("pose", "bare.gltf", "out.gltf", "--time", "1")
    assert (ended.code, "no clip" in ended.err) == (2, True)


def test_a_file_that_cannot_be_read_is_unreadable(pantin):
    ended = pantin("pose", "missing.glb", "out.glb")
    assert (ended.code, ended.err) == (3, "pantin: missing.glb: no such file or directory\n")
    Path("bad.glb").write_bytes(b"dear diary")
    assert pantin("pose", "bad.glb", "out.glb").code == 3
    ended = pantin("pose", "arm.glb", "out.glb", "--pose", "missing.json")
    assert (ended.code, ended.err) == (3, "pantin: missing.json: no such file or directory\n")
    assert pantin("pose", "arm.glb", Path("no", "such", "folder.glb")).code == 3


def test_a_node_is_rotated_in_planes(pantin):
    assert pantin("pose", "arm.glb", "angles.glb", "--set", "elbow=0,0,45").code == 0
    assert pantin("pose", "arm.glb", "planes.glb", "--set", "elbow=xy:45").code == 0
    angles, planes = (load(name).rig.meshes[0].surfaces[0].positions for name in ("angles.glb", "planes.glb"))
    assert np.allclose(angles, planes, atol=1e-7)
