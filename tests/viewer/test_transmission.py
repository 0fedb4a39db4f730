from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.camera import VIEWS, Framing
from pantin.viewer.transmission import Behind, refract

CAMERA = Framing((16, 12)).camera(VIEWS["front"])


def column(*values):
    return np.array(values, np.float32)[:, None]


@pytest.mark.parametrize("ior", [1.0, 1.33, 1.5, 2.42])
def test_light_bends_by_the_law_of_snell(ior):
    """sin(outside) = ior · sin(inside); the ray stays in the plane of the normal."""
    towards = column(np.sin(0.7), 0, np.cos(0.7))
    inside = refract(towards, column(0, 0, 1), np.array([ior], np.float32))[:, 0]
    assert np.linalg.norm(inside) == pytest.approx(1)
    assert -inside[0] * ior == pytest.approx(np.sin(0.7), abs=1e-6)
    assert inside[1] == 0
    assert inside[2] < 0


def test_an_even_picture_is_the_same_at_any_roughness():
    behind = Behind.from_picture(np.full((12, 16, 4), 0.25, np.float32), CAMERA)
    exits = np.repeat(column(0.1, 0.0, -3.0), 3, axis=1)
    seen = behind.look_up(exits, np.float32([0.0, 0.4, 1.0]), np.float32([1.5] * 3))
    assert seen == pytest.approx(np.full((4, 3), 0.25))


def test_roughness_blurs_and_an_index_of_1_does_not():
    """As three.js: the level of the mipmap is log2(width) · roughness · clamp(2 ior − 2, 0, 1)."""
    picture = np.zeros((16, 16, 4), np.float32)
    picture[:, 8:] = 1
    camera = Framing((16, 16)).camera(VIEWS["front"])
    behind = Behind.from_picture(picture, camera)
    right = np.repeat(column(0.3 * 3 * 16 / camera.focal, 0.0, -3.0), 3, axis=1)
    sharp, air, rough = behind.look_up(right, np.float32([0, 1, 1]), np.float32([1.5, 1, 1.5]))[0]
    assert sharp == pytest.approx(1, abs=1e-3)
    assert air == sharp
    assert rough == pytest.approx(0.5, abs=0.01)
    assert [level.shape[:2] for level in behind.levels] == [(16, 16), (8, 8), (4, 4), (2, 2), (1, 1)]


def test_places_outside_of_the_picture_are_those_at_its_edge():
    picture = np.zeros((4, 4, 4), np.float32)
    picture[:, -1] = 1
    behind = Behind.from_picture(picture, CAMERA)
    seen = behind.look_up(column(1e9, 0, -1), np.float32([0]), np.float32([1.5]))
    assert seen == pytest.approx(np.ones((4, 1)))
