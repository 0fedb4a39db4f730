"""`pantin render`: the options as they are typed, and what goes to standard error."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")


def drawn(name):
    with image.open(name) as read:
        return read.size, getattr(read, "n_frames", 1)


@pytest.mark.parametrize("model", ["arm.glb", "face.gltf", "broken.gltf"])
def test_every_example_is_drawn(pantin, model):
    """Also the broken one: what of it has a meaning is shown."""
    ended = pantin("render", model, "-o", "a.png", "--size", "48x36")
    assert (ended.code, ended.out) == (0, "")
    assert drawn("a.png") == ((48, 36), 1)


def test_what_is_left_out_of_a_picture_is_said(pantin):
    """So a model that needs an extra which is not there is no empty picture without a word."""
    ended = pantin("render", "broken.gltf", "-o", "a.png", "--size", "48x36")
    assert "RIG-LEFT_OUT warning: skipped " in ended.err


def test_an_animation(pantin):
    assert pantin("render", "arm.glb", "-o", "a.gif", "--fps", "4", "--size", "48x36") == (0, "", "")
    assert drawn("a.gif") == ((48, 36), 8)


@pytest.mark.parametrize(
    "words",
    [
        "-o a.png --size 48x36 --camera -40,20 --show weights=elbow,skeleton --background #123",
        "--output a.png --size=48x36 --no-shadow --background transparent --clip 0 --time 0.5",
        "-o a.webp --size 48x36 --frames 2 --turntable",
    ],
)
def test_the_options_as_they_are_typed(pantin, words):
    assert pantin("render", "arm.glb", *words.split()) == (0, "", "")


@pytest.mark.parametrize(
    ("words", "frames"),
    [
        ("-o a.png --rotate xw:30,yz:10 --w 0.2", 1),
        ("-o a.png --plane -1,1,1,1,0.5 --show mesh,wireframe,skeleton", 1),
        ("-o a.webp --frames 2 --project perspective --distance 9 --turntable xw,yz:720", 2),
        ("-o a.gif --frames 4 --sweep --rotate xw:20", 4),
        ("-o a.gif --frames 2 --turntable", 2),
    ],
)
def test_a_4d_model_is_cut_projected_and_turned(pantin, words, frames):
    ended = pantin("render", str(EXAMPLES / "g4mf" / "creature.g4b"), *words.split(), "--size", "48x36")
    assert ended == (0, "", "")
    (picture,) = Path().glob("a.*")
    assert drawn(picture) == ((48, 36), frames)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "--output is missing: The image to write: .png, .webp, .gif or .mp4."),
        ("-o a.png --frames 3", "frames makes an animation, but a.png is a still: use .webp, .gif or .mp4"),
        ("-o a.bmp", "a.bmp: unsupported format: use .png, .webp, .gif or .mp4"),
        ("-o -", "-: unsupported format: use .png"),
        ("-o a.gif --time 1", "time applies to stills only"),
        ("-o a.gif --frames few", "--frames: 'few' is not a whole number"),
        ("-o a.png --clip bnd", "Did you mean bend?"),
        ("-o a.png --size 8", "size must be WIDTHxHEIGHT in pixels, such as 800x600, not '8'"),
        ("-o a.png --show bones", "skeleton, wireframe, colliders, shapes and weights=BONE, not 'bones'"),
        (
            "-o a.png --camera left",
            "camera must be one of auto, front, side, back, top, or YAW,PITCH, not 'le",
        ),
        ("-o a.png --no-turntable", "render has no option --no-turntable. Did you mean --turntable?"),
    ],
)
def test_what_cannot_be_asked_for_is_wrong_usage(pantin, words, message):
    ended = pantin("render", "arm.glb", *words.split())
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert not list(Path().glob("a.*"))


@pytest.mark.parametrize(
    ("planes", "message"),
    [
        ("xq", "unknown axis 'q'"),
        ("XW", "unknown axis 'X'"),
        ("xw,yq", "unknown axis 'q'"),
        ("xq:90", "unknown axis 'q'"),
        ("xw:", "expected degrees after a colon"),
    ],
)
def test_planes_with_a_mistake_are_not_taken_for_a_folder(pantin, planes, message):
    ended = pantin("render", str(EXAMPLES / "g4mf" / "creature.g4b"), "a.webp", "--turntable", planes)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


@pytest.mark.parametrize(
    ("source", "words", "message"),
    [
        ("none.glb", "-o a.png", "none.glb: no such file"),
        ("text.glb", "-o a.png", "text.glb: "),
        ("arm.glb", "-o nowhere/a.png --size 48x36", "nowhere/a.png: no such file or directory"),
    ],
)
def test_files_that_cannot_be_read_or_written(pantin, source, words, message):
    Path("text.glb").write_text("hello", encoding="utf-8")
    ended = pantin("render", source, *words.split())
    assert (ended.code, ended.out) == (3, "")
    assert message in ended.err
