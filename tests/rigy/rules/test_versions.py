"""Every rule of the group speaks of its bad case, at a line and a column, and not of the good one
beside it."""

from __future__ import annotations

import pytest

from pantin.report import Rule
from pantin.rigy import check_text
from pantin.rigy.rules import versions

RULES = [
    one
    for one in vars(versions).values()
    if isinstance(one, Rule) and one.find.__module__ == versions.__name__
]


@pytest.mark.parametrize("rule", [one.id for one in RULES])
def test_the_rule_tells_bad_from_good(rule, separates):
    assert separates(rule, placed=rule != "RIGY-P70")


@pytest.mark.parametrize("rule", RULES, ids=lambda one: one.id)
def test_the_rule_explains_itself(rule):
    assert all(f"\n{section}: " in rule.doc for section in ("Why", "Mend", "Source"))


def test_a_quaternion_before_0_12_compiles_with_a_warning():
    """The 0.3 language has quaternions among its transforms; chapter 10.9 asks for 0.12."""
    turn = "transform: {rotation_quat: [0, 0, 0, 1]}"
    box = f"{{id: b, type: box, dimensions: {{x: 1, y: 1, z: 1}}, {turn}}}"
    report = check_text(f'{{version: "0.3", meshes: [{{id: m, primitives: [{box}]}}]}}')
    assert [(one.rule, one.severity) for one in report.findings] == [("RIGY-V77", "warning")]
