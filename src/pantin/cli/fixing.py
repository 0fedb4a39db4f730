"""`pantin check FILE --fix OUT`: the safe fixes applied, listed, and the result checked again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.cli.check import begin, print_outcomes
from pantin.cli.exit import UsageError
from pantin.cli.io import print_report, require_target, source_of, unreadable
from pantin.cli.streams import STANDARD, say

if TYPE_CHECKING:
    from pantin import Asset
    from pantin.cli.config import Settings


def fix_file(files: Sequence[str], settings: Settings, target: str) -> int:
    """Write the one file, fixed, to `target`, and print what is left to find in it."""
    import pantin

    if len(files) != 1 or (files[0] != STANDARD and Path(files[0]).is_dir()):
        raise UsageError("--fix takes one file")
    if target == STANDARD:
        raise UsageError("--fix needs a file to write to: the findings go to standard output")
    require_target(target, "nodes")
    run = begin(settings)
    data, name = source_of(files[0])
    with unreadable(name):
        try:
            asset = pantin.load(data, name=name)
        except pantin.BadFile as error:
            say(f"{target} is not written: nothing in {error.report.path} can be fixed")
            return print_outcomes(run, [error.report], settings.format)
    write_fixed(asset, target, {finding.rule for finding in run.selection.apply(asset.report).findings})
    return print_outcomes(run, [pantin.check(target)], settings.format)


def write_fixed(asset: Asset, target: str, rules: set[str]) -> None:
    """Fix what breaks these rules, write it, and say what was done."""
    import pantin

    with unreadable(asset.path):
        fixed = pantin.fix(asset, rules)
    with unreadable(target):
        lost = pantin.save(fixed, target)
    for change in fixed.changes:
        say(f"{target}: {change.what} ({change.rule})")
    if not fixed.changes:
        copied = asset.from_file and not lost.findings
        say(f"{target}: nothing to fix" + ("; wrote an unchanged copy" if copied else ""))
    print_report(lost)
