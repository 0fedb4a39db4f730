"""`[severity]` of a project: rules that are errors, warnings or infos there, or are not reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from pantin.base.records import replace
from pantin.report.report import Finding, Report, Severity
from pantin.report.selection import matches

OFF = "off"
"""Used instead of a severity: the rule is not reported."""

LEVELS: tuple[str, ...] = (*get_args(Severity), OFF)


def with_severities(report: Report, levels: Mapping[str, str]) -> Report:
    """The report with the severities that a project gives to rules, by id or prefix in capitals, or by their
    own severity; the longest name counts, and a severity is shorter than any."""
    if not levels:
        return report
    changed = (_with_level(finding, levels) for finding in report.findings)
    return replace(report, findings=tuple(finding for finding in changed if finding is not None))


def _with_level(finding: Finding, levels: Mapping[str, str]) -> Finding | None:
    names = [name for name in levels if matches(finding.rule, name)]
    name = max(names, key=len, default=finding.severity.upper())
    if levels.get(name, finding.severity) == finding.severity:
        return finding
    return None if levels[name] == OFF else replace(finding, severity=levels[name])
