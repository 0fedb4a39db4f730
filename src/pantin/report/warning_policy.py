"""Warnings raised to errors, and findings that are ignored."""

from __future__ import annotations

from collections.abc import Collection

from pantin.base.records import replace
from pantin.report.report import Finding, Report

ALL = "all"


def apply_policy(report: Report, as_errors: Collection[str], ignored: Collection[str]) -> Report:
    """The report with the warnings of some rules, or of all, raised to errors, and the warnings and infos of
    some rules removed."""
    kept = (
        finding for finding in report.findings if finding.severity == "error" or finding.rule not in ignored
    )
    return replace(report, findings=tuple(_raise_severity(finding, as_errors) for finding in kept))


def _raise_severity(finding: Finding, as_errors: Collection[str]) -> Finding:
    raised = finding.severity == "warning" and (finding.rule in as_errors or ALL in as_errors)
    return replace(finding, severity="error") if raised else finding
