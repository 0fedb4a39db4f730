"""Skins and the names of groups."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.rules.skin import RULES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_file_breaks_the_rule_and_the_good_one_does_not(rule, assert_cases):
    assert_cases(rule)


@pytest.mark.parametrize("skin", [3, None, [], "x"])
def test_a_skin_that_is_no_object_is_reported(found, kit, skin):
    kit.mesh["skin"] = skin
    assert "G4MF-SKIN-001" in found(kit.text())
