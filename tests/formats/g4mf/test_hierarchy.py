"""The tree of nodes."""

from __future__ import annotations

from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import read_model


def tree(*nodes):
    return Hierarchy.from_model(read_model({"asset": {"dimension": 3}, "nodes": list(nodes)}))


def test_bones_hang_from_skeletons_through_bones(kit):
    result = Hierarchy.from_model(read_model(kit.tree))
    assert result.skeletons[4] == 2
    assert result.bones_of(2) == [3, 4]
    assert result.parent_of(4) == 3


def test_a_skeleton_below_a_bone_has_its_own_bones():
    result = tree(
        {"skeleton": {}, "children": [1]},
        {"bone": {}, "children": [2]},
        {"skeleton": {}, "children": [3]},
        {"bone": {}},
    )
    assert result.bones_of(0) == [1]
    assert result.bones_of(2) == [3]
    assert result.skeletons == (None, 0, 0, 2)


def test_loops_come_to_an_end():
    result = tree({}, {"children": [2], "bone": {}}, {"children": [1], "bone": {}}, {"children": [3]})
    assert result.cyclic == {1, 2, 3}
    assert result.reachable == {0}
    assert result.skeletons[1] is None
    assert result.parent_of(1) is None


def test_nodes_come_behind_their_parents_in_whatever_order_the_file_has_them():
    result = tree({"children": [3]}, {}, {"children": [1]}, {"children": [2]})
    assert result.order == (0, 3, 2, 1)
