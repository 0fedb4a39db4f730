"""`pantin slice`: what it writes, and what it says to options that cannot be."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from pantin import load

EXAMPLES = Path(__file__).parents[2] / "examples" / "g4mf"
TESSERACT = "tesseract.off"


@pytest.fixture(autouse=True)
def tesseract(models):
    """The example has its corners at ±1, as that of the oracles has."""
    shutil.copy(EXAMPLES / TESSERACT, models)


@pytest.mark.parametrize(("words", "triangles"), [("--w 0.5", 12), ("--plane 1,1,1,1,0", 8), ("", 12)])
def test_a_slice_is_a_glb(pantin, words, triangles):
    assert pantin("slice", TESSERACT, "out.glb", *words.split()) == (0, "", "")
    assert len(load("out.glb").rig.meshes[0].surfaces[0].triangles) == triangles


@pytest.mark.parametrize("words", ["", "--project perspective", "--sweep 3"])
def test_the_model_is_rotated_first(pantin, words):
    """A diagonal of the tesseract that is in w reaches √2 of the edge."""
    pantin("slice", TESSERACT, "plain.glb", *words.split())
    assert pantin("slice", TESSERACT, "out.glb", "--rotate", "xw:45", *words.split()) == (0, "", "")
    plain, rotated = (load(name).rig.meshes[-1].surfaces[0].positions for name in ("plain.glb", "out.glb"))
    assert not np.allclose(np.abs(plain).max(0), np.abs(rotated).max(0))


def test_a_model_in_five_dimensions_is_cut_twice(pantin):
    """A cube with corners at ±1, whatever it is cut at."""
    pantin("shape", "cube-5", "cube.g4b", "--size", "2.23606797749979")
    assert pantin("slice", "cube.g4b", "out.glb", "--w", "0.2", "--v", "0.1") == (0, "", "")
    assert np.abs(load("out.glb").rig.meshes[0].surfaces[0].positions) == pytest.approx(1.0)
    assert pantin("slice", "cube.g4b", "wires.glb", "--project", "orthographic").code == 0
    ended = pantin("slice", "cube.g4b", "out.glb", "--u", "0.2")
    assert ended.err == "pantin: cube.g4b: u = 0.2: 5 dimensions have no axis u (axes: x y z w v)\n"
    assert "plane is for 4 dimensions" in pantin("slice", "cube.g4b", "out.glb", "--plane", "1,0,0,0,0").err


@pytest.mark.parametrize("name", ["out.obj", "out.stl", "out.gltf", "out.g4b", "out.npz"])
def test_other_formats(pantin, name):
    assert pantin("slice", TESSERACT, name).code == 0
    assert Path(name).stat().st_size > 300


def test_a_sweep_is_an_animation(pantin):
    assert pantin("slice", TESSERACT, "out.glb", "--sweep", "4") == (0, "", "")
    rig = load("out.glb").rig
    assert len(rig.clips[0].channels) == len(rig.meshes) == 4


@pytest.mark.parametrize("words", ["orthographic", "perspective", "perspective --distance 9"])
def test_a_projection_is_lines(pantin, words):
    assert pantin("slice", TESSERACT, "out.glb", "--project", *words.split()) == (0, "", "")
    assert load("out.glb").rig.meshes[0].surfaces[0].mode == "lines"


@pytest.mark.parametrize(
    ("target", "words", "message"),
    [
        ("out.glb", "--w 1 --plane 1,0,0,0,0", "give --w or --plane, not both"),
        ("out.glb", "--sweep 2 --project orthographic", "give --sweep or --project, not both"),
        ("out.glb", "--sweep 2 --w 0.5", "give --sweep or --w, not both"),
        ("out.stl", "--sweep 2", "out.stl: .stl cannot store clips (formats that can: .gltf"),
        (
            "out.stl",
            "--project orthographic",
            "out.stl: .stl cannot store lines (formats that can: .gltf, .glb",
        ),
        ("out.png", "", "out.png: Pantin does not write .png (formats that it writes: .gltf, .glb"),
        ("out.glb", "--plane 1,2", "plane needs five numbers"),
        ("out.glb", "--plane a", "--plane: 'a' must consist of numbers"),
        ("out.glb", "--plane 0,0,0,0,1", "not all 0"),
        ("out.glb", "--rotate xx:3", "tesseract.off: rotation in xx: the two axes"),
        ("out.glb", "--rotate xw", "rotation 'xw': expected a plane and degrees, such as xw:30"),
        ("out.glb", "--rotate vw:3 --project perspective", "4 dimensions have no axis v"),
        ("out.glb", "--w 9", "w = 9 misses the model (w ranges from"),
        ("out.glb", "--w x", "--w: 'x' is not a number"),
        ("out.glb", "--sweep 0", "the number of slices must be 1 to"),
        ("out.glb", "--project odd", "--project: 'odd' is not one of orthographic, perspective."),
        ("out.glb", "--project perspective --distance 0.1", "distance must be finite and larger than"),
        ("out.glb", "--project perspective --distance 0", "distance must be finite and larger than"),
        ("out.glb", "--project orthographic --distance 9", "--distance is for --project perspective"),
        ("out.glb", "--w 0.5 --distance 9", "--distance is for --project perspective"),
        ("out.glb", "--blend smile=1", "no blend shape is called 'smile'"),
    ],
)
def test_what_cannot_be_is_wrong_usage(pantin, target, words, message):
    ended = pantin("slice", TESSERACT, target, *words.split())
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert not Path(target).exists()


def test_a_model_in_three_dimensions_has_none_to_cut(pantin):
    ended = pantin("slice", "arm.glb", "out.glb")
    assert ended.code == 2
    assert ended.err == "pantin: arm.glb: slices and projections need 4 dimensions or more; this rig has 3\n"


def test_a_missing_file_is_unreadable(pantin):
    assert pantin("slice", "none.g4b", "out.glb") == (3, "", "pantin: none.g4b: no such file or directory\n")
    assert "missing.json" in pantin("slice", TESSERACT, "out.glb", "--pose", "missing.json").err


def test_a_pose_is_taken_first(pantin):
    rows = (np.eye(4, 5) * 2).tolist()
    Path("pose.json").write_text(json.dumps({"nodes": {"tesseract": {"matrix": rows}}}))
    assert pantin("slice", TESSERACT, "out.glb", "--pose", "pose.json").code == 0
    assert np.abs(load("out.glb").rig.meshes[0].surfaces[0].positions).max() == 2.0


def test_a_normal_may_begin_with_a_minus_sign(pantin):
    assert pantin("slice", TESSERACT, "out.glb", "--plane", "-1,0,0,0,0.5").code == 0
    assert len(load("out.glb").rig.meshes[0].surfaces[0].positions) == 8


def test_from_standard_input_to_standard_output(piped):
    ended = piped(Path(TESSERACT).read_bytes(), "slice", "-", "-", "--sweep", "3")
    assert (ended.code, ended.err) == (0, "")
    assert len(load(ended.out).rig.meshes) == 3
