"""Parents-first order without recursion."""

import numpy as np
import pytest

from pantin.rig import InvalidRig
from pantin.rig.tree import depths, parents_first, subtree_mask, subtree_ranges


def test_depth_counts_ancestors():
    assert depths(np.array([2, -1, 1, 0, -1])).tolist() == [2, 0, 1, 3, 0]


def test_order_puts_every_node_after_its_parent_and_keeps_index_order_within_a_depth():
    assert parents_first(np.array([2, -1, 1, 0, -1, 1])).tolist() == [1, 4, 2, 5, 0, 3]


def test_a_chain_of_a_million_nodes_is_ordered():
    parents = np.arange(-1, 999_999)
    order = parents_first(parents)
    assert order[0] == 0
    assert order[-1] == 999_999


def test_a_chain_of_a_million_nodes_backwards_is_ordered():
    parents = np.append(np.arange(1, 1_000_000), -1)
    assert parents_first(parents)[:2].tolist() == [999_999, 999_998]


@pytest.mark.parametrize("parents", [[0], [1, 0], [-1, 2, 3, 1], [3, 0, 1, 2, 1]])
def test_a_cycle_is_refused_with_a_node_on_it(parents):
    with pytest.raises(InvalidRig, match="own ancestor") as refused:
        depths(np.array(parents))
    node = int(str(refused.value).split()[1])
    up = parents[node]
    while up != node:
        up = parents[up]
    assert up == node


def test_no_nodes_are_a_tree():
    assert parents_first(np.zeros(0, np.int64)).tolist() == []


def test_below_is_the_roots_and_their_descendants():
    parents = np.array([-1, 0, 1, -1, 3])
    assert subtree_mask(parents, parents_first(parents), np.array([1, 3])).tolist() == [
        False,
        True,
        True,
        True,
        True,
    ]


def test_ranges_of_subtrees_are_numbered_in_preorder():
    """Of the tree 1 ▸ (2 ▸ 0 ▸ 3, 5) and the root 4."""
    parents = np.array([2, -1, 1, 0, -1, 1])
    first, end = subtree_ranges(parents, parents_first(parents))
    assert first == [2, 0, 1, 3, 5, 4]
    assert end == [4, 5, 4, 4, 6, 5]
