"""Every rule of the group speaks of its bad case, at a line and a column, and not of the good one
beside it."""

from __future__ import annotations

import pytest

from pantin.report import Rule
from pantin.rigy import check_text
from pantin.rigy.rules import names

RULES = [
    one for one in vars(names).values() if isinstance(one, Rule) and one.find.__module__ == names.__name__
]


@pytest.mark.parametrize("rule", [one.id for one in RULES])
def test_the_rule_tells_bad_from_good(rule, separates):
    assert separates(rule, placed=rule != "RIGY-P70")


@pytest.mark.parametrize("rule", RULES, ids=lambda one: one.id)
def test_the_rule_explains_itself(rule):
    assert all(f"\n{section}: " in rule.doc for section in ("What", "Why", "Fix", "Source"))


def test_an_id_given_twice_by_hand_keeps_its_number_beside_macros():
    wall = "{macro: box_decompose, id: w, axis: x, span: [0, 1], height: 1, thickness: 1}"
    box = "{id: NAME, type: box, dimensions: {x: 1, y: 1, z: 1}}"
    boxes = ", ".join(box.replace("NAME", name) for name in ("w_gap_0", "a", "a"))
    report = check_text(f'{{version: "0.11", meshes: [{{id: m, primitives: [{wall}, {boxes}]}}]}}')
    assert sorted(one.rule for one in report.errors) == ["RIGY-F114", "RIGY-V02"]
