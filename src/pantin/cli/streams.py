"""Where commands read and write: standard streams for `-`, a terminal's colours, and plain text in a pipe."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeVar

from pantin.base.file_errors import describe_error
from pantin.cli.exit import ReaderGoneError, UnreadableError

if TYPE_CHECKING:
    from rich.console import Console

Told = TypeVar("Told")
"""The return type of a writing function."""

STANDARD = "-"
"""The name of standard input or output in place of a file."""

PIPE_WIDTH = 1 << 15
"""Columns of a pipe: tables in it are as wide as their content, for other programs to cut up."""


def on_terminal(stream: TextIO) -> bool:
    """Whether a person watches this stream, on a terminal that can do more than append."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def use_colour(stream: TextIO) -> bool:
    """Whether to colour what goes to `stream`: on a terminal, unless `NO_COLOR` is set (no-color.org)."""
    return on_terminal(stream) and not os.environ.get("NO_COLOR")


def console(stream: TextIO) -> Console:
    """A rich console on `stream` that colours and wraps on a terminal, and does neither in a pipe."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            """Leave the answer to `pantin.cli.run`; a console of rich's ends the program with 1."""
            raise BrokenPipeError

    return Piped(
        file=stream,
        color_system="auto" if use_colour(stream) else None,
        width=None if on_terminal(stream) else PIPE_WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )


def prepare_streams() -> None:
    """Let a character that the terminal's code page lacks be printed as an escape instead of ending the run.

    A stream that the shell has closed (`>&-`) is one that nobody reads.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  (for good)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def say(message: str) -> None:
    """Print words for people, on standard error."""
    from pantin.report.wording import printable

    for line in f"pantin: {message}".split("\n"):
        print(printable(line), file=sys.stderr)


def print_reason(
    reason: str | None,
    traceback: str | None = None,
    path: str = "",
    spell: Callable[[str], str] = lambda message: message,
) -> None:
    """Say why a file has no result; `spell` is `Command.spell_options`."""
    if traceback is not None and traceback != reason:
        from pantin.cli.run import fault_message

        say(fault_message(reason or path, traceback))
    elif reason is not None:
        say(spell(reason))


def read_whole(file: Path) -> bytes:
    """A file beside the models: a pose, a baseline, a text. Raises `OSError`, also for one that is larger
    than any of these is, as a device may be.
    """
    from pantin.base.errors import LimitExceeded
    from pantin.base.files import read
    from pantin.base.limits import Limits

    limit = Limits().yaml_bytes
    try:
        return bytes(read(file, limit))
    except LimitExceeded:
        raise OSError(errno.EFBIG, f"larger than {limit:,} bytes", str(file)) from None


def read_standard_input() -> bytes:
    """All of standard input, which `-` names."""
    from pantin.base.errors import LimitExceeded
    from pantin.base.files import read_stream
    from pantin.base.limits import Limits

    if sys.stdin is None or sys.stdin.isatty():
        raise UnreadableError("-: nothing is piped into standard input")
    try:
        return bytes(read_stream(sys.stdin.buffer, STANDARD, Limits().file_bytes))
    except LimitExceeded as error:
        raise UnreadableError(str(error)) from None


def write_standard_output(data: bytes) -> None:
    """Write binary data to standard output, unless it is a terminal. Failures do not raise `OSError`, which
    commands would report as a fault of their files."""
    if sys.stdout.isatty():
        raise UnreadableError("-: standard output is a terminal; redirect it to a file or into a pipe")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise ReaderGoneError from None
    except OSError as error:
        # What is left in the buffer cannot be written at exit either.
        close_quietly()
        raise UnreadableError(describe_error(error, "standard output")) from None


def to_standard_output(write: Callable[[Path], Told]) -> Told:
    """Write a GLB to standard output: it is one stream, and so is a GLB. A model with errors gives none."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        target = Path(folder, "standard-output.glb")
        result = write(target)
        if target.exists():
            write_standard_output(target.read_bytes())
    return result


def close_quietly() -> None:
    """Point standard output, to which nothing more can be written, at the null device, or the interpreter
    would complain while flushing it at exit.
    """
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
