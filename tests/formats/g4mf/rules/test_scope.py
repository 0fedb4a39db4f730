"""What rules look at."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.rules.scope import Scope, Use, is_index


def test_a_mesh_is_used_by_the_skeleton_right_above_its_node(kit):
    """G4MF skeleton, Overview."""
    scope = Scope(read(kit.text()))
    assert scope.uses == [Use(5, 0, 2)]
    assert scope.skeletons_of(0) == [2]


def test_numbers_that_cannot_be_had_are_none(kit):
    kit.tree["accessors"][0]["componentType"] = "uint128"
    scope = Scope(read(kit.text()))
    assert scope.array(0) is None
    assert scope.array(99) is None
    assert scope.count(1) == 6


@pytest.mark.parametrize(
    ("value", "is_one"), [(0, True), (2, False), (-1, False), (True, False), (1.0, False)]
)
def test_an_index_is_an_integer_below_the_count(value, is_one):
    assert is_index(value, 2) == is_one
