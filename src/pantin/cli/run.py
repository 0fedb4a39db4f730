"""Runs a command line and turns whatever ends it into an exit code and a sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from pantin.cli.exit import Exit, ReaderGoneError, UnreadableError, UsageError
from pantin.cli.streams import STANDARD, STANDARD_NAME, close_quietly, described, prepare_streams, say
from pantin.cli.welcome import screen

TRACEBACK = "PANTIN_TRACEBACK"
"""Set this environment variable to see the traceback of a fault of Pantin's own."""

INTERRUPTED = 130
"""What shells expect of a program ended by Ctrl-C: 128 + SIGINT."""

CUT_OFF = 141
"""What shells expect of a program whose reader went away: 128 + SIGPIPE."""


def run(arguments: Sequence[str]) -> int:
    """Run `pantin` with these arguments; returns the exit code."""
    prepare_streams()
    try:
        code = dispatch(arguments)
        sys.stdout.flush()
    except (BrokenPipeError, ReaderGoneError):
        close_quietly()
        return CUT_OFF
    except OSError as error:
        # A stream has no name: without one this is standard output, on a disk that is full.
        say(described(error, error.filename or "standard output"))
        close_quietly()
        return Exit.UNREADABLE
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except MemoryError:
        say("there is not enough memory for this; close other programs, or work on a smaller file")
        return Exit.UNREADABLE
    except Exception as fault:
        import traceback

        say(fault_message(f"{type(fault).__name__}: {fault}", traceback.format_exc()))
        return Exit.FAULT
    return code


def dispatch(arguments: Sequence[str]) -> int:
    """Let the command named by the arguments run, and answer its errors."""
    words = [STANDARD if word == STANDARD_NAME else word for word in arguments]
    try:
        if not words or words[0] in ("--help", "-h"):
            print(screen())
            return Exit.CLEAN
        code = common(words)
        return parsed(words) if code is None else code
    except UsageError as error:
        say(str(error))
        return Exit.USAGE
    except UnreadableError as error:
        say(str(error))
        return Exit.UNREADABLE


def common(words: Sequence[str]) -> int | None:
    """The commonest calls have nothing to parse, and the parser need not be imported; None for all others."""
    plain = [not word.startswith("-") for word in words]
    if words[0] == "check" and len(words) > 1 and all(plain):
        from pantin.cli.checking import check_files

        return check_files(words[1:])
    if words[0] == "compile" and plain in ([True, True], [True, True, False, True]):
        from pantin.cli.compiling import compile_file

        if len(words) == 2 or words[2] == "-o":
            return compile_file(words[1], words[3] if len(words) > 2 else None)
    return None


def parsed(words: Sequence[str]) -> int:
    from cyclopts import CycloptsError

    from pantin.cli.app import app
    from pantin.cli.usage import sentence

    try:
        code = app(words, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        command = next((word for word in words[:1] if word in app), "")
        help_ = " ".join(filter(None, ("pantin", command, "--help")))
        raise UsageError(f"{sentence(error)}\nTry: {help_}") from None
    return code if isinstance(code, int) else Exit.CLEAN


def fault_message(what: str, trace: str) -> str:
    """What to say of a fault of Pantin's own: the traceback for those who ask for it, or how to ask."""
    if os.environ.get(TRACEBACK):
        return trace.rstrip()
    return (
        f"{what}\n"
        f"This is a fault of Pantin, not of your file. Run again with {TRACEBACK}=1 in the environment\n"
        "to see where it happened, and please report it with that traceback."
    )
