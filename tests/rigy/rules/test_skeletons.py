"""Every rule of the group speaks of its bad case, at a line and a column, and not of the good one
beside it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pantin.report import Rule
from pantin.rigy.rules import skeletons

RULES = [
    one
    for one in vars(skeletons).values()
    if isinstance(one, Rule) and one.find.__module__ == skeletons.__name__
]


@pytest.mark.parametrize("rule", [one.id for one in RULES])
def test_the_rule_tells_bad_from_good(rule, separates):
    assert separates(rule, placed=rule != "RIGY-P70")


@pytest.mark.parametrize("rule", RULES, ids=lambda one: one.id)
def test_the_rule_explains_itself(rule):
    assert all(f"\n{section}: " in rule.doc for section in ("What", "Why", "Fix", "Source"))


def test_a_chain_of_any_length_is_walked_once():
    """100,000 bones; to look at the whole set again for each would take minutes."""
    bones = [SimpleNamespace(id=f"b{at}", parent=f"b{at - 1}" if at else "none") for at in range(100_000)]
    armature = SimpleNamespace(id="rig", bones=bones)
    scope = SimpleNamespace(document=SimpleNamespace(armatures=[armature]))
    assert list(skeletons.bone_cycle.find(scope)) == []
