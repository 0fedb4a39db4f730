"""`pantin fix`: which files are fixed, into which; and `pantin check --fix`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.files import is_folder
from pantin.cli.batch_options import BatchOptions
from pantin.cli.exit import UsageError
from pantin.cli.io import print_report, raise_refused, raise_unreadable, require_target, save_asset, source_of
from pantin.cli.streams import STANDARD, say
from pantin.cli.verb_command import command_of, means_batch, print_done, run_one
from pantin.verbs.fix import VERB, fix_selected, has_fixes

if TYPE_CHECKING:
    from pantin.cli.config import Settings
    from pantin.verbs.fix import Fixed


def fix(
    files: Sequence[str],
    *,
    in_place: bool,
    select: Sequence[str] | None,
    unsafe: bool,
    copy: bool,
    dry_run: bool,
    allow_outside: bool,
    **stated: Any,
) -> int:
    from pantin.cli.check import verified_selection
    from pantin.cli.config import Settings

    selection = verified_selection(Settings(select=tuple(select or ())))
    over_itself = in_place or (dry_run and len(files) == 1)
    *sources, target = (*files, "") if over_itself else files or [""]
    if not sources:
        raise UsageError("fix needs a file and where to write it: pantin fix SOURCE TARGET, or --in-place")
    if STANDARD in sources and in_place:
        raise UsageError("--in-place needs files, not standard input")
    options = BatchOptions.take(stated)
    keywords = {
        "select": selection.select,
        "unsafe": unsafe,
        "copy": copy,
        "dry_run": dry_run,
        "allow_outside": allow_outside,
    }
    if not options.are_set and not means_batch(sources, target) and not is_folder(target or "."):
        return print_done(run_one(VERB, sources[0], target, keywords))
    if len(sources) == 1 and not options.are_set and not means_batch(sources, target) and over_itself:
        return print_done(run_one(VERB, sources[0], sources[0], keywords))
    from pantin.cli.batch import BatchTotals, make_batch, print_reports

    batch = make_batch(
        options,
        verb="fix",
        sources=tuple(sources),
        target=None if over_itself else target,
        in_place=over_itself,
        options=keywords,
    )
    summary = BatchTotals()
    print_reports(batch, summary, quiet=options.quiet)
    return summary.finish(batch)


def write_fixed(fixed: Fixed, target: str) -> None:
    """Write a fixed file, and print the changes and losses."""
    with raise_refused(target):
        lost = save_asset(fixed, target)
    print_changes(fixed.describe(target))
    print_report(lost)


def print_changes(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


def fix_and_check(files: Sequence[str], settings: Settings, target: str, allow_outside: bool) -> int:
    """`check FILE --fix TARGET`: write the fixed file, and print the remaining findings."""
    import pantin
    from pantin.cli.check import begin, print_outcomes
    from pantin.verbs.editing import refusal

    if len(files) != 1 or (files[0] != STANDARD and is_folder(files[0])):
        raise UsageError("--fix takes one file")
    if target == STANDARD:
        raise UsageError("--fix needs a file to write to: the findings go to standard output")
    require_target(target, "nodes")
    run = begin(settings)
    data, name = source_of(files[0])
    with raise_unreadable(name):
        try:
            asset = pantin.load(data, name=name, allow_outside=allow_outside)
        except pantin.BadFile as error:
            say(f"{target} is not written: nothing in {error.report.path} can be fixed")
            return print_outcomes(run, [run.refine(error.report)], settings.format)
        if not has_fixes(asset.format):
            raise UsageError(refusal(asset, "fix"))
        fixed = fix_selected(asset, run.selection)
    write_fixed(fixed, target)
    report = pantin.check(target, allow_outside=allow_outside)
    return print_outcomes(run, [run.refine(report)], settings.format)


COMMAND = command_of("fix", VERB, fix, whole=True)
