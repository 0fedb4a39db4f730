"""Nodes, scenes and instances keep their indices; what contradicts the tree goes, with a note."""

from __future__ import annotations

import numpy as np


def pointers(lifted):
    return [one.pointer for one in lifted.findings]


def test_node_i_is_node_i_of_the_file(raw):
    raw.tree["nodes"] = [
        {"name": "child", "translation": [1, 2, 3]},
        {"name": "root", "children": [0], "rotation": [0, 0, 1, 0], "scale": [2, 2, 2]},
    ]
    nodes = raw.lift().rig.nodes
    assert nodes.names == ("child", "root")
    assert nodes.parents.tolist() == [1, -1]
    assert nodes.order.tolist() == [1, 0]
    assert nodes.translations[0].tolist() == [1, 2, 3]
    assert nodes.rotations[1].tolist() == [0, 0, 1, 0]


def test_a_matrix_is_column_major_and_kept_as_a_map(raw):
    raw.tree["nodes"] = [{"matrix": [1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 10, 0, 11, 12, 13, 1]}]
    nodes = raw.lift().rig.nodes
    assert nodes.general.tolist() == [True]
    assert nodes.local[0].tolist() == [[1, 4, 7, 11], [2, 5, 8, 12], [3, 6, 10, 13]]


def test_a_node_that_is_none_stands_still(raw):
    raw.tree["nodes"] = [{}, 7, {"translation": [1, 0, 0]}]
    nodes = raw.lift().rig.nodes
    assert len(nodes) == 3
    assert nodes.local[1].tolist() == np.eye(3, 4).tolist()


def test_nodes_on_a_loop_become_roots(raw):
    raw.tree["nodes"] = [{"children": [1]}, {"children": [2]}, {"children": [1]}]
    lifted = raw.lift()
    assert lifted.rig.nodes.parents.tolist() == [-1, -1, -1]
    assert {"/nodes/1", "/nodes/2"} <= set(pointers(lifted))


def test_a_child_that_does_not_exist_is_noted(raw):
    raw.tree["nodes"] = [{"children": [1, 9]}, {}]
    lifted = raw.lift()
    assert lifted.rig.nodes.parents.tolist() == [-1, 0]
    assert pointers(lifted) == ["/nodes/0/children/1"]


def test_a_node_with_two_parents_hangs_from_the_last(raw):
    raw.tree["nodes"] = [{"children": [2]}, {"children": [2]}, {}]
    lifted = raw.lift()
    assert lifted.rig.nodes.parents.tolist() == [-1, -1, 1]
    assert pointers(lifted) == ["/nodes/1/children/0"]


def test_several_scenes_and_the_default_one(raw):
    raw.tree |= {"nodes": [{}, {}], "scenes": [{"nodes": [1], "name": "b"}, {"nodes": [0, 1]}], "scene": 1}
    rig = raw.lift().rig
    assert [(one.name, one.roots) for one in rig.scenes] == [("b", (1,)), (None, (0, 1))]
    assert rig.default_scene == 1


def test_a_default_scene_that_does_not_exist_is_left_out(raw):
    raw.tree |= {"nodes": [{}], "scenes": [{"nodes": [0, 4]}], "scene": 3}
    lifted = raw.lift()
    assert lifted.rig.default_scene is None
    assert pointers(lifted) == ["/scenes/0/nodes/1", "/scene"]


def triangle(raw, **attributes):
    positions = raw.accessor([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    return {"primitives": [{"attributes": {"POSITION": positions} | attributes}]}


def test_one_mesh_on_two_nodes_with_different_skins(raw):
    joints = raw.accessor(np.zeros((3, 4)), "u1")
    weights = raw.accessor([[1, 0, 0, 0]] * 3)
    raw.tree["meshes"] = [triangle(raw, JOINTS_0=joints, WEIGHTS_0=weights)]
    raw.tree["skins"] = [{"joints": [2]}, {"joints": [3, 2]}]
    raw.tree["nodes"] = [{"mesh": 0, "skin": 0}, {"mesh": 0, "skin": 1}, {}, {}]
    rig = raw.lift().rig
    assert [(one.node, one.mesh, one.skin) for one in rig.instances] == [(0, 0, 0), (1, 0, 1)]


def test_a_mesh_that_names_a_joint_its_skin_lacks_is_left_out(raw):
    joints = raw.accessor([[1, 0, 0, 0]] * 3, "u1")
    weights = raw.accessor([[1, 0, 0, 0]] * 3)
    raw.tree["meshes"] = [triangle(raw, JOINTS_0=joints, WEIGHTS_0=weights)]
    raw.tree["skins"] = [{"joints": [2]}, {"joints": [3, 2]}]
    raw.tree["nodes"] = [{"mesh": 0, "skin": 0}, {"mesh": 0, "skin": 1}, {}, {}]
    lifted = raw.lift()
    assert [one.node for one in lifted.rig.instances] == [1]
    assert pointers(lifted) == ["/nodes/0/mesh"]


def test_meshes_and_skins_that_do_not_exist_are_noted(raw):
    raw.tree["meshes"] = [triangle(raw)]
    raw.tree["nodes"] = [{"mesh": 4}, {"mesh": 0, "skin": 2}]
    lifted = raw.lift()
    assert lifted.rig.instances == ()
    assert pointers(lifted) == ["/nodes/0/mesh", "/nodes/1/skin"]


def test_copies_by_an_extension_are_noted(raw):
    raw.tree["meshes"] = [triangle(raw)]
    raw.tree["nodes"] = [{"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {}}}}]
    assert pointers(raw.lift()) == ["/nodes/0/extensions/EXT_mesh_gpu_instancing"]


def test_blend_amounts_of_a_node_stand_before_those_of_the_mesh(raw):
    mesh = triangle(raw)
    deltas = raw.accessor(np.ones((3, 3)))
    mesh["primitives"][0]["targets"] = [{"POSITION": deltas}] * 2
    raw.tree["meshes"] = [mesh | {"weights": [0.25, 0.5]}]
    raw.tree["nodes"] = [{"mesh": 0}, {"mesh": 0, "weights": [1, 0]}, {"mesh": 0, "weights": [1]}]
    lifted = raw.lift()
    blend = [amounts.tolist() for amounts in lifted.rig.rest_pose().blend]
    assert blend == [[0.25, 0.5], [1, 0], [0.25, 0.5]]
    assert pointers(lifted) == ["/nodes/2/weights"]
