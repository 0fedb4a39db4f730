"""The help of a command, as wide as the terminal."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress

from pantin.base.options import Option
from pantin.cli.command import Command
from pantin.cli.run import BATCH_HELP
from pantin.cli.welcome import EXIT_CODES

WIDEST = 100
"""Columns: longer lines are hard to read, whatever the terminal allows."""

UNKNOWN_WIDTH = 80
"""Columns where there is no terminal."""

COLUMN = 28
"""The widest first column; a longer entry has its description on the next line."""


NAMED = ("jobs", "to", "timeout", "resume")
"""The options of batches that the help names: what people look for."""


def help_text(command: Command, *, batch: bool = False) -> str:
    """The output of `pantin COMMAND --help`, or with `batch` that of `--help-batch`."""
    width = min(_terminal_width(), WIDEST)
    names = [a.label if a.required else f"[{a.label}]" for a in command.arguments]
    parts = [
        f"Usage: pantin {' '.join([command.name, *(['[OPTIONS]'] if command.every_option else []), *names])}"
    ]
    for paragraph in (command.summary, *filter(None, command.notes.split("\n\n"))):
        parts.append(textwrap.fill(" ".join(paragraph.split()), width, break_on_hyphens=False))
    arguments = [(a.label, _with_choices(a.help, a.choices)) for a in command.arguments]
    of_batches = [option for option in command.every_option if option.group == "batch"]
    options = [option for option in command.every_option if option.group != "batch"]
    groups = [("Arguments", arguments), ("Options", _rows(options))]
    if batch:
        groups.append(("Options for many files", _rows(of_batches)))
    for heading, rows in groups:
        if rows:
            parts.append("\n".join([f"{heading}:", *_table(rows, width)]))
    if of_batches and not batch:
        flags = ", ".join(option.short or option.flag for option in of_batches if option.name in NAMED)
        parts.append(f"For many files: {flags}, … (pantin {command.name} {BATCH_HELP})")
    parts.append(textwrap.fill(EXIT_CODES, width))
    if command.examples:
        parts.append(f"Examples:\n\n{textwrap.indent(textwrap.dedent(command.examples).strip(), '    ')}")
    return "\n\n".join(parts)


def _terminal_width() -> int:
    """As `shutil.get_terminal_size`; `shutil` imports every kind of compression."""
    with suppress(ValueError):
        if (columns := int(os.environ.get("COLUMNS", ""))) > 0:
            return columns
    with suppress(ValueError, OSError):  # a closed standard output, or no terminal
        if sys.__stdout__ is not None:
            return os.get_terminal_size(sys.__stdout__.fileno()).columns or UNKNOWN_WIDTH
    return UNKNOWN_WIDTH


def _rows(options: Sequence[Option]) -> list[tuple[str, str]]:
    return [(_spelling(option), _describe_option(option)) for option in options]


def _spelling(option: Option) -> str:
    """`-o, --output FILE`, `--open, --no-open`."""
    return f"{', '.join(option.spellings)} {option.metavar}".rstrip()


def _describe_option(option: Option) -> str:
    text = _with_choices(option.help, option.choices)
    unset = option.default in (None, ()) or option.default is False or option.type is bool
    return text if unset else f"{text} [default: {option.default}]"


def _with_choices(text: str, choices: Sequence[str]) -> str:
    return f"{text} [{', '.join(choices)}]" if choices else text


def _table(rows: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    first = min(COLUMN, max(len(name) for name, _ in rows)) + 2
    for name, text in rows:
        lines = textwrap.wrap(text, max(width - first - 2, 20), break_on_hyphens=False) or [""]
        if len(name) + 2 > first:
            yield f"  {name}"
        else:
            yield f"  {name:{first}}{lines.pop(0)}"
        yield from (f"  {'':{first}}{line}" for line in lines)
