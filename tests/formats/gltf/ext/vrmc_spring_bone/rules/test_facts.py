"""Facts that rules about chains share."""

import numpy as np
from spring_files import document, strand

from pantin.formats.gltf.ext.vrmc_spring_bone.rules.facts import bones, local, owners, unevenly_scaled_nodes
from pantin.formats.gltf.scope import Scope


def scope(**changes):
    tree = strand(2)
    tree["nodes"][1].update(changes)
    return Scope(document(tree))


def test_a_bone_is_a_pair_of_joints():
    assert [(bone.spring, bone.slot, bone.size) for bone in bones(scope())] == [(0, 0, 0.1), (0, 1, 0.1)]


def test_a_bone_is_as_long_as_the_world_shows_it():
    """VRMC_springBone 1.0, "Initialization": boneLength is in the world coordinate."""
    tree = strand(2)
    tree["nodes"][0]["scale"] = [2, 2, 2]
    tree["nodes"][1]["scale"] = [5, 10, 5]
    assert [bone.size for bone in bones(Scope(document(tree)))] == [2.0, 2.0]


def test_nodes_that_scale_evenly_are_not_marked():
    assert not unevenly_scaled_nodes(scope(scale=[2, 2, 2]))
    assert unevenly_scaled_nodes(scope(scale=[1, 2, 1])) == {1: (1, 1.0, 2.0)}
    assert unevenly_scaled_nodes(scope(scale=[1, 0, 1]))[1][1] == 0


def test_a_matrix_is_read_by_columns():
    matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]
    tree = strand(2)
    tree["nodes"][1] = {"children": [2], "matrix": matrix}
    assert np.array_equal(local(Scope(document(tree)).model.nodes[1])[:, 3], (5, 6, 7))


def test_the_first_spring_owns_a_node():
    assert owners(scope()) == {1: 0, 2: 0, 3: 0}
