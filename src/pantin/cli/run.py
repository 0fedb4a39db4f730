"""Runs a command line and turns whatever ends it into an exit code and a sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from pantin.base.file_errors import describe_error
from pantin.cli import INTERRUPTED
from pantin.cli.exit import Exit, ReaderGoneError, UnreadableError, UsageError
from pantin.cli.streams import close_quietly, on_terminal, prepare_streams, say
from pantin.cli.welcome import commands, screen
from pantin.verbs import find_verb

TYPE_CHECKING = False  # see pantin/__init__.py
if TYPE_CHECKING:
    from typing import Any

    from pantin.cli.command import Command

TRACEBACK = "PANTIN_TRACEBACK"
"""Set this environment variable to see the traceback of a fault of Pantin's own."""

DECODED_BYTES = "PANTIN_DECODED_BYTES"
"""Sets how much memory the data of a file may take; see `pantin.Limits`."""

THREADS = "PANTIN_THREADS"
"""Sets how many threads large work may use; see `pantin.base.threads`."""

CUT_OFF = 141
"""The exit code that shells expect of a program whose output pipe was closed: 128 + SIGPIPE."""

COMPILATION_SECONDS = 5
"""How long the kernels of one command take to compile: from one second, for skinning, to ten, for a batch of
springs."""

PRINTED = frozenset(
    [
        "check",
        "clips",
        "compile",
        "completion",
        "convert",
        "diff",
        "explain",
        "fix",
        "fmt",
        "lsp",
        "meta",
        "new",
        "inspect",
        "render",
        "retarget",
        "schema",
        "shape",
        "skeletons",
        "slim",
        "view",
        "weights",
        "warmup",
    ]
)
"""The commands with a module here: they print more than a report."""

PEERS = {
    "validate": "check",
    "lint": "check",
    "repair": "fix",
    "info": "inspect",
    "ls": "inspect FOLDER",
    "optimize": "slim",
    "optimise": "slim",
    "compress": "slim --meshopt",
    "dedup": "slim",
    "prune": "slim",
    "simplify": "slim --triangles N",
    "decimate": "slim --triangles N",
    "resample": "clips --resample",
    "copy": "convert",
    "export": "convert",
    "compare": "diff",
    "screenshot": "render",
    "thumbnail": "render --portrait",
    "preview": "view",
    "upgrade": "migrate",
    "init": "new",
    "format": "fmt",
    "metadata": "meta",
    "license": "meta",
}
"""Commands of other tools (glTF-Transform, gltfpack, the validators), with their names here."""

HELP = ("--help", "-h")
BATCH_HELP = "--help-batch"
OPTIONS = ("--help", "--version")
"""The options that work without a command."""


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
        say(describe_error(error, error.filename or "standard output"))
        close_quietly()
        return Exit.UNREADABLE
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except MemoryError:
        say("not enough memory: close other programs, or use a smaller file")
        return Exit.UNREADABLE
    except Exception as fault:
        import traceback

        say(fault_message(f"{type(fault).__name__}: {fault}", traceback.format_exc()))
        return Exit.FAULT
    return code


def dispatch(arguments: Sequence[str]) -> int:
    """Let the command named by the arguments run, and answer its errors."""
    name, *words = arguments or HELP[:1]
    try:
        if name in HELP:
            print(help_of(words[0]) if words else screen())
            return Exit.CLEAN
        if name == "--version":
            from pantin import __version__

            print(__version__)
            return Exit.CLEAN
        asked = [word for word in words[: _options_end(words)] if word in (*HELP, BATCH_HELP)]
        if asked:
            print(help_of(name, batch=BATCH_HELP in asked))
            return Exit.CLEAN
        check_environment()
        return start(find(name), words)
    except UsageError as error:
        say(str(error))
        return Exit.USAGE
    except UnreadableError as error:
        if error.report is not None:
            from pantin.cli.io import print_report

            print_report(error.report)
        say(str(error))
        return Exit.UNREADABLE


def check_environment() -> None:
    """Raise `UsageError` for an environment variable that cannot be used. Limits read theirs at import."""
    try:
        if DECODED_BYTES in os.environ:
            import pantin.base.limits  # noqa: F401
        if THREADS in os.environ:
            from pantin.base.threads import thread_count

            thread_count()
    except ValueError as error:
        raise UsageError(str(error)) from None


def find(name: str) -> Command:
    """The command of this name: that of the module of this name in this package, which prints more than a
    report, or the one that derives from its verb."""
    if name not in commands():
        from pantin.cli.command import suggest

        kind = "option" if name.startswith("-") else "command"
        ours = PEERS.get(name)
        if ours:
            raise UsageError(
                f"unknown command {name!r}. The command in Pantin is: pantin {ours}\nTry: "
                f"pantin {ours} --help"
            )
        hint = suggest(name, (*commands(), *OPTIONS))
        raise UsageError(
            f"unknown {kind} {name!r}.{hint}\nCommands: {', '.join(commands())}\nTry: pantin --help"
        )
    if name in PRINTED:
        command: Command = import_module(f"pantin.cli.{name}").COMMAND
        return command
    from pantin.cli.verb_command import command_of

    return command_of(name, find_verb(name))


def help_of(name: str, *, batch: bool = False) -> str:
    """The help of the command of this name, or with `batch` that with the options for many files."""
    from pantin.cli.help import help_text

    return help_text(find(name), batch=batch)


def start(command: Command, words: Sequence[str]) -> int:
    """Run a command; a usage error is answered with a hint to its help."""
    try:
        values = command.parse(words)
    except UsageError as error:
        raise UsageError(f"{error}\nTry: pantin {command.name} --help") from None
    if on_terminal(sys.stderr) and command.name != "warmup":
        announce_compilation()
    from pantin.base.signals import exit_on_sigterm

    with exit_on_sigterm():
        if values.pop("force", False):
            from pantin.base.files import replace_read_only

            with replace_read_only():
                return run_command(command, values)
        return run_command(command, values)


def run_command(command: Command, values: dict[str, Any]) -> int:
    """Run a command for one file or for many."""
    try:
        if command.verb is None or not command.verb.batch or command.whole:
            return command.run(**values)
        from pantin.cli.verb_command import run_files

        return run_files(command, command.verb, values)
    except UsageError as error:
        raise UsageError(command.spell_options(str(error))) from None


def announce_compilation() -> None:
    """Print once why the first large model takes long: kernels are compiled, and which is the first."""
    from pantin import on_compile

    def announce(module: str) -> None:
        on_compile(None)
        first = module.rpartition(".")[2].removesuffix("_numba").replace("_", " ")
        say(
            f"compiling kernels, {first} first (once, about {COMPILATION_SECONDS} s); "
            "`pantin warmup` compiles all of them in advance"
        )

    on_compile(announce)


def _options_end(words: Sequence[str]) -> int:
    return words.index("--") if "--" in words else len(words)


def fault_message(what: str, trace: str) -> str:
    """The message for an internal error: the traceback on request, or how to get it."""
    if os.environ.get(TRACEBACK):
        return trace.rstrip()
    return (
        f"{what}\n"
        f"This is an internal error of Pantin, not a fault of your file. Run again with {TRACEBACK}=1\n"
        "in the environment to see the traceback, and please report it."
    )
