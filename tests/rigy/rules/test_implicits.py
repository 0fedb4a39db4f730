"""Every rule of the group speaks of its bad case, at a line and a column, and not of the good one
beside it."""

from __future__ import annotations

import pytest

from pantin.report import Rule
from pantin.rigy import check_text
from pantin.rigy.rules import implicits

RULES = [
    one
    for one in vars(implicits).values()
    if isinstance(one, Rule) and one.find.__module__ == implicits.__name__
]


@pytest.mark.parametrize("rule", [one.id for one in RULES])
def test_the_rule_tells_bad_from_good(rule, separates):
    assert separates(rule, placed=rule != "RIGY-P70")


@pytest.mark.parametrize("rule", RULES, ids=lambda one: one.id)
def test_the_rule_explains_itself(rule):
    assert all(f"\n{section}: " in rule.doc for section in ("What", "Why", "Fix", "Source"))


def test_a_domain_that_is_not_finite_and_a_grid_of_less_than_nothing_have_their_rules():
    """Rigy chapter 12, V80 and V81."""
    text = """version: "0.13"
meshes: [{id: m, primitives: [{id: p, type: implicit_surface, iso: 0.5,
  domain: {aabb: {min: [0, .nan, 0], max: [1, 1, 1]}, grid: {nx: -2, ny: 3, nz: many}},
  ops: [{op: add, field: sdf_sphere@1, strength: 1, radius: 1}]}]}]
"""
    assert [one.rule for one in check_text(text).errors] == ["RIGY-V80", "RIGY-V81", "RIGY-P10"]
