"""Bindings: values, their counts and indices."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.rules.binding import RULES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_file_breaks_the_rule_and_the_good_one_does_not(rule, assert_cases):
    assert_cases(rule)


def test_a_binding_without_values_is_reported(found, kit):
    del kit.surface["textureMap"]["values"]
    assert "G4MF-MESH-015" in found(kit.text())


def test_indices_of_values_are_integers(found, kit):
    kit.surface["normals"]["simplexes"] = kit.accessor([0.0] * 12, "float32")
    assert "G4MF-MESH-018" in found(kit.text())
