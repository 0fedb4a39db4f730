"""Every rule of the group speaks of its bad case, at a line and a column, and not of the good one
beside it."""

from __future__ import annotations

import pytest

from pantin.report import Rule
from pantin.rigy import check_text
from pantin.rigy.rules import poses

RULES = [
    one for one in vars(poses).values() if isinstance(one, Rule) and one.find.__module__ == poses.__name__
]


@pytest.mark.parametrize("rule", [one.id for one in RULES])
def test_the_rule_tells_bad_from_good(rule, separates):
    assert separates(rule, placed=rule != "RIGY-P70")


@pytest.mark.parametrize("rule", RULES, ids=lambda one: one.id)
def test_the_rule_explains_itself(rule):
    assert all(f"\n{section}: " in rule.doc for section in ("What", "Why", "Fix", "Source"))


def test_a_rotation_that_is_not_finite_is_none():
    """Chapter 12: V36 speaks of non-unit norms, NaN and infinity alike."""
    bone = "{id: r, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}"
    pose = "{id: p, bones: {r: {rotation: [1, 0, .nan, 0]}}}"
    report = check_text(f'{{version: "0.5", armatures: [{{id: a, bones: [{bone}]}}], poses: [{pose}]}}')
    assert [one.rule for one in report.errors] == ["RIGY-V36"]
    assert "contains nan" in report.errors[0].message
