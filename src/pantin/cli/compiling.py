"""What `pantin compile` does once its command line is read; without the parser, whose import takes as long as
the rest.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.streams import STANDARD, STANDARD_NAME, described, read_standard_input, to_standard_output

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.report import Report


def compile_file(source: str, output: str | None = None, profile: str = "standard") -> int:
    """Compile a text to `output`, or to a .glb beside it."""
    target = target_of(source, output)
    asset = compiled(source, profile)
    if asset is None:
        return Exit.FINDINGS
    report = written(asset, target)
    show(asset.report)
    show(report)
    return Exit.CLEAN if report.ok else Exit.FINDINGS


def target_of(source: str, output: str | None) -> str:
    from pantin.assets.texts import stem_of

    if output is None and source != STANDARD:
        return str(Path(source).with_name(f"{stem_of(source)}.glb"))
    target = output or STANDARD
    if target != STANDARD:
        from pantin.assets.conversion import family_of

        try:
            family_of(target)
        except ValueError as error:
            raise UsageError(str(error)) from None
    return target


def compiled(source: str, profile: str) -> Asset | None:
    """What the text compiles to; None, with its findings printed, where it does not."""
    from pantin.assets import compile
    from pantin.errors import BadFile, PantinError

    data, name = (read_standard_input(), STANDARD_NAME) if source == STANDARD else (source, source)
    try:
        return compile(data, name=name, profile=profile)
    except OSError as error:
        raise UnreadableError(described(error, name)) from None
    except BadFile as error:
        if error.report.ok:
            raise UsageError(
                f"{name} is a contract: it describes models, and holds none to compile"
            ) from None
        show(error.report)
        return None
    except PantinError as error:
        raise UnreadableError(f"{name}: {error}") from None


def written(asset: Asset, target: str) -> Report:
    from pantin.assets import save
    from pantin.errors import PantinError

    try:
        if target == STANDARD:
            return to_standard_output(lambda path: save(asset, path))
        return save(asset, target)
    except OSError as error:
        raise UnreadableError(described(error, error.filename or target)) from None
    except PantinError as error:
        raise UnreadableError(f"{target}: {error}") from None


def show(report: Report) -> None:
    """Findings go to standard error: the model may be on its way through standard output."""
    from pantin.report.render.text import render

    sys.stdout.flush()
    sys.stderr.writelines(render([report]))
