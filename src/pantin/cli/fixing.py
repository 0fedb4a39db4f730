"""`pantin check FILE --fix OUT`: the safe mends applied, told, and the result checked again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.cli.checking import begin, printed
from pantin.cli.exit import UnreadableError, UsageError
from pantin.cli.streams import STANDARD, STANDARD_NAME, described, read_standard_input, say
from pantin.errors import BadFile, PantinError

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.cli.config import Settings


def fix_file(files: Sequence[str], settings: Settings, target: str) -> int:
    """Write the one file, mended, to `target`, and print what is left to find in it."""
    if len(files) != 1 or (files[0] != STANDARD and Path(files[0]).is_dir()):
        raise UsageError("--fix mends one file")
    if target == STANDARD:
        raise UsageError("--fix needs a file to write to: the findings go to standard output")
    run = begin(settings)
    try:
        asset = opened(files[0])
    except BadFile as error:
        say(f"{target} is not written: nothing in {error.report.path} can be mended")
        return printed(run, [error.report], settings.format)
    write_mended(asset, target, {one.rule for one in run.selection.apply(asset.report).findings})
    from pantin.assets import check

    return printed(run, [check(target)], settings.format)


def opened(file: str) -> Asset:
    from pantin.assets import load

    data, name = (read_standard_input(), STANDARD_NAME) if file == STANDARD else (file, file)
    try:
        return load(data, name=name)
    except OSError as error:
        raise UnreadableError(described(error, name)) from None
    except BadFile:
        raise
    except PantinError as error:
        raise UnreadableError(str(error)) from None


def write_mended(asset: Asset, target: str, rules: set[str]) -> None:
    """Mend what breaks these rules, write it, and say what was done."""
    from pantin.assets import save
    from pantin.assets.mending import mend
    from pantin.report.render.text import render

    try:
        mended, done = mend(asset, rules)
        lost = save(mended, target)
    except OSError as error:
        raise UnreadableError(described(error, error.filename or target)) from None
    except PantinError as error:
        raise UnreadableError(str(error)) from None
    for one in done:
        say(f"{target}: {one.what} ({one.rule})")
    if not done:
        say(f"{target}: nothing that can be mended safely was found; it is a copy")
    sys.stderr.writelines(render([lost]))
