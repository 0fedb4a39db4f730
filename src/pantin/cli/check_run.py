"""One run of `check`: reports as they come, what is left of them, and the exit code they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pantin.cli.exit import Exit
from pantin.cli.pool import Fault, Outcome, Unreadable
from pantin.cli.run import fault_message
from pantin.cli.streams import say
from pantin.report import Report
from pantin.report.report import Tally

if TYPE_CHECKING:
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

    def reports(self, outcomes: Iterable[Outcome]) -> Iterator[Report]:
        """The reports among `outcomes`, filtered; files that gave none are listed on standard error."""
        for outcome in outcomes:
            match outcome:
                case Unreadable(message):
                    self.unreadable(message)
                case Fault(path, message, trace):
                    say(fault_message(f"{path}: {message}", trace))
                    self.end_with(Exit.FAULT)
                case Report():
                    yield self.filter_and_count(outcome)

    def filter_and_count(self, report: Report) -> Report:
        """The report without what is not wanted or is accepted; counted towards the exit code."""
        kept = self.selection.apply(report)
        if self.accepted is not None:
            kept = self.accepted.apply(kept)
        self.tally.add(kept)
        self.rules.update((finding.rule, finding.severity) for finding in kept.findings)
        if kept.errors or (self.strict and kept.warnings):
            self.end_with(Exit.FINDINGS)
        return kept

    def unreadable(self, message: str) -> None:
        say(message)
        self.end_with(Exit.UNREADABLE)

    def end_with(self, code: Exit) -> None:
        self.code = max(self.code, code)
