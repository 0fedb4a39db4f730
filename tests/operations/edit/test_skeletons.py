"""Skeletons derived from the skins of a rig, in any dimension."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.operations.edit.skeletons import NewRoot, plan_skeletons, with_skeletons
from pantin.rig import Instance, Mesh, Node, Scene, Skeleton, Skin, Surface, build


def rig(parents, skins, **more):
    return build(
        nodes=[Node(str(index), parent) for index, parent in enumerate(parents)], skins=skins, **more
    )


def joints(derived):
    return [skeleton.joints.tolist() for skeleton in derived.skeletons]


def test_skins_that_share_a_joint_share_a_skeleton():
    result = plan_skeletons(rig([-1, 0, 1, 2], [Skin([1, 2]), Skin([2, 3])]))
    assert joints(result) == [[1, 2, 3]]
    assert result.owners == (0, 0)
    assert result.skeletons[0].root == 1


def test_skins_that_merely_touch_are_kept_apart_unless_merged():
    touching = rig([-1, 0, 1, 2], [Skin([2, 3]), Skin([0, 1])])
    assert joints(plan_skeletons(touching)) == [[2, 3], [0, 1]]
    assert joints(plan_skeletons(touching, merge="touching")) == [[0, 1, 2, 3]]


def test_siblings_are_merged_with_their_parent():
    siblings = rig([-1, 0, 0], [Skin([1]), Skin([2])])
    assert joints(plan_skeletons(siblings, merge="touching")) == [[1], [2]]
    result = plan_skeletons(siblings, merge="siblings")
    assert joints(result) == [[0, 1, 2]]
    assert result.promoted == (0,)


def test_roots_of_a_scene_are_no_siblings():
    assert joints(plan_skeletons(rig([-1, -1], [Skin([0]), Skin([1])]), merge="siblings")) == [[0], [1]]


def test_the_lowest_common_ancestor_and_the_nodes_between_are_promoted():
    result = plan_skeletons(rig([-1, 0, 1, 2, 1], [Skin([3, 4])]))
    assert joints(result) == [[1, 2, 3, 4]]
    assert result.promoted == (1, 2)


def test_skeletons_come_in_the_order_of_their_first_skins():
    result = plan_skeletons(rig([-1, 0, 0], [Skin([2]), Skin([1]), Skin([2])]))
    assert joints(result) == [[2], [1]]
    assert result.owners == (0, 1, 0)


def test_joints_go_depth_first_in_the_order_of_children():
    parents = [-1, 0, 0, 1]
    result = plan_skeletons(rig(parents, [Skin([1, 2, 3])]), children=[[2, 1], [3], [], []])
    assert joints(result) == [[0, 2, 1, 3]]


def shift(*amounts):
    maps = np.tile(np.eye(3, 4), (len(amounts), 1, 1))
    maps[:, 0, 3] = amounts
    return maps


def test_binds_are_those_of_the_first_skin_that_lists_the_joint_else_at_rest_below_the_parent():
    nodes = [Node(parent=-1, translation=(5, 0, 0)), Node(parent=0, translation=(2, 0, 0)), Node(parent=1)]
    skins = [Skin([2], shift(-9)), Skin([0, 2], shift(-7, -8))]
    [skeleton] = plan_skeletons(build(nodes=nodes, skins=skins)).skeletons
    assert skeleton.joints.tolist() == [0, 1, 2]
    assert skeleton.inverse_binds[:, 0, 3].tolist() == [-7, -9, -9]


def test_a_bind_that_cannot_be_inverted_leaves_the_pose_to_the_nodes():
    [skeleton] = plan_skeletons(rig([-1], [Skin([0], np.zeros((1, 3, 4)))])).skeletons
    assert skeleton.inverse_binds is None


def test_joints_without_a_common_root_are_told():
    assert plan_skeletons(rig([-1, -1], [Skin([0]), Skin([0, 1])])).apart == (1,)


def test_a_new_root_joins_all_trees_that_skins_span():
    result = plan_skeletons(rig([-1, -1, -1, -1, -1], [Skin([0, 1]), Skin([1, 2]), Skin([3, 4])]), fix=True)
    assert result.roots == (NewRoot(5, (0, 1, 2)), NewRoot(6, (3, 4)))
    assert joints(result) == [[5, 0, 1, 2], [6, 3, 4]]
    assert result.promoted == ()


def test_a_new_root_shows_no_mesh_in_a_scene_that_did_not_have_it():
    mesh = Mesh((Surface(np.zeros((1, 3))),))
    scenes = [Scene((0,)), Scene((1,))]
    seen = rig([-1, -1], [Skin([0, 1])], meshes=[mesh], instances=[Instance(1, 0)], scenes=scenes)
    assert plan_skeletons(seen, fix=True).apart == (0,)
    unseen = rig([-1, -1], [Skin([0, 1])], scenes=scenes)
    assert plan_skeletons(unseen, fix=True).apart == ()


def test_a_skeleton_that_is_there_keeps_its_joints_order_and_binds():
    mine = Skeleton([2, 1, 0], 0, shift(1, 2, 3), "mine")
    result = plan_skeletons(rig([-1, 0, 1], [Skin([1], shift(9))], skeletons=[mine]))
    assert result.kept == (0,)
    assert joints(result) == [[2, 1, 0]]


def test_a_skeleton_that_grows_keeps_its_name_and_binds():
    mine = Skeleton([0, 1], 0, shift(1, 2), "mine")
    [grown] = plan_skeletons(rig([-1, 0, 1], [Skin([1, 2], shift(8, 9))], skeletons=[mine])).skeletons
    assert (grown.name, grown.joints.tolist()) == ("mine", [0, 1, 2])
    assert grown.inverse_binds[:, 0, 3].tolist() == [1, 2, 9]


def test_an_unfinished_skeleton_is_closed_and_keeps_its_name():
    begun = Skeleton(np.array([1, 3]), 1, name="begun")
    result = plan_skeletons(rig([-1, 0, 1, 2], [Skin([3], name="skin")]), unfinished=[begun])
    assert joints(result) == [[1, 2, 3]]
    assert (result.skeletons[0].name, result.promoted, result.kept) == ("begun", (2,), (None,))


def test_an_unfinished_skeleton_leaves_joints_of_other_trees():
    begun = Skeleton(np.array([3, 1]), 0)
    assert joints(plan_skeletons(rig([-1, 0, 1, -1], []), unfinished=[begun])) == [[1]]


def test_four_dimensions_are_no_different():
    nodes = [Node(), Node(parent=0, translation=(1, 2, 3, 4))]
    result = plan_skeletons(build(dimension=4, nodes=nodes, skins=[Skin([1])]))
    assert result.skeletons[0].inverse_binds.shape == (1, 4, 5)


def test_a_rig_with_its_skeletons_has_their_bind_pose():
    given = rig([-1, 0, 1], [Skin([1, 2], shift(-1, -3), name="body")])
    result = with_skeletons(given, plan_skeletons(given))
    assert result.skeletons[0].name == "body"
    assert (result.skins[0].skeleton, result.skins[0].root) == (0, 1)
    assert result.skeletons[0].bind_pose()[:, 0, 3].tolist() == [1, 2]
    assert joints(plan_skeletons(result)) == [[1, 2]]


def test_a_rig_without_common_root_gets_no_skeletons():
    given = rig([-1, -1], [Skin([0, 1])])
    for fix in (False, True):
        with pytest.raises(ValueError, match="no common root"):
            with_skeletons(given, plan_skeletons(given, fix=fix))
