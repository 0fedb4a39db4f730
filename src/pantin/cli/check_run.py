"""One run of `check`: reports as they come, what is left of them, and the exit code they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from pantin.cli.exit import Exit
from pantin.cli.streams import print_reason, say

if TYPE_CHECKING:
    from pantin.batch import Row
    from pantin.report import Report
    from pantin.report.baseline import Baseline
    from pantin.report.selection import Selection


class Checked(NamedTuple):
    """What was found in one file, the exit code for it, and why it could not be checked."""

    report: Report
    code: Exit
    reason: str | None = None
    traceback: str | None = None


class CheckRun:
    """What a run filters with, and what it has seen so far."""

    def __init__(self, selection: Selection, strict: bool, accepted: Baseline | None) -> None:
        from pantin.report.report import Tally

        self.selection = selection
        self.strict = strict
        self.accepted = accepted
        self.code = Exit.CLEAN
        self.tally = Tally()
        self.rules: Counter[tuple[str, str]] = Counter()

    def refine(self, report: Report) -> Checked:
        """The report without the findings that are not wanted or are accepted."""
        kept = self.selection.apply(report)
        if self.accepted is not None:
            kept = self.accepted.apply(kept)
        failed = bool(kept.errors or (self.strict and kept.warnings))
        return Checked(kept, Exit.FINDINGS if failed else Exit.CLEAN)

    def refine_row(self, row: Row) -> Row:
        """The same for a row of a batch."""
        from pantin.base.records import replace

        if row.reason is not None:
            return row
        kept = self.refine(row.report)
        failed = kept.code is Exit.FINDINGS
        return replace(row, findings=kept.report.findings, outcome="findings" if failed else "ok")

    def reports(self, files: Iterable[Checked]) -> Iterator[Report]:
        """The reports of refined files; those that gave none are listed on standard error."""
        for file in files:
            self.end_with(file.code)
            if file.reason is not None:
                print_reason(file.reason, file.traceback)
                continue
            self.tally.add(file.report)
            self.rules.update((finding.rule, finding.severity) for finding in file.report.findings)
            yield file.report

    def unreadable(self, message: str) -> None:
        say(message)
        self.end_with(Exit.UNREADABLE)

    def end_with(self, code: Exit) -> None:
        self.code = max(self.code, code)
