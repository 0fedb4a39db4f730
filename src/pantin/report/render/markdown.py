"""Findings as Markdown, for comments and job summaries: a table of rules for each file that has findings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from pantin.report.grouping import Group, group, summarise
from pantin.report.render.text import describe_finding, location
from pantin.report.report import Report, Tally
from pantin.report.wording import printable

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
"""Characters that Markdown, or the HTML in it, would read as markup."""


def render(reports: Iterable[Report]) -> Iterator[str]:
    """A heading, the table of each file, and the counts of all files."""
    pieces: list[str] = []
    for _ in passed_on(reports, pieces.append):
        yield from pieces
        pieces.clear()
    yield from pieces


def passed_on(reports: Iterable[Report], write: Callable[[str], object]) -> Iterator[Report]:
    """Passes the reports on unchanged, and writes each as Markdown."""
    tally = Tally()
    write("## Pantin\n\n")
    for report in reports:
        tally.add(report)
        if report.findings:
            write(_section(report))
        yield report
    write(f"{tally}\n")


def _section(report: Report) -> str:
    groups = group(report.findings)
    rows = "".join(_row(report, each) for each in groups)
    header = "| severity | rule | count | first | message |\n| --- | --- | ---: | --- | --- |\n"
    return f"### {escape(printable(report.path))}\n\n{summarise(groups)}\n\n{header}{rows}\n"


def _row(report: Report, group: Group) -> str:
    """The findings of a rule: how many, and the first of them."""
    position = location(report, group.first).removeprefix(printable(report.path)).lstrip(":#")
    message = escape(describe_finding(group.first) + group.mark)
    cells = (group.severity, escape(group.rule), f"{len(group.findings):,}", escape(position), message)
    return f"| {' | '.join(cells)} |\n"


def escape(text: str) -> str:
    """The text, with a backslash before characters that would be markup."""
    return SPECIAL.sub(r"\\\1", text)
