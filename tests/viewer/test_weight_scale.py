"""The colour scale of weight maps and its legend."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rig import Node, build
from pantin.viewer.weight_scale import SCALE_STOPS, SCALE_TEXTURE, draw_legend, joint_label


def test_no_weight_is_grey_and_full_weight_is_red():
    first, last = (SCALE_TEXTURE.pixels[0, fraction].astype(int) for fraction in (0, -1))
    assert first[:3].max() - first[:3].min() < 40
    assert last[0] > 200
    assert max(last[1:3]) < 80


def test_stops_are_in_order_from_0_to_1():
    places = [position for position, _ in SCALE_STOPS]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, 1)


pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")


def test_the_legend_is_in_the_lower_left_and_nowhere_else(arm):
    blank = np.full((300, 400, 4), 240, np.uint8)
    drawn = draw_legend(blank, arm.rig, 1)
    rows, columns = np.nonzero((drawn != blank).any(axis=2))
    assert rows.min() > 200
    assert columns.max() < 300
    assert rows.max() < 300
    assert len(rows) > 500


def test_letters_are_dark_on_light_and_light_on_dark(arm):
    light = draw_legend(np.full((300, 400, 4), 255, np.uint8), arm.rig, 1)
    dark = np.full((300, 400, 4), (10, 10, 10, 255), np.uint8)
    assert light[240:262].min() < 80
    assert draw_legend(dark, arm.rig, 1)[240:262, :, :3].max() > 200


def test_a_small_picture_has_no_legend(arm):
    small = np.zeros((50, 50, 4), np.uint8)
    assert draw_legend(small, arm.rig, 1) is small


@pytest.mark.parametrize(
    ("name", "shown"), [("hip", "hip"), ("腰", "node 0"), (None, "node 0"), ("a\nb", "node 0")]
)
def test_a_name_that_cannot_be_written_is_a_number(name, shown):
    assert joint_label(build(nodes=[Node(name)]), 0) == shown
