"""Colliders as they are drawn and as a page is told of them; where they are is tried in tests/springs."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rig import Collider, Node, SpringSettings, build
from pantin.rig.spring import COLLIDER_SHAPES
from pantin.viewer.colliders import INSIDE, OUTSIDE, SOLIDS, collider_data, draw_colliders


def rig(*listed, scale=(1, 1, 1)):
    return build(
        nodes=[Node("body", translation=(0, 2, 0), scale=scale)], springs=SpringSettings(colliders=listed)
    )


def drawn(one):
    return draw_colliders(one.rest_pose(), 4.0)


def test_a_sphere_goes_with_its_node_and_keeps_its_radius():
    """VRMC_springBone 1.0, "Sphere Collider": the radius is not scaled."""
    (made,) = drawn(rig(Collider(0, "sphere", (1, 1, 0), 0.5), scale=(1, 2, 1)))
    assert np.linalg.norm(made.positions - (1, 4, 0), axis=1) == pytest.approx(0.5)
    assert made.materials == (OUTSIDE,)


def test_a_capsule_reaches_from_offset_to_tail():
    (made,) = drawn(rig(Collider(0, "capsule", (0, 0, 0), 0.25, (0, 1, 0)), scale=(1, 2, 1)))
    assert made.positions[:, 1].min() == pytest.approx(1.75)
    assert made.positions[:, 1].max() == pytest.approx(4.25)


def test_a_plane_is_a_square_through_its_point():
    (made,) = drawn(rig(Collider(0, "plane", (0, 1, 0), normal=(0, 1, 0))))
    assert made.positions[:, 1] == pytest.approx([3] * 4)


def test_a_plane_leans_as_its_node_stretches_it():
    """y = -x under a scale of 2 along y is y = -2 x: its normal is (2, 1, 0), not (1, 2, 0)."""
    (made,) = drawn(rig(Collider(0, "plane", normal=(1, 1, 0)), scale=(1, 2, 1)))
    assert (made.positions - (0, 2, 0)) @ (2, 1, 0) == pytest.approx([0] * 4)


def test_a_plane_that_pushes_nothing_is_not_drawn():
    assert drawn(rig(Collider(0, "plane", normal=(0, 1, 0)), scale=(0, 0, 1))) == []


def test_a_collider_that_keeps_tails_inside_has_another_colour():
    (made,) = drawn(rig(Collider(0, "sphere", (0, 0, 0), 1.0, inside=True)))
    assert made.materials == (INSIDE,)
    assert made.materials[0].transparent


def test_every_shape_can_be_drawn():
    assert set(SOLIDS) == set(COLLIDER_SHAPES)


def test_a_page_is_told_what_a_shape_has():
    ball, wall = collider_data(
        rig(Collider(0, "sphere", (0, 1, 0), 0.5, inside=True), Collider(0, "plane", normal=(1, 0, 0)))
    )
    assert ball == {"node": 0, "shape": "sphere", "inside": True, "offset": [0, 1, 0], "radius": 0.5}
    assert wall == {"node": 0, "shape": "plane", "inside": False, "offset": [0, 0, 0], "normal": [1, 0, 0]}
