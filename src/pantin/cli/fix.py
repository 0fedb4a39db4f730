"""`pantin fix`: what can be fixed safely, written to a new file or in place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.files import is_folder
from pantin.base.options import Option
from pantin.cli.batch import make_batch, print_rows
from pantin.cli.batch_options import BatchOptions, writing_without
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, Argument, Command
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import print_report, refused, require_target, save_asset, source_of, unreadable
from pantin.cli.streams import STANDARD, say

if TYPE_CHECKING:
    from pantin import Asset
    from pantin.cli.config import Settings
    from pantin.report.selection import Selection
    from pantin.verbs.fix import Fixed


def fix(
    files: Sequence[str],
    *,
    in_place: bool,
    select: Sequence[str] | None,
    dry_run: bool,
    allow_outside: bool,
    **given: Any,
) -> int:
    from pantin.cli.check import verified_selection
    from pantin.cli.config import Settings

    selection = verified_selection(Settings(select=tuple(select or ())))
    over_itself = in_place or (dry_run and len(files) == 1)
    *sources, target = (*files, "") if over_itself else files or [""]
    if not sources:
        raise UsageError("fix needs a file and where to write it: pantin fix SOURCE TARGET, or --in-place")
    if STANDARD in sources and in_place:
        raise UsageError("--in-place needs files: standard input has no name to be written to")
    options = BatchOptions.take(given)
    if len(sources) == 1 and STANDARD in (sources[0], target):
        return fix_stream(sources[0], target or STANDARD, selection, dry_run, allow_outside)
    batch = make_batch(
        options,
        verb="fix",
        sources=tuple(sources),
        target=None if over_itself else target,
        in_place=over_itself,
        options={"select": selection.select, "dry_run": dry_run, "allow_outside": allow_outside},
    )
    return print_rows(batch, quiet=options.quiet, as_json=False)


def fix_stream(source: str, target: str, selection: Selection, dry_run: bool, allow_outside: bool) -> int:
    """Fix one file from standard input or to standard output."""
    require_target(target, "nodes")
    fixed = fix_file(source, selection, allow_outside)
    if dry_run:
        print_changes(fixed.describe(target, dry_run=True))
    else:
        write_fixed(fixed, target)
    return Exit.CLEAN


def fix_file(source: str, selection: Selection, allow_outside: bool) -> Fixed:
    """A file with what the selected findings can be fixed by. Raises `UnreadableError`."""
    import pantin

    data, name = source_of(source)
    with unreadable(name):
        asset = pantin.load(data, name=name, allow_outside=allow_outside)
        return fix_selected(asset, selection)


def fix_selected(asset: Asset, selection: Selection) -> Fixed:
    """The asset with the selected findings fixed; what is fixed on request only, by the id of its rule."""
    import pantin

    rules = {finding.rule for finding in selection.apply(asset.report).findings}
    return pantin.fix(asset, rules, named=selection.select)


def write_fixed(fixed: Fixed, target: str) -> None:
    """Write a fixed file, and say what was changed and what was dropped."""
    with refused(target):
        lost = save_asset(fixed, target)
    print_changes(fixed.describe(target, lost=lost))
    print_report(lost)


def print_changes(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


def fix_and_check(files: Sequence[str], settings: Settings, target: str, allow_outside: bool) -> int:
    """`check FILE --fix TARGET`: write the file, fixed, and print what is left to find in it."""
    import pantin
    from pantin.cli.check import begin, print_outcomes, refined
    from pantin.report.render.text import EVERYTHING

    if len(files) != 1 or (files[0] != STANDARD and is_folder(files[0])):
        raise UsageError("--fix takes one file")
    if target == STANDARD:
        raise UsageError("--fix needs a file to write to: the findings go to standard output")
    require_target(target, "nodes")
    run = begin(settings)
    data, name = source_of(files[0])
    with unreadable(name):
        try:
            asset = pantin.load(data, name=name, allow_outside=allow_outside)
        except pantin.BadFile as error:
            say(f"{target} is not written: nothing in {error.report.path} can be fixed")
            return print_outcomes(run, [refined(run, error.report)], settings.format, EVERYTHING)
        fixed = fix_selected(asset, run.selection)
    write_fixed(fixed, target)
    report = pantin.check(target, allow_outside=allow_outside)
    return print_outcomes(run, [refined(run, report)], settings.format, EVERYTHING)


COMMAND = Command(
    "fix",
    fix,
    arguments=(
        Argument(
            "files",
            "The files or folders to fix, then the file or folder to write (none with --in-place).",
            many=True,
            suffixes="read",
        ),
    ),
    options=(
        Option("in_place", bool, "Write each file over itself.", False),
        Option(
            "select",
            str,
            "Fix only these rules, by id, prefix or severity; several with commas.",
            repeated=True,
        ),
        Option("dry_run", bool, "Write nothing: list what would be changed.", False),
        FORCE,
        ALLOW_OUTSIDE,
        *writing_without("dry_run"),
    ),
    notes="""A fix is safe when the model looks the same to every reader that follows the format. One is not:
    RIG-T_POSE rotates the arms of a character at rest, and is fixed only if --select has this id. Files are
    replaced in one step.""",
    examples="""
        pantin fix examples/loose.glb fixed.glb
        pantin fix examples/loose.glb --dry-run
        pantin fix examples/loose.glb fixed.glb --select RIG-WEIGHTS_NOT_ONE
        pantin fix examples/vrm/avatar.vrm t-pose.vrm --select RIG-T_POSE
        pantin fix examples/ fixed/
        pantin fix examples/loose.glb --in-place
    """,
)
