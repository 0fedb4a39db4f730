"""Frames and the maps between them, against definitions and against numpy's decomposition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pantin.formats.rigy.attach import attach, compose, frame, mount_transform, split_shear
from pantin.formats.rigy.profile import REFERENCE, STANDARD
from pantin.formats.rigy.schema.scene import Nudge

POINT = st.tuples(*[st.floats(-10, 10)] * 3)
TRIPLE = st.tuples(POINT, POINT, POINT)


def wide(points):
    """A frame whose triangle is not a sliver, so that tolerances need no condition number."""
    made = frame(points)
    assume(made is not None and made.along > 0.1 and made.across > 0.1)
    return made


def moved(affine, point):
    linear, shift = affine
    return np.array(linear) @ np.array(point) + np.array(shift)


@pytest.mark.parametrize("points", [((0, 0, 0), (0, 0, 0), (0, 1, 0)), ((0, 0, 0), (1, 0, 0), (2, 0, 0))])
def test_points_that_meet_or_lie_on_a_line_span_no_frame(points):
    assert frame(points) is None


@settings(deadline=None)
@given(TRIPLE, TRIPLE)
def test_rigid_brings_frame_onto_frame(start, end):
    one, other = wide(start), wide(end)
    affine = attach(one, other, "rigid", STANDARD)
    linear = np.array(affine[0])
    assert linear @ linear.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(linear) == pytest.approx(1.0)
    assert moved(affine, start[0]) == pytest.approx(end[0], abs=1e-9)
    direction = linear @ np.array(one.axes[0])
    assert direction == pytest.approx(other.axes[0], abs=1e-9)


@settings(deadline=None)
@given(TRIPLE, TRIPLE)
def test_affine_brings_two_points_onto_two_points(start, end):
    affine = attach(wide(start), wide(end), "affine", STANDARD)
    assert moved(affine, start[0]) == pytest.approx(end[0], abs=1e-9)
    assert moved(affine, start[1]) == pytest.approx(end[1], abs=1e-7)


@settings(deadline=None)
@given(TRIPLE, TRIPLE)
def test_uniform_is_the_polar_factor_of_affine_times_the_mean_scale(start, end):
    one, other = wide(start), wide(end)
    affine, uniform = (np.array(attach(one, other, mode, STANDARD)[0]) for mode in ("affine", "uniform"))
    u, _, vt = np.linalg.svd(affine)
    scale = np.cbrt(np.linalg.det(affine))
    assert uniform == pytest.approx(u @ vt * scale, rel=1e-7, abs=1e-7)


def test_a_scale_of_two_is_exactly_two():
    one = frame(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    two = frame(((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.0, 2.0, 0.0)))
    assert attach(one, two, "uniform", STANDARD)[0] == ((2.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 2.0))


def test_first_anchors_meet_in_uniform_mode_except_in_the_reference():
    start = frame(((1.0, 0.0, 0.0), (2.0, 0.0, 0.0), (1.0, 1.0, 0.0)))
    end = frame(((0.0, 0.0, 0.0), (8.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    assert moved(attach(start, end, "uniform", STANDARD), (1.0, 0.0, 0.0)) == pytest.approx((0.0, 0.0, 0.0))
    assert attach(start, end, "uniform", REFERENCE)[1] == (-8.0, 0.0, 0.0)


@settings(deadline=None)
@given(TRIPLE, TRIPLE)
def test_an_affine_map_that_shears_is_two_that_do_not(start, end):
    one, other = wide(start), wide(end)
    parts, (linear, shift) = split_shear(one, other), attach(one, other, "affine", STANDARD)
    if parts is None:
        products = np.array(linear).T @ np.array(linear)
        lengths = np.sqrt(np.diag(products))
        assert abs(products / np.outer(lengths, lengths) - np.eye(3)).max() < 1e-6
        return
    for part, _ in parts:
        products = np.array(part).T @ np.array(part)
        assert abs(products - np.diag(np.diag(products))).max() < 1e-12 * products.max()
    whole = compose(*parts)
    assert np.allclose(whole[0], linear, rtol=0, atol=1e-12 * abs(np.array(linear)).max())
    assert np.allclose(whole[1], shift, rtol=0, atol=1e-9 * (1 + abs(np.array(shift)).max()))


def test_a_stretch_along_an_axis_of_the_asset_is_one_map():
    start = frame(((0, 0, 0), (0, 1, 0), (1, 0, 0)))
    end = frame(((1, 2, 3), (2, 4, 3), (1, 2, 9)))
    assert split_shear(start, end) is None


def test_a_mount_lands_on_its_slot_turned_and_nudged_along_the_axes_of_the_slot():
    """Rigs 0.1 §9, with north along z, east along x and up along y of the slot."""
    slot = frame(((1.0, 2.0, 3.0), (2.0, 2.0, 3.0), (1.0, 3.0, 3.0)))
    mount = frame(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    affine = mount_transform(slot, mount, "90deg", Nudge((), north=0.25, east=0.5, up=0.125))
    assert affine[1] == (1.5, 2.125, 3.25)
    assert moved((affine[0], (0, 0, 0)), (0, 0, 1)).tolist() == [1.0, 0.0, 0.0]


def test_maps_compose():
    quarter = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))
    twice = compose((quarter, (1.0, 0.0, 0.0)), (quarter, (0.0, 0.0, 2.0)))
    assert twice == (((-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)), (3.0, 0.0, 0.0))
