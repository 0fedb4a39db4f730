"""Many files: the options become a `pantin.batch.Batch`, its rows lines and an exit code."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pantin.base.file_errors import describe_error
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import source_errors
from pantin.cli.streams import STANDARD, on_terminal, print_reason, say

if TYPE_CHECKING:
    from pantin.batch import Batch, Row
    from pantin.cli.batch_options import BatchOptions
    from pantin.report import Report

LONG = 10
"""Seconds from which on the summary has the time and the rate."""


def make_batch(batch_options: BatchOptions, **settings: Any) -> Batch:
    """A batch with these options. Raises `UsageError` for what cannot be."""
    from pantin.batch import Batch

    if STANDARD in (*settings["sources"], settings.get("target")):
        raise UsageError("- (a standard stream) cannot be combined with options for many files")
    with errors_told():
        return Batch(**batch_options.settings() | settings)


@contextmanager
def errors_told() -> Iterator[None]:
    """Raise faults in the settings of a batch as errors of the command."""
    from pantin.base.errors import PantinError

    try:
        yield
    except (ValueError, PantinError) as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        from pantin.verbs.discovery import readable_suffixes

        raise UnreadableError(describe_error(error, error.filename or "", readable_suffixes())) from None


def print_plan(batch: Batch) -> int:
    """Print which files would be read, and which written."""
    code = Exit.CLEAN
    with errors_told():
        for task in batch.tasks():
            if task.problem is not None:
                say(f"{task.source}: {task.problem}")
                code = Exit.USAGE
            else:
                print(task.source if task.target is None else f"{task.source} -> {task.target}")
    return code


def print_reports(
    batch: Batch, summary: BatchTotals, *, quiet: bool, as_json: bool = False, verbose: bool = False
) -> None:
    """Do the work, count it, and print the reports: on standard error, or as JSON on standard output."""
    reports = summary.reports(rows_with_progress(batch, batch.verb, summary.fail), quiet=quiet)
    if as_json:
        from pantin.report.render.json import render as render_json

        sys.stdout.writelines(render_json(reports))
    else:
        from pantin.report.render.text import EVERYTHING, WITHOUT_DETAILS, Listing, render

        listing = EVERYTHING if verbose else WITHOUT_DETAILS
        sys.stderr.writelines(render(reports, Listing(severities=("error",)) if quiet else listing))


def no_model(batch: Batch) -> str:
    from pathlib import Path

    from pantin.base.file_errors import GONE, working_folder_is_gone
    from pantin.base.file_names import is_url
    from pantin.verbs.discovery import readable_suffixes

    sources = ", ".join(batch.sources)
    if batch.include or batch.exclude:
        return f"--include and --exclude leave no model in {sources}"
    local = (Path(source) for source in batch.sources if not is_url(source))
    if working_folder_is_gone() and not all(path.is_absolute() for path in local):
        return f"no model in {sources}: {GONE}"
    return f"no model in {sources}: Pantin reads {', '.join(readable_suffixes())}"


def rows_with_progress(batch: Batch, what: str, fail: Any) -> Iterator[Row]:
    """The rows of a batch, with a progress bar while a person watches: then files are counted first. Folders
    that cannot be listed are handed to `fail`, as a sentence."""
    from pantin.base.records import replace
    from pantin.cli.progress import progress

    def refuse(error: OSError) -> None:
        from pantin.verbs.discovery import readable_suffixes

        fail(describe_error(error, error.filename or "", readable_suffixes()))

    batch = replace(batch, on_error=refuse)
    total = None
    if on_terminal(sys.stderr):
        total = sum(1 for _ in replace(batch, on_error=lambda error: None).tasks())
    with errors_told(), progress(total, what) as advance:
        for row in batch.run():
            yield row
            advance(step=row.path)


class BatchTotals:
    """How a batch went: the outcomes, the files with nothing to do by the reason, the worst exit code, and
    the time."""

    def __init__(self, spell: Callable[[str], str] = lambda message: message) -> None:
        self.spell = spell
        self.went_well: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.code = Exit.CLEAN
        self.begun = time.monotonic()

    def reports(self, rows: Iterable[Row], *, quiet: bool) -> Iterator[Report]:
        """The reports of rows, which are counted; as for one file, the notes are printed after the report."""
        for row in rows:
            yield self.add(row)
            if not quiet:
                for note in row.notes:
                    say(note if names_file(note, row) else f"{row.path}: {note}")

    def add(self, row: Row) -> Report:
        """Count a row, and print why it has no result."""
        if row.outcome == "skipped":
            self.skipped[row.reason or ""] += 1
            return row.report
        if row.outcome == "ok":
            self.went_well[UP_TO_DATE if row.resumed else row.result or "ok"] += 1
        else:
            self.outcomes[WORDS[row.outcome]] += 1
        self.code = max(self.code, Exit(row.code))
        if row.outcome == "unreadable" and (listed := source_errors(row.report)) is not None:
            return listed
        print_reason(row.reason, row.traceback, row.path, self.spell)
        # The findings of a file that cannot be read are its reason.
        from pantin.base.records import replace

        return replace(row.report, findings=()) if row.reason is not None else row.report

    def fail(self, message: str) -> None:
        say(message)
        self.code = max(self.code, Exit.UNREADABLE)

    def finish(self, batch: Batch) -> int:
        """Print the summary; the highest exit code of all files. Raises `UsageError` where there was none."""
        if not self.count and self.code is Exit.CLEAN:
            raise UsageError(no_model(batch))
        sys.stdout.flush()
        if self.count > 1 or self.skipped:
            print(self, file=sys.stderr)
        return self.code

    def __str__(self) -> str:
        """`"12 files: 9 ok, skipped 2 (no springs), 1 failed"`: first what went well; with the rate of a
        long run."""
        from pantin.report.wording import counted

        seconds = time.monotonic() - self.begun
        parts = [f"{number:,} {words}" for words, number in self.went_well.most_common()]
        parts += [f"skipped {number:,} ({why})" for why, number in self.skipped.most_common()]
        parts += [f"{number:,} {words}" for words, number in self.outcomes.items()]
        rate = f" ({seconds:,.0f} s, {describe_rate(self.count / seconds)})" if seconds > LONG else ""
        return f"{counted(self.count, 'file')}: {', '.join(parts)}{rate}"

    @property
    def count(self) -> int:
        return self.went_well.total() + self.skipped.total() + self.outcomes.total()


def names_file(note: str, row: Row) -> bool:
    """Whether a note says which file it is about."""
    return row.path in note or (row.target is not None and row.target in note)


def describe_rate(per_second: float, what: str = "file") -> str:
    """`12 files/s`, or `8.5 s/file` where one takes longer than a second."""
    if per_second >= 1:
        return f"{per_second:,.0f} {what}s/s" if per_second >= 10 else f"{per_second:.1f} {what}s/s"
    return f"{1 / per_second:.1f} s/{what}" if per_second > 0 else ""


UP_TO_DATE = "up to date"

WORDS = {
    "findings": "with errors",
    "refused": "refused",
    "unreadable": "unreadable",
    "failed": "failed",
}
