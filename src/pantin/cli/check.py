"""`pantin check`: find the faults of files, with their places. It imports as little as possible: for one
small file, importing takes most of the time."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.file_errors import describe_error
from pantin.base.tuples import NamedTuple
from pantin.cli.batch_options import BatchOptions
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import source_of
from pantin.cli.streams import (
    STANDARD,
    console,
    on_terminal,
    print_reason,
    read_whole,
    say,
    use_colour,
)
from pantin.cli.verb_command import command_of, keywords_of, means_batch
from pantin.verbs.check import VERB

if TYPE_CHECKING:
    from pantin import Report
    from pantin.batch import Batch, Row
    from pantin.cli.config import Settings
    from pantin.report.baseline import Baseline
    from pantin.report.render.text import Listing
    from pantin.report.selection import Selection


class Checked(NamedTuple):
    """The findings in one file, its exit code, and the reason if it could not be checked."""

    report: Report
    code: Exit
    reason: str | None = None
    traceback: str | None = None
    outcome: str = ""


class CheckRun:
    """The filters of a run, and its counts so far."""

    def __init__(self, selection: Selection, settings: Settings, accepted: Baseline | None) -> None:
        from pantin.report.report import Tally

        self.selection = selection
        self.settings = settings
        self.accepted = accepted
        self.code = Exit.CLEAN
        self.tally = Tally()
        self.rules: Counter[tuple[str, str]] = Counter()

    def refine(self, report: Report) -> Checked:
        """The report without the findings that are not wanted or are accepted."""
        kept = self.select(report)
        if self.accepted is not None:
            kept = self.accepted.apply(kept)
        failed = bool(kept.errors or (self.settings.strict and kept.warnings))
        return Checked(kept, Exit.FINDINGS if failed else Exit.CLEAN)

    def select(self, report: Report) -> Report:
        """The report with the severities of the project, and without the findings that are not wanted."""
        selection, levels = self.selection, dict(self.settings.severity)
        for of_path in self.settings.per_path:
            if of_path.hold_for(report.path):
                levels |= of_path.severity
                selection = selection.with_ignored(of_path.ignore)
        if levels:
            from pantin.report.severities import with_severities

            report = with_severities(report, levels)
        return selection.apply(report)

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
                self.tally.others[file.outcome] += 1
                continue
            self.tally.add(file.report)
            self.rules.update((finding.rule, finding.severity) for finding in file.report.findings)
            yield file.report

    def unreadable(self, message: str) -> None:
        say(message)
        self.end_with(Exit.UNREADABLE)

    def end_with(self, code: Exit) -> None:
        self.code = max(self.code, code)


def check(
    files: Sequence[str],
    *,
    write_baseline: Path | None = None,
    fix: str | None = None,
    all: bool = False,
    quiet: bool = False,
    show_source: bool | None = None,
    statistics: bool = False,
    clips: bool | None = None,
    html: Path | None = None,
    allow_outside: bool = False,
    variant: tuple[str, ...] = (),
    draft: bool = False,
    **stated: Any,
) -> int:
    """Check what `files` mean; `stated` overrides the settings of the project where a value is not None."""
    from pantin.cli.config import override_settings, settings_here
    from pantin.report.render.text import Listing
    from pantin.report.report import SEVERITIES

    if not files:
        raise UsageError("check needs a file or a folder, such as: pantin check .")
    if (stated.get("jobs") or 0) < 0:
        raise UsageError("--jobs is a number of processes, or 0 for one per processor")
    jobs = stated.pop("jobs", None)
    options = BatchOptions.take(stated)
    reading = keywords_of(VERB, {"allow_outside": allow_outside, "variant": variant, "draft": draft})
    settings = override_settings(settings_here(), jobs=jobs, **stated)
    if settings.all_budgets:
        reading["budgets"] = settings.all_budgets
    if plays_clips(files, settings, clips, html):
        reading["clips"] = dict(settings.clips) or True
    if fix is not None:
        from pantin.cli.fix import fix_and_check

        if write_baseline is not None:
            raise UsageError("--fix cannot be combined with --write-baseline: run one after the other")
        say("check --fix is deprecated: use pantin fix SOURCE TARGET")
        return fix_and_check(files, settings, fix, allow_outside)
    if write_baseline is not None:
        return accept_all(files, settings, write_baseline, reading, options)
    if statistics and settings.format != "text":
        raise UsageError("--statistics is for --format text: the other formats list every finding")
    if options.dry_run:
        from pantin.cli.batch import print_plan

        return print_plan(batch_of(files, settings, reading, options))
    run = begin(settings)
    rows = rows_of(files, settings, run, reading, options)
    if statistics:
        return print_statistics(run, rows)
    shown = on_terminal(sys.stdout) if show_source is None else show_source
    severities = SEVERITIES if not quiet else SEVERITIES[: 2 if settings.strict else 1]
    read = SourceLines().read if shown else None
    listing = Listing(all, True, severities, read, always=show_source is True)
    if html is not None:
        rows = with_page(rows, html, reading)
    return print_outcomes(run, rows, settings.format, listing)


def plays_clips(files: Sequence[str], settings: Settings, clips: bool | None, html: Path | None) -> bool:
    """Whether clips are played: where it is wished, or where a rule about them is selected."""
    if clips is False and html is not None:
        raise UsageError("--html shows the clips, so it cannot be combined with --no-clips")
    if html is not None and STANDARD in files:
        raise UsageError("--html reads files twice, so it needs files, not standard input")
    if clips is not None or html is not None:
        return bool(clips) or html is not None
    from pantin.report.selection import parse_names

    return any(name == "CLIP" or name.startswith("CLIP-") for name in parse_names(settings.select))


def with_page(files: Iterable[Checked], target: Path, reading: dict[str, Any]) -> Iterator[Checked]:
    """The files as they are; a page with the curves of their clips is written when all of them are known."""
    from pantin.base.files import atomic_write
    from pantin.verbs.clip_page import ClipPage

    page = ClipPage(**reading)
    for file in files:
        if file.reason is None:
            page.add(file.report)
        yield file
    try:
        atomic_write(target, [page.text().encode()])
    except OSError as error:
        raise UnreadableError(describe_error(error, target)) from None
    say(f"{target}: curves of {page.describe()}")


def print_outcomes(
    run: CheckRun, rows: Iterable[Checked], format: str, listing: Listing | None = None
) -> int:
    """Print the findings of refined rows, and the sum of them where people read."""
    from pantin.report.render.text import Listing

    listing = listing or Listing(blocks=True)
    reports = count_hidden(run, run.reports(rows), listing)
    if format == "github":
        reports = with_job_summary(reports)
    for chunk in render_reports(reports, format, listing):
        sys.stdout.write(chunk)
    if format in ("text", "github"):
        print_summary(run, format)
    return run.code


def with_job_summary(reports: Iterable[Report]) -> Iterator[Report]:
    """The reports unchanged; they are also appended to the job summary, up to GitHub's size limit."""
    from pantin.cli.job_summary import LARGEST_SUMMARY, write_job_summary
    from pantin.report.render.markdown import passed_on

    pieces: list[str] = []
    size = 0

    def keep(piece: str) -> None:
        nonlocal size
        length = len(piece.encode())
        if size + length <= LARGEST_SUMMARY:
            size += length
            pieces.append(piece)

    yield from passed_on(reports, keep)
    write_job_summary(pieces)


