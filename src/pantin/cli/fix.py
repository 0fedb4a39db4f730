"""`pantin fix`: what can be fixed safely, written to a new file or in place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.cli.command import ALLOW_OUTSIDE, FORCE, Argument, Command, Option
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import print_report, refused, require_target, save_asset, source_of, unreadable
from pantin.cli.streams import STANDARD, describe_error, say

if TYPE_CHECKING:
    from pantin import Asset
    from pantin.assets.fixing import Fixed
    from pantin.cli.config import Settings
    from pantin.report.selection import Selection


def fix(
    files: Sequence[str],
    *,
    in_place: bool,
    select: Sequence[str] | None,
    dry_run: bool,
    allow_outside: bool,
) -> int:
    from pantin.cli.check import verified_selection
    from pantin.cli.config import Settings

    selection = verified_selection(Settings(select=tuple(select or ())))
    code = Exit.CLEAN
    for source, target in pairs(files, in_place, dry_run):
        try:
            fixed = fix_file(source, selection, allow_outside)
            if dry_run:
                print_changes(fixed, target, would="would change: ")
            else:
                write_fixed(fixed, target)
        except UnreadableError as error:
            say(str(error))
            code = Exit.UNREADABLE
    return code


def pairs(files: Sequence[str], in_place: bool, dry_run: bool) -> Iterator[tuple[str, str]]:
    """Each file to read, and the file to write: itself, the one that is named, or one in the named folder."""
    from pantin.cli.discovery import discover

    def refuse(error: OSError) -> None:
        raise UnreadableError(describe_error(error, error.filename))

    if in_place or (dry_run and len(files) == 1):
        sources: Sequence[str] = files
    else:
        *sources, target = files or [""]
    if not sources:
        raise UsageError("fix needs a file and where to write it: pantin fix SOURCE TARGET, or --in-place")
    if STANDARD in sources and in_place:
        raise UsageError("--in-place needs files: standard input has no name to be written to")
    named = {source for source in sources if not Path(source).is_dir()}
    found = [file for file in discover(sources, refuse) if file in named or _fixable(file)]
    if in_place or (dry_run and len(files) == 1):
        yield from ((source, source) for source in found)
        return
    if len(sources) == 1 and not Path(sources[0]).is_dir():
        require_target(target, "nodes")
        yield sources[0], target
        return
    for source in found:
        path = Path(target, _inside(source, sources))
        if not dry_run:
            path.parent.mkdir(parents=True, exist_ok=True)
        yield source, str(path)


def _fixable(file: str) -> bool:
    """Whether a file in a folder is of a format that has fixes."""
    from pantin.assets import by_suffix

    format = by_suffix(file)
    return format is not None and format.edits is not None and format.edits.fix is not None


def _inside(source: str, sources: Sequence[str]) -> Path:
    """The path of a file relative to the folder that was named, or its name."""
    for folder in sources:
        if Path(folder).is_dir() and Path(source).is_relative_to(folder):
            return Path(source).relative_to(folder)
    return Path(Path(source).name)


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
    same = Path(target).suffix.lower() == Path(fixed.path).suffix.lower()
    copied = same and not lost.findings and target != fixed.path
    print_changes(fixed, target, "; wrote an unchanged copy" if copied else "")
    print_report(lost)


def print_changes(fixed: Fixed, target: str, unchanged: str = "", would: str = "") -> None:
    for change in fixed.changes:
        say(f"{target}: {would}{change.what} ({change.rule})")
    for change in fixed.refused:
        say(f"{target}: not fixed: {change.what} ({change.rule})")
    if not fixed.changes and not fixed.refused:
        say(f"{target}: nothing to fix{unchanged}")


def fix_and_check(files: Sequence[str], settings: Settings, target: str, allow_outside: bool) -> int:
    """`check FILE --fix TARGET`: write the file, fixed, and print what is left to find in it."""
    import pantin
    from pantin.cli.check import begin, print_outcomes

    if len(files) != 1 or (files[0] != STANDARD and Path(files[0]).is_dir()):
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
            return print_outcomes(run, [error.report], settings.format)
        fixed = fix_selected(asset, run.selection)
    write_fixed(fixed, target)
    return print_outcomes(run, [pantin.check(target, allow_outside=allow_outside)], settings.format)


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
