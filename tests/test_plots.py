"""`scripts/plots.py`: line plots, as SVG and as pixels."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[1] / "scripts"))

from plots import COLOURS, Curve, plot, plot_pixels, ticks

SVG = "{http://www.w3.org/2000/svg}"
ONE = Curve("angle", [0, 1, 2], [0, 10, 5])


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (-3, 7, [-4, -2, 0, 2, 4, 6, 8]),
        (0.001, 0.0034, [0.001, 0.0015, 0.002, 0.0025, 0.003, 0.0035]),
    ],
)
def test_ticks_are_round_and_hold_the_range(low, high, wanted):
    assert ticks(low, high) == pytest.approx(wanted)


@pytest.mark.parametrize("value", [0.0, 5.0, -1e9, 1e-300])
def test_a_range_without_width_has_ticks_around_it(value):
    result = ticks(value, value)
    assert result[0] < value < result[-1]


def test_points_stand_between_the_axes_in_their_places():
    tree = ElementTree.fromstring(plot([ONE], "t", "s", "°", (720, 360)))
    (line,) = tree.iter(f"{SVG}polyline")
    points = [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
    assert [x for x, _ in points] == pytest.approx([62, 382, 702])
    assert points[0][1] == pytest.approx(308)  # 0, on the axis
    assert points[1][1] == pytest.approx(44)  # 10, at the top


def test_words_that_look_like_markup_are_text():
    text = plot([ONE, Curve("<b>", [0, 2], [1, 1])], 'a "<script>"', "x & y", "</svg>")
    draw_text = [element.text for element in ElementTree.fromstring(text).iter(f"{SVG}text")]
    assert {'a "<script>"', "x & y", "</svg>", "<b>", "angle"} <= set(draw_text)
    assert "<script>" not in text


def test_the_same_curves_give_the_same_text():
    assert plot([ONE], "t", "x", "y") == plot([ONE], "t", "x", "y")
    assert not re.search(r"nan|inf", plot([ONE], "t", "x", "y").replace("line", ""))


@pytest.mark.parametrize(
    "curves", [[], [Curve("a", [], [])], [Curve("a", [1], [1, 2])], [Curve("a", [1], [float("nan")])]]
)
def test_what_cannot_be_drawn_is_refused(curves):
    with pytest.raises(ValueError, match="curve"):
        plot(curves, "t", "x", "y")


pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")

RISING = Curve("rising", [0, 1, 2], [0, 1, 4])
FALLING = Curve("falling", [0, 2], [4, 0])


def has(pixels, color):
    wanted = [int(color[index : index + 2], 16) for index in (1, 3, 5)]
    return int((np.abs(pixels[..., :3].astype(int) - wanted).max(axis=2) < 12).sum())


def test_every_curve_is_in_its_colour():
    pixels = plot_pixels([RISING, FALLING], "title", "x", "y")
    assert pixels.shape == (360, 720, 4)
    assert has(pixels, COLOURS[0]) > 150
    assert has(pixels, COLOURS[1]) > 150
    assert has(pixels, COLOURS[2]) == 0


def test_the_same_curves_give_the_same_picture():
    assert (plot_pixels([RISING], "t", "x", "y") == plot_pixels([RISING], "t", "x", "y")).all()


def test_the_size_is_chosen():
    assert plot_pixels([RISING], "t", "x", "y", (300, 200)).shape == (200, 300, 4)


def test_names_that_the_font_has_no_letters_for_are_drawn_all_the_same():
    plot_pixels([Curve("骨", [0, 1], [0, 1]), RISING], "骨", "角度", "°")


@pytest.mark.parametrize("curves", [[], [Curve("a", [], [])], [Curve("a", [0], [float("nan")])]])
def test_what_cannot_be_plotted_is_refused(curves):
    with pytest.raises(ValueError, match="curve"):
        plot_pixels(curves, "t", "x", "y")
