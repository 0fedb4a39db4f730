"""Files as commands take them: read by name or from standard input, written by name or to standard output,
with a sentence for what goes wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.errors import BadFile, MissingExtra, PantinError, TooMuchAsked, Unsuitable
from pantin.base.file_errors import describe_error
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.streams import STANDARD, read_standard_input, to_standard_output

if TYPE_CHECKING:
    from pantin import Asset, Report


def source_of(file: str) -> tuple[str | bytes, str]:
    """The source to read, and its name in messages."""
    return (read_standard_input() if file == STANDARD else file), file


def variants_of(words: Sequence[str]) -> dict[str, str]:
    """The variants that `--variant` names, by their sets."""
    wrong = next((each for each in words if "=" not in each.strip("=")), None)
    if wrong is not None:
        raise UsageError(f"--variant: expected SET=NAME, not {wrong!r}")
    return {name: chosen for name, _, chosen in (each.partition("=") for each in words)}


def load_asset(
    file: str, allow_outside: bool = False, variant: Sequence[str] = (), raw_weights: bool = False
) -> Asset:
    """The asset in a file. Raises `UnreadableError`."""
    import pantin

    data, name = source_of(file)
    variants = variants_of(variant)
    with raise_refused(name) if variants else raise_unreadable(name):
        return pantin.load(
            data, name=name, allow_outside=allow_outside, variants=variants, raw_weights=raw_weights
        )


def load_rig(
    file: str, allow_outside: bool = False, variant: Sequence[str] = (), raw_weights: bool = False
) -> Asset:
    """The asset in a file from which a rig can be taken. Raises `UnreadableError`."""
    asset = load_asset(file, allow_outside, variant, raw_weights)
    with raise_unreadable(asset.path):
        asset.rig  # noqa: B018  (lifts it)
    return asset


def load_motion(file: Path | None, allow_outside: bool = False) -> Asset | None:
    """The asset of a file of motion, if one is given. Raises `UnreadableError`."""
    return None if file is None else load_rig(str(file), allow_outside)


def save_asset(asset: Asset, target: str) -> Report:
    """Write an asset to a file, or as .glb to standard output; the report lists what was dropped.

    Raises `UnreadableError` with the name of the target where it cannot be written.
    """
    import pantin

    if target == STANDARD:
        return to_standard_output(lambda path: pantin.save(asset, path))
    try:
        return pantin.save(asset, target)
    except BrokenPipeError:
        raise  # as in `raise_unreadable`
    except OSError as error:
        raise UnreadableError(describe_error(error, error.filename or target)) from None


def finish(report: Report, strict: bool = False) -> Exit:
    """Print a report on standard error, since the model may be on its way through standard output."""
    print_report(report)
    return exit_code(report, strict)


def exit_code(report: Report, strict: bool = False) -> Exit:
    """The exit code for the report of a written file; `strict`: losses count as errors."""
    return Exit.FINDINGS if not report.ok or (strict and report.lossy) else Exit.CLEAN


def print_report(report: Report, *, verbose: bool = False) -> None:
    from pantin.report.render.text import EVERYTHING, WITHOUT_DETAILS, render

    sys.stdout.flush()
    sys.stderr.writelines(render([report], EVERYTHING if verbose else WITHOUT_DETAILS))


@contextmanager
def raise_unreadable(name: str | Path) -> Iterator[None]:
    """Raise the error of a file as `UnreadableError`, with this name unless the error has one."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of standard output went away: no fault of a file
    except OSError as error:
        from pantin.verbs.discovery import readable_suffixes

        raise UnreadableError(describe_error(error, error.filename or name, readable_suffixes())) from None
    except MissingExtra as error:
        raise UsageError(str(error)) from None
    except (Unsuitable, TooMuchAsked) as error:
        raise UsageError(name_file(name, str(error))) from None
    except BadFile as error:
        from pantin.report.wording import counted

        listed = source_errors(error.report)
        if listed is None:
            raise UnreadableError(str(error)) from None  # it begins with the name of the file, maybe another
        raise UnreadableError(f"{listed.path}: {counted(len(listed.errors), 'error')}", listed) from None
    except PantinError as error:
        raise UnreadableError(name_file(name, str(error))) from None


def name_file(name: str | Path, words: str) -> str:
    """A sentence with the name of its file."""
    return words if str(name) in words else f"{name}: {words}"


def source_errors(report: Report) -> Report | None:
    """The errors of a source file, to be printed with their lines; None for other files, of which the first
    error says enough."""
    from pantin.base.records import replace
    from pantin.formats.registry import by_suffix

    format = by_suffix(report.path)
    if format is None or not format.is_source or not report.errors:
        return None

    return replace(report, findings=report.errors)


@contextmanager
def raise_refused(name: str | Path, *, named: bool = False) -> Iterator[None]:
    """As `raise_unreadable`; and a request that the file does not allow is a `UsageError`, as in a batch with
    the name of the file if `named`."""
    with raise_unreadable(name):
        try:
            yield
        except ValueError as error:
            words = str(error)
            raise UsageError(f"{name}: {words}" if named and str(name) not in words else words) from None


def require_target(target: str, *parts: str) -> None:
    """Raise `UsageError` for a file that cannot hold these parts of a rig, before any work is done for it."""
    from pantin.formats.registry import target_format

    if target == STANDARD:
        return
    try:
        target_format(target, *parts)
    except ValueError as error:
        raise UsageError(str(error)) from None
