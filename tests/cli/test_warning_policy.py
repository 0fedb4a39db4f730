"""Warnings made errors, or left out."""

from __future__ import annotations

import pytest

from pantin.cli.exit import UsageError
from pantin.cli.warning_policy import ids
from pantin.report import Finding, Report
from pantin.report.warning_policy import apply_policy

REPORT = Report(
    "x",
    "rigy",
    (
        Finding("RIGY-W01", "warning", "one"),
        Finding("RIGY-W03", "warning", "three"),
        Finding("RIGY-P16", "info", "note"),
        Finding("RIGY-V06", "error", "bad"),
    ),
)


@pytest.mark.parametrize(
    ("as_errors", "ignored", "kept"),
    [
        (None, None, ["warning", "warning", "info", "error"]),
        ("W01", None, ["error", "warning", "info", "error"]),
        ("all", "P16", ["error", "error", "error"]),
        (None, "RIGY-W01, W03,V06", ["info", "error"]),
    ],
)
def test_what_is_left(as_errors, ignored, kept):
    """An error cannot be ignored, and a note is no warning."""
    assert [
        finding.severity for finding in apply_policy(REPORT, ids(as_errors), ids(ignored)).findings
    ] == kept


def test_a_rule_that_does_not_exist_is_wrong_usage():
    with pytest.raises(UsageError, match="W99"):
        ids("W01,W99")
