"""`pantin fmt`: Rigy texts in their canonical form."""

from __future__ import annotations

import sys
from pathlib import Path

from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.opening import unreadable
from pantin.cli.options import Flag
from pantin.cli.streams import STANDARD, STANDARD_NAME, described, read_standard_input, read_whole, say


def fmt(*files: str, check: Flag = False) -> int:
    """
    For example:

        pantin fmt examples/rigy/arm.rigy.yaml
        pantin fmt examples/ --check
        pantin fmt - < examples/rigy/arm.rigy.yaml

    Keys come in one order and names in one spelling; comments stay. A text that is no YAML is left alone.

    Parameters
    ----------
    files
        Files, and folders with .rigy.yaml, .rigs.yaml and .ricy.yaml files; - is standard input and output.
    check
        Write nothing: name the files that are not in their canonical form, and end with 1 if there are any.
    """
    if not files:
        raise UsageError("fmt needs a file or a folder, such as: pantin fmt .")
    if STANDARD in files:
        if len(files) > 1:
            raise UsageError("- is standard input, which can only be formatted alone")
        return format_standard_input(check)
    return max((format_file(Path(file), check) for file in found(files)), default=Exit.CLEAN)


def found(files: tuple[str, ...]) -> list[str]:
    """The texts that `files` mean."""
    from pantin.assets.recognition import RIGY_SUFFIXES
    from pantin.cli.discovery import discover

    def unlisted(error: OSError) -> None:
        raise UnreadableError(described(error, error.filename))

    named = {file for file in files if not Path(file).is_dir()}
    every = discover(files, unlisted)
    return [file for file in every if file in named or file.lower().endswith(RIGY_SUFFIXES)]


def format_file(file: Path, check: bool) -> Exit:
    from pantin.files import atomic_write

    with unreadable(file):
        before = read_whole(file)
        after = formatted(before, str(file))
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
    after = formatted(before, STANDARD_NAME)
    if after is None:
        return Exit.FINDINGS
    if check:
        return Exit.CLEAN if after == before else Exit.FINDINGS
    sys.stdout.buffer.write(after)
    sys.stdout.buffer.flush()
    return Exit.CLEAN


def formatted(text: bytes, name: str) -> bytes | None:
    """The text in its canonical form; None, with its findings printed, where it is no text to format."""
    from pantin.errors import BadFile
    from pantin.report.render.text import render
    from pantin.rigy.formatting import format_text

    with unreadable(name):
        try:
            return format_text(text.decode(), path=name).encode()
        except UnicodeDecodeError:
            raise UnreadableError(f"{name}: not a text in UTF-8") from None
        except BadFile as error:
            sys.stderr.writelines(render([error.report]))
            return None
