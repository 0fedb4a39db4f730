"""Bones."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.rules.bone import RULES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_file_breaks_the_rule_and_the_good_one_does_not(rule, assert_cases):
    assert_cases(rule)


def test_a_flat_bone_is_an_error_only_where_a_mesh_uses_it(found, kit):
    kit.nodes[4]["basis"] = [1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert found(kit.text())["G4MF-BONE-010"].severity == "error"
    kit.nodes[2]["skeleton"]["joints"] = [3]
    assert found(kit.text())["G4MF-BONE-010"].severity == "warning"
