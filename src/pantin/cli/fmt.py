"""`pantin fmt`: Rigy sources in their canonical form."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from pantin.base.file_errors import describe_error
from pantin.base.files import is_folder
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import print_report, raise_unreadable
from pantin.cli.streams import STANDARD, read_standard_input, read_whole, say
from pantin.cli.verb_command import command_of
from pantin.verbs.fmt import VERB


def fmt(files: tuple[str, ...], *, check: bool) -> int:
    if not files:
        raise UsageError("fmt needs a file or a folder, such as: pantin fmt .")
    if STANDARD in files:
        if len(files) > 1:
            raise UsageError("- (standard input) cannot be combined with other files")
        return format_standard_input(check)
    return max((format_file(Path(file), check) for file in find_sources(files)), default=Exit.CLEAN)


def find_sources(files: tuple[str, ...]) -> list[str]:
    """The Rigy sources that `files` mean: those that are named, and those in folders."""
    import pantin
    from pantin import batch

    def refuse(error: OSError) -> None:
        raise UnreadableError(describe_error(error, error.filename))

    named = {file for file in files if not is_folder(file)}
    refuse_models(named)
    suffixes = tuple(
        suffix for format in pantin.list_formats() if format.is_source for suffix in format.suffixes
    )
    names = (source.name for source in batch.find_sources(files, refuse))
    return [file for file in names if file in named or file.lower().endswith(suffixes)]


def refuse_models(files: Iterable[str]) -> None:
    """Raise `UsageError` for a file of another format: the JSON of glTF is a text that YAML can read."""
    from pantin.formats.registry import by_suffix
    from pantin.report.wording import article

    for file in sorted(files):
        format = by_suffix(file)
        if format is not None and not format.is_source:
            raise UsageError(f"{file} is {article(format.name)} file; fmt works on Rigy sources")


def format_file(file: Path, check: bool) -> Exit:
    from pantin.base.files import atomic_write

    with raise_unreadable(file):
        before = read_whole(file)
        after = format_text(before, str(file))
        if after is None:
            return Exit.FINDINGS
        if after == before:
            return Exit.CLEAN
        if check:
            print(file)
            return Exit.FINDINGS
        atomic_write(file, [after])
    say(f"{file}: formatted")
    return Exit.CLEAN


def format_standard_input(check: bool) -> Exit:
    before = read_standard_input()
    after = format_text(before, STANDARD)
    if after is None:
        return Exit.FINDINGS
    if check:
        return Exit.CLEAN if after == before else Exit.FINDINGS
    sys.stdout.buffer.write(after)
    sys.stdout.buffer.flush()
    return Exit.CLEAN


def format_text(text: bytes, name: str) -> bytes | None:
    """The source in its canonical form; None, with its findings printed, where it cannot be formatted."""
    import pantin

    with raise_unreadable(name):
        try:
            return pantin.fmt(text, name=name).encode()
        except UnicodeDecodeError:
            raise UnreadableError(f"{name}: not UTF-8") from None
        except pantin.BadFile as error:
            print_report(error.report)
            return None


COMMAND = command_of("fmt", VERB, fmt)
