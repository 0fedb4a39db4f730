"""Nodes as a rig holds them."""

import numpy as np
import pytest

from pantin.rig import Node, build


def test_nodes_keep_their_place_and_their_names():
    nodes = build(nodes=[Node("tip", parent=1), Node("base"), Node()]).nodes
    assert len(nodes) == 3
    assert nodes.names == ("tip", "base", None)
    assert nodes.parents.tolist() == [1, -1, -1]
    assert nodes.order.tolist() == [1, 2, 0]


def test_a_general_node_has_the_parts_of_its_map():
    nodes = build(nodes=[Node(matrix=[[0, -2, 0, 5], [2, 0, 0, 6], [0, 0, 3, 7]])]).nodes
    assert nodes.general.tolist() == [True]
    assert nodes.translations.tolist() == [[5, 6, 7]]
    assert nodes.scales.tolist() == [[2, 2, 3]]


def test_nodes_are_a_sequence():
    nodes = build(nodes=[Node("base"), Node("tip", parent=0), Node("end", parent=1)]).nodes
    assert [node.name for node in nodes[1:]] == ["tip", "end"]
    assert nodes[-1].name == nodes[np.int64(2)].name == "end"
    assert nodes[1] in nodes
    assert Node("other") not in nodes
    with pytest.raises(IndexError, match="there is no node 3: the rig has 3"):
        nodes[3]
    with pytest.raises(TypeError, match=r"not by 'tip': rig\.node finds one by its name"):
        nodes["tip"]
