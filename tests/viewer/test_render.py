"""`pantin.render`: what moves and what does not, options as strings and as values, and sentences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rig import Instance, Mesh, Node, Surface, build
from pantin.viewer import render_options as given_options
from pantin.viewer.camera import VIEWS, ViewAngles
from pantin.viewer.stage import Show

image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")

RIG = build(nodes=[Node("hip"), Node("arm, left"), Node("mesh")])
SMALL = (48, 36)


def drawn(path):
    with image.open(path) as read:
        return read.size, getattr(read, "n_frames", 1)


def test_without_a_path_the_pixels_are_returned_and_nothing_is_written(arm, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = pantin.render(arm, size=SMALL)
    assert (result.pixels.shape, result.pixels.dtype) == ((36, 48, 4), np.uint8)
    assert (result.notes, result.report.path, result.report.findings) == ((), arm.path, ())
    assert list(tmp_path.iterdir()) == []


def test_a_still_is_written_and_its_pixels_are_returned(arm, tmp_path):
    result = pantin.render(arm, tmp_path / "a.png", size=SMALL, background="transparent")
    with image.open(tmp_path / "a.png") as read:
        np.testing.assert_array_equal(np.asarray(read), result.pixels)


def test_options_as_strings_and_as_values_are_the_same(arm):
    typed = pantin.render(arm, size="48x36", camera="-40,20", clip="0", time=0.5).pixels
    given = pantin.render(arm, size=(48, 36), camera=(-40, 20), clip=0, time=0.5).pixels
    np.testing.assert_array_equal(typed, given)


def test_a_time_in_a_clip_differs_from_another_and_means_the_first_clip(arm):
    start, middle = (pantin.render(arm, size=SMALL, clip="bend", time=time).pixels for time in (0.0, 1.0))
    assert (start != middle).any()
    np.testing.assert_array_equal(pantin.render(arm, size=SMALL, time=1.0).pixels, middle)
    np.testing.assert_array_equal(pantin.render(arm, size=SMALL, clip=0).pixels, start)


@pytest.mark.parametrize(
    ("name", "options", "frames"),
    [
        ("a.webp", {}, 1),
        ("a.png", {}, 1),
        ("a.PNG", {"time": 0.5}, 1),
        ("a.webp", {"frames": 6}, 6),
        ("a.webp", {"fps": 4}, 8),
        ("a.webp", {"frames": 5, "turntable": True}, 5),
        ("a.gif", {"fps": 4}, 8),
        ("a.gif", {"frames": 4, "clip": "bend"}, 4),
    ],
)
def test_which_files_move(arm, tmp_path, name, options, frames):
    result = pantin.render(arm, tmp_path / name, size=SMALL, **options)
    assert drawn(tmp_path / name) == (SMALL, frames)
    assert (result.pixels is None) == (frames > 1)


@pytest.mark.parametrize(
    ("path", "options", "moving"),
    [
        (".png", {}, False),
        (".webp", {}, False),
        (".gif", {}, True),
        (".MP4", {}, True),
        (".webp", {"fps": 1.0}, True),
        (".webp", {"turntable": True}, True),
    ],
)
def test_the_suffix_and_the_options_decide(tmp_path, path, options, moving):
    given = {"frames": None, "fps": None, "turntable": False} | options
    assert given_options.is_animation(tmp_path / f"a{path}", **given) is moving


def test_progress_is_told_after_each_frame(arm, tmp_path):
    messages = []
    pantin.render(
        arm,
        tmp_path / "a.gif",
        size=SMALL,
        frames=3,
        progress=lambda done, total: messages.append((done, total)),
    )
    assert messages == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        (
            "a.png",
            {"frames": 3},
            r"^frames makes an animation, but .*a\.png is a still: use \.webp, \.gif or",
        ),
        ("a.png", {"fps": 3.0}, "^fps makes an animation, but "),
        ("a.png", {"turntable": True}, "^turntable makes an animation, but "),
        (
            None,
            {"frames": 3},
            r"^frames makes an animation: give a path that ends in \.webp, \.gif or \.mp4$",
        ),
        ("a.bmp", {}, r"a\.bmp: unsupported format: use \.png, \.webp, \.gif or \.mp4$"),
        ("a", {}, r"unsupported format: use \.png"),
        ("a.gif", {"time": 1.0}, "^time applies to stills only: use frames and fps for an animation$"),
        ("a.png", {"clip": "bnd"}, "^no clip is called 'bnd', .* Did you mean bend"),
        ("a.png", {"clip": 7}, "clip.*7"),
        ("a.png", {"time": float("nan")}, "finite"),
        ("a.png", {"show": "bones"}, r"^show must be made of mesh, .* and weights=BONE, not 'bones'"),
        ("a.png", {"background": "pink-ish"}, "unknown colour 'pink-ish'"),
        ("a.gif", {"fps": -2.0}, "^fps must be more than 0 and at most 1,000, not -2$"),
        ("a.gif", {"frames": 0}, "^frames must be at least 1, not 0$"),
        ("a.png", {"size": (0, 4)}, "at least 1 × 1 pixels"),
    ],
)
def test_what_cannot_be_drawn_is_a_sentence_without_flags(arm, tmp_path, name, options, sentence):
    with pytest.raises(ValueError, match=sentence) as raised:
        pantin.render(arm, None if name is None else tmp_path / name, **{"size": SMALL} | options)
    assert "--" not in str(raised.value).replace(str(tmp_path), "")
    assert list(tmp_path.iterdir()) == []


def test_a_model_without_clips_moves_on_a_turntable_alone(tmp_path):
    still = pantin.load(b'{"asset": {"version": "2.0"}, "nodes": [{}]}')
    with pytest.raises(
        ValueError, match="the file has no clips: use turntable to animate the camera instead"
    ):
        pantin.render(still, tmp_path / "a.gif")
    with pytest.raises(ValueError, match="the file has no clip"):
        pantin.render(still, time=1.0)
    pantin.render(still, tmp_path / "a.gif", turntable=True, frames=2, size=SMALL)
    assert (tmp_path / "a.gif").is_file()


def test_what_is_left_out_of_a_picture_is_in_the_report(arm):
    broken = pantin.load(arm.path.replace("arm.glb", "broken.gltf"))
    found = pantin.render(broken, size=SMALL).report
    assert (found.path, {finding.rule for finding in found.findings}) == (broken.path, {"RIG-LEFT_OUT"})


def test_sizes():
    assert given_options.parse_size("800x600") == (800, 600)
    assert given_options.parse_size("64X48") == (64, 48)
    assert given_options.parse_size((64, np.int64(48))) == (64, 48)


@pytest.mark.parametrize(
    "size",
    ["", "800", "x600", "800x", "-1x5", "8.5x6", "1x2x3", f"{10**15}x{10**15}", (8,), (1, 2, 3), (8.5, 6)],
)
def test_what_is_no_size_is_refused(size):
    with pytest.raises(ValueError, match="size must be WIDTHxHEIGHT in pixels, such as 800x600, not "):
        given_options.parse_size(size)


def test_views_by_name_and_by_angles():
    assert given_options.parse_view("side") == VIEWS["side"]
    assert (
        given_options.parse_view("-30,12.5") == given_options.parse_view((-30, 12.5)) == ViewAngles(-30, 12.5)
    )


@pytest.mark.parametrize("camera", ["left", "1", "1,2,3", "a,b", "0,91", "nan,0", "0,nan", (1,), (0, -91)])
def test_what_is_no_view_is_refused(camera):
    with pytest.raises(ValueError, match=r"^camera "):
        given_options.parse_view(camera)


def test_what_is_shown():
    assert given_options.parse_show(RIG, "mesh") == Show(
        mesh=False, skeleton=True
    )  # there is nothing else to show
    with_mesh = build(
        nodes=[Node()], meshes=[Mesh((Surface(np.eye(3)),))], instances=[Instance(node=0, mesh=0)]
    )
    assert given_options.parse_show(with_mesh, "mesh") == Show()
    assert given_options.parse_show(RIG, "skeleton,colliders") == Show(
        mesh=False, skeleton=True, colliders=True
    )
    assert given_options.parse_show(RIG, "weights=hip,skeleton") == Show(mesh=False, skeleton=True, weights=0)


def test_a_name_with_a_comma_can_be_given():
    assert given_options.parse_show(RIG, "wireframe,weights=arm, left,skeleton").weights == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("skelton", "Did you mean skeleton"),
        ("weights=hop", "hip"),
        ("weights=", "no node"),
        ("", "show must be made of .*, not ''"),
    ],
)
def test_what_cannot_be_shown_is_refused(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        given_options.parse_show(RIG, text)


def test_the_motion_of_another_file_moves_the_model(arm, tmp_path):
    """Its own clip, taken from a copy of the file, gives the same picture."""
    other = pantin.load(arm.path)
    own = pantin.render(arm, size=SMALL, clip="bend", time=0.5).pixels
    taken = pantin.render(arm, size=SMALL, motion=other, clip="bend", time=0.5).pixels
    rest = pantin.render(arm, size=SMALL).pixels
    assert np.array_equal(own, taken)
    assert not np.array_equal(own, rest)


def test_a_motion_without_a_clip_name_is_its_first(arm):
    first = pantin.render(arm, size=SMALL, motion=arm.path, time=0.5).pixels
    assert np.array_equal(first, pantin.render(arm, size=SMALL, clip=0, time=0.5).pixels)


def test_what_of_a_motion_is_not_shown_is_in_the_report(arm):
    other = pantin.load(Path(arm.path).read_bytes().replace(b'"elbow"', b'"knee_"'), name="other.glb")
    found = pantin.render(arm, size=SMALL, motion=other, time=0.1).report.findings
    assert [finding.rule for finding in found] == ["RIG-MOTION_LEFT_OUT"]
