"""Skins: joints, root, inverse bind matrices."""

from __future__ import annotations

import pytest

NODES = [{"children": [1, 2]}, {"children": [3]}, {}, {}, {}]
"""0 over 1 and 2, 1 over 3, and 4 apart."""


@pytest.mark.parametrize(
    ("joints", "found"),
    [([1, 2], False), ([3], False), ([0, 4], True), ([0, 4, 3], False), ([99], True), ([4, 99], False)],
)
def test_joints_have_a_common_root(places, joints, found):
    """After two that have none the Khronos validator starts again with the third."""
    places_found = places("SKIN_NO_COMMON_ROOT", nodes=NODES, skins=[{"joints": joints}])
    assert places_found == (["/skins/0/joints"] if found else [])


@pytest.mark.parametrize(("skeleton", "valid"), [(0, True), (1, False), (4, False), (2, False), (99, True)])
def test_the_skeleton_is_the_common_root_or_above_it(places, skeleton, valid):
    """A node that does not exist is for the rule about references."""
    found = places("SKIN_SKELETON_INVALID", nodes=NODES, skins=[{"joints": [3, 2], "skeleton": skeleton}])
    assert found == ([] if valid else ["/skins/0/skeleton"])


def test_loops_among_nodes_come_to_an_end(places):
    loop = [{"children": [1]}, {"children": [0]}]
    assert places("SKIN_NO_COMMON_ROOT", nodes=loop, skins=[{"joints": [0, 1], "skeleton": 1}]) == []


def test_more_matrices_than_joints_are_allowed_and_fewer_not(places, made):
    identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    made.accessor([identity] * 2)
    made.tree["nodes"] = NODES
    for joints, expected in (([0], []), ([0, 1], []), ([0, 1, 2], ["/skins/0/inverseBindMatrices"])):
        made.tree["skins"] = [{"joints": joints, "inverseBindMatrices": 0}]
        assert places("INVALID_IBM_ACCESSOR_COUNT", **made.members) == expected


def test_the_last_row_is_found_in_columns(places, made):
    """Matrices are stored by columns: the last row is every fourth number. A translation is none of these."""
    moved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]
    sheared = [1, 0, 0, 0.25, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    made.tree["nodes"] = NODES
    made.tree["skins"] = [
        {"joints": [0], "inverseBindMatrices": made.accessor([m])} for m in (moved, sheared)
    ]
    assert places("ACCESSOR_INVALID_IBM", **made.members) == ["/skins/1/inverseBindMatrices"]
