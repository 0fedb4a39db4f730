"""Skeletons and joints."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.rules.skeleton import RULES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_file_breaks_the_rule_and_the_good_one_does_not(rule, assert_cases):
    assert_cases(rule)


def test_an_integer_may_have_a_fraction_of_zero(found, kit):
    """JSON Schema 2020-12, validation §6.1.1: any number with a zero fractional part is an integer."""
    before = set(found(kit.text()))
    joints = kit.nodes[2]["skeleton"]["joints"]
    kit.nodes[2]["skeleton"]["joints"] = [float(joint) for joint in joints]
    assert set(found(kit.text())) == before
    kit.nodes[2]["skeleton"]["joints"] = [joint + 0.5 for joint in joints]
    assert set(found(kit.text())) > before
