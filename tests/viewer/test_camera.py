from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.camera import MARGIN, VIEWS, Framing, ViewAngles, box_centre, view_axes

SIZE = (300, 200)


@pytest.mark.parametrize("view", [*VIEWS.values(), ViewAngles(217.0, -40.0)])
def test_axes_are_a_right_handed_rotation(view):
    axes = view_axes(view)
    assert np.allclose(axes @ axes.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(axes) == pytest.approx(1)


def test_the_front_is_at_plus_z_and_the_side_at_plus_x():
    """glTF 2.0 §3.4: the front of an asset faces +Z."""
    assert np.allclose(view_axes(VIEWS["front"])[2], [0, 0, 1])
    assert np.allclose(view_axes(VIEWS["side"])[2], [1, 0, 0])
    assert np.allclose(view_axes(VIEWS["top"])[2], [0, 1, 0])


@pytest.mark.parametrize("view", [*VIEWS.values(), ViewAngles(217.0, -40.0)])
@pytest.mark.parametrize("size", [(300, 200), (200, 300), (64, 64)])
def test_everything_is_inside_the_margin_and_touches_it(view, size):
    points = np.random.default_rng(1).normal(size=(400, 3)) * (3.0, 1.0, 0.2) + (10, -4, 2)
    framing = Framing(size)
    framing.add(points, view)
    camera = framing.camera(view)
    x, y, near = camera.project(camera.to_camera(points))
    across, down = x / size[0], y / size[1]
    low, high = MARGIN, 1 - MARGIN
    assert (near > 0).all()
    assert min(across.min(), down.min()) >= low - 1e-9
    assert max(across.max(), down.max()) <= high + 1e-9
    # The closest camera touches both sides along one axis, and is centred along the other.
    slack = [(array.min() - low, high - array.max()) for array in (across, down)]
    assert min(max(pair) for pair in slack) < 1e-9
    assert all(abs(pair[0] - pair[1]) < 0.2 for pair in slack)


def test_a_turntable_keeps_one_distance_and_holds_every_view():
    points = np.random.default_rng(2).normal(size=(50, 3)) + np.array([5, 0, 0])
    middle = box_centre([np.stack([points.min(axis=0), points.max(axis=0)])])
    views = [VIEWS["auto"].rotate(step * 30.0) for step in range(12)]
    framing = Framing(SIZE)
    for view in views:
        framing.add(points, view, middle)
    cameras = [framing.camera(view, middle) for view in views]
    distances = [np.linalg.norm(camera.eye - middle) for camera in cameras]
    assert np.ptp(distances) < 1e-12
    for camera in cameras:
        x, y, _ = camera.project(camera.to_camera(points))
        assert x.min() >= 0
        assert x.max() <= SIZE[0]
        assert y.min() >= 0
        assert y.max() <= SIZE[1]


@pytest.mark.parametrize("points", [np.zeros((0, 3)), np.zeros((1, 3)), np.full((1, 3), 1e6)])
def test_nothing_and_a_single_point_can_be_framed(points):
    framing = Framing(SIZE)
    framing.add(points, VIEWS["auto"])
    camera = framing.camera(VIEWS["auto"])
    assert np.isfinite(camera.eye).all()
    if len(points):
        x, y, _ = camera.project(camera.to_camera(points))
        assert (x[0], y[0]) == pytest.approx((150, 100), abs=0.1)


def test_a_model_of_a_nanometre_fills_the_picture():
    points = 1e-9 * np.array([[-1.0, -1, 0], [1, 1, 0]])
    framing = Framing(SIZE)
    framing.add(points, VIEWS["front"])
    camera = framing.camera(VIEWS["front"])
    _, y, _ = camera.project(camera.to_camera(points))
    assert np.ptp(y) > 0.8 * SIZE[1]


def test_the_middle_of_no_boxes_is_the_origin():
    assert box_centre([]) == (0, 0, 0)
    assert box_centre([np.array([[0, 0, 0], [2, 2, 2]]), np.array([[4, 0, 0], [6, 2, 2]])]) == (3, 1, 1)
