from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.camera import VIEWS, Framing, ViewAngles
from pantin.viewer.ground_shadow import blur, compute_shadow, project_shadow, shadow_slant

SLAB = np.array([[-1, 0, -1], [-1, 0, 1], [1, 0, 1], [1, 0, -1]], float)
DOWN = ViewAngles(0, 40)
FACES = np.array([[0, 1, 2], [0, 2, 3]])


def camera(view=DOWN, size=(200, 150)):
    framing = Framing(size)
    framing.add(np.concatenate([SLAB * 3, SLAB * 3 + np.array([0, 2, 0])]), view)
    return framing.camera(view)


def test_a_blur_keeps_the_sum_and_spreads_evenly():
    point = np.zeros((21, 31))
    point[10, 15] = 1.0
    spread = blur(point, 2)
    assert spread.sum() == pytest.approx(1)
    assert np.allclose(spread, spread[::-1, ::-1])
    assert spread[10, 15] == spread.max()
    assert spread[10, 15 + 7] == pytest.approx(0, abs=1e-12)


def test_the_ground_is_darkest_under_what_touches_it():
    result = compute_shadow(SLAB, FACES, 0.0, camera())
    rows, columns = result.darkness.shape
    assert result.darkness[rows // 2, columns // 2] > 0.6
    assert result.darkness[0].max() < 0.02
    assert result.darkness.max() <= 1


def test_what_floats_casts_less_and_what_is_high_casts_nothing():
    middles = []
    for height in (0.0, 0.3, 1.0, 10.0):
        result = compute_shadow(SLAB + np.array([0, height, 0]), FACES, 0.0, camera())
        middles.append(result.darkness[result.darkness.shape[0] // 2, result.darkness.shape[1] // 2])
    assert middles == sorted(middles, reverse=True)
    assert middles[-1] == 0


def test_the_shadow_lies_where_the_model_stands_in_the_picture():
    eye = camera()
    dark = project_shadow(compute_shadow(SLAB, FACES, 0.0, eye), eye)
    x, y, _ = eye.project(eye.to_camera(np.zeros((1, 3))))
    assert dark[int(y[0]), int(x[0])] > 0.6
    assert dark[0].max() == 0


def test_from_below_there_is_no_ground():
    eye = camera(ViewAngles(0, -30))
    assert project_shadow(compute_shadow(SLAB, FACES, 0.0, eye), eye).max() == 0


def test_nothing_casts_no_shadow():
    assert compute_shadow(np.zeros((0, 3)), np.zeros((0, 3), np.int64), 0.0, camera()) is None
    assert compute_shadow(np.zeros((3, 3)), np.array([[0, 1, 2]]), 0.0, camera()) is None


def test_the_top_view_sees_the_shadow_too():
    eye = camera(VIEWS["top"], (100, 100))
    assert project_shadow(compute_shadow(SLAB, FACES, 0.0, eye), eye)[50, 50] > 0.6


def test_a_wall_casts_its_shadow_to_the_right_and_away_from_the_camera():
    wall = np.array([[-1, 0, 0], [1, 0, 0], [1, 2, 0], [-1, 2, 0]], float)
    for view in (ViewAngles(0, 20), ViewAngles(130, 20)):
        right, _, back = shadow_slant(camera(view)) @ camera(view).axes.T
        assert right > 0
        assert back < 0
    result = compute_shadow(wall, FACES, 0.0, camera(ViewAngles(0, 20)))
    rows, _ = np.nonzero(result.darkness > 0.1)
    assert result.corner[1] + result.cell * rows.min() < -0.1
