"""Trees of nodes: common ancestors, the order of children, and new roots above."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pantin.operations.edit.forest import Forest


@st.composite
def forests(draw):
    """Parents of up to 12 nodes, in any order of indices."""
    count = draw(st.integers(1, 12))
    parents = [draw(st.integers(-1, node - 1)) for node in range(count)]
    names = draw(st.permutations(range(count)))
    shuffled = [-1] * count
    for node, parent in enumerate(parents):
        shuffled[names[node]] = -1 if parent < 0 else names[parent]
    return shuffled


def ancestors(parents, node):
    result = []
    while node >= 0:
        result.append(node)
        node = parents[node]
    return result


@given(forests(), st.data())
def test_the_common_ancestor_is_the_lowest_node_on_all_ways_up(parents, data):
    nodes = data.draw(st.lists(st.integers(0, len(parents) - 1), min_size=1))
    ways = [ancestors(parents, node) for node in nodes]
    shared = [node for node in ways[0] if all(node in way for way in ways)]
    assert Forest(parents).lowest_common_ancestor(nodes) == (shared[0] if shared else None)


def test_children_come_in_the_order_that_is_given():
    assert Forest([-1, 0, 0, 1]).order == [0, 1, 3, 2]
    assert Forest([-1, 0, 0, 1], [[2, 1], [3], [], []]).order == [0, 2, 1, 3]


def test_a_new_root_stands_above_its_trees():
    forest = Forest([-1, 0, -1, -1]).with_roots([(4, (0, 2))])
    assert forest.parents == [4, 0, 4, -1, -1]
    assert forest.lowest_common_ancestor([1, 2]) == 4
    assert forest.root(1) == 4
    assert len(forest) == 5


def test_a_chain_of_any_length_needs_no_stack():
    forest = Forest(list(range(-1, 99_999)))
    assert forest.lowest_common_ancestor([99_999, 50_000]) == 50_000
