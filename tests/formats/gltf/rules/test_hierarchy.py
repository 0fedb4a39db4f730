"""The rules about the tree of nodes, and skins in it."""

from __future__ import annotations

SKIN = {"joints": [0]}
MOVED = {"translation": [1, 0, 0]}


def test_every_node_of_a_loop_is_reported_and_none_below_it(places):
    nodes = [{"children": [1]}, {"children": [2]}, {"children": [1, 3]}, {}]
    assert places("NODE_LOOP", nodes=nodes) == ["/nodes/1", "/nodes/2"]


def test_a_node_that_is_its_own_child(places):
    assert places("NODE_LOOP", nodes=[{"children": [0]}]) == ["/nodes/0"]


def test_a_transform_far_above_a_skinned_node(places):
    nodes = [{}, {"children": [2], **MOVED}, {"children": [3]}, {"skin": 0, "mesh": 0}]
    assert places("NODE_SKINNED_MESH_PARENT_TRANSFORMS", nodes=nodes, skins=[SKIN]) == ["/nodes/3"]


def test_skinned_nodes_on_a_loop_come_to_an_end(places):
    nodes = [{"children": [1]}, {"children": [0], "skin": 0}]
    assert places("NODE_SKINNED_MESH_PARENT_TRANSFORMS", nodes=nodes, skins=[SKIN]) == []


def test_a_skinned_node_is_in_a_scene_without_its_joints(places):
    nodes = [{}, {"children": [2]}, {"skin": 0}]
    both, one = [{"nodes": [0, 1]}], [{"nodes": [0, 1]}, {"nodes": [1]}]
    assert places("NODE_SKIN_NO_SCENE", nodes=nodes, skins=[SKIN], scenes=both) == []
    assert places("NODE_SKIN_NO_SCENE", nodes=nodes, skins=[SKIN], scenes=one) == ["/nodes/2"]


def test_a_child_named_twice_by_one_node_overrides_its_parent(places):
    assert places("NODE_PARENT_OVERRIDE", nodes=[{"children": [1, 1]}, {}]) == ["/nodes/0/children/1"]


def test_a_child_is_no_root_in_any_scene(places):
    nodes = [{"children": [1]}, {}]
    found = places("SCENE_NON_ROOT_NODE", nodes=nodes, scenes=[{"nodes": [0, 1]}, {"nodes": [1, 9]}, {}])
    assert found == ["/scenes/0/nodes/1", "/scenes/1/nodes/0"]
