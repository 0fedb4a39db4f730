"""Every rule of the group speaks of its bad case, at a line and a column, and not of the good one
beside it."""

from __future__ import annotations

import pytest

from pantin.report import Rule
from pantin.rigy.rules import weight_maps

RULES = [
    one
    for one in vars(weight_maps).values()
    if isinstance(one, Rule) and one.find.__module__ == weight_maps.__name__
]


@pytest.mark.parametrize("rule", [one.id for one in RULES])
def test_the_rule_tells_bad_from_good(rule, separates):
    assert separates(rule, placed=rule != "RIGY-P70")


@pytest.mark.parametrize("rule", RULES, ids=lambda one: one.id)
def test_the_rule_explains_itself(rule):
    assert all(f"\n{section}: " in rule.doc for section in ("What", "Why", "Fix", "Source"))
