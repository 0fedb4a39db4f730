"""`pantin check`: what is wrong with files, and where.

It imports as little as it can: for one small file, importing is most of the time that checking takes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.cli.command import ALLOW_OUTSIDE, VARIANT, Argument, Command, Option
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import variants_of
from pantin.cli.streams import (
    STANDARD,
    coloured,
    console,
    describe_error,
    on_terminal,
    read_standard_input,
    read_whole,
    say,
)
from pantin.report.render.text import EVERYTHING, Listing

if TYPE_CHECKING:
    from pantin import Report
    from pantin.cli.check_run import CheckRun
    from pantin.cli.config import Settings
    from pantin.cli.pool import Outcome
    from pantin.report.baseline import Baseline
    from pantin.report.selection import Selection


def check(
    files: Sequence[str],
    *,
    write_baseline: Path | None = None,
    fix: str | None = None,
    all: bool = False,
    quiet: bool = False,
    show_source: bool | None = None,
    statistics: bool = False,
    allow_outside: bool = False,
    variant: tuple[str, ...] = (),
    **given: Any,
) -> int:
    """Check what `files` mean; `given` overrides the settings of the project where a value is not None."""
    from pantin.cli.config import find_settings, overridden

    if not files:
        raise UsageError("check needs a file or a folder, such as: pantin check .")
    if (given.get("jobs") or 0) < 0:
        raise UsageError("--jobs is a number of processes, or 0 for one per processor")
    settings = overridden(find_settings(Path.cwd()), **given)
    if fix is not None:
        from pantin.cli.fix import fix_and_check

        if write_baseline is not None:
            raise UsageError("--fix and --write-baseline are two jobs: run one after the other")
        say("check --fix is deprecated: use pantin fix SOURCE TARGET")
        return fix_and_check(files, settings, fix, allow_outside)
    if write_baseline is not None:
        return accept_all(files, settings, write_baseline, allow_outside)
    if statistics and settings.format != "text":
        raise UsageError("--statistics is for --format text: the other formats list every finding")
    run = begin(settings)
    found = outcomes(files, settings, run, allow_outside, variants_of(variant))
    if statistics:
        return print_statistics(run, found)
    shown = on_terminal(sys.stdout) if show_source is None else show_source
    listing = Listing(all, quiet, SourceLines().read if shown else None)
    return print_outcomes(run, found, settings.format, listing)


def print_outcomes(
    run: CheckRun, outcomes: Iterable[Outcome], format: str, listing: Listing = EVERYTHING
) -> int:
    """Print what is left of the outcomes, and the sum of it where people read."""
    for chunk in render_reports(count_hidden(run, run.reports(outcomes), listing), format, listing):
        sys.stdout.write(chunk)
    if format in ("text", "github"):
        print_summary(run, format)
    return run.code


def print_statistics(run: CheckRun, outcomes: Iterable[Outcome]) -> int:
    """Print how often each rule was broken, instead of the findings."""
    import pantin
    from pantin.report.render.text import statistics

    for _ in run.reports(outcomes):
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
    """What to print of baseline entries that accept nothing any more."""
    if count == 1:
        return "1 entry of the baseline matches no finding; run check --write-baseline to remove it"
    return f"{count:,} entries of the baseline match no finding; run check --write-baseline to remove them"


def count_hidden(run: CheckRun, reports: Iterable[Report], listing: Listing) -> Iterator[Report]:
    """The reports as they are; findings that the listing leaves out are counted."""
    for report in reports:
        run.tally.hidden += len(report.findings) - len(listing.select(report)[0])
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


def accept_all(files: Sequence[str], settings: Settings, target: Path, allow_outside: bool) -> int:
    """Write the findings of all files to a baseline; only what kept a file from being checked is an error
    then.
    """
    from pantin.files import atomic_write
    from pantin.report.baseline import Baseline

    run = begin(settings, accepted=Baseline(target.parent))
    baseline = Baseline(target.parent)
    for report in run.reports(outcomes(files, settings, run, allow_outside)):
        baseline.accept(report)
    try:
        atomic_write(target, [baseline.text().encode()])
    except OSError as error:
        raise UnreadableError(describe_error(error, target)) from None
    say(f"{target} now accepts what was found: {run.tally}")
    return Exit.CLEAN if run.code is Exit.FINDINGS else run.code


def begin(settings: Settings, accepted: Baseline | None = None) -> CheckRun:
    """A run with these settings, which are verified first: it should not fail after a thousand files."""
    from pantin.cli.check_run import CheckRun

    if accepted is None and settings.baseline is not None:
        accepted = read_baseline(settings.baseline)
    return CheckRun(verified_selection(settings), settings.strict, accepted)


def verified_selection(settings: Settings) -> Selection:
    from pantin.report.selection import Selection, UnknownRule, parse_names

    selection = Selection(parse_names(settings.select), parse_names(settings.ignore))
    if selection != Selection():
        from pantin.assets import rules

        try:
            selection.verify(rules())
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


def outcomes(
    files: Sequence[str],
    settings: Settings,
    run: CheckRun,
    allow_outside: bool,
    variants: Mapping[str, str] | None = None,
) -> Iterator[Outcome]:
    """The outcome of each file that `files` mean, in order, with a progress bar while a person watches."""
    from pantin.assets import readable_suffixes
    from pantin.cli.discovery import discover
    from pantin.cli.pool import examine_all
    from pantin.cli.progress import progress

    if STANDARD in files:
        if len(files) > 1:
            raise UsageError("- is standard input, which can only be checked alone")
        yield standard_input_report()
        return
    paths = discover(files, lambda error: run.unreadable(describe_error(error, error.filename)))
    if not paths and run.code is Exit.CLEAN:
        raise UsageError(
            f"no model in {', '.join(files)}: pantin check reads {', '.join(readable_suffixes())}"
        )
    jobs = settings.jobs or os.cpu_count() or 1
    with progress(len(paths), "checking") as advance:
        for outcome in examine_all(paths, min(jobs, max(len(paths), 1)), allow_outside, variants):
            yield outcome
            advance()


def standard_input_report() -> Report:
    import pantin

    return pantin.check(read_standard_input(), name=STANDARD)


def render_reports(reports: Iterable[Report], format: str, listing: Listing) -> Iterator[str]:
    """The reports in the wanted format, piece by piece."""
    match format:
        case "json":
            from pantin.report.render import json

            return json.render(reports)
        case "github":
            from pantin.report.render import github

            return github.render(reports)
        case "sarif":
            from pantin import __version__
            from pantin.assets import rules
            from pantin.report.render import sarif

            return sarif.render(reports, rules(), __version__)
    if coloured(sys.stdout):
        from pantin.cli.palette import coloured_lines

        return coloured_lines(reports, listing, console(sys.stdout))
    from pantin.report.render import text

    return text.render(reports, listing)


COMMAND = Command(
    "check",
    check,
    arguments=(Argument("files", "Files and folders; - is standard input.", many=True, suffixes="read"),),
    options=(
        Option("jobs", int, "Worker processes (0: one per CPU).", short="-j"),
        Option(
            "format",
            str,
            "How findings are printed.",
            choices=("text", "json", "github", "sarif"),
        ),
        Option(
            "select",
            str,
            "Only these rules, by id, prefix or severity; several with commas.",
            repeated=True,
        ),
        Option(
            "ignore",
            str,
            "Not these rules, by id, prefix or severity; several with commas.",
            repeated=True,
        ),
        Option("strict", bool, "Let warnings count as errors for the exit code.", negative="--no-strict"),
        Option("baseline", Path, "A file of accepted findings, which are not reported again."),
        Option("write_baseline", Path, "Write the current findings to this file, as accepted."),
        Option(
            "all", bool, "Print every finding, including repeats and those that nearly every file has.", False
        ),
        Option("quiet", bool, "Print errors and the summary only.", False, short="-q"),
        Option(
            "show_source",
            bool,
            "Show the source line of findings in text files; on by default on a terminal.",
            negative="--no-show-source",
        ),
        Option("statistics", bool, "Print how often each rule was broken, instead of the findings.", False),
        ALLOW_OUTSIDE,
        VARIANT,
        Option("fix", str, "Deprecated: use pantin fix."),
    ),
    notes="Options may also be set in [tool.pantin] of a pyproject.toml, or in a pantin.toml.",
    examples="""
        pantin check examples/arm.glb
        pantin check examples/ -j 4 --ignore info,GLTF-UNUSED_OBJECT
        pantin check examples/ --write-baseline accepted.json
        pantin check examples/ --baseline accepted.json --strict
        pantin check - --format json < examples/arm.glb
        pantin check examples/ --statistics
    """,
)
