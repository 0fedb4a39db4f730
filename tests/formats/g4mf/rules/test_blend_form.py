"""The form of blend shapes."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.rules.blend_form import RULES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_file_breaks_the_rule_and_the_good_one_does_not(rule, assert_cases):
    assert_cases(rule)


def test_a_shape_with_the_name_of_a_node_is_reported_at_the_shape(found, kit):
    """Names are unique over all items of a file; the rule of blend shapes says so of them, and no other."""
    kit.shape["name"] = kit.tree["nodes"][5]["name"]
    assert set(found(kit.text())) == {"G4MF-BLEND-014"}
