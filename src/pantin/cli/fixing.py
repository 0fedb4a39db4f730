"""`pantin check FILE --fix OUT`: the safe mends applied, told, and the result checked again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.cli.checking import begin, printed
from pantin.cli.exit import UsageError
from pantin.cli.opening import refused, source_of, unreadable
from pantin.cli.streams import STANDARD, say
from pantin.errors import BadFile

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.cli.config import Settings


def fix_file(files: Sequence[str], settings: Settings, target: str) -> int:
    """Write the one file, mended, to `target`, and print what is left to find in it."""
    if len(files) != 1 or (files[0] != STANDARD and Path(files[0]).is_dir()):
        raise UsageError("--fix mends one file")
    if target == STANDARD:
        raise UsageError("--fix needs a file to write to: the findings go to standard output")
    _want_model(target)
    run = begin(settings)
    from pantin.assets import check, load

    data, name = source_of(files[0])
    with unreadable(name):
        try:
            asset = load(data, name=name)
        except BadFile as error:
            say(f"{target} is not written: nothing in {error.report.path} can be mended")
            return printed(run, [error.report], settings.format)
    write_mended(asset, target, {one.rule for one in run.selection.apply(asset.report).findings})
    return printed(run, [check(target)], settings.format)


def _want_model(target: str) -> None:
    """Raise `UsageError` for a target that could not be checked, before any work is done for it."""
    from pantin.assets.conversion import family_of

    with refused(target):
        family = family_of(target)
    if family == "geometry":
        raise UsageError(f"{target}: {Path(target).suffix} holds no rig to mend; .gltf, .glb and .vrm do")


def write_mended(asset: Asset, target: str, rules: set[str]) -> None:
    """Mend what breaks these rules, write it, and say what was done."""
    from pantin.assets import save
    from pantin.assets.mending import mend
    from pantin.report.render.text import render

    with unreadable(target):
        mended, done = mend(asset, rules)
        lost = save(mended, target)
    for one in done:
        say(f"{target}: {one.what} ({one.rule})")
    if not done:
        copied = "" if lost.findings else "; it is a copy"
        say(f"{target}: nothing that can be mended safely was found{copied}")
    sys.stderr.writelines(render([lost]))
