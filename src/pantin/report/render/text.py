"""Findings as a compiler prints them: `hero.gltf:12:3: RULE error: message`, a line for each; or a line for
each rule of a file, below one with the counts of the file.

Each line consists of spans with a style name, so that a terminal can colour them; `render` joins them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from pantin.base.tuples import NamedTuple
from pantin.report.grouping import Group, group, summarise
from pantin.report.report import Finding, Report
from pantin.report.wording import counted, printable

LOCATIONS = 3
"""How many further locations the line of a rule has."""

MOST_LINES = 22
"""Lines of the rules of a file: with a line before and one after them they fill a terminal of 24."""

LONGEST_LINE = 160
"""Characters of a source line that are shown; a minified file is one line."""

SOURCE_LINES = 2
"""Lines that a source line takes with its caret."""

Lines = Callable[[str], Sequence[str]]
"""The lines of the text file at a path; none where it cannot be read."""


class Span(NamedTuple):
    """A piece of a line. `style` is `"location"`, `"rule"`, `"source"`, a severity, or empty."""

    text: str
    style: str = ""


class Listing(NamedTuple):
    """Which findings of a report are printed, and in how much detail.

    every       a line for every finding, also those that nearly every file has
    blocks      a line with the counts of each file; then its findings by severity and rule
    severities  those that are printed
    source      shows the source line of findings in text files, with a caret
    always      shows it even if that fills more than a screen
    merged      the rules with findings in one line even then
    """

    every: bool = True
    blocks: bool = False
    severities: tuple[str, ...] = ("error", "warning", "info")
    source: Lines | None = None
    always: bool = True
    merged: tuple[str, ...] = ()

    def select(self, report: Report) -> list[Group]:
        """The findings to print, one line for each group; the others are hidden."""
        shown = [
            finding
            for finding in report.findings
            if finding.severity in self.severities and (self.every or not finding.common)
        ]
        if self.blocks and not self.every:
            return group(shown)
        merged = group(finding for finding in shown if finding.rule in self.merged)
        listed = (finding for finding in shown if finding.rule not in self.merged)
        if self.blocks:
            listed = (finding for each in group(listed) for finding in each.findings)
        return [*map(one, listed), *merged]

    def count_hidden(self, report: Report) -> int:
        """The number of findings without a separate line."""
        return len(report.findings) - len(self.select(report))


EVERYTHING = Listing()
WITHOUT_DETAILS = Listing(merged=("LOSS-BOOKKEEPING",))
"""The summary of a file, unless details are requested."""


def one(finding: Finding) -> Group:
    return Group(finding.rule, finding.severity, (finding,))


def render(reports: Iterable[Report], listing: Listing = EVERYTHING) -> Iterator[str]:
    """The lines of all findings, each with its line break."""
    for report in reports:
        for spans in lines(report, listing):
            yield "".join(span.text for span in spans) + "\n"


def lines(report: Report, listing: Listing = EVERYTHING) -> Iterator[tuple[Span, ...]]:
    """The lines of a report, without line breaks."""
    groups = listing.select(report)
    most = len(groups) if listing.every else MOST_LINES
    if listing.blocks and groups:
        counts = summarise(group(finding for each in groups for finding in each.findings))
        yield Span(printable(report.path), "location"), Span(f": {counts}")
    fits = len(groups) * (1 + SOURCE_LINES) <= MOST_LINES
    for each in groups[:most]:
        yield line(report, each)
        if listing.source is not None and (fits or listing.always):
            yield from source_lines(report, each.first, listing.source)
    left = [(each.rule, len(each.findings)) for each in groups[most:]]
    if left:
        yield _names(report, counted(len(left), "more rule"), left)
    usual = [
        finding for finding in report.findings if finding.common and finding.severity in listing.severities
    ]
    if usual and not listing.every:
        rules = Counter(finding.rule for finding in usual)
        yield _names(report, f"{counted(len(usual), 'finding')} that nearly every file has", rules.items())


def _names(report: Report, what: str, rules: Iterable[tuple[str, int]]) -> tuple[Span, ...]:
    """A line with the names of the rules that have no separate line."""
    listed = ", ".join(f"{rule} ({count:,})" if count > 1 else rule for rule, count in rules)
    return Span(printable(report.path), "location"), Span(f": {what}: {listed} (--all lists them)")


def line(report: Report, group: Group) -> tuple[Span, ...]:
    """The findings of a rule as one line, without the line break: the first in full, then the locations of
    others."""
    finding = group.first
    return (
        Span(location(report, finding), "location"),
        Span(": "),
        Span(finding.rule, "rule"),
        Span(" "),
        Span(finding.severity, finding.severity),
        Span(f": {describe_finding(finding)}{_others(report, group)}{group.mark}"),
    )


def describe_finding(finding: Finding) -> str:
    """The message, with the names along the pointer that it does not mention."""
    names = f" (in {finding.names})" if finding.names else ""
    return printable(finding.message + names)


def _others(report: Report, group: Group) -> str:
    """How many more findings there are, and where the first of them are."""
    others = group.findings[1:]
    if not others:
        return ""
    first = location(report, group.first)
    locations = dict.fromkeys(location(report, finding) for finding in others)
    path = printable(report.path)
    listed = [other.removeprefix(path).lstrip(":") for other in locations if other not in (first, path)]
    more = ", …" if len(listed) > LOCATIONS else ""
    shown = f": {', '.join(listed[:LOCATIONS])}{more}" if listed else ""
    return f" (and {len(others):,} more{shown})"


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
