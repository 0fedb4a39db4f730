"""Findings as GitHub workflow commands, which the Actions runner shows as annotations on changed files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from pantin.report.report import Finding, Report
from pantin.report.wording import printable

COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(reports: Iterable[Report]) -> Iterator[str]:
    """One `::error file=…,line=…,col=…,title=…::message` per finding."""
    for report in reports:
        for finding in report.findings:
            yield command(report, finding) + "\n"


def command(report: Report, finding: Finding) -> str:
    properties = {"file": printable(PurePath(finding.file or report.path).as_posix())}
    if finding.line is not None:
        properties["line"] = str(finding.line)
        if finding.column is not None:
            properties["col"] = str(finding.column)
    properties["title"] = finding.rule
    listed = ",".join(f"{name}={escape_property(value)}" for name, value in properties.items())
    return f"::{COMMANDS[finding.severity]} {listed}::{escape(message(finding))}"


def message(finding: Finding) -> str:
    """The message, after the pointer if the finding has no line."""
    text = printable(finding.message)
    return f"{printable(finding.pointer)}: {text}" if finding.pointer and finding.line is None else text


def escape(text: str) -> str:
    """Workflow commands need percent escapes for their own delimiters (actions/toolkit, command.ts)."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    return escape(text).replace(":", "%3A").replace(",", "%2C")
