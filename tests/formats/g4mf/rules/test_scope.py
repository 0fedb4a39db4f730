"""What rules look at."""

from __future__ import annotations

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.rules.scope import Scope, Use


def test_a_mesh_is_used_by_the_skeleton_right_above_its_node(kit):
    """G4MF skeleton, Overview."""
    scope = Scope(read(kit.text()))
    assert scope.uses == [Use(5, 0, 2)]
    assert scope.skeletons_of(0) == [2]
    assert scope.meshes_of == {2: [0]}


def test_numbers_that_cannot_be_had_are_none(kit):
    kit.tree["accessors"][0]["componentType"] = "uint128"
    scope = Scope(read(kit.text()))
    assert scope.array(0) is None
    assert scope.array(99) is None
    assert scope.element_count(1) == 6
