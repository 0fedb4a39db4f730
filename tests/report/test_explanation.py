"""The parts of a docstring: every rule has a title, What, Why, Fix and Source."""

from __future__ import annotations

from pantin.report import Rule
from pantin.report.explanation import explain
from pantin.verbs.explain import rules


def with_doc(doc):
    return Rule("TEST-1", "error", "m", doc, lambda: iter(()))


def test_sections_run_over_several_lines():
    explanation = explain(
        with_doc(
            "It is\nbroken.\n\nWhat: it\nholds.\nWhy: because\nit must.\nFix: do it.\nSource: glTF 2.0 §1: x."
        )
    )
    assert explanation.title == "It is broken"
    assert explanation.what == "it holds."
    assert explanation.why == "because it must."
    assert explanation.fix == "do it."
    assert explanation.source == "glTF 2.0 §1: x."


def test_a_missing_section_is_named():
    assert explain(with_doc("It is broken.\n\nWhy: so.")).missing == ("What", "Fix", "Source")


def test_every_rule_has_all_parts():
    assert {id: missing for id, rule in rules().items() if (missing := explain(rule).missing)} == {}
