from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.plot import COLOURS, Curve
from pantin.viewer.plot_pixels import plot_pixels

pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")

RISING = Curve("rising", [0, 1, 2], [0, 1, 4])
FALLING = Curve("falling", [0, 2], [4, 0])


def has(pixels, colour):
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
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