def print_statistics(run: CheckRun, rows: Iterable[Checked]) -> int:
    """Print how often each rule was broken, instead of the findings."""
    import pantin
    from pantin.report.render.text import statistics

    for _ in run.reports(rows):
        pass
    titles = {rule.id: rule.title for rule in pantin.explain()} if run.rules else {}
    sys.stdout.writelines(statistics(run.rules, lambda rule: titles.get(rule, "")))
    print_summary(run, "text")
    return run.code


def print_summary(run: CheckRun, format: str) -> None:
    """The counts of a run, and how much its baseline accepts that is gone."""
    sys.stdout.flush()
    if format != "text":
        run.tally.hidden = 0
    if run.tally.files or run.code is not Exit.UNREADABLE:
        print(run.tally, file=sys.stderr)
    if run.accepted is not None and (stale := run.accepted.stale()):
        say(stale_entries(stale))


def stale_entries(count: int) -> str:
    """The lines for baseline entries that no longer match a finding."""
    if count == 1:
        return "1 entry of the baseline matches no finding; run check --write-baseline to remove it"
    return f"{count:,} entries of the baseline match no finding; run check --write-baseline to remove them"


def count_hidden(run: CheckRun, reports: Iterable[Report], listing: Listing) -> Iterator[Report]:
    """The reports as they are; findings that the listing leaves out are counted."""
    for report in reports:
        run.tally.hidden += listing.count_hidden(report)
        yield report


class SourceLines:
    """The lines of text files that findings are in, one file at a time."""

    def __init__(self) -> None:
        self.path = ""
        self.lines: list[str] = []

    def read(self, path: str) -> list[str]:
        if path != self.path:
            self.path = path
            try:
                self.lines = read_whole(Path(path)).decode(errors="replace").splitlines()
            except OSError:
                self.lines = []
        return self.lines


