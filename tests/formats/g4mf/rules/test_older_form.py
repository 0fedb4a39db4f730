"""Rules about older forms: each case folder has a bad and a good file."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.rules.older_form import RULES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_file_breaks_the_rule_and_the_good_one_does_not(rule, assert_cases):
    assert_cases(rule)
