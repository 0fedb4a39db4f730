"""Which node becomes the skeleton."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.records import replace
from pantin.formats.g4mf.lower.skeletons import (
    WORLD,
    PlacedSkeleton,
    place_skeletons,
    sort_nodes,
)
from pantin.operations.edit.skeleton_roots import add_skeleton_roots
from pantin.rig import Influences, Instance, Mesh, Node, Skeleton, Skin, Surface, build


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


def test_a_skin_that_nothing_owns_is_a_bad_call():
    given = rig([-1, 0], [0, 1])
    with pytest.raises(ValueError, match="skin 0 has no skeleton"):
        place_skeletons(replace(given, skins=(Skin(np.array([0, 1])),)))


def test_a_root_that_is_no_joint_of_a_skin_is_a_bone_where_its_meshes_stand_beside_it():
    """As STAIK_skeletons has it; with its meshes below it, it is the skeleton itself, as G4MF has it."""
    for parent, node, bones in ((0, 0, {1, 2}), (1, 1, {2})):
        influences = Influences(np.array([0, 1]), np.array([0]), np.array([1.0]))
        given = build(
            nodes=[Node(), Node(parent=0), Node(parent=1), Node(parent=parent)],
            meshes=[Mesh((Surface(np.zeros((1, 3)), mode="points", influences=influences),))],
            skins=[Skin(np.array([2]), skeleton=0)],
            skeletons=[Skeleton(np.array([1, 2]), 1)],
            instances=[Instance(3, 0, 0)],
        )
        assert place_skeletons(given) == [PlacedSkeleton((0,), node, frozenset(bones))]


def test_a_skin_without_joints_stands_still_below_its_root():
    given = rig([-1, 0], [-1, -1])
    assert place_skeletons(given) == [PlacedSkeleton((0,), WORLD, frozenset())]


def test_the_skeleton_is_the_lowest_node_above_all_joints():
    (group,) = place_skeletons(rig([-1, 0, 1, 1], [2, 3]))
    assert (group.node, group.bones) == (1, {2, 3})


def test_without_a_node_above_them_the_root_is():
    (group,) = place_skeletons(rig([-1, 0], [0, 1]))
    assert group.node == WORLD


def test_nodes_between_are_bones_too():
    (group,) = place_skeletons(rig([-1, 0, 1, 2, 0], [3, 4]))
    assert group.node == 0
    assert group.bones == {1, 2, 3, 4}


def test_skins_that_share_bones_share_a_skeleton():
    groups = place_skeletons(rig([-1, 0, 1, 1, 0], [2, 3], [3, 4]))
    assert [group.skins for group in groups] == [(0, 1)]


def test_apart_they_have_their_own():
    groups = place_skeletons(rig([-1, 0, 1, 0, 3, 1, 3], [2, 5], [4, 6]))
    assert [group.node for group in groups] == [1, 3]


def test_nodes_are_walked_where_a_child_comes_before_its_parent():
    assert sort_nodes(rig([-1, 0, 0], [1, 2])) == [0, 1, 2, 3]
    assert sort_nodes(rig([1, -1], [0, 1])) == [1, 0, 2]
