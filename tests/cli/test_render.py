from __future__ import annotations

from pathlib import Path

import pytest
from cyclopts import App

from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.render import Options, is_animation, render

image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")

SMALL = "48x36"


def drawn(name):
    with image.open(name) as read:
        return read.size, getattr(read, "n_frames", 1)


@pytest.mark.parametrize("model", ["arm.glb", "face.gltf", "broken.gltf"])
def test_every_example_is_drawn(models, model):
    """Also the broken one: what of it has a meaning is shown."""
    assert render(model, output=Path("a.png"), options=Options(size=SMALL)) == Exit.CLEAN
    assert drawn("a.png") == ((48, 36), 1)


def test_what_is_left_out_of_a_picture_is_said(models, capsys):
    """So a model that needs an extra which is not there is no empty picture without a word."""
    render("broken.gltf", output=Path("a.png"), options=Options(size=SMALL))
    assert "RIG-LEFT_OUT warning: the skinned mesh is left out" in capsys.readouterr().err


def test_a_moment_of_a_clip_differs_from_another(models):
    for name, time in (("a.png", 0.0), ("b.png", 1.0)):
        render("arm.glb", output=Path(name), options=Options(clip="bend", time=time, size=SMALL))
    assert Path("a.png").read_bytes() != Path("b.png").read_bytes()


def test_animations(models):
    render("arm.glb", output=Path("a.webp"), options=Options(frames=6, size=SMALL))
    render("arm.glb", output=Path("a.gif"), options=Options(fps=4, size=SMALL))
    render("arm.glb", output=Path("b.webp"), options=Options(frames=5, turntable=True, size=SMALL))
    assert drawn("a.webp") == ((48, 36), 6)
    assert drawn("a.gif") == ((48, 36), 8)
    assert drawn("b.webp") == ((48, 36), 5)


def test_a_webp_without_frames_is_a_still(models):
    render("arm.glb", output=Path("a.webp"), options=Options(size=SMALL))
    assert drawn("a.webp") == ((48, 36), 1)


def test_the_options_as_they_are_typed(models):
    app = App(name="pantin", result_action="return_value")
    app.command(render)
    words = (
        "render arm.glb -o a.png --size 48x36 --camera -40,20 --show weights=elbow,skeleton --background #123"
    )
    assert app(words.split(), exit_on_error=False) == Exit.CLEAN
    words = (
        "render arm.glb --output b.png --size 48x36 --no-shadow --background transparent --clip 0 --time 0.5"
    )
    assert app(words.split(), exit_on_error=False) == Exit.CLEAN
    with image.open("b.png") as read:
        assert read.mode == "RGBA"


@pytest.mark.parametrize(
    ("output", "options", "sentence"),
    [
        ("a.png", {"frames": 3}, "is a still: write .webp, .gif or .mp4"),
        ("a.bmp", {}, "written as .png, .webp, .gif or .mp4"),
        ("a", {}, "written as .png"),
        ("a.gif", {"time": 1.0}, "--time is one moment"),
        ("a.png", {"clip": "bnd"}, "bend"),
        ("a.png", {"time": float("nan")}, "finite"),
        ("a.png", {"show": "bones"}, "--show"),
        ("a.png", {"background": "pink-ish"}, "is no colour"),
        ("a.gif", {"fps": -2.0}, "cannot be shown"),
        ("a.gif", {"frames": 0}, "at least 1 frame"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_with_a_sentence(models, output, options, sentence):
    with pytest.raises(UsageError, match=sentence):
        render("arm.glb", output=Path(output), options=Options(**options))
    assert not Path("a.png").exists()


def test_a_file_without_clips_cannot_move_by_itself(models):
    Path("still.gltf").write_text('{"asset": {"version": "2.0"}}', encoding="utf-8")
    with pytest.raises(UsageError, match="--turntable moves the camera"):
        render("still.gltf", output=Path("a.gif"))


def test_files_that_cannot_be_read_or_written(models):
    with pytest.raises(UnreadableError, match=r"none\.glb: no such file"):
        render("none.glb", output=Path("a.png"))
    Path("text.glb").write_text("hello", encoding="utf-8")
    with pytest.raises(UnreadableError):
        render("text.glb", output=Path("a.png"))
    with pytest.raises(UnreadableError, match="no such file"):
        render("arm.glb", output=Path("nowhere") / "a.png", options=Options(size=SMALL))
    with pytest.raises(UnreadableError, match="too large"):
        render("arm.glb", output=Path("a.png"), options=Options(size="16000x16000"))


def test_which_files_move():
    assert [is_animation(Path(f"a{end}"), Options()) for end in (".png", ".webp", ".gif", ".MP4")] == [
        False,
        False,
        True,
        True,
    ]
