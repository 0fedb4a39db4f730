"""The colour scale of weight maps and its legend."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rig import Node, build
from pantin.viewer.weight_scale import SCALE_STOPS, SCALE_TEXTURE, draw_legend, joint_label


def test_no_weight_is_grey_and_full_weight_is_pale():
    first, last = (SCALE_TEXTURE.pixels[0, fraction].astype(int) for fraction in (0, -1))
    assert first[:3].max() - first[:3].min() < 40
    assert last[:3].min() > 150


PROTANOPIA = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.01182, 0.04294, 0.968881),
)
"""Machado, Oliveira and Fernandes 2009, severity 1, on linear sRGB."""

TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def lab(linear):
    """CIE L*a*b* (D65) of linear sRGB, in rows."""
    part = np.clip(linear, 0, 1) @ np.transpose(TO_XYZ) / (0.9505, 1, 1.089)
    x, y, z = np.where(part > 216 / 24389, np.cbrt(part), (24389 / 27 * part + 16) / 116).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


@pytest.mark.parametrize(
    "sight", [np.eye(3), PROTANOPIA, DEUTERANOPIA], ids=["all cones", "no red", "no green"]
)
def test_the_scale_is_read_without_red_or_green(sight):
    """Lightness rises everywhere, and 0.6 and 0.8 differ clearly: in the old scale they were one yellow."""
    bytes_ = SCALE_TEXTURE.pixels[0, :, :3] / 255
    linear = np.where(bytes_ <= 0.04045, bytes_ / 12.92, ((bytes_ + 0.055) / 1.055) ** 2.4)
    seen = lab(linear @ np.transpose(sight))
    count = len(seen)
    every = seen[:: max(1, count // 32), 0]
    assert (np.diff(every) > 0).all()
    assert np.linalg.norm(seen[int(0.6 * count)] - seen[int(0.8 * count)]) >= 10


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
