"""Commands for many files: the options become a `pantin.batch.Batch`, its rows lines and an exit code."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pantin.base.file_errors import describe_error
from pantin.cli.batch_options import SOURCES, BatchOptions
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import variants_of
from pantin.cli.run import fault_message
from pantin.cli.streams import STANDARD, on_terminal, say

if TYPE_CHECKING:
    from pantin.batch import Batch, Row
    from pantin.cli.command import Command, Many, Together
    from pantin.report import Report

LONG = 10
"""Seconds from which on the summary has the time and the rate."""


def run_or_batch(command: Command, many: Many, values: dict[str, Any]) -> int:
    """Run a command for one file; with several, a folder, a list, a pattern or a URL, or with options of
    batches, as a batch."""
    own = {name: values[name] for name in many.own}
    options = BatchOptions.take(values)
    sources, target = values[many.sources], values.get(many.target)
    if not sources:
        raise UsageError(f"{many.sources.upper()} is missing\nTry: pantin {command.name} --help")
    if many.target not in (argument.name for argument in command.arguments) and target is None:
        *sources, target = sources if len(sources) > 1 else (*sources, None)
    if many.together is not None and values.pop(many.together.option):
        return run_together(many.together, options, values | {many.sources: sources, many.target: target})
    if not means_batch(sources, target) and not options.without(own).given:
        return command.run(**values | own | {many.sources: sources[0], many.target: target})
    plain = {name: value for name, value in values.items() if name not in (many.sources, many.target)}
    if "variant" in plain:
        plain["variants"] = variants_of(plain.pop("variant"))
    settings = {
        "verb": many.verb,
        "sources": tuple(sources),
        "target": None if target is None else str(target),
    }
    batch = make_batch(options, options=many.options(**plain), **settings)
    if options.dry_run:
        return print_plan(batch)
    as_json = values.get("format") == "json"
    return print_rows(batch, quiet=options.quiet, as_json=as_json, spell=command.spell_options)


def run_together(together: Together, options: BatchOptions, values: dict[str, Any]) -> int:
    """Make one file of all sources. Raises `UsageError` for options that are about each of many."""
    if options.given:
        raise UsageError(f"--{together.option} makes one file: leave out the options of batches")
    if STANDARD in values[SOURCES.name]:
        raise UsageError(f"--{together.option} needs files or folders, not standard input")
    return together.run(**values)


def means_batch(sources: Sequence[str], target: str | None) -> bool:
    """Whether these are more than one local file. Raises `UsageError` for standard input among others."""
    from pantin.batch import is_many, is_url

    with errors_told():
        several = len(sources) > 1 or is_many(sources[0])
    if several and STANDARD in sources:
        raise UsageError("- is standard input, which can only be read alone")
    return several or any(is_url(str(name)) for name in (*sources, target or ""))


def make_batch(given: BatchOptions, **settings: Any) -> Batch:
    """A batch with these options. Raises `UsageError` for what cannot be."""
    from pantin.batch import Batch

    if STANDARD in (*settings["sources"], settings.get("target")):
        raise UsageError("- is a standard stream, which goes with one file and no options for many")
    with errors_told():
        return Batch(**given.settings() | settings)


@contextmanager
def errors_told() -> Iterator[None]:
    """Raise what is wrong with the settings of a batch as errors of the command."""
    from pantin.base.errors import PantinError

    try:
        yield
    except (ValueError, PantinError) as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UnreadableError(describe_error(error, error.filename or "")) from None


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


def print_rows(
    batch: Batch, *, quiet: bool, as_json: bool, spell: Callable[[str], str] = lambda message: message
) -> int:
    """Do the work, and print the reports: on standard error, or as JSON on standard output. `spell` is
    `Command.spell_options`."""
    summary = Summary(spell)
    reports = (summary.add(row, quiet=quiet) for row in rows_with_progress(batch, batch.verb, summary.fail))
    if as_json:
        from pantin.report.render.json import render as render_json

        sys.stdout.writelines(render_json(reports))
    else:
        from pantin.report.render.text import Listing, render

        sys.stderr.writelines(render(reports, Listing(quiet=quiet)))
    return summary.finish(batch)


def no_model(batch: Batch) -> str:
    from pantin.verbs.discovery import readable_suffixes

    sources = ", ".join(batch.sources)
    if batch.include or batch.exclude:
        return f"--include and --exclude leave no model in {sources}"
    return f"no model in {sources}: Pantin reads {', '.join(readable_suffixes())}"


def rows_with_progress(batch: Batch, what: str, fail: Any) -> Iterator[Row]:
    """The rows of a batch, with a progress bar while a person watches: then files are counted first. Folders
    that cannot be listed are handed to `fail`, as a sentence."""
    from pantin.base.records import replace
    from pantin.cli.progress import progress

    batch = replace(batch, on_error=lambda error: fail(describe_error(error, error.filename or "")))
    total = None
    if on_terminal(sys.stderr):
        total = sum(1 for _ in replace(batch, on_error=lambda error: None).tasks())
    with errors_told(), progress(total, what) as advance:
        for row in batch.run():
            yield row
            advance()


class Summary:
    """How a batch went: the outcomes, the worst exit code, and the time."""

    def __init__(self, spell: Callable[[str], str] = lambda message: message) -> None:
        self.spell = spell
        self.outcomes: Counter[str] = Counter()
        self.code = Exit.CLEAN
        self.begun = time.monotonic()

    def add(self, row: Row, *, quiet: bool) -> Report:
        """Count a row and print what is not a finding."""
        self.outcomes["skipped, done before" if row.resumed else WORDS[row.outcome]] += 1
        self.code = max(self.code, Exit(row.code))
        print_reason(row, self.spell)
        if not quiet:
            for note in row.notes:
                say(note)
        # The findings of a file that cannot be read are its reason.
        from pantin.base.records import replace

        return replace(row.report, findings=()) if row.reason is not None else row.report

    def fail(self, message: str) -> None:
        say(message)
        self.code = max(self.code, Exit.UNREADABLE)

    def finish(self, batch: Batch) -> int:
        """Print the summary; the exit code of the worst file. Raises `UsageError` where there was none."""
        if not self.outcomes and self.code is Exit.CLEAN:
            raise UsageError(no_model(batch))
        sys.stdout.flush()
        if self.outcomes.total() > 1:
            print(self, file=sys.stderr)
        return self.code

    def __str__(self) -> str:
        """`"12 files: 11 ok, 1 failed"`, with the rate of a long run."""
        from pantin.report.wording import counted

        count, seconds = self.outcomes.total(), time.monotonic() - self.begun
        parts = ", ".join(f"{number:,} {words}" for words, number in self.outcomes.most_common())
        rate = f" ({seconds:,.0f} s, {count / seconds:,.0f} files/s)" if seconds > LONG else ""
        return f"{counted(count, 'file')}: {parts}{rate}"


WORDS = {
    "ok": "ok",
    "findings": "with errors",
    "refused": "refused",
    "unreadable": "unreadable",
    "failed": "failed",
}


def print_reason(row: Row, spell: Callable[[str], str] = lambda message: message) -> None:
    """Say why a file has no result."""
    if row.traceback is not None and row.traceback != row.reason:
        say(fault_message(row.reason or row.path, row.traceback))
    elif row.reason is not None:
        say(spell(row.reason))
