"""Findings as a compiler prints them: `hero.gltf:12:3: RULE error: message`, one line each.

Each line consists of spans with a style name, so that a terminal can colour them; `render` joins them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pantin.report.report import Finding, Report
from pantin.report.wording import printable

MOST_REPEATS = 5
"""How often a rule may occur in a file before its findings are grouped."""

SHOWN_OF_MANY = 3
"""How many findings of a rule are shown where it occurs more often."""

LONGEST_LINE = 160
"""Characters of a source line that are shown; a minified file is one line."""

Lines = Callable[[str], Sequence[str]]
"""The lines of the text file at a path; none where it cannot be read."""


class Span(NamedTuple):
    """A piece of a line. `style` is `"location"`, `"rule"`, `"source"`, a severity, or empty."""

    text: str
    style: str = ""


class Listing(NamedTuple):
    """Which findings of a report are printed, and with what beside them.

    every   repeats and common findings too
    quiet   errors alone
    source  shows the source line of findings in text files, with a caret
    """

    every: bool = True
    quiet: bool = False
    source: Lines | None = None

    def select(self, report: Report) -> tuple[list[Finding], Counter[str]]:
        """The findings to print, and how many more each grouped rule has."""
        shown = [
            finding
            for finding in report.findings
            if (finding.severity == "error" or not self.quiet) and (self.every or not finding.common)
        ]
        if self.every:
            return shown, Counter()
        counts = Counter(finding.rule for finding in shown)
        more = Counter({rule: n - SHOWN_OF_MANY for rule, n in counts.items() if n > MOST_REPEATS})
        seen: Counter[str] = Counter()
        kept = []
        for finding in shown:
            seen[finding.rule] += 1
            if finding.rule not in more or seen[finding.rule] <= SHOWN_OF_MANY:
                kept.append(finding)
        return kept, more


EVERYTHING = Listing()


def render(reports: Iterable[Report], listing: Listing = EVERYTHING) -> Iterator[str]:
    """The lines of all findings, each with its line break."""
    for report in reports:
        for spans in lines(report, listing):
            yield "".join(span.text for span in spans) + "\n"


def lines(report: Report, listing: Listing = EVERYTHING) -> Iterator[tuple[Span, ...]]:
    """The lines of a report, without line breaks."""
    shown, more = listing.select(report)
    last = {finding.rule: index for index, finding in enumerate(shown)}
    for index, finding in enumerate(shown):
        yield line(report, finding)
        if listing.source is not None:
            yield from source_lines(report, finding, listing.source)
        if more[finding.rule] and last[finding.rule] == index:
            yield _rest(report, finding, more[finding.rule])


def line(report: Report, finding: Finding) -> tuple[Span, ...]:
    """One finding as one line, without the line break."""
    return (*_heading(location(report, finding), finding), Span(f": {printable(finding.message)}"))


def _rest(report: Report, finding: Finding, count: int) -> tuple[Span, ...]:
    path = printable(finding.file or report.path)
    return (*_heading(path, finding), Span(f": and {count:,} more (--all shows them)"))


def _heading(location: str, finding: Finding) -> tuple[Span, ...]:
    return (
        Span(location, "location"),
        Span(": "),
        Span(finding.rule, "rule"),
        Span(" "),
        Span(finding.severity, finding.severity),
    )


def source_lines(report: Report, finding: Finding, read: Lines) -> Iterator[tuple[Span, ...]]:
    """The line of a text file that a finding is in, and a caret under its column."""
    if finding.line is None:
        return
    known = read(finding.file or report.path)
    if not 0 < finding.line <= len(known):
        return
    text = known[finding.line - 1].rstrip("\r\n")
    column = (finding.column or 1) - 1
    first = max(0, column - LONGEST_LINE // 2) if len(text) > LONGEST_LINE else 0
    shown = printable(text[first : first + LONGEST_LINE].replace("\t", " "))
    number = str(finding.line)
    yield (Span(f"{number:>5} | ", "source"), Span(shown))
    if finding.column is not None and column <= len(text):
        yield (Span(f"{'':>5} | ", "source"), Span(" " * (column - first)), Span("^", finding.severity))


def location(report: Report, finding: Finding) -> str:
    """`path:line:column` in text files, `path#/pointer` in binary files, or the path alone."""
    path = printable(finding.file or report.path)
    if finding.line is not None:
        column = "" if finding.column is None else f":{finding.column}"
        return f"{path}:{finding.line}{column}"
    return f"{path}#{printable(finding.pointer)}" if finding.pointer else path


def statistics(counts: Counter[tuple[str, str]], titles: Callable[[str], str]) -> Iterator[str]:
    """How often each rule occurs, most often first: a line for each (rule, severity)."""
    width = len(f"{max(counts.values(), default=0):,}")
    for (rule, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:{width},}  {rule} {severity}: {titles(rule)}\n"
