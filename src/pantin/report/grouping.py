"""Findings of one file by severity and rule: people act on rules, and one may be broken a thousand times."""

from __future__ import annotations

from collections.abc import Iterable

from pantin.base.records import Record
from pantin.report.report import SEVERITIES, Finding, Severity
from pantin.report.wording import counted


class Group(Record):
    """The findings of one rule and severity, in the order of the file; there is at least one."""

    rule: str
    severity: Severity
    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        return self.findings[0]

    @property
    def fixable(self) -> int:
        """How many of them `pantin fix` fixes."""
        return sum(finding.is_fixable for finding in self.findings)

    @property
    def mark(self) -> str:
        """What `pantin fix` can do about them: `" [fixable]"`, `" [2 fixable]"`, `" [--unsafe]"`."""
        if self.fixable:
            count = "" if self.fixable == len(self.findings) else f"{self.fixable:,} "
            return f" [{count}fixable]"
        return " [--unsafe]" if any(finding.fix is not None for finding in self.findings) else ""


def group(findings: Iterable[Finding]) -> list[Group]:
    """The findings by severity, the worst first; within a severity by rule, in the order of the file."""
    grouped: dict[tuple[Severity, str], list[Finding]] = {}
    for finding in findings:
        grouped.setdefault((finding.severity, finding.rule), []).append(finding)
    groups = [Group(rule, severity, tuple(members)) for (severity, rule), members in grouped.items()]
    return sorted(groups, key=lambda group: SEVERITIES.index(group.severity))


def summarise(groups: Iterable[Group]) -> str:
    """`"9 errors of 4 rules (3 fixable), 1 warning"`; counts of zero are omitted."""
    groups = list(groups)
    parts = []
    for severity in SEVERITIES:
        rules = [group for group in groups if group.severity == severity]
        count, fixable = sum(len(rule.findings) for rule in rules), sum(rule.fixable for rule in rules)
        if count:
            of_rules = f" of {counted(len(rules), 'rule')}" if count > len(rules) else ""
            fixes = f" ({fixable:,} fixable)" if fixable else ""
            parts.append(f"{counted(count, severity)}{of_rules}{fixes}")
    return ", ".join(parts)
