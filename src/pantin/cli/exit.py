"""How a command ends: the exit codes, and the errors that carry one."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.report import Report


class Exit(IntEnum):
    """The exit codes of every command. Where several apply to one run, the highest is given."""

    CLEAN = 0
    FINDINGS = 1
    """Findings of severity error, or of severity warning with `--strict`."""
    USAGE = 2
    UNREADABLE = 3
    """A file that is missing, that may not be read or written, or in which nothing has a meaning."""
    FAULT = 4
    """Pantin's own fault."""


class UsageError(Exception):
    """The command line, or a settings file that speaks for it, asks for something that cannot be."""


class UnreadableError(Exception):
    """An input cannot be read, or an output not be written; the message names it. `report` has the errors of
    a source file, all of which are printed before the message."""

    def __init__(self, message: str, report: Report | None = None) -> None:
        super().__init__(message)
        self.report = report


class ReaderGoneError(Exception):
    """Whoever read standard output went away (`pantin convert … - | head`): no fault of any file."""
