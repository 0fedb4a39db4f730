"""A docstring taken apart: every rule has what, Why, Mend and Source."""

from __future__ import annotations

import pytest

from pantin.assets import rules
from pantin.report import Rule
from pantin.report.explanation import explain


def with_doc(doc):
    return Rule("TEST-1", "error", "m", doc, lambda: iter(()))


def test_sections_run_over_several_lines():
    said = explain(
        with_doc("It holds\nalways.\n\nWhy: because\nit must.\nMend: do it.\nSource: glTF 2.0 §1: x.")
    )
    assert said.what == "It holds always."
    assert said.why == "because it must."
    assert said.mend == "do it."
    assert said.source == "glTF 2.0 §1: x."


def test_a_missing_section_is_named():
    assert explain(with_doc("It holds.\n\nWhy: so.")).missing == ("Mend", "Source")


@pytest.mark.parametrize("id", sorted(rules()))
def test_every_rule_says_what_why_mend_and_source(id):
    assert explain(rules()[id]).missing == ()
