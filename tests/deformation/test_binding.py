"""Kernel forms are made once, and go when the surface goes."""

import gc
import weakref

import numpy as np
import pytest

from pantin.deformation.binding import bind_blend_shapes, bind_influences
from pantin.rig import Deltas, Influences, Surface


def surface():
    return Surface(np.zeros((4, 3)), influences=Influences(np.arange(5), np.zeros(4, np.uint8), np.ones(4)))


def test_influences_are_bound_once_for_a_count_of_joints():
    body = surface()
    assert bind_influences(body, 1) is bind_influences(body, 1)
    assert bind_influences(body, 2) is not bind_influences(body, 1)


def test_what_is_bound_does_not_keep_the_surface_alive():
    body = surface()
    bind_influences(body, 1)
    bind_blend_shapes(body, "positions", 0, body.positions, [Deltas(np.ones((4, 3)))])
    gone = weakref.ref(body)
    del body
    gc.collect()
    assert gone() is None


def test_a_surface_without_influences_cannot_be_bound():
    with pytest.raises(ValueError, match="no influences"):
        bind_influences(Surface(np.zeros((1, 3))), 1)


def test_mostly_zero_differences_are_bound_as_a_list():
    values = np.zeros((4, 3))
    values[2] = 1
    body = surface()
    shapes = bind_blend_shapes(body, "positions", 0, body.positions, [Deltas(values)])
    assert shapes.delta.tolist() == [[1, 1, 1]]


def test_no_differences_are_nothing_to_bind():
    body = surface()
    assert bind_blend_shapes(body, "normals", 0, body.positions, [None, None]) is None
