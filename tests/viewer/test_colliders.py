from __future__ import annotations

import numpy as np
import pytest

from pantin.rig import Collider, Node, SpringSettings, build
from pantin.viewer.colliders import INSIDE, OUTSIDE, colliders


def rig(*listed, scale=(1, 1, 1)):
    return build(
        nodes=[Node("body", translation=(0, 2, 0), scale=scale)], springs=SpringSettings(colliders=listed)
    )


def drawn(one):
    return colliders(one, one.rest_pose(), 4.0)


def test_a_sphere_hangs_on_its_node_and_has_its_scale():
    """VRMC_springBone 1.0: the largest scale of the node is that of the radius."""
    (made,) = drawn(rig(Collider(0, "sphere", (1, 0, 0), 0.5), scale=(1, 2, 1)))
    assert np.linalg.norm(made.positions - (1, 2, 0), axis=1) == pytest.approx(1.0)
    assert made.paints == (OUTSIDE,)


def test_a_capsule_reaches_from_offset_to_tail():
    (made,) = drawn(rig(Collider(0, "capsule", (0, 0, 0), 0.25, (0, 1, 0))))
    assert made.positions[:, 1].min() == pytest.approx(1.75)
    assert made.positions[:, 1].max() == pytest.approx(3.25)


def test_a_plane_is_a_square_through_its_point():
    (made,) = drawn(rig(Collider(0, "plane", (0, 1, 0), normal=(0, 1, 0))))
    assert made.positions[:, 1] == pytest.approx([3] * 4)


def test_a_collider_that_keeps_tails_inside_has_another_colour():
    (made,) = drawn(rig(Collider(0, "sphere", (0, 0, 0), 1.0, inside=True)))
    assert made.paints == (INSIDE,)
    assert made.paints[0].peeled
