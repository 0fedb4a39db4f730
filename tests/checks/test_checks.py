"""All rules about rigs together."""

import pytest

from pantin.checks import check, rules
from pantin.report.explanation import explain
from pantin.rig import build


def test_an_empty_rig_has_no_findings():
    assert list(check(build())) == []


def test_ids_are_unique_and_start_with_rig():
    ids = [rule.id for rule in rules()]
    assert len(ids) == len(set(ids))
    assert all(id.startswith("RIG-") for id in ids)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_every_rule_has_a_title_and_all_sections(rule):
    assert explain(rule).missing == ()
