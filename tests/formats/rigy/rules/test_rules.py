"""Every rule finds its bad case, at a line and a column, and nothing in the good case."""

from __future__ import annotations

import pytest

import pantin.formats.rigy  # registers the rules  # noqa: F401
from pantin.report.rule import CATALOGUE

RULES = sorted(name for name in CATALOGUE if name.startswith("RIGY-"))


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_finds_its_bad_case_and_not_the_good_one(rule, separates):
    assert separates(rule)
