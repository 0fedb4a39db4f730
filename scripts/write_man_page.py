"""Writes docs/pantin.1, the manual page, from the help of the commands: python scripts/write_man_page.py"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from pantin import __version__
from pantin.base.options import Option
from pantin.cli.command import Command
from pantin.cli.run import find
from pantin.cli.welcome import EXIT_CODES, commands

PAGE = Path(__file__).resolve().parent.parent / "docs" / "pantin.1"


def escape(text: str) -> str:
    """Text in which roff sees no requests: backslashes, hyphens, and dots or quotes that begin a line."""
    text = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def lines(commands: list[Command]) -> Iterator[str]:
    """The page, line by line."""
    yield f'.TH PANTIN 1 "" "pantin {__version__}" "User commands"'
    yield from (".SH NAME", r"pantin \- check, fix, convert, animate, shrink and show rigged characters")
    yield from (".SH SYNOPSIS", r".B pantin", r"\fICOMMAND\fR [\fIOPTIONS\fR] \fIARGUMENTS\fR")
    yield from (".SH COMMANDS",)
    for command in commands:
        yield from command_lines(command)
    yield from (".SH EXIT STATUS", escape(EXIT_CODES))


def command_lines(command: Command) -> Iterator[str]:
    labels = [a.label if a.required else f"[{a.label}]" for a in command.arguments]
    usage = " ".join([*(["[OPTIONS]"] if command.every_option else []), *labels])
    yield f".SS pantin {command.name} {escape(usage)}".rstrip()
    yield escape(command.summary)
    for paragraph in filter(None, command.notes.split("\n\n")):
        yield from (".PP", escape(paragraph))
    for argument in command.arguments:
        yield from (".TP", rf"\fI{escape(argument.label)}\fR", escape(argument.help))
    for option in command.every_option:
        yield from (".TP", spelling(option), escape(option.help))
    if command.examples:
        yield from (".PP", "Examples:", ".PP", ".nf", ".RS")
        for line in command.examples.strip().splitlines():
            yield escape(line) or ".PP"
        yield from (".RE", ".fi")


def spelling(option: Option) -> str:
    """`-o, --output FILE` with the option bold and its value in italics."""
    names = ", ".join(rf"\fB{escape(name)}\fR" for name in option.spellings)
    value = "|".join(option.choices) or option.metavar
    return rf"{names} \fI{escape(value)}\fR" if value else names


def page() -> str:
    return "\n".join(lines([find(name) for name in commands()])) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(os.path.relpath(PAGE))
