"""Skeletons for all skins, each below a node of its own."""

from __future__ import annotations

import numpy as np

from pantin.operations.edit.skeleton_roots import add_common_root, add_skeleton_roots, unwrap_skeleton_roots
from pantin.rig import Influences, Instance, Mesh, Node, Scene, Skeleton, Skin, Surface, build


def rig(parents, *skins, **more):
    nodes = [Node(parent=parent) for parent in parents]
    return build(nodes=nodes, skins=[Skin(np.array(skin)) for skin in skins], **more)


def joints(one):
    return [skeleton.joints.tolist() for skeleton in one.skeletons]


def test_every_skin_has_a_skeleton():
    result = add_skeleton_roots(rig([-1, 0, 1, 0, 3], [2], [4]))
    assert joints(result) == [[2], [4]]
    assert [skin.skeleton for skin in result.skins] == [0, 1]


def test_skeletons_below_one_node_become_one():
    """A node is one skeleton in G4MF; their common parent is the root."""
    assert joints(add_skeleton_roots(rig([-1, 0, 0], [1], [2]))) == [[0, 1, 2]]


def test_trees_without_a_common_root_get_one():
    result = add_skeleton_roots(rig([-1, -1], [0, 1]))
    assert result.nodes.parents.tolist() == [2, 2, -1]
    assert joints(result) == [[2, 0, 1]]
    assert joints(add_skeleton_roots(rig([-1, -1], [0], [1]))) == [[2, 0, 1]]


def test_the_scene_shown_first_has_the_new_root():
    result = add_common_root(rig([-1, -1], scenes=[Scene((0,)), Scene((1,))], default_scene=1))
    assert [scene.roots for scene in result.scenes] == [(0,), (2,)]


def test_a_node_that_holds_the_root_bone_and_meshes_is_no_joint():
    """Unless it is a joint of a skin, holds more bones, or its meshes stand elsewhere."""
    influences = Influences(np.array([0, 1]), np.zeros(1, int), np.ones(1))
    mesh = Mesh((Surface(np.zeros((1, 3)), mode="points", influences=influences),))
    skeletons = [Skeleton(np.array([0, 1, 2]), 0)]
    for parents, skin, want in (
        ([-1, 0, 1, 0], [1, 2], [1, 2]),
        ([-1, 0, 1, -1], [1, 2], [0, 1, 2]),
        ([-1, 0, 0, 0], [1, 2], [0, 1, 2]),
        ([-1, 0, 1, 0], [0, 1], [0, 1, 2]),
    ):
        given = rig(parents, skin, skeletons=skeletons, meshes=[mesh], instances=[Instance(3, 0, 0)])
        assert joints(unwrap_skeleton_roots(given)) == [want]
