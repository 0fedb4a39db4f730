"""Options that raise warnings to errors, or ignore them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pantin.cli.exit import UsageError
from pantin.report.catalogue import did_you_mean

if TYPE_CHECKING:
    from pantin.report import Finding, Report

ALL = "all"


def apply_policy(report: Report, as_errors: str | None, ignored: str | None) -> Report:
    """The report with some warnings raised to errors, and some warnings and infos removed."""
    fatal, unwanted = ids(as_errors), ids(ignored)
    kept = (
        finding for finding in report.findings if finding.severity == "error" or finding.rule not in unwanted
    )
    return replace(report, findings=tuple(_raise_severity(finding, fatal) for finding in kept))


def _raise_severity(finding: Finding, fatal: set[str]) -> Finding:
    raised = finding.severity == "warning" and (finding.rule in fatal or ALL in fatal)
    return replace(finding, severity="error") if raised else finding


def ids(listed: str | None) -> set[str]:
    """Rule ids from a list with commas; those of Rigy may be written without `RIGY-`."""
    if listed is None:
        return set()
    from pantin.assets import rules

    result = set()
    for word in filter(None, (part.strip() for part in listed.split(","))):
        name = word if word == ALL or word in rules() else f"RIGY-{word}"
        if name != ALL and name not in rules():
            hint = did_you_mean(word, (*rules(), ALL))
            raise UsageError(f"there is no rule {word!r}.{hint} `pantin explain RIGY` lists them.")
        result.add(name)
    return result
