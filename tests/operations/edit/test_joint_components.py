"""Components of nodes: connected, disjoint, one top each; and merging comes to an end in one go."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pantin.operations.edit.forest import Forest
from pantin.operations.edit.joint_components import JointComponents


def sets(components, forest):
    """All components as sets of nodes."""
    result = {}
    for node in range(len(forest)):
        if components.component_of(node) >= 0:
            result.setdefault(components.component_of(node), set()).add(node)
    return sorted(map(sorted, result.values()))


def closed(forest, joints):
    """The joints with all nodes up to their common ancestor, by walking."""
    top = forest.lowest_common_ancestor(joints)
    result = {top}
    for node in joints:
        while node != top:
            result.add(node)
            node = forest.parents[node]
    return result


def merged(groups):
    """Sets joined as long as two of them share a node."""
    result = []
    for group in groups:
        group = set(group)
        apart = [one for one in result if not one & group]
        for one in result:
            if one & group:
                group |= one
        result = [*apart, group]
    return sorted(map(sorted, result))


@st.composite
def skinned(draw):
    """A tree of up to 14 nodes and up to 5 skins in it."""
    count = draw(st.integers(1, 14))
    parents = [-1, *(draw(st.integers(0, node - 1)) for node in range(1, count))]
    joints = st.lists(st.integers(0, count - 1), min_size=1, max_size=4, unique=True)
    return Forest(parents), draw(st.lists(joints, max_size=5))


@given(skinned())
def test_families_are_the_closed_skins_joined_where_they_overlap(drawn):
    forest, skins = drawn
    assert sets(JointComponents(forest, [], skins), forest) == merged(closed(forest, skin) for skin in skins)


@given(skinned(), st.booleans())
def test_merged_families_neither_touch_nor_are_siblings(drawn, siblings):
    forest, skins = drawn
    components = JointComponents(forest, [], skins)
    components.merge(siblings=siblings)
    groups = sets(components, forest)
    tops = []
    for group in groups:
        [top] = [node for node in group if forest.parents[node] not in group]
        assert all(forest.parents[top] not in other for other in groups)
        tops.append(top)
    if siblings:
        parents = [forest.parents[top] for top in tops if forest.parents[top] >= 0]
        assert len(parents) == len(set(parents))


@given(skinned(), st.booleans())
def test_what_was_merged_stays_as_it_is(drawn, siblings):
    forest, skins = drawn
    components = JointComponents(forest, [], skins)
    components.merge(siblings=siblings)
    first = sets(components, forest)
    again = JointComponents(forest, first, skins)
    again.merge(siblings=siblings)
    assert sets(again, forest) == first


def test_members_come_from_the_top_down():
    forest = Forest([1, -1, 0, 0], [[3, 2], [0], [], []])
    components = JointComponents(forest, [], [[2, 3]])
    assert list(components.members([components.component_of(0)]).values()) == [[0, 3, 2]]
