"""Findings by severity and rule, and the counts of a file."""

from __future__ import annotations

from pantin.report import Finding
from pantin.report.grouping import group, summarise


def test_the_worst_comes_first_and_rules_keep_the_order_of_the_file():
    findings = [
        Finding("B", "info", "1"),
        Finding("C", "error", "2"),
        Finding("A", "error", "3"),
        Finding("C", "error", "4"),
        Finding("C", "warning", "5"),
    ]
    groups = group(findings)
    assert [(each.rule, each.severity, len(each.findings)) for each in groups] == [
        ("C", "error", 2),
        ("A", "error", 1),
        ("C", "warning", 1),
        ("B", "info", 1),
    ]


def test_nothing_is_said_of_a_count_of_zero():
    fixable = Finding("A", "error", "1", fix="mend it")
    assert summarise(group([fixable, fixable])) == "2 errors of 1 rule (2 fixable)"
    assert summarise(group([Finding("A", "warning", "1")])) == "1 warning"
    assert summarise([]) == ""