def accept_all(
    files: Sequence[str], settings: Settings, target: Path, reading: dict[str, Any], options: BatchOptions
) -> int:
    """Write the findings of all files to a baseline; only what kept a file from being checked is an error
    then.
    """
    from pantin.base.files import atomic_write
    from pantin.report.baseline import Baseline

    run = begin(settings, accepted=Baseline(target.parent))
    baseline = Baseline(target.parent)
    for report in run.reports(rows_of(files, settings, run, reading, options)):
        baseline.accept(report)
    try:
        atomic_write(target, [baseline.text().encode()])
    except OSError as error:
        raise UnreadableError(describe_error(error, target)) from None
    say(f"{target} now accepts what was found: {run.tally}")
    return Exit.CLEAN if run.code is Exit.FINDINGS else run.code


def begin(settings: Settings, accepted: Baseline | None = None) -> CheckRun:
    """A run with these settings, which are verified first: it should not fail after a thousand files."""
    if accepted is None and settings.baseline is not None:
        accepted = read_baseline(settings.baseline)
    return CheckRun(verified_selection(settings), settings, accepted)


def verified_selection(settings: Settings) -> Selection:
    from pantin.report.selection import Selection, UnknownRule, parse_names

    selection = Selection(parse_names(settings.select), parse_names(settings.ignore))
    of_paths = [
        Selection(parse_names(section.ignore)).with_ignored(tuple(section.severity))
        for section in settings.per_path
    ]
    named = [selection, Selection(tuple(settings.severity)), *of_paths]
    if any(each != Selection() for each in named):
        from pantin.verbs.explain import rules

        known = rules()
        try:
            for each in named:
                each.verify(known)
        except UnknownRule as error:
            raise UsageError(str(error)) from None
    return selection


def read_baseline(file: Path) -> Baseline:
    from pantin.report.baseline import BadBaseline, parse

    try:
        return parse(read_whole(file), file.parent)
    except OSError as error:
        raise UsageError(describe_error(error, file)) from None
    except BadBaseline as error:
        raise UsageError(f"{file} {error}") from None


def rows_of(
    files: Sequence[str], settings: Settings, run: CheckRun, reading: dict[str, Any], options: BatchOptions
) -> Iterator[Checked]:
    """The findings in each file that `files` selects, in order and refined, with a progress bar on a
    terminal."""
    if tuple(files) == (STANDARD,):
        yield check_one(run, STANDARD, reading)
        return
    if (
        len(files) == 1
        and not options.are_set
        and settings.jobs in (None, 1)
        and not means_batch(files, None)
    ):
        yield check_one(run, files[0], reading)
        return
    from pantin.cli.batch import no_model, rows_with_progress

    batch = batch_of(files, settings, reading, options, refine=run.refine_row)
    count = 0
    for row in rows_with_progress(batch, "checking", run.unreadable):
        count += 1
        yield Checked(row.report, Exit(row.code), row.reason, row.traceback, row.outcome)
    if not count and run.code is Exit.CLEAN:
        raise UsageError(no_model(batch))


def check_one(run: CheckRun, file: str, reading: dict[str, Any]) -> Checked:
    """The findings in one file, in the form of a batch, without importing batches."""
    from pantin.report import Report
    from pantin.verbs.verb import Files, describe_failure

    source, name = source_of(file)
    try:
        done = VERB.each(Files(source, name), **reading)
    except Exception as error:
        failure = describe_failure(error, name)
        if failure is None:
            raise
        if file == STANDARD and failure.outcome == "refused":
            raise UsageError(failure.reason) from None
        return Checked(Report(name, ""), Exit(failure.code), failure.reason, None, failure.outcome)
    return run.refine(done.report)


def batch_of(
    files: Sequence[str], settings: Settings, reading: dict[str, Any], options: BatchOptions, **others: Any
) -> Batch:
    if STANDARD in files:
        raise UsageError("- (standard input) cannot be combined with other files")
    from pantin.cli.batch import make_batch

    options = options._replace(jobs=settings.jobs)
    verb = {"verb": "check", "sources": tuple(files), "options": reading}
    return make_batch(options, **verb, **others)


def render_reports(reports: Iterable[Report], format: str, listing: Listing) -> Iterator[str]:
    """The reports in the wanted format, piece by piece."""
    match format:
        case "json":
            from pantin.report.render import json

            return json.render(reports)
        case "github":
            from pantin.report.render import github

            return github.render(reports)
        case "junit":
            from pantin.report.render import junit

            return junit.render(reports)
        case "markdown":
            from pantin.report.render import markdown

            return markdown.render(reports)
        case "sarif":
            from pantin import __version__
            from pantin.report.render import sarif
            from pantin.verbs.explain import rules

            return sarif.render(reports, rules(), __version__)
    if use_colour(sys.stdout):
        from pantin.cli.palette import coloured_lines

        return coloured_lines(reports, listing, console(sys.stdout))
    from pantin.report.render import text

    return text.render(reports, listing)


COMMAND = command_of("check", VERB, check, whole=True)
