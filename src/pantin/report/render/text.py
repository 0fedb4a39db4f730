"""Findings as a compiler prints them: `hero.gltf:12:3: RULE error: message`, one line each.

Each line consists of spans with a style name, so that a terminal can colour them; `render` joins them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pantin.report.report import Finding, Report
from pantin.report.wording import printable


class Span(NamedTuple):
    """A part of a line. `style` is `"place"`, `"rule"`, a severity, or empty."""

    text: str
    style: str = ""


def render(reports: Iterable[Report]) -> Iterator[str]:
    """The lines of all findings, each with its line break."""
    for report in reports:
        for finding in report.findings:
            yield "".join(span.text for span in line(report, finding)) + "\n"


def line(report: Report, finding: Finding) -> tuple[Span, ...]:
    """One finding as one line, without the line break."""
    return (
        Span(location(report, finding), "place"),
        Span(": "),
        Span(finding.rule, "rule"),
        Span(" "),
        Span(finding.severity, finding.severity),
        Span(f": {printable(finding.message)}"),
    )


def location(report: Report, finding: Finding) -> str:
    """`path:line:column` in text files, `path#/pointer` in binary files, or the path alone."""
    path = printable(finding.file or report.path)
    if finding.line is not None:
        column = "" if finding.column is None else f":{finding.column}"
        return f"{path}:{finding.line}{column}"
    return f"{path}#{printable(finding.pointer)}" if finding.pointer else path
