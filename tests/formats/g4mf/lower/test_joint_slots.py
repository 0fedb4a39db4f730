"""Which joints a skeleton has, and in which order."""

from __future__ import annotations

import numpy as np

from pantin.formats.g4mf.lower.joint_slots import keep_slots, needs_rest_slot
from pantin.formats.g4mf.lower.skeletons import place_skeletons
from pantin.operations.edit.skeleton_roots import add_skeleton_roots
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Surface, build


def rig(parents, *skins, joints_of=None):
    influences = Influences(np.array([0, 2]), np.array([0, 1]), np.array([0.5, 0.5]))
    surface = Surface(np.zeros((1, 3)), mode="points", influences=influences)
    nodes = [Node(parent=parent) for parent in parents] + [Node() for _ in skins]
    return add_skeleton_roots(
        build(
            nodes=nodes,
            meshes=[Mesh((surface,))],
            skins=[Skin(np.array(skin)) for skin in skins],
            instances=[Instance(len(parents) + index, 0, index) for index in range(len(skins))],
        )
    )


def test_lists_in_order_are_kept_and_others_made_anew():
    kept = rig([-1, 0, 1], [1, 2])
    assert keep_slots(kept, place_skeletons(kept)[0]) == [1, 2]
    turned = rig([-1, 0, 1], [2, 1])
    assert keep_slots(turned, place_skeletons(turned)[0]) is None


def test_weights_that_rest_in_part_need_a_slot():
    part = rig([-1, 0], [1, -1])
    assert needs_rest_slot(part, place_skeletons(part)[0], [1])
    assert not needs_rest_slot(part, place_skeletons(part)[0], [1, -1])
