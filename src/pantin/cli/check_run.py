"""One run of `check`: rows as they come, what is left of them, and the exit code they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pantin.base.records import replace
from pantin.cli.batch import print_reason
from pantin.cli.exit import Exit
from pantin.cli.streams import say
from pantin.report import Report
from pantin.report.report import Tally

if TYPE_CHECKING:
    from pantin.batch import Row
    from pantin.report.baseline import Baseline
    from pantin.report.selection import Selection


class CheckRun:
    """What a run filters with, and what it has seen so far."""

    def __init__(self, selection: Selection, strict: bool, accepted: Baseline | None) -> None:
        self.selection = selection
        self.strict = strict
        self.accepted = accepted
        self.code = Exit.CLEAN
        self.tally = Tally()
        self.rules: Counter[tuple[str, str]] = Counter()

    def refine(self, row: Row) -> Row:
        """The row without the findings that are not wanted or are accepted."""
        if row.reason is not None:
            return row
        kept = self.selection.apply(row.report)
        if self.accepted is not None:
            kept = self.accepted.apply(kept)
        failed = bool(kept.errors or (self.strict and kept.warnings))
        return replace(row, findings=kept.findings, outcome="findings" if failed else "ok")

    def reports(self, rows: Iterable[Row]) -> Iterator[Report]:
        """The reports of refined rows; files that gave none are listed on standard error."""
        for row in rows:
            self.end_with(Exit(row.code))
            if row.reason is not None:
                print_reason(row)
                continue
            self.tally.add(row.report)
            self.rules.update((finding.rule, finding.severity) for finding in row.findings)
            yield row.report

    def unreadable(self, message: str) -> None:
        say(message)
        self.end_with(Exit.UNREADABLE)

    def end_with(self, code: Exit) -> None:
        self.code = max(self.code, code)
