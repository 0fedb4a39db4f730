"""Findings as GitHub workflow commands, which the Actions runner shows as annotations on changed files.

GitHub shows ten annotations of each level per step, and silently drops the others. So there is one for each
rule and file, with a count; errors come first, and the number never exceeds this limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath

from pantin.report.grouping import Group, group
from pantin.report.render.text import describe_finding
from pantin.report.report import SEVERITIES, Report
from pantin.report.wording import printable

COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}

MOST = 10
"""Annotations of each level that GitHub shows of one step (docs.github.com, "Annotation limits")."""


def render(reports: Iterable[Report]) -> Iterator[str]:
    """One `::error file=…,line=…,col=…,title=…::message` for each rule and file, the worst first."""
    commands: dict[str, list[str]] = {severity: [] for severity in SEVERITIES}
    for report in reports:
        for each in group(report.findings):
            kept = commands[each.severity]
            if len(kept) < MOST:
                kept.append(command(report, each) + "\n")
    for severity in SEVERITIES:
        yield from commands[severity]


def command(report: Report, group: Group) -> str:
    finding = group.first
    properties = {"file": printable(PurePath(finding.file or report.path).as_posix())}
    if finding.line is not None:
        properties["line"] = str(finding.line)
        if finding.column is not None:
            properties["col"] = str(finding.column)
    properties["title"] = finding.rule
    return annotation(COMMANDS[finding.severity], properties, message(group))


def annotation(level: str, properties: Mapping[str, str], text: str) -> str:
    """A single workflow command, whatever characters its words contain."""
    listed = ",".join(f"{name}={escape_property(value)}" for name, value in properties.items())
    return f"::{level} {listed}::{escape(text)}"


def message(group: Group) -> str:
    """The message of the first finding, after the pointer if it has no line, and how many others there
    are."""
    finding = group.first
    others = len(group.findings) - 1
    text = describe_finding(finding) + (f" (and {others:,} more)" if others else "")
    return f"{printable(finding.pointer)}: {text}" if finding.pointer and finding.line is None else text


def escape(text: str) -> str:
    """Workflow commands need percent escapes for their own delimiters (actions/toolkit, command.ts)."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    return escape(text).replace(":", "%3A").replace(",", "%2C")
