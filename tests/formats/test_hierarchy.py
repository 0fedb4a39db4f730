"""The node tree, well formed or not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pantin.formats.hierarchy import Hierarchy, nearest


def ancestors(parents: list[int | None], node: int) -> list[int]:
    """The node and all above it, one by one: the plain definition."""
    found = [node]
    while (above := parents[found[-1]]) is not None and above not in found:
        found.append(above)
    return found


CHILDREN = st.integers(0, 12).flatmap(
    lambda count: st.lists(
        st.lists(st.none() | st.integers(0, count + 1), max_size=3), min_size=count, max_size=count
    )
)
FORESTS = st.lists(st.integers(0, 10**6), max_size=40).map(
    lambda picks: [None if not i or pick % 7 == 0 else pick % i for i, pick in enumerate(picks)]
)


@given(FORESTS, st.data())
def test_ancestors_are_those_of_the_definition(parents, data):
    children = [[i for i, parent in enumerate(parents) if parent == node] for node in range(len(parents))]
    tree = Hierarchy(children)
    assert tree.parents == parents
    assert tree.looped == tree.overridden == []
    above = [ancestors(parents, node) for node in range(len(parents))]
    assert [tree.root(node) for node in range(len(parents))] == [each[-1] for each in above]
    for node, each in enumerate(above):
        assert [i for i in range(len(parents)) if tree.is_within(node, i)] == sorted(each)
    if parents:
        nodes = data.draw(st.lists(st.sampled_from(range(len(parents))), min_size=1))
        shared = [i for i in above[nodes[0]] if all(i in above[node] for node in nodes)]
        assert tree.common_ancestor(nodes) == (shared[0] if shared else None)


@given(CHILDREN)
def test_a_node_is_looped_if_it_is_above_itself(children):
    tree = Hierarchy(children)
    parents = tree.parents
    looped = [i for i, above in enumerate(parents) if above is not None and i in ancestors(parents, above)]
    assert tree.looped == looped
    assert sorted(tree.order) == list(range(len(children)))


def test_the_last_of_several_parents_counts():
    tree = Hierarchy([[2], [2], []])
    assert tree.parents == [None, None, 1]
    assert tree.overridden == [(1, 0)]


def test_marks_above_a_node():
    tree = Hierarchy([[1], [2], [], []])
    assert tree.has_marked_ancestor([False, True, False, False]) == [False, False, True, False]


def test_marks_are_handed_down_through_loops_and_second_parents():
    children = [[1], [0, 2], [], [2, 9, None]]
    assert Hierarchy(children).inherit_marks([0b01, 0, 0, 0b10], children) == [0b01, 0b01, 0b11, 0b10]


def test_marks_are_handed_down_against_the_order_of_the_nodes():
    """Node 4 holds 3, and so on down to 0; but node 5 holds all of them too, and its claims came last."""
    children = [[], [0], [1], [2], [3], [0, 1, 2, 3]]
    tree = Hierarchy(children)
    assert tree.order == [4, 5, 0, 1, 2, 3]
    assert tree.inherit_marks([0, 0, 0, 0, 1, 0], children) == [1, 1, 1, 1, 1, 0]


def test_a_chain_of_many_nodes_is_no_trap():
    count = 100_000
    tree = Hierarchy([[i + 1] for i in range(count)])
    assert tree.common_ancestor([count - 1, 7]) == 7
    assert tree.root(count - 1) == 0


def test_the_nearest_mark_is_at_a_node_or_above_it():
    assert nearest(Hierarchy([[1], [2], [3], []]), {1: "a", 3: "b"}) == [None, "a", "a", "b"]
