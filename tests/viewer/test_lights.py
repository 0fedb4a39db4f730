from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.camera import VIEWS, Framing
from pantin.viewer.lights import studio_lights

TOWARDS = np.array([[0.0, 0.0, 1.0]])
GREY = np.full((1, 3), 0.5)


def lights(view="front"):
    return studio_lights(Framing((10, 10)).camera(VIEWS[view]))


def lit(normal, view="front", base=GREY):
    normal = np.array([normal], float)
    normal /= np.linalg.norm(normal)
    return lights(view).reflect(base, normal, TOWARDS)[0]


def test_every_light_has_a_direction_of_length_1():
    assert np.linalg.norm(lights().directions, axis=1) == pytest.approx([1, 1, 1])


def test_a_surface_facing_the_camera_has_about_its_own_colour():
    assert lit((0, 0, 1)) == pytest.approx([0.5] * 3, rel=0.25)


def test_the_key_side_is_brighter_than_the_other_and_nothing_is_black():
    key, other, below = lit((-1, 0.5, 0.5)), lit((1, -0.5, 0.3)), lit((0, -1, 0.05))
    assert key.mean() > 1.5 * other.mean()
    assert below.min() > 0.05


def test_the_sky_stays_above_when_the_camera_looks_down():
    assert lights("front").environment[0].tolist() == pytest.approx([0, 1, 0])
    assert lights("top").environment[0].tolist() == pytest.approx([0, 0, 1])


def test_the_key_is_warm_and_the_fill_is_cool():
    key, fill, _ = lights().colours
    assert key[0] > key[2]
    assert fill[0] < fill[2]
