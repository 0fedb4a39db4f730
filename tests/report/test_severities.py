"""Severities that a project gives to rules."""

from __future__ import annotations

from pantin.report import Finding, Report
from pantin.report.severities import with_severities

REPORT = Report(
    "a.glb",
    "glb",
    (Finding("A-ONE", "error", "1"), Finding("A-TWO", "warning", "2"), Finding("B-ONE", "info", "3")),
)


def changed(levels):
    return [(found.rule, found.severity) for found in with_severities(REPORT, levels)]


def test_rules_get_other_severities_or_none():
    levels = {"A-ONE": "info", "B": "error", "A-TWO": "off"}
    assert changed(levels) == [("A-ONE", "info"), ("B-ONE", "error")]


def test_the_longest_name_counts_whatever_the_order():
    for levels in ({"A": "info", "A-TWO": "error"}, {"A-TWO": "error", "A": "info"}):
        assert changed(levels)[:2] == [("A-ONE", "info"), ("A-TWO", "error")]


def test_a_severity_stands_for_its_rules_and_is_shorter_than_any_name():
    levels = {"WARNING": "error", "INFO": "off", "B-ONE": "warning"}
    assert changed(levels) == [("A-ONE", "error"), ("A-TWO", "error"), ("B-ONE", "warning")]


def test_without_severities_nothing_changes():
    assert with_severities(REPORT, {}) is REPORT
